"""Unlinked mentions: names in prose, not in links, code or other words; links and tags a note may lack."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.core.search.indexed_notes import indexed, synced_vault
from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.relations import mentions as mentioning
from vaultsearch.core.relations.vault_graph import VaultGraphs
from vaultsearch.core.values.relations import NoteSuggestions, Reference
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def mentions(
    folder: Path, notes: Mapping[str, str], of: str
) -> tuple[tuple[Reference, ...], tuple[str, ...]]:
    async with indexed(folder, notes) as corpus:
        graph = await VaultGraphs(corpus.notes.lately)()
        return await mentioning.find_mentions(corpus.notes, graph.notes[of], graph.notes)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The sea otter sleeps.", True), ("the SEA  OTTER sleeps", True), ("Sea otter", True),
        ("(sea otter)", True), ("sea otters sleep", False), ("undersea otter", False),
        ("the otter and the sea", False), ("see [[Sea otter]]", False),
        ("see [[Sea otter|them]] and [the sea otter](x.md)", False),
        ("see [[Sea otter]]: a sea otter floats", True), ("`sea otter`", False), ("%% sea otter %%", False),
        ("at https://a.example/sea%20otter", False), ("海獭是sea otter的中文名", True),
    ],
)  # fmt: skip
async def test_a_name_is_mentioned_as_whole_words(tmp_path: Path, text: str, found: bool) -> None:
    notes = {"Sea otter.md": "An animal.\n", "Day.md": f"{text}\n"}
    places, _ = await mentions(tmp_path, notes, "Sea otter.md")
    assert [one.path for one in places] == (["Day.md"] if found else [])


async def test_a_mention_tells_its_line_heading_and_sentence(tmp_path: Path) -> None:
    long = "Nothing of it is here, but the line is long, and so it goes on and on for a while. " * 3
    fence = "```\nsea otter\n```\n"
    text = f"---\ntags: [x]\n---\n# Coast\n\n## West\n\n{fence}\n{long}A sea otter was seen. It left.\n"
    places, _ = await mentions(tmp_path, {"Sea otter.md": "x\n", "Day.md": text}, "Sea otter.md")
    (one,) = places
    assert (one.path, one.title, one.line) == ("Day.md", "Day", 12)
    assert (one.heading_path, one.text) == (("Coast", "West"), "A sea otter was seen.")


async def test_titles_aliases_and_names_behind_a_sign_are_looked_for_accents_aside(tmp_path: Path) -> None:
    notes = {
        "📺风起陇西.md": "---\naliases: [Café Élan]\n---\nx\n", "a.md": "昨天看了风起陇西的第一集。\n",
        "b.md": "We met in the cafe elan.\n", "📺风起陇西 2.md": "Nothing.\n",
    }  # fmt: skip
    places, _ = await mentions(tmp_path, notes, "📺风起陇西.md")
    assert {(one.path, one.written) for one in places} == {("a.md", "风起陇西"), ("b.md", "Café Élan")}


async def test_what_says_too_little_is_no_name() -> None:
    names = ("AI", "The", "2024-12-12", "猫", "猫咪", "Ant")
    assert [name for name in names if mentioning.is_specific(name)] == ["猫咪", "Ant"]


async def test_a_word_that_a_good_part_of_the_vault_holds_names_nobody(tmp_path: Path) -> None:
    notes = {f"{i}.md": "Some work was done.\n" for i in range(40)} | {"Work.md": "x\n"}
    places, common = await mentions(tmp_path, notes, "Work.md")
    assert (places, common) == ((), ("Work",))
    assert [mentioning.is_common(n, of) for n, of in ((40, 5000), (29, 99), (30, 99))] == [False, False, True]


async def test_a_korean_particle_does_not_part_a_name_from_its_note() -> None:
    assert mentioning.name_pattern("해달").search("해달은 바다에 산다")
    assert not mentioning.name_pattern("otter").search("otters")


LONG = "The first sentence says nothing at all of interest to anybody. " * 3


@pytest.mark.parametrize(
    ("line", "name", "shown"),
    [
        ("  - first. See [[Otter]] there. last.  ", "Otter", "- first. See [[Otter]] there. last."),
        (f"{LONG}See [[Otter]] there. {LONG}", "Otter", "See [[Otter]] there."),
        (f"{LONG}See [it](Sea%20otter.md). {LONG}", "Sea otter", "See [it](Sea%20otter.md)."),
    ],
)
async def test_a_short_line_is_shown_whole_of_a_long_one_a_sentence(line: str, name: str, shown: str) -> None:
    assert mentioning.excerpt_around(line, name) == shown


async def test_a_sentence_without_end_is_cut_around_the_place() -> None:
    shown = mentioning.excerpt_around("word " * 200 + "[[Otter]]" + " word" * 200, "Otter")
    assert ("[[Otter]]" in shown, len(shown) <= 330, shown[0], shown[-1]) == (True, True, "…", "…")


RIGGING = """---
tags: boat
title: Rigging
related: Keel bolts
---
# Keel bolts in a heading

