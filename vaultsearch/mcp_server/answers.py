"""Convert values to the tools' answers, as published in schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from vaultsearch.core.errors import QueryError
from vaultsearch.core.files import LineRange, select_lines
from vaultsearch.core.query.names import NameCounter
from vaultsearch.core.values import relations
from vaultsearch.core.values.context import ReadNote
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Result, SearchStage
from vaultsearch.core.values.sync import IndexStatus
from vaultsearch.core.values.times import ChangeKind, NoteDifference, NoteHistory
from vaultsearch.mcp_server import shapes
from vaultsearch.mcp_server.arguments import without_commands
from vaultsearch.service.serialization import fill_passage
from vaultsearch.service.shapes import Passage
from vaultsearch.service.wire import UNSET, fill_answer, not_indexed_yet

Uri = Callable[[str, Sequence[str]], str]

NoteReferences: TypeAlias = "tuple[Sequence[str], Mapping[str, str]]"
"""Paths by note number (1, 2, ...) in a session, and all notes' short ids, by path."""
PAGE_CHARACTERS = 12_000
"""The length of a page of a note's text: some 3,000 tokens."""

MORE_NOTICE = "Only the best {}; raise n for more."
_LINK_CHARACTERS = 240
"""The length of the text around a link: some lines are whole paragraphs."""
_MAX_FAILURES = 20
_MAX_VERSIONS = 100
_CENTRAL_NOTES = 5
_CHANGE_MARKS = {ChangeKind.SAME: "{}", ChangeKind.ADDED: "{{+{}+}}", ChangeKind.REMOVED: "[-{}-]"}


def convert_passages(results: Iterable[Result], references: NoteReferences) -> list[Passage]:
    """Convert results, each with the note's number and id."""
    numbers, ids = references
    return [
        fill_passage(Passage, each, number=numbers.index(each.path) + 1, id=ids.get(each.path, each.path))
        for each in results
    ]


def vault_topics(topics: Sequence[relations.VaultTopic], n: int, unread: str | None) -> shapes.VaultTopics:
    """Convert a vault's first n topics; the notice begins with ``unread``."""
    shown = [
        fill_answer(
            shapes.TopicOfVault,
            topic,
            summary=topic.summary or None,
            notes=len(topic.notes),
            central=[note.path for note in topic.notes[:_CENTRAL_NOTES]],
            children=[child.label for child in topic.children],
        )
        for topic in topics[:n]
    ]
    none = None if topics else "No topics: too few notes have to do with one another."
    return shapes.VaultTopics(shown, " ".join(filter(None, (unread, none))) or None)


def convert_history(note: NoteHistory, changes: NoteDifference | None) -> shapes.Versions:
    """Convert a note's versions, and the changes since a version."""
    marked = (
        _CHANGE_MARKS[change.kind].format(change.text)
        for change in (changes.changes if changes else ())
        # Long stretches that are the same say nothing, and take most of the tokens.
        if change.kind is not ChangeKind.SAME or len(change.text) < _LINK_CHARACTERS
    )
    return fill_answer(
        shapes.Versions,
        note,
        versions=note.versions[:_MAX_VERSIONS],
        as_of=changes.before[:PAGE_CHARACTERS] if changes else UNSET,
        changes="".join(marked)[:PAGE_CHARACTERS] if changes else UNSET,
        notice="This note is in no git repository, or was never committed." if not note.versions else None,
    )


def compose_notice(stage: SearchStage) -> str | None:
    """Compose the notice about an incomplete answer or a reinterpreted query, or None."""
    spelling = str(stage.spelling) if stage.spelling is not None else None
    unread = not_indexed_yet(stage.completeness, settled=stage.settled)
    sentences = (stage.notice, spelling, unread, *stage.hints)
    return without_commands(" ".join(dict.fromkeys(filter(None, sentences)))) or None


def convert_document(note: ReadNote, ranged: LineRange | None = None, page: int = 1) -> shapes.Document:
    """Convert lines of a note, else the quotes answering its question, else a page, counted from 1.

    Raise QueryError if there is no such page, or all lines lie beyond the end.
    """
    content: dict[str, object] = {"text": UNSET, "quotes": UNSET}
    if ranged is not None:
        lines = select_lines(note, ranged.first, ranged.last)
        content |= {"text": lines.text, "line_start": lines.first, "line_end": lines.last}
    elif note.question is not None:
        content |= {"quotes": note.quotes, "notice": UNSET if note.quotes else "No answer in this note."}
    else:
        cut = split_pages(note.text)
        if page > len(cut):
            raise QueryError(f"{note.path} has no page {page}.", f"It has pages 1 to {len(cut)}.")
        content |= {"text": cut[page - 1], "page": page, "pages": len(cut)}
    return fill_answer(shapes.Document, note, url=note.uri, **content)


