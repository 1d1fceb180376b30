"""Resolution of links by Obsidian's rules."""

from __future__ import annotations

import pytest

from tests.core.vault.reading import parse
from vaultsearch.core.vault.links import LinkResolution, LinkResolver

VAULT: dict[str, tuple[str, ...]] = {
    "Home.md": ("Start",),
    "Note.md": (),
    "Sub/Note.md": ("Second",),
    "Sub/Deep/Other.md": ("start here",),
    "Longer path/Twin.md": (),
    "Sub/Twin.md": (),
    "Sub/Deep/Twin.md": (),
    "Cafe\u0301.md": (),
    "a b/c d.md": (),
    "v1.2.md": (),
    "img/map.png": (),
    "Sub/img/map.png": (),
    "Lab/Trial.qmd": (),
    "Both.md": (),
    "Both.markdown": (),
    "Dup1.md": ("Same",),
    "Dup2.md": ("Same",),
}


@pytest.mark.parametrize(
    ("written", "source", "path"),
    [
        ("[[Note]]", "Sub/Twin.md", "Note.md"),
        ("[[note.MD]]", "Home.md", "Note.md"),
        ("[[Sub/Note]]", "Home.md", "Sub/Note.md"),
        ("[[Deep/Other]]", "Home.md", "Sub/Deep/Other.md"),
        ("[[other#Heading]]", "Home.md", "Sub/Deep/Other.md"),
        ("[[/Note]]", "Sub/Twin.md", "Note.md"),
        ("[[../Note]]", "Sub/Deep/Other.md", "Sub/Note.md"),
        ("[[./Twin]]", "Sub/Deep/Other.md", "Sub/Deep/Twin.md"),
        ("[[#Heading]]", "Home.md", "Home.md"),
        ("[[Caf\u00e9]]", "Home.md", "Cafe\u0301.md"),
        ("[[v1.2]]", "Home.md", "v1.2.md"),
        ("[[Start]]", "Note.md", "Home.md"),
        ("[[Start Here]]", "Note.md", "Sub/Deep/Other.md"),
        ("[[Trial]]", "Home.md", "Lab/Trial.qmd"),
        ("[[Lab/Trial]]", "Home.md", "Lab/Trial.qmd"),
        ("[[Both.markdown]]", "Home.md", "Both.markdown"),
        ("[x](c%20d.md)", "a b/c d.md", "a b/c d.md"),
        ("[x](Note.md)", "Sub/Twin.md", "Sub/Note.md"),
        ("[x](../Note.md)", "Sub/Twin.md", "Note.md"),
        ("[x](Other.md)", "Home.md", "Sub/Deep/Other.md"),
        ("![[Sub/img/map.png]]", "Home.md", "Sub/img/map.png"),
        ("![](img/map.png)", "Sub/Note.md", "Sub/img/map.png"),
    ],
)
def test_a_link_leads_to_one_file(written: str, source: str, path: str) -> None:
    (link,) = parse(written).links
    assert LinkResolver(VAULT).resolve(link, source) == LinkResolution((path,))


@pytest.mark.parametrize(
    ("written", "source", "candidates"),
    [
        ("[[Twin]]", "Home.md", ("Sub/Twin.md", "Sub/Deep/Twin.md", "Longer path/Twin.md")),
        ("[[Twin]]", "Sub/Deep/Other.md", ("Sub/Deep/Twin.md", "Sub/Twin.md", "Longer path/Twin.md")),
        ("[[Same]]", "Home.md", ("Dup1.md", "Dup2.md")),
        ("![[map.png]]", "Note.md", ("img/map.png", "Sub/img/map.png")),
    ],
)
def test_of_several_obsidians_own_is_first(written: str, source: str, candidates: tuple[str, ...]) -> None:
    (link,) = parse(written).links
    found = LinkResolver(VAULT).resolve(link, source)
    assert found == LinkResolution(candidates)
    assert found.path == candidates[0]


@pytest.mark.parametrize(
    "written", ["[[Nowhere]]", "[[Wrong/Note]]", "[[../../Note]]", "[[./Home]]", "![[no.png]]"]
)
def test_a_link_that_leads_nowhere_is_unresolved(written: str) -> None:
    (link,) = parse(written).links
    found = LinkResolver(VAULT).resolve(link, "Sub/Note.md")
    assert found == LinkResolution()
    assert found.path is None
