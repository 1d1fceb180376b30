"""The chunker: cuts a note into passages along headings, each within the embedding model's window.

The note's language decides which tokens are counted; each passage gets a language of its own.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, islice, pairwise
from pathlib import Path

import regex

from vaultsearch.core.languages.detection import detect_language
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED, language_code
from vaultsearch.core.models.tokens import text_lengths
from vaultsearch.core.protocols import TokenCounter
from vaultsearch.core.text import break_before, count_shared
from vaultsearch.core.values.note import NOTE_KINDS, Block, Heading, Note, PropertyValue
from vaultsearch.core.values.search import Chunk, ChunkSection
from vaultsearch.core.vault.links import link_addresses, link_definitions, links_of_parts

# Longer titles and paths of headings are cut: they stand in front of every passage of a note.
_MAX_TITLE_CHARACTERS = 80
_MAX_HEADINGS_CHARACTERS = 120
_SPECIAL_TOKENS = 2
# Below a long title, a passage has room for so many tokens all the same.
_MIN_BODY_TOKENS = 32
_CLOSING = r"[”’」』）》〉】»)\]]"
# Full stops before a space; full stops that need no space; and the spaces of Thai, Lao, Khmer and
# Burmese, whose only sign between sentences mostly is the space.
_SENTENCE_END = regex.compile(
    # The space first: to look behind each of 100,000 quotation marks took a minute.
    rf"(?=\s)(?<=[.!?…؟۔](?:{_CLOSING}|[\"'])*)\s+"
    rf"|(?<=[。｡！？；।॥။።។៕]{_CLOSING}{{0,9}})(?!{_CLOSING}|[。！？…])\s*"
    r"|(?<=[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])\s+(?=\S)"
)
_PROPERTIES = "Properties: "
_FRONT_MATTER = re.compile(r"---[^\S\n]*\n(.*?)(?:(?:^|\n)---[^\S\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_NAMES_AND_TAGS = frozenset(("title", "aliases", "alias", "tags", "tag", "cssclasses", "cssclass"))
_SAYS_NOTHING = re.compile(r"[-+]?\d{0,2}(?:[.,]\d+)?|\d{4}-\d\d[-\d:T ]*")
"""Small numbers and dates."""
_LIST_MARK = re.compile(rf"{_PROPERTIES}|\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[.\]\s+)?")
_JOIN_TOLERANCE = 16
"""Tokens by which a passage may exceed the size to include a few words otherwise left alone."""
# So many of a line's first letters are looked for, the most telling number first.
_LENGTHS_TRIED = (24, 12, 6, 3, 1)
_SEARCH_REACH = 400
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")


def passage_header(title: str, heading_path: Sequence[str]) -> str:
    """Return the title and nearest headings, shortened, to embed above a passage."""
    headings = " > ".join(heading_path)[-_MAX_HEADINGS_CHARACTERS:]
    return "\n".join(part for part in (title[:_MAX_TITLE_CHARACTERS], headings) if part)


def embedding_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Return the text to embed for a passage."""
    return "\n".join(part for part in (passage_header(title, heading_path), text) if part)


