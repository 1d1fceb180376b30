"""The vaults that the factory opens: alone, in a group, never one index twice, and opened again."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast
from unittest.mock import Mock

import pytest

from tests.builders import WordTokenEncoder, found_paths, use_small_parts, write_notes
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.published import FolderPlace, PublishError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.mcp_server import served_vault
from vaultsearch.service import command_socket
from vaultsearch.service.opening import VaultFactory
from vaultsearch.service.parts import replicas
from vaultsearch.service.parts.replicas import pull_index
from vaultsearch.service.parts.workers import SharedWorkers, Workers
from vaultsearch.service.protocol import VaultService
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

SOON_S = 60
PARAMETERS = Parameters(command={"reranker.chain": "late_interaction", "multilingual_model": "none"})


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder instead of the model, in this very process."""
    monkeypatch.setattr(WordTokenEncoder, "warm_up", lambda _: None, raising=False)
    use_small_parts(monkeypatch, WordTokenEncoder())
    monkeypatch.setattr(SharedWorkers, "lease", lambda _: Workers(in_thread, in_thread))
    monkeypatch.setattr(SharedWorkers, "begin", lambda *_: None)


@pytest.fixture
def vaults(tmp_path: Path) -> tuple[Path, ...]:
    for name in ("Home", "Work"):
        write_notes(tmp_path / name, {"Note.md": f"planks at {name}\n"})
    return tmp_path / "Home", tmp_path / "Work"


@pytest.fixture
def reader() -> VaultFactory:
    """A factory that looks often whether an index is another one now."""
    return VaultFactory(lambda: PARAMETERS, looked_after=0.01)


async def indexed(factory: VaultFactory, vault: Path) -> None:
    session = await factory(vault)
    await session.index.sync(lambda _: None)
    await session.close()


async def found(service: VaultService, query: str) -> set[str]:
    return {*await found_paths(cast("Vault", service), query, mode=Mode.FULLTEXT)}


async def test_from_one_vault_to_all_and_back_the_session_stays_open(vaults: tuple[Path, ...]) -> None:
    factory = VaultFactory(lambda: PARAMETERS, lambda: vaults)
    home, work = vaults
    await indexed(factory, work)
    await indexed(factory, home)
    alone = await factory(home)
    assert await factory(home) is alone
    assert isinstance(alone, Vault)
    everything = await factory(ALL_VAULTS)
    await alone.close()
    assert alone.is_open, "it is one of all"
    assert await found(everything, "planks") == {"Home/Note.md", "Work/Note.md"}
    status = await everything.status()
    members = [each.read_only for each in status.members]
    assert (status.read_only, members) == (False, [False, False]), "no index is opened a second time"
    again = await factory(home)
    await everything.close()
    assert again is alone
    found_now = [await found(again, query) for query in ("planks path:Note", "planks path:Home")]
    assert found_now == [{"Note.md"}, set()]
    await again.close()
    assert not alone.is_open
    last = await factory(work)
    assert not (await last.status()).read_only, "it was let go of with all the others"
    await last.close()


async def test_one_of_all_vaults_that_is_renamed_is_followed(vaults: tuple[Path, ...]) -> None:
    moves: list[tuple[Path, Path]] = []
    factory = VaultFactory(lambda: PARAMETERS, lambda: vaults, on_moved=lambda *move: moves.append(move))
    for vault in vaults:
        os.utime(vault / "Note.md", (1_700_000_000, 1_700_000_000))
        await indexed(factory, vault)
    everything = await factory(ALL_VAULTS)
    renamed = (work := vaults[1]).rename(work.with_name("Renamed"))
    assert (await everything.index.sync(lambda _: None)).failed[0].path == "Work"
    assert await factory.find_moved(everything) == ALL_VAULTS
    again = await factory(ALL_VAULTS)
    await everything.close()
    assert await found(again, "planks") == {"Home/Note.md", "Renamed/Note.md"}
    assert moves == [(work, renamed)]
    await again.close()


