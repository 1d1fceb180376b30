"""Which sessions the window's engine is given: alone, among all, and never one index opened twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import CHUNKER, WordTokenEncoder, write_notes
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values import ALL_VAULTS, Mode
from vaultsearch.core.worker import in_thread
from vaultsearch.desktop.session_factory import SessionFactory
from vaultsearch.parts import Parts, Runners, SharedRunners
from vaultsearch.session import VaultSession

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.vault_group.group import VaultGroup

PARAMETERS = Parameters(command={"reranker.chain": "late_interaction", "multilingual_model": "none"})


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small encoder instead of the model, in this very process."""
    monkeypatch.setattr(WordTokenEncoder, "warm_up", lambda _: None, raising=False)
    monkeypatch.setattr(Parts, "encoder", WordTokenEncoder())
    monkeypatch.setattr(Parts, "chunker", CHUNKER)
    monkeypatch.setattr(SharedRunners, "lend", lambda _: Runners(in_thread, in_thread))


@pytest.fixture
def vaults(tmp_path: Path) -> tuple[Path, ...]:
    for name in ("Home", "Work"):
        write_notes(tmp_path / name, {"Note.md": f"planks at {name}\n"})
    return tmp_path / "Home", tmp_path / "Work"


async def indexed(factory: SessionFactory, vault: Path) -> None:
    session = await factory(vault)
    await session.sync(lambda _: None)
    await session.close()


async def found(service: VaultSession | VaultGroup, query: str) -> set[str]:
    return {
        result.chunk.path
        for result in [stage async for stage in service.search(query, Mode.FULLTEXT)][-1].results
    }


async def test_from_one_vault_to_all_and_back_the_session_stays_open(vaults: tuple[Path, ...]) -> None:
    factory = SessionFactory(lambda: PARAMETERS, lambda: vaults)
    home, work = vaults
    await indexed(factory, work)
    await indexed(factory, home)
    alone = await factory(home)
    assert await factory(home) is alone
    assert isinstance(alone, VaultSession)
    everything = await factory(ALL_VAULTS)
    await alone.close()
    assert alone.is_open, "it is one of all"
    assert await found(everything, "planks") == {"Home/Note.md", "Work/Note.md"}
    assert not (await everything.status()).read_only, "no index is opened a second time"
    assert [one.read_only for one in (await everything.status()).members] == [False, False]
    again = await factory(home)
    await everything.close()
    assert again is alone
    assert await found(again, "planks path:Note") == {"Note.md"}
    assert await found(again, "planks path:Home") == set()
    await again.close()
    assert not alone.is_open
    last = await factory(work)
    assert not (await last.status()).read_only, "it was let go of with all the others"
    await last.close()


async def test_a_vault_that_was_never_read_is_left_out_and_gets_no_index(vaults: tuple[Path, ...]) -> None:
    home, work = vaults
    gone = home.with_name("Gone")
    factory = SessionFactory(lambda: PARAMETERS, lambda: (home, work, gone))
    await indexed(factory, home)
    everything = await factory(ALL_VAULTS)
    status = await everything.status()
    members = [(one.folder, one.is_open) for one in status.members]
    assert members == [(home, True), (work, False), (gone, False)]
    assert "has not been read yet" in status.members[1].trouble
    assert "is not there" in status.members[2].trouble
    await everything.close()


async def test_where_none_can_be_opened_the_vault_in_use_is_not_lost(vaults: tuple[Path, ...]) -> None:
    factory = SessionFactory(lambda: PARAMETERS, lambda: vaults[1:])
    alone = await factory(vaults[0])
    with pytest.raises(VaultSearchError):
        await factory(ALL_VAULTS)
    await alone.sync(lambda _: None)
    assert await found(alone, "planks") == {"Note.md"}
    await alone.close()
