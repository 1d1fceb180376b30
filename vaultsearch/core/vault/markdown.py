"""Markdown as Obsidian means it: the bytes of a file -> a `Note` with headings, sections and blocks.

Pure: equal bytes give equal notes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaultsearch.core.values.note import (
    Block,
    FileKind,
    Heading,
    LinkKind,
    Note,
    PropertyValue,
    Revision,
    Section,
)
from vaultsearch.core.values.times import date_in_name
from vaultsearch.core.vault.file_content import decode, hash_of
from vaultsearch.core.vault.frontmatter import Frontmatter, parse_scalar, read_frontmatter
from vaultsearch.core.vault.inline_text import HIDDEN_HTML, Facts, ListContext, TextReader, html_text
from vaultsearch.core.vault.syntax_rules import (
    install_block_rules,
    install_inline_rules,
    mark_callouts_and_tasks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.vault.documents.document import DocumentText

LONGEST_LIST = 1200
"""Maximum characters of a list; a longer one is split into blocks of whole top-level items."""

# markdown-it drops what is nested deeper; each list takes two levels.
_DEEPEST = 100
_DRAWING_NOTICE = "Switch to EXCALIDRAW VIEW"
_KINDS = {
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
MOST_LINES = 20_000
"""Minimum lines of a chunk of the body, which then ends at the next heading, later at a blank line, finally
anywhere. The parser keeps a kilobyte per line: a list of two million items took five gigabytes.
"""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r"#{1,6}[ \t]")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1\s*>[ \t]*\n?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Body:
    """The headings and sections of a note, and the facts found in its text."""

    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    facts: Facts


@lru_cache(maxsize=1)
def markdown_parser() -> MarkdownIt:
    """Return the parser of this process; it keeps no state between notes."""
    md = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    # Links are data here, never followed: they are kept as written, whatever their scheme. markdown-it's
    # documented way is to assign these methods, which the type checker does not know.
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - called by this name
    # Links stay as they are written: the resolver compares them with the names of files.
    md.normalizeLink = lambda url: url  # type: ignore[method-assign]
    md.normalizeLinkText = lambda link: link  # type: ignore[method-assign]  # likewise
    install_block_rules(md)
    install_inline_rules(md)
    return md


def parse_body(lines: Sequence[str], start: int, drawing: bool = False) -> Body:
    """Parse the lines of a file from index ``start`` on; line numbers are those of the file."""
    md = markdown_parser()
    env: dict[str, object] = {}
    builder = _Builder(lines, TextReader(md, env, drawing), drawing)
    for first, end in _ranges(lines, start):
        for group in _top_level(_tokens(md, env, lines, first, end)):
            builder.add(group)
    return builder.finish()


def _tokens(
    md: MarkdownIt, env: dict[str, object], lines: Sequence[str], first: int, end: int
) -> list[Token]:
    tokens: list[Token] = []
    md.block.parse("\n".join(lines[first:end]), md, env, tokens)
    mark_callouts_and_tasks(tokens)
    for token in tokens:
        if token.map:
            token.map = [token.map[0] + first, token.map[1] + first]
    # The lines that it names are those of this range; the next range begins to count anew.
    env.pop("unclosed", None)
    return tokens


def _top_level(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each top-level block; a list is one block."""
    begin = 0
    for i, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            yield tokens[begin : i + 1]
            begin = i + 1


