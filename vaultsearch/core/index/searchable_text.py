"""The text of a passage that full text searches: its names, headings, words and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from vaultsearch.core.analyzer.terms import passage_terms
from vaultsearch.core.text import fold, runs
from vaultsearch.core.values.note import NOTE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultsearch.core.values.note import FileKind
    from vaultsearch.core.values.search import Chunk


class WordColumns(NamedTuple):
    """The columns of a passage's table that full text searches.

    ``words`` has the analyzer's terms; ``unspaced`` the runs of scripts without spaces, which LanceDB cuts
    into the words of its dictionaries.
    """

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
        headings = (*chunk.headings, *bare_headings(chunk.sections))
        return cls.joined(chunk.title, chunk.aliases, headings, chunk.text, chunk.language)

    @classmethod
    def joined(
        cls, title: str, aliases: Iterable[str], headings: Iterable[str], text: str, language: str
    ) -> SearchedText:
        """Join the parts of a passage that are searched."""
        return cls("\n".join([title, *aliases]), "\n".join([*headings, text]), language)


def bare_headings(sections: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the headings without text beside a passage, of its sections as values or as read from JSON."""
    return (heading_path[-1] for start, end, *_, heading_path in sections if start == end)


def searchable(chunk: Chunk) -> tuple[str, str | None]:
    """Return the values of the `WordColumns` for a passage; None if it has no script without spaces.

    Where its links lead is searched, too.
    """
    names, rest, language = SearchedText.of(chunk)
    text = f"{names}\n{rest}"
    terms = passage_terms("\n".join([text, *chunk.addresses]), language)
    return terms, " ".join(runs(fold(text))) or None


def columns_of(kind: FileKind) -> WordColumns:
    """Return the columns that hold the text of passages of a kind."""
    return OF_NOTES if kind in NOTE_KINDS else OF_FILES