def split_pages(text: str, most: int = PAGE_CHARACTERS) -> list[str]:
    """Cut a text into pages with at most ``most`` characters, where lines end if possible.

    Joined, they are the text; an empty text makes a single page.
    """
    cut = [""]
    for line in text.splitlines(keepends=True):
        # A single line may be longer than a page.
        for part in (line[i : i + most] for i in range(0, len(line), most)):
            if len(cut[-1]) + len(part) > most:
                cut.append("")
            cut[-1] += part
    return cut


def convert_links(
    note_links: relations.NoteLinks, further: Sequence[shapes.FurtherNote], kind: str, offset: int, n: int
) -> shapes.LinksPage:
    """Convert ``n`` links in a note from ``offset`` on, all or a single kind; count every kind."""

    def shortened(reference: relations.Reference) -> relations.Reference:
        line = " ".join(reference.text.split())
        short = line if len(line) <= _LINK_CHARACTERS else f"{line[: _LINK_CHARACTERS - 1]}…"
        return replace(reference, text=short)

    groups: dict[str, Sequence[Any]] = {**note_links.groups, "further": further}
    chosen = [(name, link) for name, group in groups.items() if kind in ("all", name) for link in group]
    # Without a limit, a note with many backlinks was answered with 11,000 tokens.
    shown = chosen[offset : offset + n]
    end = offset + len(shown)
    return fill_answer(
        shapes.LinksPage,
        note_links.note,
        total={name: len(group) for name, group in groups.items() if group},
        next_offset=end if end < len(chosen) else None,
        further=[link for name, link in shown if name == "further"],
        **{kind: [shortened(link) for name, link in shown if name == kind] for kind in note_links.groups},
    )


def convert_list(
    notes: Sequence[StoredNote], offset: int, n: int, uri: Uri, ids: Mapping[str, str]
) -> shapes.NotesPage:
    """Convert ``n`` notes in a list, from ``offset`` on; ``ids`` are by path."""
    shown = [
        fill_answer(
            shapes.NoteOfList,
            note,
            id=ids.get(note.path, note.path),
            url=uri(note.path, ()),
            modified=UNSET if note.modified in (None, note.date) else note.modified,
            tags=note.tags or UNSET,
            aliases=note.aliases or UNSET,
        )
        for note in notes[offset : offset + n]
    ]
    end = offset + len(shown)
    return shapes.NotesPage(len(notes), shown, end if end < len(notes) else None)


def count_tags(notes: Iterable[StoredNote], n: int) -> shapes.Tags:
    """Count notes by tag; nested tags count for their parents, too."""
    tally = NameCounter()
    for note in notes:
        parts_of = (tag.split("/") for tag in note.tags)
        tally.add("/".join(parts[:end]) for parts in parts_of for end in range(1, len(parts) + 1))
    named = tally.named()
    return shapes.Tags(len(named), [shapes.Tag(tag.name, tag.count) for tag in named[:n]])


def convert_status(index_status: IndexStatus, under_way: str | None) -> shapes.ServedStatus:
    """Convert a status: sentences, and what a program may want to compare."""
    held = index_status.completeness
    others = f" and {index_status.documents:,} other files" if index_status.documents else ""
    sentences = [f"{index_status.notes:,} notes{others} are indexed, in {index_status.chunks:,} passages."]
    if index_status.is_away:
        sentences.append("The folder with the notes is away.")
    if held.of_meaning:
        sentences.append("All can be found by keywords and by meaning.")
    else:
        total = f"{held.files:,}" if held.scanned else "all"
        sentences.append(
            f"Of {total}, {held.by_words:,} can be found by keywords, {held.by_meaning:,} by meaning."
        )
    if synced := index_status.last_sync:
        sentences.append(f"The index was brought up to date at {synced.astimezone():%Y-%m-%d %H:%M}.")
    sentences += [f"{member.name}: {member.trouble}" for member in index_status.members if member.trouble]
    # Those of vaults come first.
    if files := index_status.failed[sum(bool(member.trouble) for member in index_status.members) :]:
        sentences.append(f"Files not read completely: {len(files):,}.")
    if under_way:
        sentences.append(under_way)
    return fill_answer(
        shapes.ServedStatus,
        index_status,
        summary=" ".join(sentences),
        vaults={member.name: member.trouble or str(member.folder) for member in index_status.members},
        failed=index_status.failed[:_MAX_FAILURES],
        under_way=under_way,
    )
