"""Which index and which legs an evaluation asks, and that it leaves nothing behind when it is given up."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.builders import chunk, write_notes
from vaultsearch.core.filters import Filter
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.search.retrieval import blend_whole_notes
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.evaluation import EvaluationProgress
from vaultsearch.core.values.search import Chunk, LegRank
from vaultsearch.service.evaluation import index_place, measure_own_vault, passages_alone, up_to_date
from vaultsearch.service.parts.workers import Workers
from vaultsearch.settings import settings

NOTE = "Dugongs graze on wide seagrass meadows. They are calm and large and slow, and seldom seen by anyone."


def test_the_vaults_own_index_is_asked_where_it_was_made_alike(vault: Path) -> None:
    own = settings.index_folder(vault)
    assert index_place(vault, Parameters()) != own  # it has none yet
    own.mkdir(parents=True)
    alike = Parameters(command={"passages.top_k": "10"}), Parameters(file={"chunking.chunk_size": 64})
    assert {index_place(vault, parameters) for parameters in (Parameters(), *alike)} == {own}


@pytest.mark.parametrize("name", ["chunking.chunk_size", "chunking.overlap", "files.other_mb"])
def test_what_changes_an_index_has_an_index_of_its_own(vault: Path, name: str) -> None:
    settings.index_folder(vault).mkdir(parents=True)
    places = {index_place(vault, Parameters(command={name: value})) for value in ("100", "101")}
    assert len(places) == 2
    assert settings.index_folder(vault) not in places
    assert not any(place.is_relative_to(vault) for place in places)


def copies_in(home: Path) -> list[Path]:
    return list(home.rglob("*-questions-*"))


@pytest.mark.parametrize(("step", "copies"), [("reading", 0), ("reading", 1), ("semantic", 1)])
async def test_an_evaluation_given_up_ends_there(vault: Path, own_home: Path, step: str, copies: int) -> None:
    # While it read notes, Ctrl+C ended the reading, and the evaluation went on.
    write_notes(vault, {"a.md": NOTE})
    later: list[str] = []

    def on_progress(at: EvaluationProgress) -> None:
        if later or (at.step == step and len(copies_in(own_home)) == copies):
            later.append(at.step)
            task.cancel()

    how = partial(measure_own_vault, most=5, workers=lambda: Workers(in_thread, in_thread))
    task = asyncio.create_task(how(vault, ["semantic"], Parameters(), on_progress=on_progress))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (set(later), copies_in(own_home)) == ({step}, [])


@pytest.mark.usefixtures("small_parts")
async def test_what_a_vault_leaves_out_is_left_out_of_its_index(vault: Path) -> None:
    write_notes(vault, {"a.md": f"# Dugongs\n\n{NOTE}", "Private/b.md": "# Numbats\n\nTermites at dawn."})
    settings.change_settings(vault_ignore={str(vault): ("Private/",)})
    settings.index_folder(vault).mkdir(parents=True)
    made = await up_to_date(vault, Parameters(), lambda _: None, lambda: Workers(in_thread, in_thread))
    async with made as opened:
        assert [note.path for note in await opened.query.notes()] == ["a.md"]


NEAREST = [
    chunk("a.md:0", score=0.6, ranks={"semantic": LegRank(1, 0.6)}),
    chunk("b.md:0", score=0.5, ranks={"semantic": LegRank(2, 0.5)}),
]


async def found(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    return blend_whole_notes(NEAREST, {"b.md": 0.9}, weight=0.5)[:n]


async def foreign(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
    scored = [chunk("c.md:0", score=0.55, ranks={"multilingual": LegRank(1, 0.4)})]
    return [*await found("", n), *scored]


async def test_what_notes_count_is_no_part_of_the_bare_fusion() -> None:
    assert [one.path for one in await found("q", 2)] == ["b.md", "a.md"]
    assert [one.path for one in await passages_alone(found)("q", 2)] == ["a.md", "b.md"]


async def test_what_another_model_found_keeps_the_place_of_its_score() -> None:
    assert [one.path for one in await passages_alone(foreign)("q", 3)] == ["a.md", "c.md", "b.md"]
