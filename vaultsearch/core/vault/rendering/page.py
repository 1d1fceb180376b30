"""A note and a place in it -> the note's parts as HTML, one at a time; and HTML for other programs."""

from __future__ import annotations

import re
from base64 import b64encode
from bisect import bisect_left
from collections import ChainMap
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape, unescape
from itertools import count
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from vaultsearch.core.values.note import Diagram, Formula, Preview, headings_above, page_of, with_folds
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.inline_text import html_text, parse_inline
from vaultsearch.core.vault.links import read_wikilink, without_size
from vaultsearch.core.vault.markdown import markdown_parser
from vaultsearch.core.vault.rendering.block_html import DONE, BlockWriter, runs_right_to_left, split_titles
from vaultsearch.core.vault.rendering.drawn_parts import Formulas, MissingParts
from vaultsearch.core.vault.rendering.inline_html import is_picture, linked_addresses, wikilink_address
from vaultsearch.core.vault.rendering.note_parts import (
    DEEPEST,
    EMBED,
    NoteParts,
    Part,
    linked_heading,
    properties_html,
)
from vaultsearch.core.vault.syntax_rules import mark_callouts_and_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from markdown_it.token import Token

    from vaultsearch.core.values.note import Heading, Link
    from vaultsearch.core.values.search import Chunk

_MARKED = ("paragraph_open", "heading_open", "fence", "code_block", "math_block", "table_open")
_NESTED = "refs"
"""Key of a mapping within the definitions that is modified during rendering."""
_FIRST_WORDS = 6
_CELLS = ("th_open", "td_open")
_BLOCK_TAG = re.compile(r"</?(?:p|div|h[1-6]|[uo]l|li|table|t[rdh]|pre|[hb]r)\b[^>]*>")
_TAG = re.compile("<[^>]*>")
_LINE_NAME = re.compile("<a name='line-[0-9]+'></a>")
_HEADING_TAG = re.compile(r"<(/?)h[1-6]\b[^>]*>")
_LONGEST_EMBED = 6_000
_MOST_EMBEDS = 30
"""Frames in a part: of three levels of notes with 500 links each, there were a hundred million."""
BASE_BEGINS = "```base\n"
"""The first line of a base within a note, where pages are asked for by what they embed."""
_FRAME = f"<table class='embed' width='100%' cellspacing='0'><tr>{EMBED}{{content}}</td></tr></table>"


