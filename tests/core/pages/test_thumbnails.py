"""Thumbnails: small, upright, one for each content, and nothing of files outside of the vault."""

import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.builders import present
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.errors import OutsideVaultError
from vaultsearch.core.pages import THUMBNAIL_SIDE, ThumbnailStore, thumbnail_of
from vaultsearch.core.vault.containment import Containment


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.pages.limit_addresses", lambda: None)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


def _made(vault: Path, name: str, page: int = 1) -> Image.Image | None:
    content = thumbnail_of(Containment(vault), ThumbnailStore.of(vault.parent / "index"), name, page)
    return None if content is None else Image.open(io.BytesIO(content), formats=["JPEG"])


def test_a_picture_is_scaled_down_and_a_transparent_one_lies_on_white(vault: Path) -> None:
    Image.new("RGBA", (1_600, 800), (255, 0, 0, 0)).save(vault / "a.png")
    made = present(_made(vault, "a.png"))
    assert made.size == (THUMBNAIL_SIDE, THUMBNAIL_SIDE // 2)
    assert made.getpixel((10, 10)) == (255, 255, 255)


def test_a_page_of_a_pdf_has_its_own(vault: Path) -> None:
    pdf = Pdf(
        [PdfPage([TextLine(60, 700, "First page of the plan")]), PdfPage([TextLine(60, 600, "Second page")])]
    )
    (vault / "plan.pdf").write_bytes(pdf.written())
    first, second = _made(vault, "plan.pdf"), _made(vault, "plan.pdf", 2)
    assert first is not None
    assert second is not None
    assert max(first.size) == THUMBNAIL_SIDE
    assert first.tobytes() != second.tobytes()


def test_a_drawing_is_drawn_unless_it_names_another_file(vault: Path) -> None:
    shape = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{}</svg>'
    (vault / "drawn.svg").write_text(shape.format('<rect width="100" height="50" fill="#00f"/>'))
    (vault / "naming.svg").write_text(shape.format('<image href="file:///etc/hostname"/>'))
    made = present(_made(vault, "drawn.svg"))
    assert made.size == (THUMBNAIL_SIDE, THUMBNAIL_SIDE // 2)
    assert _made(vault, "naming.svg") is None


def test_a_canvas_is_boxes_and_lines(vault: Path) -> None:
    cards = [
        {"id": name, "type": "text", "x": x, "y": 0, "width": 100, "height": 100, "color": "4"}
        for name, x in (("a", 0), ("b", 300))
    ]
    content = {"nodes": cards, "edges": [{"fromNode": "a", "toNode": "b"}]}
    (vault / "plan.canvas").write_text(json.dumps(content))
    (vault / "empty.canvas").write_text("{}")
    made = present(_made(vault, "plan.canvas"))
    assert made.width == THUMBNAIL_SIDE
    red, green, blue = made.getpixel((40, made.height // 2))
    assert green > max(red, blue)
    assert made.getpixel((THUMBNAIL_SIDE // 2, 12)) == (255, 255, 255)
    assert _made(vault, "empty.canvas") is None


def test_it_is_made_once_for_a_content_whatever_the_file_is_called(vault: Path) -> None:
    Image.new("RGB", (400, 400), "green").save(vault / "a.png")
    _made(vault, "a.png")
    [kept] = (vault.parent / "index" / "thumbnails").iterdir()
    Image.new("RGB", (2, 2), "blue").save(kept, "JPEG")
    (vault / "a.png").rename(vault / "b.png")
    made = present(_made(vault, "b.png"))
    assert made.size == (2, 2)
    if sys.platform != "win32":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"not a picture", b"%!PS-Adobe-3.0\n(/etc/passwd) run\nshowpage\n"])
def test_what_cannot_be_drawn_has_none(vault: Path, content: bytes) -> None:
    (vault / "a.png").write_bytes(content)
    (vault / "a.pdf").write_bytes(content)
    assert _made(vault, "a.png") is None
    assert _made(vault, "a.pdf") is None


def test_a_file_outside_of_the_vault_has_none(vault: Path) -> None:
    Image.new("RGB", (400, 400), "green").save(vault.parent / "outside.png")
    (vault / "link.png").symlink_to(vault.parent / "outside.png")
    with pytest.raises(OutsideVaultError):
        _made(vault, "link.png")


def test_the_oldest_are_dropped_beyond_the_limit(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.pages._MAX_STORED_BYTES", 250)
    thumbnails = ThumbnailStore.of(vault.parent / "index")
    for age, key in enumerate(["new", "older", "oldest"]):
        thumbnails.put(key, b"x" * 100)
        os.utime(thumbnails.folder / f"{key}.jpg", (1_000 - age, 1_000 - age))
    thumbnails.drop_oldest()
    assert {file.stem for file in thumbnails.folder.iterdir()} == {"new", "older"}
