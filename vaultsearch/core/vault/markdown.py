"""Parse Obsidian Markdown: file bytes to a `Note` with headings, sections and blocks.

Pure: equal bytes give equal notes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaultsearch.core.text import fence_after, lower_text
from vaultsearch.core.values.note import (
    Block,
    FileKind,
    Heading,
    LinkKind,
    Note,
    NoteSection,
    PropertyValue,
    Revision,
)
from vaultsearch.core.vault.file_content import decode_text, hash_of
from vaultsearch.core.vault.frontmatter import Frontmatter, parse_scalar, read_frontmatter
from vaultsearch.core.vault.inline_text import Facts, ListContext, TextReader, html_text
from vaultsearch.core.vault.note_dates import find_created_date
from vaultsearch.core.vault.syntax_rules import (
    install_block_rules,
    install_inline_rules,
    mark_callouts_and_tasks,
)

if TYPE_CHECKING:
    from vaultsearch.core.vault.documents.document import DocumentText

MAX_LIST_CHARS = 1200
"""Maximum characters in a list; longer lists are split into blocks with whole top-level items."""

# markdown-it drops deeper nesting; each list takes two levels.
_MAX_NESTING = 100
_DRAWING_NOTICE = "Switch to EXCALIDRAW VIEW"
_BLOCK_KINDS = {
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "blockquote_open": "blockquote",
    "footnote_reference_open": "footnote",
    "fence": "fence",
    "code_block": "fence",
    "math_block": "math",
}
MIN_RANGE_LINES = 20_000
"""Minimum lines in a range parsed at once, which then ends at the next heading, later at a blank line,
finally anywhere. The parser keeps a kilobyte per line: a list with two million items took five gigabytes.
"""
_HEADING_START = re.compile(r"#{1,6}[ \t]")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1\s*>[ \t]*\n?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class ParsedBody:
    """A note's headings and sections, and the facts in the text."""

    headings: tuple[Heading, ...]
    sections: tuple[NoteSection, ...]
    facts: Facts


@lru_cache(maxsize=1)
def markdown_parser() -> MarkdownIt:
    """Return this process's parser, which keeps no state between notes."""
    md = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    # Links are data here, never followed: keep them as written, whatever the scheme. Assigning these methods
    # is markdown-it's documented way, unknown to the type checker.
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - called by this name
    # Links stay as written: the resolver compares them with file names.
    md.normalizeLink = lambda url: url  # type: ignore[method-assign]
    md.normalizeLinkText = lambda link: link  # type: ignore[method-assign]  # likewise
    install_block_rules(md)
    install_inline_rules(md)
    return md


def parse_body(lines: Sequence[str], start: int, drawing: bool = False) -> ParsedBody:
    """Parse a file's lines from index ``start``; line numbers refer to the file."""
    md = markdown_parser()
    env: dict[str, object] = {}
    builder = _SectionBuilder(lines, TextReader(md, env, drawing), drawing)
    for first, end in _parse_ranges(lines, start):
        tokens: list[Token] = []
        md.block.parse("\n".join(lines[first:end]), md, env, tokens)
        mark_callouts_and_tasks(tokens)
        # The lines inside refer to this range; the next range starts counting again.
        env.pop("unclosed", None)
        begin = 0
        for i, token in enumerate(tokens):
            if token.map:
                token.map = [token.map[0] + first, token.map[1] + first]
            # The end of a top-level block; a list is a single block.
            if token.level == 0 and token.nesting <= 0:
                builder.add(tokens[begin : i + 1])
                begin = i + 1
    return builder.finish()


