"""Links and tags that a note may lack: names in its text, and tags of the notes near to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.search.indexed_notes import synced_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.values.relations import NoteSuggestions
from vaultsearch.service.vault import Vault

RIGGING = """---
tags: boat
title: Rigging
related: Keel bolts
---
# Keel bolts in a heading

The keel bolts hold; see [[Mast]], and the mast again. Varnishing took a day, with Old Tom's help.
`Rudder` in code, https://example.org/Rudder and #Rudder are none.

```
Rudder
```
The rudder is here. 我喜欢龙骨螺栓。
"""
pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTES = {
    "Rigging.md": RIGGING,
    "Parts/Keel bolts.md": "---\ntags: [boat, metal]\n---\nBronze bolts through the keel, by the rigging.\n",
    "Mast.md": "---\ntags: [boat, wood]\n---\nSpruce, with the rigging.\n",
    "Varnish.md": "---\naliases: [varnishing]\ntags: [wood]\n---\nSeven coats for the rigging.\n",
    "Thomas.md": "---\naliases: [Old Tom]\n---\nHe knows boats.\n",
    "Rudder.md": "---\ntags: [wood]\n---\nOak, below the rigging.\n",
    "A/Twice.md": "One.\n",
    "B/Twice.md": "Another twice.\n",
    "龙骨螺栓.md": "铜。\n",
    "2026-01-01.md": "Nothing.\n",
}


def links(suggested: NoteSuggestions) -> dict[str, tuple[int, str]]:
    return {link.path: (link.line, link.link) for link in suggested.mentions}


async def test_names_of_other_notes_in_the_text_are_suggested_as_links(vault: Vault) -> None:
    assert links(await vault.relations.suggestions("Rigging.md")) == {
        "Parts/Keel bolts.md": (8, "[[Keel bolts|keel bolts]]"),
        "Varnish.md": (8, "[[Varnish|Varnishing]]"),
        "Thomas.md": (8, "[[Thomas|Old Tom]]"),
        "Rudder.md": (14, "[[Rudder|rudder]]"),
        "龙骨螺栓.md": (14, "[[龙骨螺栓]]"),
    }


async def test_what_is_linked_or_named_by_several_notes_is_not_suggested(vault: Vault) -> None:
    assert "Mast.md" not in links(await vault.relations.suggestions("Rigging.md"))
    assert links(await vault.relations.suggestions("B/Twice.md")) == {}


async def test_tags_of_several_near_notes_are_suggested_but_not_the_notes_own(vault: Vault) -> None:
    suggested = await vault.relations.suggestions("Rigging.md")
    assert "boat" not in suggested.tags
    assert "metal" not in suggested.tags  # of one note alone
    assert suggested.tags in ((), ("wood",))  # three of ten notes have it, which is not most


async def test_related_notes_without_a_link_are_listed_alone(vault: Vault) -> None:
    every = {note.path for note in await vault.relations.related("Rigging.md", 9)}
    unlinked = {note.path for note in await vault.relations.related("Rigging.md", 9, unlinked=True)}
    assert every - unlinked == {"Mast.md"}


async def test_an_unknown_note_is_refused(vault: Vault) -> None:
    with pytest.raises(NoteNotFoundError):
        await vault.relations.suggestions("Nowhere")


async def test_a_note_that_says_nearly_the_same_elsewhere_is_suggested_by_its_heading(tmp_path: Path) -> None:
    said = "The spar of spruce was varnished seven times in the shed by the river before the launch in May."
    notes = {
        "Log.md": f"# Log\n\n## Varnish\n\n{said}\n",
        "Spars.md": f"# Spars\n\n## Varnish\n\n{said}\n",
        "Templates/Spar.md": f"{{{{title}}}}\n\n## Varnish\n\n{said}\n",
        "Bread.md": "Rye, salt and water.\n",
    }
    async with synced_vault(tmp_path, notes) as vault:
        (link,) = (await vault.relations.suggestions("Log.md")).mentions
    assert (link.path, link.line, link.link) == ("Spars.md", 5, "[[Spars#Varnish]]")
    assert said.startswith(link.text)
