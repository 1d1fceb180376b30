"""Links: where they lead and how they are written; notes found by number, id or name."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders import stored
from tests.core.vault.reading import parse
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.query.names import NameCounts
from vaultsearch.core.values.note import StoredNote, differing_notes
from vaultsearch.core.vault import links

VAULT: dict[str, tuple[str, ...]] = {
    "Home.md": ("Start",), "Note.md": (), "Sub/Note.md": ("Second",), "Sub/Deep/Other.md": ("start here",),
    "Longer path/Twin.md": (), "Sub/Twin.md": (), "Sub/Deep/Twin.md": (), "Cafe\u0301.md": (),
    "a b/c d.md": (), "v1.2.md": (), "img/map.png": (), "Sub/img/map.png": (), "Lab/Trial.qmd": (),
    "Both.md": (), "Both.markdown": (), "Dup1.md": ("Same",), "Dup2.md": ("Same",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("written", "source", "candidates"),
    [
        ("[[./Twin]]", "Sub/Deep/Other.md", ("Sub/Deep/Twin.md",)), ("[[#Heading]]", "Home.md", ("Home.md",)),
        ("[[Sub/Note]]", "Home.md", ("Sub/Note.md",)), ("[[Deep/Other]]", "Home.md", ("Sub/Deep/Other.md",)),
        ("[[other#Heading]]", "Home.md", ("Sub/Deep/Other.md",)), ("[[/Note]]", "Sub/Twin.md", ("Note.md",)),
        ("[x](c%20d.md)", "a b/c d.md", ("a b/c d.md",)), ("[x](Note.md)", "Sub/Twin.md", ("Sub/Note.md",)),
        ("[[Trial]]", "Home.md", ("Lab/Trial.qmd",)), ("[[Lab/Trial]]", "Home.md", ("Lab/Trial.qmd",)),
        ("[[Start]]", "Note.md", ("Home.md",)), ("[[Start Here]]", "Note.md", ("Sub/Deep/Other.md",)),
        ("[[Twin]]", "Sub/Deep/Other.md", ("Sub/Deep/Twin.md", "Sub/Twin.md", "Longer path/Twin.md")),
        ("[[Caf\u00e9]]", "Home.md", ("Cafe\u0301.md",)), ("[[v1.2]]", "Home.md", ("v1.2.md",)),
        ("[[Note]]", "Sub/Twin.md", ("Note.md",)), ("[[note.MD]]", "Home.md", ("Note.md",)),
        ("[[Twin]]", "Home.md", ("Sub/Twin.md", "Sub/Deep/Twin.md", "Longer path/Twin.md")),
        ("![[map.png]]", "Note.md", ("img/map.png", "Sub/img/map.png")),
        ("![[Sub/img/map.png]]", "Home.md", ("Sub/img/map.png",)),
        ("![](img/map.png)", "Sub/Note.md", ("Sub/img/map.png",)),
        ("[[../Note]]", "Sub/Deep/Other.md", ("Sub/Note.md",)),
        ("[[Both.markdown]]", "Home.md", ("Both.markdown",)), ("[[Same]]", "Home.md", ("Dup1.md", "Dup2.md")),
        ("[x](Other.md)", "Home.md", ("Sub/Deep/Other.md",)),
        ("[x](../Note.md)", "Sub/Twin.md", ("Note.md",)),
        *((f"[[{name}]]", "Sub/Note.md", ()) for name in ("Nowhere", "Wrong/Note", "../../Note", "./Home")),
        ("![[no.png]]", "Sub/Note.md", ()),
    ],
)  # fmt: skip
def test_links_lead_where_obsidians_do(written: str, source: str, candidates: tuple[str, ...]) -> None:
    (link,) = parse(written).links
    assert links.LinkResolver(VAULT).resolve(link, source) == list(candidates)
    assert links.LinkResolver(VAULT).path_of(link, source) == next(iter(candidates), None)


@pytest.mark.parametrize(
    ("written", "path", "missing"),
    [
        ("[[Gone]]", None, "gone"), ("[x](Gone.md)", None, "gone"), ("[[Gone]]", "Gone.md", None),
        ("![[plan.png]]", None, None),
    ],
)  # fmt: skip
def test_a_link_names_the_note_that_is_missing(written: str, path: str | None, missing: str | None) -> None:
    (link,) = parse(written).links
    assert links.ResolvedLink(link, path).missing == missing


def test_links_are_resolved_and_what_is_missing_is_named_in_one_case() -> None:
    text = "[[b]], [[B|again]], [[#Here]], [[a]], [[Gone]], ![[photo.PNG]], [[v1.2]]\n"
    graph = links.LinkGraph.of((stored("a.md", text), stored("b.md", "[[gone#Part]]\n")))
    assert (graph.targets("a.md"), graph.sources) == (("b.md",), {"a.md": (), "b.md": ("a.md",)})
    assert graph.requested == {"gone": ("a.md", "b.md"), "v1.2": ("a.md",)}
    assert graph.neighbours("b.md") == ("a.md",)
    assert [link.link.target for link in graph.outgoing["a.md"] if link.is_to_attachment] == ["photo.PNG"]


stored_once = cache(stored)
LINKED_PATHS = ("a.md", "x/a.md", "x/A.markdown", "x/b.md", "x.md", "y/x/a.md", "y/b.pdf", "c.png", "..b.md")
LINKING = (
    *("[[a]]", "[[A.md]] [[a]]", "[[x/a]]", "[[b]]", "[[c d]]", "[[b.pdf]] ![[c.png]]"),
    *("[[x/]] [[..b]] [[#a]]", "[[e/f]]", ""),
    *("[m](a.md)", "[m](../a.md)", "[m](.)", "[m](../x)", "[m](./)", "[m](b)", "[m](c%20d)"),
)
ALIASES = ("", "---\naliases: [a, c d]\n---\n", "---\naliases: [b, e/f, x/]\n---\n")
TEXTS = st.builds(str.__add__, st.sampled_from(ALIASES), st.lists(st.sampled_from(LINKING)).map(" ".join))
VAULTS = st.dictionaries(st.sampled_from(LINKED_PATHS), TEXTS)


@given(VAULTS, VAULTS)
@example({}, {"a.md": ""})
@example({"x.md": "[[c d]] [[x/]]"}, {"x.md": "[[c d]] [[x/]]", "a.md": ALIASES[1], "x/b.md": ALIASES[2]})
@example({"x/b.md": "[m](.)", "a.md": "[[a]]"}, {"x/b.md": "[m](.)", "a.md": "[[a]]", "x.md": ""})
@example({"x/b.md": "[[a]]", "x.md": ""}, {"x/b.md": "[[a]]", "x.md": "[m](b)"})
@example({"x/b.md": "[[c d]]", "a.md": ""}, {"x/b.md": "[[c d]]", "a.md": ALIASES[1]})
@example({"x/b.md": "[[a]]", "a.md": ""}, {"x/b.md": "[[a]]"})
def test_links_after_a_change_are_those_resolved_anew(before: dict[str, str], after: dict[str, str]) -> None:
    former, notes = (tuple(stored_once(*note) for note in vault.items()) for vault in (before, after))
    graph, counts = links.LinkGraph.of(notes), NameCounts.of(notes)
    renewed = links.LinkGraph.of(former).renewed(*differing_notes(former, notes), notes)
    assert renewed == graph
    names = NameCounts.renewed(former, NameCounts.of(former), notes).names.names
    for place, expected in counts.names.names.items():
        assert {name.folded: name.count for name in names[place]} == {n.folded: n.count for n in expected}


PATHS = ("Home.md", "Work/Home.md", "Work/Bridge.md", "Board.canvas", "Work/Plan #2.md", "Ünï/Straße.md")
RESOLVER = links.LinkResolver(dict.fromkeys(PATHS, ()))


@pytest.mark.parametrize(
    ("path", "headings", "link"),
    [
        ("Work/Bridge.md", (), "[[Bridge]]"), ("Work/Bridge.md", ("Steel", "Rivets"), "[[Bridge#Rivets]]"),
        ("Work/Plan #2.md", ("Steel beams",), "[Plan #2](Work/Plan%20%232.md#Steel%20beams)"),
        ("Work/Plan #2.md", ("May", "Done"), "[Plan #2](Work/Plan%20%232.md#May#Done)"),
        ("Work/Home.md", (), "[[Work/Home]]"), ("Home.md", ("A",), "[[Home#A]]"),
        ("Work/Bridge.md", ("C# | a^b [x] 1:2 %%",), "[[Bridge#C a b x 1 2]]"),
        ("Plan.pdf", ("Page 3 (1)", "Steel", "Rivets"), "[[Plan.pdf#page=3]]"),
        ("Work/Bridge.md", ("Bridge", "May", "Done"), "[[Bridge#May#Done]]"),
        ("Work/Bridge.md", ("Bridge", "May"), "[[Bridge#May]]"), ("Work/Bridge.md", ("###",), "[[Bridge]]"),
        ("Board.canvas", ("Card",), "[[Board.canvas]]"),
    ],
)  # fmt: skip
def test_a_link_is_as_short_as_can_be(path: str, headings: tuple[str, ...], link: str) -> None:
    known = (("Bridge",), ("Bridge", "May"), ("Bridge", "May", "Done"), ("Bridge", "June", "Done"))
    assert links.format_wikilink(path, headings, RESOLVER, known=(*known, ("May", "Done"))) == link


def test_an_ambiguous_name_is_written_with_its_path_in_the_whole_vault() -> None:
    assert links.format_wikilink("Work/Home.md", (), RESOLVER, "Notes/") == "[[Notes/Work/Home]]"
    assert links.format_wikilink("Work/Bridge.md", (), RESOLVER, "Notes/") == "[[Bridge]]"


@given(st.sampled_from(PATHS), st.text("aé #^[]|:\\%", max_size=8))
def test_a_link_leads_back_to_its_note_and_heading(path: str, heading: str) -> None:
    written = links.format_wikilink(path, (heading,), RESOLVER)
    if written.startswith("[["):
        link = links.read_wikilink(written[2:-2], "", False, 1)[0]
    else:
        found = links.read_destination(written.partition("](")[2][:-1], "", False, 1)
        assert found is not None
        link = found
    assert RESOLVER.path_of(link, "Elsewhere/x.md") == path
    kept = links.link_heading(heading) if path.endswith(".md") else ""
    assert link.heading == ((kept,) if kept else ())


@pytest.mark.parametrize(
    ("content", "addresses"),
    [
        ("see [the shop](https://shop.example/till) today", ("https://shop.example/till",)),
        ('an ![image](https://pictures.example/a.png "with a title")', ("https://pictures.example/a.png",)),
        ("<https://auto.example> and <me@post.example>", ("https://auto.example", "me@post.example")),
        ('<a href="https://anchor.example">here</a>', ("https://anchor.example",)),
        ("[write](mailto:letters@post.example)", ("mailto:letters@post.example",)),
        ("[spaces](https://x.example/a%20b)", ("https://x.example/a b",)),
        ("[a note](Other note.md) and [[Another]]", ()),
        ("[the guide][g] and [g]", ("https://guide.example",)), ("[unknown][h]", ()),
    ],
)  # fmt: skip
def test_the_addresses_of_a_passage_are_found(content: str, addresses: tuple[str, ...]) -> None:
    assert (
        links.link_addresses(content, links.link_definitions("text\n\n[G]: https://guide.example\n"))
        == addresses
    )


def note(path: str, title: str = "", aliases: tuple[str, ...] = ()) -> StoredNote:
    title = title or path.rpartition("/")[2].removesuffix(".md")
    return StoredNote(path, title, datetime(2026, 5, 1, tzinfo=UTC), "", (), {}, aliases, (), ())


NOTES = (
    note("People/Anna.md", aliases=("Annie",)), note("Projects/2026/Plan.md", title="The garden in spring"),
    note("Boat jobs.canvas", title="Boat jobs"), note("Cafe\u0301.md", title="Café"),
    *map(note, ("Home.md", "Archive/Plan.md", "7.md", "~draft.md", "Tea | coffee.md")),
    *map(note, (" Aside/ first.md", "[[odd]].md")),
)  # fmt: skip
FOLDER = Path("/vaults/mine")
NUMBERS = ("Home.md", "People/Anna.md", "Gone.md")


def find(name: str, numbers: tuple[str, ...] = NUMBERS) -> str:
    return links.NoteNames(NOTES, numbers, FOLDER).find(name)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        *((name, "People/Anna.md") for name in ("2", "#2", "anna", "Annie", "[[Anna|my sister]]")),
        *((name, "People/Anna.md") for name in ("People/Anna", "People/Anna.md", f"{FOLDER}/People/Anna.md")),
        ("[1]", "Home.md"), ("7", "7.md"), ("the garden in SPRING", "Projects/2026/Plan.md"),
        ("2026/Plan", "Projects/2026/Plan.md"), ("Boat jobs", "Boat jobs.canvas"), ("CAFÉ", "Cafe\u0301.md"),
        ("~draft", "~draft.md"), ("Tea | coffee.md", "Tea | coffee.md"), ("Tea | coffee", "Tea | coffee.md"),
        (" Aside/ first.md", " Aside/ first.md"), ("first", " Aside/ first.md"), ("[[odd]].md", "[[odd]].md"),
    ],
)  # fmt: skip
def test_a_note_is_found_by_number_and_by_any_of_its_names(name: str, path: str) -> None:
    assert find(name) == path


@pytest.mark.parametrize(
    ("name", "numbers", "message", "remedy"),
    [
        ("Plan", NUMBERS, "Plan is the name of 2 notes", "Archive/Plan.md, Projects/2026/Plan.md"),
        ("Ana", NUMBERS, "No note called Ana", "Anna"),
        *((name, NUMBERS, ".", "") for name in ("", "qqqqqqqq", "../../etc/passwd", "/etc/passwd")),
        ("12", NUMBERS, "1 to 3", ""), ("12", (), "none yet", ""),
        ("3", NUMBERS, r"Number 3 was Gone\.md", ""),
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused(name: str, numbers: tuple[str, ...], message: str, remedy: str) -> None:
    with pytest.raises(NoteNotFoundError, match=message) as raised:
        find(name, numbers)
    assert raised.value.remedy
    assert all(part in raised.value.remedy for part in remedy.split(", "))


def test_a_note_is_found_by_its_id_with_or_without_the_hash() -> None:
    for path, short in links.note_ids(note.path for note in NOTES).items():
        assert find(short) == find(f"#{short.upper()}") == path
        assert len(short) == 6


def test_ids_that_would_be_the_same_are_lengthened_and_the_short_form_is_not_guessed() -> None:
    paths = [f"{number}.md" for number in range(20_000)]
    ids = links.note_ids(paths)
    assert len(set(ids.values())) == len(paths)
    longer = next(path for path, short in ids.items() if len(short) > 7)
    short = ids[longer][:7]
    alike = [path for path in paths if links.has_id(path, short)]
    assert len(alike) == 2
    assert [path for path in alike if links.has_id(path, ids[longer])] == [longer]
    with pytest.raises(NoteNotFoundError, match="is the name of 2 notes"):
        links.NoteNames([note(path) for path in alike]).find(short)
