"""Files of Obsidian that are no notes -> Markdown: bases, and the drawings of its plugin Excalidraw.

Formats: https://help.obsidian.md/bases/syntax, https://github.com/zsviczian/obsidian-excalidraw-plugin
"""

from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING, Any

import yaml

from vaultsearch.core.vault.documents.document import DocumentText, cleaned, escaped, heading, joined, reads
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode
from vaultsearch.core.vault.frontmatter import PropertyLoader, read_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterator

_JOINED = {"and": "all of", "or": "any of", "not": "none of"}
_DEEPEST = 20
_OF_VIEWS = {"order": "Columns", "sort": "Sorted by", "groupBy": "Grouped by", "limit": "At most"}


def base_content(raw: bytes) -> dict[str, object]:
    """Parse the YAML of a base. Raise UnreadableNoteError if it is no base."""
    try:
        # The loader is PyYAML's safe one, within limits of size.
        content = yaml.load(decode(raw).text.replace("\t", "    "), Loader=PropertyLoader)  # noqa: S506
    except yaml.YAMLError as error:
        raise UnreadableNoteError("Not a valid base.", "Open it in Obsidian, or restore it.") from error
    if not isinstance(content, dict):
        raise UnreadableNoteError("Not a valid base: it has no views.", "Open it in Obsidian.")
    return mapping(content)


@reads("an Obsidian base")
def read_base(raw: bytes) -> DocumentText:
    """Read a base (.base): its filters, formulas, columns and views."""
    content = base_content(raw)
    shown = mapping(content.get("properties"))
    names = {key: mapping(value).get("displayName") for key, value in shown.items()}
    columns = [f"- {escaped(str(name))}: {_code(key)}" for key, name in names.items() if name]
    computed = mapping(content.get("formulas"))
    formulas = [f"- {escaped(key)}: {_code(value)}" for key, value in computed.items()]
    blocks = [
        *_titled("Filters", list(_filters(content.get("filters"), 0))),
        *_titled("Formulas", formulas),
        *_titled("Columns", columns),
    ]
    views = content.get("views")
    for view in views if isinstance(views, list) else ():
        blocks += _view(mapping(view))
    return DocumentText(joined(blocks))


def _view(view: dict[str, object]) -> Iterator[str]:
    kind = str(view.get("type") or "view")
    yield heading(1, escaped(cleaned(str(view.get("name") or kind.capitalize()))))
    lines = [f"- Shown as: {escaped(kind)}"]
    for key, label in _OF_VIEWS.items():
        if (value := view.get(key)) not in (None, [], {}):
            lines.append(f"- {label}: {_listed(value)}")
    if filters := list(_filters(view.get("filters"), 1)):
        lines += ["- Filters:", *filters]
    yield "\n".join(lines)


def _titled(title: str, lines: list[str]) -> list[str]:
    return [heading(1, title), "\n".join(lines)] if lines else []


def _filters(value: object, depth: int) -> Iterator[str]:
    """Yield an item for each condition, those that are joined below the word that joins them."""
    indent = "  " * depth
    if depth > _DEEPEST or value is None:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{indent}- {_JOINED.get(str(key), escaped(str(key)))}:"
            yield from _filters(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _filters(inner, depth)
    else:
        yield f"{indent}- {_code(value)}"


def _listed(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_listed(item) for item in value)
    if isinstance(value, dict):
        return " ".join(_listed(item) for item in value.values())
    return escaped(" ".join(cleaned(str(value)).split()))


def _code(value: object) -> str:
    """Return an expression as code, so that the names of notes in it are no links."""
    text = " ".join(cleaned(str(value)).split())
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def mapping(value: object) -> dict[str, object]:
    """Return a value as a mapping of texts; an empty one of any other value."""
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else {}


_LONGEST = 32 << 20
"""Maximum characters: twenty kilobytes can stand for a gigabyte."""
_CHARACTER_BITS = {0: 8, 1: 16}
_END = 2
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def decompress(compressed: str) -> str:
    """Return the text of what ``LZString.compressToBase64`` made. Raise ValueError if it is damaged."""
    letters = "".join(compressed.split()).rstrip("=")
    # It pads by up to three characters, which base64 does not know.
    bits = _Bits(base64.b64decode(letters + "A" * (-len(letters) % 4), validate=True))
    parts: list[str] = []
    length = 0
    for part in _parts(bits):
        parts.append(part)
        length += len(part)
        if length > _LONGEST:
            raise ValueError("too long")
    # JavaScript's strings are of UTF-16: a character beyond its plane is two of these.
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _parts(bits: _Bits) -> Iterator[str]:
    """Yield the entries that the codes name, which grow the dictionary as in LZ78."""
    if (code := bits.take(2)) == _END:
        return
    previous = chr(bits.take(_CHARACTER_BITS[code]))
    yield previous
    entries = ["", "", "", previous]
    while True:
        if (code := bits.take(len(entries).bit_length())) == _END:
            return
        if code in _CHARACTER_BITS:
            entries.append(chr(bits.take(_CHARACTER_BITS[code])))
            code = len(entries) - 1
        # One code may be used before its entry is complete: it is the previous entry with its own first
        # letter.
        if code > len(entries):
            raise ValueError("a code that isn't defined")
        entry = entries[code] if code < len(entries) else previous + previous[0]
        yield entry
        entries.append(previous + entry[0])
        previous = entry


class _Bits:
    """The bits of bytes, the highest first; the lowest bit of a number comes first."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._position = raw.translate(_REVERSED), 0

    def take(self, count: int) -> int:
        start, self._position = self._position, self._position + count
        if self._position > 8 * len(self._raw):
            raise ValueError("it ends too early")
        window = self._raw[start >> 3 : (self._position + 7) >> 3]
        return int.from_bytes(window, "little") >> (start & 7) & ((1 << count) - 1)


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
    return DocumentText(joined(_drawn(json.loads(decode(raw, keeps_data=True).text), {})))


@reads("an Excalidraw drawing")
def read_excalidraw_note(raw: bytes) -> DocumentText:
    """Read a drawing as Obsidian's plugin saves it: a note, then the drawing, perhaps compressed.

    A drawing that can't be read costs nothing of the texts, which the plugin writes beside it.
    """
    text = decode(raw, keeps_data=True).text
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
    shown = [element for element in elements if isinstance(element, dict) and not element.get("isDeleted")]
    shown.sort(key=lambda element: (_number(element.get("y")), _number(element.get("x"))))
    frames = (element for element in shown if element.get("type") in ("frame", "magicframe"))
    names = {str(frame.get("id")): frame.get("name") for frame in frames}
    inner: dict[str, list[str]] = {frame: [] for frame in ("", *names)}
    for element in shown:
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
