"""The parts for macOS and Windows, which no test here can build, fit each other and the specification."""

import ast
import plistlib
import re
import tomllib
from pathlib import Path
from string import Template
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
SPEC = (PACKAGING / "frozen" / "vaultsearch.spec").read_text(encoding="utf-8")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def calls(name: str, tree: ast.AST | None = None) -> list[dict[str, ast.expr]]:
    """The keyword arguments of each call in the specification, or another tree."""
    nodes = (node for node in ast.walk(tree or ast.parse(SPEC)) if isinstance(node, ast.Call))
    return [{one.arg or "": one.value for one in n.keywords} for n in nodes if ast.unparse(n.func) == name]


def plist(name: str) -> dict[str, Any]:
    read: dict[str, Any] = plistlib.loads((PACKAGING / "macos" / name).read_bytes())
    return read


def sections() -> dict[str, list[str]]:
    """The lines of each section of the installer's script, without comments."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (PACKAGING / "windows" / "vaultsearch.iss").read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
            assert section not in found
        elif line and not line.startswith(";"):
            found.setdefault(section, []).append(line)
    return found


def parameters(line: str) -> dict[str, str]:
    return {name: value.strip('"') for name, value in re.findall(r'(\w+): ("[^"]*"|[^;]+)', line)}


def test_every_file_that_the_specification_names_exists() -> None:
    named = re.findall(r'PACKAGING / "(\w+)" / "([\w.]+)"', SPEC)
    assert {"macos", "windows"} <= {folder for folder, _ in named}
    for folder, file in named:
        assert (PACKAGING / folder / file).is_file(), file


def test_macos_shows_a_window_opens_folders_dropped_on_its_icon_and_asks_for_others_in_words() -> None:
    info = plist("Info.plist")
    assert not {"LSBackgroundOnly", "LSUIElement"} & info.keys()
    assert [kind["LSItemContentTypes"] for kind in info["CFBundleDocumentTypes"]] == [["public.folder"]]
    assert {"en", "de", "zh"} == set(info["CFBundleLocalizations"])
    for folder in ("Desktop", "Documents", "Downloads"):
        assert info[f"NS{folder}FolderUsageDescription"].endswith(".")
    # PyInstaller takes a dictionary, and makes of a program with a console one without a window.
    assert ast.unparse(calls("BUNDLE")[0]["info_plist"]).startswith("plistlib.loads(")
    assert [ast.unparse(one["console"]) for one in calls("executable")] == ["not IS_MACOS", "False"]


def test_macos_may_load_a_library_that_was_exchanged() -> None:
    needed = ("disable-library-validation", "allow-unsigned-executable-memory")
    assert plist("entitlements.plist") == {f"com.apple.security.cs.{name}": True for name in needed}


def test_the_version_comes_from_one_place() -> None:
    for file in ("macos/Info.plist", "windows/version.txt", "windows/vaultsearch.iss"):
        lines = (PACKAGING / file).read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if VERSION in line and not line.startswith(";")], file
    assert ast.unparse(calls("BUNDLE")[0]["version"]) == "VERSION"
    assert 'VERSION = version("vaultsearch")' in SPEC
    assert "AppVersion={#Version}" in sections()["Setup"]


def test_the_version_resource_of_windows_is_one_expression() -> None:
    template = Template((PACKAGING / "windows" / "version.txt").read_text(encoding="utf-8"))
    read = ast.parse(template.substitute(version=VERSION, numbers=(0, 1, 0, 0)), mode="eval")
    (fixed,) = calls("FixedFileInfo", read)
    assert ast.unparse(fixed["filevers"]) == "(0, 1, 0, 0)"
    assert f"StringStruct('ProductVersion', '{VERSION}')" in ast.unparse(read)


def test_the_installer_needs_no_administrator_and_knows_each_file_that_it_takes() -> None:
    script = sections()
    assert "PrivilegesRequired=lowest" in script["Setup"]
    names = re.findall(r'executable\("(\w+)"', SPEC)
    taken = [parameters(line)["Source"] for line in script["Files"]]
    assert taken == [*(rf"{{#Program}}\{name}.exe" for name in names), r"{#Program}\_internal\*"]
    started = [parameters(line)["Filename"] for section in ("Icons", "Run") for line in script[section]]
    assert set(started) == {r"{app}\vaultsearchw.exe"}
    # The build hands over all that the script leaves open.
    build = (PACKAGING / "build.py").read_text(encoding="utf-8")
    used = set(re.findall(r"{#(\w+)}", "\n".join(line for lines in script.values() for line in lines)))
    assert used == set(re.findall(r"/D(\w+)=", build))
