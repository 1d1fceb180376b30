"""Results of passages: the snippet, the link to open it in Obsidian, and why it was found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from urllib.parse import quote

from vaultsearch.core.files import is_folder
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.query import Query
from vaultsearch.core.query.words import find_terms, is_spaced
from vaultsearch.core.search.drawn_text import drawn_parts
from vaultsearch.core.search.fusion import answer_probability
from vaultsearch.core.search.literal import LITERAL_LEG
from vaultsearch.core.search.whole_notes import HELD_LEG
from vaultsearch.core.text import break_after, break_before, fold_line, fold_text
from vaultsearch.core.values.components import MODEL_TEXTS
from vaultsearch.core.values.note import FileKind, Span
from vaultsearch.core.values.search import Chunk, ChunkSection, Result, Snippet, searched_part
from vaultsearch.core.vault.links import link_fragment

_PICTURE = r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico)"
_MARKS = r"""
      (?P<item>^[ \t]*(?:(?:-[ ])+(?:\[.?\][ ]?)?|\[.?\][ ]))      # a list's item, or a task of one
    | (?P<rule>^[ \t]*+(?:\|[ \t]*+)?+:?--[-:|\ \t]*$)                  # below the head of a table
    | (?P<edge>^[ \t]*(?:\|[ ]+)+|(?:(?:^|(?:(?<![ ])|(?<=[]|-][ ]))[ ]+)\|)+[ ]*$)
    | (?P<cell>[ ](?:\|[ ]+)+)                                      # between the cells of a table
    | (?P<callout>(?:^|(?<=-[ ]))[ \t]*\[![\w|-]+\][-+]?[ ]?)
    # An embedded picture or note.
    | (?P<embed>!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\))
    | \[(?P<linked>[^\[\]\n]*)\]\([^()\n]*\)                        # a link: its text stays
    | \[\[(?:[^\[\]|\n]*\|)?(?P<wikilinked>[^\[\]|\n]+)\]\]
    | (?P<mark>`+|(?<!\w)\*\*+|\*\*+(?!\w)|\]\(|!\[\[)
"""
# Where none of its first characters stands, the others are not tried: a sixth of the time.
_RAW = re.compile(rf"(?=[-:\[\]!`*|\ \t])(?:{_MARKS})", re.VERBOSE | re.MULTILINE)
_NAMES_PICTURE = re.compile(_PICTURE, re.IGNORECASE)
_RAW_WITH_PICTURES = re.compile(
    rf"(?P<picture>^[^\n.]{{1,80}}{_PICTURE}[ \t]*$|(?<!\S)[^\s`]+{_PICTURE}(?!\S)) | {_MARKS}",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_MAY_BE_DRAWN = re.compile(r"\$|\\[A-Za-z]{2}|[-=]>|mermaid", re.IGNORECASE)
_HINTS = re.compile(r"[-\[\]|`*.]")
_MAX_ROUNDS = 8
_DOT = "· "


@dataclass(frozen=True, slots=True)
class SnippetText:
    """A readable text, and where each source character is in it."""

    text: str
    places: tuple[int, ...] | None = None

    def span(self, span: Span) -> Span:
        """Map a span of the source text; empty if nothing of it was kept."""
        if self.places is None:
            return span
        return Span(self.places[span.start], self.places[span.end])


def snippet_text(
    text: str, terms: Sequence[str] = (), source: str = "", *, keep_offsets: bool = True
) -> SnippetText:
    """Return a passage's text without Markdown; names of pictures stay if a query term is in them.

    Removing a mark can join the parts of another, so repeat until none is left. Without ``keep_offsets``,
    in a third of the time, spans cannot be mapped.
    """
    read = SnippetText(text)
    if source:
        read = read_drawn_parts(read, source, keep_offsets=keep_offsets)
    # Most passages hold no marks: a search for one character spares the expression below.
    if not _HINTS.search(text):
        return read
    for _ in range(_MAX_ROUNDS):
        after = _rewrite(read, _edits_of_marks(read.text, terms), keep_offsets=keep_offsets)
        if after.text == read.text:
            return read
        read = after
    return read


def _edits_of_marks(text: str, terms: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the edits that remove a text's Markdown, as `_rewrite` takes them."""
    # The names of pictures are slow to look for, and seldom there.
    raw = _RAW_WITH_PICTURES if _NAMES_PICTURE.search(text) else _RAW
    has_words, reached = False, 0
    for match in raw.finditer(text):
        has_words = has_words or bool(text[reached : match.start()].strip())
        reached = match.end()
        kind = match.lastgroup or ""
        if kind in ("linked", "wikilinked"):
            start, end = match.span(kind)
            has_words = has_words or bool(match[kind].strip())
            yield match.start(), start, ""
            yield end, match.end(), ""
        elif kind == "picture" and any(term in fold_text(match.group()) for term in terms):
            has_words = True
        else:
            dot = _DOT if has_words else ""
            yield *match.span(), dot if kind == "item" else f" {_DOT}" if kind == "cell" else ""
            has_words = has_words or kind == "cell"


def read_drawn_parts(read: SnippetText, source: str, *, keep_offsets: bool) -> SnippetText:
    """Replace formulas and diagrams, written in ``source``, with words."""
    shown = {tuple(written.split()): text for written, text in drawn_parts(source)}
    shown = {words: text for words, text in shown.items() if words and " ".join(words) != text}
    if not shown:
        return read
    # An alternative of an expression wins by its place: `x` would be found within `x^2`.
    longest_first = sorted((r"\s+".join(map(re.escape, words)) for words in shown), key=len, reverse=True)
    matches = re.finditer("|".join(longest_first), read.text)
    edits = ((*match.span(), shown[tuple(match.group().split())]) for match in matches)
    return _rewrite(read, edits, keep_offsets=keep_offsets)


def _rewrite(read: SnippetText, edits: Iterable[tuple[int, int, str]], *, keep_offsets: bool) -> SnippetText:
    """Replace spans of a text, each given by start, end and replacement, in order."""
    pieces, places = list[str](), list[int]()
    length = position = 0
    for start, end, shown in (*edits, (len(read.text), len(read.text), "")):
        pieces += read.text[position:start], shown
        if keep_offsets:
            kept = length + start - position
            places += [*range(length, kept), *[kept] * (end - start)]
            length = kept + len(shown)
        position = end
    text, former = "".join(pieces), read.places
    if not keep_offsets:
        return SnippetText(text)
    places.append(length)
    return SnippetText(text, tuple(places if former is None else (places[place] for place in former)))


SNIPPET_CHARACTERS = 360
_WHOLE_CHARACTERS = 240
"""Up to this many characters, a snippet begins with the text, wherever the words are."""
_LEAD_CHARACTERS = 30
_VISIBLE_CHARACTERS = 120
"""Characters of a snippet visible in two lines of a narrow list."""
_CUT_TOLERANCE = 20
"""Characters by which a cut may move to avoid splitting a word."""
_BREAK = re.compile(r"\s+")


def make_snippet(
    text: str, terms: Sequence[str], *, meant: Sequence[Span] = (), language: str = ENGLISH, source: str = ""
) -> Snippet:
    """Cut a few lines out of a readable ``text``, join them to a line, and mark the terms.

    ``meant`` are additional spans to mark, except where a term already is. ``source`` is the text's Markdown,
    for reading formulas and diagrams.
    """
    drawn = source if _MAY_BE_DRAWN.search(source) else ""
    return _cached_snippet(text, tuple(terms), tuple(meant), language, drawn)


@lru_cache(maxsize=512)
def _cached_snippet(
    text: str, terms: tuple[str, ...], meant: tuple[Span, ...], language: str, source: str
) -> Snippet:
    """Cache `make_snippet`: each stage of an answer shows nearly the same passages."""
    read = snippet_text(text, terms, source, keep_offsets=bool(meant))
    if not read.text.strip():  # a passage that consists of marks alone is shown as it is, rather than empty
        read, meant = SnippetText(text), ()
    flat = " ".join(read.text.split())
    spans, near = find_terms(flat, terms, language), list[Span]()
    if meant:
        last = len(read.text.rstrip())
        breaks = (match.span() for match in _BREAK.finditer(read.text))
        joined = ((start, end, " " if 0 < start < last else "") for start, end in breaks)
        seen = map(_rewrite(read, joined, keep_offsets=True).span, meant)
        near = [span for span in seen if span.start < span.end and not overlaps_any(span, spans)]
    start = _choose_start(flat, spans, near)
    end = break_after(flat, start + SNIPPET_CHARACTERS, _CUT_TOLERANCE)
    before, after = "… " if start else "", " …" if end < len(flat) else ""
    shift = len(before) - start

    def inside(marked: Sequence[Span]) -> tuple[Span, ...]:
        visible = (span for span in marked if span.start >= start and span.end <= end)
        return tuple(Span(span.start + shift, span.end + shift) for span in visible)

    return Snippet(before + flat[start:end].rstrip() + after, inside(spans), inside(near))


def overlaps_any(span: Span, others: Sequence[Span]) -> bool:
    """Return whether a span shares a character with any other."""
    return any(span.start < other.end and other.start < span.end for other in others)


def _choose_start(text: str, spans: Sequence[Span], near: Sequence[Span]) -> int:
    """Choose the start with most different query words in the visible part; ``near`` words break ties."""
    if len(text) <= _WHOLE_CHARACTERS or not (spans or near):
        return 0
    worth = [*((span, 1.0) for span in spans), *((span, 0.1) for span in near)]
    best_start, best_value = 0, -1.0
    for first, _ in sorted(worth, key=lambda span_and_worth: span_and_worth[0].start):
        within = [
            (text[s.start : s.end].casefold(), value)
            for s, value in worth
            if first.start <= s.start and s.end <= first.start + _VISIBLE_CHARACTERS - _LEAD_CHARACTERS
        ]
        # The same word again counts a little, to choose between places with equally many.
        value = sum(dict(within).values()) + 0.01 * len(within)
        if value > best_value:
            best_start, best_value = first.start, value
    # Not so near to the end that the snippet would be a few words.
    start = min(max(0, best_start - _LEAD_CHARACTERS), len(text) - _VISIBLE_CHARACTERS)
    # Within the first word, the text's beginning is the nearest break.
    is_within_first = start <= _CUT_TOLERANCE and " " not in text[: max(0, start)]
    return 0 if is_within_first else break_before(text, start, _CUT_TOLERANCE)


_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:(?! )(?://)?", re.IGNORECASE)
_MIN_FUZZY_CHARACTERS = 4
"""Least characters of a title without spaces for a fuzzy match: in shorter ones, one other character makes
another word."""
_LEG_WORDS = {
    "semantic": "meaning",
    "fulltext": "words",
    "sentences": "best sentence",
    MODEL_TEXTS: "your model's texts",
    HELD_LEG: "holds the words",
    "grep": "literal",
    "mmr": "unlike the others",
    "recency": "recent",
}
_COSINE_LEGS = ("meaning", "multilingual", "sentences", "semantic", "tokens", "note", "title", "late")
_SCORE_DIGITS = {**dict.fromkeys(_COSINE_LEGS, 2), "cross": 1}
"""Decimals shown of a score; for other legs, only the rank is meaningful."""


@dataclass(frozen=True, slots=True)
class ObsidianVaultName:
    """The vault's name in Obsidian, and the searched folder's path within it."""

    name: str
    prefix: str = ""

    @classmethod
    def of(cls, folder: Path) -> ObsidianVaultName:
        """Find the enclosing vault here or above; without one, the folder stands for itself."""
        for candidate in (folder, *folder.parents):
            if is_folder(candidate / ".obsidian"):
                inner = folder.relative_to(candidate).as_posix()
                return cls(candidate.name, "" if inner == "." else inner + "/")
        return cls(folder.name)

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        """Return the link to a note at the nearest heading, or to another file at the right page."""
        # Obsidian finds notes without their ending, and other files only with it.
        target = self.prefix + (path[:-3] if path.lower().endswith(".md") else path)
        return self.link_uri(target + link_fragment(path, heading_path))

    def link_uri(self, written: str) -> str:
        """Return the link to the note meant by ``[[written]]``."""
        return f"obsidian://open?vault={_quote_part(self.name)}&file={_quote_part(written)}"


@lru_cache(maxsize=512)
def _quote_part(part: str) -> str:
    return quote(part, safe="")


def make_result(chunk: Chunk, query: Query, vault: ObsidianVaultName, meant: Sequence[Span] = ()) -> Result:
    """Return a passage's result; ``meant`` are the spans of its text that answer by meaning."""
    terms, text, near = query.terms, chunk.text, tuple(meant)
    if section := choose_section(chunk, terms, meant):
        chunk, (text, near) = narrow_to_section(chunk, section), _section_text(text, near, section)
    link = _matching_link(chunk, terms)
    key, is_property, value = link.partition(": ")
    if is_property:  # stands before the text, which has no word of the query
        lead = f"{key}: {make_snippet(value, terms).text} · "
        near = tuple(Span(span.start + len(lead), span.end + len(lead)) for span in near)
        text, link = lead + text, ""
    return Result(
        chunk,
        partial(
            make_snippet,
            text or chunk.placeholder,
            terms,
            meant=near,
            language=chunk.language,
            source=chunk.content,
        ),
        vault.uri(chunk.path, chunk.heading_path),
        explain_ranks(chunk, *query.names),
        answer_probability(chunk),
        terms,
        tuple(meant),
        title_matches=find_terms(chunk.title, terms, chunk.language),
        heading_matches=tuple(find_terms(heading, terms, chunk.language) for heading in chunk.heading_path),
        matching_tags=tuple(tag for tag in chunk.tags if find_terms(tag, terms, chunk.language)),
        link=link,
    )


_SURE_PROBABILITY = 0.2
"""The least probability for a result to count as an answer whatever words it contains."""


def mark_related(results: Sequence[Result]) -> list[Result]:
    """Mark results as related below the last with a query word or a sure answer."""
    end = next((place for place in range(len(results), 0, -1) if _is_match(results[place - 1])), 0)
    return [*results[:end], *(replace(result, is_related=True) for result in results[end:])]


def _is_match(result: Result) -> bool:
    chunk = result.chunk
    is_literal = result.is_exact_title or not chunk.ranks.keys().isdisjoint((LITERAL_LEG, HELD_LEG))
    if is_literal or (result.probability or 0.0) >= _SURE_PROBABILITY:
        return True
    text = "\n".join((chunk.text, *map(searched_part, chunk.addresses)))
    matches = result.title_matches or any(result.heading_matches) or result.matching_tags
    return bool(matches or find_terms(text, result.terms, chunk.language))


def _matching_link(chunk: Chunk, terms: tuple[str, ...]) -> str:
    """Return the passage's link address or property if query words appear in it and nowhere else."""
    shown = "\n".join((chunk.title, *chunk.tags, *chunk.headings, chunk.text))
    if not chunk.addresses or find_terms(shown, terms):
        return ""
    matching = (address for address in chunk.addresses if find_terms(searched_part(address), terms))
    return _SCHEME.sub("", next(matching, ""))


def choose_section(chunk: Chunk, terms: tuple[str, ...], meant: Sequence[Span] = ()) -> ChunkSection | None:
    """Return the section with most query words, else most words that answer by meaning, or None."""
    words = find_terms(chunk.text, terms, chunk.language) if chunk.sections else ()
    worth = []
    for section in chunk.sections:
        inside = {fold_text(chunk.text[span.start : span.end]) for span in words if _is_in(span, section)}
        heading = section.heading_path[-1] if section.heading_path else ""
        # Words in the last heading count a little less.
        worth.append(len(inside) + 0.9 * len(find_terms(heading, terms, chunk.language)))
    if not any(worth):
        worth = [float(sum(_is_in(span, section) for span in meant)) for section in chunk.sections]
    return chunk.sections[worth.index(max(worth))] if any(worth) else None


def narrow_to_section(chunk: Chunk, section: ChunkSection) -> Chunk:
    """Narrow a passage to a section; without text, show its heading, not another section's text."""
    line_end = max(section.line_start, section.line_end)
    shown = (chunk.content, chunk.text) if section.start < section.end else (section.heading_path[-1],) * 2
    return replace(
        chunk,
        heading_path=section.heading_path,
        line_start=section.line_start,
        line_end=line_end,
        content=shown[0],
        text=shown[1],
    )


def _section_text(text: str, spans: Sequence[Span], section: ChunkSection) -> tuple[str, tuple[Span, ...]]:
    """Return a section's text without the heading, and the spans in it."""
    heading = section.heading_path[-1] if section.heading_path else ""
    own = text[section.start : section.end].removeprefix(f"{heading}\n")
    start = section.end - len(own)
    inside = (span for span in spans if start <= span.start and span.end <= section.end)
    return own if own.strip() else heading, tuple(Span(s.start - start, s.end - start) for s in inside)


def _is_in(span: Span, section: ChunkSection) -> bool:
    return section.start <= span.start and span.end <= section.end


def explain_ranks(chunk: Chunk, *names: str) -> str:
    """Explain in a line how a passage was found, such as ``meaning #1 (0.71) · words #3``."""
    parts = []
    for leg, place in chunk.ranks.items():
        if leg == "semantic" and "meaning" in chunk.ranks:
            continue  # merged into the leg of two models
        if leg == LITERAL_LEG and names:
            parts.append(f"literal: {names[0]}")
            continue
        shown = f" ({place.score:.{_SCORE_DIGITS[leg]}f})" if leg in _SCORE_DIGITS else ""
        parts.append(f"{_LEG_WORDS.get(leg, leg)} #{place.rank}{shown}")
    if is_named(chunk, *names):
        parts.append("title match")
    return " · ".join(parts)


def named_among(chunks: Sequence[Chunk], query: Query) -> list[Chunk]:
    """Return the passages of notes named by the query, as typed, else with corrected spelling.

    In titles without spaces, where words cannot be looked up, one character may differ.
    """
    ways = (query.names[:1], query.names)
    # A base of the same name is a list of notes.
    ordered = sorted(chunks, key=lambda chunk: chunk.kind is FileKind.BASE)
    exact = ([chunk for chunk in ordered if is_named(chunk, *names)] for names in ways)
    folded_query = fold_line(query.words)
    if len(folded_query) < _MIN_FUZZY_CHARACTERS or is_spaced(folded_query):
        return next(filter(None, exact), [])
    from rapidfuzz.distance import OSA

    def is_near(name: str) -> bool:
        return not is_spaced(name) and OSA.distance(folded_query, name, score_cutoff=1) <= 1

    near = [chunk for chunk in chunks if any(map(is_near, _folded_names(chunk)))]
    return next(filter(None, (*exact, near)), [])


def is_named(chunk: Chunk, *names: str) -> bool:
    """Return whether a name is the note's exact title, alias, or file name, with or without suffix."""
    folded_names = {fold_line(name) for name in names} - {""}
    return not folded_names.isdisjoint(_folded_names(chunk))


def _folded_names(chunk: Chunk) -> list[str]:
    file = chunk.path.rpartition("/")[2]
    return list(map(fold_line, (chunk.title, file, file.rpartition(".")[0], *chunk.aliases)))
