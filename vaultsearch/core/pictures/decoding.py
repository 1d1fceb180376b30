"""The bytes of a picture -> its pixels: by Pillow's raster decoders alone, chosen by content."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


_MOST_PIXELS = 60_000_000
RASTER_DECODERS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF")
"""Pillow's names of the formats that are decoded, by content; pictures of several phones (MPO) begin as JPEG.

Left to all decoders, a PNG of 6 KB that was PostScript was run by Ghostscript: it put a file from outside of
the vault into the text in the picture, and another such file wrote to the disk.
"""


class TooManyPixelsError(Exception):
    """A picture that is not decoded; its text says how large it is."""


def decoded(picture: bytes, longest: int | None = None) -> Image:
    """Decode a picture, upright, in three colours and on white. Its size is looked at before.

    With ``longest``, shrink it until neither side has more pixels. Raise TooManyPixelsError, or whatever the
    decoders raise.
    """
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # it would raise for most of those that are told their size below
    with Image.open(io.BytesIO(picture), formats=RASTER_DECODERS) as opened:
        if opened.width * opened.height > _MOST_PIXELS:
            raise TooManyPixelsError(f"{opened.width:,} x {opened.height:,}")
        if longest is not None:
            opened.draft("RGB", (2 * longest, 2 * longest))  # a JPEG need not be decoded in full size
        upright = ImageOps.exif_transpose(opened)
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            white = Image.new("RGBA", upright.size, "white")
            upright = Image.alpha_composite(white, upright.convert("RGBA"))
        flat = upright.convert("RGB")
        if longest is not None:
            flat.thumbnail((longest, longest))
        return flat
