"""Whom and what the notes of a vault speak of: kinds, relations by properties, and what appears together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.values.relations import Entity, EntityKind

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault

NOTES = {
    "People/Anna Berg.md": "---\naliases: [Annie]\n---\nMy sister.\n",
    "Places/Oslo.md": "Up north.\n",
    "Books/Sea.md": "---\nauthor: '[[Erik Holm]]'\npublisher: '[[Nordlys]]'\n---\nOn loan from [[Annie]].\n",
    "2026-05-01.md": "With @anna in [[Oslo]]; wrote to erik@example.org. `@code` is none.\n",
    "2026-05-02.md": "[[Anna Berg]] was in [[Oslo]] with @Zoe, after [[2026-05-01]].\n",
    "Templates/Day.md": "{{date}} [[Oslo]]\n",
}


async def by_name(vault: Vault) -> dict[str, Entity]:
    return {entity.name: entity for entity in await vault.relations.entities()}


async def test_folders_properties_and_signs_say_what_something_is(vault: Vault) -> None:
    kinds = {name: entity.kind for name, entity in (await by_name(vault)).items()}
    assert kinds == {
        "Anna Berg": EntityKind.PERSON,
        "Erik Holm": EntityKind.PERSON,
        "Nordlys": EntityKind.ORGANIZATION,
        "Oslo": EntityKind.PLACE,
        "Zoe": EntityKind.PERSON,
        "erik@example.org": EntityKind.ADDRESS,
    }


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
    assert [entity.name for entity in await vault.relations.entities("annie")] == ["Anna Berg"]
    assert [entity.name for entity in await vault.relations.entities("holm")] == ["Erik Holm"]
    assert await vault.relations.entities("nobody") == ()


async def test_a_filter_finds_the_notes_that_speak_of_somebody_and_the_note_itself(vault: Vault) -> None:
    listed = await vault.query.list_notes('entity:"anna berg"')
    assert {note.path for note in listed} == {
        "2026-05-01.md",
        "2026-05-02.md",
        "Books/Sea.md",
        "People/Anna Berg.md",
    }
    proposed = await vault.query.completions("entity:eri", 10)
    assert {proposal.label for proposal in proposed.proposals} == {"Erik Holm", "erik@example.org"}