@dataclass(frozen=True)
class NotePage:
    """A note to be rendered: ``path`` and ``title`` from the index, ``text`` from the file.

    ``top`` is the HTML that stands above the text: the tables of a base.
    """

    path: str
    title: str
    text: str
    formulas: Formulas = field(default_factory=Formulas, repr=False, compare=False)
    embeds: MissingParts[tuple[str, str], NotePage] = field(
        default_factory=MissingParts, repr=False, compare=False
    )
    top: str = field(default="", repr=False)

    @cached_property
    def digest(self) -> int:
        """Return a number that differs if title or text do."""
        return hash((self.title, self.text))

    @cached_property
    def parts(self) -> NoteParts:
        """Return the note's parts."""
        return NoteParts.of(self.text)

    def around(self, chunk: Chunk) -> Preview:
        """Return the part with a passage, the passage marked."""
        # The note may have become shorter since the search.
        last = self.text.count("\n") + 1
        passage = min(chunk.line_start, last), min(chunk.line_end, last)
        preview = self._preview(passage[0], passage, "passage", chunk.heading_path)
        # Of a line of two megabytes, each part begins at the same line: it opened at its end.
        part = self._part_within(preview.part, _words(chunk.content))
        html = preview.html if part == preview.part else self.html(part, passage)
        return replace(preview, part=part, html=html, begins=_words(chunk.text))

    def _part_within(self, last: int, words: str) -> int:
        """Return the part that holds ``words`` among those that the line at the start of ``last`` reaches."""
        first = max(0, bisect_left(self.parts.starts, self.parts.starts[last]) - 1)
        parts = range(first, last + 1) if last - first > 1 else ()
        held = (part for part in parts if words in " ".join(" ".join(self.parts.parts[part].lines).split()))
        return next(held, last)

    def at_link(self, link: Link) -> Preview:
        """Return the part that a link leads to, or the first if its heading or page does not exist."""
        if link.block and (lines := self._block(link.block)):
            return self._preview(lines[0], lines, "passage", self._path_to(lines[0]))
        heading = self._page(link.page) or linked_heading(self.parts.outline, link.heading)
        if heading is None:
            return self._preview(self.parts.starts[0], None, "", ())
        path = self._path_to(heading.line)
        return self._preview(heading.line, None, f"line-{heading.line}", path)

    def at_line(self, line: int) -> Preview:
        """Return the part with a line, the line marked; the first part if there is no such line."""
        if not 1 <= line <= self.text.count("\n") + 1:
            return self._preview(self.parts.starts[0], None, "", ())
        return self._preview(line, (line, line), "passage", self._path_to(line))

    def refreshed(self, shown: Preview, line: int, former: str, passage: tuple[int, int] | None) -> Preview:
        """Return the part with the text that was at ``line`` when the note's text was ``former``.

        ``passage`` is marked, by default the lines that were.
        """
        moved = _moved_lines(former.split("\n"), self.text.split("\n"))
        if passage is None and shown.passage is not None:
            passage = moved(shown.passage[0]), moved(shown.passage[1])
        named = shown.anchor.removeprefix("line-")
        anchor = f"line-{moved(int(named))}" if named.isdigit() else shown.anchor
        return self._preview(moved(line), passage, anchor, shown.heading_path)

    def html(self, part: int, passage: tuple[int, int] | None) -> str:
        """Render a part with the lines of the passage marked."""
        html = self._html(self.parts.parts[part], passage, (self.path,), count(1))
        if part:
            return html
        return self._properties + (_FRAME.format(content=self.top) if self.top else "") + html

    def _html(
        self, part: Part, passage: tuple[int, int] | None, within: tuple[str, ...], frames: Iterator[int]
    ) -> str:
        """Render lines of this note, the last of those ``within`` one another; ``frames`` counts embeds."""
        embedded = partial(self._embedded, within, frames)
        writer = BlockWriter(self.parts.footnotes, self.formulas, self._right_to_left, embedded)
        return writer.write(_tokens(part, self._definitions, passage))

    def _embedded(self, within: tuple[str, ...], frames: Iterator[int], link: Token) -> str | None:
        """Return the note that is embedded by a link, in a frame; None for what is shown as a link."""
        if link.type == "fence":
            base = self.embeds.get((self.path, BASE_BEGINS + link.content))
            return None if base is None else _FRAME.format(content=base.top)
        read, shown = read_wikilink(link.content, link.meta["alias"], True, 0)
        if is_picture(read.target) or len(within) > DEEPEST:
            return None
        page = self.embeds.get((self.path, link.content))
        if page is not None and page.top:
            return _FRAME.format(content=_embed_title(link.content, shown) + page.top)
        # A note that embeds itself, perhaps by way of others, is shown as a link the second time.
        lines = page._section(read) if page is not None and page.path not in within else None
        if page is None or lines is None or next(frames) > _MOST_EMBEDS:
            return None
        # Without line numbers: those of another note would be taken for places in this one.
        html = page._html(Part(lines, (0,) * len(lines)), None, (*within, page.path), frames)
        html = _HEADING_TAG.sub(
            lambda tag: "</p>" if tag[1] else "<p class='embed-heading'>", _LINE_NAME.sub("", html)
        )
        return _FRAME.format(content=_embed_title(link.content, shown) + html)

    def _section(self, link: Link) -> tuple[str, ...] | None:
        """Return the lines that a link means: a block, what is below a heading, or the note."""
        lines = self.text.split("\n")
        first, last = read_frontmatter(lines).line_count + 1, len(lines)
        if link.block:
            if (block := self._block(link.block)) is None:
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
        while sum(map(len, section)) > _LONGEST_EMBED:
            section = section[: len(section) // 2] if len(section) > 1 else [section[0][:_LONGEST_EMBED]]
        return tuple(section)

    def shown_text(self, part: int) -> str:
        """Return the text that a part shows, a line for each of its blocks; cached."""
        if part not in self._shown_texts:
            self._shown_texts[part] = text_of(self.html(part, None))
        return self._shown_texts[part]

    @cached_property
    def _shown_texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _properties(self) -> str:
        return properties_html(read_frontmatter(self.text.split("\n")).properties)

    @cached_property
    def _definitions(self) -> Mapping[str, Any]:
        return _definitions(self.parts)

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

    def _path_to(self, line: int) -> tuple[str, ...]:
        return tuple(heading.text for heading in headings_above(self.path, self.parts.outline, line))

    def _page(self, number: int | None) -> Heading | None:
        """Return the heading of a page, None if there is no such page."""
        outline = self.parts.outline if number else ()
        pages = (heading for heading in outline if page_of(self.path, (heading.text,)) == number)
        return next(pages, None)

    def _block(self, name: str) -> tuple[int, int] | None:
        """Return the lines of the block ``^name``, whose id is at its end or alone on the line below it."""
        ending = re.compile(rf"(?:\A|\s)\^{re.escape(name)}\s*\Z", re.IGNORECASE)
        lines = self.text.split("\n")
        closing_line = next((i for i, line in enumerate(lines) if ending.search(line)), None)
        if closing_line is None:
            return None
        while closing_line and (
            not lines[closing_line].strip() or lines[closing_line].lstrip().startswith("^")
        ):
            closing_line -= 1
        return closing_line + 1, closing_line + 1


def _embed_title(written: str, shown: str) -> str:
    address = wikilink_address(written)
    return f"<p class='embed-title'><a class='wikilink' href='{address}'>{escape(shown)}</a></p>"


def _words(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])


