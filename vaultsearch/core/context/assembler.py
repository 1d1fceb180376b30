"""Passages -> a context to paste, as many as fit a token budget; the basket; excerpts for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from html import escape
from itertools import groupby, product
from typing import TYPE_CHECKING, Any, TypeAlias

from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import ratio

from vaultsearch.core.analyzer import fold_word, words_in
from vaultsearch.core.chunking.chunker import sentences
from vaultsearch.core.context.formats import (
    NoteBlocks,
    WrittenNote,
    WrittenPassage,
    cited_text,
    closed,
    section_of,
    source_of,
    written,
    written_passage,
)
from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.tables.passage_cache import sections_of
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.models.tokens import lengths
from vaultsearch.core.text import fold, runs
from vaultsearch.core.values.context import (
    ComparedSentence,
    Comparison,
    Context,
    ContextFormat,
    ContextPiece,
    Excerpt,
    PassageState,
)
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.vault.rendering.excerpt import excerpt_html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.protocols import TokenCounter

Uri = Callable[[str, Sequence[str]], str]
"""Returns the link that opens a note, by its path, at a heading path."""

_Extents: TypeAlias = "tuple[Extent, ...]"
_Completion: TypeAlias = "Callable[[Extent, NoteBlocks | None], Extent]"


async def note_texts(corpus: LanceCorpus, paths: Iterable[str]) -> dict[str, str]:
    """Map paths to the texts of their notes, without the notes that are gone meanwhile."""
    texts: dict[str, str] = {}
    for path in dict.fromkeys(paths):
        with suppress(KeyError):
            texts[path] = await corpus.get_document(path)
    return texts


@dataclass(frozen=True, slots=True)
class ContextAssembler:
    """Assembles as many passages as fit a budget of tokens.

    Tokens are the embedding model's, or a quarter of the characters if that is more: its tokenizer collapses
    long words and scripts that it does not know. A text with passages in other languages than English is
    measured with ``multilingual``, if there is one.
    """

    counter: TokenCounter
    budget: int
    multilingual: TokenCounter | None = None

    def assemble(
        self,
        chunks: Sequence[Chunk],
        texts: Mapping[str, str],
        uri: Uri,
        style: ContextFormat = ContextFormat.MARKDOWN,
        *,
        keep_order: bool = False,
        numbered: Sequence[str] = (),
    ) -> Context:
        """Assemble passages into one text.

        Each passage is placed as it was found before any is completed: a table around the first one once took
        the room of the passage that answered. A passage that does not fit is left out; a later, shorter one
        may still fit. As far as there is room, passages are then completed to the whole blocks that they
        stand in, then to their sections, in the same order.

        Args:
            chunks: The passages, best first.
            texts: The texts of their notes, by path.
            uri: Makes the link of a passage.
            style: The format of the text.
            keep_order: Keep the order of ``chunks``; by default the passages of a note are together and in
                its own order, the notes in that of their first passages.
            numbered: The paths of the notes that have the numbers from 1 on already.
        """
        notes = {path: NoteBlocks.of(text, path) for path, text in texts.items()}
        draft = _Draft(notes, uri, style, keep_order, tuple(numbered))
        extents: _Extents = ()
        missed: list[Chunk] = []
        for chunk in chunks:
            note = notes.get(chunk.path)
            longer = joined(extents, as_found(chunk, note), note)
            if self._fits(draft, longer):
                extents = longer
            else:
                missed.append(chunk)
        # In two rounds over all extents: a whole section for the first one could take the room of the others'
        # blocks.
        for completed in (whole_blocks, whole_section):
            extents = self._completed(draft, extents, completed)
        return self._context(draft, extents, missed)

    def _completed(self, draft: _Draft, extents: _Extents, completed: _Completion) -> _Extents:
        for extent in extents:
            note = draft.notes.get(extent.path)
            longer = completed(extent, note)
            # An extent may be gone, joined to one that was completed before.
            if extent in extents and longer != extent:
                tried = joined(extents, longer, note)
                extents = tried if self._fits(draft, tried) else extents
        return extents

    def _fits(self, draft: _Draft, extents: _Extents) -> bool:
        return self._measured(draft.text(extents), extents) <= self.budget

    def _measured(self, text: str, extents: Sequence[Extent]) -> int:
        languages = {chunk.language for extent in extents for chunk in extent.chunks}
        return self.tokens(text, is_english=languages <= {ENGLISH, UNDETERMINED})

    def tokens(self, text: str, *, is_english: bool = True) -> int:
        """Count the tokens of a text."""
        counter = self.counter if is_english or self.multilingual is None else self.multilingual
        return lengths(counter.count([text]), [text])[0]

    def _context(self, draft: _Draft, extents: _Extents, missed: Sequence[Chunk]) -> Context:
        text = draft.text(extents)
        ordered = draft.ordered(extents)
        numbers = draft.numbers(ordered)
        alone = [self._piece(draft, chunk, numbers[chunk.path]) for chunk in ordered]
        tokens = self._measured(text, extents)
        # Pieces measured alone count their note's head each; their sum must be that of the text.
        shares = apportioned(tokens, [piece.tokens for piece in alone])
        pieces = tuple(replace(piece, tokens=share) for piece, share in zip(alone, shares, strict=True))
        left_out = tuple(
            self._piece(draft, as_found(chunk, draft.notes.get(chunk.path)), 0)
            for chunk in missed
            if not any(draft.holds(extent, chunk) for extent in extents)
        )
        fewest = [] if extents else [(as_found(chunk, draft.notes.get(chunk.path)),) for chunk in missed]
        least = min((self._measured(draft.text(extent), extent) for extent in fewest), default=0)
        return Context(text, tokens, self.budget, pieces, left_out, least)

    def _piece(self, draft: _Draft, extent: Extent, number: int) -> ContextPiece:
        passage = draft.passage(extent)
        alone = written_passage(draft.note(number, (extent,)), passage, draft.style)
        return ContextPiece(
            path=extent.path,
            title=extent.chunks[0].title,
            heading_path=extent.heading_path,
            line_start=passage.lines[0] if passage.lines else None,
            line_end=passage.lines[1] if passage.lines else None,
            tokens=self._measured(alone, (extent,)),
            uri=passage.uri,
            number=number,
            text=passage.text,
            chunk_ids=tuple(chunk.id for chunk in extent.chunks),
        )


def apportioned(total: int, weights: Sequence[int]) -> list[int]:
    """Divide ``total`` in proportion to the weights, by the method of largest remainders."""
    whole = sum(weights)
    if not whole:
        return [0] * len(weights)
    shares = [total * weight // whole for weight in weights]
    remainders = [total * weight % whole for weight in weights]
    largest = sorted(range(len(weights)), key=lambda i: -remainders[i])
    for i in largest[: total - sum(shares)]:
        shares[i] += 1
    return shares


def _from_one(paths: Iterable[str]) -> dict[str, int]:
    return {path: number for number, path in enumerate(dict.fromkeys(paths), start=1)}


@dataclass(frozen=True, slots=True)
class _Draft:
    """Orders and writes extents of these notes; ``written`` caches their passages by extent."""

    notes: Mapping[str, NoteBlocks]
    uri: Uri
    style: ContextFormat
    keep_order: bool
    numbered: tuple[str, ...] = ()
    written: dict[tuple[str, int, int], WrittenPassage] = field(default_factory=dict)

    def text(self, extents: _Extents) -> str:
        ordered = self.ordered(extents)
        numbers = self.numbers(ordered)
        runs = groupby(ordered, key=lambda extent: extent.path)
        return written([self.note(numbers[path], tuple(run)) for path, run in runs], self.style)

    def ordered(self, extents: _Extents) -> _Extents:
        if self.keep_order:
            return extents
        places = _from_one(extent.path for extent in extents)
        return tuple(sorted(extents, key=lambda extent: (places[extent.path], extent.start)))

    def numbers(self, extents: _Extents) -> dict[str, int]:
        return _from_one((*self.numbered, *(extent.path for extent in extents)))

    def note(self, number: int, extents: _Extents) -> WrittenNote:
        first = extents[0].chunks[0]
        return WrittenNote(
            number=number,
            title=first.title,
            path=first.path,
            date=first.date.day if first.date else None,
            tags=first.tags,
            passages=tuple(map(self.passage, extents)),
        )

    def passage(self, extent: Extent) -> WrittenPassage:
        if extent.key not in self.written:
            self.written[extent.key] = self._passage(extent)
        return self.written[extent.key]

    def _passage(self, extent: Extent) -> WrittenPassage:
        chunk, link = extent.chunks[0], self.uri(extent.path, extent.heading_path)
        note = self.notes.get(extent.path)
        if note is None or extent.loose is not None:
            lines = None if chunk.is_generated else (chunk.line_start, chunk.line_end)
            text = extent.loose or ""
            return WrittenPassage(chunk.heading_path, lines, link, text, chunk.text)
        lines = None if chunk.is_generated else note.lines_of(extent.start, extent.end)
        text = note.framed(extent.start, extent.end)
        plain = note.plain_text(extent.start, extent.end) if self.style is ContextFormat.PLAIN else text
        return WrittenPassage(extent.heading_path, lines, link, text, plain)

    def holds(self, extent: Extent, chunk: Chunk) -> bool:
        """Return whether an extent, completed after ``chunk`` did not fit, holds it by now."""
        found_extent = as_found(chunk, self.notes.get(chunk.path))
        same = extent.path == chunk.path and extent.loose is None and found_extent.loose is None
        return same and extent.start <= found_extent.start and found_extent.end <= extent.end


@dataclass(frozen=True, slots=True)
class Extent:
    """The characters ``start`` to ``end`` of one section of a note, and the passages found there.

    ``loose`` is the text of a passage that no longer stands in the note, or that has no text of its own.
    """

    chunks: tuple[Chunk, ...]
    start: int = 0
    end: int = 0
    loose: str | None = None

    @property
    def path(self) -> str:
        """The path of the note."""
        return self.chunks[0].path

    @property
    def key(self) -> tuple[str, int, int]:
        """The identity of the place: two extents of one place are equal by it."""
        return (self.chunks[0].id if self.loose is not None else self.path), self.start, self.end

    @property
    def heading_path(self) -> tuple[str, ...]:
        """The headings above it."""
        return self.chunks[0].heading_path


def loose(chunk: Chunk) -> Extent:
    """Return the extent of a passage without a place in its note."""
    return Extent((chunk,), loose=chunk.shown)


def as_found(chunk: Chunk, note: NoteBlocks | None) -> Extent:
    """Return the extent of a passage alone, be it a part of a line or of a block."""
    if note is None or not _still_stands(chunk, note):
        return loose(chunk)
    start, end = note.characters(chunk.line_start, chunk.line_end)
    start_at = note.text.find(chunk.content, start, end)
    if start_at >= 0:
        start, end = start_at, start_at + len(chunk.content)
    return Extent((chunk,), start, end)


def whole_blocks(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to whole lines that cut no fence, table or callout apart."""
    if note is None or extent.loose is not None:
        return extent
    start, end = note.characters(*note.whole(*note.lines_of(extent.start, extent.end)))
    return replace(extent, start=start, end=end)