class _SectionBuilder:
    """Builds sections from blocks in file order."""

    def __init__(self, lines: Sequence[str], reader: TextReader, drawing: bool) -> None:
        self._lines, self._reader, self._drawing = lines, reader, drawing
        self._headings: list[Heading] = []
        self._above: list[Heading] = []
        self._sections: list[NoteSection] = []
        self._blocks: list[Block] = []

    def add(self, group: list[Token]) -> None:
        first = group[0]
        if first.type == "heading_open":
            self._heading(int(first.tag[1]), self._reader.inline.read(group[1]), _line_span(first)[0])
        elif first.type == "html_block":
            self._html(first)
        elif first.type == "comment":
            self._reader.read(group)
        elif first.type in ("bullet_list_open", "ordered_list_open"):
            # A list with hundreds of items would be a single block, too large for any passage.
            for items, within, span in self._split_list(group):
                self._block("list", items, span, within)
        elif first.type in _BLOCK_KINDS and not self._reader.hides(first):
            kind = "callout" if "callout" in first.meta else _BLOCK_KINDS[first.type]
            self._block(kind, group, _line_span(first))

    def finish(self) -> ParsedBody:
        self._close_section()
        return ParsedBody(tuple(self._headings), tuple(self._sections), self._reader.facts)

    def _heading(self, level: int, text: str, line: int) -> None:
        self._close_section()
        heading = Heading(level, " ".join(text.split()), line + 1)
        self._headings.append(heading)
        self._above = [*(h for h in self._above if h.level < level), heading]

    def _html(self, token: Token) -> None:
        """Read the headings in an HTML block, and the text between."""
        html = self._reader.without_hidden(token.content)
        (line, last), begin = _line_span(token), 0
        for match in (*_HTML_HEADING.finditer(html), None):
            end = match.start() if match else len(html)
            until = line + html.count("\n", begin, end) + 1 if match else last
            between = Token("html_block", "", 0, content=html[begin:end])
            if html_text(between.content):
                self._block("html", [between], (line, until))
            if match:
                self._heading(int(match[1]), html_text(match[2]), until - 1)
                line, begin = until - 1 + match[0].count("\n"), match.end()

    def _close_section(self) -> None:
        if self._blocks:
            path = tuple(heading.text for heading in self._above if heading.text)
            self._sections.append(NoteSection(path, tuple(self._blocks)))
            self._blocks = []

    def _block(
        self, kind: str, tokens: list[Token], span: tuple[int, int], within: ListContext | None = None
    ) -> None:
        text = self._reader.read(tokens, within)
        # The plugin writes this hint into every drawing; nobody searches for it.
        if self._drawing and _DRAWING_NOTICE in text:
            return
        start, end = span[0], min(span[1], len(self._lines))
        while end > start + 1 and not self._lines[end - 1].strip():
            end -= 1
        if not text and kind == "paragraph" and tokens[1].meta["hidden"]:
            # Drop a comment; attach a block id on a separate line to the block above.
            if self._blocks and "^" in tokens[1].content:
                last = self._blocks[-1]
                content = "\n".join(self._lines[last.line_start - 1 : end])
                self._blocks[-1] = replace(last, line_end=end, content=content)
            return
        content = "\n".join(self._lines[start:end])
        if not content.strip():
            # Code or a paragraph of characters not considered white space by Markdown.
            return
        if any(token.level >= _MAX_NESTING - 1 for token in tokens):
            # Deeper nesting has no tokens; the source is better than nothing.
            text = content
        self._blocks.append(Block(kind, start + 1, end, content, text))

    def _split_list(self, group: list[Token]) -> Iterator[tuple[list[Token], ListContext, tuple[int, int]]]:
        """Split a list into parts with at most `MAX_LIST_CHARS` characters or a single item."""
        opening = group[0]
        number = int(opening.attrs.get("start", 1)) if opening.type == "ordered_list_open" else None
        starts = [i for i, token in enumerate(group) if token.type == "list_item_open" and token.level == 1]
        begin, size = 0, 0
        for k, i in enumerate(starts):
            length = sum(len(line) + 1 for line in self._lines[slice(*_line_span(group[i]))])
            if k > begin and size + length > MAX_LIST_CHARS:
                span = (_line_span(group[starts[begin]])[0], _line_span(group[i])[0])
                yield group[starts[begin] : i], ListContext(number), span
                number = None if number is None else number + k - begin
                begin, size = k, 0
            size += length
        span = (_line_span(group[starts[begin]])[0], _line_span(opening)[1])
        yield group[starts[begin] : -1], ListContext(number), span


def _line_span(token: Token) -> tuple[int, int]:
    start, end = token.map or (0, 0)
    return start, end


def _parse_ranges(lines: Sequence[str], start: int) -> Iterator[tuple[int, int]]:
    """Yield the line ranges to parse separately, from index ``start``."""
    # No range ends within a fence: the rest of the code would become Markdown.
    if len(lines) - start > MIN_RANGE_LINES:
        fence = ""
        for i in range(start, len(lines)):
            line, length = lines[i], i - start
            if length < MIN_RANGE_LINES * 3 // 2:
                may_end = length >= MIN_RANGE_LINES and _HEADING_START.match(line) is not None
            else:
                may_end = length >= MIN_RANGE_LINES * 2 or not line.strip()
            if may_end and not fence:
                yield start, i
                start = i
            fence = fence_after(line, fence)
    yield start, len(lines)