def _moved_lines(before: Sequence[str], after: Sequence[str]) -> Callable[[int], int]:
    """Return where each 1-based line of ``before`` is in ``after``, if one stretch of lines was edited."""
    most, same = min(len(before), len(after)), 0
    while same < most and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < most - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1

    def moved(line: int) -> int:
        follows = line > len(before) - tail
        return max(1, min(line + len(after) - len(before) if follows else line, len(after)))

    return moved


def _tokens(part: Part, definitions: Mapping[str, Any], passage: tuple[int, int] | None) -> list[Token]:
    md = markdown_parser()
    # Layered over the note's definitions, not copied: with 50,000, copying took a second per part.
    env = {name: _layered(defined) for name, defined in definitions.items()}
    tokens: list[Token] = []
    md.block.parse("\n".join(part.lines), md, env, tokens)
    mark_callouts_and_tasks(tokens)
    _number(tokens, part)
    if passage is not None:
        _mark(tokens, *passage)
    parse_inline(md, tokens, env)
    split_titles(tokens)
    return tokens


def text_of(html: str) -> str:
    """Return the text that a part's HTML shows, a line for each of its blocks."""
    # Opened folds: what is hidden is searched as well.
    blocks = _BLOCK_TAG.sub("\n", with_folds(html, lambda _: True))
    return unescape(_TAG.sub("", blocks))


def _layered(defined: Any) -> Any:
    """Return mappings that read through to these, and are written to separately."""
    if not isinstance(defined, dict):
        return defined
    nested = {key: _layered(inner) for key, inner in defined.items() if key == _NESTED}
    return ChainMap(nested, defined)


def _definitions(parts: NoteParts) -> dict[str, Any]:
    """Parse the definitions of the whole note, for use in every part."""
    env: dict[str, Any] = {}
    if parts.definitions:
        md = markdown_parser()
        md.block.parse("\n\n".join(line for line, _ in parts.definitions), md, env, [])
    return env


