"""Pictures are found by what they show, by a model that the user names; without one, nothing differs."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.colour_encoder import COLOURS, DEADLY, HUGE, ColourEncoder, draw
from tests.service.test_recognising import contents, followed
from vaultsearch.cli.reports import print_status
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.picture_encoder import PictureEncoder
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service import recognising
from vaultsearch.service.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.values.pictures import PicturesByMeaning
    from vaultsearch.core.values.search import Result

NONE = {"embedding.multilingual_model": "none", "reranker.chain": "none"}
ON = Parameters(file={"images.model": "/a/model", **NONE})


@pytest.fixture
def encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ColourEncoder:
    (tmp_path / "log").mkdir()
    found = ColourEncoder(tmp_path / "log")
    monkeypatch.setattr(PictureEncoder, "in_folder", lambda _: found)
    monkeypatch.setattr(recognising, "on_battery", lambda: False)
    monkeypatch.setattr(recognising, "_LOOKED_EVERY_S", 0.01)
    monkeypatch.setattr(recognising, "_TYPING_S", 0.0)
    return found


async def encoded(vault: Vault, count: int) -> PicturesByMeaning:
    """Wait until so many pictures are encoded and none waits."""
    while True:
        found = (await vault.status()).pictures
        if not found.waiting and found.encoded == count:
            return found
        await asyncio.sleep(0.02)


async def reached(holds: Callable[[], bool]) -> None:
    """Wait for the background: nothing signals what it has done."""
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0.02)


def by_picture(results: Sequence[Result]) -> list[str]:
    """Return the pictures found by what they show, the nearest first."""
    found = [one.chunk for one in results if "pictures" in one.chunk.ranks]
    return [one.path for one in sorted(found, key=lambda one: one.ranks["pictures"].rank)]


async def test_a_picture_is_found_by_what_it_shows_and_encoded_once_wherever_it_moves(
    vault: Path, tmp_path: Path, encoder: ColourEncoder, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "a.md").write_text("the harbour in winter, and the ice on it")
    for at, colour in enumerate(COLOURS.values()):
        draw(vault / f"IMG_{at}.bmp", colour)
    draw(vault / "Trips" / "IMG_9.bmp", COLOURS["blue"])
    before = contents(vault)
    async with followed(vault, tmp_path / "index", ON) as opened:
        await encoded(opened, 5)
        found = await opened.results("red")
        assert found[0].chunk.path == "IMG_0.bmp"
        assert "what the picture shows #1 (1.00)" in found[0].why
        filtered = await opened.results("red path:Trips/")
        assert by_picture(filtered) == ["Trips/IMG_9.bmp"], "filtered before it is ranked"
        assert before == contents(vault), "nothing is written into the vault"
        print_status(await opened.status())
        assert "5 of 5 encoded" in capsys.readouterr().out
        (vault / "IMG_0.bmp").rename(vault / "Trips" / "moved.bmp")
        (vault / "IMG_2.bmp").unlink()
        await opened.index.sync()
        await encoded(opened, 4)
        assert by_picture(await opened.results("red"))[0] == "Trips/moved.bmp"
        assert len(encoder.encoded) == 4, "each content once: the copy and the moved one are known"


async def test_another_model_encodes_anew_and_none_leaves_nothing(
    vault: Path, tmp_path: Path, encoder: ColourEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "a.md").write_text("a note")
    draw(vault / "IMG_0.bmp", COLOURS["red"])
    async with followed(vault, tmp_path / "index", ON) as opened:
        await encoded(opened, 1)
        other = replace(encoder, fingerprint="others")
        monkeypatch.setattr(PictureEncoder, "in_folder", lambda _: other)
        await opened.use({"images.model": "/another/model", **NONE})
        await encoded(opened, 1)
        assert [line.split()[0] for line in encoder.encoded] == ["colours", "others"]
        await opened.use(NONE)
        await reached(lambda: not (tmp_path / "index" / "pictures.lance").exists())


async def test_a_picture_that_cannot_be_looked_at_is_told_and_the_others_are_encoded(
    vault: Path, tmp_path: Path, encoder: ColourEncoder
) -> None:
    (vault / "a.md").write_text("a note")
    for name, colour in (("deadly", DEADLY), ("huge", HUGE), ("red", COLOURS["red"])):
        draw(vault / f"{name}.bmp", colour)
    async with followed(vault, tmp_path / "index", ON) as opened:
        await encoded(opened, 1)
        status = await opened.status()
    assert (status.pictures.refused, status.pictures.total) == (2, 3)
    assert {one.path: one.reason for one in status.failed} == {
        "deadly.bmp": "Looking at it crashed or took longer than 60 s; it was skipped.",
        "huge.bmp": "Too large to look at: 100,000 x 100,000 pixels.",
    }


async def test_a_model_that_cannot_be_used_is_a_sentence_and_all_else_is_found(
    vault: Path, tmp_path: Path, encoder: ColourEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> None:
        raise ModelUnavailableError(f"The model in {name} doesn't read pictures.", "Choose another folder.")

    monkeypatch.setattr(PictureEncoder, "in_folder", refuse)
    (vault / "a.md").write_text("the harbour in winter")
    sentence = "The model in /a/model doesn't read pictures. Choose another folder."
    async with followed(vault, tmp_path / "index", ON) as opened:
        status = await opened.status()
        stages = [stage async for stage in opened.search("harbour")]
    assert status.pictures.trouble == sentence
    assert stages[-1].notice == sentence
    assert [one.chunk.path for one in stages[-1].results] == ["a.md"]


async def test_without_a_model_there_is_no_table_no_import_and_no_leg(
    vault: Path, tmp_path: Path, encoder: ColourEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {f"vaultsearch.core.{name}" for name in ("models.picture_encoder", "search.picture_retrieval")}
    for name in modules:
        monkeypatch.delitem(sys.modules, name, raising=False)
    (vault / "a.md").write_text("the harbour in winter")
    draw(vault / "IMG_0.bmp", COLOURS["red"])
    async with await Vault.open(vault, tmp_path / "index", Parameters(file=NONE)) as opened:
        await opened.index.sync()

        async def go_on() -> bool:
            return True

        await opened.index.recognition.pictures.encode_waiting(go_on)
        stages = [stage async for stage in opened.search("red", Mode.HYBRID)]
        status = await opened.status()
    assert "pictures" not in {step.name for step in stages[-1].steps}
    assert not status.pictures.model
    assert not (tmp_path / "index" / "pictures.lance").exists()
    assert not modules & sys.modules.keys()
