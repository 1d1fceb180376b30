"""Values as JSON: the contract of `--json` and of the MCP server, which other programs rely on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.index.stored_notes import StoredNote
    from vaultsearch.core.parameters import Setting
    from vaultsearch.core.values.context import Context, ContextPiece, Quote, ReadNote
    from vaultsearch.core.values.evaluation import Evaluation, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryTopic
    from vaultsearch.core.values.note import NoteAddress
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        NoteLinks,
        NoteName,
        NoteSummary,
        RelatedNote,
    )
    from vaultsearch.core.values.search import Result, SearchStage
    from vaultsearch.core.values.sync import IndexStatus, SyncReport


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


def search_json(stage: SearchStage, notes: Numbered, notices: Sequence[str]) -> dict[str, object]:
    """Convert an answer to the output of ``search --json``; `long_query_json` has the same keys."""
    return {
        "query": stage.query,
        "reading": stage.reading,
        "results": [result_json(result, notes) for result in stage.results],
        "topics": [],
        "notices": list(notices),
    }


def result_json(result: Result, notes: Numbered) -> dict[str, object]:
    """Convert a result to an element of ``results`` in the output of ``search --json``."""
    chunk, note = result.chunk, notes[result.chunk.path]
    address = note.address
    return {
        "number": note.number,
        "id": address.id,
        "vault": str(address.vault),
        "path": address.path,
        "file": str(address.file),
        "title": chunk.title,
        "heading_path": list(chunk.heading_path),
        "line_start": None if chunk.is_canvas else chunk.line_start,
        "line_end": None if chunk.is_canvas else chunk.line_end,
        "text": chunk.shown,
        "snippet": result.snippet.text,
        "uri": result.uri,
        "score": chunk.score,
        "likely": result.likely,
        "ranks": {leg: {"rank": place.rank, "score": place.score} for leg, place in chunk.ranks.items()},
        "why": result.why,
        "tags": list(chunk.tags),
        "language": chunk.language,
        "date": chunk.date.day.isoformat() if chunk.date else None,
        "modified": chunk.modified.isoformat() if chunk.modified else None,
    }


def listed_note_json(note: StoredNote, numbered: NumberedNote) -> dict[str, object]:
    """Convert a note to an element of ``recent --json`` and ``random --json``."""
    address = numbered.address
    return {
        "number": numbered.number,
        "id": address.id,
        "vault": str(address.vault),
        "path": address.path,
        "file": str(address.file),
        "title": note.title,
        "uri": address.uri,
        "tags": list(note.tags),
        "date": note.date.date().isoformat(),
        "modified": note.modified.isoformat() if note.modified else None,
    }


def context_json(context: Context, notes: Numbered) -> dict[str, object]:
    """Convert a context to the output of ``context --format json``."""
    return {
        "tokens": context.tokens,
        "budget": context.budget,
        "text": context.text,
        "pieces": [{"number": one.number, **_piece_json(one, notes)} for one in context.pieces],
        "left_out": [_piece_json(piece, notes) for piece in context.left_out],
    }


def _piece_json(piece: ContextPiece, notes: Numbered) -> dict[str, object]:
    return {
        "id": notes[piece.path].address.id,
        "path": piece.path,
        "title": piece.title,
        "heading_path": list(piece.heading_path),
        "line_start": piece.line_start,
        "line_end": piece.line_end,
        "tokens": piece.tokens,
        "uri": piece.uri,
    }


def read_json(note: ReadNote, address: NoteAddress) -> dict[str, object]:
    """Convert a note, or its quotes, to the output of ``read --json``."""
    found: dict[str, object] = {"id": address.id, "path": note.path, "title": note.title, "uri": note.uri}
    if note.question is None:
        return found | {"text": note.text}
    return found | {"quotes": [_quote_json(quote) for quote in note.quotes]}


def _quote_json(quote: Quote) -> dict[str, object]:
    return {
        "text": quote.text,
        "line_start": quote.line_start,
        "line_end": quote.line_end,
        "score": quote.score,
    }


def report_json(report: SyncReport) -> dict[str, object]:
    """Convert a report to the output of ``index --json``."""
    return {
        "added": report.added,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "chunks": report.chunks,
        "embedded": report.embedded,
        "failed": [asdict(failure) for failure in report.failed],
        "seconds": round(report.seconds, 3),
        "steps": [asdict(step) for step in report.steps],
        "cancelled": report.cancelled,
        "rebuilt": report.rebuilt,
    }


def status_json(status: IndexStatus) -> dict[str, object]:
    """Convert a status to the output of ``status --json``."""
    return {
        "vault": str(status.vault),
        "notes": status.notes,
        "chunks": status.chunks,
        "embedded": status.embedded,
        "failed": [asdict(failure) for failure in status.failed],
        "last_sync": status.last_sync.isoformat() if status.last_sync else None,
        "embedding_model": status.embedding_model,
        "readers": {reader.model: dict(reader.languages) for reader in status.readers},
        "reranker": status.reranker,
        "index_bytes": status.index_bytes,
        "token_bytes": status.token_bytes,
        "writer": status.writer,
        "completeness": {
            "notes": status.completeness.notes if status.completeness.scanned else None,
            "by_words": status.completeness.by_words,
            "by_meaning": status.completeness.by_meaning,
        },
    }


def setting_json(setting: Setting) -> dict[str, object]:
    """Convert a parameter to an element of ``config --json``."""
    parameter = setting.parameter
    return {
        "step": parameter.step,
        "key": parameter.key,
        "value": setting.value,
        "default": parameter.default,
        "source": setting.source,
        "help": parameter.help,
    }


def long_query_json(answer: LongQueryAnswer, notes: Numbered) -> dict[str, object]:
    """Convert an answer to the output of ``search --from-file --json``: overall, and by topic."""
    return {
        "query": "",
        "reading": None,
        "results": [result_json(result, notes) for result in answer.results],
        "topics": [_topic_json(topic, notes) for topic in answer.topics],
        "notices": [answer.notice] if answer.notice else [],
    }


def _topic_json(topic: LongQueryTopic, notes: Numbered) -> dict[str, object]:
    return {
        "label": topic.label,
        "line_start": topic.line_start,
        "line_end": topic.line_end,
        "messages": list(topic.messages) if topic.messages else None,
        "results": [result_json(result, notes) for result in topic.results],
    }


def named_note_json(note: NoteName | RelatedNote, numbered: NumberedNote) -> dict[str, object]:
    """Convert a note to an element of ``related --json`` and ``orphans --json``."""
    return {"number": numbered.number, "id": numbered.address.id, **asdict(note)}


def links_json(links: NoteLinks) -> dict[str, object]:
    """Return a note's links as the contract of ``links --json`` has it."""
    found = asdict(links)
    return {**found.pop("note"), **found}


