"""Questions commands ask an open vault, in their own process or in another.

Light to import: a command answered by another process needs nothing else from the vault.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import structs

from vaultsearch.core.errors import NoteNotFoundError, VaultSearchError
from vaultsearch.core.files import select_lines, split_line_range
from vaultsearch.core.index.published import Transfer, parse_place
from vaultsearch.core.messages import Message
from vaultsearch.core.tracing import without_timeouts
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.query import Facets
from vaultsearch.core.values.search import (
    PER_NOTE,
    LongQueryAnswer,
    LongQueryOutcome,
    Mode,
    Relaxation,
    SearchStage,
)
from vaultsearch.core.values.sync import IndexStatus, Progress, SyncReport, VaultFile
from vaultsearch.core.values.times import NoteDifference, NoteHistory
from vaultsearch.service.wire import NamedDays, Numbered, Trouble, not_indexed_yet, number_notes

if TYPE_CHECKING:
    # `command_socket` reads these types when a question needs them: their modules take time to import.

    from vaultsearch.core.values.context import Context, ContextFormat
    from vaultsearch.core.values.relations import (
        DuplicateSet,
        Entity,
        NoteLinks,
        NoteName,
        NoteSuggestions,
        NoteSummary,
        RelatedNote,
        UnresolvedTarget,
        VaultTopic,
    )
    from vaultsearch.service.several.group import VaultGroup
    from vaultsearch.service.shapes import NoteReading
    from vaultsearch.service.vault import Vault


T = TypeVar("T")


_TIMELINE_PASSAGES = 100
"""Passages whose notes a timeline counts."""
DEFAULT_RESULTS = 10
_TOPICS_OF_QUESTION = 5
_LOOKED_AT = 30
"""Passages whose notes tell the topics of a question."""


async def search_vault(
    vault: Vault | VaultGroup,
    query: str,
    mode: Mode,
    n: int | None,
    *,
    rerank: bool,
    per_note: int = PER_NOTE,
    on_stage: Callable[[SearchStage, Numbered], None] = lambda *_: None,
) -> tuple[SearchStage, Numbered]:
    """Return the last stage with numbered notes.

    Args:
        vault: The vault, or several.
        query: The query as typed.
        mode: The way to search.
        n: How many passages, 0 for all, None for the default.
        rerank: Whether to rerank the fused results.
        per_note: At most so many passages per note, 0 for any number.
        on_stage: Called with each stage.
    """
    limit = n or DEFAULT_RESULTS
    # All passages are asked for: to limit those of a note would withhold some.
    if n == 0:
        limit, per_note = max(1, await vault.count_passages()), 0
    last: SearchStage | None = None
    # Only the last answer is looked at, so that it may wait for the vocabulary: whether a slip was corrected
    # depended on what was loaded first.
    with without_timeouts():
        stages = vault.search_stages(query, limit, mode, rerank=rerank, learned=False, per_note=per_note)
        async for last in stages:
            notes = number_notes(await vault.addresses(result.chunk.path for result in last.results))
            on_stage(last, notes)
    if last is None:
        raise AssertionError("a search yields a stage")
    return last, notes


async def search_or_relax(
    vault: Vault,
    query: str,
    mode: Mode,
    n: int | None,
    *,
    rerank: bool,
    per_note: int = PER_NOTE,
    names_days: bool = False,
    **listener: Any,
) -> tuple[SearchStage, Numbered, tuple[Relaxation, ...], NamedDays | None]:
    """Return `search_vault`, relaxed queries to propose if nothing answers, and days that the query names."""
    days = named_days(query) if names_days else None
    last, notes = await search_vault(vault, query, mode, n, rerank=rerank, per_note=per_note, **listener)
    if last.results and not last.unanswered:
        return last, notes, (), days
    with without_timeouts():
        return last, notes, await vault.query.relaxations(query, mode, listed=bool(last.results)), days


def named_days(query: str) -> NamedDays | None:
    """Return the words of a query that name days, with the first and the last of these."""
    # A grammar, which few commands need.
    from vaultsearch.core.query.narrowing import proposed_interval

    part = proposed_interval(query)
    days = part.proposed if part is not None else None
    return None if part is None or days is None else (part.written, days.first, days.last)


async def count_by_date(vault: Vault, query: str) -> Facets:
    """Count an answer's notes by date; conditions alone count all matching notes.

    Raise QueryError for a query about the past.
    """
    from vaultsearch.core.query.query import parse_query, require_present

    require_present(parse_query(query))
    search = vault.search_stages(query, _TIMELINE_PASSAGES, rerank=False, learned=False, per_note=0)
    stages = [stage async for stage in search]
    listed = frozenset(result.chunk.path for result in stages[-1].results)
    return await vault.query.facets(query, Mode.HYBRID, listed)


async def search_with_text(vault: Vault, text: str, n: int | None) -> tuple[LongQueryAnswer, Numbered]:
    """Search with a text on many topics; ``n`` is as for `search_vault`."""
    n_results = await vault.count_passages() if n == 0 else n
    answer = await answer_text(vault, text, n_results)
    of_topics = (result for topic in answer.topics for result in topic.results)
    return answer, number_notes(
        await vault.addresses(listed.chunk.path for listed in (*answer.results, *of_topics))
    )


async def cited_context(
    vault: Vault, text: str, n: int, style: ContextFormat, *, by_topic: bool
) -> tuple[Context, Numbered, str | None]:
    """Return the best passages as a single text, the notes, and a notice.

    With ``by_topic``, the text may have any length, and contains no operators.
    """
    if by_topic:
        answer = await answer_text(vault, text, n)
        results, notice = answer.results, answer.notice
    else:
        with without_timeouts():
            stages = [stage async for stage in vault.search_stages(text, n, learned=False, per_note=0)]
        last = stages[-1]
        results = last.results
        notice = Message.joined((last.notice, not_indexed_yet(last.completeness, settled=last.settled)))
    made = await vault.context([result.chunk for result in results], most=n, style=style)
    pieces = sorted(made.pieces, key=lambda piece: piece.number)
    notes = number_notes(await vault.addresses(piece.path for piece in (*pieces, *made.left_out)))
    return made, notes, notice or None


async def answer_text(vault: Vault | VaultGroup, text: str, n: int | None) -> LongQueryAnswer:
    """Search with a text, and tell if the index holds only a part. Raise VaultSearchError on failure."""
    with without_timeouts():
        answer = await vault.search_passage(text, n)
    if answer.outcome is LongQueryOutcome.FAILED:
        raise VaultSearchError(answer.trouble or "The search failed.", answer.remedy or "Try again.")
    unread = await unread_notice(vault)
    return replace(answer, notice=Message.joined((answer.notice, unread))) if unread else answer


async def unread_notice(vault: Vault | VaultGroup, *, by_words: bool = False) -> str | None:
    """Return how many notes are indexed if not all are, for answers by the words of notes or by meaning."""
    held = (await vault.status()).completeness
    return not_indexed_yet(held, settled=held.of_words if by_words else held.of_meaning)


async def with_notice(
    vault: Vault, *about: str, ask: Callable[..., Awaitable[T]], by_words: bool = False
) -> tuple[T, str | None]:
    """Return the answer of ``ask``, perhaps about a note, and `unread_notice`."""
    return await ask(vault, *about), await unread_notice(vault, by_words=by_words)


async def about_note(
    vault: Vault, ask: Callable[[Vault, str], Awaitable[T]], name: str, numbers: Sequence[str]
) -> T:
    """Return ``ask`` for the note with a name or number; ``numbers`` are paths from 1 on."""
    return await ask(vault, await vault.find_note(name, numbers))


async def note_history(vault: Vault | VaultGroup, name: str, numbers: Sequence[str]) -> NoteHistory:
    """Return versions for a note by name or number, or for a deleted note by path.

    Raises:
        NoteNotFoundError: There is no such note, and was none.
        HistoryError: The history cannot be read.
    """
    try:
        path = await vault.find_note(name, numbers)
    except NoteNotFoundError:
        path = name if name.endswith(".md") else f"{name}.md"
        # A deleted note is in no index, but git still knows its path.
        deleted = await vault.history.versions(path)
        if not deleted:
            raise
        return NoteHistory(path, deleted)
    return NoteHistory(path, await vault.history.versions(path))


async def note_difference(
    vault: Vault | VaultGroup, name: str, numbers: Sequence[str], day: date
) -> NoteDifference:
    """Return a note's changes since the end of a day.

    Raises:
        NoteNotFoundError: There is no such note, and was none.
        HistoryError: There is no version on this day, or none can be read.
    """
    from vaultsearch.core.history.file_changes import HistoryError
    from vaultsearch.core.history.versions import version_on

    known = await note_history(vault, name, numbers)
    version = version_on(known.versions, day)
    if version is None:
        remedy: str = "Only notes in a git repository have versions."
        if known.versions:
            remedy = Message("The first is of {}.", f"{known.versions[-1].date:%Y-%m-%d}")
        raise HistoryError(Message("{} has no version of {} or before.", known.path, day), remedy)
    return await vault.history.difference(known.path, version)


async def read_notes(
    vault: Vault, names: Sequence[str], numbers: Sequence[str], question: str, *, as_page: bool = False
) -> tuple[NoteReading | Trouble, ...]:
    """Read notes by name or number, lines from them, or their quotes answering a question.

    With ``as_page``, also as HTML, as shown in the window. If one among several notes cannot be read, return
    the trouble in place of it.
    """
    readings: list[NoteReading | Trouble] = []
    for name in names:
        try:
            reading = await _read_note(vault, name, numbers, question)
            if as_page:
                reading = structs.replace(reading, html=await vault.pages.document(reading.note.path))
            readings.append(reading)
        except VaultSearchError as error:
            readings.append(Trouble.of(error))
    return tuple(readings)


async def _read_note(vault: Vault, name: str, numbers: Sequence[str], question: str) -> NoteReading:
    from vaultsearch.service.shapes import NoteReading

    ranged, lines = split_line_range(name), None
    try:
        path = await vault.find_note(name, numbers)
    except NoteNotFoundError:
        # The colon may belong to the name of a note: the whole name is looked up first.
        if ranged is None:
            raise
        path = await vault.find_note(ranged.name, numbers)
        lines = select_lines(await vault.read(path, question), ranged.first, ranged.last)
    return NoteReading(await vault.read(path, question), (await vault.addresses([path]))[path], lines)


async def reader_status(vault: Vault) -> IndexStatus:
    """Return the index status as seen by a process only reading it."""
    # A process that has the vault open for writing answers as one that only reads would: the same command
    # prints the same.
    return replace(await vault.status(), read_only=True, polling=False, stopped=False)


async def list_files(
    vault: Vault, kind: str, *, failed: bool
) -> tuple[tuple[VaultFile, ...], dict[str, NoteAddress]]:
    """Return files by path, optionally a single kind; if ``failed``, only those not read whole."""
    files_by_path = {note.path: VaultFile(note.path, note.kind) for note in await vault.query.notes()}
    for failure in (await vault.status()).failed:
        state = "waiting" if failure.waits else "read" if failure.path in files_by_path else "failed"
        files_by_path[failure.path] = VaultFile(failure.path, failure.kind, state, failure.reason)
    listed = tuple(
        files_by_path[path]
        for path in sorted(files_by_path)
        if (not kind or files_by_path[path].kind == kind) and (files_by_path[path].reason or not failed)
    )
    return listed, await vault.addresses(file.path for file in listed)


async def list_related(
    vault: Vault, path: str, n: int | None, *, unlinked: bool = False, within: str = ""
) -> tuple[tuple[RelatedNote, ...], Numbered]:
    """Return the most related notes, optionally only unlinked or matching notes."""
    related_notes = await vault.relations.related(path, n, unlinked=unlinked, within=within)
    return related_notes, number_notes(await vault.addresses(note.path for note in related_notes))


async def note_links(vault: Vault, path: str) -> tuple[NoteLinks, Numbered]:
    """Return a note's links and mentions; the note itself is the last numbered note."""
    links_found = await vault.relations.links_of(path)
    others = (
        backlink.path for backlink in (*links_found.backlinks, *links_found.outgoing, *links_found.mentions)
    )
    return links_found, number_notes(await vault.addresses((*filter(None, others), path)))


