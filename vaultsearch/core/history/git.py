"""A note's versions in the git repository around the vault, if any. Read only.

Nothing configured by a repository is run, and nothing is fetched: a vault may come from a stranger. A
repository that leads out of the folder is not read: it may claim any other on this computer.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from threading import Timer

from vaultsearch.core.history.file_changes import FileChange, HistoryError, decode_version, end_of, no_notes
from vaultsearch.core.messages import Message
from vaultsearch.core.process_limits import limit_program
from vaultsearch.core.values.times import NoteVersion

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
    folder = git if git.is_dir() else top / _read_text(git).removeprefix("gitdir:").strip()
    common, module = folder, _WORKTREE.search(_read_text(folder / "config"))
    if module is not None and (folder / module[1]).resolve() == root:
        root = folder.resolve()
    elif (folder / "commondir").exists():
        common = folder / _read_text(folder / "commondir").strip()
        owner = common.resolve()
        is_named = Path(_read_text(folder / "gitdir").strip()).resolve() == git.resolve()
        if folder.resolve().parent == owner / "worktrees" and is_named:
            root = owner.parent
    for part in (folder, common):
        # With everything it reads objects from.
        entries = [
            entry for name in _WITH_LINKS if (part / name).is_dir() for entry in (part / name).iterdir()
        ]
        links = [entry for entry in entries if entry.is_symlink()]
        if not all(path.resolve().is_relative_to(root) for path in (part, *links)):
            return False
    return _borrows_within(common / "objects", root, _MAX_BORROWING)


def _read_text(file: Path) -> str:
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8") as opened:
        return opened.read(_MAX_TEXT_LENGTH)


def _borrows_within(objects: Path, root: Path, steps: int) -> bool:
    """Return whether the objects borrowed from other repositories are inside ``root``, too."""
    alternates = objects / "info" / "alternates"
    lines = _read_text(alternates).splitlines()
    others = [objects / line for line in lines if line.strip()]
    # Only git can read the escapes in a quoted path.
    if any(line.startswith('"') for line in lines):
        return False
    return all(
        steps > 0 and other.resolve().is_relative_to(root) and _borrows_within(other, root, steps - 1)
        for other in others
    )


_TIMEOUT_S = 60.0
# 300 kB of nested trees list endless paths, whose changes git keeps in memory: 7.6 GB.
_MAX_BYTES = 1 << 25
_MAX_NOTES = 200_000
_MAX_MEMORY = 1 << 30
_MAX_NOTE_BYTES, _MAX_BYTES_AT_ONCE = 1 << 24, 1 << 26
"""Maximum bytes of a content, and of contents read at once."""
_MAX_SECONDS = 32_503_680_000
"""The year 3000; a commit can name any second, but dates and files cannot."""
_SAFE = (
    # git refuses another user's repository, such as on a drive; nothing in it is run here.
    "safe.directory=*",
    # A repository may name a program here, which git would start.
    "core.fsmonitor=false",
    "core.hooksPath=" + os.devnull,
    "core.quotePath=false",
    "log.showSignature=false",
    "log.follow=false",
    # A folder of notes may look like the inside of a repository.
    "safe.bareRepository=explicit",
    # A repository may ask for an unlimited search for renames.
    "diff.renameLimit=1000",
)
_ENVIRONMENT = {
    # Only our settings: this machine's aliases, pagers and filters would change the output.
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    # A partial clone's missing objects would be fetched over the network, or by a program named in the
    # repository, whose `protocol.ext.allow` overrides our settings.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # A replaced blob may be a commit.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    # Errors are recognized by English text.
    "LC_ALL": "C",
}
_KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
_BLOB = re.compile(r"[0-9a-f]{40,64}")
_NOTHING = re.compile(r"0{40,64}")
_COMMIT, _FIELD = "\x1e", "\x1f"
_TIME = f"--format={_COMMIT}%ct"
_ENTRY = re.compile(rf"([0-9a-f]+){_FIELD}(\d*){_FIELD}(.*?){_FIELD}(.*)", re.DOTALL)
_NOTE = ".md"
_NOTES = frozenset({_NOTE, ".canvas", ".base"})
_SHA256 = 64
"""Length of ids in a repository with the longer hash."""
_LINK = "120000"
_LARGE_FILE = b"version https://git-lfs.github.com/"
"""The first bytes of a placeholder for a file kept elsewhere."""
_EMPTY_TREE = ("hash-object", "-t", "tree", "--stdin")


@dataclass(frozen=True, slots=True)
class GitHistory:
    """The history of the notes in a ``folder`` inside a git repository."""

    folder: Path

    @property
    def beginning(self) -> str:
        """The first commit in a shallow clone, "" in a full clone."""
        if _run_checked(self.folder, "rev-parse", "--is-shallow-repository").strip() != b"true":
            return ""
        roots = _run_checked(self.folder, "rev-list", "--max-parents=0", "HEAD").decode()
        return _require_id(roots.split()[-1])

    @property
    def is_there(self) -> bool:
        """Whether the folder belongs to a repository."""
        try:
            return bool(_run_git(self.folder, "rev-parse", "--git-dir"))
        except (HistoryError, subprocess.CalledProcessError, OSError):
            return False

    def versions(self, path: str) -> tuple[NoteVersion, ...]:
        """Return a note's versions, the latest first, across renames; () outside a repository.

        Args:
            path: The note's path in the vault; it need not exist any longer.

        Raises:
            HistoryError: git is not installed, or cannot read the repository.
        """
        place, name = _locate_note(self.folder, path)
        log = ("log", "--follow", "--raw", "--numstat", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv")
        form = f"--format={_COMMIT}%H{_FIELD}%ct{_FIELD}%s{_FIELD}"
        try:
            written = _run_git(place, "--literal-pathspecs", *log, form, "--", name)
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace")
            # Without a repository, or in an empty repository, a vault has no history.
            if "not a git repository" in said or "does not have any commits" in said:
                return ()
            raise _unreadable(path, said) from error
        return tuple(_parse_versions(written.decode(errors="replace")))

    def text_of(self, path: str, version: NoteVersion) -> str:
        """Return a version's text, "" if the version deleted the note."""
        if not version.blob:
            return ""
        try:
            place, _ = _locate_note(self.folder, path)
            return decode_version(_run_git(place, "cat-file", "blob", version.blob))
        except subprocess.CalledProcessError as error:
            raise HistoryError(
                Message("The text of {} on {} isn't in this repository.", path, f"{version.date:%Y-%m-%d}"),
                "It may be a shallow or partial clone: fetch the whole history.",
            ) from error

    def commit_on(self, day: date) -> tuple[str, int]:
        """Return the last commit at the end of a day, in local time, and the seconds since the epoch.

        Raise HistoryError if there is none, or the folder is in no repository.
        """
        try:
            before = f"--before={int(end_of(day).timestamp()) - 1}"
            answer = _run_git(self.folder, "log", "-1", "--format=%H %ct", before).decode()
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
                written = _run_checked(self.folder, "log", "-1", "--format=%ct", first)
                begun = datetime.fromtimestamp(int(written)).astimezone().date()
                none = Message("The history here begins on {}: the clone is shallow.", begun)
            raise HistoryError(none, "Ask for a later day.")
        commit, _, seconds = answer.strip().partition(" ")
        return _require_id(commit), _clamp_seconds(seconds)

    def blobs_of(self, commit: str) -> dict[str, str]:
        """Map the paths of notes, and of settings for reading them, to blobs."""
        from vaultsearch.core.vault.ignoring import IGNORE_FILE

        listed = os.fsdecode(_run_checked(self.folder, "ls-tree", "-r", "-z", commit))
        blobs: dict[str, str] = {}
        for entry in filter(None, listed.split("\0")):
            described, _, path = entry.partition("\t")
            (mode, kind, blob), parts = described.split(), path.split("/")
            is_settings = parts[-1] == IGNORE_FILE or parts[0] == ".obsidian"
            is_kept = is_settings or PurePosixPath(parts[-1]).suffix.lower() in _NOTES
            # A link, or a path out of the folder, could lead to files outside the vault.
            if kind == "blob" and mode != _LINK and is_kept and ".." not in parts:
                blobs[path] = _require_id(blob)
        if len(blobs) > _MAX_NOTES:
            raise _too_much(self.folder)
        return blobs

    def changes_between(self, before: str, after: str) -> tuple[FileChange, ...]:
        """List the notes that differ between two commits, a renamed note once; "" is before the first.

        Raises:
            HistoryError: git cannot compare the commits.
        """
        # Computed by git, because the id depends on the repository's hash.
        begun = before or self.beginning or _run_checked(self.folder, *_EMPTY_TREE).decode().strip()
        raw = ("--raw", "--no-abbrev", "--relative")
        answer = _run_checked(self.folder, "diff-tree", "-r", "-z", "-M", *raw, begun, after)
        return tuple(_file_changes(os.fsdecode(answer)))

    def deleted_notes(self) -> dict[str, tuple[str, int]]:
        """Map the paths of deleted, not renamed, notes to their last blobs and deletion times."""
        log = ("log", "-c", "--diff-filter=D", "--raw", "-z", "-M", "--no-abbrev", "--relative", _TIME)
        deleted: dict[str, tuple[str, int]] = {}
        for seconds, raw in _read_commits(self.folder, *log):
            for change in _file_changes(raw):
                # The log begins with the latest commit, so a note deleted twice gets the later time.
                deleted.setdefault(change.path_before, (change.blob_before, seconds))
        return deleted

    def times_of_changes(self, before: str, after: str) -> dict[str, int]:
        """Map the paths touched after a commit up to another to the latest time, in seconds."""
        before = before or self.beginning
        commits = f"{before}..{after}" if before else after
        log = ("log", "-c", "--name-only", "-z", "-M", "--relative", _TIME, commits)
        times: dict[str, int] = {}
        for seconds, paths in _read_commits(self.folder, *log):
            for path in filter(None, paths.split("\0")):
                times.setdefault(path, seconds)
        return times

    def contents_of(self, blobs: Collection[str], path: str = "") -> Iterator[tuple[str, bytes]]:
        """Yield blobs with contents, except those missing from a shallow or partial clone, or kept by LFS.

        They are of the note at ``path``, if given: a vault may contain repositories.
        """
        folder, _ = _locate_note(self.folder, path)
        batch: list[str] = []
        left = _MAX_BYTES_AT_ONCE
        headers = _run_checked(folder, "cat-file", "--batch-check", stdin=_join_ids(blobs)).decode()
        for header in headers.splitlines():
            # A missing blob's header has two parts.
            blob, kind, size = [*header.split(), "0"][:3]
            if kind != "blob" or int(size) > _MAX_NOTE_BYTES:
                continue
            left -= int(size)
            if left < 0:
                yield from _read_batch(folder, batch)
                batch, left = [], _MAX_BYTES_AT_ONCE - int(size)
            batch.append(blob)
        yield from _read_batch(folder, batch)

    @staticmethod
    def blob_of(content: bytes, like: str) -> str:
        """Return git's id for a content, with the same hash as the id ``like``."""
        made = hashlib.sha256() if len(like) == _SHA256 else hashlib.sha1(usedforsecurity=False)
        made.update(b"blob %d\0" % len(content) + content)
        return made.hexdigest()


