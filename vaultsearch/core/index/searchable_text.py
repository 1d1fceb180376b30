"""The text of a passage that full text searches: its title and other names, its headings, its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultsearch.core.text import fold, runs, split_particles, without_runs
from vaultsearch.core.values.note import NOTE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vaultsearch.core.values.note import FileKind
    from vaultsearch.core.values.search import Chunk


class WordColumns(NamedTuple):
    """The columns of a passage's table that full text searches: by word, and by character."""

    words: str
    unspaced: str


OF_NOTES, OF_FILES = WordColumns("words", "unspaced"), WordColumns("file_words", "file_unspaced")
"""Notes and other files are indexed apart: a word is as rare as it is among passages of the same sort.

With both in one index, and 94 PDFs of another subject beside the sample vault, nDCG@10 fell by .005.
"""


class SearchedText(NamedTuple):
    """The searched text of a passage as it is written: its note's names, the rest; and its language."""

    names: str
    rest: str
    language: str

    @classmethod
    def of(cls, chunk: Chunk) -> SearchedText:
        """Read a passage: its note's title and aliases, and its headings and text."""
        return cls.joined(chunk.title, chunk.aliases, chunk.headings, chunk.text, chunk.language)

    @classmethod
    def joined(
        cls, title: str, aliases: Iterable[str], headings: Iterable[str], text: str, language: str
    ) -> SearchedText:
        """Join the parts of a passage that are searched."""
        return cls("\n".join([title, *aliases]), "\n".join([*headings, text]), language)


def searchable(text: str) -> tuple[str, str | None]:
    """Return the values of the `WordColumns` for a text, stored or searched for.

    ``unspaced`` are the runs of scripts without spaces, searched by single characters and pairs of them, None
    if there are none.
    """
    folded = fold(text)
    unspaced = " ".join(runs(folded))
    return (split_particles(folded), unspaced) if unspaced else (folded, None)


def columns_of(kind: FileKind) -> WordColumns:
    """Return the columns that hold the text of passages of a kind."""
    return OF_NOTES if kind in NOTE_KINDS else OF_FILES


def asked_of_columns(
    text: str, columns: WordColumns, *, by_character: bool
) -> Iterator[tuple[str, str, float]]:
    """Yield a column, the part of a query to search there, and the weight of a match (0 to 1).

    With ``by_character``, runs of scripts without spaces count half as words, half as characters.
    """
    words, unspaced = searchable(text)
    if not by_character or unspaced is None:
        yield columns.words, words, 1.0
        return
    spaced = without_runs(words)
    if any(map(str.isalnum, spaced)):
        yield columns.words, spaced, 1.0
    yield columns.words, unspaced, 0.5
    yield columns.unspaced, unspaced, 0.5
