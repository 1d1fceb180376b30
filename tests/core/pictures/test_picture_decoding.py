"""A picture is decoded by raster decoders alone, chosen by its content; nothing in it starts a program."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, UnidentifiedImageError

from tests.pdf_files import Pdf, PdfPage
from vaultsearch.core.pictures import decode_picture, recognize_picture
from vaultsearch.core.recognized_texts import RASTER_SUFFIXES

_EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\n(/etc/passwd) run\nshowpage\n"
RASTER_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF", "MPO")
Image.init()  # registers all formats that Pillow knows


def written(name: str, picture: Image.Image | None = None) -> bytes:
    file = io.BytesIO()
    more = {"append_images": [Image.new("RGB", (80, 80), "red")], "save_all": True} if name == "MPO" else {}
    (picture or Image.new("RGB", (80, 70), "red")).save(file, name, **more)
    return file.getvalue()


def _fli() -> bytes:
    """Write the head of a film, and one frame without anything in it."""
    head = (144).to_bytes(4, "little") + b"\x11\xaf" + (1).to_bytes(2, "little")
    head += (80).to_bytes(2, "little") * 2 + (8).to_bytes(2, "little")
    frame = (16).to_bytes(4, "little") + b"\xfa\xf1" + bytes(10)
    return head.ljust(128, b"\0") + frame


def _im() -> bytes:
    head = b"Image type: RGB image\r\nImage size (x*y): 80*70\r\nFile size (no of images): 1\r\n"
    return head.ljust(511, b"\0") + b"\x1a" + bytes(80 * 70 * 3)


DISGUISED = {
    "EPS": _EPS, "PDF": Pdf([PdfPage()]).written(), "FLI": _fli(), "IM": _im(), "PCX": written("PCX"),
    "PPM": written("PPM"),
}  # fmt: skip


@pytest.fixture
def ghostscript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a Ghostscript that leaves a file where it was started."""
    program, log = tmp_path / "bin" / "gs", tmp_path / "was started"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho \"$@\" >> '{log}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    if (plugin := sys.modules.get("PIL.EpsImagePlugin")) is not None:
        monkeypatch.setattr(plugin, "gs_binary", None)  # it looks for the program once
    return log


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell's")
def test_a_png_of_postscript_is_run_by_no_ghostscript(ghostscript: Path) -> None:
    """Read as a picture, 6 KB put a file from outside of the vault into its text, and wrote another."""
    with pytest.raises(UnidentifiedImageError):
        decode_picture(_EPS)
    assert recognize_picture(_EPS).reason == "The picture can't be read (UnidentifiedImageError)."
    assert not ghostscript.exists()


@pytest.mark.parametrize("name", DISGUISED)
def test_what_is_no_raster_picture_is_not_decoded_whatever_its_name(name: str) -> None:
    with pytest.raises(UnidentifiedImageError):
        decode_picture(DISGUISED[name])


@pytest.mark.parametrize("name", RASTER_FORMATS)
def test_each_raster_format_is_decoded(name: str) -> None:
    pixels = np.asarray(decode_picture(written(name)))
    assert pixels.shape == (70, 80, 3)
    assert np.abs(pixels.astype(int) - (255, 0, 0)).max() < 12


def test_each_ending_of_pictures_to_be_recognised_has_a_decoder() -> None:
    known = {Image.registered_extensions()[ending] for ending in RASTER_SUFFIXES}
    assert known <= set(RASTER_FORMATS)


def test_no_library_that_reads_documents_opens_postscript() -> None:
    """openpyxl opens the pictures of chart sheets, with whatever decoder fits."""
    script = f"""
from io import BytesIO
from vaultsearch.core.vault.documents.tables import read_csv
read_csv(b"a,b")
from PIL import Image
try:
    Image.open(BytesIO({_EPS!r})).load()
except Image.UnidentifiedImageError:
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"
