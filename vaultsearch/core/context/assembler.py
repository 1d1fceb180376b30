"""Passages -> a context to paste, within a token budget, or excerpts for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from typing import TypeAlias

from vaultsearch.core.context.blocks import NoteBlocks
from vaultsearch.core.context.formats import (
    WrittenNote,
    WrittenPassage,
    section_of,
    source_of,
    write_notes,
    write_passage,
)
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.models.tokens import text_lengths
from vaultsearch.core.protocols import TokenCounter
from vaultsearch.core.text import close_fences, index_tags
from vaultsearch.core.values.context import Context, ContextFormat, ContextPiece, Excerpt
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.vault.rendering.excerpt import excerpt_html

MakePassageUri = Callable[[str, Sequence[str]], str]
"""Returns the link to open a note, by path, at a heading path."""

_Extents: TypeAlias = "tuple[Extent, ...]"


async def note_texts(corpus: LanceCorpus, paths: Iterable[str]) -> dict[str, str]:
    """Map paths to notes' texts, skipping notes deleted meanwhile."""
    texts: dict[str, str] = {}
    for path in dict.fromkeys(paths):
        with suppress(KeyError):
            texts[path] = await corpus.get_document(path)
    return texts


@dataclass(frozen=True, slots=True)
class ContextAssembler:
    """Assembles as many passages as fit a token budget.

    Tokens are the embedding model's, or a quarter of the characters if greater: the tokenizer collapses long
    words and unknown scripts. Texts with passages in other languages than English are measured with
    ``multilingual``, if given.
    """

    counter: TokenCounter
    budget: int
    multilingual: TokenCounter | None = None

    def assemble(
        self,
        chunks: Sequence[Chunk],
        texts: Mapping[str, str],
        uri: MakePassageUri,
        style: ContextFormat = ContextFormat.MARKDOWN,
        *,
        keep_order: bool = False,
        numbered: Sequence[str] = (),
    ) -> Context:
        """Assemble passages into a text.

        All passages are placed as found before any is completed: a table around the first passage once took
        the room of the answer. A passage that does not fit is left out; a later, shorter one may still fit.
        While there is room, passages are then completed to whole blocks, then to sections, in the same order.

        Args:
            texts: The notes' texts, by path.
            uri: Makes a passage's link.
            keep_order: Keep the order of ``chunks``; by default a note's passages are together in reading
                order, notes ordered by first passage.
            numbered: The paths of notes numbered already, from 1 on.
        """
        notes = {path: NoteBlocks.of(text, path) for path, text in texts.items()}
        draft = _Draft(notes, uri, style, keep_order, tuple(numbered))
        extents: _Extents = ()
        missed: list[Chunk] = []
        for chunk in chunks:
            note = notes.get(chunk.path)
            longer = join_extent(extents, extent_as_found(chunk, note), note)
            if self._fits(draft, longer):
                extents = longer
            else:
                missed.append(chunk)
        # In two rounds: a whole section for the first extent could take the room of the others' blocks.
        for widen in (whole_blocks, whole_section):
            for extent in extents:
                note = notes.get(extent.path)
                wider = widen(extent, note)
                # An extent may be gone, joined to one that was completed before.
                if extent in extents and wider != extent:
                    tried = join_extent(extents, wider, note)
                    extents = tried if self._fits(draft, tried) else extents
        return self._make_context(draft, extents, missed)

    def _fits(self, draft: _Draft, extents: _Extents) -> bool:
        return self._count_tokens(draft.text(extents), extents) <= self.budget

    def _count_tokens(self, text: str, extents: Sequence[Extent]) -> int:
        languages = {chunk.language for extent in extents for chunk in extent.chunks}
        return self.tokens(text, is_english=languages <= {ENGLISH, UNDETERMINED})

    def tokens(self, text: str, *, is_english: bool = True) -> int:
        """Count a text's tokens."""
        counter = self.counter if is_english or self.multilingual is None else self.multilingual
        return text_lengths(counter.count([text]), [text])[0]

    def _make_context(self, draft: _Draft, extents: _Extents, missed: Sequence[Chunk]) -> Context:
        text = draft.text(extents)
        ordered = draft.ordered(extents)
        numbers = draft.numbers(ordered)
        alone = [self._make_piece(draft, chunk, numbers[chunk.path]) for chunk in ordered]
        tokens = self._count_tokens(text, extents)
        # Pieces measured alone count their note's head each; their sum must be that of the text.
        shares = apportion_tokens(tokens, [piece.tokens for piece in alone])
        pieces = tuple(replace(piece, tokens=share) for piece, share in zip(alone, shares, strict=True))
        outside = [extent_as_found(chunk, draft.notes.get(chunk.path)) for chunk in missed]
        beyond = [each for each in outside if not any(extent.holds(each) for extent in extents)]
        left_out = tuple(self._make_piece(draft, extent, 0) for extent in beyond)
        needed = [] if extents else [self._count_tokens(draft.text((each,)), (each,)) for each in outside]
        least = min(needed, default=0)
        return Context(text, tokens, self.budget, pieces, left_out, least)

    def _make_piece(self, draft: _Draft, extent: Extent, number: int) -> ContextPiece:
        passage = draft.passage(extent)
        alone = write_passage(draft.note(number, (extent,)), passage, draft.style)
        return ContextPiece(
            path=extent.path,
            title=extent.chunks[0].title,
            heading_path=extent.heading_path,
            line_start=passage.lines[0] if passage.lines else None,
            line_end=passage.lines[1] if passage.lines else None,
            tokens=self._count_tokens(alone, (extent,)),
            uri=passage.uri,
            number=number,
            text=passage.text,
            chunk_ids=tuple(chunk.id for chunk in extent.chunks),
        )