class _Builder:
    """Builder of sections from blocks in the order of the file."""

    def __init__(self, lines: Sequence[str], reader: TextReader, drawing: bool) -> None:
        self._lines, self._reader, self._drawing = lines, reader, drawing
        self._headings: list[Heading] = []
        self._above: list[Heading] = []
        self._sections: list[Section] = []
        self._blocks: list[Block] = []

    def add(self, group: list[Token]) -> None:
        first = group[0]
        if first.type == "heading_open":
            self._heading(int(first.tag[1]), self._reader.read_inline(group[1]), _span(first)[0])
        elif first.type == "html_block":
            self._html(first)
        elif first.type in ("bullet_list_open", "ordered_list_open"):
            # A list of hundreds of items would be one block, which no passage could hold.
            for items, within, span in self._split_list(group):
                self._block("list", items, span, within)
        elif first.type in _KINDS and not self._reader.hides(first):
            kind = "callout" if "callout" in first.meta else _KINDS[first.type]
            self._block(kind, group, _span(first))

    def finish(self) -> Body:
        self._close_section()
        return Body(tuple(self._headings), tuple(self._sections), self._reader.facts)

    def _heading(self, level: int, text: str, line: int) -> None:
        self._close_section()
        heading = Heading(level, " ".join(text.split()), line + 1)
        self._headings.append(heading)
        self._above = [*(h for h in self._above if h.level < level), heading]

    def _html(self, token: Token) -> None:
        """Read the headings in a block of HTML, and what stands between them."""
        html = HIDDEN_HTML.sub(lambda hidden: "\n" * hidden[0].count("\n"), token.content)
        (line, last), begin = _span(token), 0
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
            self._sections.append(Section(path, tuple(self._blocks)))
            self._blocks = []

    def _block(
        self, kind: str, tokens: list[Token], span: tuple[int, int], within: ListContext | None = None
    ) -> None:
        text = self._reader.read(tokens, within)
        # The plugin writes this sentence to people into every drawing; nobody searches for it.
        if self._drawing and _DRAWING_NOTICE in text:
            return
        start, end = self._trim(*span)
        if not text and kind == "paragraph" and tokens[1].meta["hidden"]:
            self._hidden_paragraph(tokens[1], end)
            return
        content = "\n".join(self._lines[start:end])
        if not content.strip():
            # Code or a paragraph of characters that Markdown does not consider white space.
            return
        if any(token.level >= _DEEPEST - 1 for token in tokens):
            # What is nested deeper has no tokens; its source is better than nothing.
            text = content
        self._blocks.append(Block(kind, start + 1, end, content, text))

    def _hidden_paragraph(self, inline: Token, end: int) -> None:
        """Drop a comment; attach a block id on a line of its own to the block above it."""
        if self._blocks and "^" in inline.content:
            last = self._blocks[-1]
            content = "\n".join(self._lines[last.line_start - 1 : end])
            self._blocks[-1] = replace(last, line_end=end, content=content)

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        end = min(end, len(self._lines))
        while end > start + 1 and not self._lines[end - 1].strip():
            end -= 1
        return start, end

    def _split_list(self, group: list[Token]) -> Iterator[tuple[list[Token], ListContext, tuple[int, int]]]:
        """Split a list into parts of at most LONGEST_LIST characters or one item."""
        opening = group[0]
        number = int(opening.attrs.get("start", 1)) if opening.type == "ordered_list_open" else None
        starts = [i for i, token in enumerate(group) if token.type == "list_item_open" and token.level == 1]
        begin, size = 0, 0
        for k, i in enumerate(starts):
            length = sum(len(line) + 1 for line in self._lines[slice(*_span(group[i]))])
            if k > begin and size + length > LONGEST_LIST:
                span = (_span(group[starts[begin]])[0], _span(group[i])[0])
                yield group[starts[begin] : i], _context(number, begin), span
                begin, size = k, 0
            size += length
        yield (
            group[starts[begin] : -1],
            _context(number, begin),
            (_span(group[starts[begin]])[0], _span(opening)[1]),
        )


def _context(number: int | None, items_before: int) -> ListContext:
    return ListContext(None if number is None else number + items_before)


def _span(token: Token) -> tuple[int, int]:
    start, end = token.map or (0, 0)
    return start, end


def _ranges(lines: Sequence[str], start: int) -> Iterator[tuple[int, int]]:
    """Yield the line ranges to be parsed one by one, from index ``start`` on; none ends within a fence."""
    # No range ends within a fence: the rest of the code would be read as Markdown.
    if len(lines) - start > MOST_LINES:
        fence = ""
        for i in range(start, len(lines)):
            if not fence and _may_begin(lines[i], i - start):
                yield start, i
                start = i
            fence = fence_after(lines[i], fence)
    yield start, len(lines)


def _may_begin(line: str, length: int) -> bool:
    """Return whether a range may begin with the line, given the ``length`` in lines of the one before."""
    if length < MOST_LINES:
        return False
    if length < MOST_LINES * 3 // 2:
        return _HEADING.match(line) is not None
    return length >= MOST_LINES * 2 or not line.strip()


def fence_after(line: str, fence: str) -> str:
    """Return the fence open after a line, given the ``fence`` open before it; "" means none."""
    match = _FENCE.match(line)
    if match is None:
        return fence
    if not fence:
        return match[1]
    closes = match[1].startswith(fence) and not match[2].strip()
    return "" if closes else fence


_CREATED = ("created", "date", "created_at", "date_created", "creation_date", "created_date", "created_on")
_SEPARATORS = re.compile(r"[,\s]+")
_DATE = re.compile(
    r"\D{0,2}(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\W*\Z", re.ASCII
)


