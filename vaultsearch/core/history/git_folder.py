"""Location of a git repository: if it leads out of the folder, it is not read.

A vault may come from a stranger, and the repository may claim any other repository on this computer.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from vaultsearch.core.history.file_changes import HistoryError, no_notes
from vaultsearch.core.messages import Message

_NAMED = "gitdir:"
_WORKTREE = re.compile(r"^[ \t]*worktree[ \t]*=[ \t]*(\S.*)", re.MULTILINE)
_MAX_TEXT_LENGTH = 1 << 16
_MAX_BORROWING = 5
"""Maximum chain of repositories that borrow objects, as in git itself."""
_WITH_LINKS = ("", "objects", "objects/pack", "objects/info", "refs", "refs/heads")
"""Folders in a repository whose entries must not be links that lead out."""


def require_own_repository(place: Path) -> None:
    """Raise HistoryError if the folder does not exist, or if the repository leads to another folder."""
    if not place.is_dir():
        raise no_notes(place)
    top = next((folder for folder in (place, *place.parents) if os.path.lexists(folder / ".git")), None)
    if top is None:
        return
    try:
        is_own = _is_within(top)
    except (OSError, ValueError, RuntimeError):
        is_own = False
    if not is_own:
        raise HistoryError(
            Message("The repository of {} leads to another folder, which isn't read.", place),
            "Keep the whole repository in the folder, or have versions saved in Settings > Privacy.",
        )


def _is_within(top: Path) -> bool:
    """Return whether everything git would read from a repository is in the folder ``top``.

    A worktree's or submodule's repository is elsewhere, and must name the folder in return.
    """
    git, root = top / ".git", top.resolve()
    folder = git if git.is_dir() else top / _read_text(git).removeprefix(_NAMED).strip()
    common, module = folder, _WORKTREE.search(_read_text(folder / "config"))
    if module is not None and (folder / module[1]).resolve() == root:
        root = folder.resolve()
    elif (folder / "commondir").exists():
        common = folder / _read_text(folder / "commondir").strip()
        owner = common.resolve()
        is_named = Path(_read_text(folder / "gitdir").strip()).resolve() == git.resolve()
        if folder.resolve().parent == owner / "worktrees" and is_named:
            root = owner.parent
    return all(_has_no_way_out(part, root) for part in (folder, common)) and _borrows_within(
        common / "objects", root, _MAX_BORROWING
    )


def _read_text(file: Path) -> str:
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8") as opened:
        return opened.read(_MAX_TEXT_LENGTH)


def _has_no_way_out(folder: Path, root: Path) -> bool:
    """Return whether a repository's folder is inside ``root``, with everything it reads objects from."""
    entries = [
        entry for name in _WITH_LINKS if (folder / name).is_dir() for entry in (folder / name).iterdir()
    ]
    links = [entry for entry in entries if entry.is_symlink()]
    return all(path.resolve().is_relative_to(root) for path in (folder, *links))


def _borrows_within(objects: Path, root: Path, steps: int) -> bool:
    """Return whether the objects borrowed from other repositories are inside ``root``, too."""
    alternates = objects / "info" / "alternates"
    lines = _read_text(alternates).splitlines()
    others = [objects / line for line in lines if line.strip()]
    # Only git can read the escapes in a quoted path.
    if any(line.startswith('"') for line in lines):
        return False
    return not others or (
        steps > 0
        and all(
            other.resolve().is_relative_to(root) and _borrows_within(other, root, steps - 1)
            for other in others
        )
    )
