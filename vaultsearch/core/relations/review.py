"""Notes and tasks to come back to: due tasks, central notes left alone, notes from this day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from heapq import nlargest, nsmallest
from itertools import islice
from operator import itemgetter

from vaultsearch.core.relations.vault_graph import VaultGraph
from vaultsearch.core.values.note import NOTE_KINDS, StoredNote
from vaultsearch.core.values.query import NoteEntry, OpenTask
from vaultsearch.core.values.times import DUE, local_day

_TASK = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[ \][ \t]+(.+)$", re.MULTILINE)
_FIELD = re.compile(r"[⏳🛫➕✅❌🔁⏫🔼🔽🔺⏬🆔⛔]️?\s*(?:\d{4}-\d\d-\d\d)?|[\[(]\w+::[^\])]*[\])]")
_WIKILINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_MARKUP = re.compile(r"[*_`=]{2,}|`")
_MAX_OVERDUE, _MAX_AHEAD = timedelta(days=60), timedelta(days=14)
"""How long a task is listed after its due date, and how long before."""
_MIN_REST = timedelta(days=90)
_MIN_BACKLINKS = 3
"""Minimum backlinks of a central note."""
_MAX_TASK_LENGTH = 200
_MAX_DAYS_APART, _LEAP = 3, 2024
DatedNote = tuple[date, StoredNote]
"""Days before and after the day a year ago."""


def may_be_due(note: StoredNote) -> bool:
    """Return whether a note may have a dated task; most need not be searched line by line."""
    text = note.text
    return "[ ]" in text and ("due::" in text or any(sign in text for sign in "📅📆🗓"))


def due_tasks(
    notes: Iterable[StoredNote], today: date, n: int, entry: Callable[[StoredNote], NoteEntry]
) -> tuple[OpenTask, ...]:
    """Return up to ``n`` open tasks overdue lately or due soon, the earliest first, each with an entry."""
    tasks = (
        task
        for note in filter(may_be_due, notes)
        for task in _tasks_of(note, entry)
        if today - _MAX_OVERDUE <= task.due <= today + _MAX_AHEAD
    )
    return tuple(nsmallest(n, tasks, key=lambda task: task.due))


def _tasks_of(note: StoredNote, entry: Callable[[StoredNote], NoteEntry]) -> Iterator[OpenTask]:
    for match in _TASK.finditer(note.text):
        due = DUE.search(match[1])
        if due is None:
            continue
        try:
            day = date.fromisoformat(due[1])
        except ValueError:  # such as the 32nd
            continue
        # Fields of the Tasks plugin and Dataview are for programs, not for readers.
        shown = _FIELD.sub("", match[1].replace(due[0], ""))
        text = _MARKUP.sub("", _WIKILINK.sub(r"\1", shown))
        line = note.text.count("\n", 0, match.start()) + 1
        yield OpenTask(" ".join(text.split())[:_MAX_TASK_LENGTH], day, entry(note), line)


def rank_by_links(
    graphs: Mapping[str, VaultGraph], opened: Mapping[str, float], now: datetime, n: int
) -> tuple[list[StoredNote], ...]:
    """Return central notes neither opened nor saved for long, notes without links, and the most linked note.

    ``graphs`` are those of vaults, by the beginning of their notes' paths in the result and in ``opened``,
    which maps paths to seconds since the epoch.
    """
    before = (now - _MIN_REST).timestamp()
    written = [
        (len(graph.links.sources[path]), start, note, graph.links)
        for start, graph in graphs.items()
        for path, note in graph.notes.items()
        if path not in graph.templates and note.kind in NOTE_KINDS
    ]
    written.sort(key=itemgetter(0), reverse=True)
    resting = (
        (start, note)
        for backlinks, start, note, _ in written
        if backlinks >= _MIN_BACKLINKS and max(_saved_at(note), opened.get(start + note.path, 0.0)) < before
    )
    alone = (
        (start, note)
        for backlinks, start, note, links in written
        if not (backlinks or (links.outgoing.get(note.path) and links.targets(note.path)))
    )
    latest = nlargest(n, alone, key=lambda each: _saved_at(each[1]))
    most_linked = [(start, note) for backlinks, start, note, _ in written[:1] if backlinks]
    return tuple(
        [replace(note, path=start + note.path) for start, note in ranked]
        for ranked in (islice(resting, n), latest, most_linked)
    )


def _saved_at(note: StoredNote) -> float:
    return (note.modified or note.date).timestamp()


def notes_of_days(notes: Iterable[StoredNote], today: date, n: int) -> tuple[list[DatedNote], ...]:
    """Return up to ``n`` notes dated this day in an earlier year, the latest first.

    And up to ``n`` from the other days around this day a year ago, the nearest first. The day of saving does
    not count.
    """
    then = today - timedelta(days=365)
    # Another time zone's day may be the next; most notes are ruled out without their local day.
    apart = map(timedelta, range(-_MAX_DAYS_APART - 2, _MAX_DAYS_APART + 3))
    near = {((day := then.replace(year=_LEAP) + days).month, day.day) for days in apart}
    about = (note for note in notes if (note.date.month, note.date.day) in near)
    # A date equal to the time of saving is the file's, not the note's own.
    dated = [(local_day(note.date), note) for note in about if note.date != note.modified]
    same_day, others = list[DatedNote](), list[DatedNote]()
    for day, note in dated:
        (same_day if (day.month, day.day) == (today.month, today.day) else others).append((day, note))
    past = (each for each in same_day if each[0].year < today.year)
    around = (each for each in others if abs((each[0] - then).days) <= _MAX_DAYS_APART)
    return nlargest(n, past, key=itemgetter(0)), nsmallest(n, around, key=lambda each: abs(each[0] - then))
