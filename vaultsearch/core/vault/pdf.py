"""Parse a PDF as a `Note` with a heading for each page, and further headings by outline or font size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, groupby, pairwise
from typing import Any, TypeAlias

from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import Block, FileKind, Heading, Note, NoteSection, PropertyValue, Revision
from vaultsearch.core.values.sync import SCAN, UNMAPPED
from vaultsearch.core.vault import pdf_layout
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.frontmatter import Frontmatter
from vaultsearch.core.vault.inline_text import Facts
from vaultsearch.core.vault.markdown import ParsedBody, build_note, meaningful_title, title_of
from vaultsearch.core.vault.pdf_layout import PdfLine, PdfParagraph
from vaultsearch.core.vault.pdf_pages import Bookmark, clean_glyphs, open_pdf, read_bookmarks, read_page

_MIN_HEADING_RATIO = 1.15
"""Minimum ratio of a heading's font size to the body's."""
_MAX_HEADING_LINES, _MAX_HEADING_LETTERS, _MAX_HEADING_SHARE = 3, 200, 0.25
_MAX_LEVELS = 4
# An outline with a single entry is the document's name, which heads nothing.
_MIN_OUTLINE = 2
_NUMBERING = re.compile(r"^[\W\d_]*(?:[ivxlc]+\.\s+)?")

MarkedTexts: TypeAlias = list[tuple[int | None, str]]
"""A page's texts, each with a level from 0 for a heading, else None."""


def mark_headings(
    pages: Sequence[Sequence[PdfParagraph]], outline: Sequence[Bookmark]
) -> Iterator[MarkedTexts]:
    """Yield each page's texts with headings marked."""
    if len(outline) < _MIN_OUTLINE:
        levels = _levels_by_size(pages)
        for page in pages:
            yield [(levels.get(_round_size(p.size)) if _can_be_heading(p) else None, p.text) for p in page]
        return
    entries: dict[int, list[Bookmark]] = {}
    for heading in outline:
        entries.setdefault(heading.page, []).append(heading)
    yield from (_mark_by_outline(page, entries.get(index, ())) for index, page in enumerate(pages))


def _levels_by_size(pages: Iterable[Sequence[PdfParagraph]]) -> dict[float, int]:
    """Return heading levels by font size, for sizes larger than most text."""
    letters: Counter[float] = Counter()
    large: Counter[float] = Counter()
    lines = list(chain.from_iterable(pages))
    for line in lines:
        letters[_round_size(line.size)] += len(line.text)
    if not letters:
        return {}
    body = letters.most_common(1)[0][0]
    for line in lines:
        if line.size >= _MIN_HEADING_RATIO * body and _can_be_heading(line):
            large[_round_size(line.size)] += len(line.text)
    # So much large text belongs to a flyer or slides.
    if large.total() > _MAX_HEADING_SHARE * letters.total():
        return {}
    return {size: min(index, _MAX_LEVELS - 1) for index, size in enumerate(sorted(large, reverse=True))}


def _can_be_heading(paragraph: PdfParagraph) -> bool:
    text = paragraph.text
    few = paragraph.lines <= _MAX_HEADING_LINES and len(text) <= _MAX_HEADING_LETTERS
    return few and sum(map(str.isalpha, text)) >= _MAX_HEADING_LINES


def _round_size(size: float) -> float:
    # Sizes computed by programs differ by hundredths of a point.
    return round(size * 2) / 2


def _mark_by_outline(paragraphs: Sequence[PdfParagraph], outline: Iterable[Bookmark]) -> MarkedTexts:
    """Place outline entries at the paragraphs beginning with their title, else at the top."""
    marked: MarkedTexts = [(None, paragraph.text) for paragraph in paragraphs]
    start = 0
    for heading in outline:
        title = _plain_title(heading.title)
        places = range(start, len(marked)) if title else ()
        position = next((i for i in places if _plain_title(marked[i][1]).startswith(title)), None)
        if position is None:
            marked.insert(start, (heading.level, heading.title))
            start += 1
        # The paragraph goes on after the title: keep the paragraph whole below the heading.
        elif len(_plain_title(marked[position][1])) > len(title):
            marked.insert(position, (heading.level, heading.title))
            start = position + 2
        else:
            marked[position] = (heading.level, marked[position][1])
            start = position + 1
    return marked


def _plain_title(text: str) -> str:
    return "".join(filter(str.isalnum, _NUMBERING.sub("", text.lower())))


MAX_PAGES = 5_000
_MAX_CHARS = 20_000_000
_MAX_HEADING_LEVEL = 6
_SYNTAX_START = re.compile(r"\A(?=#{1,6}\s|>|```|~~~|\$\$|<[A-Za-z!/?]|\||(?:[-=*_]\s*){3,}$)")
_COMMENT_SIGN = re.compile("%%")
_PDF_DATE = re.compile(r"(?:D:)?(\d{4}(?:\d\d){0,5})(?:([+-]\d\d)'?(\d\d)?)?")


def parse_pdf(revision: Revision, raw: bytes) -> Note:
    """Read a PDF. Raise UnreadableNoteError if it is encrypted or damaged."""
    with open_pdf(raw) as document:
        contents = _PdfContents.of(document)
        properties = _read_properties(document)
    written = _PageWriter()
    written.write(contents)
    text, problems = "\n".join(written.lines), tuple(contents.problems)
    body = ParsedBody(tuple(written.headings), tuple(written.sections), Facts())
    note = build_note(revision, raw, text, Frontmatter(properties), body, problems)
    # Links name the file, and metadata titles are often wrong: the title is only an alias.
    name, title = title_of(revision.path, {}), str(properties.get("title", ""))
    aliases = (title,) if title and title.casefold() != name.casefold() else ()
    return replace(note, title=name, aliases=aliases, kind=FileKind.PDF)


