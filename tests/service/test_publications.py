"""Publications one after another, with all that happens to an index and to a place: no reader is misled."""

import random
import shutil
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.core.index.test_published import published, write
from tests.thoroughness import THOROUGH
from vaultsearch.core.errors import IndexDamagedError, IndexInUseError, ModelUnavailableError
from vaultsearch.core.index.corpus import LanceCorpus, is_damaged
from vaultsearch.core.index.index_folder import read_manifest, write_manifest
from vaultsearch.core.index.published import (
    PUBLICATION_FILE,
    FolderPlace,
    PublishedFile,
    PublishError,
    take_publication,
)
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode, Space
from vaultsearch.service.parts.replicas import pull_index
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

pytestmark = pytest.mark.usefixtures("small_parts")


class _KilledError(BaseException):
    """The process ends here."""


class DyingPlace(FolderPlace):
    """A folder whose publisher dies after so many contents, in the middle of the next one."""

    def __init__(self, folder: Path, lives: int) -> None:
        super().__init__(folder)
        self._folder, self._lives = folder, lives

    def ensure(self, name: str, file: Path, content: PublishedFile, size: int | None) -> bool:
        self._lives -= 1
        if self._lives < 0:
            cut = self._folder / f"{name}.1.partial"
            cut.parent.mkdir(parents=True, exist_ok=True)
            cut.write_bytes(file.read_bytes()[:10])
            raise _KilledError
        return super().ensure(name, file, content, size)

    def replace(self, name: str, content: bytes) -> None:
        if self._lives < 5:
            raise _KilledError
        super().replace(name, content)


async def open_vault(vault: Path, index: Path) -> Vault:
    return await Vault.open(vault, index, Parameters())


async def texts(index: Path) -> dict[str, str]:
    with closing(await LanceCorpus.open(index)) as corpus:
        return {note.path: note.text for note in await corpus.notes.all()}


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def edit_notes(vault: Path, chance: random.Random) -> None:
    notes = sorted(vault.glob("*.md"))
    match chance.randrange(3):
        case 0 if len(notes) > 5:
            chance.choice(notes).unlink()
        case 1:
            note = chance.choice(notes)
            note.rename(note.with_name(f"renamed{chance.randrange(10**6)}.md"))
        case _:
            number = chance.randrange(40)
            write_notes(vault, {f"n{number}.md": f"# Heading\nword{number} and {chance.random()}\n"})


def damage_place(place: Path, chance: random.Random) -> None:
    content = chance.choice(sorted((place / "objects").glob("*/*")))
    match chance.randrange(5):
        case 0:
            content.unlink()
        case 1:
            content.write_bytes(content.read_bytes()[:-1])
        case 2:
            content.write_bytes(bytes(byte ^ 0x5A for byte in content.read_bytes()))
        case 3:
            (place / PUBLICATION_FILE).write_bytes((place / PUBLICATION_FILE).read_bytes()[:300])
        case _:
            (place / PUBLICATION_FILE).unlink(missing_ok=True)


# 200 publications; in a plain run, six.
@pytest.mark.parametrize("seed", range(20) if THOROUGH else (1,))
async def test_every_publication_is_whole_for_a_fresh_reader(vault: Path, tmp_path: Path, seed: int) -> None:
    chance, place = random.Random(seed), tmp_path / "place"
    write_notes(vault, {f"n{number}.md": f"# Heading\nword{number} and more\n" for number in range(12)})
    indexes, sessions = [tmp_path / name for name in ("index", "second")], []
    for index in indexes:
        sessions.append(await open_vault(vault, index))
        await sessions[-1].index.sync()
    publications = damaged = 0
    while publications < (10 if THOROUGH else 6):
        at_work = chance.randrange(4) == 0
        session, index = sessions[at_work], indexes[at_work]
        match chance.randrange(6):
            case 0:
                await session.index.sync(anew=True)
            case 1 if publications:
                damage_place(place, chance)
            case 2:
                with suppress(_KilledError, PublishError):
                    await session.index.publish(DyingPlace(place, chance.randrange(40)), take_over=True)
            case 3:
                own = chance.choice(sorted(index.glob("*.lance/data/*")))
                own.write_bytes(own.read_bytes()[:-9])
                before = contents(place)
                try:
                    await session.index.publish(FolderPlace(place), take_over=True)
                except IndexDamagedError:
                    assert contents(place) == before
                # As by another command: the tables that are open here may be read from memory.
                await session.close()
                sessions[at_work] = session = await open_vault(vault, index)
            case _:
                edit_notes(vault, chance)
        await session.index.sync()
        await session.index.publish(FolderPlace(place), take_over=True)
        publications += 1
        for reader in (tmp_path / "fresh", tmp_path / "faithful"):
            take_publication(FolderPlace(place), reader, tmp_path / "nowhere")
            damaged += await is_damaged(reader)
            assert await texts(reader) == {path: text.decode() for path, text in contents(vault).items()}
        shutil.rmtree(tmp_path / "fresh")
    assert damaged == 0
    assert not [name for name in contents(tmp_path) if ".publishing-" in name]
    for session in sessions:
        await session.close()


async def test_what_a_killed_publisher_left_goes_when_a_writer_opens(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"Keel.md": "Bolts of bronze.\n"})
    left = {"index.publishing-1-abc/notes.lance/data/a.lance": "the text of a deleted note"}
    write_notes(tmp_path, left)
    async with await open_vault(vault, tmp_path / "index"):
        assert not contents(tmp_path).keys() & left.keys()


def test_what_another_process_first_pulls_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "index" / "notes.lance" / "data" / "a.lance", "a")
    write(tmp_path / "index" / "manifest.json", "{}")
    published(tmp_path / "index", tmp_path / "place")
    folder = pull_index(str(tmp_path / "place")).folder
    assert not folder.exists()
    lock = WriterLock(settings.index_folder(folder))
    lock.acquire()
    with pytest.raises(IndexInUseError):
        pull_index(str(tmp_path / "place"))
    lock.release()
    assert pull_index(str(tmp_path / "place")).trouble == ""


async def test_what_another_model_has_read_is_found_by_words_alone(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"Keel.md": "Bolts of bronze.\n", "Bread.md": "Rye rests for a night.\n"})
    index = tmp_path / "index"
    async with await open_vault(vault, index) as writer:
        await writer.index.sync()
    made = read_manifest(index)
    assert made is not None
    other = {space.value: "another-model:1" for space in Space}
    write_manifest(index, replace(made, made_by={**made.made_by, **other}))
    refused = "Another model has read these notes, so nothing is found by meaning."
    async with await Vault.open(vault, index, Parameters(), write=False) as reader:
        *_, stage = [stage async for stage in reader.search_stages("bronze")]
        assert [result.path for result in stage.results] == ["Keel.md"]
        assert str(stage.notice).count(refused) == 1
        with pytest.raises(ModelUnavailableError, match=refused):
            await reader.search("bronze", mode=Mode.SEMANTIC)
        topics = "What holds the keel? Bolts of bronze.", "How long rests the rye?"
        assert (await reader.search_passage("\n\n".join(topics))).trouble == refused
