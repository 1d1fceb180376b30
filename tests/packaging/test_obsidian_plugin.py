"""The plugin for Obsidian beside the real program: types, rules of its directory, and behaviors."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PROCESS_S

ROOT = Path(__file__).parents[2]
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
