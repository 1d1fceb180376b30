"""Values as JSON: the contract of `--json` and of the MCP server, which other programs rely on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from vaultsearch.service import shapes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from vaultsearch.core.files import Lines
    from vaultsearch.core.index.published import Transfer
    from vaultsearch.core.parameters import Setting
    from vaultsearch.core.values.context import Context, ContextPiece, ModelAnswer, Quote, ReadNote
    from vaultsearch.core.values.evaluation import Evaluation, OwnReport
    from vaultsearch.core.values.note import NoteAddress, StoredNote
    from vaultsearch.core.values.query import Facet, Facets
    from vaultsearch.core.values.relations import (
        DuplicatePassage,
        Entity,
        LinkSuggestion,
        NoteLinks,
        NoteName,
        NoteSuggestions,
        NoteSummary,
        Reference,
        RelatedNote,
        UnresolvedTarget,
        VaultTopic,
    )
    from vaultsearch.core.values.search import LongQueryAnswer, LongQueryTopic, Result, SearchStage
    from vaultsearch.core.values.sync import IndexStatus, SyncReport, VaultFile
    from vaultsearch.core.values.times import NoteDifference, NoteHistory, NoteVersion


@dataclass(frozen=True, slots=True)
class NumberedNote:
    """A note of an answer: its address, and its number in the session, from 1 on."""

    address: NoteAddress
    number: int


Numbered: TypeAlias = "Mapping[str, NumberedNote]"
"""The notes of an answer by the paths of its passages, which in a group begin with a vault's name."""


def numbered(addresses: Mapping[str, NoteAddress]) -> Numbered:
    """Assign numbers to notes in their order, from 1 on."""
    pairs = enumerate(addresses.items(), start=1)
    return {path: NumberedNote(address, number) for number, (path, address) in pairs}


Shape = TypeVar("Shape")


def record(shape: type[Shape], *values: object, without: Collection[str] = (), **computed: object) -> Shape:
    """Fill the keys of a shape, in their order: computed, else with the field of the same name.

    Args:
        values: Looked through for a field in their order.
        without: Keys that are left out.
    """
    filled: dict[str, object] = {}
    for key in shape.__annotations__:
        if key not in without:
            owner = next((value for value in values if hasattr(value, key)), None)
            filled[key] = _plain(computed[key] if key in computed else getattr(owner, key))
    return cast("Shape", filled)


def _plain(value: object) -> object:
    """Return a field as JSON has it; what is in a list, and is no shape, is written by its own fields."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value


def search_json(stage: SearchStage, notes: Numbered, notices: Sequence[str]) -> shapes.Search:
    """Convert an answer to the output of ``search --json``; `long_query_json` has the same keys."""
    return {
        "query": stage.query,
        "reading": stage.reading,
        "when": _when_json(stage.query),
        "results": [result_json(result, notes) for result in stage.results],
        "topics": [],
        "notice": " ".join(notices) or None,
    }


def _when_json(query: str) -> shapes.When | None:
    # Imported here, as all commands import this module, and few print days.
    from vaultsearch.core.query.narrowing import proposed_interval

    part = proposed_interval(query)
    if part is None or part.proposed is None:
        return None
    first, last = part.proposed.first, part.proposed.last
    return {
        "from": first.isoformat() if first else None,
        "to": last.isoformat() if last else None,
        "words": part.written,
        "state": "proposed",
    }


def history_json(history: NoteHistory) -> shapes.History:
    """Convert a note's versions to the output of ``history --json``."""
    return record(shapes.History, history, versions=list(map(version_json, history.versions)))


def difference_json(difference: NoteDifference, day: date) -> shapes.NoteChanges:
    """Convert what has become of a note to the output of ``diff --json``."""
    since = version_json(difference.version)
    return record(shapes.NoteChanges, difference, day=day, since=since)


def version_json(version: NoteVersion) -> shapes.Version:
    """Convert a version of a note."""
    return record(shapes.Version, version, deleted=not version.blob)