async def test_closing_a_vault_ends_the_loading_of_its_models(vaults: tuple[Path, ...]) -> None:
    # It went on over closed tables, and the log had "Task exception was never retrieved".
    factory = VaultFactory(lambda: PARAMETERS, lambda: vaults)
    before = asyncio.all_tasks()
    alone = await factory(vaults[0])
    assert asyncio.all_tasks() > before
    await alone.close()
    await asyncio.sleep(0)  # the factory's own task ends with the loading that it waits for
    assert asyncio.all_tasks() == before


async def test_a_vault_that_was_never_read_is_left_out_and_gets_no_index(vaults: tuple[Path, ...]) -> None:
    home, work = vaults
    gone = home.with_name("Gone")
    factory = VaultFactory(lambda: PARAMETERS, lambda: (home, work, gone))
    await indexed(factory, home)
    everything = await factory(ALL_VAULTS)
    members = (await everything.status()).members
    assert [(one.folder, one.is_open) for one in members] == [(home, True), (work, False), (gone, False)]
    assert "Not indexed yet" in members[1].trouble
    assert "doesn't exist" in members[2].trouble
    await everything.close()


async def test_where_none_can_be_opened_the_vault_in_use_is_not_lost(vaults: tuple[Path, ...]) -> None:
    factory = VaultFactory(lambda: PARAMETERS, lambda: vaults[1:])
    alone = await factory(vaults[0])
    with pytest.raises(VaultSearchError):
        await factory(ALL_VAULTS)
    await alone.index.sync(lambda _: None)
    assert await found(alone, "planks") == {"Note.md"}
    await alone.close()


@asynccontextmanager
async def written(vault: Path) -> AsyncGenerator[Vault, None]:
    """Hold a vault's index as another process would, and bring it up to date."""
    async with await Vault.open(vault, settings.index_folder(vault), PARAMETERS) as other:
        await other.index.sync()
        yield other


async def publish_to(place: Path, vault: Path, notes: dict[str, str]) -> None:
    write_notes(vault, notes)
    async with written(vault) as writer:
        await writer.index.publish(FolderPlace(place))


async def test_a_published_index_is_opened_where_its_notes_are_not_and_follows_its_publisher(
    vault: Path, tmp_path: Path, reader: VaultFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replicas, "PULLED_AFTER_S", 0.05)
    place = tmp_path / "nas"
    await publish_to(place, vault, {"a.md": "rye bread\n"})
    former = await reader(place)
    status = await former.status()
    assert (status.published is None, status.read_only) == (False, True)
    assert (status.vault.name, status.vault.exists()) == ("nas", False)
    assert await found(former, "rye") == {"a.md"}
    await publish_to(place, vault, {"b.md": "rye crackers\n"})
    renewed = await asyncio.wait_for(reader.renewed(former), SOON_S)
    assert await found(renewed, "rye") == {"a.md", "b.md"}
    await former.close()
    await publish_to(place, vault, {"c.md": "rye flour\n"})
    await renewed.index.sync(lambda _: None)
    again = await asyncio.wait_for(reader.renewed(renewed), SOON_S)
    assert await found(again, "rye") == {"a.md", "b.md", "c.md"}
    await renewed.close()
    await again.close()
    place.rename(tmp_path / "away")
    status.vault.parent.with_suffix(".place").unlink()  # as of a replica that a former version pulled
    offline = await reader(place)
    assert await found(offline, "rye") == {"a.md", "b.md", "c.md"}
    with pytest.raises(PublishError, match="No index is published"):
        await offline.index.sync(lambda _: None)
    with pytest.raises(PublishError, match="here it is only searched"):
        await offline.index.read_for("de")
    await offline.close()


