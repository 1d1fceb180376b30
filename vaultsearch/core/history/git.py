"""A note's versions in the git repository that its folder belongs to, if there is one. Read only.

Nothing that a repository configures is run, and nothing is fetched: a vault may come from a stranger.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.history.versions import FileChange, HistoryError, end_of
from vaultsearch.core.messages import Message
from vaultsearch.core.values.times import NoteVersion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date
    from pathlib import Path

_TIMEOUT_S = 60.0
_SAFE = (
    # git refuses a repository of another user, such as one on a drive; nothing of it is run here.
    "safe.directory=*",
    # A repository may name a program here, which git would start.
    "core.fsmonitor=false",
    "core.hooksPath=" + os.devnull,
    "core.quotePath=false",
    "log.showSignature=false",
    "log.follow=false",
    # Objects that a partial clone lacks would be fetched over the network.
    "protocol.allow=never",
)
_ENVIRONMENT = {
    # No settings but ours: aliases, pagers and filters of this machine would change what is written.
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    # Errors are recognized by their English text.
    "LC_ALL": "C",
}
_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
_BLOB = re.compile(r"[0-9a-f]{40,64}")
_NOTHING = re.compile(r"0{40,64}")
_COMMIT, _FIELD = "\x1e", "\x1f"
_TIME = f"--format={_COMMIT}%ct"
_ENTRY = re.compile(rf"([0-9a-f]+){_FIELD}(\d+){_FIELD}(.*?){_FIELD}(.*)", re.DOTALL)
_NOTE = ".md"
_NOTES = frozenset({_NOTE, ".canvas", ".base"})
_SHA256 = 64
"""Length of the ids of a repository with the longer hash."""
_LINK = "120000"
_LARGE_FILE = b"version https://git-lfs.github.com/"
"""The first bytes of the stand-in for a file that is kept elsewhere."""
_EMPTY_TREE = ("hash-object", "-t", "tree", "--stdin")


@dataclass(frozen=True, slots=True)
class GitHistory:
    """The history of the notes in a ``folder`` that belongs to a git repository."""

    folder: Path

    @property
    def beginning(self) -> str:
        """The commit that a shallow clone begins with, "" in a whole one."""
        if _git(self.folder, "rev-parse", "--is-shallow-repository").strip() != b"true":
            return ""
        return _checked(_git(self.folder, "rev-list", "--max-parents=0", "HEAD").decode().split()[-1])

    @property
    def is_there(self) -> bool:
        """Whether the folder belongs to a repository."""
        try:
            return bool(_run(self.folder, "rev-parse", "--git-dir"))
        except (HistoryError, subprocess.CalledProcessError, OSError):
            return False

    def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return the versions of a note, the latest first, across renames; () outside of a repository.

        Args:
            path: The note's within the vault; it need not exist any longer.

        Raises:
            HistoryError: git is not installed, or cannot read the repository.
        """
        place, name = _place(self.folder, path)
        log = ("log", "--follow", "--raw", "--numstat", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv")
        form = f"--format={_COMMIT}%H{_FIELD}%ct{_FIELD}%s{_FIELD}"
        try:
            written = _run(place, "--literal-pathspecs", *log, form, "--", name)
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace")
            # A vault in no repository, or in an empty one, simply has no history.
            if "not a git repository" in said or "does not have any commits" in said:
                return ()
            raise HistoryError(
                Message("git can't read the history of {}: {}", path, said.strip().removeprefix("fatal: ")),
                "Check the repository with git status.",
            ) from error
        return tuple(_versions(written.decode(errors="replace")))

    def text_of(self, path: str, version: NoteVersion) -> str:
        """Return the text of a version, "" if the note was deleted in it."""
        if not version.blob:
            return ""
        try:
            return _run(_place(self.folder, path)[0], "cat-file", "blob", version.blob).decode(
                errors="replace"
            )
        except subprocess.CalledProcessError as error:
            raise HistoryError(
                Message("The text of {} on {} isn't in this repository.", path, f"{version.date:%Y-%m-%d}"),
                "It may be a shallow or partial clone: fetch the whole history.",
            ) from error

    def commit_on(self, day: date) -> tuple[str, int]:
        """Return the commit in force at the end of a day, in local time, and its seconds since the epoch.

        Raises:
            HistoryError: There is none, or the folder is in no repository.
        """
        try:
            before = f"--before={int(end_of(day).timestamp()) - 1}"
            answer = _run(self.folder, "log", "-1", "--format=%H %ct", before).decode()
        except subprocess.CalledProcessError as error:
            if b"does not have any commits" not in error.stderr:
                raise HistoryError(
                    Message("{} is in no git repository.", self.folder),
                    "Have versions saved in Settings > Privacy, or keep the notes in one.",
                ) from error
            answer = ""
        if not answer.strip():
            none = Message("There is no commit of {} or before.", day)
            if first := self.beginning:
                written = _git(self.folder, "log", "-1", "--format=%ct", first)
                begun = datetime.fromtimestamp(int(written)).astimezone().date()
                none = Message("The history here begins on {}: the clone is shallow.", begun)
            raise HistoryError(none, "Ask for a later day.")
        commit, _, seconds = answer.strip().partition(" ")
        return _checked(commit), int(seconds)

    def blobs_of(self, commit: str) -> dict[str, str]:
        """Map the paths of a folder's notes, and of what says which of them are read, to their blobs."""
        from vaultsearch.core.vault.ignoring import IGNORE_FILE

        listed = os.fsdecode(_git(self.folder, "ls-tree", "-r", "-z", commit))
        blobs = {}
        for entry in filter(None, listed.split("\0")):
            described, _, name = entry.partition("\t")
            (mode, kind, blob), path = described.split(), PurePosixPath(name)
            is_settings = path.name == IGNORE_FILE or path.parts[0] == ".obsidian"
            is_kept = is_settings or path.suffix.lower() in _NOTES
            # A link, or a path that leaves the folder, could lead to files outside of the vault.
            if kind == "blob" and mode != _LINK and is_kept and ".." not in path.parts:
                blobs[str(path)] = _checked(blob)
        return blobs

    def changes_between(self, before: str, after: str) -> tuple[FileChange, ...]:
        """List the notes that differ between two commits, a renamed one once; "" is before the first.

        Raises:
            HistoryError: git cannot compare the commits.
        """
        # Asked for, because its id depends on the hash that the repository is made with.
        begun = before or self.beginning or _git(self.folder, *_EMPTY_TREE).decode().strip()
        raw = ("--raw", "--no-abbrev", "--relative")
        answer = _git(self.folder, "diff-tree", "-r", "-z", "-M", *raw, begun, after)
        return tuple(_file_changes(os.fsdecode(answer)))

    def deleted_notes(self) -> dict[str, tuple[str, int]]:
        """Map the paths of notes that were deleted, not renamed, to their last blobs, and when it was."""
        log = ("log", "--diff-filter=D", "--raw", "-z", "-M", "--no-abbrev", "--relative", _TIME)
        deleted: dict[str, tuple[str, int]] = {}
        for seconds, raw in _commits(self.folder, *log):
            for change in _file_changes(raw):
                # The log begins with the latest commit: a note that was deleted twice went at the later time.
                deleted.setdefault(change.path_before, (change.blob_before, seconds))
        return deleted

    def times_of_changes(self, before: str, after: str) -> dict[str, int]:
        """Map the paths that commits after one up to another touch to the latest time, in seconds."""
        before = before or self.beginning
        commits = f"{before}..{after}" if before else after
        log = ("log", "--name-only", "-z", "-M", "--relative", _TIME, commits)
        times: dict[str, int] = {}
        for seconds, paths in _commits(self.folder, *log):
            for path in filter(None, paths.split("\0")):
                times.setdefault(path, seconds)
        return times

    def contents_of(self, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the contents of blobs; left out is what a shallow or partial clone lacks, or LFS keeps."""
        return _contents(self.folder, blobs)

    def texts_of(self, path: str, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the contents of blobs of a note's versions: a vault may hold repositories."""
        return _contents(_place(self.folder, path)[0], blobs)

    @staticmethod
    def blob_of(content: bytes, like: str) -> str:
        """Return the id that git gives a content, by the hash that the id ``like`` is made with."""
        made = hashlib.sha256() if len(like) == _SHA256 else hashlib.sha1(usedforsecurity=False)
        made.update(b"blob %d\0" % len(content) + content)
        return made.hexdigest()


def _contents(folder: Path, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    answer, position = _git(folder, "cat-file", "--batch", stdin=asked), 0
    while position < len(answer):
        end = answer.index(b"\n", position)
        blob, _, size = answer[position:end].decode().partition(" blob ")
        position = end + 1
        if size:
            content = answer[position : position + int(size)]
            position += int(size) + 1
            if not content.startswith(_LARGE_FILE):
                yield blob, content


def _commits(folder: Path, *log: str) -> Iterator[tuple[int, str]]:
    """Yield the time of each commit in seconds, the latest first, and what the log has of it."""
    for entry in os.fsdecode(_git(folder, *log)).split(_COMMIT)[1:]:
        seconds, _, rest = entry.partition("\0")
        yield int(seconds), rest.lstrip("\n")


def _file_changes(raw: str) -> Iterator[FileChange]:
    """Read the changes of notes from a list of fields as ``--raw -z`` writes them."""
    fields = iter(raw.split("\0"))
    for field in fields:
        if not field.startswith(":"):
            continue
        mode_before, mode_after, blob_before, blob_after, kind = field[1:].split()
        before = next(fields)
        # Renames and copies have two paths, all others one.
        after = next(fields) if kind[0] in "RC" else before
        if _LINK in (mode_before, mode_after) or not after.lower().endswith(_NOTE):
            continue
        blobs = ["" if _NOTHING.fullmatch(blob) else _checked(blob) for blob in (blob_before, blob_after)]
        yield FileChange(before if blobs[0] else "", after if blobs[1] else "", *blobs)


def _place(folder: Path, path: str) -> tuple[Path, str]:
    """Return the deepest folder of a note that exists still, in which git is asked, and the path from it."""
    parts = PurePosixPath(path).parts
    for depth in range(len(parts) - 1, 0, -1):
        place = folder.joinpath(*parts[:depth])
        if place.is_dir() and place.resolve().is_relative_to(folder.resolve()):
            return place, str(PurePosixPath(*parts[depth:]))
    return folder, path


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    try:
        return _run(folder, *arguments, stdin=stdin)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise HistoryError(
            Message("git can't read the history of {}: {}", folder, said),
            "Check the repository with git status.",
        ) from error


def _run(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    program = shutil.which("git")
    if program is None:
        raise HistoryError("A history needs git, which isn't installed.", "Install git, and ask again.")
    settings = [part for setting in _SAFE for part in ("-c", setting)]
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _ENVIRONMENT
    try:
        done = subprocess.run(  # noqa: S603  # its arguments are ours; a path stands behind --
            [program, "--no-pager", *settings, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=True,
            timeout=_TIMEOUT_S,
            input=stdin,
        )
    except subprocess.TimeoutExpired as error:
        raise HistoryError("git takes too long.", "Try again.") from error
    return done.stdout


def _versions(log: str) -> Iterator[NoteVersion]:
    for entry in log.split(_COMMIT)[1:]:
        match = _ENTRY.fullmatch(entry)
        if match is None:
            continue  # a subject with signs that part entries
        commit, seconds, subject, rest = match.groups()
        fields = rest.strip("\0\n").split("\0")
        raw = next((i for i, field in enumerate(fields) if field.lstrip("\n").startswith(":")), None)
        if raw is None:
            continue  # a merge that left the note as one of its parents has it
        blob, kind = fields[raw].split()[3:5]
        is_renamed = kind[0] in "RC"
        name = fields[raw + (2 if is_renamed else 1)]
        counts = fields[raw + (3 if is_renamed else 2)].split("\t")
        yield NoteVersion(
            commit,
            datetime.fromtimestamp(int(seconds)).astimezone(),
            subject,
            name,
            "" if _NOTHING.fullmatch(blob) else _checked(blob),
            *(int(count) if count.isdigit() else 0 for count in counts[:2]),
        )


def _checked(blob: str) -> str:
    if _BLOB.fullmatch(blob) is None:
        raise HistoryError("git answers with something that isn't a version.", "Update git.")
    return blob