def timeline_json(query: str, answer: Facets) -> shapes.Timeline:
    """Convert the periods of an answer to the output of ``timeline --json``."""
    return record(shapes.Timeline, answer, query=query, periods=list(map(_period_json, answer.periods)))


def _period_json(period: Facet) -> shapes.DatedNotes:
    from vaultsearch.core.query.narrowing import days_of

    first, last = days_of(period.value)
    return {
        "from": first.isoformat() if first else None,
        "to": last.isoformat(),
        "notes": period.count,
        "titles": list(period.names),
    }


def passage_json(result: Result, number: int, note_id: str, path: str) -> shapes.Passage:
    """Convert a passage as every output has it, by the number, the id and the path of its note there."""
    chunk, past = result.chunk, result.past
    passage: shapes.Passage = {
        "number": number,
        "id": note_id,
        "path": path,
        "title": chunk.title,
        "heading_path": list(chunk.heading_path),
        # Lines of generated text are not those of the file: an editor would open it somewhere else.
        "line_start": None if chunk.is_generated else chunk.line_start,
        "line_end": None if chunk.is_generated else chunk.line_end,
        "text": chunk.shown,
        "url": result.url,
        # Never increasing down a list, in every output; over MCP, "best first" had once stood at .44, .43,
        # .39, .27, .25, .31.
        "score": _rounded(result.score),
        "probability": _rounded(result.probability),
        "kind": chunk.kind,
    }
    day = chunk.date.day if chunk.date else None
    if chunk.tags:
        passage["tags"] = list(chunk.tags)
    if day is not None:
        passage["date"] = day.isoformat()
    # Of most notes, the date is the day on which they were saved.
    if chunk.modified and chunk.modified.astimezone().date() != day:
        passage["modified"] = chunk.modified.isoformat(timespec="seconds")
    if chunk.page is not None:
        passage["page"] = chunk.page
    if result.behind:
        passage["more"] = len(result.behind)
    if past is not None:
        passage["as_of"], passage["state"] = past.day.isoformat(), past.state.value
    if result.via:
        passage["via"] = list(result.via)
    if result.elsewhere:
        passage["elsewhere"] = dict(result.elsewhere)
    if result.is_related:
        passage["related"] = True
    return passage


def _rounded(figure: float | None) -> float | None:
    """Return a figure in four digits: of seventeen, an agent read the rest for nothing."""
    return None if figure is None else float(f"{figure:.4g}")


def result_json(result: Result, notes: Numbered) -> shapes.Found:
    """Convert a result to an element of ``results`` in the output of ``search --json``."""
    chunk, note = result.chunk, notes[result.chunk.path]
    return {
        **passage_json(result, note.number, note.address.id, note.address.path),
        "vault": str(note.address.vault),
        "file": str(note.address.file),
        "snippet": result.snippet.text,
        "ranks": {leg: {"rank": place.rank, "score": place.score} for leg, place in chunk.ranks.items()},
        "why": result.why,
        "language": chunk.language,
    }


def listed_note_json(note: StoredNote, numbered: NumberedNote) -> shapes.ListedNote:
    """Convert a note to an element of the output of ``recent --json`` and ``random --json``."""
    address, day = numbered.address, note.date.date()
    return record(shapes.ListedNote, numbered, address, note, url=address.uri, date=day)


def listed_file_json(file: VaultFile, address: NoteAddress) -> shapes.ListedFile:
    """Convert a file to an element of the output of ``files --json``."""
    return record(shapes.ListedFile, address, file, url=address.uri)


def context_json(context: Context, notes: Numbered) -> shapes.AssembledContext:
    """Convert a context to the output of ``context --format json``."""
    return record(
        shapes.AssembledContext,
        context,
        pieces=[{**_piece_json(piece, notes), "number": piece.number} for piece in context.pieces],
        left_out=[_piece_json(piece, notes) for piece in context.left_out],
    )