async def test_a_server_follows_the_place_that_its_replica_was_pulled_from(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_vault, "PULLED_AFTER_S", 0.05)
    place = tmp_path / "nas"
    await publish_to(place, vault, {"a.md": "rye bread\n"})
    server = served_vault.ServedVault(pull_index(str(place)).folder, PARAMETERS)
    following = asyncio.ensure_future(server.keep_fresh())

    async def answer() -> set[str]:
        async with server.opened() as opened:
            return await found(opened, "rye")

    assert await answer() == {"a.md"}
    await publish_to(place, vault, {"b.md": "rye crackers\n"})
    async with asyncio.timeout(SOON_S):
        while await answer() != {"a.md", "b.md"}:
            pass
    following.cancel()
    await server.close()


async def test_a_reader_is_opened_again_once_its_index_is_new(vault: Path, reader: VaultFactory) -> None:
    write_notes(vault, {"a.md": "rye bread\n"})
    async with written(vault) as writer:
        former = await reader(vault)
        assert (await former.status()).read_only
        assert await found(former, "rye") == {"a.md"}
        waiting = asyncio.ensure_future(reader.renewed(former))
        write_notes(vault, {"b.md": "oats\n"})
        await writer.index.sync(lambda _: None)
        await asyncio.wait([waiting], timeout=20 * 0.01)  # it looks about twenty times
        assert not waiting.done(), "the same tables"
        assert await reader(vault) is former
        write_notes(vault, {"a.md": "wheat bread\n", "b.md": "wheat\n"})
        await writer.index.sync(lambda _: None, anew=True)
        renewed = await asyncio.wait_for(waiting, SOON_S)
        assert (renewed is former, (await renewed.status()).read_only) == (False, True)
        assert (await found(renewed, "wheat"), await found(renewed, "rye")) == ({"a.md", "b.md"}, set())
        assert await reader(vault) is renewed
        await former.close()
        waiting = asyncio.ensure_future(reader.renewed(renewed))
    writing = await asyncio.wait_for(waiting, SOON_S)
    assert not (await writing.status()).read_only
    write_notes(vault, {"c.md": "spelt\n"})
    assert (await writing.index.sync(lambda _: None)).added == 1
    await renewed.close()
    await writing.close()


async def test_a_vault_whose_opening_is_cut_off_is_not_held(
    vaults: tuple[Path, ...], reader: VaultFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(command_socket, "answer_commands", Mock(side_effect=asyncio.CancelledError))
        with pytest.raises(asyncio.CancelledError):
            await reader(vaults[0])
    opened = await reader(vaults[0])
    assert not (await opened.status()).read_only
    await opened.close()


async def test_quality_is_measured_of_one_vault_and_canceling_ends_it(vaults: tuple[Path, ...]) -> None:
    factory = VaultFactory(lambda: PARAMETERS, lambda: vaults[:1])
    alone = await factory(vaults[0])
    await alone.index.sync(lambda _: None)
    everything = await factory(ALL_VAULTS)
    with pytest.raises(VaultSearchError, match="one vault at a time"):
        await factory.evaluate_own(everything, lambda _: None)
    measuring = asyncio.ensure_future(factory.evaluate_own(alone, lambda _: None))
    await asyncio.sleep(0)
    measuring.cancel()
    with pytest.raises(asyncio.CancelledError):
        await measuring
    await everything.close()
    await alone.close()


async def test_a_folder_of_nothing_is_refused_leaving_nothing(tmp_path: Path, reader: VaultFactory) -> None:
    papers = tmp_path / "Papers"
    write_notes(papers, {f"Song {n}.mid": "" for n in range(12)})
    sentence = r"No notes or documents in .*, only files such as \.mid \(12\)\."
    with pytest.raises(VaultSearchError, match=sentence):
        await reader(papers)
    assert not settings.index_folder(papers).exists()
    (papers / "Paper.pdf").write_bytes(Pdf([PdfPage([TextLine(72, 700, "planks of oak")])]).written())
    session = await reader(papers)
    await session.index.sync(lambda _: None)
    assert await found(session, "planks") == {"Paper.pdf"}
    await session.close()
    assert settings.index_folder(papers).exists()