_TAG_SEPARATORS = re.compile(r"[,\s]+")


def parse_note(revision: Revision, raw: bytes) -> Note:
    """Parse a note. Raise UnreadableNoteError if the bytes are not text."""
    decoded = decode_text(raw)
    lines = decoded.text.split("\n")
    front = read_frontmatter(lines)
    body = parse_body(lines, front.line_count, drawing="excalidraw-plugin" in front.properties)
    return build_note(revision, raw, decoded.text, front, body, decoded.problems)


def build_note(
    revision: Revision, raw: bytes, text: str, front: Frontmatter, body: ParsedBody, problems: tuple[str, ...]
) -> Note:
    """Assemble a note, with Dataview's inline fields as properties; properties at the top take precedence."""
    inline_fields: dict[str, list[PropertyValue]] = {}
    for key, value in body.facts.fields:
        if key not in front.properties:
            inline_fields.setdefault(key, []).append(cast("PropertyValue", parse_scalar(value)))
    fields = {key: values if len(values) > 1 else values[0] for key, values in inline_fields.items()}
    properties = front.properties | fields
    return Note(
        path=revision.path,
        title=title_of(revision.path, front.properties),
        text=text,
        content_hash=hash_of(raw),
        revision=revision,
        modified=revision.modified,
        created=find_created_date(revision.path, properties, text),
        properties=properties,
        tags=tags_of(front.properties, body.facts.tags),
        aliases=aliases_of(front.properties),
        links=front.links + tuple(body.facts.links),
        headings=body.headings,
        sections=body.sections,
        problems=(*problems, *front.problems, *body.facts.problems),
    )


def title_of(path: str, properties: Mapping[str, PropertyValue]) -> str:
    """Return the ``title`` property, else the file name without suffix, in NFC and on one line."""
    title = next((value for key, value in properties.items() if key.lower() == "title"), None)
    if isinstance(title, (str, int, float, date)) and not isinstance(title, bool):
        text = " ".join((title.isoformat() if isinstance(title, date) else str(title)).split())
        if text:
            return unicodedata.normalize("NFC", text)
    stem = PurePosixPath(path).stem
    return unicodedata.normalize("NFC", stem if stem.isprintable() else " ".join(stem.split()) or stem)


def tags_of(properties: Mapping[str, PropertyValue], inline: Iterable[str]) -> tuple[str, ...]:
    """Return all tags as written, without ``#``; of spellings that differ in case alone, the first."""
    tags: dict[str, str] = {}
    listed = map(_TAG_SEPARATORS.split, _values_under(properties, ("tags", "tag"), _TAG_SEPARATORS))
    # A tag contains no space: `- a b` in a list is two.
    for written in (*chain.from_iterable(listed), *inline):
        if tag := unicodedata.normalize("NFC", written).strip("#[] ").strip("/"):
            tags.setdefault(lower_text(tag), tag)
    return tuple(tags.values())


def aliases_of(properties: Mapping[str, PropertyValue]) -> tuple[str, ...]:
    """Return a note's aliases; a plain string is a comma-separated list."""
    listed = _values_under(properties, ("aliases", "alias"), re.compile(r"\s*,\s*"))
    named = (unicodedata.normalize("NFC", alias.strip()) for alias in listed)
    return tuple(dict.fromkeys(filter(None, named)))


def _values_under(
    properties: Mapping[str, PropertyValue], names: tuple[str, ...], separators: re.Pattern[str]
) -> Iterator[str]:
    for key, value in properties.items():
        if key.lower() in names:
            yield from separators.split(value) if isinstance(value, str) else _flatten_strings(value)


def _flatten_strings(value: PropertyValue) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _flatten_strings(item)
    elif isinstance(value, date):
        yield value.isoformat()
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)


# Notes from documents, with title, sections, links and properties; and notes from bare lines.

_DEFAULT_TITLE = re.compile(
    r"""
      [\W_]*
    | (?:document|dokument|book|mappe|workbook|arbeitsmappe|presentation|präsentation|présentation|slide|folie
        |unknown|(?:no|unknown)[ ]title|title|titel|文档|文件|工作簿|活頁簿|演示文稿|簡報)[ _-]*\d*
    | [(\[]?(?:untitled|unbenannt(?:e|es)?|未命名|[无無](?:标|標)[题題])[)\]]?
        (?:[ ]?(?:document|spreadsheet|presentation|page|form|dokument|tabelle|präsentation|seite
        |文档|文件|表格|演示文稿|簡報))?[ _-]*\d*
    | powerpoint[ -](?:presentation|präsentation|演示文稿|簡報) | présentation[ ]powerpoint
    | microsoft[ ](?:office[ ])?(?:word|excel|powerpoint)
        (?:[ ]-.*|(?:[ ]97[ ]?-[ ]?2003)?[ ](?:document|worksheet|workbook|presentation))?
    | .*\.(?:docx?|dotx?|odt|rtf|pptx?|potx?|odp|xlsx?|ods|tex|dvi|indd|qxd|pages|tmp|pdf)
    | \S*\.html?
    """,
    re.IGNORECASE | re.VERBOSE,
)


