"""A vault that was indexed, and a client of a process that serves it, for all tests of the server."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.mcp_server.serving import NOTES, Asked, index, served


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with a vault, its index, and a secret beside it."""
    folder = tmp_path_factory.mktemp("mcp")
    (folder / "models").symlink_to(models_folder)
    (folder / "vault" / ".obsidian").mkdir(parents=True)
    write_notes(folder / "vault", NOTES)
    (folder / "secret.md").write_text("Nobody may read of the kumquat.\n")
    asyncio.run(index(folder / "vault"))
    # Made after the index: what is read comes out of the index, and out of no file.
    (folder / "vault" / "Linked.md").symlink_to(folder / "secret.md")
    (folder / "vault" / "Boat" / "Outside").symlink_to(folder)
    return folder


@pytest.fixture(scope="session")
def ask(home: Path) -> Iterator[Asked]:
    with served(home / "vault") as asked:
        yield asked
