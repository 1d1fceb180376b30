"""Whom and what the notes of a vault speak of: kinds, relations by properties, and what appears together."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import stored, write_notes
from tests.core.search.indexed_notes import synced_vault
from tests.scripted_model import MODEL, ScriptedModel, serving
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.relations.entities import EntityReading, occurs_in_text, read_answer_lines
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.relations import Entity, EntityKind, ModelRelation, NoteName
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTES = {
    "People/Anna Berg.md": "---\naliases: [Annie]\n---\nMy sister.\n",
    "Places/Oslo.md": "Up north, says [[👤 Ida]].\n",
    "Books/Sea.md": "---\nauthor: '[[Erik Holm]]'\npublisher: '[[Nordlys]]'\n---\nOn loan from [[Annie]].\n",
    "2026-05-01.md": "With @anna in [[Oslo]]; wrote to erik@example.org. `@code` is none.\n",
    "2026-05-02.md": "[[Anna Berg]] was in [[Oslo]] with @Zoe, after [[2026-05-01]].\n",
    "Templates/Day.md": "{{date}} [[Oslo]]\n", "👤 Ida.md": "Nothing but the sign says who that is.\n",
    "Nordlys.md": "In the north.\n", "Zoe sails.md": "No note of a person.\n",
}  # fmt: skip


async def by_name(vault: Vault) -> dict[str, Entity]:
    return {entity.name: entity for entity in await vault.relations.entities()}


async def test_folders_properties_and_signs_say_what_something_is(vault: Vault) -> None:
    assert {name: entity.kind for name, entity in (await by_name(vault)).items()} == {
        "Anna Berg": EntityKind.PERSON, "Erik Holm": EntityKind.PERSON, "Nordlys": EntityKind.ORGANIZATION,
        "Oslo": EntityKind.PLACE, "Zoe": EntityKind.PERSON, "erik@example.org": EntityKind.ADDRESS,
        "👤 Ida": EntityKind.PERSON,
    }  # fmt: skip


async def test_an_alias_and_a_first_name_stand_for_the_person_with_a_note(vault: Vault) -> None:
    anna = (await by_name(vault))["Anna Berg"]
    assert [note.path for note in anna.notes] == ["2026-05-01.md", "2026-05-02.md", "Books/Sea.md"]
    assert anna.aliases == ("Annie",)


async def test_a_property_is_a_relation_and_notes_in_common_are_counted(vault: Vault) -> None:
    entities = await by_name(vault)
    (relation,) = entities["Erik Holm"].relations
    assert (relation.property, relation.note.path) == ("author", "Books/Sea.md")
    assert entities["Erik Holm"].path is None
    assert entities["Oslo"].beside[0] == ("Anna Berg", 2)


async def test_a_name_finds_by_alias_and_by_a_part(vault: Vault) -> None:
    named = {"annie": ["Anna Berg"], "holm": ["Erik Holm"], "nobody": []}
    found = {name: await vault.relations.entities(name) for name in named}
    assert {name: [entity.name for entity in entities] for name, entities in found.items()} == named


async def test_a_filter_finds_the_notes_that_speak_of_somebody_and_the_note_itself(vault: Vault) -> None:
    listed = await vault.query.list_notes('entity:"anna berg"')
    of_anna = {"2026-05-01.md", "2026-05-02.md", "Books/Sea.md", "People/Anna Berg.md"}
    assert {note.path for note in listed} == of_anna
    proposed = await vault.query.completions("entity:eri", 10)
    assert {proposal.label for proposal in proposed.proposals} == {"Erik Holm", "erik@example.org"}


READ = """Here is what I read:
Anna | person
1. Oslo | place
| **Fjord Cafe** | organization |
Erik Holm | person
Atlantis | place
it | other
Anna | met | Erik Holm
Anna | lives in | Atlantis
Erik Holm | person | Oslo
Anna | met | Erik | Holm
Anna |
a sentence that goes on and on and on, in which somebody thinks aloud about what a note may speak of | other
"""
READ_NOTES = {
    "People/Anna Berg.md": "My sister.\n", "Places/Oslo.md": "Up north.\n",
    "Day.md": "Lunch with Anna and Erik Holm in the fjord cafe, [[Oslo]].\n",
    "Copy.md": "Lunch with Anna and Erik Holm in the fjord cafe, [[Oslo]].\n",
}  # fmt: skip


async def test_lines_of_any_other_form_are_dropped() -> None:
    assert read_answer_lines(READ) == [
        ("Anna", "person"), ("Oslo", "place"), ("Fjord Cafe", "organization"), ("Erik Holm", "person"),
        ("Atlantis", "place"), ("Anna", "met", "Erik Holm"), ("Anna", "lives in", "Atlantis"),
    ]  # fmt: skip
    answers = ("I cannot do that.", "", "|\n||\n | | \n")
    assert [read_answer_lines(answer) for answer in answers] == [[], [], []]
    assert len(read_answer_lines("\n".join(f"Name{n} | person" for n in range(1000)))) < 100


@given(st.text(st.sampled_from("ab |*-1.\n\r\0é道\u2028"), max_size=80))
async def test_no_answer_whatever_is_an_error(answer: str) -> None:
    reading = EntityReading.of(answer, stored("Day.md", "Lunch with ab and é in 道."))
    assert all(occurs_in_text(name, fold_text("Day\nLunch with ab and é in 道.")) for name in reading.kinds)


async def test_a_name_stands_in_a_note_as_whole_words_in_any_case_and_accent() -> None:
    text = fold_text("Erik\nHolm met José and Mu\u0308ller; 昨天和李明吃饭。")
    standing = ["Erik Holm", "erik holm", "Erik\tHolm", "José", "jose", "Müller", "李明"]
    names = [*standing, "Rik", "Holmes", "李白", "Holm Erik"]
    assert [name for name in names if occurs_in_text(name, text)] == standing


async def test_what_a_model_read_joins_the_graph_as_far_as_it_stands_in_the_notes(tmp_path: Path) -> None:
    with serving(ScriptedModel((READ,))) as model:
        parameters = Parameters({"ask.base_url": model.address, "ask.model": MODEL})
        async with synced_vault(tmp_path, READ_NOTES, parameters) as vault:
            assert set(await by_name(vault)) == {"Oslo"}
            assert await vault.write_by_model(TextKind.ENTITIES) == 3  # two notes are of one text
            entities = await by_name(vault)
            assert set(entities) == {"Oslo", "Anna Berg", "Fjord Cafe", "Erik Holm"}
            oslo, anna, cafe = entities["Oslo"], entities["Anna Berg"], entities["Fjord Cafe"]
            # A link says more than a model: only what it alone read is marked as by it.
            assert ([note.path for note in oslo.notes], oslo.model_notes) == (["Copy.md", "Day.md"], ())
            assert anna.path == "People/Anna Berg.md"
            assert anna.notes == anna.model_notes == (NoteName("Copy.md", "Copy"), NoteName("Day.md", "Day"))
            assert (cafe.kind, cafe.path) == (EntityKind.ORGANIZATION, None)
            met = ModelRelation("Anna Berg", "met", "Erik Holm", NoteName("Day.md", "Day"))
            assert met in anna.model_relations
            assert not any("Atlantis" in relation.object for relation in anna.model_relations)
            listed = await vault.query.list_notes('entity:"erik holm"')
            assert {note.path for note in listed} == {"Day.md", "Copy.md"}
            write_notes(tmp_path / "vault", {"Day.md": "Alone.\n", "Copy.md": "Alone as well.\n"})
            await vault.index.sync()
            assert not await by_name(vault)  # of a text that is no more, nothing is left