def parse_note(revision: Revision, raw: bytes) -> Note:
    """Parse a note. Raise UnreadableNoteError if the bytes are not text."""
    decoded = decode(raw)
    lines = decoded.text.split("\n")
    front = read_frontmatter(lines)
    body = parse_body(lines, front.line_count, drawing="excalidraw-plugin" in front.properties)
    return note_of(revision, raw, decoded.text, front, body, (decoded.problem,) if decoded.problem else ())


def note_of(
    revision: Revision, raw: bytes, text: str, front: Frontmatter, body: Body, problems: tuple[str, ...] = ()
) -> Note:
    """Assemble a note from its parts."""
    properties = _with_fields(front.properties, body.facts.fields)
    return Note(
        path=revision.path,
        title=title_of(revision.path, front.properties),
        text=text,
        content_hash=hash_of(raw),
        revision=revision,
        modified=revision.modified,
        created=created_of(revision.path, properties),
        properties=properties,
        tags=tags_of(front.properties, body.facts.tags),
        aliases=aliases_of(front.properties),
        links=front.links + tuple(body.facts.links),
        headings=body.headings,
        sections=body.sections,
        problems=(*problems, *front.problems, *body.facts.problems),
    )


def _with_fields(
    properties: dict[str, PropertyValue], fields: Iterable[tuple[str, str]]
) -> dict[str, PropertyValue]:
    """Add Dataview's inline fields; properties at the top of the note take precedence."""
    inline_fields: dict[str, list[PropertyValue]] = {}
    for key, text in fields:
        if key not in properties:
            inline_fields.setdefault(key, []).append(cast("PropertyValue", parse_scalar(text)))
    return properties | {key: some if len(some) > 1 else some[0] for key, some in inline_fields.items()}


def title_of(path: str, properties: Mapping[str, PropertyValue]) -> str:
    """Return the ``title`` property if there is one, else the file's name without its suffix, in NFC."""
    title = next((value for key, value in properties.items() if key.lower() == "title"), None)
    if isinstance(title, (str, int, float, date)) and not isinstance(title, bool):
        text = " ".join((title.isoformat() if isinstance(title, date) else str(title)).split())
        if text:
            return unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", PurePosixPath(path).stem)


def tags_of(properties: Mapping[str, PropertyValue], inline: Iterable[str]) -> tuple[str, ...]:
    """Return all distinct tags in lower case without ``#``, each followed by its parents."""
    tags: dict[str, None] = {}
    listed = (_SEPARATORS.split(text) for text in _listed(properties, ("tags", "tag"), _SEPARATORS))
    # A tag contains no space: `- a b` in a list are two.
    for written in (*chain.from_iterable(listed), *inline):
        tag = unicodedata.normalize("NFC", written).strip("#[] ").strip("/").lower()
        while tag:
            tags.setdefault(tag)
            tag = tag.rpartition("/")[0].rstrip("/")
    return tuple(tags)


def aliases_of(properties: Mapping[str, PropertyValue]) -> tuple[str, ...]:
    """Return the aliases of a note; a plain string is a comma-separated list."""
    listed = _listed(properties, ("aliases", "alias"), re.compile(r"\s*,\s*"))
    named = (unicodedata.normalize("NFC", alias.strip()) for alias in listed)
    return tuple(dict.fromkeys(filter(None, named)))


def created_of(path: str, properties: Mapping[str, PropertyValue]) -> datetime | None:
    """Return the date of a note from its properties, else from its name, in UTC.

    A time without a zone is local time.
    """
    named = {key.lower().replace(" ", "_").replace("-", "_"): value for key, value in properties.items()}
    for key in _CREATED:
        if (moment := _moment(named.get(key))) is not None:
            return moment
    return _moment(date_in_name(path))


def _listed(
    properties: Mapping[str, PropertyValue], names: tuple[str, ...], separators: re.Pattern[str]
) -> Iterator[str]:
    for key, value in properties.items():
        if key.lower() in names:
            yield from separators.split(value) if isinstance(value, str) else _strings(value)


def _strings(value: PropertyValue) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, date):
        yield value.isoformat()
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value)


def _moment(value: PropertyValue) -> datetime | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, str):
        value = _parse(value.strip())
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        return None
    try:
        return value.astimezone(UTC)
    # The years 1 and 9999 leave the range in another zone; Windows rejects dates before 1970.
    except (OverflowError, ValueError, OSError):
        return None


