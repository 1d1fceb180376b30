"""Plain and rich text (txt, rtf) -> Markdown that shows it line by line."""

from __future__ import annotations

import re

from vaultsearch.core.vault.decoding import UnreadableNoteError, decode
from vaultsearch.core.vault.documents.archive import SAVE_AGAIN, properties_of, reads
from vaultsearch.core.vault.documents.document_text import DocumentText, cleaned, escaped, paragraph

_TITLE = re.compile(r"\{\\title ([^{}\\]{1,300})\}")
_AUTHOR = re.compile(r"\{\\author ([^{}\\]{1,300})\}")
_BRACE = re.compile(r"\{(?:\\\*)?\\footnote\b ?|\\.|[{}]", re.DOTALL)
_LAST_PARAGRAPH = re.compile(r"\\par((?:\s*\})*+\s*+)\)\}")
_CELL = re.compile(r"\s*\|[ \t]*")
_INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_RULE = re.compile(r"^([ \t]*)(?=(?:[-=_*~#] ?){3,}[ \t]*$)", re.MULTILINE)


@reads("a text")
def read_txt(raw: bytes) -> DocumentText:
    """Read a text. Its lines keep their numbers; lists and headings that it has are read as such."""
    decoded = decode(raw)
    return DocumentText(written_text(decoded.text), problems=(decoded.problem,) if decoded.problem else ())


@reads("a rich text")
def read_rtf(raw: bytes) -> DocumentText:
    """Read an rtf."""
    from striprtf.striprtf import rtf_to_text

    if not raw.lstrip().startswith(b"{\\rtf"):
        raise UnreadableNoteError("It isn't a rich text.", SAVE_AGAIN)
    source = _with_footnotes(raw.decode("latin-1"))
    # Its characters beyond Latin-1 are escaped, or in the code page that it names.
    lines = _CELL.sub(" | ", cleaned(rtf_to_text(source, errors="replace"))).split("\n")
    text = "\n\n".join(paragraph(" ".join(line.split())) for line in lines if line.strip())
    title, author = (match[1] if (match := pattern.search(source)) else "" for pattern in (_TITLE, _AUTHOR))
    return DocumentText(text, title.strip(), properties_of(author=author))


def _with_footnotes(source: str) -> str:
    """Put the footnotes, which striprtf leaves out, in parentheses into their text."""
    are_notes: list[bool] = []

    def marked(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == "}":
            return ")}" if are_notes and are_notes.pop() else sign
        if sign.startswith("{"):
            are_notes.append(len(sign) > 1)
            return "{ (" if are_notes[-1] else sign
        return sign

    return _LAST_PARAGRAPH.sub(r"\1)}", _BRACE.sub(marked, source))


def written_text(text: str) -> str:
    """Return a text that someone wrote without Markdown, or almost, with its lines as they are."""
    lines = _RULE.sub(r"\1\\", escaped(cleaned(text)))  # dashes below a line would make a heading of it
    return _INDENT.sub(_shallow, lines)


def _shallow(indent: re.Match[str]) -> str:
    """Return an indentation that doesn't make code of a line."""
    return indent[0].expandtabs(2)[:3]
