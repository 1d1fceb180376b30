"""Properties at the top: typed, bounded, and never a reason to lose the text below them."""

from datetime import UTC, date, datetime

import pytest

from tests.core.vault.reading import parse, texts
from vaultsearch.core.values.note import LinkKind, ParsedLink
from vaultsearch.core.vault.frontmatter import parse_scalar

MAY = datetime(2024, 5, 1).astimezone(UTC)
TWICE = "The property {} occurs twice; the last one counts."


def properties(block: str) -> dict[str, object]:
    note = parse(f"---\n{block}\n---\nbody")
    assert (texts(note), note.problems) == (["body"], ())
    return dict(note.properties)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("word", "word"), ("'5'", "5"), ("5", 5), ("-5", -5), ("1.50", 1.5), ("1e3", 1000.0), ("007", "007"),
        ("{1: a, 2024-05-01: b, true: c, null: d}", {"1": "a", "2024-05-01": "b", "true": "c", "null": "d"}),
        ("2024-05-01T10:30:05Z", datetime(2024, 5, 1, 10, 30, 5, tzinfo=UTC)), ("2024-13-45", "2024-13-45"),
        ("1:30", "1:30"), ("true", True), ("False", False), ("yes", "yes"), ("off", "off"), ("", None),
        ("9" * 5000, "9" * 5000), ("[a, 1, [b]]", ["a", 1, ["b"]]), ("{a: {b: 1}}", {"a": {"b": 1}}),
        ("null", None), ("~", None), (".nan", ".nan"), ("2024-05-01", date(2024, 5, 1)),
        # No object is built.
        ("!!python/object/apply:os.system ['true']", ["true"]), ("!!python/name:a.b", "!!python/name:a.b"),
        ("!important word", "!important word"), ("|\n  two\n  lines", "two\nlines"), ("[[Note]]", "[[Note]]"),
        ("[[Smith, John|J]]", "[[Smith, John|J]]"), ("2024-05-01T10:30:05", datetime(2024, 5, 1, 10, 30, 5)),
        ("&x {n: 1}\nother: *x", {"n": 1}), ("2024-05-01 10:30", datetime(2024, 5, 1, 10, 30)),
    ],
)  # fmt: skip
def test_a_value_has_the_type_that_obsidian_sees(written: str, value: object) -> None:
    found = properties(f"key: {written}")["key"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ('{\n\t"a": 1,\n\t"b": ["x", null, true]\n}', {"a": 1, "b": ["x", None, True]}),
        ('{"a": 1,}', {"a": 1}), ('{"a": NaN}', {"a": "NaN"}),
        ("a: 1e999\nb: .inf", {"a": "inf", "b": ".inf"}),
        ("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  a: 3", {"x": {"a": 1, "b": 2}, "y": {"a": 3, "b": 2}}),
    ],
)  # fmt: skip
def test_json_is_allowed_between_dashes_and_no_number_infinite(block: str, found: dict[str, object]) -> None:
    assert properties(block) == found


@pytest.mark.parametrize(
    ("text", "first_line"),
    [
        ("---\n---\nbody", 3), ("---\n\n---\nbody", 4), ("---\n# only a comment\n---\nbody", 4),
        ("---  \na: 1\n---\t\nbody", 4), ("----\n\nbody", 3), ("\n---\na: 1\n---\nbody", 5),
    ],
)  # fmt: skip
def test_lines_below_the_block_keep_their_numbers(text: str, first_line: int) -> None:
    last = parse(text).sections[-1].blocks[-1]
    assert (last.text, last.line_start) == ("body", first_line)


NOT_CLOSED = "The properties aren't closed by a line with three dashes."


