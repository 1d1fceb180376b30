"""Passages and contexts as excerpts for other programs, in Markdown and HTML; two texts side by side."""

from __future__ import annotations

from html import escape
from itertools import product
from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import ratio

from vaultsearch.core.analyzer import fold_word, words_in
from vaultsearch.core.chunking.chunker import sentences
from vaultsearch.core.context.formats import cited_text, closed, section_of, source_of
from vaultsearch.core.text import fold, runs
from vaultsearch.core.values.context import ComparedSentence, Comparison, ContextFormat, Excerpt
from vaultsearch.core.values.note import Span
from vaultsearch.core.vault.rendering.excerpt import excerpt_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultsearch.core.values.search import Chunk


def excerpt_of(chunk: Chunk, uri: str, note_uri: Callable[[str], str] | None = None) -> Excerpt:
    """Write a passage under its citation; in HTML the citation is the link that opens it.

    ``note_uri`` returns the address of a wikilink as written.
    """
    text = cited_text(chunk.path, chunk.title, chunk.heading_path, closed(chunk.shown), uri)
    source, headings = source_of(chunk.path, chunk.title, chunk.heading_path)
    title, section = escape(source), escape(section_of(headings))
    citation = f'<p>From <a href="{escape(uri)}">{title}</a>{section}:</p>'
    quoted = excerpt_html(chunk.shown, note_uri)
    return Excerpt(text, f"{citation}\n<blockquote>\n{quoted}\n</blockquote>")


def joined_excerpts(excerpts: Sequence[Excerpt]) -> Excerpt:
    """Join excerpts with an empty line between them."""
    return Excerpt(
        "\n".join(excerpt.text for excerpt in excerpts), "\n".join(excerpt.html for excerpt in excerpts)
    )


def context_html(text: str, style: ContextFormat) -> str:
    """Render a context; one that is not Markdown is shown as written."""
    return excerpt_html(text) if style is ContextFormat.MARKDOWN else f"<pre>{escape(text)}</pre>"


_ALIKE = 60.0
"""The likeness of their words, 0 to 100, from which two sentences are one that was reworded."""
_MOST = 400
"""Sentences of each text; further ones are left out."""


def compare(first: str, second: str) -> Comparison:
    """Compare two texts sentence by sentence; each sentence has at most one counterpart, the likest."""
    ours, theirs = sentences(first)[:_MOST], sentences(second)[:_MOST]
    pairs = dict(_pairs([_words(text) for text in ours], [_words(text) for text in theirs]))
    reverse = {other: own for own, other in pairs.items()}
    return Comparison(_compared(ours, theirs, pairs), _compared(theirs, ours, reverse))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word, _ in _placed_words(text))


def _placed_words(text: str) -> list[tuple[str, Span]]:
    """Return the folded words of a text with their places; of scripts without spaces, the characters."""
    placed: list[tuple[str, Span]] = []
    for match in words_in(text):
        start, word = match.start(), match.group()
        if runs(word):
            placed += ((fold(letter), Span(start + i, start + i + 1)) for i, letter in enumerate(word))
        else:
            placed.append((fold_word(word), Span(start, match.end())))
    return placed


def _pairs(ours: Sequence[tuple[str, ...]], theirs: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    likeness = {
        (i, j): likely
        for (i, own), (j, other) in product(enumerate(ours), enumerate(theirs))
        if own and other and (likely := ratio(own, other, score_cutoff=_ALIKE))
    }
    taken_ours: set[int] = set()
    taken_theirs: set[int] = set()
    # Of equally alike ones, those in the same place: refrains and rows of tables are repeated.
    for i, j in sorted(likeness, key=lambda pair: (-likeness[pair], abs(pair[0] - pair[1]))):
        if i not in taken_ours and j not in taken_theirs:
            taken_ours.add(i)
            taken_theirs.add(j)
            yield i, j


def _compared(
    ours: Sequence[str], theirs: Sequence[str], pairs: dict[int, int]
) -> tuple[ComparedSentence, ...]:
    return tuple(
        ComparedSentence(text, pairs.get(i), _changes(text, theirs[pairs[i]]) if i in pairs else ())
        for i, text in enumerate(ours)
    )


def _changes(text: str, other: str) -> tuple[Span, ...]:
    """Return where words of a text stand that its counterpart has not."""
    placed = _placed_words(text)
    changes = Indel.editops([word for word, _ in placed], _words(other))
    return tuple(placed[change.src_pos][1] for change in changes if change.tag == "delete")
