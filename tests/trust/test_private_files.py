"""All files kept of a vault are readable by its owner alone, also if others could read them before."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.trust.limits import run
from vaultsearch.core.files import restrict_folder
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.service.sync.open_index import open_index

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")

NOTES = {"Bread.md": "# Bread\n\nRye flour, water and salt.\n", "Mast.md": "Seven coats of varnish.\n"}


def open_to_others(folder: Path) -> set[str]:
    """List a folder and its content, as far as others may read or enter it."""
    everything = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)) for path in everything if path.lstat().st_mode & 0o077}


def test_no_file_can_be_read_by_others_also_not_those_of_former_versions(vault: Path, own_home: Path) -> None:
    write_notes(vault, NOTES)
    own_home.rmdir()
    for words in (("index", str(vault)), ("search", "--mode", "fulltext", "bread")):
        run(*words, before=partial(os.umask, 0)).check_returncode()
    assert (own_home / "settings.toml").exists()
    assert list(own_home.rglob("sessions/*.json"))
    assert list(own_home.rglob("*.lance"))
    assert open_to_others(own_home) == set()

    for path in own_home.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    of_the_users = own_home / "of the user's.txt"
    of_the_users.touch()
    of_the_users.chmod(0o644)
    run("status", "--vault", str(vault)).check_returncode()
    assert open_to_others(own_home) == {of_the_users.name}


async def test_an_index_in_a_chosen_folder_is_mended_not_its_neighbours(vault: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / "index" / "chunks.lance").mkdir(parents=True)
    for file in (shared / "other.txt", shared / "index" / "chunks.lance" / "data"):
        file.touch()
    for path in (shared, *shared.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    opened = await open_index(vault, shared / "index", write=True)
    opened.corpus.close()
    assert opened.lock is not None
    opened.lock.release()
    assert {name for name in open_to_others(shared) if "lock" not in name} == {".", "other.txt"}


def test_a_link_in_an_index_does_not_close_what_it_leads_to(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("")
    other.chmod(0o644)
    index = tmp_path / "index"
    index.mkdir(mode=0o755)
    (index / "link").symlink_to(other)
    restrict_folder(index)
    assert other.stat().st_mode & 0o777 == 0o644
    assert index.stat().st_mode & 0o777 == 0o700


async def test_a_script_that_uses_the_library_keeps_its_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        (await LanceCorpus.open(tmp_path / "index")).close()
    finally:
        assert os.umask(before) == 0o027


def test_files_that_are_written_where_the_user_wants_them_are_as_the_user_has_files(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\n"
        "from vaultsearch.core.files import restrict_umask as private\n"
        "from vaultsearch.core.files import users_umask\n"
        f"private(); (Path({str(tmp_path)!r}) / 'own.txt').touch()\n"
        f"with users_umask(): (Path({str(tmp_path)!r}) / 'export.txt').touch()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, umask=0o022)
    assert (tmp_path / "own.txt").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "export.txt").stat().st_mode & 0o777 == 0o644