async def note_suggestions(vault: Vault, path: str) -> tuple[NoteSuggestions, Numbered]:
    """Return links and tags a note may lack; the note itself is the last numbered note."""
    suggested = await vault.relations.suggestions(path)
    return suggested, number_notes(await vault.addresses((*(link.path for link in suggested.mentions), path)))


async def vault_topics(vault: Vault | VaultGroup, question: str = "") -> tuple[VaultTopic, ...]:
    """Return the vault's topics, largest first, or those holding most answers to a question."""
    from vaultsearch.core.values.relations import best_topics

    of_vault = await vault.relations.topics()
    if not question.strip():
        return of_vault
    stages = vault.search_stages(question, _LOOKED_AT, rerank=False, learned=False, per_note=0)
    results = [stage.results async for stage in stages][-1]
    return best_topics(of_vault, [result.path for result in results], _TOPICS_OF_QUESTION)


async def vault_entities(vault: Vault, name: str = "") -> tuple[Entity, ...]:
    """Return entities in notes, most frequent first, or those with a name."""
    return await vault.relations.entities(name)


async def list_orphans(vault: Vault) -> tuple[tuple[NoteName, ...], Numbered]:
    """Return the notes without links."""
    orphan_notes = (await vault.relations.loose_ends()).orphans
    return orphan_notes, number_notes(await vault.addresses(note.path for note in orphan_notes))