@pytest.mark.parametrize(
    ("text", "keys", "read", "problems"),
    [
        ("---\na: 1\nb: [x]\n", {"a": 1, "b": ["x"]}, [], (NOT_CLOSED,)),
        ("---\nJust words.\n\nMore", {}, ["Just words.", "More"], ()), ("---\na: 1\n---", {"a": 1}, [], ()),
        ("---\n\n# Head\n\n- list", {}, ["- list"], ()),
        ("text\n---\na: 1\n---", {}, [], ()),  # two headings
        ("---", {}, [], ()),
        ("---\nA motto, no property\n---\nbody", {}, ["body"], ()),  # a heading, as Markdown has it
        ('---\nA day.\n\nHe said: "go" and: left.\n\nWe stayed.\n\n---\nbody', {},
         ["A day.", 'He said: "go" and: left.', "We stayed.", "body"], ()),
        ('---\nkey: "open\nno key at all\nnor this\n---\nbody', {}, ["body"], ()),  # a heading, too
        ("---\na: 1\nb: 2\na: 3\n---\n", {"a": 3, "b": 2}, [], (TWICE.format("a"),)),
        ('---\n{"a": 1, "a": 2}\n---\n', {"a": 2}, [], (TWICE.format("a"),)),
    ],
)  # fmt: skip
def test_a_block_at_the_top_is_properties_and_words_between_rules_are_words(
    text: str, keys: dict[str, object], read: list[str], problems: tuple[str, ...]
) -> None:
    note = parse(text)
    assert (note.properties, texts(note), note.problems) == (keys, read, problems)


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("key: value\n" * 100_000, "they are too long"),
        ("".join(f"k{number}: 1\n" for number in range(9_000)) + "k7: 2\n", TWICE.format("k7")),
        ("".join(" " * depth + f"k{depth}:\n" for depth in range(40)) + " " * 40 + "- [[x]]\n", ""),
        ("title: {{title}}\ncreated: <% tp.date.now() %>\n", ""),  # a template
    ],
    ids=["long", "many", "deep", "template"],
)  # fmt: skip
def test_what_is_wrong_with_properties_is_told_and_the_text_is_read(block: str, problem: str) -> None:
    note = parse(f"---\n{block}---\nbody")
    assert (texts(note), len(note.problems)) == (["body"], bool(problem))
    assert problem in "".join(note.problems)


@pytest.mark.parametrize(
    ("block", "reason", "kept"),
    [
        ("title: a: b", "line 2: mapping values are not allowed", {"title": "a: b"}),
        ("ok: 1\nbad: [1, 2", "line 4: did not find expected", {"ok": 1, "bad": "[1, 2"}),
        ("a: *nowhere\nb: |\n  x\n\n  y", "line 2: found undefined alias", {"a": "*nowhere", "b": "x\n\ny"}),
        ("a: 'open", "found unexpected end of stream", {"a": "'open"}),
        ("a: @x\nb:\n- 2\n- [[N]]\nno key", "line 2: found character", {"a": "@x", "b": [2, "[[N]]"]}),
        ("'a b': c: d\nx: 2024-05-01", "line 2: mapping values", {"a b": "c: d", "x": date(2024, 5, 1)}),
        ('key: "open\nno key at all', "found unexpected end of stream", {"key": '"open'}),
        ("a: \x07", "control characters are not allowed", {"a": "\x07"}),
    ],
)  # fmt: skip
def test_malformed_yaml_is_reported_and_costs_no_other_property_nor_the_text(
    block: str, reason: str, kept: dict[str, object]
) -> None:
    note = parse(f"---\n{block}\n---\n# Head\n\nbody #tag")
    assert note.properties == kept
    assert texts(note) == ["body #tag"]
    assert (note.tags, note.headings[0].line) == (("tag",), block.count("\n") + 4)
    (problem,) = note.problems
    assert problem.startswith("The properties couldn't all be read (")
    assert reason in problem
    assert problem.endswith("; the text was.")


def nested(opened: str, closed: str) -> str:
    """Write ten properties, each of which holds the one before it nine times."""
    former = ("*" + chr(ord(name) - 1) for name in "bcdefghij")
    return "".join(
        f"{name}: &{name} {opened}{','.join([one] * 9)}{closed}\n"
        for name, one in zip("bcdefghij", former, strict=True)
    )


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ("{" * 100_000, "it is nested too deeply"), ("a: " + "{b: " * 5000, "it is nested too deeply"),
        ("a: &a [x, x, x, x, x, x, x, x, x]\n" + nested("[", "]"), "it unfolds to too many values"),
        ("".join(" " * depth + f"k{depth}:\n" for depth in range(900)), "it is nested too deeply"),
        ("a: &a {x: 1}\n" + nested("{<<: [", "]}"), "it unfolds to too many values"),
        ("a: " + "[" * 40_000 + "]" * 40_000, "it is nested too deeply"),
        ("a:\n  " + "- " * 100_000, "it is nested too deeply"), ("a: &a [*a]", "it is nested too deeply"),
        ('{"a": ' + "[" * 100_000, "it is nested too deeply"),
        ("a: " + "[" * 100_000, "it is nested too deeply"),
    ],
)  # fmt: skip
def test_properties_without_bounds_cost_the_properties_and_not_the_process(block: str, reason: str) -> None:
    note = parse(f"---\n{block}\n---\nbody")
    assert texts(note) == ["body"]
    (problem,) = note.problems
    assert reason in problem


