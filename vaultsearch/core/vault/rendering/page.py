"""Render a note's parts as HTML, and the whole note as a document."""

from __future__ import annotations

import re
from base64 import b64encode
from bisect import bisect_left
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from html import escape, unescape
from itertools import count
from pathlib import Path
from string import Template
from textwrap import dedent
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaultsearch.core.text import count_shared
from vaultsearch.core.values.note import (
    FOLD_BEGIN,
    FOLD_END,
    FOLD_SIGN,
    FOLD_SUMMARY,
    PROPERTIES,
    Diagram,
    Formula,
    ParsedLink,
    Preview,
    PropertyValue,
    headings_above,
    page_of,
    with_folds,
)
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.inline_text import parse_inline
from vaultsearch.core.vault.links import read_wikilink
from vaultsearch.core.vault.markdown import markdown_parser
from vaultsearch.core.vault.rendering.block_html import BlockWriter, runs_right_to_left, split_titles
from vaultsearch.core.vault.rendering.drawn_parts import Formulas, MissingParts
from vaultsearch.core.vault.rendering.inline_html import is_picture, tag_address, wikilink_address
from vaultsearch.core.vault.rendering.note_parts import (
    EMBED_BEGIN,
    MAX_EMBED_DEPTH,
    NotePart,
    NoteParts,
    linked_heading,
)
from vaultsearch.core.vault.syntax_rules import mark_callouts_and_tasks

_MARKABLE_TYPES = ("paragraph_open", "heading_open", "fence", "code_block", "math_block", "html_block")
_NESTED_KEY = "refs"
"""Key for a nested mapping in the definitions, modified during rendering."""
_FIRST_WORD_COUNT = 6
_CELL_TYPES = ("th_open", "td_open")
_BLOCK_TAG = re.compile(r"</?(?:p|div|h[1-6]|[uo]l|li|table|t[rdh]|pre|[hb]r)\b[^<>]*>")
_ANY_TAG = re.compile("<[^<>]*>")
_LINE_NAME = re.compile("<a name='line-[0-9]+'></a>")
_LINK_TO_LINE = re.compile("<a href='#line-[0-9]+'>(.*?)</a>")
_HEADING_TAG = re.compile(r"<(/?)h[1-6]\b[^<>]*>")
_MAX_EMBED_CHARS = 6_000
_MAX_EMBEDS = 30
"""Maximum frames in a part: three levels of notes with 500 links each gave a hundred million."""
BASE_BEGINS = "```base\n"
"""First line of a base within a note; with the content, the key for the embedded page."""
_EMBED_FRAME = (
    f"<table class='embed' width='100%' cellspacing='0'><tr>{EMBED_BEGIN}>{{content}}</td></tr></table>"
)


