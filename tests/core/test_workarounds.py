"""Each WORKAROUND in the program names its library's version, and is looked at again when that moves."""

import platform
import re
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

import vaultsearch

PACKAGE = Path(vaultsearch.__file__).parent
MARK = re.compile(r"WORKAROUND (?P<library>\S+) (?P<verified>\d[\d.]*\d|\d+)\b")
DISTRIBUTIONS = {"PySide6": "PySide6-Essentials"}
SPECIFICATIONS = re.compile(r"WORKAROUND of CommonMark 0\.31")
"""They do not move with an installation."""


class Workaround(NamedTuple):
    """The place of a workaround, and the version that it was verified with: its first numbers."""

    place: str
    library: str
    verified: str


def workarounds() -> list[Workaround]:
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if (match := MARK.search(line)) is not None:
                place = f"{file.relative_to(PACKAGE)}:{number}"
                found.append(Workaround(place, match["library"], match["verified"]))
    return found


def installed(library: str) -> str:
    if library == "glibc":
        name, number = platform.libc_ver()
        return number if name == "glibc" else pytest.skip("there is another C library here")
    return version(DISTRIBUTIONS.get(library, library))


@pytest.mark.parametrize("one", workarounds(), ids=lambda one: f"{one.place} {one.library}")
def test_a_workaround_was_verified_with_the_version_installed(one: Workaround) -> None:
    now = installed(one.library)
    assert f"{now}.".startswith(f"{one.verified}."), (
        f"{one.library} is {now} now, and the workaround at {one.place} was verified with {one.verified}. "
        f"See whether {one.library} still does what is told there, and whether what the workaround replaces "
        "is still there; then write the new version, or remove the workaround."
    )


def test_every_workaround_names_a_version() -> None:
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        named = len(MARK.findall(text)) + len(SPECIFICATIONS.findall(text))
        assert text.count("WORKAROUND") == named, file
    assert {one.library for one in workarounds()} >= {"lancedb", "PySide6", "py3langid", "glibc"}