def meaningful_title(title: str) -> str:
    """Return a title on a single line, "" if meaningless: "Document1", "Microsoft Word - x.doc"."""
    line = " ".join(title.split())
    return "" if _DEFAULT_TITLE.fullmatch(line) else line


_SLIDE_HEADING = re.compile(r"Slide (\d{1,6})")
_OBSIDIAN_KINDS = frozenset({FileKind.BASE, FileKind.DRAWING})
"""Kinds written by Obsidian, in which [[links]] are wikilinks."""


def build_document_note(revision: Revision, raw: bytes, document: DocumentText, kind: FileKind) -> Note:
    """Turn a document into a note.

    A ``#word`` is no tag and ``key:: value`` no property unless the document is also a note; ``[[text]]`` is
    a link only in Obsidian's files. Slides, each under a heading ``Slide 3``, get that number as page.
    Without a meaningful title, the title is the file name, as in a note.
    """
    body = parse_body(document.text.split("\n"), 0)
    links = [link for link in body.facts.links if kind in _OBSIDIAN_KINDS or link.kind is LinkKind.MARKDOWN]
    facts = body.facts if document.is_note else Facts(links=links, problems=body.facts.problems)
    sections = body.sections
    if kind is FileKind.SLIDES:
        slides = (_SLIDE_HEADING.fullmatch(s.heading_path[0]) if s.heading_path else None for s in sections)
        pages = [int(slide[1]) if slide else None for slide in slides]
        sections = tuple(replace(s, page=page) for s, page in zip(sections, pages, strict=True))
    body = replace(body, sections=sections, facts=facts)
    properties = dict(document.properties)
    # People write a mail's subject, even if it is "Document 1".
    title = document.title if kind is FileKind.MAIL else meaningful_title(document.title)
    if title and not any(key.lower() == "title" for key in properties):
        properties = {"title": title, **properties}
    front = Frontmatter(properties=properties)
    note = build_note(revision, raw, document.text, front, body, document.problems)
    return replace(note, kind=kind, created=document.created or note.created)


READ_AS_PLAIN_TEXT_PROBLEM = (
    "It takes too long or too much memory to read; its first million characters are searched as plain text."
)
_MAX_PLAIN_CHARS = 1_000_000
"""18 MB of empty cards would give 30,000 passages with nothing."""
_MAX_BLOCK_CHARS = 1_000


def read_plain_note(revision: Revision, raw: bytes, kind: FileKind) -> Note:
    """Read a note as plain lines, with a problem that says so. Raise UnreadableNoteError if it isn't text.

    Takes time and memory only in proportion to the size.
    """
    decoded = decode_text(raw)
    text = decoded.text[:_MAX_PLAIN_CHARS]
    blocks = tuple(_plain_blocks(text.split("\n")))
    body = ParsedBody((), (NoteSection((), blocks),) if blocks else (), Facts())
    problems = (*decoded.problems, READ_AS_PLAIN_TEXT_PROBLEM)
    return replace(build_note(revision, raw, text, Frontmatter(), body, problems), kind=kind)


def _plain_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Yield a block for each run of lines, or part of a line, within the maximum length."""
    waiting: list[str] = []
    for number, line in enumerate((*lines, ""), 1):
        if waiting and (not line.strip() or sum(map(len, waiting)) + len(line) > _MAX_BLOCK_CHARS):
            yield _plain_block(waiting, number - 1)
            waiting = []
        if len(line) > _MAX_BLOCK_CHARS:
            starts = range(0, len(line), _MAX_BLOCK_CHARS)
            parts = (line[start : start + _MAX_BLOCK_CHARS] for start in starts)
            yield from (_plain_block([part], number) for part in parts if part.strip())
        elif line.strip():
            waiting.append(line)


def _plain_block(lines: Sequence[str], last: int) -> Block:
    content = "\n".join(lines)
    return Block("paragraph", last - len(lines) + 1, last, content, content)
