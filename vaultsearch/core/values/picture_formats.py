"""The format of a picture by its content, as the decoder detects it, whatever its name is."""

from __future__ import annotations

import base64
import re

_LARGEST_DRAWING = 2 * 2**20
_MAGICS = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
    (b"\0\0\1\0", "ico"),
)
_REFERENCE = re.compile(r"(?:href\s*=|url\()[\s\"']*+", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/[a-z]+;base64,([a-z0-9+/=\s]*)[\"')]", re.IGNORECASE)
_ENTITY = re.compile(r"<!(?:ENTITY|DOCTYPE[^>]*\[)", re.IGNORECASE)
_ENCODING = re.compile(r"<\?xml[^>]*\sencoding\s*=\s*[\"']([^\"']*)")


def picture_format(content: bytes) -> str | None:
    """Return Qt's name for the format of ``content``, or None if it must not be displayed.

    Not displayed are unknown formats and SVGs that may reference other files. An SVG called ``x.png`` once
    passed for a raster image and displayed files from outside of the vault.
    """
    return _raster_format(content) or ("svg" if _is_harmless_drawing(content) else None)


def _raster_format(content: bytes) -> str | None:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return next((name for magic, name in _MAGICS if content.startswith(magic)), None)


def _is_harmless_drawing(content: bytes) -> bool:
    """Return whether an SVG references nothing but itself.

    It must be plain UTF-8: references in compressed or UTF-16 content could not be checked here, but Qt reads
    them.
    """
    if len(content) > _LARGEST_DRAWING:
        return False
    try:
        text = content.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError:
        return False
    declared = _ENCODING.match(text)
    if declared is not None and declared[1].lower() not in ("utf-8", "us-ascii", "ascii"):
        return False
    if not text.startswith("<") or "\0" in text or _ENTITY.search(text):
        return False
    return all(_stays_within(text, match.end()) for match in _REFERENCE.finditer(text))


def _stays_within(text: str, position: int) -> bool:
    """Return whether a reference is to a place in the SVG, or to a raster image embedded in it."""
    embedded = _EMBEDDED.match(text, position)
    if embedded is None:
        return text.startswith("#", position)
    begins = "".join(embedded[1].split())[:64]  # whole groups of four characters
    try:
        return _raster_format(base64.b64decode(begins)) is not None
    except ValueError:
        return False
