"""Read-only access to a vault's folder: list revisions, read notes."""

from __future__ import annotations

import json
import os
import stat
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from vaultsearch.core.errors import OutsideVaultError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.recognized_texts import RecognizedTexts, insert_recognized
from vaultsearch.core.values.note import EMBEDDED_KINDS, FileKind, Note, Revision
from vaultsearch.core.values.sync import EndingCount, Failure, summed_endings
from vaultsearch.core.vault.containment import LEADS_OUT_PROBLEM, Containment, is_link
from vaultsearch.core.vault.file_content import UnreadableNoteError, hash_of
from vaultsearch.core.vault.ignoring import IgnoreRules, UserRules
from vaultsearch.core.vault.markdown import read_plain_note
from vaultsearch.core.vault.note_dates import DateFormats, find_created_date
from vaultsearch.core.vault.pictures import add_paragraphs
from vaultsearch.core.vault.reading import FileRules, format_of, kind_of, read_file

__all__ = ["ObsidianVault", "UnreadableNoteError"]

_HIDDEN = (".", "~$")
"""How names begin that do not belong to the vault: while a document is open, Office keeps such a file."""
_MAX_SAMPLED_NOTES, _SAMPLE_BYTES = 500, 1_000
"""Notes sampled for the order of day and month, and bytes read from each: they take 30 ms."""


