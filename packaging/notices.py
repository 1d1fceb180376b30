"""The notices of the frozen program: the packages that it brings along, with the texts of their licences.

Its specification hands over the files that PyInstaller collected, and installed metadata tell the rest: an
installation has more packages than are frozen. pip-licenses lists whole environments, with one text for each
package; numpy alone has seventeen.
"""

from __future__ import annotations

import csv
import os
import platform
import re
import shutil
import subprocess
import sysconfig
from collections import defaultdict
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TEXTS = Path(__file__).with_name("licenses")
"""Texts of the licences that some packages name, and come without."""
REFUSED_FILES = ("libreadline", "libgdbm", "Qt6VirtualKeyboard", "Qt6Charts", "Qt6Graphs", "Qt6NetworkAuth")
"""Parts of Python and of Qt that are under the GPL alone."""
NAMED_TEXTS = {
    "LGPL": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "Apache": ("Apache-2.0.txt",),
    "cobble": ("BSD-2-Clause-cobble.txt",),
}
"""By a word of the licence, or of the package."""
_TEXT = re.compile(r"(licen[cs]e|copying|notice|copyright|authors)[^/]*$", re.IGNORECASE)
_CODE = (".py", ".pyc", ".so", ".pyi")
_LIBRARY = re.compile(r"\.(so(\.\d+)*|dylib|dll|pyd)$")
_COMMON_FOLDER = Path("/usr/share/common-licenses")
_COMMON = re.compile(r"/usr/share/common-licenses/([A-Z]+-\d(?:\.\d)?)")
_RULE = "=" * 100
INTRODUCTION = """\
THIRD-PARTY NOTICES

vaultsearch is under the MIT License. It comes with the software named below, under its own terms.

Qt and PySide6 {qt} are used under the GNU Lesser General Public License, version 3, unchanged. They are
separate libraries in the folder PySide6 beside the program's other libraries: you may replace them by your
own builds, of Qt, PySide6 and shiboken6 of one version, and modify and debug them for that. Their source:
https://download.qt.io/official_releases/QtForPython/pyside6/ and
https://download.qt.io/official_releases/qt/

The models: all-MiniLM-L6-v2 and ms-marco-MiniLM-L-12-v2 by UKP Lab and Microsoft, and the Universal Sentence
Encoder by Google, are under the Apache License 2.0; multilingual-e5-small by Microsoft is under the MIT
License.

Python {python} is under the PSF License Agreement. The start of the program is the bootloader of PyInstaller,
whose licence, the GPL 2 or later, has an exception for programs that are passed on with it.
"""


class RefusedLicenseError(Exception):
    """Something that was collected may not be passed on with the program."""


_MIT = "MIT License"


def notices(files: Iterable[str]) -> str:
    """Return the notices of ``files``. Raise RefusedLicenseError if one may not be passed on."""
    whole = {os.path.realpath(file) for file in files}
    owners = _owners()
    packages = {owners[file].name: owners[file] for file in whole & owners.keys()}
    packages.pop("vaultsearch", None)
    refused = [name for name, package in packages.items() if is_refused(package)]
    refused += [file for file in whole if any(part in file for part in REFUSED_FILES)]
    if refused:
        raise RefusedLicenseError(f"Under the GPL or AGPL alone, or unknown: {', '.join(sorted(refused))}")
    ordered = sorted(packages.values(), key=lambda package: package.name.lower())
    table = [f"{one.name} {one.version}  |  {license_of(one)}  |  {_home_page(one)}" for one in ordered]
    of_python = os.path.realpath(sysconfig.get_path("stdlib"))
    others = [file for file in whole - owners.keys() if not file.startswith(of_python)]
    of_system = system_packages([file for file in others if _LIBRARY.search(file)])
    qt = packages["PySide6_Essentials"].version if "PySide6_Essentials" in packages else ""
    introduction = INTRODUCTION.format(qt=qt, python=platform.python_version())
    listed = ["Packages", *table, "", "Libraries of the system that it was built on", *sorted(of_system)]
    return "\n".join([introduction, *listed, "", *_texts(ordered, of_system)])


def _owners() -> dict[str, Distribution]:
    """Map each file of an installed package to the package."""
    owners = {}
    for package in distributions():
        place = os.path.realpath(package.locate_file(""))
        # `files` takes a second for an object of each.
        rows = csv.reader((package.read_text("RECORD") or "").splitlines())
        owners |= {os.path.normpath(f"{place}/{row[0]}"): package for row in rows if row}
    return owners