def apportion_tokens(total: int, weights: Sequence[int]) -> list[int]:
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


def _number_paths(paths: Iterable[str]) -> dict[str, int]:
    return {path: number for number, path in enumerate(dict.fromkeys(paths), start=1)}


@dataclass(frozen=True, slots=True)
class _Draft:
    """Orders and writes extents of notes; ``written`` caches passages by extent."""

    notes: Mapping[str, NoteBlocks]
    uri: MakePassageUri
    style: ContextFormat
    keep_order: bool
    numbered: tuple[str, ...] = ()
    written: dict[tuple[str, int, int], WrittenPassage] = field(default_factory=dict)

    def text(self, extents: _Extents) -> str:
        ordered = self.ordered(extents)
        numbers = self.numbers(ordered)
        runs = groupby(ordered, key=lambda extent: extent.path)
        return write_notes([self.note(numbers[path], tuple(run)) for path, run in runs], self.style)

    def ordered(self, extents: _Extents) -> _Extents:
        if self.keep_order:
            return extents
        places = _number_paths(extent.path for extent in extents)
        return tuple(sorted(extents, key=lambda extent: (places[extent.path], extent.start)))

    def numbers(self, extents: _Extents) -> dict[str, int]:
        return _number_paths((*self.numbered, *(extent.path for extent in extents)))

    def note(self, number: int, extents: _Extents) -> WrittenNote:
        first = extents[0].chunks[0]
        return WrittenNote(
            number=number,
            title=first.title,
            path=first.path,
            date=first.date.day if first.date else None,
            tags=index_tags(first.tags),
            passages=tuple(map(self.passage, extents)),
        )

    def passage(self, extent: Extent) -> WrittenPassage:
        if (known := self.written.get(extent.key)) is not None:
            return known
        chunk, start, end = extent.chunks[0], extent.start, extent.end
        note = self.notes.get(extent.path)
        if note is None or extent.loose is not None:
            lines, text, plain = (chunk.line_start, chunk.line_end), extent.loose or "", chunk.text
        else:
            lines, text = note.lines_of(start, end), note.framed(start, end)
            plain = note.plain_text(start, end) if self.style is ContextFormat.PLAIN else text
        link, shown = self.uri(extent.path, extent.heading_path), None if chunk.is_generated else lines
        self.written[extent.key] = WrittenPassage(extent.heading_path, shown, link, text, plain)
        return self.written[extent.key]


@dataclass(frozen=True, slots=True)
class Extent:
    """The characters ``start`` to ``end`` of a note's section, and the passages found there.

    ``loose`` is the text of a passage no longer in the note, or without text of its own.
    """

    chunks: tuple[Chunk, ...]
    start: int = 0
    end: int = 0
    loose: str | None = None

    @property
    def path(self) -> str:
        """The note's path."""
        return self.chunks[0].path

    @property
    def key(self) -> tuple[str, int, int]:
        """A key equal for all extents of a place."""
        return (self.chunks[0].id if self.loose is not None else self.path), self.start, self.end

    @property
    def heading_path(self) -> tuple[str, ...]:
        """The headings above it."""
        return self.chunks[0].heading_path

    def holds(self, other: Extent) -> bool:
        """Return whether this extent, completed after ``other`` did not fit, contains it."""
        same = self.path == other.path and self.loose is None and other.loose is None
        return same and self.start <= other.start and other.end <= self.end