class ObsidianVault:
    """The notes in an Obsidian vault, and other files allowed by ``files``. Picklable.

    ``texts``, if given, provides text recognized in pictures.

    As in Obsidian, hidden files and folders (beginning with a dot) do not belong to the vault, but linked
    folders do, if outside only with ``follow_links_out``. Each real folder is walked once, under its own path
    before any link; links to an ancestor are not followed, so the walk ends. Exclusions are reread at each
    scan.
    """

    def __init__(
        self,
        root: str | Path,
        *,
        max_file_bytes: int = 64 * 1024 * 1024,
        user_rules: UserRules = UserRules(),  # noqa: B008 - a frozen value
        follow_links_out: bool = False,
        files: FileRules = FileRules(),  # noqa: B008 - a frozen value
        texts: RecognizedTexts | None = None,
    ) -> None:
        self.files = files
        self.texts = texts
        self.unread_endings: tuple[EndingCount, ...] | None = None
        """Unreadable files by name ending; None before the first scan."""
        self.paragraphs: dict[str, str] = {}
        """Paragraphs about pictures to read, by picture path."""
        self.dates: DateFormats | None = None
        """The vault's date formats; None before the first scan."""
        self.links: dict[str, str] | None = None
        """The real folders behind links, by the links' paths; None before the first scan."""
        self.root = Path(root)
        self.containment = Containment(self.root, follow_links_out)
        self.max_file_bytes = max_file_bytes
        self.user_rules = user_rules

    @property
    def location(self) -> str:
        """Return the vault's path."""
        return str(self.root)

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        """List all notes sorted by path, and the failures. Raise VaultNotFoundError if there is no vault."""
        walk = self._walk()
        walk.run()
        # Afterwards, as a drive may be taken away at any moment: its notes counted as deleted.
        if not self.root.is_dir():
            sentence = Message("The folder {} doesn't exist.", self.root)
            raise VaultNotFoundError(sentence, "Connect its drive, or open it where it is now.")
        if _is_empty(self.root):
            # An unmounted drive leaves an empty folder, which must not count as the deletion of all notes.
            sentence = Message("No notes in {}: the folder is empty.", self.root)
            raise VaultNotFoundError(sentence, "Choose another folder, or connect its drive.")
        self.unread_endings = summed_endings(EndingCount(*item) for item in walk.unread.items())
        self.links = walk.links
        samples = self._date_samples(walk.revisions)
        self.dates = DateFormats.of_vault(self.root, samples, len(walk.revisions), self.dates)
        return walk.listed()

    def _date_samples(self, revisions: Sequence[Revision]) -> Iterator[str]:
        """Yield the paths, then the beginnings of some notes, to learn how the vault writes dates."""
        yield "\n".join(revision.path for revision in revisions)
        notes = [revision for revision in revisions if revision.path.endswith(".md")]
        for revision in notes[:: 1 + len(notes) // _MAX_SAMPLED_NOTES]:
            with suppress(OSError, OutsideVaultError), self.containment.open(revision.path) as opened:
                yield opened.file.read(_SAMPLE_BYTES).decode("utf-8", "replace")

    def scan_files(self, paths: Collection[str]) -> tuple[list[Revision], list[Failure]] | None:
        """List the existing files among ``paths``, like `scan`; return None if only `scan` can tell.

        Only `scan` can tell for files below a linked folder, listed under another path, and for names with
        another spelling on disk.
        """
        names_by_folder = defaultdict[str, set[str]](set)
        for path in paths:
            folder, _, name = path.rpartition("/")
            names_by_folder[folder].add(name)
        walk = self._walk()
        can_tell = all(walk.look_at(folder, names) for folder, names in names_by_folder.items())
        return walk.listed() if can_tell and self.root.is_dir() and not _is_empty(self.root) else None

    def has_files(self) -> bool:
        """Return whether there is a file to read, readable or not; stop at the first."""
        walk = self._walk()
        walk.run(first_only=True)
        return bool(walk.revisions or walk.failures)

    def _walk(self) -> _VaultWalk:
        rules = IgnoreRules.load(self.root, self.user_rules)
        return _VaultWalk(self.containment, self.max_file_bytes, rules, self.files)

    def read(self, revision: Revision) -> Note:
        """Read and parse a note.

        Raises:
            UnreadableNoteError: The content is not text, or too large.
            OutsideVaultError: A link leads out of the vault.
            FileNotFoundError: The file disappeared since the scan.
            OSError: Any other disk error.
        """
        raw, leads_out = self._content(revision)
        note = read_file(revision, raw)
        if note.kind is FileKind.NOTE and self.dates not in (None, DateFormats()):
            note = replace(note, created=find_created_date(note.path, note.properties, note.text, self.dates))
        if note.kind in EMBEDDED_KINDS:
            note = add_paragraphs(note, self.paragraphs.get(revision.path, ""))
        return _mark_leads_out(insert_recognized(note, raw, self.texts), leads_out)

    def read_plain(self, revision: Revision) -> Note:
        """Read the bare lines from a note or canvas. Raise as `read` does."""
        raw, leads_out = self._content(revision)
        kind = kind_of(revision.path) or FileKind.NOTE
        return _mark_leads_out(read_plain_note(revision, raw, kind), leads_out)

    def holds(self, revision: Revision, content_hash: str) -> bool:
        """Return whether a file's note would have this hash, as far as known without parsing."""
        try:
            if kind_of(revision.path) in EMBEDDED_KINDS:
                return self.read(revision).content_hash == content_hash
            raw, leads_out = self._content(revision)
        except (OSError, VaultSearchError):
            return False
        # A file behind a link out of the vault is always read: its hash covers more than content.
        return not leads_out and hash_of(raw) == content_hash

    def content(self, revision: Revision) -> bytes:
        """Return a file's content, for pictures only the head without ``texts``. Raise as `read` does."""
        return self._content(revision)[0]

    def _content(self, revision: Revision) -> tuple[bytes, bool]:
        with self.containment.open(revision.path) as opened:
            known = format_of(revision.path)
            most = self.files.limit(known.kind if known else None, self.max_file_bytes)
            head = known.head if known and self.texts is None else 0
            # One byte more than allowed, in case the file has grown.
            raw = opened.file.read(head or most + 1)
        if len(raw) > most:
            raise UnreadableNoteError(_too_large_problem(len(raw), most), "Split it.")
        return raw, opened.leads_out


def _mark_leads_out(note: Note, leads_out: bool) -> Note:
    # A different hash, so the index notices when a file is replaced by a link or vice versa.
    hashed = f"{note.content_hash} out" if leads_out else note.content_hash
    return replace(note, leads_out=leads_out, content_hash=hashed)


_MAX_INT64 = 2**63 - 1


class _VaultWalk:
    """Walk through the vault: real folders first, then link targets, each folder once."""

    def __init__(
        self, containment: Containment, max_file_bytes: int, rules: IgnoreRules, files: FileRules
    ) -> None:
        self.files = files
        self.revisions: list[Revision] = []
        self.failures: list[Failure] = []
        self.unread = Counter[str]()
        self.links: dict[str, str] = {}
        self._containment = containment
        self._real_root = os.path.realpath(containment.root)
        self._max_file_bytes = max_file_bytes
        self._rules = rules
        self._seen: set[tuple[int, int]] = set()
        self._folders = [(str(containment.root), "")]
        # Linked folders come last, so a folder is listed under the real path.
        self._linked: deque[tuple[str, str]] = deque()

    def listed(self) -> tuple[list[Revision], list[Failure]]:
        failures = [*self.failures, *self._rules.failures]
        return sorted(self.revisions, key=lambda r: r.path), sorted(failures, key=lambda f: f.path)

    def run(self, *, first_only: bool = False) -> None:
        while (self._folders or self._linked) and not (first_only and (self.revisions or self.failures)):
            is_linked = not self._folders
            folder, path = self._linked.popleft() if is_linked else self._folders.pop()
            try:
                # By device and inode: two links to a folder, or a loop of links, are the same place.
                status = Path(folder).stat()
                if (status.st_dev, status.st_ino) in self._seen:
                    continue
                self._seen.add((status.st_dev, status.st_ino))
                if is_linked:
                    self.links[path] = os.path.realpath(folder)
                with os.scandir(folder) as entries:
                    ordered_entries = sorted(entries, key=lambda entry: entry.name)
                for entry in ordered_entries:
                    if not entry.name.startswith(_HIDDEN):
                        self._look_at_entry(entry, f"{path}/{entry.name}" if path else entry.name)
            except OSError as error:
                self._fail(path or ".", Message("The folder can't be read: {}.", _reason_of(error)))

    def look_at(self, folder: str, names: Collection[str]) -> bool:
        """Look at files in a folder, given by vault path; return False if a walk is needed."""
        place = Path(self._real_root, folder)
        parts = PurePosixPath(folder).parts
        # Hidden or excluded itself, or below such a folder.
        above = ("/".join(parts[:end]) + "/" for end in range(1, len(parts) + 1))
        is_left_out = any(part.startswith(".") for part in parts) or any(map(self._rules.excludes, above))
        if is_left_out or not place.exists():
            return True
        try:
            with os.scandir(place) as entries:
                entries_by_name = {entry.name: entry for entry in entries if entry.name in names}
            is_linked = os.path.realpath(place) != str(place)
            if is_linked or any(entry.is_dir() for entry in entries_by_name.values()):
                return False
        except OSError:
            return False
        for name in sorted(entries_by_name):
            if not name.startswith(_HIDDEN):
                self._look_at_entry(entries_by_name[name], f"{folder}/{name}" if folder else name)
        # The disk knows such a name with another case or accents, which only a walk can tell.
        return not any(os.path.lexists(place / name) for name in names if name not in entries_by_name)

    def _look_at_entry(self, entry: os.DirEntry[str], path: str) -> None:
        is_note = (kind := kind_of(entry.name)) is not None and self.files.allows(kind)
        try:
            if entry.is_dir():
                if self._rules.excludes(path + "/") or self._leads_out(entry, path):
                    return
                if not is_link(entry):
                    self._folders.append((entry.path, path))
                # A link to a folder around the vault would read everything twice.
                elif not Path(self._real_root).is_relative_to(os.path.realpath(entry.path)):
                    self._linked.append((entry.path, path))
            elif is_note and not self._rules.excludes(path) and not self._leads_out(entry, path):
                self._add_file(path, entry.stat(), self.files.limit(kind, self._max_file_bytes))
            elif kind is None and not self._rules.excludes(path):
                self.unread[PurePosixPath(entry.name).suffix.lower()] += 1
        except OSError as error:
            is_gone = isinstance(error, FileNotFoundError) and not is_link(entry)  # since it was listed
            if is_note and not is_gone:
                # A broken link leaves nothing in the index; a locked file keeps the last state.
                sentence = Message("Can't be read: {}.", _reason_of(error))
                self._fail(path, sentence, keeps_former=not is_link(entry))

    def _leads_out(self, entry: os.DirEntry[str], path: str) -> bool:
        """Return whether an entry is a link not to be followed; if so, record a failure."""
        if self._containment.follow_links_out or not is_link(entry):
            return False
        if leads_out := self._containment.leads_out(entry.path):
            self._fail(path, LEADS_OUT_PROBLEM, keeps_former=False)
        return leads_out

    def _add_file(self, path: str, status: os.stat_result, most: int) -> None:
        if not stat.S_ISREG(status.st_mode):
            self._fail(path, "Not a regular file.")
        elif status.st_size > most:
            # Drop the former state: the user chose a smaller limit.
            self._fail(path, _too_large_problem(status.st_size, most), keeps_former=False)
        # In this order, since nearly all names are printable, which is quick to check.
        elif not path.isprintable() and any("\ud800" <= char <= "\udfff" for char in path):
            self._fail(path, "The file name isn't valid UTF-8; rename it.")
        else:
            state = (status.st_ino ^ status.st_ctime_ns) & _MAX_INT64
            self.revisions.append(Revision(path, status.st_size, status.st_mtime_ns, state))

    def _fail(self, path: str, reason: str, *, keeps_former: bool = True) -> None:
        # A name not in UTF-8 has surrogates, which neither the window nor the log can write.
        shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        self.failures.append(Failure(shown, reason, keeps_former))


def _is_empty(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def _too_large_problem(size: int, limit: int) -> str:
    return Message("Too large: {} MB; the limit is {} MB.", f"{size / 2**20:,.0f}", f"{limit / 2**20:,.0f}")


def _reason_of(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


_MAX_LISTED_ENDINGS = 3
_MAX_COUNTED_FILES = 50_000
"""Maximum files counted: somebody may drop a whole disk."""


def require_files(
    vault: Path,
    user_rules: UserRules = UserRules(),  # noqa: B008 - a frozen value
    files: FileRules = FileRules(),  # noqa: B008 - a frozen value
    *,
    follow_links_out: bool = False,
) -> None:
    """Raise VaultNotFoundError, naming the folder's contents, if the folder has no file to read."""
    source = ObsidianVault(vault, user_rules=user_rules, follow_links_out=follow_links_out, files=files)
    if source.has_files():
        return
    excluded, endings, off = _count_files(vault, files)
    if excluded:
        raise VaultNotFoundError(
            Message("All notes and documents in {} are excluded.", vault),
            "Check the excluded files in Obsidian, and .vaultsearchignore.",
        )
    remedy = "Choose the folder that contains your notes or documents, or connect its drive."
    if off:
        remedy = "Turn on more kinds of files in Settings > Files, or choose another folder."
    sentence = Message("No notes or documents in {}: it is empty.", vault)
    if endings:
        ordered = sorted(endings.items(), key=lambda item: (-item[1], item[0]))[:_MAX_LISTED_ENDINGS]
        listed = ", ".join(f"{ending} ({count:,})" for ending, count in ordered)
        sentence = Message("No notes or documents in {}, only files such as {}.", vault, listed)
    raise VaultNotFoundError(sentence, remedy)


def _count_files(vault: Path, rules: FileRules) -> tuple[int, Counter[str], int]:
    """Count readable files (ignoring exclusions), other files by ending, and files whose kind is off."""
    readable, endings, off = 0, Counter[str](), 0
    for _, folders, files in os.walk(vault):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [name for name in files if not name.startswith(_HIDDEN)]:
            kind = kind_of(name)
            if kind is not None and rules.allows(kind):
                readable += 1
            else:
                off += kind is not None
                endings[Path(name).suffix.lower() or name] += 1
        if endings.total() >= _MAX_COUNTED_FILES:
            break
    return readable, endings, off


def indexed_source(
    folder: Path, parameters: Parameters, rules: UserRules, texts: RecognizedTexts
) -> ObsidianVault:
    """Return the source; text once recognized in pictures stays available."""
    return ObsidianVault(
        folder,
        max_file_bytes=parameters.files.other_mb * 2**20,
        user_rules=rules,
        follow_links_out=parameters.source.follow_links_out,
        files=FileRules.of(parameters),
        texts=texts if parameters.files.recognize_text or texts.folder.exists() else None,
    )


# The note open in Obsidian, according to ``workspace.json``, which is only read.

_WORKSPACE_FILE = ".obsidian/workspace.json"
_MAX_WORKSPACE_BYTES = 8 * 2**20


def active_file(containment: Containment) -> tuple[str, float] | None:
    """Return the file last active in Obsidian, and when Obsidian saved this, in seconds since the epoch.

    Return None if the folder is no Obsidian vault, or no file is open.
    """
    try:
        with containment.open(_WORKSPACE_FILE) as opened:
            changed = os.fstat(opened.file.fileno()).st_mtime
            content = json.loads(opened.file.read(_MAX_WORKSPACE_BYTES))
    # Obsidian may be writing the file: half a file is as good as none.
    except (OSError, ValueError, RecursionError, OutsideVaultError):
        return None
    path: Any = None
    # Anything may be missing: a new tab has no file.
    with suppress(LookupError, TypeError, AttributeError, RecursionError):
        path = content["lastOpenFiles"][0]
    with suppress(LookupError, TypeError, AttributeError, RecursionError, StopIteration):
        active = (pane for pane in _panes(content["main"]) if pane["id"] == content["active"])
        path = next(pane["state"]["state"]["file"] for pane in active) or path
    return (path, changed) if isinstance(path, str) and path else None


def _panes(pane: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield pane
    for child in pane.get("children", ()):
        yield from _panes(child)
