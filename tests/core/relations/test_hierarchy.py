"""What hangs beneath what: by a property, by folders, by maps of content; and the filter for it."""

import asyncio
from unittest.mock import AsyncMock, Mock

import pytest

from tests.builders import stored
from vaultsearch.core.relations.hierarchy import HierarchyFinder, parents_of
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.threads import MadeOnce
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTES = {
    "Boat/Boat.md": "The boat.\n", "Boat/Rigging/index.md": "The rigging.\n",
    "Boat/Rigging/Mast.md": "Spruce.\n", "Sail.md": "---\nup: '[[Mast]]'\naliases: [Canvas]\n---\nCotton.\n",
    "Food MOC.md": "- [[Bread]]\n- [[Tea]]\n- [[Cake|cakes]]\n", "Bread.md": "See [[Food MOC]].\n",
    "Tea.md": "Green.\n", "Cake.md": "---\nparent: '[[Bread]]'\n---\nWith [[Tea]].\n",
    "Loop A.md": "---\nup: '[[Loop B]]'\n---\n", "Loop B.md": "---\nup: '[[Loop A]]'\n---\n",
    "Trip 1.2.md": "A trip.\n", "Trip 1.2/Packing.md": "Socks.\n", "List.md": "[[Bread]] [[Tea]] [[Mast]]\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("under:Boat", {"Boat/Rigging/index.md", "Boat/Rigging/Mast.md", "Sail.md"}),
        ("under:[[Mast]]", {"Sail.md"}), ('under:"Food MOC"', {"Bread.md", "Tea.md", "Cake.md"}),
        ("under:bread", {"Cake.md"}), ('under:"Loop A"', {"Loop B.md"}), ("under:List", set()),
        ('under:"Trip 1.2"', {"Trip 1.2/Packing.md"}), ("-under:Boat path:Boat/", {"Boat/Boat.md"}),
    ],
)  # fmt: skip
async def test_a_filter_finds_all_beneath_a_note(vault: Vault, query: str, paths: set[str]) -> None:
    assert {note.path for note in await vault.query.list_notes(query)} == paths


async def test_notes_with_others_beneath_them_are_proposed(vault: Vault) -> None:
    proposed = await vault.query.completions("under:foo", 9)
    assert [proposal.label for proposal in proposed.proposals] == ["Food MOC"]


async def test_the_way_from_the_top_to_a_note_is_told_and_ends_in_a_loop(vault: Vault) -> None:
    above = await vault.relations.above("Sail.md")
    assert [note.path for note in above] == ["Boat/Boat.md", "Boat/Rigging/index.md", "Boat/Rigging/Mast.md"]
    assert [note.path for note in await vault.relations.above("Loop A.md")] == ["Loop B.md"]
    assert await vault.relations.above("List.md") == ()


async def test_the_hierarchy_is_made_once_for_two_notes_that_are_visited_in_turn() -> None:
    """It was made twice, at the same time, and the window waited for both."""
    making, graph = Mock(wraps=parents_of), VaultGraph.of(())

    derived = MadeOnce(AsyncMock(return_value=graph), making)
    first, second = await asyncio.gather(derived.with_source(), derived.with_source())
    assert first == second
    making.assert_called_once_with(graph)


MAP = "[[A]] [[B]] [[C]]\n"


@pytest.mark.parametrize(
    ("before", "after", "child"),
    [
        ("#moc " + MAP, "#boat " + MAP, "A.md"),
        ("---\ntitle: Boat MOC\n---\n" + MAP, "---\ntitle: Boats\n---\n" + MAP, "A.md"),
        ("#moc " + MAP, "#moc [[A]] [[B]]\n", "A.md"),
        ("---\nup: '[[A]]'\n---\n", "---\nabout: '[[A]]'\n---\n", "Boat/Changed.md"),
        ("---\nup: '[[A]]'\n---\n", "---\nup: '[[B]]'\n---\n", "Boat/Changed.md"),
        ("A day.\n", "{{date}}\n", "Boat/Changed.md"),
    ],
)
async def test_a_change_of_what_tells_parents_is_taken_up(before: str, after: str, child: str) -> None:
    others = tuple(stored(f"{name}.md", "words") for name in ("A", "B", "C", "Boat"))
    graph = VaultGraph.of((*others, stored("Boat/Changed.md", before)))

    async def graphs() -> VaultGraph:
        return graph

    hierarchy = HierarchyFinder(graphs)  # type: ignore[arg-type]  # asks no more
    first = await hierarchy.by_note()
    graph = graph.renewed((*others, stored("Boat/Changed.md", f"{before}\nAnd more words.\n")))
    assert await hierarchy.by_note() is first
    graph = graph.renewed((*others, stored("Boat/Changed.md", after)))
    then = await hierarchy.by_note()
    assert then.get(child) != first[child]
    assert then == await HierarchyFinder(graphs).by_note()  # type: ignore[arg-type]  # as above
