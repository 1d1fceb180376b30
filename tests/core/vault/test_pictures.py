"""The pictures of a vault are resolved like links, and none is read outside of the vault."""

import gzip
from base64 import b64encode
from pathlib import Path

import pytest

from tests.builders import present
from vaultsearch.core.values.note import picture_format
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.pictures import VaultPictures
from vaultsearch.core.vault.rendering.inline_html import read_address

PNG = b"\x89PNG\r\n\x1a\n"
OUTSIDE = '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/logo.png"/></svg>'


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for path in ("Attached files/plan.png", "People/anna.jpg", ".obsidian/hidden.png"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(PNG + path.encode())
    (tmp_path / "outside.png").write_bytes(PNG)
    return root


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("embed:plan.png", "Attached files/plan.png"), ("embed:PLAN.PNG", "Attached files/plan.png"),
        ("image:..%2FAttached%2520files%2Fplan.png", "Attached files/plan.png"),
        ("image:anna.jpg", "People/anna.jpg"), ("embed:anna.jpg%7C300", "People/anna.jpg"),
        *((f"image:{name}", None) for name in ("..%2F..%2Foutside.png", "hidden.png")),
        *((f"embed:{name}", None) for name in ("..%2Foutside.png", "outside.png", "hidden.png", "none.png")),
        *((f"embed:{name}", None) for name in ("a%00.png", "Anna.md")),
    ],
)  # fmt: skip
def test_a_picture_is_found_by_name_or_path_in_the_vault(vault: Path, address: str, path: str | None) -> None:
    link = present(read_address(address.replace("%7C300", "")))
    expected = None if path is None else PNG + path.encode()
    assert VaultPictures(Containment(vault)).read(link, "People/Anna.md") == expected


def test_a_link_that_leads_out_of_the_vault_is_not_followed(vault: Path) -> None:
    (vault / "sly.png").symlink_to(vault.parent / "outside.png")
    link = present(read_address("embed:sly.png"))
    assert VaultPictures(Containment(vault)).read(link, "a.md") is None
    assert VaultPictures(Containment(vault, follow_links_out=True)).read(link, "a.md") is not None


@pytest.mark.parametrize(
    ("drawing", "shown"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>', True),
        ('<svg xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/></svg>', True),
        ('<svg><image href="https://e.org/x.png"/></svg>', False),
        ('<svg><image xlink:href="/etc/passwd"/></svg>', False),
        ('<svg style="background: url(https://e.org)"/>', False),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', False),
        (f'<svg><image href="data:image/png;base64,{b64encode(PNG).decode()}"/></svg>', True),
        (f'<svg><image href="data:image/png;base64,{b64encode(OUTSIDE.encode()).decode()}"/></svg>', False),
        ('<svg><image href="data:/../etc/logo.png"/></svg>', False),
    ],
)
def test_a_drawing_that_draws_on_other_files_is_not_shown(vault: Path, drawing: str, shown: bool) -> None:
    (vault / "d.svg").write_text(drawing)
    link = present(read_address("embed:d.svg"))
    assert (VaultPictures(Containment(vault)).read(link, "a.md") is not None) == shown


DRAWING = b"<svg>%s</svg>"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (PNG, "png"), (b"RIFF\0\0\0\0WEBPVP8 ", "webp"), (b"RIFF\0\0\0\0WAVEfmt ", None),
        (DRAWING % (b" " * (2 * 2**20 - 11)), "svg"), (DRAWING % (b" " * (2 * 2**20 - 10)), None),
    ],
    ids=["png", "webp", "sound", "the largest drawing", "a larger one"],
)  # fmt: skip
def test_the_format_of_a_picture_is_told_by_its_content(content: bytes, name: str | None) -> None:
    assert picture_format(content) == name


@pytest.mark.parametrize(
    "content",
    [
        OUTSIDE.encode(), b"\n\n" + OUTSIDE.encode(), gzip.compress(OUTSIDE.encode()),
        OUTSIDE.encode("utf-16"),
        f'<?xml version="1.0" encoding="utf-7"?>{OUTSIDE.replace("h", "+AGg-")}'.encode(), b"no picture",
    ],
    ids=["plain", "after lines", "compressed", "utf-16", "declared as utf-7", "none at all"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["sly.png", "sly.svg"])
def test_a_drawing_in_disguise_is_told_by_its_content(vault: Path, name: str, content: bytes) -> None:
    (vault / name).write_bytes(content)
    link = present(read_address(f"embed:{name}"))
    assert VaultPictures(Containment(vault)).read(link, "a.md") is None
