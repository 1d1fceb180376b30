"""Titles in the metadata of files: programs leave some there that say nothing of the content."""

from __future__ import annotations

import re

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
