"""Convert values to answers: the contract for `--json` and MCP, which other programs rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from vaultsearch.core.files import NoteLines
from vaultsearch.core.text import index_tags
from vaultsearch.core.values import relations
from vaultsearch.core.values.context import Context, ContextPiece, ModelAnswer, ReadNote, Verdict
from vaultsearch.core.values.evaluation import Evaluation, OwnReport
from vaultsearch.core.values.note import NoteAddress, StoredNote
from vaultsearch.core.values.query import Facets
from vaultsearch.core.values.search import LongQueryAnswer, Result, SearchStage
from vaultsearch.core.values.sync import IndexStatus
from vaultsearch.service import shapes
from vaultsearch.service.parts.replicas import is_replica, name_of
from vaultsearch.service.wire import UNSET, NamedDays, Numbered, NumberedNote, fill_answer

P = TypeVar("P", bound=shapes.Passage)


def search_json(
    stage: SearchStage,
    notes: Numbered,
    notices: Sequence[str],
    days: NamedDays | None,
    /,
    **of_stream: object,
) -> shapes.Search:
    """Convert an answer to ``search --json``; `long_query_json` has the same keys."""
    when = None
    if days is not None:
        words, first, last = days
        when = shapes.When(
            first.isoformat() if first else None, last.isoformat() if last else None, words, "proposed"
        )
    return fill_answer(
        shapes.Search,
        stage,
        when=when,
        results=[result_json(result, notes) for result in stage.results],
        topics=[],
        notice=" ".join(notices) or None,
        **{"stage": UNSET, "final": UNSET, **of_stream},
    )


def timeline_json(query: str, answer: Facets) -> shapes.Timeline:
    """Convert an answer's periods to ``timeline --json``."""
    from vaultsearch.core.query.narrowing import days_of

    periods = [
        shapes.DatedNotes(
            from_=first.isoformat() if first else None,
            to=last.isoformat(),
            notes=period.count,
            titles=list(period.names),
        )
        for period in answer.periods
        for first, last in [days_of(period.value)]
    ]
    return fill_answer(shapes.Timeline, answer, query=query, periods=periods)


def fill_passage(shape: type[P], result: Result, **further: object) -> P:
    """Convert a passage with keys common to every output; ``further`` are the note's number, id and path."""
    chunk, past = result.chunk, result.past
    day = chunk.date.day if chunk.date else None
    # Of most notes, the date is the day on which they were saved.
    is_edited = chunk.modified is not None and chunk.modified.astimezone().date() != day
    return fill_answer(
        shape,
        result,
        chunk,
        # Lines of generated text are not those of the file: an editor would open it somewhere else.
        line_start=None if chunk.is_generated else chunk.line_start,
        line_end=None if chunk.is_generated else chunk.line_end,
        # Never increasing down a list, in every output; over MCP, "best first" had once stood at .44, .43,
        # .39, .27, .25, .31.
        score=_round_figure(result.score),
        probability=_round_figure(result.probability),
        tags=index_tags(chunk.tags) or UNSET,
        date=day or UNSET,
        modified=chunk.modified.isoformat(timespec="seconds") if chunk.modified and is_edited else UNSET,
        page=UNSET if chunk.page is None else chunk.page,
        more=len(result.behind) or UNSET,
        as_of=past.day.isoformat() if past else UNSET,
        state=past.state if past else UNSET,
        via=result.via or UNSET,
        elsewhere=dict(result.elsewhere) or UNSET,
        related=result.is_related or UNSET,
        **further,
    )


def _round_figure(figure: float | None) -> float | None:
    """Return a figure with four digits: an agent read all seventeen for nothing."""
    return None if figure is None else float(f"{figure:.4g}")


def result_json(result: Result, notes: Numbered) -> shapes.Found:
    """Convert a result to an element in ``search --json`` results."""
    note = notes[result.chunk.path]
    address = note.address
    return fill_passage(
        shapes.Found,
        result,
        number=note.number,
        id=address.id,
        path=address.path,
        snippet=result.snippet.text,
        **place_json(address),
    )


def place_json(address: NoteAddress) -> dict[str, str | None]:
    """Return a note's vault and file; of a published index the place, and no file."""
    file = None if is_replica(address.vault) else str(address.file)
    return {"vault": name_of(address.vault), "file": file}


def listed_note_json(note: StoredNote, numbered: NumberedNote) -> shapes.ListedNote:
    """Convert a note to an element in ``recent --json`` and ``random --json``."""
    address, day = numbered.address, note.date.date()
    place = place_json(address)
    return fill_answer(shapes.ListedNote, numbered, address, note, url=address.uri, date=day, **place)


def context_json(context: Context, notes: Numbered) -> shapes.AssembledContext:
    """Convert a context to ``context --format json``."""
    return fill_answer(
        shapes.AssembledContext,
        context,
        pieces=[_piece_json(piece, notes, piece.number) for piece in context.pieces],
        left_out=[_piece_json(piece, notes) for piece in context.left_out],
    )


