"""The manual is a vault whose links lead somewhere, and whose pages of keys and settings are true."""

import re
import runpy
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

ROOT = Path(__file__).parents[1]
RESOURCES = ROOT / "resources"
PAGES = [*(RESOURCES / "manual").glob("*.md"), *(RESOURCES / "developer").glob("*.md")]
CODE = re.compile(r"```.*?```|`[^`]*`|^ {4}[^\n]*$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\[\[([^\]|#`]+)(?:#([^\]|]+))?(?:\|[^\]]*)?\]\]")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_to_a_page_and_a_heading(page: Path) -> None:
    for name, heading in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        target = page.with_name(name if name.endswith(".png") else f"{name}.md")
        assert target.is_file(), name
        assert not heading or heading in HEADING.findall(target.read_text(encoding="utf-8")), heading


def test_the_readme_names_every_page() -> None:
    pairs = re.findall(r"\]\((?:<([^>]+)>|([^)\s]+))\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    linked = {target for pair in pairs for target in pair if target}
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} <= linked
    assert all((ROOT / target).exists() for target in linked)


def test_the_pages_of_keys_and_settings_are_those_of_the_program(qtbot: QtBot) -> None:
    """Else `python packaging/manual_pages.py` writes them anew."""
    for name, page in runpy.run_path(str(ROOT / "packaging" / "manual_pages.py"))["PAGES"].items():
        assert (RESOURCES / "manual" / name).read_text(encoding="utf-8") == page(), name


def test_the_architecture_names_files_that_exist() -> None:
    page = RESOURCES / "developer" / "Architecture.md"
    walks = page.read_text(encoding="utf-8").split("## Five walks")[1]
    named = re.findall(r"`((?:core|gui|service|settings|desktop|cli)/[\w/]+(?:\.py)?/?)`", walks)
    assert len(named) > 25
    assert [name for name in named if not (ROOT / "vaultsearch" / name).exists()] == []


def test_the_architecture_prints_the_tree_that_is_there() -> None:
    page = (RESOURCES / "developer" / "Architecture.md").read_text(encoding="utf-8")
    printed: set[str] = set()
    folders: list[tuple[int, str]] = [(4, ".")]
    for line in page.splitlines():
        if (match := re.match(r"( +)([\w.]+/|\w+\.py)(?:$| {2,}\S)", line)) is None:
            continue
        indent, name = len(match[1]), match[2]
        while folders[-1][0] > indent or (folders[-1][0] == indent and folders[-1][1] != "."):
            folders.pop()
        path = f"{folders[-1][1]}/{name}".removeprefix("./")
        printed.add(path.rstrip("/"))
        if name.endswith("/"):
            folders.append((indent + 1, path.rstrip("/")))
    assert [path for path in printed if not (ROOT / path).exists()] == []
    inits = (ROOT / "vaultsearch").glob("*/__init__.py"), (ROOT / "vaultsearch/core").glob("*/__init__.py")
    assert {str(init.parent.relative_to(ROOT)) for each in inits for init in each} <= printed