def extent_as_found(chunk: Chunk, note: NoteBlocks | None) -> Extent:
    """Return the extent of a passage alone, even within a line or block."""
    loose = Extent((chunk,), loose=chunk.shown)
    if note is None or chunk.is_past or not chunk.content.strip() or chunk.line_end > len(note.lines):
        return loose
    start, end = note.characters(chunk.line_start, chunk.line_end)
    lines = [line for line in chunk.content.split("\n") if line.strip()]
    standing = note.text[start:end]
    if lines[0] not in standing or lines[-1] not in standing:  # the note was saved since
        return loose
    start_at = note.text.find(chunk.content, start, end)
    if start_at >= 0:
        start, end = start_at, start_at + len(chunk.content)
    return Extent((chunk,), start, end)


def whole_blocks(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to whole lines, without cutting a fence, table or callout apart."""
    if note is None or extent.loose is not None:
        return extent
    start, end = note.characters(*note.whole(*note.lines_of(extent.start, extent.end)))
    return replace(extent, start=start, end=end)


def whole_section(extent: Extent, note: NoteBlocks | None) -> Extent:
    """Widen an extent to the whole section; a canvas, with complete cards, stays unchanged."""
    if note is None or extent.loose is not None or extent.chunks[0].is_generated:
        return extent
    first, last = note.lines_of(extent.start, extent.end)
    start, end = note.characters(*note.section(first))
    # The extent reaches beyond the section of its first line: it is a passage of several.
    if last > note.lines_of(start, end)[1]:
        return extent
    return replace(extent, start=start, end=end)


def join_extent(extents: Sequence[Extent], added: Extent, note: NoteBlocks | None) -> tuple[Extent, ...]:
    """Add an extent, joining those it overlaps or adjoins in the same section, at the first one's place."""
    place, union = len(extents), added
    waiting = list(extents)
    while touching := [
        extent for extent in waiting if note is not None and _adjoin_in_section(extent, union, note)
    ]:
        for touched in touching:
            place = min(place, extents.index(touched))
            waiting.remove(touched)
            union = replace(
                touched,
                chunks=tuple({chunk.id: chunk for chunk in (*touched.chunks, *union.chunks)}.values()),
                start=min(touched.start, union.start),
                end=max(touched.end, union.end),
            )
    # Those before the first one joined are all waiting still.
    return (*waiting[:place], union, *waiting[place:])


def _adjoin_in_section(before: Extent, other: Extent, note: NoteBlocks) -> bool:
    if before.path != other.path or before.loose is not None or other.loose is not None:
        return False
    first, second = sorted((before, other), key=lambda extent: extent.start)
    if second.start < first.end:
        return True
    return before.heading_path == other.heading_path and not note.text[first.end : second.start].strip()


def excerpt_of(
    chunk: Chunk, uri: str, note_uri: Callable[[str], str] | None = None, note: NoteBlocks | None = None
) -> Excerpt:
    """Write a passage below a citation, a link in HTML; ``note_uri`` returns a wikilink's address.

    ``note`` gives the fence, table head or callout that the passage was cut out of.
    """
    source, headings = source_of(chunk.path, chunk.title, chunk.heading_path)
    shown = chunk.shown
    if note is not None:
        extent, written = extent_as_found(chunk, note), note.lines[chunk.line_start - 1 :]
        standing = zip(chunk.content.split("\n"), written, strict=False)
        # The note may have been saved since, and the passage may be of the past.
        if extent.loose is None and all(line in own for line, own in standing):
            shown = note.framed(extent.start, extent.end)
    parts = (f"From {source}{section_of(headings)}:", close_fences(shown).strip("\n").rstrip(), uri)
    text = "\n\n".join(filter(None, parts)) + "\n"
    title, section = escape(source), escape(section_of(headings))
    citation = f'<p>From <a href="{escape(uri)}">{title}</a>{section}:</p>'
    return Excerpt(text, f"{citation}\n<blockquote>\n{excerpt_html(shown, note_uri)}\n</blockquote>")


def join_excerpts(excerpts: Sequence[Excerpt]) -> Excerpt:
    """Join excerpts with empty lines."""
    return Excerpt(
        "\n".join(excerpt.text for excerpt in excerpts), "\n".join(excerpt.html for excerpt in excerpts)
    )


def context_html(text: str, style: ContextFormat) -> str:
    """Render a context; show formats other than Markdown as written."""
    return excerpt_html(text) if style is ContextFormat.MARKDOWN else f"<pre>{escape(text)}</pre>"