def answer_json(answer: ModelAnswer, notes: Numbered) -> shapes.Asked:
    """Convert an answer by a language model to the output of ``ask --json``."""
    return record(
        shapes.Asked,
        answer,
        # While it is checked, a sentence is not yet supported.
        answer={"sentences": [replace(each, supported=bool(each.supported)) for each in answer.sentences]},
        passages=[
            {**_piece_json(piece, notes), "number": number}
            for number, piece in enumerate(answer.passages, start=1)
        ],
    )


def _piece_json(piece: ContextPiece, notes: Numbered) -> shapes.Piece:
    piece_id = notes[piece.path].address.id
    return record(shapes.Piece, piece, without={"number"}, id=piece_id, url=piece.uri)


def read_json(note: ReadNote, address: NoteAddress, lines: Lines | None = None) -> shapes.NoteRead:
    """Convert a note, lines of it, or its quotes, to the output of ``read --json``."""
    output: shapes.NoteRead = {"id": address.id, "path": note.path, "title": note.title, "url": note.uri}
    if lines is not None:
        return {**output, "text": lines.text, "line_start": lines.first, "line_end": lines.last}
    if note.question is None:
        return {**output, "text": note.text}
    return {**output, "quotes": [quote_json(quote) for quote in note.quotes]}


def quote_json(quote: Quote) -> shapes.Quotation:
    """Convert a quote of a note."""
    return record(shapes.Quotation, quote)


def report_json(report: SyncReport) -> shapes.Indexed:
    """Convert a report to the output of ``index --json``."""
    of_copies = {"taken_over", "encoded"}
    return record(shapes.Indexed, report, without=of_copies, seconds=round(report.seconds, 3))


def published_json(transfer: Transfer, place: str) -> shapes.Published:
    """Convert what was published to the output of ``publish --json``."""
    return record(shapes.Published, transfer, place=place)


def status_json(status: IndexStatus) -> shapes.Status:
    """Convert a status to the output of ``status --json``."""
    held = status.completeness
    files = held.files if held.scanned else None
    return record(
        shapes.Status,
        status,
        readers={reader.model: dict(reader.languages) for reader in status.readers},
        completeness=record(shapes.Complete, held, files=files),
        kinds={kind.kind: record(shapes.KindCounted, kind) for kind in status.kinds},
        unread_endings={ending.ending: ending.files for ending in status.unread_endings},
    )


def setting_json(setting: Setting) -> shapes.SettingListed:
    """Convert a parameter to an element of ``config --json``."""
    return record(shapes.SettingListed, setting, setting.parameter)


def long_query_json(answer: LongQueryAnswer, notes: Numbered) -> shapes.Search:
    """Convert an answer to the output of ``search --from-file --json``: overall, and by topic."""
    return {
        "query": "",
        "reading": None,
        "when": None,
        "results": [result_json(result, notes) for result in answer.results],
        "topics": [_topic_json(topic, notes) for topic in answer.topics],
        "notice": answer.notice,
    }


def _topic_json(topic: LongQueryTopic, notes: Numbered) -> shapes.Topic:
    results = [result_json(result, notes) for result in topic.results]
    return record(shapes.Topic, topic, results=results)


def named_note_json(note: NoteName | RelatedNote, numbered: NumberedNote) -> dict[str, object]:
    """Convert a note to an element of ``related --json`` and ``orphans --json``."""
    values = asdict(note)
    if "date" in values:
        values["date"] = values["date"].isoformat()
    return {"number": numbered.number, "id": numbered.address.id, **values}


def links_json(links: NoteLinks, notes: Numbered) -> shapes.Links:
    """Convert a note's links to the output of ``links --json``."""

    def referring(references: Sequence[Reference]) -> list[shapes.Referring]:
        return [reference_json(reference, notes) for reference in references]

    return record(
        shapes.Links,
        links,
        links.note,
        notes[links.note.path].address,
        backlinks=referring(links.backlinks),
        outgoing=referring(links.outgoing),
        unresolved=referring(links.unresolved),
        mentions=referring(links.mentions),
    )


