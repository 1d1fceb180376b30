"""Convert Jupyter notebooks to Markdown, with the output of the cells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from vaultsearch.core.text import close_fences
from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.documents.web_pages import html_to_markdown, parse_html
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text

_MAX_OUTPUT_CHARS = 4_000
"""Maximum characters kept from a cell's output: the rest is a log."""
_OBJECT_REPR = re.compile(r"<[\w.]+ [^<>]*>")
"""Python's repr for an object the notebook displays differently, such as a figure."""
_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@document.guard_reader("a Jupyter notebook")
def read_ipynb(raw: bytes) -> document.DocumentText:
    """Read a notebook in format 3 or 4."""
    content = json.loads(decode_text(raw).text)
    cells = content.get("cells")
    # Format 3 keeps cells in worksheets.
    if cells is None:
        cells = [cell for sheet in content.get("worksheets", []) for cell in sheet.get("cells", [])]
    elif not isinstance(cells, list):
        raise UnreadableNoteError("The notebook has no cells.", document.SAVE_AGAIN_REMEDY)
    metadata = content.get("metadata") or {}
    language = (metadata.get("language_info") or metadata.get("kernelspec") or {}).get("name", "python")
    language = re.sub(r"[^\w+#-].*|3$", "", str(language))
    formatted = (_format_cell(cell, language) for cell in cells if isinstance(cell, dict))
    text = document.join_blocks(chain.from_iterable(formatted))
    title = metadata.get("title")
    return document.DocumentText(text, title if isinstance(title, str) else "")


def _format_cell(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _cell_text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield close_fences(source)
        case "heading":
            yield document.format_heading(document.parse_number(str(cell.get("level")), 1), source)
        case "code":
            yield document.format_code_block(source, language)
            for output in cell.get("outputs") or ():
                yield _format_output(output)
        case _:
            yield document.format_code_block(source)


def _format_output(output: dict[str, Any]) -> str:
    """Return a cell's printed output, else the output displayed by the notebook."""
    # Only name and message for an error: the traceback is full of paths and colors.
    if output.get("output_type") == "error" or output.get("ename"):
        sentence = f"{output.get('ename', '')}: {output.get('evalue', '')}"
        return document.format_code_block(sentence[:_MAX_OUTPUT_CHARS])
    if printed := _cell_text(output.get("text")):
        return document.format_code_block(printed[:_MAX_OUTPUT_CHARS])
    data = output.get("data") or output
    plain = _cell_text(data.get("text/plain"))
    if plain.strip() and not _OBJECT_REPR.fullmatch(plain.strip()):
        return document.format_code_block(plain[:_MAX_OUTPUT_CHARS])
    if markdown := _cell_text(data.get("text/markdown")):
        return close_fences(markdown[:_MAX_OUTPUT_CHARS])
    tree = parse_html(_cell_text(data.get("text/html") or output.get("html")))
    return close_fences(html_to_markdown(tree)[:_MAX_OUTPUT_CHARS]) if tree is not None else ""


def _cell_text(value: object) -> str:
    lines = value if isinstance(value, list) else [value]
    text = "".join(line for line in lines if isinstance(line, str))
    return document.clean_text(_ESCAPE_SEQUENCE.sub("", text))
