"""Make the icons of all systems from the one SVG: `python packaging/icons.py FOLDER`.

Writes ``hicolor/``, as the icon theme of Linux has it, ``vaultsearch.icns`` of macOS, and ``vaultsearch.ico``
of Windows. Qt writes neither of the last two with several sizes; both are containers of PNG files.
"""

from __future__ import annotations

import shutil
import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SVG = Path(__file__).resolve().parents[1] / "resources" / "icons" / "vaultsearch.svg"
HICOLOR_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
ICNS_SIZES = {
    **{b"ic07": 128, b"ic08": 256, b"ic09": 512},
    **{b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512, b"ic10": 1024},  # two pixels a point
}
"""By type. Those of 16 and 32 pixels at one a point hold no PNG within an application; macOS scales."""
_MACOS_MARGIN = 0.07
"""Apple's grid leaves a tenth of the picture free on each side; the SVG leaves three hundredths."""


def main(folder: Path) -> None:
    """Write the icons of all systems beneath ``folder``."""
    for size in HICOLOR_SIZES:
        target = folder / "hicolor" / f"{size}x{size}" / "apps" / "vaultsearch.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(png(size))
    scalable = folder / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SVG, scalable / "vaultsearch.svg")
    (folder / "vaultsearch.ico").write_bytes(ico())
    (folder / "vaultsearch.icns").write_bytes(icns())


def png(size: int, margin: float = 0) -> bytes:
    """Draw the icon in ``size`` pixels, with ``margin``, a share of them, left free on each side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    free = size * margin
    QSvgRenderer(str(SVG)).render(painter, QRectF(free, free, size - 2 * free, size - 2 * free))
    painter.end()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return written.data()


def ico() -> bytes:
    """Return the icon of Windows: a header, an entry for each picture, the pictures."""
    pictures = [(size, png(size)) for size in ICO_SIZES]
    offset = 6 + 16 * len(pictures)
    entries = b""
    for size, picture in pictures:
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<4B2H2I", side, side, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return struct.pack("<3H", 0, 1, len(pictures)) + entries + b"".join(one for _, one in pictures)


def icns() -> bytes:
    """Return the icon of macOS: a header, and each picture behind its type and length."""
    pictures = [(kind, png(size, _MACOS_MARGIN)) for kind, size in ICNS_SIZES.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(one)) + one for kind, one in pictures)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    main(Path(sys.argv[1]))