def answer_json(answer: ModelAnswer, notes: Numbered) -> shapes.Asked:
    """Convert a language model's answer to ``ask --json``."""
    return fill_answer(
        shapes.Asked,
        answer,
        answer={
            "sentences": [
                fill_answer(
                    shapes.AnsweredSentence,
                    each,
                    supported=None if each.verdict is Verdict.UNSURE else each.is_kept,
                    miscited=each.miscited or UNSET,
                )
                for each in answer.sentences
            ]
        },
        passages=[_piece_json(piece, notes, number) for number, piece in enumerate(answer.passages, start=1)],
    )


def _piece_json(piece: ContextPiece, notes: Numbered, number: object = UNSET) -> shapes.Piece:
    return fill_answer(shapes.Piece, piece, id=notes[piece.path].address.id, url=piece.uri, number=number)


def read_json(note: ReadNote, address: NoteAddress, lines: NoteLines | None = None) -> shapes.NoteRead:
    """Convert a note, lines from it, or quotes, to ``read --json``."""
    content: dict[str, object] = {"text": note.text}
    if lines is not None:
        content = {"text": lines.text, "line_start": lines.first, "line_end": lines.last}
    elif note.question is not None:
        content = {"text": UNSET, "quotes": note.quotes}
    return fill_answer(shapes.NoteRead, note, id=address.id, url=note.uri, **{"quotes": UNSET, **content})


def status_json(status: IndexStatus) -> shapes.Status:
    """Convert a status to ``status --json``."""
    held = status.completeness
    files = held.files if held.scanned else None
    return fill_answer(
        shapes.Status,
        status,
        vault=name_of(status.vault),
        readers={reader.model: dict(reader.languages) for reader in status.readers},
        completeness=fill_answer(shapes.Complete, held, files=files),
        kinds={kind.kind: kind for kind in status.kinds},
        unread_endings={ending.ending: ending.files for ending in status.unread_endings},
    )


def long_query_json(answer: LongQueryAnswer, notes: Numbered, **of_stream: object) -> shapes.Search:
    """Convert an answer to ``search --from-file --json``: overall, and by topic."""
    return fill_answer(
        shapes.Search,
        answer,
        query="",
        reading=None,
        when=None,
        results=[result_json(result, notes) for result in answer.results],
        topics=[
            fill_answer(shapes.Topic, topic, results=[result_json(result, notes) for result in topic.results])
            for topic in answer.topics
        ],
        **of_stream,
    )


def links_json(links: relations.NoteLinks, notes: Numbered) -> shapes.Links:
    """Convert a note's links to ``links --json``."""
    groups = {
        name: [reference_json(reference, notes) for reference in group]
        for name, group in links.groups.items()
    }
    return fill_answer(shapes.Links, links, links.note, notes[links.note.path].address, **groups)


def suggestions_json(suggested: relations.NoteSuggestions, notes: Numbered) -> shapes.Suggested:
    """Convert links and tags a note may lack to ``links --suggest --json``."""
    return fill_answer(
        shapes.Suggested,
        suggested,
        path=notes[suggested.note.path].address.path,
        suggestions=[suggestion_json(link, notes[link.path].address.path) for link in suggested.mentions],
    )


def vault_topic_json(topic: relations.VaultTopic) -> shapes.TopicListed:
    """Convert a topic to an element in ``topics --json``."""
    children = list(map(vault_topic_json, topic.children))
    return fill_answer(shapes.TopicListed, topic, summary=topic.summary or None, children=children)


def entity_json(entity: relations.Entity) -> shapes.EntityListed:
    """Convert an entity to an element in ``entities --json``."""
    beside = [{"name": name, "notes": count} for name, count in entity.beside]
    return fill_answer(shapes.EntityListed, entity, beside=beside)


def suggestion_json(link: relations.LinkSuggestion, target: str) -> shapes.SuggestedLink:
    """Convert a suggested link to the note at the path ``target``."""
    return fill_answer(shapes.SuggestedLink, link, target=target)


def reference_json(reference: relations.Reference, notes: Numbered, **of_line: object) -> shapes.Referring:
    """Convert a reference to an element in ``links --json`` and ``unresolved --json``."""
    note = notes[reference.path] if reference.path else None
    number, note_id = (note.number, note.address.id) if note else (None, None)
    return fill_answer(shapes.Referring, reference, number=number, id=note_id, **of_line)


def unresolved_json(target: relations.UnresolvedTarget, notes: Numbered) -> shapes.Target:
    """Convert a target to an element in ``unresolved --json``."""
    references = [reference_json(reference, notes) for reference in target.references]
    return fill_answer(shapes.Target, target, references=references)


def evaluation_json(evaluation: Evaluation) -> shapes.Measured:
    """Convert an evaluation to ``evaluate --json``."""
    legs = {
        figures.leg: {
            "metrics": dict(figures.estimates),
            "p50_ms": round(figures.p50_ms, 2),
            "p95_ms": round(figures.p95_ms, 2),
        }
        for figures in evaluation.legs
    }
    return fill_answer(shapes.Measured, evaluation, test_set=evaluation.name, legs=legs)


def own_report_json(report: OwnReport) -> shapes.OwnEvaluation:
    """Convert a report on the user's own vault to ``evaluate --self --json``."""
    by_kind = list(map(evaluation_json, report.by_kind))
    return fill_answer(shapes.OwnEvaluation, report, overall=evaluation_json(report.overall), by_kind=by_kind)