def duplicates_json(group: DuplicateGroup) -> list[dict[str, object]]:
    """Return a group as the contract of ``duplicates --json`` has it."""
    named = ("path", "heading_path", "line_start", "line_end", "similarity")
    return [{name: getattr(passage, name) for name in named} for passage in group.passages]


def summary_json(summary: NoteSummary) -> dict[str, object]:
    """Return a summary as the contract of ``summaries NOTE --json`` has it; null if there is none."""
    return {**asdict(summary.note), "summary": summary.text}


def evaluation_json(evaluation: Evaluation) -> dict[str, object]:
    """Return an evaluation as the contract of ``evaluate --json`` has it."""
    return {
        "test_set": evaluation.name,
        "questions": evaluation.questions,
        "legs": {
            figures.leg: {
                "metrics": {name: asdict(estimate) for name, estimate in figures.estimates.items()},
                "p50_ms": round(figures.p50_ms, 2),
                "p95_ms": round(figures.p95_ms, 2),
            }
            for figures in evaluation.legs
        },
        "differences": [asdict(difference) for difference in evaluation.differences],
        "notices": list(evaluation.notices),
    }


def own_report_json(report: OwnReport) -> dict[str, object]:
    """Return a report on one's own vault as the contract of ``evaluate --self --json`` has it."""
    return {
        "overall": evaluation_json(report.overall),
        "by_kind": [evaluation_json(one) for one in report.by_kind],
        "limits": list(report.limits),
    }


def not_indexed_yet(stage: SearchStage) -> str | None:
    """Compose a sentence on how many of the notes were searched, None if it was all of them."""
    held = stage.completeness
    if stage.settled:
        return None
    if not held.scanned:
        return "The notes are not indexed yet."
    total = f"{held.notes:,} {'note' if held.notes == 1 else 'notes'}"
    if held.of_words:
        return f"Still indexing: {held.by_meaning:,} of {total} can be found by meaning."
    return f"Still indexing: {held.by_words:,} of {total} by keywords, {held.by_meaning:,} by meaning."
