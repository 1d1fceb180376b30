"""Notes made of the texts of documents: their title, sections, links and properties."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import FileKind, LinkKind
from vaultsearch.core.vault.body import parse_body
from vaultsearch.core.vault.frontmatter import Frontmatter
from vaultsearch.core.vault.inline_text import Facts
from vaultsearch.core.vault.markdown import note_of

if TYPE_CHECKING:
    from vaultsearch.core.values.note import Note, Revision, Section
    from vaultsearch.core.vault.documents.document_text import DocumentText


_LEFT = re.compile(
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
    return "" if _LEFT.fullmatch(line) else line


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
    title = document.title if kind is FileKind.MAIL else telling_title(document.title)
    if title and not any(key.lower() == "title" for key in properties):
        properties = {"title": title, **properties}
    note = note_of(revision, raw, document.text, Frontmatter(properties=properties), body, document.problems)
    return replace(note, kind=kind, created=document.created or note.created)


def _page(section: Section, kind: FileKind) -> int | None:
    slide = _SLIDE.fullmatch(section.heading_path[0]) if section.heading_path else None
    return int(slide[1]) if slide and kind is FileKind.SLIDES else None
