"""Convert drawings made with Excalidraw, or its Obsidian plugin, to Markdown.

Format: https://github.com/zsviczian/obsidian-excalidraw-plugin
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from contextlib import suppress

from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text
from vaultsearch.core.vault.frontmatter import read_frontmatter

_MAX_CHARS = 32 << 20
"""Maximum characters: twenty kilobytes can unpack to a gigabyte."""
_CHARACTER_BITS = {0: 8, 1: 16}
_END_CODE = 2
_REVERSED_BITS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def decompress_lz_string(compressed: str) -> str:
    """Decompress the output of ``LZString.compressToBase64``. Raise ValueError if it is damaged."""
    letters = "".join(compressed.split()).rstrip("=")
    # LZString pads by up to three characters, unlike base64.
    bits = _Bits(base64.b64decode(letters + "A" * (-len(letters) % 4), validate=True))
    parts: list[str] = []
    length = 0
    for part in _decode_entries(bits):
        parts.append(part)
        length += len(part)
        if length > _MAX_CHARS:
            raise ValueError("too long")
    # JavaScript strings are UTF-16: join surrogate pairs.
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _decode_entries(bits: _Bits) -> Iterator[str]:
    """Yield the decoded dictionary entries; as in LZ78, each code adds an entry."""
    if (code := bits.take(2)) == _END_CODE:
        return
    previous = chr(bits.take(_CHARACTER_BITS[code]))
    yield previous
    entries = ["", "", "", previous]
    while True:
        if (code := bits.take(len(entries).bit_length())) == _END_CODE:
            return
        if code in _CHARACTER_BITS:
            entries.append(chr(bits.take(_CHARACTER_BITS[code])))
            code = len(entries) - 1
        # A code may be used before its entry is complete: the previous entry plus its first letter.
        if code > len(entries):
            raise ValueError("a code that isn't defined")
        entry = entries[code] if code < len(entries) else previous + previous[0]
        yield entry
        entries.append(previous + entry[0])
        previous = entry


class _Bits:
    """Reader of bits, from each byte's highest bit; numbers are little-endian."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._position = raw.translate(_REVERSED_BITS), 0

    def take(self, count: int) -> int:
        start, self._position = self._position, self._position + count
        if self._position > 8 * len(self._raw):
            raise ValueError("it ends too early")
        window = self._raw[start >> 3 : (self._position + 7) >> 3]
        return int.from_bytes(window, "little") >> (start & 7) & ((1 << count) - 1)


_DATA_HEADING = re.compile(r"^(?:%%\s*\n)?##? (?:Excalidraw Data|Text Elements|Drawing)\s*$", re.MULTILINE)
_DRAWING_FENCE = re.compile(r"^```(compressed-json|json)\s*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TEXT_SECTION = re.compile(r"(?ms)^##? Text Elements\s*\n(.*?)(?=^##? (?:Embedded|Element|Drawing)|^%%|\Z)")
_TEXT_ID = re.compile(r" \^([A-Za-z0-9_-]{8})\s*$", re.MULTILINE)
_EMBEDDED_FILE = re.compile(r"^[0-9a-f]{40}: *(\[\[[^\[\]\n]+\]\]|https?://\S+)", re.MULTILINE)
_LINKED_FILE = re.compile(r"^[A-Za-z0-9_-]{8}: *(\[\[[^\[\]\n]+\]\]|https?://\S+)\s*$", re.MULTILINE)
_PLUGIN_NOTICE = re.compile(r"^==⚠.*Switch to EXCALIDRAW VIEW.*$\n?", re.MULTILINE)


@document.guard_reader("an Excalidraw drawing")
def read_excalidraw(raw: bytes) -> document.DocumentText:
    """Read a drawing saved by Excalidraw."""
    drawing = json.loads(decode_text(raw, keeps_data=True).text)
    return document.DocumentText(document.join_blocks(_texts_of_drawing(drawing, {})))


@document.guard_reader("an Excalidraw drawing")
def read_excalidraw_note(raw: bytes) -> document.DocumentText:
    """Read a drawing saved by Obsidian's plugin: a note, then the drawing, perhaps compressed.

    An unreadable drawing still leaves the texts, which the plugin also writes beside it.
    """
    text = decode_text(raw, keeps_data=True).text
    front = read_frontmatter(text.split("\n"))
    text = "\n".join(text.split("\n")[front.line_count :])
    data = _DATA_HEADING.search(text)
    note = _PLUGIN_NOTICE.sub("", text[: data.start()] if data else text).strip()
    match = _TEXT_SECTION.search(text)
    texts: dict[str, str] = {}
    start = 0
    for end in _TEXT_ID.finditer(match[1]) if match else ():
        texts[end[1]] = end.string[start : end.start()].strip()
        start = end.end()
    drawing: object = None
    if fence := _DRAWING_FENCE.search(text):
        with suppress(ValueError, RecursionError):
            is_packed = fence[1] == "compressed-json"
            drawing = json.loads(decompress_lz_string(fence[2]) if is_packed else fence[2])
    is_readable = isinstance(drawing, dict) and bool(drawing)
    blocks = list(_texts_of_drawing(drawing, texts)) if is_readable else list(texts.values())
    links = dict.fromkeys([*_EMBEDDED_FILE.findall(text), *_LINKED_FILE.findall(text)])
    embedded = "\n".join(f"- {link}" for link in links)
    whole = document.join_blocks([note.removesuffix("%%").strip(), *blocks, embedded])
    return document.DocumentText(whole, "", front.properties, is_note=True)


def _texts_of_drawing(drawing: object, texts: dict[str, str]) -> Iterator[str]:
    """Yield a drawing's texts from top to bottom, with a frame's texts below its name.

    Args:
        texts: Texts by element id, preferred over texts in the drawing.
    """
    elements = drawing.get("elements") if isinstance(drawing, dict) else None
    if not isinstance(elements, list):
        raise UnreadableNoteError("The drawing has no elements.", "Open it in Excalidraw, and save it again.")
    shown = [element for element in elements if isinstance(element, dict) and not element.get("isDeleted")]
    shown.sort(key=lambda element: (_coordinate(element.get("y")), _coordinate(element.get("x"))))
    frames = (element for element in shown if element.get("type") in ("frame", "magicframe"))
    names = {str(frame.get("id")): frame.get("name") for frame in frames}
    inner: dict[str, list[str]] = {frame: [] for frame in ("", *names)}
    for element in shown:
        if element.get("type") == "text":
            frame = str(element.get("frameId"))
            written = (element.get(key) for key in ("rawText", "originalText", "text"))
            first = next((text for text in written if isinstance(text, str) and text), "")
            text = document.clean_text(first).strip()
            inner[frame if frame in names else ""].append(texts.get(str(element.get("id"))) or text)
    for frame, blocks in inner.items():
        name = names.get(frame)
        yield document.format_heading(1, document.clean_text(name)) if isinstance(name, str) else ""
        yield from blocks


def _coordinate(value: object) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < 1e12 else 0.0
