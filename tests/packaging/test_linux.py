"""What Linux gets of the program: desktop entry, metadata, Debian package, AppImage; icons everywhere."""

import gzip
import os
import runpy
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from email import message_from_string
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage, QImageReader, qAlpha

from vaultsearch.desktop.before_qt import QT_LIBRARIES, XCB_LIBRARIES

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
ENTRY = PACKAGING.parent / "vaultsearch" / "desktop" / "vaultsearch.desktop"
METADATA = PACKAGING / "linux" / "io.github.vaultsearch.vaultsearch.metainfo.xml"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a script of packaging/linux."""
    monkeypatch.syspath_prepend(str(PACKAGING / "linux"))
    return import_module


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "vaultsearch"
    (folder / "_internal").mkdir(parents=True)
    (folder / "vaultsearch").write_text("#!/bin/sh\necho started\n")
    (folder / "vaultsearch").chmod(0o755)
    return folder


def entry() -> ConfigParser:
    parsed = ConfigParser(interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]  # its keys have capitals
    parsed.read(ENTRY, encoding="utf-8")
    return parsed


def test_folders_can_be_opened_with_it_and_its_icon_offers_search_and_summoning() -> None:
    main = entry()["Desktop Entry"]
    assert main["Exec"] == "vaultsearch %U"
    assert main["MimeType"] == "inode/directory;x-scheme-handler/vaultsearch;"
    actions = [entry()[f"Desktop Action {name}"] for name in main["Actions"].strip(";").split(";")]
    assert [action["Exec"] for action in actions] == ["vaultsearch", "vaultsearch --toggle"]
    assert all({"Name", "Name[de]", "Name[zh_CN]"} <= action.keys() for action in actions)


@pytest.mark.parametrize(
    "command",
    [["desktop-file-validate", str(ENTRY)], ["appstreamcli", "validate", "--no-net", str(METADATA)]],
    ids=["entry", "metadata"],
)
def test_the_desktops_own_tools_find_no_fault(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_software_centres_are_told_what_the_desktop_entry_and_the_project_say() -> None:
    told = ElementTree.parse(METADATA).getroot()  # noqa: S314 - our own file
    assert told.findtext("launchable") == ENTRY.name
    assert METADATA.name == f"{told.findtext('id')}.metainfo.xml"
    assert told.findtext("summary") == entry()["Desktop Entry"]["Comment"]
    assert next(told.iter("release")).get("version") == VERSION


def test_the_debian_package_asks_for_all_that_the_window_needs(linux: Any) -> None:
    control = message_from_string(linux("deb").control(770_000))
    facts = [control[name] for name in ("Package", "Version", "Installed-Size")]
    assert facts == ["vaultsearch", VERSION, "770000"]
    needed = {one.split()[0] for one in control["Depends"].split(", ")}
    libraries = {packages[0] for packages in (QT_LIBRARIES | XCB_LIBRARIES).values()}
    assert needed >= libraries | {"libc6", "libxcb-cursor0"}
    assert not any(line.startswith((" .", "  ")) for line in control["Description"].splitlines())


def test_an_installed_tree_starts_and_has_all_its_files(linux: Any, program: Path, tmp_path: Path) -> None:
    usr = tmp_path / "usr"
    linux("tree").lay_out(program, usr)
    assert subprocess.check_output([usr / "bin" / "vaultsearch"], text=True) == "started\n"
    assert (usr / "share" / "applications" / ENTRY.name).read_bytes() == ENTRY.read_bytes()
    icons = ("scalable/apps/vaultsearch.svg", "48x48/apps/vaultsearch.png")
    for name in (f"metainfo/{METADATA.name}", *(f"icons/hicolor/{icon}" for icon in icons)):
        assert (usr / "share" / name).is_file(), name
    page = gzip.decompress((usr / "share" / "man" / "man1" / "vaultsearch.1.gz").read_bytes()).decode()
    assert page.startswith(".TH VAULTSEARCH 1")
    for place in import_module("tree").COMPLETIONS.values():
        assert "vaultsearch" in (usr / "share" / place).read_text(encoding="utf-8")
    told = (usr / "share" / "doc" / "vaultsearch" / "copyright").read_text(encoding="utf-8")
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in told
    assert " ".join(told.replace("\n .\n", "\n").split()).endswith(" ".join(licence.split()[-20:]))


def test_an_app_dir_starts_the_program_with_entry_and_icon(linux: Any, program: Path, tmp_path: Path) -> None:
    made = linux("appimage").make_app_dir(program, tmp_path / "vaultsearch.AppDir")
    assert subprocess.check_output([made / "AppRun"], text=True) == "started\n"
    assert (made / ENTRY.name).read_bytes() == ENTRY.read_bytes()
    assert (made / f"{entry()['Desktop Entry']['Icon']}.png").read_bytes() == (made / ".DirIcon").read_bytes()


@pytest.mark.parametrize(
    ("unpacked", "packed", "is_within"), [(1, 1, True), (9000, 1, False), (1, 9000, False)]
)
def test_the_build_fails_above_its_limits(
    unpacked: int, packed: int, is_within: bool, program: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "packed.tar.xz"
    for file, megabytes in ((program / "_internal" / "large", unpacked), (archive, packed)):
        with file.open("wb") as empty:
            empty.truncate(megabytes * 1_000_000)
    assert runpy.run_path(str(PACKAGING / "build.py"))["are_within_limits"](program, archive) is is_within


@pytest.mark.parametrize("former", ["", "/opt/lib"])
def test_programs_opened_by_it_load_no_libraries_of_it(former: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/vaultsearch/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", former)
    runpy.run_path(str(PACKAGING / "frozen" / "library_path.py"))
    assert os.environ.get("LD_LIBRARY_PATH", "") == former
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


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
