"""Links to notes as Obsidian writes them: as short as can be without meaning another note."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.vault.links import (
    LinkResolver,
    format_wikilink,
    link_heading,
    read_destination,
    read_wikilink,
)

PATHS = ("Home.md", "Work/Home.md", "Work/Bridge.md", "Board.canvas", "Work/Plan #2.md", "Ünï/Straße.md")
RESOLVER = LinkResolver(dict.fromkeys(PATHS, ()))


@pytest.mark.parametrize(
    ("path", "headings", "link"),
    [
        ("Work/Bridge.md", (), "[[Bridge]]"),
        ("Work/Bridge.md", ("Steel", "Rivets"), "[[Bridge#Rivets]]"),
        ("Work/Home.md", (), "[[Work/Home]]"),
        ("Home.md", ("A",), "[[Home#A]]"),
        ("Board.canvas", ("Card",), "[[Board.canvas]]"),
        ("Work/Bridge.md", ("C# | a^b [x] 1:2 %%",), "[[Bridge#C a b x 1 2]]"),
        ("Work/Bridge.md", ("###",), "[[Bridge]]"),
        ("Work/Plan #2.md", ("Steel beams",), "[Plan #2](Work/Plan%20%232.md#Steel%20beams)"),
    ],
)
def test_a_link_is_as_short_as_can_be(path: str, headings: tuple[str, ...], link: str) -> None:
    assert format_wikilink(path, headings, RESOLVER) == link


def test_an_ambiguous_name_is_written_with_its_path_in_the_whole_vault() -> None:
    assert format_wikilink("Work/Home.md", (), RESOLVER, "Notes/") == "[[Notes/Work/Home]]"
    assert format_wikilink("Work/Bridge.md", (), RESOLVER, "Notes/") == "[[Bridge]]"


@given(st.sampled_from(PATHS), st.text("aé #^[]|:\\%", max_size=8))
def test_a_link_leads_back_to_its_note_and_heading(path: str, heading: str) -> None:
    written = format_wikilink(path, (heading,), RESOLVER)
    if written.startswith("[["):
        link = read_wikilink(written[2:-2], "", False, 1)[0]
    else:
        found = read_destination(written.partition("](")[2][:-1], "", False, 1)
        assert found is not None
        link = found
    assert RESOLVER.resolve(link, "Elsewhere/x.md").path == path
    assert link.heading == (
        (link_heading(heading),) if link_heading(heading) and path.endswith(".md") else ()
    )