@pytest.mark.parametrize(
    ("block", "part", "value"),
    [
        ("tags: one", "tags", ("one",)), ("tags: one, two three", "tags", ("one", "two", "three")),
        ("tags: [One, '#two', a/b]", "tags", ("One", "two", "a/b")),
        ("tags:\n  - one\n  - '#two'", "tags", ("one", "two")), ("tag: one", "tags", ("one",)),
        ("tags: #one #two # three", "tags", ("one", "two")), ("tags:\n- #one\n", "tags", ("one",)),
        ("tags: [#one, #two]", "tags", ("one", "two")), ("tags: [b, A]\n---\n#c #a", "tags", ("b", "A", "c")),
        ("Tags: one", "tags", ("one",)), ("tags: [2024, 1.5, null, true]", "tags", ("2024", "1.5")),
        ("tags: 2024-05-01", "tags", ("2024-05-01",)), ("tags:\ntag: x", "tags", ("x",)),
        ("tags: [[nested, deep]]", "tags", ("nested", "deep")), ("tags: /a//b/", "tags", ("a//b",)),
        ("aliases: One name", "aliases", ("One name",)), ("aliases: One, Two", "aliases", ("One", "Two")),
        ("aliases: [One, 'Two, too', 1984]", "aliases", ("One", "Two, too", "1984")),
        ("alias:\n- One\n- One", "aliases", ("One",)), ("aliases:", "aliases", ()),
        ("title: A  title", "title", "A title"), ("title: 1984", "title", "1984"),
        ("title: 2024-05-01", "title", "2024-05-01"),
        *((block, "title", "Some note") for block in ("title: ''", "title: [a]", "title: true", "x: 1")),
        ("created: 2024-05-01T10:30:00Z", "created", datetime(2024, 5, 1, 10, 30, tzinfo=UTC)),
        ("date created: 2024-05-01 10:30", "created", datetime(2024, 5, 1, 10, 30).astimezone(UTC)),
        ("date: 2024-05-01", "created", MAY), ("created_at: '2024/05/01'", "created", MAY),
        ("created: '[[2024-05-01]]'", "created", MAY),
        ("date: 2020-01-01\ncreated: 2024-05-01", "created", MAY),
        ("created: some day\ndate: 2024-05-01", "created", MAY),
        ("created: 0001-01-01T00:00:00+14:00", "created", None), ("created: 5", "created", None),
    ],
)  # fmt: skip
def test_the_properties_obsidian_knows_are_read_in_every_shape(block: str, part: str, value: object) -> None:
    assert getattr(parse(f"---\n{block}\n---\n"), part) == value


def test_a_name_is_kept_as_on_the_disk_and_its_title_is_composed() -> None:
    note = parse("x", "Cafe\u0301/Ru\u0308ckblick v1.2.md")
    assert (note.path, note.title) == ("Cafe\u0301/Ru\u0308ckblick v1.2.md", "R\u00fcckblick v1.2")


def test_wikilinks_in_properties_are_links_of_the_note() -> None:
    assert parse('---\nup: "[[Home#H|h]]"\nrelated:\n  - [[A]]\n  - "![[B.png]]"\n---\n[[C]]').links == (
        ParsedLink(LinkKind.WIKILINK, "Home", 2, ("H",), None, "h"), ParsedLink(LinkKind.WIKILINK, "A", 4),
        ParsedLink(LinkKind.EMBED, "B.png", 5), ParsedLink(LinkKind.WIKILINK, "C", 7),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), ("-1.5", -1.5), ("true", True), ("a: b", "a: b"), ("[x]", "[x]")]
)
def test_a_word_alone_is_typed_as_in_a_property(text: str, value: object) -> None:
    assert parse_scalar(text) == value
