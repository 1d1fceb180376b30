"""Scans of a real folder: listed notes, reported failures, and no write."""

import json
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import OutsideVaultError, VaultNotFoundError
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.values.sync import EndingCount, Failure
from vaultsearch.core.vault import source
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.ignoring import UserRules
from vaultsearch.core.vault.reading import FileRules
from vaultsearch.core.vault.source import ObsidianVault, active_file, require_files

T = TypeVar("T")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    return root


def put(path: Path, text: str = "text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def sent(value: T) -> T:
    """Pickle and unpickle, as on the way to another process."""
    copy: T = pickle.loads(pickle.dumps(value))
    return copy


def paths(root: Path, *, follow_links_out: bool = False) -> list[str]:
    revisions, failures = ObsidianVault(root, follow_links_out=follow_links_out).scan()
    assert failures == []
    return [revision.path for revision in revisions]


def test_notes_are_listed_sorted_with_slashes_and_dot_names_left_out(root: Path) -> None:
    hidden, others = (".hidden.md", ".obsidian/x.md", ".trash/y.md"), ("z.txt", "noext", "md")
    for path in ("b.md", "A.MD", "sub/deep/c.Md", *hidden, *others):
        put(root / path)
    (root / "folder.md").mkdir()
    put(root / "folder.md" / "inside.md")
    assert paths(root) == ["A.MD", "b.md", "folder.md/inside.md", "sub/deep/c.Md"]


@pytest.mark.parametrize(
    "name",
    [
        "a#b", "100%", "it's", "x^y", "🌱 emoji", "שלום", "trailing...", " lead", "Cafe\u0301", "semi;colon",
        'quo"te', "new\nline",
    ],
)  # fmt: skip
def test_any_name_is_a_name(root: Path, name: str) -> None:
    put(root / name / f"{name}.md", "words")
    vault = ObsidianVault(root)
    (revision,), failures = vault.scan()
    assert failures == []
    assert revision.path == f"{name}/{name}.md"
    assert vault.read(revision).sections[0].blocks[0].text == "words"


def test_a_revision_tells_size_and_time(root: Path) -> None:
    os.utime(put(root / "a.md", "four"), ns=(1, 1_700_000_000_123_456_789))
    vault = ObsidianVault(root)
    (revision,), failures = vault.scan()
    assert (replace(revision, state=0), failures) == (Revision("a.md", 4, 1_700_000_000_123_456_789), [])
    assert vault.read(vault.scan()[0][0]).modified.isoformat() == "2023-11-14T22:13:20.123456+00:00"


def test_links_are_followed_once_and_never_round_in_a_circle(root: Path, tmp_path: Path) -> None:
    put(root / "real" / "a.md")
    put(tmp_path / "outside" / "b.md")
    put(tmp_path / "single.md")
    (root / "real" / "loop").symlink_to(root / "real")
    (root / "again").symlink_to(root / "real")
    (root / "up").symlink_to(tmp_path)
    (root / "self").symlink_to(root)
    (root / "linked").symlink_to(tmp_path / "outside")
    (root / "twice").symlink_to(tmp_path / "outside")
    (tmp_path / "outside" / "back").symlink_to(root)
    (root / "one.md").symlink_to(tmp_path / "single.md")
    assert paths(root, follow_links_out=True) == ["linked/b.md", "one.md", "real/a.md"]


def test_a_link_that_leads_out_is_reported_unless_allowed(root: Path, tmp_path: Path) -> None:
    put(root / "real" / "a.md")
    secret = put(tmp_path / "outside" / "secret.md", "kumquat")
    (root / "within.md").symlink_to(root / "real" / "a.md")
    (root / "out.md").symlink_to(secret)
    (root / "real" / "folder").symlink_to(tmp_path / "outside")
    (root / "again.md").symlink_to(root / "out.md")
    (root / "beside.png").symlink_to(secret)
    revisions, failures = ObsidianVault(root).scan()
    assert [revision.path for revision in revisions] == ["real/a.md", "within.md"]
    reason = "Links to a place outside the vault; allow that in Settings > Exclusions."
    outside = ("again.md", "out.md", "real/folder")
    assert failures == [Failure(path, reason, keeps_former=False) for path in outside]
    followed = ObsidianVault(root, follow_links_out=True)
    notes = [followed.read(revision) for revision in followed.scan()[0]]
    assert [note.path for note in notes if note.leads_out] == ["again.md", "out.md", "real/folder/secret.md"]


def test_a_note_that_became_a_link_since_it_was_listed_is_not_read(root: Path, tmp_path: Path) -> None:
    secret = put(tmp_path / "outside" / "secret.md", "kumquat")
    put(root / "a.md")
    put(root / "folder" / "secret.md")
    vault = ObsidianVault(root)
    first, second = vault.scan()[0]
    (root / "a.md").unlink()
    (root / "a.md").symlink_to(secret)
    (root / "folder").rename(root / "gone")
    (root / "folder").symlink_to(tmp_path / "outside")
    for revision in (first, second):
        with pytest.raises(OutsideVaultError, match="outside the vault"):
            vault.read(revision)
    (root / "a.md").unlink()
    os.mkfifo(root / "a.md")
    with pytest.raises(FileNotFoundError):  # reading a pipe would block
        vault.read(first)


def test_files_that_no_reader_takes_are_counted_by_their_endings(root: Path) -> None:
    read, excluded = ("a.md", "e.pdf"), ("out/g.doc",)
    hidden = (".x.doc", ".git/f.doc", "~$b.doc", "in/~$a.md", "~$letter.docx")  # the last of Office
    for name in (*read, *hidden, *excluded, "b.doc", "in/C.DOC", "d.pages", "in/no ending"):
        put(root / name)
    vault = ObsidianVault(root, user_rules=UserRules(lines=("out/",)))
    assert vault.unread_endings is None
    (revision,), failures = vault.scan()
    assert (revision.path, failures, vault.scan_files(["in/~$a.md"])) == ("a.md", [], ([], []))
    assert vault.unread_endings == (EndingCount(".doc", 2), EndingCount("", 1), EndingCount(".pages", 1))


def test_a_name_that_is_no_utf_8_is_reported(root: Path) -> None:
    (Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.md"))).write_text("x")
    failure = Failure("caf\ufffd.md", "The file name isn't valid UTF-8; rename it.")
    assert ObsidianVault(root).scan() == ([], [failure])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_or_note_without_permission_is_reported(root: Path) -> None:
    put(root / "locked" / "a.md")
    note = put(root / "secret.md")
    (root / "locked").chmod(0)
    note.chmod(0)
    vault = ObsidianVault(root)
    revisions, failures = vault.scan()
    (root / "locked").chmod(0o700)
    assert failures == [Failure("locked", "The folder can't be read: permission denied.")]
    with pytest.raises(PermissionError):
        vault.read(revisions[0])


def test_single_files_are_looked_at_as_in_a_scan(root: Path, tmp_path: Path) -> None:
    put(root / ".vaultsearchignore", "Archive/\n*.draft.md\n")
    for name in ("a.md", "b.draft.md", "Archive/Old/c.md", ".hidden/d.md", "sub/.e.md", "sub/f.md", "g.zip"):
        put(root / name)
    (root / "link.md").symlink_to(root / "a.md")
    (root / "out.md").symlink_to(put(tmp_path / "outside.md"))
    (root / "broken.md").symlink_to(root / "nowhere")
    os.mkfifo(root / "pipe.md")
    vault = ObsidianVault(root)
    everything = [str(file.relative_to(root)) for file in root.rglob("*") if not file.is_dir()]
    assert vault.scan_files([*everything, "gone.md", "Gone/too.md"]) == vault.scan()
    revisions, failures = vault.scan()
    for path in everything:
        expected = [r for r in revisions if r.path == path], [f for f in failures if f.path == path]
        assert vault.scan_files([path]) == expected


def test_where_single_files_do_not_tell_the_vault_is_to_be_scanned(root: Path, tmp_path: Path) -> None:
    vault = ObsidianVault(root)
    assert vault.scan_files(["a.md"]) is None, "an empty folder, as of a drive that is away"
    put(root / "real" / "a.md")
    (root / "folder.md").mkdir()
    (root / "linked").symlink_to(root / "real")
    assert vault.scan_files(["linked/a.md"]) is None, "listed under its own path"
    assert vault.scan_files(["real/a.md", "folder.md"]) is None, "a folder under a note's name"
    assert ObsidianVault(tmp_path / "nowhere").scan_files(["a.md"]) is None


def test_a_note_deleted_while_listed_is_no_failure(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    @contextmanager
    def slowly(folder: str | Path) -> Iterator[list[os.DirEntry[str]]]:
        """List a folder; before its files are looked at, one is deleted."""
        with listed(folder) as entries:
            found = list(entries)
        (root / "gone.md").unlink(missing_ok=True)
        yield found

    for look in (ObsidianVault.scan, lambda vault: vault.scan_files(["gone.md", "kept.md"])):
        put(root / "gone.md")
        put(root / "kept.md")
        with monkeypatch.context() as patched:
            patched.setattr(os, "scandir", slowly)
            patched.setattr(source, "_is_empty", lambda _: False)
            (revision,), failures = look(ObsidianVault(root))
            written = (root / "kept.md").stat().st_mtime_ns
            assert (replace(revision, state=0), failures) == (Revision("kept.md", 4, written), [])


def test_a_vault_taken_away_while_listed_loses_no_notes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    def list_and_unmount(folder: Path) -> Iterator[os.DirEntry[str]]:
        if root.exists() and Path(folder) == root / "sub":
            root.rename(root.with_name("drive"))
        return listed(folder)

    put(root / "sub" / "a.md")
    put(root / "b.md")
    monkeypatch.setattr(os, "scandir", list_and_unmount)
    with pytest.raises(VaultNotFoundError, match="doesn't exist"):
        ObsidianVault(root).scan()
    root.with_name("drive").rename(root)
    assert ObsidianVault(root).scan_files(["sub/a.md"]) is None


def test_no_folder_is_said_in_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", put(tmp_path / "file.md")):
        with pytest.raises(VaultNotFoundError, match="doesn't exist") as caught:
            ObsidianVault(path).scan()
        assert caught.value.remedy


def test_an_empty_folder_is_no_vault_and_one_with_other_files_has_no_notes(root: Path) -> None:
    with pytest.raises(VaultNotFoundError, match="the folder is empty"):
        ObsidianVault(root).scan()
    put(root / "picture.png")
    assert ObsidianVault(root).scan() == ([], [])


def test_a_note_of_the_largest_size_is_read_and_one_grown_or_deleted_since_is_told(root: Path) -> None:
    path = put(root / "a.md", "x" * 10)
    put(root / "b.md", "x" * 11)
    vault = ObsidianVault(root, max_file_bytes=10)
    (revision,), (failure,) = vault.scan()
    assert (vault.read(revision).text, failure.path) == ("x" * 10, "b.md")
    path.write_text("x" * 11)
    with pytest.raises(UnreadableNoteError, match="MB"):
        vault.read(revision)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        vault.read(revision)


def test_a_binary_note_is_told_by_a_sentence_that_survives_another_process(root: Path) -> None:
    (root / "a.md").write_bytes(bytes(range(256)) * 10)
    vault = ObsidianVault(root)
    with pytest.raises(UnreadableNoteError) as caught:
        vault.read(vault.scan()[0][0])
    copy = sent(caught.value)
    assert (str(copy), copy.remedy) == (str(caught.value), caught.value.remedy)


def test_a_vault_and_its_notes_can_be_sent_to_another_process(root: Path) -> None:
    put(root / "a.md", "---\na: 2024-05-01\n---\n# H\n[[N]] #t\n- x")
    vault = sent(ObsidianVault(root))
    note = vault.read(vault.scan()[0][0])
    assert sent(note) == note


def test_walking_and_reading_leave_every_byte_and_time_as_it_was(root: Path) -> None:
    for i in range(20):
        put(root / f"f{i % 3}" / f"{i}.md", f"# {i}\n\n[[{i + 1}]]")

    def state() -> list[tuple[str, bytes, int, int, int]]:
        return [
            (str(p), p.read_bytes() if p.is_file() else b"", s.st_mtime_ns, s.st_ctime_ns, s.st_size)
            for p in sorted(root.rglob("*"))
            for s in [p.stat()]
        ]

    before = state()
    vault = ObsidianVault(root)
    for revision in vault.scan()[0]:
        vault.read(revision)
    assert state() == before


def test_folders_deeper_than_the_stack_are_walked(root: Path) -> None:
    deep = root
    for _ in range(400):
        deep /= "d"
    put(deep / "a.md")
    assert paths(root) == ["d/" * 400 + "a.md"]


@pytest.mark.parametrize(
    ("files", "excluded", "refusal"),
    [
        ([f"Letter {n}.docx" for n in range(12)], (), ", only files such as .docx (12)."),
        (["a.PDF", "b.pdf", "deep/c.pdf", "d.png", "e.jpg", "f.docx", "g.txt", "no-ending", ".hidden"],
         (), ", only files such as .pdf (3), .docx (1), .jpg (1)."),
        (["Makefile"], (), ", only files such as Makefile (1)."), ([], (), ": it is empty."),
        (["Note.md"], ("*.md",), " are excluded."),
    ],
)  # fmt: skip
def test_what_is_there_in_place_of_notes_is_named(
    tmp_path: Path, files: list[str], excluded: tuple[str, ...], refusal: str
) -> None:
    write_notes(tmp_path, dict.fromkeys(files, ""))
    with pytest.raises(VaultNotFoundError) as raised:
        require_files(tmp_path, UserRules(lines=excluded))
    begun = "All notes and documents in" if excluded else "No notes or documents in"
    assert str(raised.value) == f"{begun} {tmp_path}{refusal}"


PDFS = FileRules({FileKind.PDF: 2**20})


def test_files_of_other_kinds_are_enough_if_they_are_switched_on(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Paper.pdf": "%PDF-", "video.mp4": ""})
    require_files(tmp_path, files=PDFS)
    with pytest.raises(VaultNotFoundError) as raised:
        require_files(tmp_path)
    assert raised.value.remedy == "Turn on more kinds of files in Settings > Files, or choose another folder."
    write_notes(tmp_path, {".vaultsearchignore": "*.pdf\n"})
    with pytest.raises(VaultNotFoundError, match=r"All notes and documents in .* are excluded"):
        require_files(tmp_path, files=PDFS)


def test_one_note_among_other_files_is_enough(tmp_path: Path) -> None:
    write_notes(tmp_path, {"deep/Note.md": "words\n", "Letter.docx": ""})
    require_files(tmp_path)
    write_notes(tmp_path / "boards", {"Board.canvas": "{}"})
    require_files(tmp_path / "boards")


def leaf(name: str, file: str | None) -> dict[str, Any]:
    state = {} if file is None else {"file": file, "mode": "source"}
    return {"id": name, "type": "leaf", "state": {"type": "markdown", "state": state}}


def workspace(active: str) -> dict[str, Any]:
    tabs = {"id": "t", "type": "tabs", "children": [leaf("a", "Notes/A.md"), leaf("b", "B.canvas")]}
    return {
        "main": {"id": "m", "type": "split", "children": [tabs, leaf("empty", None)]}, "active": active,
        "lastOpenFiles": ["Last.md", "A.md"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("active", "path"), [("a", "Notes/A.md"), ("b", "B.canvas"), ("empty", "Last.md"), ("sidebar", "Last.md")]
)
def test_the_active_pane_else_the_last_file_counts(vault: Path, active: str, path: str) -> None:
    file = vault / ".obsidian" / "workspace.json"
    file.write_text(json.dumps(workspace(active)))
    assert active_file(Containment(vault)) == (path, file.stat().st_mtime)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"main": 1, "active": {}, "lastOpenFiles": 3}', "[" * 99_999]
)
def test_a_damaged_workspace_names_none(vault: Path, content: str) -> None:
    assert active_file(Containment(vault)) is None
    (vault / ".obsidian" / "workspace.json").write_text(content)
    assert active_file(Containment(vault)) is None


def test_a_workspace_that_leads_out_of_the_vault_is_not_read(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.json").write_text(json.dumps(workspace("a")))
    (vault / ".obsidian" / "workspace.json").symlink_to(tmp_path / "outside.json")
    assert active_file(Containment(vault)) is None
