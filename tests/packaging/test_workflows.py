"""The workflows: pinned, with the least permissions, and each step a script that is there."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_and_a_workflow_may_do_nothing_by_itself(workflow: Path) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []
    assert yaml.safe_load(workflow.read_text(encoding="utf-8"))["permissions"] == {}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_is_there(workflow: Path) -> None:
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    named = [
        word for command in commands for word in command.split() if word.startswith(("packaging/", ".ci/"))
    ]
    assert named
    assert [word for word in named if not (ROOT / word).exists()] == []


def test_an_auditor_finds_nothing_in_the_workflows() -> None:
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    if zizmor is None:
        pytest.skip("needs zizmor, which the extra dev installs where there is a wheel")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", *map(str, WORKFLOWS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_release_tells_the_newest_changes_without_wikilinks() -> None:
    newest = runpy.run_path(str(ROOT / "packaging" / "release_notes.py"))["newest_changes"]
    page = (
        "# Changes\n\n## 0.2.0\n\n- A [[Language model]], [[For a team#TLS|a team]].\n\n## 0.1.0\n\n- Old\n"
    )
    assert newest(page) == "- A Language model, a team."