def whole_section(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to its section; on a canvas, whose cards are complete, return it unchanged."""
    if note is None or extent.loose is not None or extent.chunks[0].is_generated:
        return extent
    first, last = note.lines_of(extent.start, extent.end)
    start, end = note.characters(*note.section(first))
    # The extent reaches beyond the section of its first line: it is a passage of several.
    if last > note.lines_of(start, end)[1]:
        return extent
    return replace(extent, start=start, end=end)


def _still_stands(chunk: Chunk, note: NoteBlocks) -> bool:
    """Return whether a passage still stands at its lines: the note may have been saved since."""
    if not chunk.content.strip() or chunk.line_end > len(note.lines):
        return False
    start, end = note.characters(chunk.line_start, chunk.line_end)
    lines = [line for line in chunk.content.split("\n") if line.strip()]
    standing = note.text[start:end]
    return all(line in standing for line in (lines[0], lines[-1]))


def joined(extents: Sequence[Extent], added: Extent, note: NoteBlocks | None) -> tuple[Extent, ...]:
    """Add an extent, joined with those that it overlaps or adjoins in the same section.

    The joined extent takes the place of the first of them.
    """
    place, union = len(extents), added
    waiting = list(extents)
    while touching := [extent for extent in waiting if note is not None and _touch(extent, union, note)]:
        for touched in touching:
            place = min(place, extents.index(touched))
            waiting.remove(touched)
            union = replace(
                touched,
                chunks=tuple({chunk.id: chunk for chunk in (*touched.chunks, *union.chunks)}.values()),
                start=min(touched.start, union.start),
                end=max(touched.end, union.end),
            )
    others = [extent for extent in extents if extent in waiting]
    before = sum(extents.index(extent) < place for extent in others)
    return (*others[:before], union, *others[before:])


def _touch(before: Extent, other: Extent, note: NoteBlocks) -> bool:
    if before.path != other.path or before.loose is not None or other.loose is not None:
        return False
    first, second = sorted((before, other), key=lambda extent: extent.start)
    if second.start < first.end:
        return True
    return before.heading_path == other.heading_path and not note.text[first.end : second.start].strip()


# The basket: its passages on the disk, and what has become of them in the notes.

_LEAST_ALIKE = 0.4
"""The share of common letters from which a passage of another section may be the one that was kept."""


def passage_state(chunk: Chunk, text: str | None) -> PassageState:
    """Compare a passage with the text of its note, None if there is no such note any more.

    A passage that has moved within its note is unchanged.
    """
    if text is None:
        return PassageState.GONE
    lines = [line for line in chunk.content.split("\n") if line.strip()]
    # Line by line as well: the file may have been saved with other blank lines.
    stands = chunk.content in text or all(line in text for line in lines)
    return PassageState.CURRENT if stands else PassageState.CHANGED


def passage_now(chunk: Chunk, now: Sequence[Chunk]) -> Chunk | None:
    """Return the passage that stands in the place of one that was kept, among those ``now`` in its note."""
    alike = {candidate.id: Indel.normalized_similarity(chunk.text, candidate.text) for candidate in now}
    under_heading = [candidate for candidate in now if candidate.heading_path == chunk.heading_path]
    candidates = under_heading or [candidate for candidate in now if alike[candidate.id] >= _LEAST_ALIKE]
    return max(candidates, key=lambda candidate: alike[candidate.id], default=None)


OWN = "basket.json"
"""The basket of the vault, in the index's folder."""

SHARED = "basket-all-vaults.json"
"""The vault's passages in the basket of all vaults: with the index, they are deleted, too."""

_LISTS = ("heading_path", "tags", "aliases", "links", "addresses")
_DATES = ("modified", "created")
# What depends on the question or on the index, and not on the passage.
_NOT_KEPT = ("score", "ranks", "window_start")


def read_basket(index: Path, name: str) -> tuple[tuple[int, Chunk], ...]:
    """Return the passages in a file, each with its place in the basket; () if none can be read."""
    try:
        entries = json.loads((index / name).read_text(encoding="utf-8"))["passages"]
        return tuple((int(entry.pop("place")), _chunk(entry)) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def write_basket(index: Path, name: str, passages: Iterable[tuple[int, Chunk]]) -> None:
    """Replace the file of a basket, or delete it if there are no passages.

    Raise OSError if it cannot be written. Readers of the index may write it, too: the index's lock does not
    guard it.
    """
    entries = [{"place": place, **_entry(chunk)} for place, chunk in passages]
    if entries:
        write_atomically(index / name, json.dumps({"passages": entries}, ensure_ascii=False))
    else:
        (index / name).unlink(missing_ok=True)


def _entry(chunk: Chunk) -> dict[str, object]:
    entry = {name: value for name, value in asdict(chunk).items() if name not in _NOT_KEPT}
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in entry.items()}


def _chunk(entry: dict[str, Any]) -> Chunk:
    for name in _LISTS:
        entry[name] = tuple(map(str, entry.get(name, ())))
    entry["sections"] = sections_of(entry.get("sections", ()))
    for name in _DATES:
        entry[name] = datetime.fromisoformat(entry[name]) if entry[name] else None
    chunk = Chunk(**entry)
    if not all(
        isinstance(text, str) for text in (chunk.id, chunk.path, chunk.title, chunk.content, chunk.text)
    ):
        raise TypeError("a text is no text")
    if not all(isinstance(line, int) for line in (chunk.position, chunk.line_start, chunk.line_end)):
        raise TypeError("a line is no number")
    return chunk


# Passages and contexts as excerpts for other programs, in Markdown and HTML; two texts side by side.


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
