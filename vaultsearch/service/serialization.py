"""Values as JSON: the contract of `--json` and of the MCP server, which other programs rely on."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.parameters import Setting
    from vaultsearch.core.values.context import Context, ContextPiece, Quote, ReadNote
    from vaultsearch.core.values.evaluation import Evaluation, OwnReport
    from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryTopic
    from vaultsearch.core.values.relations import DuplicateGroup, NoteLinks, NoteSummary
    from vaultsearch.core.values.search import Result, SearchStage
    from vaultsearch.core.values.sync import IndexStatus, SyncReport


def result_json(result: Result) -> dict[str, object]:
    """Convert a result to an element of ``search --json``."""
    chunk = result.chunk
    return {
        "path": chunk.path,
        "title": chunk.title,
        "heading_path": list(chunk.heading_path),
        "line_start": chunk.line_start,
        "line_end": chunk.line_end,
        "score": chunk.score,
        "snippet": result.snippet.text,
        "tags": list(chunk.tags),
        "uri": result.uri,
        "language": chunk.language,
        "ranks": {leg: place.rank for leg, place in chunk.ranks.items()},
        "why": result.why,
        "date": chunk.date.day.isoformat() if chunk.date else None,
        "modified": chunk.modified.isoformat() if chunk.modified else None,
    }


def context_json(context: Context) -> dict[str, object]:
    """Convert a context to the output of ``context --format json``."""
    return {
        "tokens": context.tokens,
        "budget": context.budget,
        "text": context.text,
        "pieces": [_piece_json(piece) | {"number": piece.number} for piece in context.pieces],
        "left_out": [_piece_json(piece) for piece in context.left_out],
    }


def _piece_json(piece: ContextPiece) -> dict[str, object]:
    return {
        "path": piece.path,
        "title": piece.title,
        "heading_path": list(piece.heading_path),
        "line_start": piece.line_start,
        "line_end": piece.line_end,
        "tokens": piece.tokens,
        "uri": piece.uri,
    }


def read_json(note: ReadNote) -> dict[str, object]:
    """Convert a note, or its quotes, to the output of ``read --json``."""
    if note.question is None:
        return {"path": note.path, "title": note.title, "uri": note.uri, "text": note.text}
    return {"path": note.path, "quotes": [_quote_json(quote) for quote in note.quotes]}


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


def long_query_json(answer: LongQueryAnswer) -> dict[str, object]:
    """Return an answer as the contract of ``search --from-file --json`` has it: overall, and by topic."""
    counts = answer.counts
    return {
        "outcome": answer.outcome.value,
        "results": [result_json(result) for result in answer.results],
        "topics": [_topic_json(topic) for topic in answer.topics],
        "messages": answer.messages,
        "notice": answer.notice,
        "counts": {
            "pieces": counts.segments,
            "per_piece": list(counts.per_segment),
            "collected": counts.collected,
            "deduplicated": counts.deduplicated,
            "given": counts.given,
            "seconds": round(counts.seconds, 3),
        },
        "steps": [
            {"name": s.name, "seconds": round(s.seconds, 4), "in": s.count_in, "out": s.count_out}
            for s in answer.steps
        ],
    }


def _topic_json(topic: LongQueryTopic) -> dict[str, object]:
    return {
        "label": topic.label,
        "line_start": topic.line_start,
        "line_end": topic.line_end,
        "messages": list(topic.messages) if topic.messages else None,
        "results": [result_json(result) for result in topic.results],
    }


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
