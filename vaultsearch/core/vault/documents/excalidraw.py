"""An Excalidraw drawing -> Markdown: its texts in reading order, the names of its frames, and its links.

Format of the plugin's files: https://github.com/zsviczian/obsidian-excalidraw-plugin
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from vaultsearch.core.vault.decoding import UnreadableNoteError, decode
from vaultsearch.core.vault.documents.document_text import DocumentText
from vaultsearch.core.vault.documents.guarding import reads
from vaultsearch.core.vault.documents.lz_string import decompress
from vaultsearch.core.vault.documents.markdown_writing import cleaned, heading, joined
from vaultsearch.core.vault.frontmatter import read_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATA = re.compile(r"^(?:%%\s*\n)?##? (?:Excalidraw Data|Text Elements|Drawing)\s*$", re.MULTILINE)
_DRAWING = re.compile(r"^```(compressed-json|json)\s*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TEXTS = re.compile(r"(?ms)^##? Text Elements\s*\n(.*?)(?=^##? (?:Embedded|Element|Drawing)|^%%|\Z)")
_TEXT_ID = re.compile(r" \^([A-Za-z0-9_-]{8})\s*$", re.MULTILINE)
_EMBEDDED = re.compile(r"^[0-9a-f]{40}: *(\[\[[^\[\]\n]+\]\]|https?://\S+)", re.MULTILINE)
_LINKED = re.compile(r"^[A-Za-z0-9_-]{8}: *(\[\[[^\[\]\n]+\]\]|https?://\S+)\s*$", re.MULTILINE)
_NOTICE = re.compile(r"^==⚠.*Switch to EXCALIDRAW VIEW.*$\n?", re.MULTILINE)


@reads("an Excalidraw drawing")
def read_excalidraw(raw: bytes) -> DocumentText:
    """Read a drawing as Excalidraw itself saves it."""
    return DocumentText(joined(_drawn(json.loads(decode(raw).text), {})))


@reads("an Excalidraw drawing")
def read_excalidraw_note(raw: bytes) -> DocumentText:
    """Read a drawing as Obsidian's plugin saves it: a note, then the drawing, perhaps compressed.

    A drawing that can't be read costs nothing of the texts, which the plugin writes beside it.
    """
    text = decode(raw).text
    front = read_frontmatter(text.split("\n"))
    lines = text.split("\n")[front.line_count :]
    text = "\n".join(lines)
    data = _DATA.search(text)
    note = _NOTICE.sub("", text[: data.start()] if data else text).strip()
    match = _TEXTS.search(text)
    texts = _identified(match[1]) if match else {}
    drawing = _drawing(text)
    blocks = list(_drawn(drawing, texts)) if drawing else list(texts.values())
    links = dict.fromkeys([*_EMBEDDED.findall(text), *_LINKED.findall(text)])
    embedded = "\n".join(f"- {link}" for link in links)
    whole = joined([note.removesuffix("%%").strip(), *blocks, embedded])
    return DocumentText(whole, "", front.properties, is_note=True)


def _identified(section: str) -> dict[str, str]:
    """Return the texts of the section for them, as written with their links, by their elements."""
    texts, start = {}, 0
    for end in _TEXT_ID.finditer(section):
        texts[end[1]] = section[start : end.start()].strip()
        start = end.end()
    return texts


def _drawing(text: str) -> dict[str, Any] | None:
    match = _DRAWING.search(text)
    if match is None:
        return None
    try:
        loaded = json.loads(decompress(match[2]) if match[1] == "compressed-json" else match[2])
    except (ValueError, RecursionError):
        return None
    return loaded if isinstance(loaded, dict) else None


def _drawn(drawing: object, texts: dict[str, str]) -> Iterator[str]:
    """Yield the texts of a drawing from top to bottom, each frame's below its name.

    Args:
        texts: Texts by element, which take precedence over those in the drawing.
    """
    elements = drawing.get("elements") if isinstance(drawing, dict) else None
    if not isinstance(elements, list):
        raise UnreadableNoteError("The drawing has no elements.", "Open it in Excalidraw, and save it again.")
    shown_elements = [
        element for element in elements if isinstance(element, dict) and not element.get("isDeleted")
    ]
    shown_elements.sort(key=lambda element: (_number(element.get("y")), _number(element.get("x"))))
    names = {
        str(element.get("id")): element.get("name")
        for element in shown_elements
        if element.get("type") in ("frame", "magicframe")
    }
    inner: dict[str, list[str]] = {frame: [] for frame in ("", *names)}
    for element in shown_elements:
        if element.get("type") == "text":
            frame = str(element.get("frameId"))
            inner[frame if frame in names else ""].append(texts.get(str(element.get("id"))) or _text(element))
    for frame, written in inner.items():
        name = names.get(frame)
        yield heading(1, cleaned(name)) if isinstance(name, str) else ""
        yield from written


def _text(element: dict[str, Any]) -> str:
    written = (element.get(key) for key in ("rawText", "originalText", "text"))
    return cleaned(next((text for text in written if isinstance(text, str) and text), "")).strip()


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e12 else 0.0
