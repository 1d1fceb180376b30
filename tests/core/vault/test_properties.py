"""A note's properties stand at its top, with links that lead somewhere, and fold to their names."""

from __future__ import annotations

from vaultsearch.core.values.note import with_folds
from vaultsearch.core.vault.rendering.page import NotePage

NOTE = """---
status: draft <b>
tags: [boat, "#wood"]
created: 2026-03-04
seen: 2026-03-04T10:30
done: true
sure: false
related: "[[Keel|the keel]]"
places:
  - https://example.org/a
  - "[[Rig]]"
nothing:
size: {width: 3}
---
Text.
"""


def table(text: str) -> str:
    return with_folds(NotePage("a.md", "a", text).html(0, None), lambda _: True)


def test_each_property_is_a_row_with_its_value() -> None:
    html = table(NOTE)
    for name, value in {
        "status": "draft &lt;b&gt;",
        "created": "2026-03-04",
        "seen": "2026-03-04 10:30",
        "done": "☑",
        "sure": "☐",
        "related": "<a class='wikilink' href='note:Keel'>the keel</a>",
        "nothing": "",
        "size": "<span class='chip'>&nbsp;width: 3&nbsp;</span>",
    }.items():
        assert f"<td class='property'>{name}</td><td>{value}</td>" in html
    assert "<a class='tag' href='tag:wood'>#wood</a>" in html
    assert "<span class='chip'>&nbsp;<span" not in html
    assert "<a class='wikilink' href='https://example.org/a'>https://example.org/a</a>" in html
    assert "<a class='wikilink' href='note:Rig'>Rig</a>" in html
    assert html.endswith("<p>Text.</p>")


def test_folded_there_is_a_line_with_the_names() -> None:
    html = with_folds(NotePage("a.md", "a", NOTE).html(0, None), lambda _: False)
    assert "<table" not in html
    assert (
        "<a class='fold' href='fold:0'>▸</a> <span class='status' title='0'>status · tags · created" in html
    )
    assert " · tags · " not in table(NOTE), "the names are not said twice"


def test_a_note_of_properties_alone_shows_them() -> None:
    """It opened as an empty page."""
    assert "<td class='property'>status</td><td>open</td>" in table("---\nstatus: open\n---\n")


def test_a_note_without_properties_has_no_table() -> None:
    assert table("Text.\n") == "<p>Text.</p>"
    assert "property" not in table("---\nnot: [closed\n---\nText.\n")