@dataclass(frozen=True)
class NotePage:
    """A note to render: ``path`` and ``title`` from the index, ``text`` from the file.

    ``top`` is HTML above the text: a base's tables; ``mark_missing`` marks links in HTML that lead nowhere.
    """

    path: str
    title: str
    text: str
    formulas: Formulas = field(default_factory=Formulas, repr=False, compare=False)
    embeds: MissingParts[tuple[str, str], NotePage] = field(
        default_factory=MissingParts, repr=False, compare=False
    )
    top: str = field(default="", repr=False)
    mark_missing: Callable[[str], str] = field(default=str, repr=False, compare=False)
    _shown_texts: dict[int, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def digest(self) -> int:
        """Return a number that changes with title and text."""
        return hash((self.title, self.text))

    @cached_property
    def parts(self) -> NoteParts:
        """Return the note's parts."""
        return NoteParts.of(self.text)

    def around(self, chunk: Chunk) -> Preview:
        """Return the part with a passage, the passage marked."""
        # The note may have become shorter since the search.
        end = self.text.count("\n") + 1
        passage = min(chunk.line_start, end), min(chunk.line_end, end)
        preview = self._preview(passage[0], passage, "passage", chunk.heading_path)
        # Several parts begin at the same line when it has two megabytes: the note opened at the last part.
        last, words = preview.part, _first_words(chunk.content)
        first = max(0, bisect_left(self.parts.starts, self.parts.starts[last]) - 1)
        parts = range(first, last + 1) if last - first > 1 else ()
        held = (part for part in parts if words in " ".join(" ".join(self.parts.parts[part].lines).split()))
        part = next(held, last)
        html = preview.html if part == last else self.html(part, passage)
        return replace(preview, part=part, html=html, begins=_first_words(chunk.text))

    def at_link(self, link: ParsedLink) -> Preview:
        """Return the part a link leads to, or the first part if the heading or page does not exist."""
        if link.block and (lines := self._find_block(link.block)):
            return self._preview(lines[0], lines, "passage", self._headings_to(lines[0]))
        outline = self.parts.outline
        pages = (heading for heading in outline if page_of(self.path, (heading.text,)) == link.page)
        heading = (next(pages, None) if link.page else None) or linked_heading(outline, link.heading)
        if heading is None:
            return self._preview(self.parts.starts[0], None, "", ())
        path = self._headings_to(heading.line)
        return self._preview(heading.line, None, f"line-{heading.line}", path)

    def at_line(self, line: int) -> Preview:
        """Return the part with a line, the line marked; the first part if no such line exists."""
        if not 1 <= line <= self.text.count("\n") + 1:
            return self._preview(self.parts.starts[0], None, "", ())
        return self._preview(line, (line, line), "passage", self._headings_to(line))

    def refreshed(self, shown: Preview, line: int, former: str, passage: tuple[int, int] | None) -> Preview:
        """Return the part with the text found at ``line`` in the ``former`` text.

        Marks ``passage``, by default the lines marked before.
        """
        before, after = former.split("\n"), self.text.split("\n")
        # Of a single edited stretch: lines behind it are moved.
        same = count_shared(before, after)
        tail = count_shared(reversed(before[same:]), reversed(after[same:]))

        def moved(line: int) -> int:
            follows = line > len(before) - tail
            return max(1, min(line + len(after) - len(before) if follows else line, len(after)))

        if passage is None and shown.passage is not None:
            passage = moved(shown.passage[0]), moved(shown.passage[1])
        named = shown.anchor.removeprefix("line-")
        anchor = f"line-{moved(int(named))}" if named.isdigit() else shown.anchor
        return self._preview(moved(line), passage, anchor, shown.heading_path)

    def html(self, part: int, passage: tuple[int, int] | None) -> str:
        """Render a part with the passage lines marked."""
        html = self._render_lines(self.parts.parts[part], passage, (self.path,), count(1))
        if not part:
            properties = properties_html(read_frontmatter(self.text.split("\n")).properties)
            html = properties + (_EMBED_FRAME.format(content=self.top) if self.top else "") + html
        return self.mark_missing(html)

    def _render_lines(
        self, part: NotePart, passage: tuple[int, int] | None, within: tuple[str, ...], frames: Iterator[int]
    ) -> str:
        """Render lines; ``within`` lists the notes embedding each other, ``frames`` counts embeds."""
        embedded = partial(self._render_embed, within, frames)
        writer = BlockWriter(self.parts.footnotes, self.formulas, self._right_to_left, embedded)
        md, env, tokens = self._parse_blocks(part)
        if passage is not None:
            _mark_passage(tokens, *passage)
        parse_inline(md, tokens, env)
        split_titles(tokens)
        return writer.write(tokens)

    def _parse_blocks(self, part: NotePart) -> tuple[MarkdownIt, dict[str, Any], list[Token]]:
        """Return the parser, the definitions, and tokens with "lines" in the file, 1-based and inclusive."""
        md = markdown_parser()
        # Layered over the note's definitions, not copied: with 50,000, copying took a second per part.
        env = {name: _layer_mapping(defined) for name, defined in self._definitions.items()}
        tokens: list[Token] = []
        md.block.parse("\n".join(part.lines), md, env, tokens)
        mark_callouts_and_tasks(tokens)
        for token in tokens:
            if token.map is not None and part.numbers:
                numbers = [number for number in part.numbers[slice(*token.map)] if number]
                if numbers:
                    token.meta["lines"] = numbers[0], numbers[-1]
        return md, env, tokens

    def _render_embed(self, within: tuple[str, ...], frames: Iterator[int], link: Token) -> str | None:
        """Return the note embedded by a link, in a frame; None to show a link."""
        if link.type == "fence":
            base = self.embeds.get((self.path, BASE_BEGINS + link.content))
            return None if base is None else _EMBED_FRAME.format(content=base.top)
        read, shown = read_wikilink(link.content, link.meta["alias"], True, 0)
        if is_picture(read.target) or len(within) > MAX_EMBED_DEPTH:
            return None
        page = self.embeds.get((self.path, link.content))
        if page is not None and page.top:
            return _EMBED_FRAME.format(content=_embed_title(link.content, shown) + page.top)
        # When a note embeds itself, perhaps through other notes, the second time stays a link.
        lines = page._linked_lines(read) if page is not None and page.path not in within else None
        if page is None or lines is None or next(frames) > _MAX_EMBEDS:
            return None
        # Without line numbers, which would refer to this note.
        html = page._render_lines(NotePart(lines, (0,) * len(lines)), None, (*within, page.path), frames)
        html = _LINE_NAME.sub("", _LINK_TO_LINE.sub(r"\1", html))
        html = _HEADING_TAG.sub(lambda tag: "</p>" if tag[1] else "<p class='embed-heading'>", html)
        return _EMBED_FRAME.format(content=_embed_title(link.content, shown) + html)

    def _linked_lines(self, link: ParsedLink) -> tuple[str, ...] | None:
        """Return the lines a link refers to: a block, the text below a heading, or the note."""
        lines = self.text.split("\n")
        first, last = read_frontmatter(lines).line_count + 1, len(lines)
        if link.block:
            if (block := self._find_block(link.block)) is None:
                return None
            first, last = block
        elif link.heading:
            outline = self.parts.outline
            heading = linked_heading(outline, link.heading)
            if heading is None:
                return None
            later = (other for other in outline if other.line > heading.line)
            following = (other.line for other in later if other.level <= heading.level)
            first, last = heading.line, next(following, last + 1) - 1
        section = lines[first - 1 : last]
        while sum(map(len, section)) > _MAX_EMBED_CHARS:
            section = section[: len(section) // 2] if len(section) > 1 else [section[0][:_MAX_EMBED_CHARS]]
        # An item within another one is no code.
        return tuple(dedent("\n".join(section)).split("\n"))

    def shown_text(self, part: int) -> str:
        """Return a part's visible text, a line for each block; cached."""
        if part not in self._shown_texts:
            self._shown_texts[part] = visible_text(self.html(part, None))
        return self._shown_texts[part]

    @cached_property
    def _definitions(self) -> Mapping[str, Any]:
        """Return the whole note's definitions, for use in every part."""
        env: dict[str, Any] = {}
        if self.parts.definitions:
            md = markdown_parser()
            md.block.parse("\n\n".join(line for line, _ in self.parts.definitions), md, env, [])
        return env

    @cached_property
    def _right_to_left(self) -> bool:
        return runs_right_to_left("\n".join(self.parts.parts[0].lines))

    def _preview(
        self, line: int, passage: tuple[int, int] | None, anchor: str, headings: tuple[str, ...]
    ) -> Preview:
        part = self.parts.part_of(line)
        html = self.html(part, passage)
        starts, outline = self.parts.starts, self.parts.outline
        place = headings, passage, anchor
        return Preview(self.path, self.title, html, part, starts, outline, *place, self.digest)

    def _headings_to(self, line: int) -> tuple[str, ...]:
        return tuple(heading.text for heading in headings_above(self.path, self.parts.outline, line))

    def _find_block(self, name: str) -> tuple[int, int] | None:
        """Return the lines of the block or item with the id ``^name`` at its end, or on a line below."""
        ending = re.compile(rf"(?:\A|\s)\^{re.escape(name)}\s*\Z", re.IGNORECASE)
        lines = self.text.split("\n")
        closing_line = line = next((i for i, line in enumerate(lines, start=1) if ending.search(line)), 0)
        while line and (not lines[line - 1].strip() or lines[line - 1].lstrip().startswith("^")):
            line -= 1
        if not line:
            return None
        tokens = self._parse_blocks(self.parts.parts[self.parts.part_of(line)])[2]
        spans = [(token, *token.meta["lines"]) for token in tokens if "lines" in token.meta]
        around = [(token.type, first, last) for token, first, last in spans if first <= line <= last]
        items = [span for span in around if span[0] == "list_item_open" and line == closing_line]
        _, first, last = [("", line, line), *around[:1], *items][-1]
        while not lines[last - 1].strip():
            last -= 1
        return first, last


def _embed_title(written: str, shown: str) -> str:
    address = wikilink_address(written)
    return f"<p class='embed-title'><a class='wikilink' href='{address}'>{escape(shown)}</a></p>"


def _first_words(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORD_COUNT])


def visible_text(html: str) -> str:
    """Return the visible text, a line for each block."""
    # With folds open: hidden text is searched as well.
    blocks = _BLOCK_TAG.sub("\n", with_folds(html, lambda *_: True))
    return unescape(_ANY_TAG.sub("", blocks))


def _layer_mapping(defined: Any) -> Any:
    """Return a mapping that reads through to ``defined``, but keeps writes separate."""
    if not isinstance(defined, dict):
        return defined
    nested = {key: _layer_mapping(inner) for key, inner in defined.items() if key == _NESTED_KEY}
    return ChainMap(nested, defined)


def _mark_passage(tokens: list[Token], first: int, last: int) -> None:
    """Mark each block in the passage; in a table, the cells in the rows."""
    within = False
    for index, token in enumerate(tokens):
        start, end = token.meta.get("lines", (0, -1))
        overlaps = start <= last and end >= first
        if token.type == "tr_open":
            within = overlaps
        if (token.type in _MARKABLE_TYPES and overlaps) or (token.type in _CELL_TYPES and within):
            # Text that begins a tight list's item has no element of its own.
            begins_item = token.hidden and tokens[index - 1].type == "list_item_open"
            tokens[index - begins_item].meta["passage"] = True


_PICTURE_TAG = re.compile(r"<img\b[^<>]*?\bsrc='([^']*)'[^<>]*>")
_ALT_ATTRIBUTE = re.compile(r"\balt='([^']*)'")
_INNER_LINK = re.compile(r"<a\b([^<>]*) href='(?!https?:|#)[^']*'([^<>]*)>")
_FOLD_LINE = re.compile(r"<p class='fold'>.*?</p>")

_DOCUMENT_TEMPLATE = Template(Path(__file__).with_name("document.html").read_text("utf-8"))


def render_parts(page: NotePage) -> str:
    """Return the whole page, as shown in the window."""
    return "".join(page.html(part, None) for part in range(len(page.parts.parts)))


def render_document(page: NotePage, diagrams: Mapping[Diagram, bytes]) -> str:
    """Return the whole note as HTML, with pictures for formulas and drawn ``diagrams``.

    Other pictures, and links within the vault, become text.
    """

    def picture(match: re.Match[str]) -> str:
        alt = _ALT_ATTRIBUTE.search(match[0])
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            if diagram not in diagrams:
                return f"<code style='white-space: pre-wrap'>{escape(diagram.source)}</code>"
            drawn = diagrams[diagram]
            # The width stands in the PNG's first chunk, at two pixels per unit.
            width = int.from_bytes(drawn[16:20], "big") // 2
            picture = f"data:image/png;base64,{b64encode(drawn).decode()}"
            return f"<img src='{picture}' alt='{escape(diagram.written)}' width='{width}'>"
        formula = Formula.of_address(unescape(match[1]))
        drawing = None if formula is None else page.formulas.picture(formula)
        if formula is None or drawing is None:
            return f"<i>{alt[1]}</i>" if alt else ""
        source = f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
        style = f"height: {formula.ascent + formula.descent:.3f}em; vertical-align: {-formula.descent:.3f}em"
        return f"<img src='{source}' alt='{escape(formula.source)}' style='{style}'>"

    shown = _FOLD_LINE.sub("", with_folds(render_parts(page), lambda *_: True))
    # Links within the vault would lead nowhere from a file in another folder.
    body = _INNER_LINK.sub(r"<a\1\2>", _PICTURE_TAG.sub(picture, shown))
    return _DOCUMENT_TEMPLATE.substitute(title=escape(page.title), body=body)


_MAX_SHOWN = 100
_MAX_VALUE_CHARS = 500
_LINK_IN_VALUE = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]|(https?://[^\s<>\"]+)")
_TAG_NAMES = ("tags", "tag")
_CHECKBOX_SIGNS = {True: "☑", False: "☐"}


def properties_html(properties: Mapping[str, PropertyValue]) -> str:
    """Return a line with the property names, and a table to fold; "" without properties."""
    if not properties:
        return ""
    shown = dict(list(properties.items())[:_MAX_SHOWN])
    rows = "".join(
        f"<tr><td class='property'>{escape(name)}</td><td>{_value_html(name.casefold(), value)}</td></tr>"
        for name, value in shown.items()
    )
    names = escape(" · ".join(shown))
    sign, begin, end = (form.format(line=PROPERTIES) for form in (FOLD_SIGN, FOLD_BEGIN, FOLD_END))
    table = f"{begin}<table class='properties' cellspacing='0'>{rows}</table>{end}"
    summary = FOLD_SUMMARY.format(line=PROPERTIES, text=names)
    return f"<p class='fold'>{sign} {summary}</p>{table}"


def _value_html(name: str, value: PropertyValue) -> str:
    match value:
        case list() if name in _TAG_NAMES:
            # Each tag is a chip already.
            return " ".join(_value_html(name, item) for item in value[:_MAX_SHOWN])
        case list():
            return _join_chips(_value_html(name, item) for item in value[:_MAX_SHOWN])
        case dict():
            return _join_chips(
                f"{escape(key)}: {_value_html('', item)}" for key, item in list(value.items())[:_MAX_SHOWN]
            )
        case bool():
            text = _CHECKBOX_SIGNS[value]
        case datetime():
            text = f"{value:%Y-%m-%d %H:%M}"
        case _:
            text = "" if value is None else str(value)[:_MAX_VALUE_CHARS]
    if name not in _TAG_NAMES:
        return _link_html(text)
    tags = (part.removeprefix("#") for part in text.replace(",", " ").split())
    return _join_chips(f"<a class='tag' href='{tag_address(tag)}'>#{escape(tag)}</a>" for tag in tags)


def _join_chips(values: Iterable[str]) -> str:
    return " ".join(f"<span class='chip'>&nbsp;{value}&nbsp;</span>" for value in values if value)


def _link_html(text: str) -> str:
    html, end = "", 0
    for match in _LINK_IN_VALUE.finditer(text):
        target, alias, address = match.groups()
        html += escape(text[end : match.start()])
        href = escape(address) if address else wikilink_address(target)
        html += f"<a class='wikilink' href='{href}'>{escape(alias or target or address)}</a>"
        end = match.end()
    return (html + escape(text[end:])).replace("\n", "<br>")
