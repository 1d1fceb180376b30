"""Print answers and reports for people, using rich."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from vaultsearch.cli.output import (
    PrintedPlace,
    make_console,
    make_styled_console,
    print_heading,
    print_indented,
    shell_command,
    strip_controls,
    styled_text,
    write_line,
)
from vaultsearch.core.parameters import Setting
from vaultsearch.core.values import sync
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.search import (
    LongQueryAnswer,
    ReadingPlan,
    Result,
    SearchStage,
    Space,
    related_from,
)
from vaultsearch.core.values.sync import Comparison
from vaultsearch.service.wire import Numbered

if TYPE_CHECKING:
    from rich.console import Console

    from vaultsearch.core.values.relations import Entity, NoteSummary, RelatedNote, VaultTopic

_MAX_FAILURES, _MAX_ENDINGS = 20, 12
_MAX_TEXT_CHARACTERS = 200
_MAX_REFERENCES = 5
_MAX_CENTRAL_NOTES = 3
_MAX_ENTITIES, _MAX_ENTITIES_IN_FULL = 50, 5
_RELATION_HEADINGS = {
    "backlinks": "Backlinks",
    "outgoing": "Outgoing links",
    "unresolved": "Broken links",
    "mentions": "Unlinked mentions",
}


@contextmanager
def progress_bar(begin: str, *, quiet: bool) -> Iterator[Callable[[str, int, int, str], None]]:
    """Show progress if stderr is a terminal, starting with step ``begin``.

    Yield the update function; it takes the step, the count done, the total, and the remaining time in words.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    # On stderr: the output may go to a file or a pipe.
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    columns = (
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(begin, total=None, left="")
        yield lambda step, done, total, left: bar.update(
            task, description=step, completed=done, total=total or None, left=left
        )


@contextmanager
def sync_progress(*, quiet: bool) -> Iterator[Callable[[sync.Progress], None]]:
    """Show a sync's progress; yield the update function."""
    with progress_bar("scanning", quiet=quiet) as update:

        def show(progress: sync.Progress) -> None:
            left = f"{progress.rate:.0f}/s" if progress.rate else ""
            if left and progress.seconds_left is not None:
                left += f", about {progress.seconds_left:.0f} s left"
            if progress.phase in ("embedding", "summarizing", "writing", "texts"):
                update(progress.phase, progress.chunks_done, progress.chunks_total, left)
            else:
                update(progress.phase, progress.notes_done, progress.notes_total, left)

        yield show


def print_sync_report(report: sync.SyncReport) -> None:
    """Print a sync's counts and unreadable notes."""
    out = make_console()
    if report.rebuilt:
        out.print(report.rebuilt)
    moved = f"{len(report.moved):,} moved, " if report.moved else ""
    if not (report.has_changes or report.embedded or report.cancelled or report.rebuilt):
        files, passages = report.unchanged, report.chunks
        out.print(f"Up to date: {_count_with_unit(files, 'file')}, {_count_with_unit(passages, 'passage')}.")
    else:
        out.print(
            f"{report.added:,} added, {report.changed:,} changed, {moved}{report.unchanged:,} unchanged, "
            f"{report.removed:,} removed; {_count_with_unit(report.chunks, 'passage')}, "
            f"{report.embedded:,} newly indexed by meaning, in {report.seconds:.1f} s"
        )
    if report.cancelled:
        out.print("Cancelled; the next run resumes here.")
    if report.pictures_waiting:
        out.print(
            f"Pictures waiting for text recognition: {report.pictures_waiting:,}. It runs while the window "
            "or `vaultsearch watch` does, and with `vaultsearch index --recognize-text`."
        )
    _print_failures(out, report.failed)
    if report.trouble:
        make_console(stderr=True).print(report.trouble, markup=False)


def _count_with_unit(count: int, unit: str) -> str:
    return f"{count:,} {unit}" if count == 1 else f"{count:,} {unit}s"


def print_results(stage: SearchStage, notes: Numbered, *, explain: bool) -> None:
    """Print passages, each below the note's number; 1 is the best note."""
    out = make_console() if explain else make_styled_console()
    if explain and out:
        if stage.reading:
            out.print(styled_text(stage.reading, style="italic"))
        for hint in stage.hints:
            out.print(styled_text(f"hint: {hint}", style="yellow"))
        out.print()
    if not stage.results:
        make_console(stderr=True).print("No results." if stage.settled else "No results yet.")
    related = related_from(stage.results)
    for place, result in enumerate(stage.results):
        if place == related:
            sentence = "Below: related, without your words\n"
            out.print(styled_text(sentence, "dim")) if out else write_line(sentence)
        _print_result(out, result, notes, explain=explain)
    if explain and out:
        from rich.table import Table

        table = Table("step", "ms", "passages in", "out", box=None)
        for step in stage.steps:
            table.add_row(step.name, f"{step.seconds * 1000:.1f}", str(step.count_in), str(step.count_out))
        out.print(table)


def _print_result(out: Console | None, result: Result, notes: Numbered, *, explain: bool) -> None:
    _print_heading(out, result, notes)
    # Where it is from: the past, along links, or where else the note contains the query's words.
    origin = " · ".join(
        f"“{word}” " + (f"under {heading}" if heading else "elsewhere") for word, heading in result.elsewhere
    )
    if result.past is not None:
        origin = f"{result.past.state.value} · {result.past.day}"
    elif result.via:
        origin = f"via {' > '.join(result.via)}"
    if origin:
        print_indented(out, origin, "dim")
    if result.chunk.heading_path:
        print_indented(out, " > ".join(result.chunk.heading_path), "cyan")
    print_indented(out, result.snippet.text, matches=result.snippet.matches)
    if explain:
        figures = (("score", result.score), ("probability", result.probability))
        known = (f"{name} {value:.3f}" for name, value in figures if value is not None)
        print_indented(out, "; ".join((result.why, *known)), "dim")
    if result.behind:
        print_indented(out, f"{len(result.behind):,} more in this note", "dim")
    write_line()


def _print_heading(out: Console | None, result: Result, notes: Numbered) -> None:
    note, chunk = notes[result.chunk.path], result.chunk
    line = None if chunk.is_generated else chunk.line_start
    print_heading(
        out, PrintedPlace(note.address, chunk.title, line=line, number=note.number), link=result.url
    )


def offer_to_read(stage: SearchStage, vault: Path) -> str | None:
    """Offer to index notes for the question's language, with the cost; return None if unnecessary."""
    unread = stage.unread
    if unread is None or unread.reading is not ReadingPlan.OFFERED:
        return None
    from vaultsearch.core.query.question_language import describe_unread
    from vaultsearch.service.parts.replicas import is_replica

    # A published index is made by another computer.
    if is_replica(vault):
        return None
    minutes = max(1, round(unread.seconds / 60))
    command = shell_command("index", str(vault), "--read-for", unread.language)
    return f"{describe_unread(unread)} To index them by meaning, about {minutes} min: {command}"


def print_long_query_answer(
    answer: LongQueryAnswer, notes: Numbered, *, by_topic: bool, explain: bool
) -> None:
    """Print passages answering a whole text, overall or ``by_topic``."""
    out = make_console()
    if not answer.results:
        make_console(stderr=True).print("No results.")
    if by_topic:
        for topic in answer.topics:
            label = strip_controls(topic.label) or "…"
            ranges = ((topic.line_start, topic.line_end), *topic.returns)
            span = "lines " + ", ".join(f"{start} to {end}" for start, end in ranges)
            if topic.messages:
                span = f"messages {topic.messages[0]} to {topic.messages[1]}"
            out.print(styled_text("").append(label, "bold").append(f"  {span}", "dim"))
            _print_ranked(out, topic.results, notes, explain=explain)
    else:
        _print_ranked(out, answer.results, notes, explain=explain)
    if explain:
        counts = answer.counts
        out.print(
            f"{counts.segments} pieces; found for each: {', '.join(map(str, counts.per_segment))}; "
            f"{counts.collected} passages, {counts.deduplicated} after deduplication, {counts.given} given; "
            f"{counts.seconds:.2f} s",
            style="dim",
        )
        for step in answer.steps:
            figures = f"{step.seconds * 1000:.0f} ms, {step.count_in} -> {step.count_out}"
            out.print(f"  {step.name}: {figures}", style="dim")


def _print_ranked(out: Console, results: Sequence[Result], notes: Numbered, *, explain: bool) -> None:
    for result in results:
        _print_heading(out, result, notes)
        if result.chunk.heading_path:
            print_indented(out, " > ".join(result.chunk.heading_path), "cyan")
        print_indented(out, result.snippet.text)
        if explain:
            print_indented(out, result.why, "dim")
    out.print()


def print_related(related: Sequence[RelatedNote], places: Sequence[PrintedPlace]) -> None:
    """Print related notes with reasons."""
    out = make_console()
    if not related:
        make_console(stderr=True).print("No related notes.")
    for note, place in zip(related, places, strict=True):
        print_heading(out, place)
        print_indented(out, " · ".join(note.reasons), "cyan")


def print_topics(topics: Sequence[VaultTopic], above: str = "") -> None:
    """Print topics as a tree with note counts; for leaf topics, print central notes."""
    out = make_console()
    if not topics and not above:
        make_console(stderr=True).print("No topics: too few notes have to do with one another.")
    for topic in topics:
        line = styled_text(f"{above}{topic.label}").append(f"  {len(topic.notes):,}", "cyan")
        if not topic.children:
            line.append("  " + ", ".join(note.title for note in topic.notes[:_MAX_CENTRAL_NOTES]), "dim")
        out.print(line)
        if topic.summary:
            print_indented(out, f"By the language model: {topic.summary}")
        print_topics(topic.children, f"{above}    ")


def print_entities(entities: Sequence[Entity]) -> None:
    """Print entities with note counts; for a few entities, also print relations."""
    out = make_console()
    if not entities:
        make_console(stderr=True).print("No note speaks of it.")
    for entity in entities[:_MAX_ENTITIES]:
        line = styled_text(entity.name).append(f"  {entity.kind.value}  {len(entity.notes):,}", "cyan")
        if entity.model_notes:
            line.append(f", {len(entity.model_notes):,} by the language model", "dim")
        out.print(line)
        if len(entities) <= _MAX_ENTITIES_IN_FULL:
            for relation in entity.relations:
                print_indented(out, f"{relation.property} of {relation.note.title}")
            read_in: dict[str, list[str]] = {}
            for read in entity.model_relations:
                words = f"{read.subject} {read.relation} {read.object}"
                read_in.setdefault(words, []).append(read.note.title)
            for words, titles in read_in.items():
                source = f"  by the language model, from {', '.join(titles)}"
                print_indented(out, styled_text(strip_controls(words)).append(strip_controls(source), "dim"))
            beside = ", ".join(f"{name} ({count:,})" for name, count in entity.beside)
            print_indented(out, f"with {beside}" if beside else "alone", "dim")
    if left := len(entities) - _MAX_ENTITIES:
        out.print(f"{left:,} more: name one, or use --json.") if left > 0 else None


def print_links(places: Mapping[str, Sequence[PrintedPlace]], common_names: Iterable[str]) -> None:
    """Print linking or mentioning places by relation to the note."""
    out = make_console()
    for relation, heading in _RELATION_HEADINGS.items():
        _print_references(out, heading, places[relation])
    for name in common_names:
        out.print(f"“{name}” is too common to look for unlinked mentions.", markup=False)


def print_orphans(places: Sequence[PrintedPlace]) -> None:
    """Print notes without links."""
    out = make_console()
    for place in places:
        print_heading(out, place)
    make_console(stderr=True).print(f"{_count_with_unit(len(places), 'orphaned note')}.")


def print_unresolved(places: Mapping[str, Sequence[PrintedPlace]]) -> None:
    """Print broken links' places by target."""
    out = make_console()
    for target, linking in places.items():
        _print_references(out, target, linking[:_MAX_REFERENCES], len(linking))
    make_console(stderr=True).print(f"{_count_with_unit(len(places), 'broken link target')}.")


def print_duplicates(groups: Sequence[Sequence[PrintedPlace]]) -> None:
    """Print groups of near-duplicate passages, with the text once per group."""
    out = make_console()
    for group in groups:
        out.print(styled_text(_shorten_text(group[0].text), style="italic"))
        for passage in group:
            details = f"{passage.score or 0:.0%}  {' > '.join(passage.section)}"
            print_heading(out, passage, strip_controls(details))
        out.print()
    make_console(stderr=True).print(f"{_count_with_unit(len(groups), 'passage')} in several notes.")


def print_summary(summary: NoteSummary) -> None:
    """Print a summary, or why there is none."""
    none = (
        f"{summary.note.title} has no summary: only English notes indexed by meaning have one."
        " Run: vaultsearch summaries --missing"
    )
    text = none if summary.text is None else summary.text
    make_console().print(summary.by_model or text, markup=False)


def _print_references(
    out: Console, heading: str, places: Sequence[PrintedPlace], count: int | None = None
) -> None:
    if not places:
        return
    out.print(styled_text(strip_controls(f"{heading} ({count or len(places):,})"), style="bold"))
    for place in places:
        print_heading(out, place, strip_controls(" > ".join(place.section)))
        print_indented(out, _shorten_text(place.text))
    out.print()


def _shorten_text(text: str) -> str:
    line = " ".join(strip_controls(text).split())
    return line if len(line) <= _MAX_TEXT_CHARACTERS else line[: _MAX_TEXT_CHARACTERS - 1] + "…"


def print_status(status: sync.IndexStatus) -> None:
    """Print an index's state: counts, models, sizes, failures."""
    from rich.table import Table

    from vaultsearch.service.parts.replicas import name_of

    out = make_console()
    table = Table(box=None, show_header=False)
    held, indexed = status.completeness, "all files, by keywords and by meaning"
    if not held.of_meaning:
        total = f"{held.files:,}" if held.scanned else "?"
        indexed = f"{held.by_words:,} of {total} files by keywords, {held.by_meaning:,} by meaning"
    named = [f"{e.files:,} {e.ending or 'without an ending'}" for e in status.unread_endings[:_MAX_ENDINGS]]
    others = sum(ending.files for ending in status.unread_endings[_MAX_ENDINGS:])
    unread = ", ".join(named) + (f" and {others:,} others" if others else "")
    synced = f"{status.last_sync.astimezone():%Y-%m-%d %H:%M:%S}" if status.last_sync else "not finished yet"
    rows = {
        "vault": f"{name_of(status.vault)}{' (folder is away)' if status.is_away else ''}",
        "notes": f"{status.notes:,}",
        "passages": f"{status.chunks:,}, {status.embedded:,} of them indexed by meaning",
        "indexed": indexed,
        **{
            f"files: {kind.kind}": _describe_kind_count(kind, recognizes=status.recognition.enabled)
            for kind in status.kinds
            if kind.kind not in NOTE_KINDS
        },
        **({"not read": unread} if unread else {}),
        "up to date": synced,
        "embedding model": status.embedding_model,
        **{
            f"indexed by {reader.model}": ", ".join(f"{code} ({count:,})" for code, count in reader.languages)
            for reader in status.readers
        },
        "search by meaning": "; ".join(map(_describe_comparison, status.searched_vectors)),
        "reranker": status.reranker,
        "size on disk": f"{status.index_bytes / 2**20:.1f} MB",
        **({"published": f"{status.published.astimezone():%Y-%m-%d %H:%M}"} if status.published else {}),
        "written by": f"process {status.writer}" if status.writer else "nobody",
    }
    if status.token_bytes:
        per_note = status.token_bytes / 2**10 / max(1, status.files)
        rows["token vectors"] = f"{status.token_bytes / 2**20:.1f} MB of it, {per_note:.1f} KB a file"
    for name, value in rows.items():
        table.add_row(name, styled_text(value))
    out.print(table)
    _print_failures(out, status.failed)


def _describe_kind_count(count: sync.KindCount, *, recognizes: bool) -> str:
    needed = "need text recognition: `--set files.recognize_text=true`"
    waiting = "waiting for text recognition" if recognizes else needed
    parts = [f"{count.read:,} of {count.total:,} read"]
    parts += [f"{count.waiting:,} {waiting}"] if count.waiting else []
    parts += [f"{count.failed:,} failed: see `vaultsearch files --failed`"] if count.failed else []
    return ", ".join(parts)


def _describe_comparison(searched: sync.SearchedVectors) -> str:
    sentences = {
        Comparison.MEMORY: "exact, all {:,} vectors in memory",
        Comparison.EXACT: "exact, all {:,} vectors read from disk",
        Comparison.GRAPH: "HNSW graph of {:,} vectors",
    }
    sentence = sentences[searched.comparison].format(searched.vectors)
    return f"{sentence} (other languages)" if searched.space is Space.MULTILINGUAL else sentence


def print_config(settings: Sequence[Setting], file: Path) -> None:
    """Print every parameter's name, value, value's source and help."""
    from rich.padding import Padding

    out = make_console()
    for setting in settings:
        line = styled_text(f"{setting.parameter.name} = ").append(str(setting.value), style="bold")
        out.print(line.append(f"  ({setting.source})", style="dim"))
        out.print(Padding(styled_text(setting.parameter.help), (0, 0, 0, 4), expand=False))
    out.print(f"Settings file: {file}", markup=False)


def _print_failures(out: Console, failures: Sequence[sync.Failure]) -> None:
    if failures:
        out.print(f"{len(failures)} couldn't be read completely:")
    for failure in failures[:_MAX_FAILURES]:
        out.print(f"  {failure.path}: {failure.reason}", markup=False)
    if len(failures) > _MAX_FAILURES:
        out.print(f"  and {len(failures) - _MAX_FAILURES} more: see `vaultsearch status --json`")