def license_of(package: Distribution) -> str:
    """Return the licence that the metadata name: the expression, else the field, else the classifiers.

    Where they name none, it is the first line of the licence's text, if that is "MIT License".
    """
    metadata = package.metadata
    classifiers = [line.rpartition(" :: ")[2] for line in _all(package, "Classifier") if "License ::" in line]
    field = (metadata.get("License") or "").strip()
    short = field if "\n" not in field and len(field) <= 200 else ""
    named = metadata.get("License-Expression") or short or " OR ".join(classifiers)
    return named or next((_MIT for text in _own_texts(package) if text.lstrip().startswith(_MIT)), "")


def is_refused(package: Distribution) -> bool:
    """Return whether the package may only be passed on under the GPL or AGPL, or its licence is unknown.

    Each part of an expression that AND joins has to offer an alternative; so has the list of classifiers,
    which do not tell how they are joined. The Lesser GPL is none of them, nor is one with an exception.
    """
    named = license_of(package)
    parts = re.split(r"\bAND\b", named)
    alternatives = [re.split(r"\bOR\b", part) for part in parts]
    return not named or any(all(map(_is_strong, each)) for each in alternatives)


def _is_strong(named: str) -> bool:
    is_gpl = re.search(r"\bA?GPL|(?<!Lesser )(?<!Library or Lesser )General Public", named, re.IGNORECASE)
    return bool(is_gpl) and not re.search(r"\bWITH\b|exception", named, re.IGNORECASE)


def system_packages(libraries: list[str]) -> dict[str, Path | None]:
    """Map the Debian packages of ``libraries`` to the files with their licences; others by name, to None."""
    names = {Path(library).name for library in libraries}
    found: dict[str, Path | None] = {}
    for line in _debian_packages(names):
        package, _, file = line.partition(": ")
        name = package.partition(":")[0]
        names.discard(Path(file).name)
        text = Path("/usr/share/doc", name, "copyright")
        found[name] = text if text.is_file() else None
    return found | dict.fromkeys(names)


def _debian_packages(names: set[str]) -> list[str]:
    """Return the lines, package and file, of dpkg about libraries of these names; none without dpkg."""
    if not names or shutil.which("dpkg-query") is None:
        return []
    command = ["dpkg-query", "--search", *(f"*/{name}" for name in names)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def _texts(packages: list[Distribution], of_system: dict[str, Path | None]) -> Iterator[str]:
    """Yield each text once, under the names of those that it holds for."""
    holders: dict[str, list[str]] = defaultdict(list)
    for package in packages:
        for text in _own_texts(package) or _named_texts(package):
            holders[text.strip()].append(package.name)
    for name, file in of_system.items():
        if file is not None:
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            holders[text].append(name)
            for common in {*_COMMON.findall(text)}:  # it refers to the licence rather than having it
                if (whole := _COMMON_FOLDER / common).is_file():
                    holders[whole.read_text(encoding="utf-8").strip()].append(name)
    of_python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if of_python.is_file():
        holders[of_python.read_text(encoding="utf-8").strip()].append("Python")
    for text, names in holders.items():
        yield f"{_RULE}\n{', '.join(dict.fromkeys(names))}\n{_RULE}\n\n{text}\n"


def _own_texts(package: Distribution) -> list[str]:
    files = [file for file in package.files or () if _TEXT.search(str(file)) and file.suffix not in _CODE]
    whole = [Path(str(package.locate_file(file))) for file in files if ".dist-info" in str(file)]
    whole = whole or [Path(str(package.locate_file(file))) for file in files]
    return [file.read_text(encoding="utf-8", errors="replace") for file in whole if file.is_file()]


def _named_texts(package: Distribution) -> list[str]:
    named = f"{package.name} {license_of(package)}"
    files = next((files for word, files in NAMED_TEXTS.items() if word in named), ())
    return [(TEXTS / file).read_text(encoding="utf-8") for file in files]


def _home_page(package: Distribution) -> str:
    urls = dict(line.lower().split(", ", 1) for line in _all(package, "Project-URL"))
    named = next(
        (urls[name] for name in ("homepage", "source", "repository", "source code") if name in urls), ""
    )
    return str(package.metadata.get("Home-page") or named or next(iter(urls.values()), ""))


def _all(package: Distribution, key: str) -> list[str]:
    return package.metadata.get_all(key) or []