def _read_batch(folder: Path, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
    if not blobs:
        return
    most, position = 2 * _MAX_BYTES_AT_ONCE, 0
    answer = _run_checked(folder, "cat-file", "--batch", stdin=_join_ids(blobs), most=most)
    while position < len(answer):
        end = answer.index(b"\n", position)
        blob, _, size = answer[position:end].decode().split()
        content = answer[end + 1 : end + 1 + int(size)]
        position = end + 1 + len(content) + 1
        if not content.startswith(_LARGE_FILE):
            yield blob, content


def _join_ids(blobs: Collection[str]) -> bytes:
    return "".join(f"{blob}\n" for blob in blobs).encode()


def _clamp_seconds(written: str) -> int:
    """Return a commit's seconds since the epoch, limited to what a date can be."""
    return min(int(written or 0), _MAX_SECONDS)


def _read_commits(folder: Path, *log: str) -> Iterator[tuple[int, str]]:
    """Yield each commit's time in seconds, the latest first, and the log entry."""
    for entry in os.fsdecode(_run_checked(folder, *log)).split(_COMMIT)[1:]:
        seconds, _, rest = entry.partition("\0")
        yield _clamp_seconds(seconds), rest.lstrip("\n")


def _file_changes(raw: str) -> Iterator[FileChange]:
    """Read the changes of notes from fields written by ``--raw -z``."""
    fields = iter(raw.split("\0"))
    for field in fields:
        if not field.startswith(":"):
            continue
        *described, kind = field.lstrip(":").split()
        before = next(fields)
        # Renames and copies have a score and two paths, other changes one.
        after = next(fields) if kind[1:].isdigit() else before
        if _LINK in described or not after.lower().endswith(_NOTE):
            continue
        # A merge has a blob for each parent, of which the first stands for all.
        ids = described[len(described) // 2], described[-1]
        blobs = ["" if _NOTHING.fullmatch(blob) else _require_id(blob) for blob in ids]
        yield FileChange(before if blobs[0] else "", after if blobs[1] else "", *blobs)


def _locate_note(folder: Path, path: str) -> tuple[Path, str]:
    """Return the deepest existing folder of a note, to run git in, and the path from there."""
    parts = PurePosixPath(path).parts
    for depth in range(len(parts) - 1, 0, -1):
        place = folder.joinpath(*parts[:depth])
        if place.is_dir() and place.resolve().is_relative_to(folder.resolve()):
            return place, str(PurePosixPath(*parts[depth:]))
    return folder, path


def _run_checked(folder: Path, *arguments: str, stdin: bytes = b"", most: int = _MAX_BYTES) -> bytes:
    try:
        return _run_git(folder, *arguments, stdin=stdin, most=most)
    except subprocess.CalledProcessError as error:
        raise _unreadable(folder, error.stderr.decode(errors="replace")) from error


def _unreadable(place: object, output: str) -> HistoryError:
    return HistoryError(
        Message("git can't read the history of {}: {}", place, output.strip().removeprefix("fatal: ")),
        "Check the repository with git status.",
    )


def _run_git(folder: Path, *arguments: str, stdin: bytes = b"", most: int = _MAX_BYTES) -> bytes:
    """Return git's output. Raise HistoryError if it is too long or too slow, or git cannot be run."""
    program = shutil.which("git")
    if program is None:
        raise HistoryError("A history needs git, which isn't installed.", "Install git, and ask again.")
    require_own_repository(folder)
    command = [program, "--no-pager", *(part for setting in _SAFE for part in ("-c", setting)), *arguments]
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ} | _ENVIRONMENT
    with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as errors:
        question.write(stdin)
        question.seek(0)
        with subprocess.Popen(  # noqa: S603  # its arguments are ours; a path comes after --
            command, cwd=folder, env=environment, stdin=question, stdout=subprocess.PIPE, stderr=errors
        ) as process:
            answer, is_late = _read_output(process, most)
        errors.seek(0)
        if is_late:
            raise HistoryError("git takes too long.", "Try again.")
        if len(answer) > most:
            raise _too_much(folder)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command, answer, errors.read(2000))
    return answer


