"""Git repositories to read the history of."""

import os
import shutil
import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str, at: str = "2025-05-01T12:00:00Z") -> None:
    """Run git in a folder, as of a moment."""
    moments = {"GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at}
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
    program = shutil.which("git") or "git"
    subprocess.run(
        [program, *who, *arguments], cwd=folder, env=os.environ | moments, check=True, capture_output=True
    )


def commit(folder: Path, message: str, at: str) -> None:
    """Commit all that there is."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message, at=at)