async def unresolved_links(vault: Vault) -> tuple[tuple[UnresolvedTarget, ...], Numbered]:
    """Return links leading nowhere."""
    unresolved_targets = (await vault.relations.loose_ends()).unresolved
    places = (reference.path for target in unresolved_targets for reference in target.references)
    return unresolved_targets, number_notes(await vault.addresses(filter(None, places)))


async def duplicate_passages(vault: Vault) -> tuple[tuple[DuplicateSet, ...], Numbered]:
    """Return groups with near-duplicate passages."""
    duplicate_groups = await vault.relations.duplicates()
    return duplicate_groups, number_notes(
        await vault.addresses(passage.path for group in duplicate_groups for passage in group.passages)
    )


async def note_summary(vault: Vault, path: str) -> tuple[NoteSummary, NoteAddress]:
    """Return a note's summary."""
    made = replace(await vault.relations.summary(path), by_model=await vault.model_texts.summary_of(path))
    return made, (await vault.addresses([path]))[path]


async def publish_index(
    vault: Vault, on_progress: Callable[[Progress], None], *, place: str, take_over: bool
) -> Transfer:
    """Publish the index to ``place``, a whole path or a URI."""
    on_progress(Progress("publishing", 0, 0))
    return await vault.index.publish(parse_place(place, Path(place)), take_over=take_over)


