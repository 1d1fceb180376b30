"""Titles in the metadata of files: programs leave some there that say nothing of the content."""

from __future__ import annotations

import re

_LEFT = re.compile(
    r"""
      (?:document|dokument|book|mappe|workbook|arbeitsmappe|presentation|präsentation|slide|folie|untitled
        |unbenannt|unknown|no[ ]title|title|titel|文档|工作簿|演示文稿|无标题)[ _-]*\d*
    | (?:untitled|unbenannt)\b.{0,20}
    | powerpoint[ -](?:presentation|präsentation)
    | microsoft[ ](?:office[ ])?(?:word|excel|powerpoint)\b.*
    | .*\.(?:docx?|dotx?|odt|rtf|pptx?|potx?|odp|xlsx?|ods|tex|dvi|indd|qxd|pages|tmp|pdf|html?)
    | [\W\d_]*
    """,
    re.IGNORECASE | re.VERBOSE,
)


def telling_title(title: str) -> str:
    """Return a title on one line, "" if it says nothing: "Document1", "Microsoft Word - x.doc"."""
    line = " ".join(title.split())
    return "" if _LEFT.fullmatch(line) else line
