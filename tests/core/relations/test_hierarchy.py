"""What hangs beneath what: by a property, by folders, by maps of content; and what to come back to."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from unittest.mock import AsyncMock, Mock

import pytest

from tests.builders import stored
from vaultsearch.core.relations.hierarchy import HierarchyFinder, parents_of
from vaultsearch.core.relations.review import due_tasks, rank_by_links
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.threads import MadeOnce
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import NoteEntry
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


TODAY = date(2026, 5, 10)
NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)


def entry(note: StoredNote) -> NoteEntry:
    return NoteEntry(note.path, note.title, "", note.date)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("- [ ] Call [[People/Anna|Anna]] 📅 2026-05-11", ("Call Anna", date(2026, 5, 11))),
        ("  * [ ] **Pay** rent ⏫ 🔁 [due:: 2026-05-01]", ("Pay rent", date(2026, 5, 1))),
        ("> 1. [ ] Renew (due:: 2026-05-20) [priority:: high]", ("Renew", date(2026, 5, 20))),
        ("- [x] Done 📅 2026-05-11", None), ("- [ ] No day", None), ("- [ ] No such day 📅 2026-05-32", None),
        ("- [ ] Long ago 📅 2024-05-11", None), ("- [ ] Far ahead 📅 2027-05-11", None),
    ],
)  # fmt: skip
def test_open_tasks_of_these_weeks_are_listed(line: str, shown: tuple[str, date] | None) -> None:
    tasks = due_tasks([stored("Plan.md", f"# Plan\n\n{line}\n")], TODAY, 9, entry)
    assert [(task.text, task.due) for task in tasks] == ([shown] if shown else [])
    assert all(task.line == 3 for task in tasks)


def test_the_earliest_tasks_come_first() -> None:
    notes = [stored(f"{day}.md", f"- [ ] {day} 📅 2026-05-{day:02}\n") for day in (12, 9, 11, 10)]
    assert [task.text for task in due_tasks(notes, TODAY, 3, entry)] == ["9", "10", "11"]


def test_central_notes_that_rest_and_notes_without_links() -> None:
    texts = {f"{i}.md": "[[Hub]] [[Opened]] [[Saved]]" for i in range(3)}
    texts |= dict.fromkeys(["Hub.md", "Opened.md", "Saved.md", "Alone.md", "Table.base"], "a")
    texts |= {"Day.md": "{{date}}"}
    old = NOW - timedelta(days=200)
    notes = [replace(stored(path, text), modified=old) for path, text in texts.items()]
    notes = [replace(note, modified=NOW) if note.path == "Saved.md" else note for note in notes]
    graph, opened = VaultGraph.of(tuple(notes)), {"Sea/Opened.md": NOW.timestamp()}
    central, unlinked, most_linked = rank_by_links({"Sea/": graph}, opened, NOW, 4)
    assert [[note.path for note in hubs] for hubs in (central, most_linked)] == [["Sea/Hub.md"]] * 2
    assert rank_by_links({"": VaultGraph.of(tuple(notes[-2:]))}, {}, NOW, 4)[2] == []
    assert [note.path for note in unlinked if note.path != "Sea/Table.base"] == ["Sea/Alone.md"]