def _number(tokens: list[Token], part: Part) -> None:
    """Set ``meta["lines"]`` of tokens to their lines in the file, 1-based and inclusive."""
    for token in tokens:
        if token.map is not None and part.numbers:
            numbers = [number for number in part.numbers[slice(*token.map)] if number]
            if numbers:
                token.meta["lines"] = numbers[0], numbers[-1]


def _mark(tokens: list[Token], first: int, last: int) -> None:
    """Mark each block of the passage, and the first one as its anchor."""
    anchored = False
    for i, token in enumerate(tokens):
        start, end = token.meta.get("lines", (0, -1))
        if token.type not in _MARKED or start > last or end < first:
            continue
        marked = _cells(tokens, i, first, last) if token.type == "table_open" else [token]
        for mark in marked:
            mark.meta["passage"] = True
            mark.meta["anchor"] = not anchored
            anchored = True


def _cells(tokens: list[Token], begin: int, first: int, last: int) -> list[Token]:
    """Return the cells of a table's rows that are in the passage."""
    cells, within = [], False
    for token in tokens[begin:]:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            start, end = token.meta.get("lines", (0, -1))
            within = start <= last and end >= first
        if within and token.type in _CELLS:
            cells.append(token)
    return cells


# HTML for other programs: an excerpt of a note without scripts and pictures; a whole note as a document.

_URL = re.compile(r"(?:https?|obsidian)://[^\s<>\"]*[^\s<>\".,;:!?'()\[\]*_~]")
_FOLLOWED = ("http://", "https://", "obsidian://")
_ALIGNED = frozenset(f"text-align:{side}" for side in ("left", "center", "right"))


def excerpt_html(markdown: str, note_uri: Callable[[str], str] | None = None) -> str:
    """Render Markdown; pictures become their texts.

    Wikilinks lead to the address that ``note_uri`` returns for them as written; without it, they become their
    texts, too.
    """
    md = markdown_parser()
    env: dict[str, Any] = {}
    tokens: list[Token] = []
    md.block.parse(markdown, md, env, tokens)
    mark_callouts_and_tasks(tokens)
    parse_inline(md, tokens, env)
    split_titles(tokens)
    return _ExcerptWriter(note_uri).write(tokens).strip()


class _ExcerptWriter:
    """Writer of tokens. A type without a rule is one of CommonMark's elements, written without attributes."""

    def __init__(self, note_uri: Callable[[str], str] | None) -> None:
        self._note_uri = note_uri
        self._in_link = False
        self._rules: dict[str, Callable[[Token], str]] = {
            "inline": self._paragraph,
            "text": self._text,
            "text_special": self._text,
            "softbreak": lambda _: "<br>\n",
            "link_open": self._link_open,
            "link_close": lambda _: self._link_close(),
            "wikilink": self._wikilink,
            "image": lambda token: f"<i>{escape(without_size(token.content))}</i>",
            "mark": _marked_text,
            "tag": lambda token: escape(token.content),
            "footnote_ref": lambda token: escape(token.content),
            "code_inline": _inline_code,
            "math_inline": _inline_code,
            "fence": _code_block,
            "code_block": _code_block,
            "math_block": _code_block,
            "field": lambda _: ": ",
            "field_open": lambda token: f"<b>{escape(token.meta['key'])}</b>: ",
            "html_inline": lambda token: "<br>" if token.content.lower().startswith("<br") else "",
            "html_block": _block_of_html,
            "list_item_open": _list_item,
        }

    def write(self, tokens: Sequence[Token]) -> str:
        """Return the HTML of tokens."""
        return "".join(self._rules.get(token.type, _plain_element)(token) for token in tokens)

    def _paragraph(self, inline: Token) -> str:
        title, children = inline.meta.get("title"), inline.children or []
        head = f"<b>{self._line(title)}</b>" if title else ""
        return head + ("<br>\n" if head and children else "") + self._line(children)

    def _line(self, tokens: Sequence[Token]) -> str:
        return self.write(tokens) + self._link_close()

    def _text(self, token: Token) -> str:
        if self._in_link:
            return escape(token.content)
        return linked_addresses(token.content, _URL, '<a href="{0}">{0}</a>')

    def _link_open(self, token: Token) -> str:
        """Open a link; one that leads nowhere outside the vault has no address."""
        self._in_link = True
        address = str(token.attrs.get("href", ""))
        # Scripts have addresses, too ("javascript:"), and the excerpt goes into other programs.
        return f'<a href="{escape(address)}">' if address.lower().startswith(_FOLLOWED) else "<a>"

    def _wikilink(self, token: Token) -> str:
        link, shown = read_wikilink(token.content, token.meta["alias"], token.meta["embed"], 0)
        text = escape(shown or token.content)
        # An embedded picture has no text of its own but its name.
        if self._note_uri is None or self._in_link or not link.target or is_picture(link.target):
            return f"<i>{text}</i>"
        return f'<a href="{escape(self._note_uri(token.content))}">{text}</a>'

    def _link_close(self) -> str:
        was_open, self._in_link = self._in_link, False
        return "</a>" if was_open else ""


