"""Bases as tables: which notes are selected, in which order, and what stands in their columns."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.builders import stored
from vaultsearch.core.bases import tables
from vaultsearch.core.bases.expressions import VaultFiles, text_of
from vaultsearch.core.bases.tables import BaseView, base_html, views_of
from vaultsearch.core.vault.documents.obsidian import parse_base
from vaultsearch.core.vault.links import LinkResolver

TEXTS = {
    "Categories/Books.md": "All books.",
    "Out of Control.md": (
        '---\ncategories: ["[[Books]]"]\nauthor: "[[Kevin Kelly]]"\nyear: 1994\nrating: 7\n'
        "last: 2023-09-12\ntags: [read, read/twice]\n---\nOn machines.\n"
    ),
    "The Machine Stops.md": (
        '---\ncategories: ["[[Books]]"]\nauthor: "[[E. M. Forster]]"\nyear: 1909\nrating: 9\n---\n'
        "See [[Out of Control]].\n"
    ),
    "Template.md": '---\ncategories: ["[[Books]]"]\n---\n',
    "Kevin Kelly.md": "Writes.",
}


@pytest.fixture
def files() -> VaultFiles:
    notes = [stored(path, text) for path, text in TEXTS.items()]
    return VaultFiles(notes, LinkResolver({note.path: note.aliases for note in notes}))


def views(files: VaultFiles, base: str, this: str = "", view: str = "") -> tuple[BaseView, ...]:
    return views_of(parse_base(dedent(base).encode()), files, files.files.get(this), view)


def filtered(files: VaultFiles, condition: str, this: str = "") -> BaseView:
    """Return the notes that a condition selects, in the note ``this``."""
    content = {"filters": condition, "views": [{"type": "table", "name": "A"}]}
    (view,) = views_of(content, files, files.files.get(this))
    return view


def cases(name: str) -> dict[str, str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def titles(view: BaseView) -> list[str]:
    return [row.file.note.title for _, rows in view.groups for row in rows]


BOOKS = """
    filters:
      and:
        - categories.contains(link("Books"))
        - '!file.name.contains("Template")'
    formulas:
      Age: 2024 - year
      Worth: if(rating > 8, "high", "fine")
    properties:
      note.author: {displayName: Author}
    views:
      - type: table
        name: By year
        order: [file.name, author, year, formula.Age, formula.Worth, last]
        sort:
          - {property: rating, direction: DESC}
      - type: table
        name: Author
        filters: {and: [list(author).contains(this)]}
        order: [file.name]
      - type: cards
        name: Grouped
        groupBy: {property: formula.Worth, direction: ASC}
        order: [file.name]
        limit: 1