def _parse(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    match = _DATE.match(text)
    if match is None:
        return None
    try:
        # The pattern's groups are datetime's arguments in order; the type checker cannot count them.
        return datetime(*(int(part or 0) for part in match.groups()))  # type: ignore[arg-type]  # six at most
    except ValueError:
        return None


# Notes made of documents, with title, sections, links and properties; and notes of bare lines.

_PROGRAMS_TITLE = re.compile(
    r"""
      [\W_]*
    | (?:document|dokument|book|mappe|workbook|arbeitsmappe|presentation|präsentation|présentation|slide|folie
        |unknown|no[ ]title|title|titel|文档|文件|工作簿|活頁簿|演示文稿|簡報)[ _-]*\d*
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


def telling_title(title: str) -> str:
    """Return a title on one line, "" if it says nothing: "Document1", "Microsoft Word - x.doc"."""
    line = " ".join(title.split())
    return "" if _PROGRAMS_TITLE.fullmatch(line) else line


_SLIDE = re.compile(r"Slide (\d{1,6})")
_OBSIDIAN_KINDS = frozenset({FileKind.BASE, FileKind.DRAWING})
"""Kinds that Obsidian writes, so that [[links]] in them are its own."""


def note_of_document(revision: Revision, raw: bytes, document: DocumentText, kind: FileKind) -> Note:
    """Make a note of a document.

    A ``#word`` in it is no tag and ``key:: value`` no property unless it is a note as well; ``[[text]]`` is a
    link in Obsidian's own alone.
    Of slides, each under a heading ``Slide 3``, that number is the page. Without a title that says something,
    it has the file's name, as a note.
    """
    body = parse_body(document.text.split("\n"), 0)
    links = [link for link in body.facts.links if kind in _OBSIDIAN_KINDS or link.kind is LinkKind.MARKDOWN]
    sections = tuple(replace(section, page=_page(section, kind)) for section in body.sections)
    facts = body.facts if document.is_note else Facts(links=links, problems=body.facts.problems)
    body = replace(body, sections=sections, facts=facts)
    properties = dict(document.properties)
    # A mail's subject was written by a person, even if it is "Document 1".
    title = document.title if kind is FileKind.MAIL else telling_title(document.title)
    if title and not any(key.lower() == "title" for key in properties):
        properties = {"title": title, **properties}
    note = note_of(revision, raw, document.text, Frontmatter(properties=properties), body, document.problems)
    return replace(note, kind=kind, created=document.created or note.created)


def _page(section: Section, kind: FileKind) -> int | None:
    slide = _SLIDE.fullmatch(section.heading_path[0]) if section.heading_path else None
    return int(slide[1]) if slide and kind is FileKind.SLIDES else None


READ_AS_PLAIN_TEXT = (
    "It takes too long or too much memory to read; its first million characters are searched as plain text."
)
_MOST_CHARACTERS = 1_000_000
"""Of 18 MB of empty cards, all would make 30,000 passages of nothing."""
_LONGEST_BLOCK = 1_000


def read_plain(revision: Revision, raw: bytes, kind: FileKind) -> Note:
    """Read the lines of a note without any syntax, and say so. Raise UnreadableNoteError if it isn't text.

    It takes time and memory in proportion to the size alone.
    """
    decoded = decode(raw)
    text = decoded.text[:_MOST_CHARACTERS]
    blocks = tuple(_blocks(text.split("\n")))
    body = Body((), (Section((), blocks),) if blocks else (), Facts())
    problems = (*((decoded.problem,) if decoded.problem else ()), READ_AS_PLAIN_TEXT)
    return replace(note_of(revision, raw, text, Frontmatter(), body, problems), kind=kind)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Yield a block for each run of lines, or part of a line, that is not too long."""
    waiting: list[str] = []
    for number, line in enumerate(lines, 1):
        if waiting and (not line.strip() or sum(map(len, waiting)) + len(line) > _LONGEST_BLOCK):
            yield _block(waiting, number - 1)
            waiting = []
        if len(line) > _LONGEST_BLOCK:
            parts = (line[start : start + _LONGEST_BLOCK] for start in range(0, len(line), _LONGEST_BLOCK))
            yield from (_block([part], number) for part in parts if part.strip())
        elif line.strip():
            waiting.append(line)
    if waiting:
        yield _block(waiting, len(lines))


def _block(lines: Sequence[str], last: int) -> Block:
    content = "\n".join(lines)
    return Block("paragraph", last - len(lines) + 1, last, content, content)