def suggestions_json(suggested: NoteSuggestions, notes: Numbered) -> shapes.Suggested:
    """Convert the links and tags that a note may lack to the output of ``links --suggest --json``."""
    return {
        "path": notes[suggested.note.path].address.path,
        "suggestions": [suggestion_json(link, notes[link.path].address.path) for link in suggested.mentions],
        "tags": list(suggested.tags),
    }


def vault_topic_json(topic: VaultTopic) -> shapes.TopicListed:
    """Convert a topic to an element of ``topics --json``."""
    children = list(map(vault_topic_json, topic.children))
    return record(shapes.TopicListed, topic, summary=topic.summary or None, children=children)


def entity_json(entity: Entity) -> shapes.EntityListed:
    """Convert an entity to an element of ``entities --json``."""
    beside = [{"name": name, "notes": count} for name, count in entity.beside]
    return record(shapes.EntityListed, entity, beside=beside)


def suggestion_json(link: LinkSuggestion, target: str) -> shapes.SuggestedLink:
    """Convert a suggested link to the note at the path ``target``."""
    return record(shapes.SuggestedLink, link, target=target)


def reference_json(reference: Reference, notes: Numbered) -> shapes.Referring:
    """Convert a reference to an element of the output of ``links --json`` and ``unresolved --json``."""
    note = notes[reference.path] if reference.path else None
    return {
        "number": note.number if note else None,
        "id": note.address.id if note else None,
        **link_json(reference),
    }


def link_json(reference: Reference) -> shapes.Link:
    """Convert a link or a mention."""
    return record(shapes.Link, reference)


def unresolved_json(target: UnresolvedTarget, notes: Numbered) -> shapes.Target:
    """Convert a target to an element of the output of ``unresolved --json``."""
    references = [reference_json(reference, notes) for reference in target.references]
    return record(shapes.Target, target, references=references)


def duplicate_json(passage: DuplicatePassage, notes: Numbered) -> shapes.Duplicate:
    """Convert a passage to an element of a group in the output of ``duplicates --json``."""
    note = notes[passage.path]
    return record(shapes.Duplicate, note, passage, id=note.address.id)


def summary_json(summary: NoteSummary, address: NoteAddress) -> shapes.Summary:
    """Convert a summary to the output of ``summaries NOTE --json``."""
    return record(
        shapes.Summary, address, summary.note, summary, path=summary.note.path, summary=summary.text
    )


def evaluation_json(evaluation: Evaluation) -> shapes.Measured:
    """Return an evaluation as the contract of ``evaluate --json`` has it."""
    legs = {
        figures.leg: {
            "metrics": dict(figures.estimates),
            "p50_ms": round(figures.p50_ms, 2),
            "p95_ms": round(figures.p95_ms, 2),
        }
        for figures in evaluation.legs
    }
    return record(shapes.Measured, evaluation, test_set=evaluation.name, legs=legs)


def own_report_json(report: OwnReport) -> shapes.OwnEvaluation:
    """Return a report on one's own vault as the contract of ``evaluate --self --json`` has it."""
    by_kind = list(map(evaluation_json, report.by_kind))
    return record(shapes.OwnEvaluation, report, overall=evaluation_json(report.overall), by_kind=by_kind)


def not_indexed_yet(stage: SearchStage) -> str | None:
    """Compose a sentence on how many of the notes were searched, None if it was all of them."""
    held = stage.completeness
    if stage.settled:
        return None
    if not held.scanned:
        return "The notes are not indexed yet."
    total = f"{held.files:,} {'file' if held.files == 1 else 'files'}"
    if held.of_words:
        return f"Still indexing: {held.by_meaning:,} of {total} can be found by meaning."
    return f"Still indexing: {held.by_words:,} of {total} by keywords, {held.by_meaning:,} by meaning."