async def sync_and_wait(
    vault: Vault,
    on_progress: Callable[[Progress], None],
    *,
    read_for: Sequence[tuple[str, bool]],
    anew: bool,
    recognise: bool = False,
) -> SyncReport:
    """Bring the index up to date, and wait until passages can be found by meaning.

    ``read_for`` tells of languages, by code, whether questions in them should find passages. With
    ``recognise``, wait for the text in all pictures, too.
    """
    recognition = vault.index.recognition
    if recognise:
        recognition.require()
    for language, is_wanted in read_for:
        await vault.index.read_for(language, enabled=is_wanted)
    report = await vault.index.sync(on_progress, anew=anew)
    # Each round reads some pictures and indexes them; a sync finds out whether any are left.
    while recognise and not report.cancelled and await recognition.recognise_some(on_progress):
        later = await vault.index.sync()
        report = replace(
            report,
            chunks=later.chunks,
            failed=later.failed,
            cancelled=later.cancelled,
            removed=report.removed + later.removed,
            embedded=report.embedded + later.embedded,
            seconds=report.seconds + later.seconds,
            steps=(*report.steps, *later.steps),
        )
    # The command ends now, and with it what works in the background.
    await vault.index.vectors_indexed()
    # Six edits by commands had let an index of 5.7 MB grow to 18.5: no process stayed to tidy it.
    if not report.cancelled:
        await vault.index.tidy_when_due()
    recognition_now = await recognition.progress()
    return replace(report, pictures_waiting=recognition_now.waiting if recognition_now.enabled else 0)