def _plain_element(token: Token) -> str:
    if token.hidden or not token.tag:
        return ""
    if token.nesting < 0:
        return f"</{token.tag}>" + ("\n" if token.block else "")
    start, style = token.attrs.get("start"), token.attrs.get("style")
    attributes = "" if start is None else f' start="{int(start)}"'
    attributes += f' style="{style}"' if style in _ALIGNED else ""
    return f"<{token.tag}{attributes}>"


def _marked_text(token: Token) -> str:
    return "" if token.meta.get("opens") or token.meta.get("closes") else escape(token.content)


def _inline_code(token: Token) -> str:
    return f"<code>{escape(token.content)}</code>"


def _code_block(token: Token) -> str:
    return f"<pre><code>{escape(token.content)}</code></pre>\n"


def _block_of_html(token: Token) -> str:
    text = html_text(token.content).strip()
    return f"<p>{escape(text)}</p>\n" if text else ""


def _list_item(token: Token) -> str:
    task = token.meta.get("task")
    return "<li>" if task is None else "<li>☑ " if task in DONE else "<li>☐ "


_PICTURE = re.compile(r"<img\b[^>]*?\bsrc='([^']*)'[^>]*>")
_ALT = re.compile(r"\balt='([^']*)'")
_INNER_LINK = re.compile(r"<a\b([^>]*) href='(?!https?:|#)[^']*'([^>]*)>")
_FOLD = re.compile(r"<p class='fold'>.*?</p>")


_DOCUMENT = Template(Path(__file__).with_name("document.html").read_text("utf-8"))


def parts_of(page: NotePage) -> str:
    """Return the whole page, as the window shows it."""
    return "".join(page.html(part, None) for part in range(len(page.parts.parts)))


def document_of(page: NotePage, diagrams: Mapping[Diagram, bytes]) -> str:
    """Return the whole note as HTML: formulas and drawn ``diagrams`` as pictures.

    Other pictures, and links in the vault, are text.
    """

    def picture(match: re.Match[str]) -> str:
        alt = _ALT.search(match[0])
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            if diagram not in diagrams:
                return f"<code style='white-space: pre-wrap'>{escape(diagram.source)}</code>"
            drawn = diagrams[diagram]
            # The width stands in the PNG's first chunk; it is drawn with two pixels a unit.
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

    shown = _FOLD.sub("", with_folds(parts_of(page), lambda _: True))
    # Links within the vault would lead nowhere from a file in another folder.
    body = _INNER_LINK.sub(r"<a\1\2>", _PICTURE.sub(picture, shown))
    return _DOCUMENT.substitute(title=escape(page.title), body=body)
