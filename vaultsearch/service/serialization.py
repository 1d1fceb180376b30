"""Values as JSON: the contract of `--json` and of the MCP server, which other programs rely on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from vaultsearch.core.files import Lines
    from vaultsearch.core.index.published import Transfer
    from vaultsearch.core.parameters import Setting
    from vaultsearch.core.values.context import AgentStep, Context, ContextPiece, ModelAnswer, Quote, ReadNote
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
    from vaultsearch.service import shapes


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
    return {"path": history.path, "versions": [version_json(version) for version in history.versions]}


def difference_json(difference: NoteDifference, day: date) -> shapes.NoteChanges:
    """Convert what has become of a note to the output of ``diff --json``."""
    return {
        "path": difference.path,
        "day": day.isoformat(),
        "since": version_json(difference.version),
        "changes": [{"kind": change.kind.value, "text": change.text} for change in difference.changes],
    }


def version_json(version: NoteVersion) -> shapes.Version:
    """Convert a version of a note."""
    return {
        "commit": version.commit,
        "date": version.date.isoformat(),
        "subject": version.subject,
        "path": version.path,
        "added": version.added,
        "removed": version.removed,
        "deleted": not version.blob,
    }


def timeline_json(query: str, answer: Facets) -> shapes.Timeline:
    """Convert the periods of an answer to the output of ``timeline --json``."""
    return {
        "query": query,
        "notes": answer.notes,
        "periods": [_period_json(period) for period in answer.periods],
    }


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
    address = numbered.address
    return {
        "number": numbered.number,
        "id": address.id,
        "vault": str(address.vault),
        "path": address.path,
        "file": str(address.file),
        "title": note.title,
        "url": address.uri,
        "tags": list(note.tags),
        "date": note.date.date().isoformat(),
        "modified": note.modified.isoformat() if note.modified else None,
    }


def listed_file_json(file: VaultFile, address: NoteAddress) -> shapes.ListedFile:
    """Convert a file to an element of the output of ``files --json``."""
    return {
        "id": address.id,
        "vault": str(address.vault),
        "path": address.path,
        "file": str(address.file),
        "url": address.uri,
        "kind": file.kind,
        "state": file.state,
        "reason": file.reason,
    }


def context_json(context: Context, notes: Numbered) -> shapes.AssembledContext:
    """Convert a context to the output of ``context --format json``."""
    return {
        "tokens": context.tokens,
        "budget": context.budget,
        "text": context.text,
        "pieces": [{**_piece_json(piece, notes), "number": piece.number} for piece in context.pieces],
        "left_out": [_piece_json(piece, notes) for piece in context.left_out],
    }


def answer_json(answer: ModelAnswer, notes: Numbered) -> shapes.Asked:
    """Convert an answer by a language model to the output of ``ask --json``."""
    return {
        "question": answer.question,
        "standalone_question": answer.standalone_question,
        "state": answer.state.value,
        "steps": [_step_json(step) for step in answer.steps],
        "answer": {
            "sentences": [
                {
                    "text": sentence.text,
                    "citations": list(sentence.citations),
                    "supported": bool(sentence.supported),
                    "objection": sentence.objection.value if sentence.objection else None,
                    "detail": sentence.detail,
                }
                for sentence in answer.sentences
            ]
        },
        "passages": [
            {**_piece_json(piece, notes), "number": number}
            for number, piece in enumerate(answer.passages, start=1)
        ],
        "model": answer.model,
        "sent_to": answer.sent_to,
        "tokens": answer.tokens,
    }


def _step_json(step: AgentStep) -> shapes.TakenStep:
    return {"kind": step.kind.value, "argument": step.argument, "passages": step.passages}


def _piece_json(piece: ContextPiece, notes: Numbered) -> shapes.Piece:
    return {
        "id": notes[piece.path].address.id,
        "path": piece.path,
        "title": piece.title,
        "heading_path": list(piece.heading_path),
        "line_start": piece.line_start,
        "line_end": piece.line_end,
        "tokens": piece.tokens,
        "url": piece.uri,
    }


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
    return {
        "text": quote.text,
        "line_start": quote.line_start,
        "line_end": quote.line_end,
        "probability": quote.probability,
    }


def report_json(report: SyncReport) -> shapes.Indexed:
    """Convert a report to the output of ``index --json``."""
    return {
        "added": report.added,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "chunks": report.chunks,
        "embedded": report.embedded,
        "failed": list(report.failed),
        "seconds": round(report.seconds, 3),
        "steps": list(report.steps),
        "cancelled": report.cancelled,
        "rebuilt": report.rebuilt,
    }


def published_json(transfer: Transfer, place: str) -> shapes.Published:
    """Convert what was published to the output of ``publish --json``."""
    return {
        "place": place,
        "files": transfer.files,
        "bytes": transfer.bytes,
        "copied": transfer.copied,
        "bytes_copied": transfer.bytes_copied,
    }


def status_json(status: IndexStatus) -> shapes.Status:
    """Convert a status to the output of ``status --json``."""
    return {
        "vault": str(status.vault),
        "notes": status.notes,
        "files": status.files,
        "chunks": status.chunks,
        "embedded": status.embedded,
        "failed": list(status.failed),
        "last_sync": status.last_sync.isoformat() if status.last_sync else None,
        "embedding_model": status.embedding_model,
        "readers": {reader.model: dict(reader.languages) for reader in status.readers},
        "reranker": status.reranker,
        "index_bytes": status.index_bytes,
        "token_bytes": status.token_bytes,
        "writer": status.writer,
        "published": status.published.isoformat() if status.published else None,
        "completeness": {
            "files": status.completeness.files if status.completeness.scanned else None,
            "by_words": status.completeness.by_words,
            "by_meaning": status.completeness.by_meaning,
        },
        "kinds": {
            kind.kind: {"read": kind.read, "waiting": kind.waiting, "failed": kind.failed}
            for kind in status.kinds
        },
        "recognition": status.recognition,
        "searched_vectors": list(status.searched_vectors),
        "unread_endings": {ending.ending: ending.files for ending in status.unread_endings},
    }


def setting_json(setting: Setting) -> shapes.SettingListed:
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
    return {
        "label": topic.label,
        "line_start": topic.line_start,
        "line_end": topic.line_end,
        "messages": list(topic.messages) if topic.messages else None,
        "results": [result_json(result, notes) for result in topic.results],
    }


def named_note_json(note: NoteName | RelatedNote, numbered: NumberedNote) -> dict[str, object]:
    """Convert a note to an element of ``related --json`` and ``orphans --json``."""
    values = asdict(note)
    if "date" in values:
        values["date"] = values["date"].isoformat()
    return {"number": numbered.number, "id": numbered.address.id, **values}


def links_json(links: NoteLinks, notes: Numbered) -> shapes.Links:
    """Convert a note's links to the output of ``links --json``."""
    return {
        "id": notes[links.note.path].address.id,
        "path": links.note.path,
        "title": links.note.title,
        "backlinks": [reference_json(backlink, notes) for backlink in links.backlinks],
        "outgoing": [reference_json(reference, notes) for reference in links.outgoing],
        "unresolved": [reference_json(reference, notes) for reference in links.unresolved],
        "mentions": [reference_json(mention, notes) for mention in links.mentions],
        "common_names": list(links.common_names),
    }


