"""What the command line prints: for a person by rich, for a program as JSON."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from vaultsearch.core.query.question_language import missed
from vaultsearch.core.values.search import ReadingPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vaultsearch.core.parameters import Setting
    from vaultsearch.core.values.query import Relaxation
    from vaultsearch.core.values.search import Completeness, Mode, SearchStage
    from vaultsearch.core.values.sync import IndexStatus, Progress, Reader, SyncReport

_SHOWN_FAILURES = 20


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """Show progress on stderr while a sync runs."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    out = Console(stderr=True)
    if quiet or not out.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description:<11}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Bar(*columns, console=out, transient=True) as bar:
        task = bar.add_task("scanning", total=None, left="")

        def show(progress: Progress) -> None:
            embedding = progress.phase in ("embedding", "summarizing")
            left = f"{progress.rate:.0f}/s"
            if progress.seconds_left is not None:
                left += f", about {progress.seconds_left:.0f} s left"
            bar.update(
                task,
                description=progress.phase,
                completed=progress.chunks_done if embedding else progress.notes_done,
                total=(progress.chunks_total if embedding else progress.notes_total) or None,
                left=left if progress.rate else "",
            )

        yield show


def print_report(report: SyncReport) -> None:
    """Print what a sync did."""
    out = Console()
    if report.rebuilt:
        out.print(report.rebuilt)
    notes = {"added": report.added, "changed": report.changed, "unchanged": report.unchanged}
    notes["removed"] = report.removed
    out.print(
        ", ".join(f"{count:,} {what}" for what, count in notes.items())
        + f"; {report.chunks:,} passages, {report.embedded:,} newly encoded, in {report.seconds:.1f} s",
        highlight=False,
        soft_wrap=True,
    )
    if report.cancelled:
        out.print("Cancelled; the next run goes on from here.")
    _print_failures(out, [(f.path, f.reason) for f in report.failed])


def print_results(stage: SearchStage, *, explain: bool, numbered: bool = True) -> None:
    """Print the passages found; ``numbered``, each with its note's number: 1 is the best one's."""
    out = Console()
    if explain:
        _print_reading(out, stage)
    if not stage.results:
        out.print("Nothing found." if stage.settled else "Nothing found so far.")
    paths = list(dict.fromkeys(result.chunk.path for result in stage.results))
    for result in stage.results:
        chunk = result.chunk
        head = Text(f"[{paths.index(chunk.path) + 1}] " if numbered else "").append(chunk.title, style="bold")
        head.append(f"  {chunk.path}" + ("" if chunk.is_canvas else f":{chunk.line_start}"), style="dim")
        out.print(head)
        if chunk.heading_path:
            out.print(Text("   " + " > ".join(chunk.heading_path), style="cyan"))
        text = Text("   " + result.snippet.text)
        for span in result.snippet.matches:
            text.stylize("bold yellow", span.start + 3, span.end + 3)
        out.print(text)
        if explain:
            out.print(Text(f"   {result.why}; score {chunk.score or 0:.3f}", style="dim"))
        out.print()
    if explain:
        _print_steps(out, stage)


def offered(stage: SearchStage, vault: Path) -> str | None:
    """Offer to index the notes for the question's language, with its cost; None where that is not needed."""
    unread = stage.unread
    if unread is None or unread.reading is not ReadingPlan.OFFERED:
        return None
    minutes = max(1, round(unread.seconds / 60))
    command = f"vaultsearch index {shlex.quote(str(vault))} --read-for {unread.language}"
    return f"{missed(unread)} To index them for it, about {minutes} min: {command}"


def print_relaxations(query: str, mode: Mode, relaxations: Sequence[Relaxation]) -> None:
    """Print on stderr what can be asked instead of a query, and how many notes that finds."""
    out = Console(stderr=True, highlight=False, soft_wrap=True)
    for one in relaxations:
        line = Text("Try: ").append(one.edit.applied(query).strip(), style="bold")
        if one.mode is not mode:
            line.append(f" --mode {one.mode.value}")
        if one.notes is not None:
            notes = f"{one.notes:,} {'note' if one.notes == 1 else 'notes'}"
            line.append(f"  ({notes}{' with its words' if one.mention else ''})", style="dim")
        out.print(line)


def _print_reading(out: Console, stage: SearchStage) -> None:
    """Print how the query was read, and what of it was left unfinished."""
    if stage.reading:
        out.print(Text(stage.reading, style="italic"))
    for hint in stage.hints:
        out.print(Text(f"hint: {hint}", style="yellow"))
    out.print()


def _print_steps(out: Console, stage: SearchStage) -> None:
    table = Table("step", "ms", "passages in", "out", box=None)
    for step in stage.steps:
        table.add_row(step.name, f"{step.seconds * 1000:.1f}", str(step.count_in), str(step.count_out))
    out.print(table)


def print_status(status: IndexStatus) -> None:
    """Print what is indexed."""
    out = Console()
    table = Table(box=None, show_header=False)
    synced = (
        status.last_sync.astimezone().strftime("%Y-%m-%d %H:%M:%S")
        if status.last_sync
        else "not finished yet"
    )
    rows = {
        "vault": str(status.vault),
        "notes": f"{status.notes:,}",
        "passages": f"{status.chunks:,}, {status.embedded:,} of them found by meaning",
        "indexed": _indexed(status.completeness),
        "up to date": synced,
        "embedding model": status.embedding_model,
        **{f"read by {reader.model}": _languages(reader) for reader in status.readers},
        "reranker": status.reranker,
        "size on disk": f"{status.index_bytes / 2**20:.1f} MB",
        "written by": f"process {status.writer}" if status.writer else "nobody now",
    }
    if status.token_bytes:
        per_note = status.token_bytes / 2**10 / max(1, status.notes)
        rows["token vectors"] = f"{status.token_bytes / 2**20:.1f} MB of it, {per_note:.1f} KB a note"
    for name, value in rows.items():
        table.add_row(name, escape(value))
    out.print(table, highlight=False)
    _print_failures(out, [(f.path, f.reason) for f in status.failed])


def _indexed(held: Completeness) -> str:
    if held.of_meaning:
        return "all notes, by keywords and by meaning"
    total = f"{held.notes:,}" if held.scanned else "?"
    return f"{held.by_words:,} of {total} notes by keywords, {held.by_meaning:,} by meaning"


def _languages(reader: Reader) -> str:
    return ", ".join(f"{language} ({count:,})" for language, count in reader.languages)


def print_config(settings: Sequence[Setting], file: Path) -> None:
    """Print every parameter: its name and value, where the value comes from, what it is."""
    out = Console(highlight=False)
    for setting in settings:
        line = Text(f"{setting.parameter.name} = ").append(str(setting.value), style="bold")
        out.print(line.append(f"  ({setting.source})", style="dim"))
        out.print(Padding(Text(setting.parameter.help), (0, 0, 0, 4)))
    out.print(f"The settings file is {escape(str(file))}.")


def _print_failures(out: Console, failures: Sequence[tuple[str, str]]) -> None:
    if failures:
        out.print(f"{len(failures)} could not be read, whole or in part:")
    for path, reason in failures[:_SHOWN_FAILURES]:
        out.print(f"  {escape(path)}: {escape(reason)}", highlight=False)
    if len(failures) > _SHOWN_FAILURES:
        out.print(f"  and {len(failures) - _SHOWN_FAILURES} more: see `vaultsearch status --json`")
