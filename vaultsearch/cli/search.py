"""``vaultsearch search --from-file``: search with a whole text, and what that prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from vaultsearch.cli.options import print_json, run
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.values.long_queries import LongQueryAnswer, LongQueryOutcome, LongQueryTopic
from vaultsearch.service.opening import open_vault
from vaultsearch.service.serialization import result_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.search import Result

_STANDARD_INPUT = Path("-")
_MOST_BYTES = 32 << 20
"""An export of a chat with a few hundred thousand messages, of which the first are searched with."""


class TextFileError(VaultSearchError):
    """A text to search with that cannot be read."""


def search_with_file(
    folder: Path,
    parameters: Parameters,
    file: Path,
    n: int | None,
    *,
    by_topic: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """Search with the text of a file and print the answer.

    Raises VaultSearchError where the search failed, or the file cannot be read.
    """
    answer = succeeded(run(_search(folder, parameters, _text(file), n)))
    if answer.notice:
        typer.echo(answer.notice, err=True)
    if as_json:
        print_json(answer_json(answer))
    else:
        _print(answer, by_topic=by_topic, explain=explain)


def _text(file: Path) -> str:
    """Read a file, or standard input, in whatever encoding it is; raises TextFileError."""
    from vaultsearch.core.vault.decoding import UnreadableNoteError, decode

    try:
        with sys.stdin.buffer if file == _STANDARD_INPUT else file.open("rb") as stream:
            raw = stream.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise TextFileError(
                f"{file} is longer than {_MOST_BYTES >> 20} MB.", "Search with a part of it at a time."
            )
        return decode(raw).text
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TextFileError(
            f"{file} cannot be read: {reason}.", "Name a text file, or - for standard input."
        ) from error
    except UnreadableNoteError as error:
        raise TextFileError(f"{file} is no text: {error}", "Export it as text, Markdown or JSON.") from error


async def _search(folder: Path, parameters: Parameters, text: str, n: int | None) -> LongQueryAnswer:
    session = await open_vault(folder, parameters, write=False)
    try:
        await session.count_words()
        return await session.search_passage(text, n)
    finally:
        await session.close()


def answer_json(answer: LongQueryAnswer) -> dict[str, object]:
    """Give an answer for a program: results as of ``search --json``, overall and by topic, and the counts."""
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


def _print(answer: LongQueryAnswer, *, by_topic: bool, explain: bool) -> None:
    out = Console()
    if by_topic:
        for topic in answer.topics:
            out.print(Text.assemble((topic.label or "…", "bold"), (f"  {_span(topic)}", "dim")))
            _print_results(out, topic.results, explain=explain)
    else:
        _print_results(out, answer.results, explain=explain)
    if explain:
        counts = answer.counts
        out.print(
            f"{counts.segments} pieces; found for each: {', '.join(map(str, counts.per_segment))}; "
            f"{counts.collected} passages, {counts.deduplicated} after deduplication, {counts.given} given; "
            f"{counts.seconds:.2f} s",
            style="dim",
            highlight=False,
        )
        for step in answer.steps:
            out.print(
                f"  {step.name}: {step.seconds * 1000:.0f} ms, {step.count_in} -> {step.count_out}",
                style="dim",
            )


def _span(topic: LongQueryTopic) -> str:
    if topic.messages:
        return f"messages {topic.messages[0]} to {topic.messages[1]}"
    return f"lines {topic.line_start} to {topic.line_end}"


def _print_results(out: Console, results: Sequence[Result], *, explain: bool) -> None:
    for place, result in enumerate(results, start=1):
        section = " > ".join((result.chunk.title, *result.chunk.heading_path))
        out.print(Text.assemble(f"{place:>3}. ", (section, "cyan"), (f"  {result.chunk.path}", "dim")))
        out.print(Text(f"     {result.snippet.text}"))
        if explain:
            out.print(Text(f"     {result.why}", "dim"))
    out.print()


def succeeded(answer: LongQueryAnswer) -> LongQueryAnswer:
    """Give an answer as it is; raises VaultSearchError where the search failed."""
    if answer.outcome is LongQueryOutcome.FAILED:
        raise VaultSearchError(answer.trouble or "The search failed.", answer.remedy or "")
    return answer
