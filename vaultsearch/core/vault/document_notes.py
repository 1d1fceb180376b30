"""Notes made of documents, with title, sections, links and properties; and notes of bare lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Block, FileKind, LinkKind, Note, Section
from vaultsearch.core.vault.file_content import decode
from vaultsearch.core.vault.frontmatter import Frontmatter
from vaultsearch.core.vault.inline_text import Facts
from vaultsearch.core.vault.markdown import Body, note_of, parse_body

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.vault.documents.document import DocumentText


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