The keel bolts hold; see [[Mast]], and the mast again. Varnishing took a day, with Old Tom's oar.
`Rudder` in code, https://example.org/Rudder and #Rudder are none.

```
Rudder
```
The rudder is here. 我喜欢龙骨螺栓。
"""
NOTES = {
    "Rigging.md": RIGGING,
    "Parts/Keel bolts.md": "---\ntags: [boat, metal]\n---\nBronze bolts through the keel, by the rigging.\n",
    "Mast.md": "---\ntags: [boat, wood]\n---\nSpruce, with the rigging.\n",
    "Varnish.md": "---\naliases: [varnishing]\ntags: [wood]\n---\nSeven coats for the rigging.\n",
    "Thomas.md": "---\naliases: [Old Tom]\n---\nHe knows boats.\n",
    "Rudder.md": "---\ntags: [wood]\n---\nOak, below the rigging.\n", "A/Twice.md": "One.\n",
    "B/Twice.md": "Another twice.\n", "龙骨螺栓.md": "铜。\n", "2026-01-01.md": ".\n", "Oar.md": "Ash.\n",
}  # fmt: skip


def links(suggested: NoteSuggestions) -> dict[str, tuple[int, str]]:
    return {link.path: (link.line, link.link) for link in suggested.mentions}


async def test_names_of_other_notes_in_the_text_are_suggested_as_links(vault: Vault) -> None:
    assert links(await vault.relations.suggestions("Rigging.md")) == {
        "Parts/Keel bolts.md": (8, "[[Keel bolts|keel bolts]]"), "Varnish.md": (8, "[[Varnish|Varnishing]]"),
        "Thomas.md": (8, "[[Thomas|Old Tom]]"), "Rudder.md": (14, "[[Rudder|rudder]]"),
        "Oar.md": (8, "[[Oar|oar]]"), "龙骨螺栓.md": (14, "[[龙骨螺栓]]"),
    }  # fmt: skip


async def test_a_name_of_several_notes_is_not_suggested_and_an_unknown_note_is_refused(vault: Vault) -> None:
    assert links(await vault.relations.suggestions("B/Twice.md")) == {}
    with pytest.raises(NoteNotFoundError):
        await vault.relations.suggestions("Nowhere")


async def test_tags_of_several_near_notes_are_suggested_but_not_the_notes_own(vault: Vault) -> None:
    suggested = await vault.relations.suggestions("Rigging.md")
    assert suggested.tags in ((), ("wood",)), "three of eleven notes are not most; metal has one"


async def test_related_notes_without_a_link_are_listed_alone(vault: Vault) -> None:
    every = {note.path for note in await vault.relations.related("Rigging.md", 9)}
    unlinked = {note.path for note in await vault.relations.related("Rigging.md", 9, unlinked=True)}
    assert every - unlinked == {"Mast.md"}


async def test_a_note_that_says_nearly_the_same_elsewhere_is_suggested_by_its_heading(tmp_path: Path) -> None:
    said = "The spar of spruce was varnished seven times in the shed by the river before the launch in May."
    notes = {
        "Log.md": f"# Log\n\n## Varnish\n\n{said}\n", "Spars.md": f"# Spars\n\n## Varnish\n\n{said}\n",
        "Templates/Spar.md": f"{{{{title}}}}\n\n## Varnish\n\n{said}\n", "Bread.md": "Rye, salt and water.\n",
    }  # fmt: skip
    async with synced_vault(tmp_path, notes) as vault:
        (link,) = (await vault.relations.suggestions("Log.md")).mentions
    assert (link.path, link.line, link.link) == ("Spars.md", 5, "[[Spars#Varnish]]")
    assert said.startswith(link.text)
