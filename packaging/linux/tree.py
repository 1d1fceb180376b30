"""The folder ``usr`` of an installed program, which the Debian package and the AppImage have in common."""

from __future__ import annotations

import gzip
import os
import runpy
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"
ENTRY = ROOT / "vaultsearch" / "desktop" / "vaultsearch.desktop"
sys.path.insert(0, str(ROOT))
COMPLETIONS = {
    "bash": "bash-completion/completions/vaultsearch",
    "zsh": "zsh/vendor-completions/_vaultsearch",
    "fish": "fish/vendor_completions.d/vaultsearch.fish",
}
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: vaultsearch
Comment:
 The program brings along libraries and models of others. Their licences are listed in
 /usr/lib/vaultsearch/_internal/THIRD_PARTY_NOTICES.txt.

Files: *
Copyright: {holders}
License: MIT
{text}
"""


def lay_out(program: Path, usr: Path) -> None:
    """Lay out the program's folder, and what a desktop wants of it, beneath ``usr``; files are linked."""
    home = usr / "lib" / "vaultsearch"
    shutil.copytree(program, home, symlinks=True, copy_function=_link)
    (usr / "bin").mkdir()
    (usr / "bin" / "vaultsearch").symlink_to("../lib/vaultsearch/vaultsearch")
    share = usr / "share"
    _copy(ENTRY, share / "applications")
    _copy(LINUX / "io.github.vaultsearch.vaultsearch.metainfo.xml", share / "metainfo")
    _write(share / "doc" / "vaultsearch" / "copyright", copyright_file())
    _write_help(share)
    _draw_icons(share / "icons")


def copyright_file() -> str:
    """Return the copyright file of Debian's policy: the licence, a point on each of its empty lines."""
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    holders = next(line for line in lines if line.startswith("Copyright"))
    text = "\n".join(f" {line}" if line else " ." for line in lines[lines.index(holders) + 2 :])
    return COPYRIGHT.format(holders=holders.removeprefix("Copyright (c) "), text=text)


def _write_help(share: Path) -> None:
    from vaultsearch.cli.completion import Shell, completion_script

    for shell, place in COMPLETIONS.items():
        _write(share / place, completion_script(Shell(shell)))
    page: str = runpy.run_path(str(ROOT / "packaging" / "man_page.py"))["man_page"]()
    (share / "man" / "man1").mkdir(parents=True)
    (share / "man" / "man1" / "vaultsearch.1.gz").write_bytes(gzip.compress(page.encode(), mtime=0))


def _draw_icons(folder: Path) -> None:
    draw = runpy.run_path(str(ROOT / "packaging" / "icons.py"))["main"]
    with tempfile.TemporaryDirectory() as temporary:
        draw(Path(temporary))
        shutil.copytree(Path(temporary, "hicolor"), folder / "hicolor")


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)


def _copy(file: Path, folder: Path) -> None:
    _write(folder / file.name, file.read_text(encoding="utf-8"))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
