"""What to come back to: tasks that are due, central notes long not opened, notes without links."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.builders import stored
from vaultsearch.core.relations.review import due_tasks, rank_by_links
from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import NoteEntry

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
