"""What the commands about notes among themselves print: for a person by rich, for a program as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        NoteLinks,
        NoteName,
        NoteSummary,
        Reference,
        RelatedNote,
        UnresolvedTarget,
    )

_SHOWN_TEXT = 200
_SHOWN_PLACES = 5


def related_json(note: RelatedNote) -> dict[str, object]:
    """Give a related note as the contract of ``related --json`` has it."""
    return asdict(note)


def links_json(links: NoteLinks) -> dict[str, object]:
    """Give a note's links as the contract of ``links --json`` has it."""
    found = asdict(links)
    return {**found.pop("note"), **found}


def unresolved_json(target: UnresolvedTarget) -> dict[str, object]:
    """Give a missing note as the contract of ``unresolved --json`` has it."""
    return asdict(target)


def duplicates_json(group: DuplicateGroup) -> list[dict[str, object]]:
    """Give a group as the contract of ``duplicates --json`` has it."""
    named = ("path", "heading_path", "line_start", "line_end", "similarity")
    return [{name: getattr(passage, name) for name in named} for passage in group.passages]


def summary_json(summary: NoteSummary) -> dict[str, object]:
    """Give a summary as the contract of ``summaries NOTE --json`` has it; ``summary`` is null without one."""
    return {**asdict(summary.note), "summary": summary.text}


def print_related(found: Sequence[RelatedNote]) -> None:
    """Print related notes, each with its reasons."""
    out = Console()
    if not found:
        out.print("No other note has anything to do with it.")
    for number, note in enumerate(found, start=1):
        head = Text(f"{number}. ").append(note.title, style="bold")
        head.append(f"  {note.path}" + (f":{note.line}" if note.line else ""), style="dim")
        out.print(head, soft_wrap=True)
        out.print(Text("   " + " · ".join(note.reasons), style="cyan"), soft_wrap=True)


def print_links(links: NoteLinks) -> None:
    """Print what links to a note, what it links to, and where it is named."""
    out = Console()
    _print_references(out, "Links here", links.backlinks)
    _print_references(out, "Links from here", links.outgoing)
    _print_references(out, "Links that lead to no note", links.unresolved)
    _print_references(out, "Named without a link", links.mentions)
    for name in links.common_names:
        out.print(f"“{name}” stands in too many notes to be looked for.", markup=False)


def print_orphans(found: Sequence[NoteName]) -> None:
    """Print notes without any link."""
    out = Console()
    for note in found:
        out.print(Text(note.title, style="bold").append(f"  {note.path}", style="dim"), soft_wrap=True)
    out.print(f"{len(found):,} notes that no link leads to or from.", highlight=False)


def print_unresolved(found: Sequence[UnresolvedTarget]) -> None:
    """Print missing notes, and where they are linked from."""
    out = Console()
    for target in found:
        _print_references(out, target.target, target.references[:_SHOWN_PLACES], len(target.references))
    out.print(f"{len(found):,} targets that lead to no note.", highlight=False)


def print_duplicates(found: Sequence[DuplicateGroup]) -> None:
    """Print groups of passages, each with its text once."""
    out = Console()
    for number, group in enumerate(found, start=1):
        out.print(Text(f"{number}. ").append(_shortened(group.passages[0].text), style="italic"))
        for one in group.passages:
            place = Text(f"   {one.similarity:.0%}  {one.path}:{one.line_start}-{one.line_end}")
            out.print(place.append("  " + " > ".join(one.heading_path), style="cyan"), soft_wrap=True)
    out.print(f"{len(found):,} passages that stand in several notes.", highlight=False)


def print_summary(summary: NoteSummary) -> None:
    """Print a summary, or why there is none."""
    if summary.text is None:
        Console().print(
            f"{summary.note.title} has no summary: only notes in English have one, once they are found by"
            " meaning. Run: vaultsearch summaries --missing",
            markup=False,
        )
    else:
        Console().print(summary.text, markup=False, highlight=False, soft_wrap=True)


def _print_references(
    out: Console, heading: str, references: Sequence[Reference], count: int | None = None
) -> None:
    if not references:
        return
    out.print(Text(f"{heading} ({count or len(references):,})", style="bold"))
    for one in references:
        where = Text(f"  {one.title}").append(f"  {one.path or ''}:{one.line}", style="dim")
        out.print(where.append("  " + " > ".join(one.heading_path), style="cyan"), soft_wrap=True)
        out.print(Text(f"    {_shortened(one.text)}"), soft_wrap=True)


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_TEXT else line[: _SHOWN_TEXT - 1] + "…"
