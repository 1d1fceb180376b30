"""A vault with a git repository that a stranger made: its history is read within bounds, and no other."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest

from tests.builders import present
from tests.git_repository import commit, git
from tests.trust.limits import run_limited
from vaultsearch.core.history import git as git_module
from vaultsearch.core.history.file_changes import HistoryError
from vaultsearch.core.history.git import GitHistory
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.today import today
from vaultsearch.service.parts import snapshots
from vaultsearch.service.parts.snapshots import snapshot_of

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]


GIT = shutil.which("git") or "git"
PASTS = (f"asof:{today()}", 'changed:"this year"', 'deleted:""')


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A vault with a note in two versions."""
    folder = tmp_path / "vault"
    folder.mkdir()
    git(folder, "init", "-q")
    for text, at in (("five", "2025-05-01T12:00:00Z"), ("six", "2025-06-01T12:00:00Z")):
        (folder / "Keel.md").write_text(f"The keel needs {text} bolts.\n")
        commit(folder, text, at)
    return folder


def written(folder: Path, kind: str, content: bytes) -> str:
    """Write an object as no git command would, and return its id."""
    words = [GIT, "hash-object", "-w", "--literally", "-t", kind, "--stdin"]
    return subprocess.check_output(words, cwd=folder, input=content).decode().strip()


def committed(folder: Path, tree: str, seconds: str = "1746100800") -> None:
    """Put a commit of a tree on top of the repository."""
    head = subprocess.check_output([GIT, "rev-parse", "HEAD"], cwd=folder, text=True).strip()
    who = f"n <n@example.org> {seconds} +0000"
    text = f"tree {tree}\nparent {head}\nauthor {who}\ncommitter {who}\n\nodd\n"
    git(folder, "update-ref", "HEAD", written(folder, "commit", text.encode()))


def tree_of(folder: Path, *entries: tuple[bytes, bytes, str]) -> str:
    """Write a tree of entries, each a mode, a name and an id."""
    content = b"".join(mode + b" " + name + b"\0" + bytes.fromhex(blob) for mode, name, blob in entries)
    return written(folder, "tree", content)


ASK = """
import sys
from datetime import date
from pathlib import Path
from vaultsearch.core.history.git import GitHistory
from vaultsearch.core.history.file_changes import HistoryError
history = GitHistory(Path(sys.argv[1]))
head, _ = history.commit_on(date(2100, 1, 1))
for ask in (
    lambda: history.blobs_of(head),
    lambda: history.changes_between("", head),
    lambda: history.deleted_notes(),
    lambda: history.times_of_changes("", head),
    lambda: dict(history.contents_of(history.blobs_of(head).values())),
):
    try:
        print(len(ask()))
    except HistoryError as error:
        print(error.sentence)
"""


def test_trees_within_trees_take_neither_the_memory_nor_the_time(repository: Path) -> None:
    blob = written(repository, "blob", b"the same everywhere\n")
    names = [f"{'x' * 200} {number}.md".encode() for number in range(12)]
    tree = tree_of(repository, *((b"100644", name, blob) for name in sorted(names)))
    for _ in range(6):
        tree = tree_of(repository, *((b"40000", name, tree) for name in sorted(names)))
    committed(repository, tree)
    answers = run_limited(ASK, repository, seconds=30, megabytes=500).splitlines()
    assert len(answers) == 5
    assert answers[0] == f"The repository of {repository} holds too much to be read."
    for answer in answers:
        assert "too much" in answer or "git can't read the history" in answer or answer.isdigit()


def test_a_huge_content_is_left_out(repository: Path) -> None:
    (repository / "Bomb.md").write_bytes(bytes(220 << 20))
    commit(repository, "bomb", "2025-07-01T12:00:00Z")
    answers = run_limited(ASK, repository, seconds=30, megabytes=200).splitlines()
    assert (answers[0], answers[-1]) == ("2", "1")


COMPARE = """
import random
from vaultsearch.core.history.versions import changed_text, changes_between_texts
words, others = (random.Random(seed).choices("abcdefgh", k=40_000) for seed in "ab")
between = [[f"{each}{other * (each % 2)}" for each in range(40_000)] for other in "ab"]
for texts in (map(space.join, pair) for pair in ((words, others), between) for space in " \\n"):
    before, after = texts
    changes = changes_between_texts(before, after)
    assert "".join(each.text for each in changes if each.kind != "removed") == after
    changed_text(before, after)
print("done")
"""


def test_versions_without_an_end_of_differences_are_compared_within_seconds() -> None:
    assert run_limited(COMPARE, seconds=60, megabytes=1000).strip() == "done"


