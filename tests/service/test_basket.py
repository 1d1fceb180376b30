"""The basket of a real vault: over a restart, over a cancelled call, and within a group of vaults."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders import present, write_notes
from vaultsearch.core.context.basket import SHARED_BASKET_FILE
from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import PassageState
from vaultsearch.core.values.search import Chunk
from vaultsearch.service.areas.passages import SharedBasket
from vaultsearch.service.parts.members import Member, Members
from vaultsearch.service.vault import Vault

PARAMETERS = Parameters(command={"reranker.chain": "late_interaction", "multilingual_model": "none"})


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, token_parts: None) -> None:
    for name in ("one", "two"):
        write_notes(tmp_path / name, {"Gifts.md": "# Anna\n\nA pottery course.\n", "Tom.md": "A saw.\n"})


async def opened(folder: Path) -> Vault:
    vault = await Vault.open(folder, folder.with_name(f"{folder.name}-index"), PARAMETERS)
    await vault.index.sync()
    return vault


async def passages(vault: Vault) -> list[Chunk]:
    return [one.chunk for word in ("pottery", "saw") for one in (await vault.search(word))[:1]]


async def test_saves_are_written_in_order_even_if_canceled_as_the_vault_closes(tmp_path: Path) -> None:
    async with await opened(tmp_path / "one") as vault:
        kept = await passages(vault)
        saves = [asyncio.create_task(vault.basket.save(kept[:n])) for n in (1, 0, 2)]
        await asyncio.sleep(0)
        for save in saves:
            save.cancel()
    async with await opened(tmp_path / "one") as vault:
        assert [chunk.id for chunk in await vault.basket.load()] == [chunk.id for chunk in kept]
        (tmp_path / "one-index" / SHARED_BASKET_FILE).mkdir()
        failing = asyncio.create_task(vault.basket.set_places(SHARED_BASKET_FILE, [(0, kept[0])]))
        await asyncio.sleep(0)
    with pytest.raises(VaultSearchError, match=r"basket can't be saved in .*-index \(Is a directory\)"):
        await failing


async def test_passages_follow_a_note_that_is_renamed_or_moved(tmp_path: Path) -> None:
    async with await opened(tmp_path / "one") as vault:
        await vault.basket.save(await passages(vault))
        (tmp_path / "one" / "Sub").mkdir()
        for former, new in {"Gifts.md": "Presents.md", "Tom.md": "Sub/Tom.md"}.items():
            (tmp_path / "one" / former).rename(tmp_path / "one" / new)
        await vault.index.sync()
        now = await vault.basket.load()
        assert [(chunk.path, chunk.title) for chunk in now] == [
            ("Presents.md", "Presents"),
            ("Sub/Tom.md", "Tom"),
        ]
        assert await vault.basket.states(now) == (PassageState.CURRENT, PassageState.CURRENT)


async def test_a_passage_is_changed_once_its_note_is_indexed_otherwise_and_is_renewed(tmp_path: Path) -> None:
    async with await opened(tmp_path / "one") as vault:
        gifts, saw = await passages(vault)
        write_notes(tmp_path / "one", {"Gifts.md": "New.\n\n# Anna\n\nA weaving course.\n"})
        (tmp_path / "one" / "Tom.md").unlink()
        await vault.index.sync(lambda _: None)
        assert await vault.basket.states([gifts, saw]) == (PassageState.CHANGED, PassageState.GONE)
        now = present(await vault.basket.current_passage(gifts))
        assert "weaving" in now.content
        assert await vault.basket.states([now]) == (PassageState.CURRENT,)
        assert await vault.basket.current_passage(saw) is None


async def test_in_a_group_each_vault_keeps_its_own_passages_of_the_one_basket(tmp_path: Path) -> None:
    async with await opened(tmp_path / "one") as one, await opened(tmp_path / "two") as two:
        group = SharedBasket(Members([Member("one", one), Member("two", two)]))
        outer = [
            replace(chunk, id=f"{name}/{chunk.id}", path=f"{name}/{chunk.path}")
            for name, vault in (("two", two), ("one", one))
            for chunk in await passages(vault)
        ]
        mixed = [outer[0], outer[2], outer[1], outer[3]]
        await group.save(mixed)
        assert [chunk.id for chunk in await group.load()] == [chunk.id for chunk in mixed]
        assert await one.basket.load() == ()
        (tmp_path / "one-index" / SHARED_BASKET_FILE).unlink()
        assert [chunk.id for chunk in await group.load()] == [outer[0].id, outer[1].id]
        assert await group.states([replace(outer[0], path="three/a.md")]) == (PassageState.GONE,)