def suggestions_json(suggested: NoteSuggestions, notes: Numbered) -> shapes.Suggested:
    """Convert the links and tags that a note may lack to the output of ``links --suggest --json``."""
    return {
        "path": notes[suggested.note.path].address.path,
        "suggestions": [suggestion_json(link, notes[link.path].address.path) for link in suggested.mentions],
        "tags": list(suggested.tags),
    }


def vault_topic_json(topic: VaultTopic) -> shapes.TopicListed:
    """Convert a topic to an element of ``topics --json``."""
    return {
        "label": topic.label,
        "summary": topic.summary or None,
        "notes": list(map(_name_json, topic.notes)),
        "children": list(map(vault_topic_json, topic.children)),
    }


def entity_json(entity: Entity) -> shapes.EntityListed:
    """Convert an entity to an element of ``entities --json``."""
    return {
        "name": entity.name,
        "kind": entity.kind.value,
        "path": entity.path,
        "aliases": list(entity.aliases),
        "notes": list(map(_name_json, entity.notes)),
        "relations": [
            {"property": relation.property, "note": _name_json(relation.note)}
            for relation in entity.relations
        ],
        "beside": [{"name": name, "notes": count} for name, count in entity.beside],
        "model_notes": list(map(_name_json, entity.model_notes)),
        "model_relations": [
            {
                "subject": relation.subject,
                "relation": relation.relation,
                "object": relation.object,
                "note": _name_json(relation.note),
            }
            for relation in entity.model_relations
        ],
    }


def _name_json(note: NoteName) -> shapes.TopicNote:
    return {"path": note.path, "title": note.title}


def suggestion_json(link: LinkSuggestion, target: str) -> shapes.SuggestedLink:
    """Convert a suggested link to the note at the path ``target``."""
    return {
        "text": link.text,
        "line": link.line,
        "target": target,
        "title": link.title,
        "link": link.link,
        "heading_path": list(link.heading_path),
    }


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
    return {
        "path": reference.path,
        "title": reference.title,
        "written": reference.written,
        "line": reference.line,
        "heading_path": list(reference.heading_path),
        "text": reference.text,
    }


def unresolved_json(target: UnresolvedTarget, notes: Numbered) -> shapes.Target:
    """Convert a target to an element of the output of ``unresolved --json``."""
    return {
        "target": target.target,
        "references": [reference_json(reference, notes) for reference in target.references],
    }


def duplicate_json(passage: DuplicatePassage, notes: Numbered) -> shapes.Duplicate:
    """Convert a passage to an element of a group in the output of ``duplicates --json``."""
    note = notes[passage.path]
    return {
        "number": note.number,
        "id": note.address.id,
        "path": passage.path,
        "heading_path": list(passage.heading_path),
        "line_start": passage.line_start,
        "line_end": passage.line_end,
        "similarity": passage.similarity,
    }


def summary_json(summary: NoteSummary, address: NoteAddress) -> shapes.Summary:
    """Convert a summary to the output of ``summaries NOTE --json``."""
    note = summary.note
    return {
        "id": address.id,
        "path": note.path,
        "title": note.title,
        "summary": summary.text,
        "by_model": summary.by_model,
    }


def evaluation_json(evaluation: Evaluation) -> shapes.Measured:
    """Return an evaluation as the contract of ``evaluate --json`` has it."""
    return {
        "test_set": evaluation.name,
        "questions": evaluation.questions,
        "legs": {
            figures.leg: {
                "metrics": dict(figures.estimates),
                "p50_ms": round(figures.p50_ms, 2),
                "p95_ms": round(figures.p95_ms, 2),
            }
            for figures in evaluation.legs
        },
        "differences": list(evaluation.differences),
        "notices": list(evaluation.notices),
    }


def own_report_json(report: OwnReport) -> shapes.OwnEvaluation:
    """Return a report on one's own vault as the contract of ``evaluate --self --json`` has it."""
    return {
        "overall": evaluation_json(report.overall),
        "by_kind": [evaluation_json(evaluation) for evaluation in report.by_kind],
        "limits": list(report.limits),
    }


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
