"""A Jupyter notebook -> Markdown: its cells, with the texts that they printed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from vaultsearch.core.vault.decoding import UnreadableNoteError, decode
from vaultsearch.core.vault.documents.archive import SAVE_AGAIN, reads
from vaultsearch.core.vault.documents.document_text import DocumentText, cleaned, fence, joined
from vaultsearch.core.vault.documents.html_markdown import markdown_of
from vaultsearch.core.vault.documents.pages import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_PRINTED = 4_000
"""Maximum characters of a cell's output: beyond, it is a log."""
_OBJECT = re.compile(r"<[\w.]+ [^<>]*>")
"""Python's words for an object that the notebook shows in another way, such as a figure."""
_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURE = re.compile(r"!\[([^\]\n]*)\]\((?:data|attachment):[^)\s]*\)")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


@reads("a Jupyter notebook")
def read_ipynb(raw: bytes) -> DocumentText:
    """Read a notebook of format 3 or 4."""
    content = json.loads(decode(raw).text)
    cells = content.get("cells")
    if cells is None:
        cells = [cell for sheet in content.get("worksheets", []) for cell in sheet.get("cells", [])]
    elif not isinstance(cells, list):
        raise UnreadableNoteError("The notebook has no cells.", SAVE_AGAIN)
    metadata = content.get("metadata") or {}
    language = (metadata.get("language_info") or metadata.get("kernelspec") or {}).get("name", "python")
    language = re.sub(r"[^\w+#-].*|3$", "", str(language))
    text = joined(part for cell in cells if isinstance(cell, dict) for part in _parts(cell, language))
    title = metadata.get("title")
    return DocumentText(text, title if isinstance(title, str) else "")


def _parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield _closed(_PICTURE.sub(r"\1", source))
        case "heading":
            yield f"{'#' * min(6, int(cell.get('level', 1)))} {source}"
        case "code":
            yield fence(source, language)
            for output in cell.get("outputs") or ():
                yield _output(output)
        case _:
            yield fence(source)


def _output(output: dict[str, Any]) -> str:
    """Return what a cell gave out: as it was printed, else as the notebook shows it."""
    if output.get("output_type") == "error" or output.get("ename"):
        return fence(f"{output.get('ename', '')}: {output.get('evalue', '')}"[:_MOST_PRINTED])
    if printed := _text(output.get("text")):
        return fence(printed[:_MOST_PRINTED])
    data = output.get("data") or output
    plain = _text(data.get("text/plain"))
    if plain.strip() and not _OBJECT.fullmatch(plain.strip()):
        return fence(plain[:_MOST_PRINTED])
    if markdown := _text(data.get("text/markdown")):
        return _closed(_PICTURE.sub(r"\1", markdown)[:_MOST_PRINTED])
    tree = tree_of(_text(data.get("text/html") or output.get("html")))
    return _closed(markdown_of(tree)[:_MOST_PRINTED]) if tree is not None else ""


def _closed(markdown: str) -> str:
    """Return a cell's Markdown with its last fence closed, so that it ends with the cell."""
    marks = _FENCE.findall(markdown)
    return f"{markdown}\n{marks[-1]}" if len(marks) % 2 else markdown


def _text(value: object) -> str:
    lines = value if isinstance(value, list) else [value]
    text = "".join(line for line in lines if isinstance(line, str))
    return cleaned(_ESCAPE_SEQUENCE.sub("", text))