"""


def test_a_view_selects_sorts_and_computes(files: VaultFiles) -> None:
    view = views(files, BOOKS)[0]
    assert (view.name, view.total, view.unknown, view.is_cut) == ("By year", 2, (), False)
    assert view.columns == ("Name", "Author", "year", "Age", "Worth", "last")
    rows = [[text_of(value) for value in row.values] for _, rows in view.groups for row in rows]
    assert rows == [
        ["The Machine Stops", "E. M. Forster", "1909", "115", "high", ""],
        ["Out of Control", "Kevin Kelly", "1994", "30", "fine", "2023-09-12"],
    ]


def test_this_is_the_note_that_embeds_the_base(files: VaultFiles) -> None:
    (view,) = views(files, BOOKS, this="Kevin Kelly.md", view="author")
    assert titles(view) == ["Out of Control"]
    assert titles(views(files, BOOKS, this="Template.md", view="Author")[0]) == []


def test_rows_are_grouped_and_limited(files: VaultFiles) -> None:
    view = views(files, BOOKS)[2]
    assert [(text_of(group), len(rows)) for group, rows in view.groups] == [("fine", 1)]
    assert (view.kind, view.total) == ("cards", 1)


def test_conditions_select_notes(files: VaultFiles) -> None:
    expected = cases("conditions.tsv")
    views = {each: filtered(files, each, this="The Machine Stops.md") for each in expected}
    shown = {each: "; ".join((*sorted(titles(view)), *view.unknown)) for each, view in views.items()}
    assert shown == expected


def test_formulas_show_their_values(files: VaultFiles) -> None:
    view = {"type": "table", "name": "A", "order": ["formula.Tried"]}
    expected, shown = cases("formulas.tsv"), {}
    for formula in expected:
        content = {"filters": "rating == 7", "formulas": {"Tried": formula}, "views": [view]}
        (evaluated,) = views_of(content, files, files.files["The Machine Stops.md"])
        shown[formula] = " ".join((text_of(evaluated.groups[0][1][0].values[0]), *evaluated.unknown))
    assert shown == expected


@pytest.mark.parametrize(
    ("condition", "named"),
    [("nonsense(1)", "nonsense()"), ("rating >", "…"), ("file.size > 3", "file.size"), ("a b", "b"),
     ('"a" - 1', "-"), ('duration("1d") % 2', "%"), ("rating.nope()", "nope()"), ("last.size", ".size"),
     ('duration("x")', "x"), ("file.nope()", "file.nope()"), ("max(1, last)", "max()")],
)  # fmt: skip
def test_what_cannot_be_evaluated_is_named(files: VaultFiles, condition: str, named: str) -> None:
    view = filtered(files, condition)
    assert (titles(view), view.unknown, view.is_cut) == ([], (named,), False)


def test_a_column_that_cannot_be_evaluated_is_empty_and_named(files: VaultFiles) -> None:
    base = """
        filters: rating == 7
        formulas: {Loop: formula.Loop + 1, Odd: icon("star")}
        views: [{type: table, name: A, order: [file.name, formula.Loop, formula.Odd]}]
    """
    (view,) = views(files, base)
    assert titles(view) == ["Out of Control"]
    assert view.unknown == ("formula.Loop", "formula.Odd: icon()")


@pytest.mark.parametrize(
    "condition",
    [
        "(" * 5_000 + "1" + ")" * 5_000, "!" * 1_900 + "1", "-" * 1_900 + "1",
        '"' + "a" * 1_000 + '".repeat(1000000000).repeat(1000000000).isEmpty()',
        "[" + "1," * 900 + "1].map(" * 2, "9999999999 * 9999999999 * 1000000 == 1",
        'date("9999-01-01") + "900000000 days" == 1', 'date("2026-05-12") + "99999999y" == 1',
        'date("2026-05-12") - "99999999y" == 1', '(date("2026-05-12") - "99999999w").year == 1',
        f"{'9' * 400} % 0.1 == 1",
    ],
)  # fmt: skip
def test_a_hostile_expression_costs_a_sentence(files: VaultFiles, condition: str) -> None:
    assert titles(filtered(files, condition)) == []


def test_evaluation_ends_after_its_steps(files: VaultFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MAX_STEPS", 50_000)
    many = "[" + ",".join("1" * 300) + "]"
    nested = f"{many}.map({many}.map({many}.map(value + value)))"
    assert filtered(files, f"{nested}.length > 0").is_cut


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('"a".repeat(100000).replace("a", "b".repeat(100000)).length', 10_000), ("formula.N20", float("inf")),
        ('"a".repeat(9999).length', 9_999), ("[1, 2].reduce(value)", 2),
        ('(date("2026-05-01") + "1d" + "2 days").day', 4),
        (f'number("{"9" * 200}") * number("{"9" * 300}") > 1', True), ("(1.5).round(-999999999)", 0),
        ("(1.5).round(999999999)", 1.5), ("(149).round(-2)", 100), ("(-0.5).round(0)", 0),
        (f"{'9' * 400} / 3", float("inf")), (f"{'9' * 400} - 1.5", float("inf")), (f"1.5 / {'9' * 400}", 0.0),
        ('(date("2026-05-12") + "10y").year', 2036), ("formula.D0", None), ("formula.N0", None),
        (f"[{','.join('1' * 300)}].map('a'.repeat(9999))", None),
    ],
)  # fmt: skip
def test_bounds(files: VaultFiles, formula: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MAX_STEPS", 50_000)
    levels = {f"N{i}": f"formula.N{i + 1} * formula.N{i + 1}" for i in range(30)}
    deep = {f"D{i}": f"{'(' * 45}formula.D{i + 1}{')' * 45}" for i in range(60)}
    lists = {f"D{i}": f"{'[' * 45}formula.D{i + 1}{']' * 45}" for i in range(40)}
    formulas = {**levels, **deep, **lists, "N30": "99", "Tried": formula}
    view = {"type": "table", "name": "A", "order": ["formula.Tried"]}
    (shown,) = views_of({"filters": "rating == 7", "formulas": formulas, "views": [view]}, files, None)
    ((_, (row,)),) = shown.groups
    assert row.values == (value,)
    assert shown.unknown == (() if value is not None else ("formula.Tried",))


def test_cells_lead_to_notes_and_covers_are_pictures(files: VaultFiles) -> None:
    html = base_html(BOOKS.encode(), files, "")
    assert "<a class='wikilink' href='note:Kevin%20Kelly.md'>Kevin Kelly</a>" in html
    assert "<a class='wikilink' href='note:Out%20of%20Control.md'>Out of Control</a>" in html
    cards = "views: [{type: cards, name: A, image: cover, order: [file.name]}]"
    notes = [stored("Film.md", '---\ncover: "[[poster.jpg]]"\n---\n<b>'), stored("<i>.md", "x")]
    html = base_html(cards.encode(), VaultFiles(notes, LinkResolver({})), "")
    assert "<img src='embed:poster.jpg' alt='poster.jpg' width='180' height='1'>" in html
    assert "<i>" not in html
    assert base_html(b"no: [base", files, "") == ""
    tags = base_html(b"views: [{type: list, name: A, order: [file.tags]}]", files, "")
    assert "<a class='tag' href='tag:read%2Ftwice'>#read/twice</a>" in tags
