"""The icons of all systems come from the one SVG, in the sizes that each system asks for."""

import runpy
from pathlib import Path

from PySide6.QtGui import QImage, QImageReader, qAlpha

PACKAGING = Path(__file__).parents[2] / "packaging"


def sizes(file: Path) -> set[int]:
    reader = QImageReader(str(file))
    found = set()
    for at in range(reader.imageCount()):
        reader.jumpToImage(at)
        image = reader.read()
        assert has_the_lamp(image), f"{file.name} {image.width()}"
        found.add(image.width())
    return found


def has_the_lamp(image: QImage) -> bool:
    """Whether the corner is transparent, and the shade green in the middle."""
    size = image.width()
    shade = image.pixelColor(size // 2, int(size * 0.33))
    return not qAlpha(image.pixel(0, 0)) and shade.green() > shade.red() and shade.alpha() == 255


def test_linux_has_each_size_and_the_svg_windows_and_macos_theirs_in_one_file(tmp_path: Path) -> None:
    runpy.run_path(str(PACKAGING / "icons.py"))["main"](tmp_path)
    pictures = sorted((tmp_path / "hicolor").glob("*/apps/vaultsearch.png"))
    assert {16, 32, 48, 256} <= {int(one.parts[-3].split("x")[0]) for one in pictures}
    assert all(sizes(one) == {int(one.parts[-3].split("x")[0])} for one in pictures)
    assert (tmp_path / "hicolor" / "scalable" / "apps" / "vaultsearch.svg").read_bytes().startswith(b"<svg")
    assert sizes(tmp_path / "vaultsearch.ico") >= {16, 32, 48, 256}
    assert sizes(tmp_path / "vaultsearch.icns") >= {32, 128, 256, 512, 1024}