@dataclass(slots=True)
class _PdfContents:
    """The pages' lines, highlights and labels, and the outline."""

    pages: list[list[PdfLine]] = field(default_factory=list)
    marks: list[tuple[str, ...]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    outline: list[Bookmark] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, document: Any) -> _PdfContents:
        contents, characters, total = cls(), 0, len(document)
        unmapped: list[int] = []
        left_out = 0
        for index in range(min(total, MAX_PAGES)):
            try:
                page = read_page(document, index)
            except UnreadableNoteError as error:
                contents.problems.append(error.sentence)
                page = None
            lines = page.lines if page else ()
            if page and page.is_unmapped:
                unmapped.append(index + 1)
            elif page:
                left_out += page.left_out
            contents.pages.append(pdf_layout.order_lines(lines))
            contents.marks.append(page.marks if page else ())
            label = clean_glyphs(document.get_page_label(index) or "").strip()
            contents.labels.append(label or str(index + 1))
            characters += sum(len(line.text) for line in contents.pages[-1])
            if characters > _MAX_CHARS:
                break
        if len(contents.pages) < total:
            counts = f"{len(contents.pages):,}", f"{total:,}"
            contents.problems.append(Message("Only the first {} of {} pages were indexed.", *counts))
        contents.outline = read_bookmarks(document)
        contents.pages = pdf_layout.remove_running_heads(contents.pages, contents.labels)
        if total and not any(contents.pages):
            contents.problems.append(UNMAPPED if unmapped else SCAN)
        elif unmapped:
            sentence = "Its fonts don't say which letters are on these pages: {}."
            contents.problems.append(Message(sentence, _format_page_runs(unmapped)))
        if left_out:
            sentence = "Words whose fonts don't say their letters were left out: {}."
            contents.problems.append(Message(sentence, f"{left_out:,}"))
        return contents


def _format_page_runs(pages: Iterable[int]) -> str:
    """Format page numbers as people list them: "1–3, 7"."""
    by_run = groupby(enumerate(pages), key=lambda number_and_page: number_and_page[1] - number_and_page[0])
    runs = [[page for _, page in run] for _, run in by_run]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


class _PageWriter:
    """Writes pages as Markdown, escaping syntax."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.headings: list[Heading] = []
        self.sections: list[NoteSection] = []
        self._above: list[Heading] = []
        self._page = 0
        self._label = ""
        self._blocks: list[Block] = []

    def page(self, number: int, label: str) -> None:
        """Begin a page, under the headings begun before."""
        self.close()
        self._page = number
        self._label = f"Page {number}" if label == str(number) else f"Page {number} ({label})"
        self._heading(1, self._label)

    def heading(self, level: int, text: str) -> None:
        """Begin a section, with ``level`` from 0."""
        self.close()
        heading = self._heading(min(level + 2, _MAX_HEADING_LEVEL), text)
        self._above = [*(outer for outer in self._above if outer.level < heading.level), heading]

    def block(self, kind: str, text: str, mark: str = "") -> None:
        """Add a paragraph on a separate line."""
        content = mark + _COMMENT_SIGN.sub(r"\\%%", text if mark else _SYNTAX_START.sub(r"\\", text, count=1))
        self._begin()
        self.lines.append(content)
        self._blocks.append(Block(kind, len(self.lines), len(self.lines), content, text))

    def _heading(self, level: int, text: str) -> Heading:
        self._begin()
        self.lines.append(f"{'#' * level} {text}")
        self.headings.append(Heading(level, text, len(self.lines)))
        return self.headings[-1]

    def _begin(self) -> None:
        if self.lines:
            self.lines.append("")

    def close(self) -> None:
        """Close the current section."""
        if self._blocks:
            path = (self._label, *(heading.text for heading in self._above))
            self.sections.append(NoteSection(path, tuple(self._blocks), self._page))
            self._blocks = []

    def write(self, contents: _PdfContents) -> None:
        """Write all pages."""
        words = pdf_layout.collect_words(contents.pages)
        pages = [pdf_layout.join_paragraphs(lines, words) for lines in contents.pages]
        for index, marked in enumerate(mark_headings(pages, contents.outline)):
            self.page(index + 1, contents.labels[index])
            for (level, text), (following, _) in pairwise([*marked, (0, "")]):
                if level is None:
                    self.block("paragraph", text)
                    continue
                self.heading(level, text)
                if following is not None and following <= level:
                    # With nothing below on this page, the heading would not be found.
                    self.block("heading", text)
            for mark in contents.marks[index]:
                self.block("blockquote", mark, mark="> ")
        self.close()


def _read_properties(document: Any) -> dict[str, PropertyValue]:
    """Return title, author and dates from the metadata, as far as meaningful."""
    metadata = document.get_metadata_dict()
    known = {key: " ".join(clean_glyphs(str(value)).split()) for key, value in metadata.items()}
    known["Title"] = meaningful_title(known.get("Title", ""))
    pdf_properties: dict[str, PropertyValue] = {
        name: known[key] for key, name in (("Title", "title"), ("Author", "author")) if known.get(key)
    }
    for key, name in (("CreationDate", "created"), ("ModDate", "modified")):
        if moment := _parse_date(known.get(key, "")):
            pdf_properties[name] = moment
    return pdf_properties


def _parse_date(written: str) -> datetime | None:
    match = _PDF_DATE.match(written)
    with suppress(ValueError, OverflowError):
        if match is not None:
            stamp = match[1] + "00000101000000"[len(match[1]) :]
            zone = f"{match[2] or '+00'}{match[3] or '00'}"
            return datetime.strptime(stamp + zone, "%Y%m%d%H%M%S%z").astimezone(UTC)
    return None
