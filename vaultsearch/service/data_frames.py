"""Results as a table of pandas, which the program does not need and does not install."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultsearch.core.errors import PandasMissingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.search import Result


def as_data_frame(results: Sequence[Result]) -> Any:
    """Return passages as a DataFrame. Raise PandasMissingError if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise PandasMissingError("pandas is not installed.", "Install it: pip install pandas") from error
    return DataFrame([_row(result) for result in results], columns=None if results else list(_COLUMNS))


_COLUMNS = ("path", "title", "heading_path", "line_start", "line_end", "text", "score", "probability")


def _row(result: Result) -> dict[str, object]:
    """Return a passage by columns: the facts of each, then the scores of the legs that found it."""
    chunk = result.chunk
    lines = (None, None) if chunk.is_generated else (chunk.line_start, chunk.line_end)
    figures = (result.score, result.probability)
    facts = (result.path, result.title, result.heading_path, *lines, result.text, *figures)
    legs = {leg: place.score for leg, place in chunk.ranks.items()}
    return dict(zip(_COLUMNS, facts, strict=True)) | legs