def split_into_sentences(text: str) -> list[str]:
    """Split a text at line and sentence ends; only space in between is lost."""
    return [sentence.strip() for line in text.split("\n") for sentence in _line_sentences(line)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the bounds of a text's sentences, each with trailing space; line ends are no bounds."""
    bounds = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    return [(start, end) for start, end in pairwise(bounds) if text[start:end].strip()]


def _line_sentences(line: str) -> list[str]:
    return [line[start:end] for start, end in sentence_spans(line)]


def add_bare_headings(note: Note, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Add each heading without text to the sections of the passage before it, else of the first passage."""
    beside: dict[int, list[ChunkSection]] = {}
    starts = [chunk.line_start for chunk in chunks]
    for heading_path, line in _bare_headings(note):
        place = max(0, bisect_right(starts, line) - 1)
        end = len(chunks[place].text)
        beside.setdefault(place, []).append(ChunkSection(end, end, line, line, heading_path))
    done = list(chunks)
    for place, bare in beside.items():
        chunk = chunks[place]
        whole = ChunkSection(0, len(chunk.text), chunk.line_start, chunk.line_end, chunk.heading_path)
        done[place] = replace(chunk, sections=(*(chunk.sections or (whole,)), *bare))
    return done


def _bare_headings(note: Note) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield path and line of each heading with no text below, not even below subheadings."""
    # The headings of a PDF are its pages, of which an empty one says nothing.
    if note.kind not in NOTE_KINDS:
        return
    with_text = sorted(block.line_start for section in note.sections for block in section.blocks)
    above: list[Heading] = []
    for place, heading in enumerate(note.headings):
        above = [*(other for other in above if other.level < heading.level), heading]
        below = islice(note.headings, place + 1, None)
        end = next((other.line for other in below if other.level <= heading.level), sys.maxsize)
        first = bisect_right(with_text, heading.line)
        is_empty = first == len(with_text) or with_text[first] > end
        if heading.text and is_empty:
            yield tuple(other.text for other in above if other.text), heading.line


# Short passages are joined to neighbors. A cell of code such as `cls`, or a lone link, is little more than
# the title above it when embedded or searched by words: it outranked every passage on the title's subject.
_MIN_PASSAGE_LETTERS = 12
"""Letters and digits; shorter passages are joined. In scripts without spaces, each counts three times."""
MIN_NOTE_LETTERS = 24
"""Letters and digits; in shorter notes, properties are part of the text."""
_WIDE_FROM = "\u2e80"


@dataclass(frozen=True, slots=True)
class SectionPiece:
    """An uncut part of a section: lines, length in tokens, and the separator before it."""

    line_start: int
    line_end: int
    content: str
    text: str
    length: int
    separator: str = "\n\n"
    heading_path: tuple[str, ...] | None = None
    """The headings above, if joined to a passage below others."""
    links: str = ""
    """The Markdown of its links, if its content is part of a line as shown to readers."""


@dataclass(frozen=True, slots=True)
class PassagePieces:
    """Pieces to become a passage, with the headings above and the page."""

    heading_path: tuple[str, ...]
    pieces: tuple[SectionPiece, ...]
    page: int | None = None

    @property
    def is_short(self) -> bool:
        """Whether it has too few letters to stand alone."""
        return has_few_letters((piece.text for piece in self.pieces), _MIN_PASSAGE_LETTERS)


def has_few_letters(texts: Iterable[str], most: int) -> bool:
    """Return whether texts have fewer letters in total than ``most``."""
    letters = 0
    for text in texts:
        for character in filter(str.isalnum, text):
            letters += 3 if character >= _WIDE_FROM else 1
            if letters >= most:
                return False
    return True


def join_short_passages(
    passages: Sequence[PassagePieces],
    heading: Callable[[str, int], SectionPiece],
    fits: Callable[[PassagePieces], bool],
) -> list[PassagePieces]:
    """Join each short passage to the passage before or after, preferably below the same heading.

    Passages on different pages stay apart, and so do those whose headings share no parent: text below *A2*
    was once found as *A > B*.

    Args:
        heading: Returns a heading as a piece, given its text and a line below it; headings not shared by both
            passages stay among the words.
        fits: Returns whether a joined passage is short enough. A passage fitting neither neighbor stays
            alone.
    """
    done: list[PassagePieces] = []
    short: PassagePieces | None = None
    for following in (*passages, None):
        current = following
        if short is not None:
            before, after = done[-1:], [current] if current is not None else []
            beside = [
                other for other in (*before, *after) if other.page == short.page and _are_near(other, short)
            ]
            # The neighbour under the same headings first; of equal ones, the one before.
            beside.sort(key=lambda passage, path=short.heading_path: passage.heading_path != path)  # type: ignore[misc]
            tried = ((passage, _merge_passages(passage, short, done, heading)) for passage in beside)
            merged = next((pair for pair in tried if fits(pair[1])), None)
            if merged is None:
                done.append(short)
            elif merged[0] is current:
                current = merged[1]
            else:
                done[-1] = merged[1]
            short = None
        if current is not None and current.is_short:
            short = current
        elif current is not None:
            done.append(current)
    return done


def _merge_passages(
    neighbour: PassagePieces,
    short: PassagePieces,
    done: Sequence[PassagePieces],
    heading: Callable[[str, int], SectionPiece],
) -> PassagePieces:
    """Merge a short passage into a neighbor; headings not shared stay among the words."""
    common = short.heading_path[: count_shared(neighbour.heading_path, short.heading_path)]
    path = common if neighbour.is_short else neighbour.heading_path
    ordered = (neighbour, short) if done and neighbour is done[-1] else (short, neighbour)
    pieces: list[SectionPiece] = []
    for passage in ordered:
        shared = count_shared(path, passage.heading_path)
        line = passage.pieces[0].line_start
        starts = {piece.line_start for piece in pieces}
        above = (
            replace(heading(title, line), heading_path=passage.heading_path[: shared + depth])
            for depth, title in enumerate(passage.heading_path[shared:], start=1)
        )
        pieces += (piece for piece in above if piece.line_start not in starts)
        pieces += [
            piece if piece.heading_path is not None else replace(piece, heading_path=passage.heading_path)
            for piece in passage.pieces
        ]
    return PassagePieces(path, tuple(pieces), neighbour.page)


def _are_near(passage: PassagePieces, other: PassagePieces) -> bool:
    """Return whether the sections of two passages all share a parent, or a section contains the other."""
    theirs = {piece.heading_path or other.heading_path for piece in other.pieces}
    mine = {piece.heading_path or passage.heading_path for piece in passage.pieces}
    return all(a[:-1] == b[:-1] or a == b[: len(a)] or b == a[: len(b)] for a in mine for b in theirs)


_LANGUAGE_PROPERTIES = ("lang", "language")
_MIN_NOTE_PROBABILITY = 0.5
"""Below this, a note's language is undetermined, and the vault's language is used."""
_MIN_OTHER_PROBABILITY = 0.9
"""The least probability for a passage to be in another language than the note."""
_NOTE_LANGUAGE_PRIOR = 0.9
_MIN_DETECTED_CHARACTERS = 40
"""Characters; shorter passages have the note's language."""


@dataclass(frozen=True, slots=True)
class NoteLanguages:
    """Detects languages. A note's property ``lang`` or ``language`` decides for that note.

    ``always`` is the language set by the user for all notes, "" to detect it; ``models`` the folder for the
    detector's unpacked model.
    """

    always: str = UNDETERMINED
    models: Path | None = None

    @property
    def fingerprint(self) -> str:
        """The name of this detection: other fingerprints mean other languages."""
        return f"languages-1:{self.always}"

    def of_note(self, note: Note) -> str:
        """Return a note's language, "" if undetermined."""
        declared = _declared_language(note)
        if declared or self.always:
            return declared or self.always
        texts = (block.text for section in note.sections for block in section.blocks if block.kind != "fence")
        detection = detect_language("\n".join((note.title, *texts)), models=self.models)
        return detection.at_least(_MIN_NOTE_PROBABILITY)

    def of_passages(self, note: Note, language: str, passages: Iterable[Chunk]) -> list[str]:
        """Return the passages' languages: the note's, unless surely another."""
        is_set = bool(_declared_language(note) or self.always)
        prior = {language: _NOTE_LANGUAGE_PRIOR} if language else None
        languages = []
        for passage in passages:
            other = ""
            if not is_set and len(passage.text) >= _MIN_DETECTED_CHARACTERS:
                detection = detect_language(passage.text, prior, 1 - _NOTE_LANGUAGE_PRIOR, models=self.models)
                other = detection.at_least(_MIN_OTHER_PROBABILITY)
            languages.append(other or language)
        return languages


def _declared_language(note: Note) -> str:
    values = [value for key, value in note.properties.items() if key.casefold() in _LANGUAGE_PROPERTIES]
    codes = [language_code(value) for value in values if isinstance(value, str)]
    return next((code for code in codes if code), UNDETERMINED)


@dataclass(frozen=True, slots=True)
class Chunker:
    """Cuts at headings, then paragraphs, then lines, then sentences.

    Lengths are in the model's tokens, or a quarter of the characters if greater. Up to the length
    ``overlap``, a passage's last pieces are repeated at the start of the next. ``multilingual`` counts tokens
    in notes in other languages than English; ``counter`` by default.
    """

    counter: TokenCounter
    chunk_size: int = 200
    overlap: int = 0
    multilingual: TokenCounter | None = None
    languages: NoteLanguages = NoteLanguages()  # a frozen value

    @property
    def fingerprint(self) -> str:
        """The name of this way to cut: other fingerprints mean other passages."""
        counted = f"{self.counter.window}:{self.multilingual.window if self.multilingual else 0}"
        return f"chunks-8:{self.chunk_size}:{self.overlap}:{counted}:{self.languages.fingerprint}"

    def chunks(self, note: Note) -> list[Chunk]:
        """Cut the note into passages; an empty note has a passage without text, found by title."""
        return self._cut_by(note, Chunker._passages)

    def sections_cut(self, note: Note) -> list[Chunk]:
        """Cut the note's sections separately, without joining short passages or adding properties."""
        return self._cut_by(note, Chunker._section_passages)

    def _cut_by(
        self, note: Note, passages: Callable[[Chunker, Note], Sequence[PassagePieces]]
    ) -> list[Chunk]:
        language = self.languages.of_note(note)
        is_english = language in (ENGLISH, UNDETERMINED)
        cutter = self if is_english else replace(self, counter=self.multilingual or self.counter)
        definitions = link_definitions(note.text)
        cut = [_make_chunk(note, passage, definitions) for passage in passages(cutter, note)]
        nothing = SectionPiece(1, max(1, len(note.text.splitlines())), "", "", 0)
        empty = _make_chunk(note, PassagePieces((), (nothing,)), definitions)
        cut = add_bare_headings(note, cut or [empty])
        languages = self.languages.of_passages(note, language, cut)
        properties = () if cut[0].text.startswith(_PROPERTIES) else searched_properties(note)
        # Once for all passages: a note of 5 MB with a link in each short section took a minute.
        links = tuple(dict.fromkeys(link.target for link in note.links if link.target))
        chunks = []
        for i, (chunk, own) in enumerate(zip(cut, languages, strict=True)):
            found = (*link_addresses(chunk.content, definitions), *(() if i else properties))
            addresses = tuple(dict.fromkeys((*chunk.addresses, *found))) if found else chunk.addresses
            key = f"{note.path}:{i}"
            chunks.append(replace(chunk, id=key, position=i, language=own, links=links, addresses=addresses))
        return chunks

    def _passages(self, note: Note) -> list[PassagePieces]:
        passages, lines = self._section_passages(note), note.text.split("\n")

        def fits(passage: PassagePieces) -> bool:
            most = min(self.chunk_size + _JOIN_TOLERANCE, self._room(note.title, passage.heading_path))
            return sum(piece.length for piece in passage.pieces) <= most

        def heading_piece(title: str, below: int) -> SectionPiece:
            named = (heading.line for heading in note.headings if heading.text == title)
            line = max((line for line in named if line < below), default=None)
            shown = title if line is None else lines[line - 1]
            return SectionPiece(line or below, line or below, shown, title, self.lengths([title])[0])

        if any(passage.is_short for passage in passages):
            passages = join_short_passages(passages, heading_piece, fits)
        texts = (piece.text for passage in passages for piece in passage.pieces)
        is_little = has_few_letters(texts, MIN_NOTE_LETTERS)
        return self._with_properties(note, passages) if is_little else passages

    def _section_passages(self, note: Note) -> list[PassagePieces]:
        passages: list[PassagePieces] = []
        for section in note.sections:
            path, budget = section.heading_path, self._budget(note.title, section.heading_path)
            pieces = list(self._pieces(section.blocks, budget))
            groups = _pack_pieces(pieces, budget, min(self.overlap, budget // 2))
            passages += [PassagePieces(path, tuple(group), section.page) for group in groups]
        return passages

    def _with_properties(self, note: Note, cut: Sequence[PassagePieces]) -> list[PassagePieces]:
        """Put the properties before the text of a note with few words, or headings alone."""
        if cut:
            first = cut[0]
        else:
            is_named = any(heading.text for heading in note.headings)
            blocks = [headings_block(note)] if is_named else []
            first = PassagePieces((), tuple(self._pieces(blocks, self._budget(note.title, ()))))
        budget = self._budget(note.title, first.heading_path)
        above = properties_block(note)
        room = max(_MIN_BODY_TOKENS, budget - sum(piece.length for piece in first.pieces))
        groups = list(_pack_pieces(self._pieces([above] if above else [], room), room, 0)) or [[]]
        # They stand above all headings, wherever the note's few words do.
        properties = (replace(piece, heading_path=()) for piece in groups[0])
        passages = [
            PassagePieces(first.heading_path, (*properties, *first.pieces), first.page),
            *(PassagePieces((), tuple(group)) for group in groups[1:]),
            *cut[1:],
        ]
        return [passage for passage in passages if passage.pieces]

    def _budget(self, title: str, heading_path: Sequence[str]) -> int:
        return min(self.chunk_size, max(_MIN_BODY_TOKENS, self._room(title, heading_path)))

    def _room(self, title: str, heading_path: Sequence[str]) -> int:
        header = passage_header(title, heading_path)
        return self.counter.window - _SPECIAL_TOKENS - self.lengths([header])[0]

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """Return each text's length."""
        return text_lengths(self.counter.count(texts), texts)

    def _pieces(self, blocks: Sequence[Block], budget: int) -> Iterator[SectionPiece]:
        read = [block for block in blocks if block.text.strip()]
        if not read:
            return
        for block, length in zip(read, self.lengths([b.text for b in read]), strict=True):
            whole = SectionPiece(block.line_start, block.line_end, block.content, block.text, length)
            yield from [whole] if length <= budget else self._split_lines(block, budget)

    def _split_lines(self, block: Block, budget: int) -> Iterator[SectionPiece]:
        numbered_lines = [(number, line) for number, line in placed_lines(block) if line.strip()]
        source = block.content.split("\n")
        measured = self.lengths([line for _, line in numbered_lines])
        separator = "\n\n"
        for (line_number, line), length in zip(numbered_lines, measured, strict=True):
            number = block.line_start + line_number
            if length <= budget:
                yield SectionPiece(number, number, source[line_number], line, length, separator)
            else:
                sentences = _line_sentences(line)
                parts: list[str] = []
                for sentence, tokens in zip(sentences, self.lengths(sentences), strict=True):
                    parts += [sentence] if tokens <= budget else self._cut(sentence, budget)
                lengths, part_links = self.lengths(parts), links_of_parts(source[line_number], parts)
                for part, tokens, links in zip(parts, lengths, part_links, strict=True):
                    yield SectionPiece(number, number, part, part, tokens, separator, links=links)
                    # Sentences of one line keep the space that they end with.
                    separator = ""
            separator = "\n"

    def _cut(self, text: str, budget: int) -> list[str]:
        """Halve an overlong sentence, at a word's or phrase's end, else between letters."""
        waiting, done = [text], []
        while waiting:
            candidate = waiting.pop()
            if len(candidate) < 2 or self.lengths([candidate])[0] <= budget:
                done.append(candidate)
                continue
            middle = len(candidate) // 2
            # In halves, so that no part is much shorter than the others.
            position = break_before(candidate, middle, middle // 2) or middle
            waiting += [candidate[position:], candidate[:position]]
        return [part for part in done if part.strip()]


def placed_lines(block: Block) -> Iterator[tuple[int, str]]:
    """Pair each parsed line with a line index in the file.

    Parsing removes syntax and keeps the order, so a cursor moves over the source's letters: a line begins at
    the next occurrence of the first letters.
    """
    source = block.content.split("\n")
    if block.kind == "fence":
        # The language's name is no part of the text.
        source[0] = ""
    owners = [i for i, line in enumerate(source) for _ in _keep_letters(line)]
    stream = _keep_letters("".join(source))
    cursor, position = 0, 0
    for line in block.text.split("\n"):
        # A mark given by the reader, such as a list's number, is not in the file.
        mark = _LIST_MARK.match(line)
        letters = _keep_letters(line[mark.end() if mark else 0 :])
        # As many adjacent first letters as possible: an alias may separate them from the rest.
        starts = (
            stream.find(letters[:length], cursor, cursor + _SEARCH_REACH * length)
            for length in _LENGTHS_TRIED
            if length <= len(letters)
        )
        begin = next((start for start in starts if start >= 0), None)
        if begin is not None:
            cursor, position = begin, owners[begin]
            # Behind the line's letters, within the source line.
            left = iter(letters)
            next_letter = next(left, None)
            while next_letter is not None and cursor < len(stream) and owners[cursor] == position:
                if stream[cursor] == next_letter:
                    next_letter = next(left, None)
                cursor += 1
        yield position, line


def _keep_letters(line: str) -> str:
    return "".join(filter(str.isalnum, line))


def _pack_pieces(pieces: Iterable[SectionPiece], budget: int, overlap: int) -> Iterator[list[SectionPiece]]:
    """Fill passages with pieces, in order, up to ``budget``."""
    group: list[SectionPiece] = []
    for piece in pieces:
        if group and sum(p.length for p in group) + piece.length > budget:
            yield group
            # The last pieces are repeated, as far as they are short enough.
            most = min(overlap, budget - piece.length)
            totals = accumulate(p.length for p in reversed(group))
            group = group[len(group) - sum(total <= most for total in totals) :]
        group.append(piece)
    if group:
        yield group


def _make_chunk(note: Note, passage: PassagePieces, definitions: Mapping[str, str]) -> Chunk:
    group = passage.pieces
    content, text = group[0].content, group[0].text
    starts = [0]
    for before, piece in pairwise(group):
        # As many lines apart as in the file, so that a line of the passage tells the one in the file.
        gap = piece.line_start - before.line_end
        content += ("\n" * gap if gap > 0 else piece.separator) + piece.content
        starts.append(len(text) + len(piece.separator))
        text += piece.separator + piece.text
    sections: list[ChunkSection] = []
    for start, piece in zip(starts, group, strict=True):
        path = passage.heading_path if piece.heading_path is None else piece.heading_path
        end = start + len(piece.text)
        if sections and sections[-1].heading_path == path:
            sections[-1] = sections[-1]._replace(end=end, line_end=piece.line_end)
        else:
            sections.append(ChunkSection(start, end, piece.line_start, piece.line_end, path))
    links = " ".join(filter(None, (piece.links for piece in group)))
    return Chunk(
        id="",
        path=note.path,
        title=note.title,
        position=0,
        heading_path=passage.heading_path,
        line_start=group[0].line_start,
        line_end=group[-1].line_end,
        # A sentence keeps the space behind it; at the end of a passage it would change what is compared.
        content=content.rstrip(" "),
        text=text.rstrip(" "),
        tags=note.tags,
        aliases=note.aliases,
        modified=note.modified,
        created=note.created,
        kind=note.kind,
        page=passage.page,
        addresses=link_addresses(links, definitions) if links else (),
        sections=tuple(sections) if len(sections) > 1 else (),
    )


def headings_block(note: Note) -> Block:
    """Return the headings of a note with hardly anything below them."""
    lines = note.text.split("\n")
    # One without text is hidden, or nothing yet.
    headings = [heading for heading in note.headings if heading.text]
    first, last, named = headings[0].line, headings[-1].line, {heading.line for heading in headings}
    content = "\n".join(lines[n - 1] if n in named else "" for n in range(first, last + 1))
    return Block("heading", first, last, content, "\n".join(heading.text for heading in headings))


def searched_properties(note: Note) -> Iterator[str]:
    """Yield the tags and properties at a note's top, as ``key: value``, to search but not to show.

    Names are searched anyway, and dates by filters; flags and small numbers, such as ratings, say nothing.
    """
    head = front[1] if (front := _FRONT_MATTER.match(note.text)) else ""
    # Tags and properties within the text are found there.
    yield from (tag for tag in note.tags if tag in head)
    for key, value in note.properties.items():
        words = " ".join(_property_text(value, (bool, date)).split())
        if key in head and key.lower() not in _NAMES_AND_TAGS and not _SAYS_NOTHING.fullmatch(words):
            yield f"{key}: {words}"


def properties_block(note: Note) -> Block | None:
    """Return a note's properties as a readable block, or None."""
    if (front := _FRONT_MATTER.match(note.text)) is None:
        return None
    # Of malformed properties, the lines as they are written.
    written = [] if note.properties else list(map(str.strip, front[1].split("\n")))
    for key, value in note.properties.items():
        if key.lower() != "title":
            words = " ".join(_property_text(value).split())
            written.append(f"{key}: {words}" if words else key)
    text = ";\n".join(filter(None, written))
    return Block("properties", 2, 2 + front[1].count("\n"), front[1], _PROPERTIES + text) if text else None


def _property_text(value: PropertyValue, omitted: tuple[type, ...] = ()) -> str:
    if value is None or isinstance(value, omitted):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(filter(None, (_property_text(item, omitted) for item in value)))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_property_text(item, omitted)}" for key, item in value.items())
    return _WIKILINK.sub(r"\1", str(value))