def _read_output(process: subprocess.Popen[bytes], most: int) -> tuple[bytes, bool]:
    """Read a process's output, at most ``most`` + 1 bytes, and whether it took too long."""
    limit_program(process.pid, memory=_MAX_MEMORY)
    timer = Timer(_TIMEOUT_S, process.kill)
    timer.start()
    try:
        answer = process.stdout.read(most + 1) if process.stdout else b""
        if len(answer) <= most:
            process.wait()
        return answer, not timer.is_alive()
    finally:
        timer.cancel()
        timer.join()
        # It may have more to write.
        process.kill()


def _too_much(folder: Path) -> HistoryError:
    return HistoryError(
        Message("The repository of {} holds too much to be read.", folder), "Look at it with git itself."
    )


def _parse_versions(log: str) -> Iterator[NoteVersion]:
    for entry in log.split(_COMMIT)[1:]:
        match = _ENTRY.fullmatch(entry)
        if match is None:
            continue  # a subject with the separators of entries
        commit, seconds, subject, rest = match.groups()
        fields = rest.strip("\0\n").split("\0")
        raw = next((i for i, field in enumerate(fields) if field.lstrip("\n").startswith(":")), None)
        if raw is None:
            continue  # a merge without changes to the note
        blob, kind = fields[raw].split()[3:5]
        is_renamed = kind[0] in "RC"
        name = fields[raw + (2 if is_renamed else 1)]
        counts = fields[raw + (3 if is_renamed else 2)].split("\t")
        yield NoteVersion(
            commit,
            datetime.fromtimestamp(_clamp_seconds(seconds)).astimezone(),
            subject,
            name,
            "" if _NOTHING.fullmatch(blob) else _require_id(blob),
            *(int(count) if count.isdigit() else 0 for count in counts[:2]),
        )


def _require_id(blob: str) -> str:
    if _BLOB.fullmatch(blob) is None:
        raise HistoryError("git answers with something that isn't a version.", "Update git.")
    return blob