def test_changed_notes_are_not_all_in_memory(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    past = present(parse_query('changed:"last 10 years" keel').past)
    assert snapshot_of(GitHistory(repository), repository, past, ()).texts
    monkeypatch.setattr(snapshots, "_MAX_COMPARED_BYTES", 20)
    with pytest.raises(HistoryError, match="too large to be kept"):
        snapshot_of(GitHistory(repository), repository, past, ())


@pytest.mark.parametrize("seconds", ["99999999999", "9" * 18, "0", "-5", "soon", ""])
def test_a_commit_of_any_second_is_read(repository: Path, seconds: str, tmp_path: Path) -> None:
    keel = written(repository, "blob", b"The keel needs seven bolts.\n")
    committed(repository, tree_of(repository, (b"100644", b"Keel.md", keel)), seconds)
    history = GitHistory(repository)
    assert len(history.versions("Keel.md")) == 3
    assert all(version.date.year <= 3000 for version in history.versions("Keel.md"))
    for query in PASTS:
        past = present(parse_query(f"{query} keel").past)
        snapshot_of(history, repository, past, ()).write(tmp_path / "place", tmp_path / "index")


def test_a_name_that_no_disk_holds_stops_no_other_note(repository: Path, tmp_path: Path) -> None:
    blob = written(repository, "blob", b"The keel needs seven bolts.\n")
    names = [b"Keel.md", b"Keel.md.md", b"n" * 300 + b".md"]
    committed(repository, tree_of(repository, *((b"100644", name, blob) for name in names)))
    history, place = GitHistory(repository), tmp_path / "place"
    for query in PASTS:
        past = present(parse_query(f"{query} keel").past)
        snapshot_of(history, repository, past, ()).write(place, tmp_path / "index")
        if query.startswith("asof"):
            assert {file.name for file in (place / "vault").iterdir()} == {"Keel.md", "Keel.md.md"}
    version = history.versions("n" * 300 + ".md")[0]
    assert history.text_of("n" * 300 + ".md", version) == "The keel needs seven bolts.\n"


def test_a_replaced_blob_is_read_as_it_was(repository: Path) -> None:
    history = GitHistory(repository)
    head, _ = history.commit_on(today())
    (blob,) = history.blobs_of(head).values()
    git(repository, "replace", "-f", blob, head)
    assert dict(history.contents_of([blob, "0" * 40, head])) == {blob: b"The keel needs six bolts.\n"}


def test_no_program_of_the_repository_fetches_what_it_lacks(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Older versions of git do not know this variable.
    monkeypatch.delitem(git_module._ENVIRONMENT, "GIT_NO_LAZY_FETCH")
    history, ran = GitHistory(repository), tmp_path / "ran"
    head, _ = history.commit_on(today())
    (blob,) = history.blobs_of(head).values()
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::sh -c touch% {ran}",
        "protocol.ext.allow": "always",
    }.items():
        git(repository, "config", name, value)
    with suppress(HistoryError):
        assert dict(history.contents_of([blob])) == {}
    assert not ran.exists()


def shared(vault: Path, secret: Path) -> None:
    (vault / ".git").mkdir()
    (vault / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (vault / ".git" / "commondir").write_text(f"{secret / '.git'}\n")


def with_linked(part: str) -> Callable[[Path, Path], None]:
    def make(vault: Path, secret: Path) -> None:
        shutil.copytree(secret / ".git", vault / ".git")
        own = vault / ".git" / part
        shutil.rmtree(own) if own.is_dir() else own.unlink()
        own.symlink_to(secret / ".git" / part)

    return make


def borrowing(line: str) -> Callable[[Path, Path], None]:
    def make(vault: Path, secret: Path) -> None:
        git(vault, "init", "-q")
        objects = vault / ".git" / "objects"
        (objects / "info" / "alternates").write_text(line.format(secret / ".git" / "objects"))
        (vault / ".git" / "HEAD").write_text((secret / ".git" / "refs/heads/main").read_text())

    return make


def through_a_folder_of_its_own(vault: Path, secret: Path) -> None:
    (vault / "git").mkdir()
    (vault / "git" / "HEAD").write_text("ref: refs/heads/main\n")
    (vault / "git" / "commondir").write_text(str(secret / ".git"))
    (vault / "git" / "gitdir").write_text(str(vault / ".git"))
    (vault / ".git").write_text("gitdir: git")


@pytest.mark.parametrize("make", [
    lambda vault, secret: (vault / ".git").write_text(f"gitdir: {secret / '.git'}\n"),
    lambda vault, secret: (vault / ".git").symlink_to(secret / ".git"),
    shared,
    through_a_folder_of_its_own,
    *map(with_linked, ("objects", "objects/pack", "refs", "HEAD")),
    *map(borrowing, ("{}\n", '"{}"\n', "../../../secret/.git/objects\n", "# no\n{}\n")),
])  # fmt: skip
def test_a_repository_out_of_the_vault_is_refused(tmp_path: Path, make: Callable[[Path, Path], None]) -> None:
    secret, vault = tmp_path / "secret", tmp_path / "vault"
    for folder in (secret, vault):
        folder.mkdir()
        (folder / "Keel.md").write_text("Nobody's business.\n")
    git(secret, "init", "-q", "-b", "main")
    commit(secret, "secret", "2025-05-01T12:00:00Z")
    make(vault, secret)
    for ask in (lambda: GitHistory(vault).versions("Keel.md"), lambda: GitHistory(vault).commit_on(today())):
        with pytest.raises(HistoryError, match="leads to another folder"):
            ask()
    assert not GitHistory(vault).is_there


def test_worktree_submodule_and_folder_of_a_repository_have_history(repository: Path, tmp_path: Path) -> None:
    outer, tree = tmp_path / "outer", tmp_path / "elsewhere" / "tree"
    git(repository, "worktree", "add", "-q", str(tree))
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "sub")
    (repository / "Boats").mkdir()
    (repository / "Boats" / "Mast.md").write_text("The mast is spruce.\n")
    commit(repository, "mast", "2025-07-01T12:00:00Z")
    notes = [(repository, "Keel.md"), (tree, "Keel.md"), (outer / "sub", "Keel.md"), (outer, "sub/Keel.md")]
    assert [len(GitHistory(folder).versions(note)) for folder, note in notes] == [2, 2, 2, 2]
    assert len(GitHistory(repository / "Boats").versions("Mast.md")) == 1


def test_a_folder_that_is_not_there_has_no_history_and_a_sentence(tmp_path: Path) -> None:
    history = GitHistory(tmp_path / "Boats")
    assert not history.is_there
    day = date(2025, 5, 1)
    for ask in (lambda: history.versions("Keel.md"), lambda: history.commit_on(day), history.deleted_notes):
        with pytest.raises(HistoryError, match="The notes of Boats aren't on this computer"):
            ask()
    assert not os.path.lexists(tmp_path / "Boats")
