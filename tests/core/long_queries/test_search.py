"""Searching with a text of three topics, one of which dominates, by the real models."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.builders import write_notes
from vaultsearch.core.long_queries import search
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import LongQueryAnswer, LongQueryOutcome, Mode
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

_PLACES = ("Lisbon", "Porto", "Seville", "Granada", "Valencia", "Faro", "Coimbra", "Cadiz")
DEBUGGING, RECIPE = "Code/Race condition.md", "Kitchen/Lentil soup.md"
NOTES = {
    f"Travel/{place}.md": f"# {place}\n\nTravel notes for {place}: trains from the station, where to stay in "
    "the old town, walks along the river, museums and the best month for a trip.\n"
    for place in _PLACES
} | {
    DEBUGGING: "# Race condition\n\n"
    "The crash came from two threads writing to the same cache without a "
    "lock. Reproduce it under the debugger with a breakpoint in the writer.\n",
    RECIPE: "# Lentil soup\n\nFry onions and garlic in olive oil, add red lentils, cumin and stock, "
    "simmer for twenty minutes, finish with lemon.\n",
}
TRAVEL = (
    "For the trip through Portugal and Spain we compared the trains. From Lisbon the line follows the river, "
    "and in the old town there are small hotels near the station. Porto is best in May, and its museums are "
    "closed on Mondays. Afterwards we travel on to Seville, and walk along the river there in the evening. "
)
TEXT = "\n\n".join(
    [
        *(TRAVEL + f"The plan for day {day} is to see another old town." for day in range(1, 6)),
        "At work the program crashes now and then. I suspect that two threads change the shared cache at "
        "once, and that a lock is missing. How did I catch that in the debugger the last time?",
        "And for supper on Friday I want to cook a soup of red lentils, with cumin, garlic and a little "
        "lemon. How long did it have to simmer?",
    ]
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A vault in which travel dominates, and its index."""
    folder = tmp_path_factory.mktemp("topics")
    write_notes(folder / "vault", NOTES)

    async def index() -> None:
        session = await opened((folder / "vault", folder / "index"), write=True)
        await session.index.sync(lambda _: None)
        await session.close()

    asyncio.run(index())
    return folder / "vault", folder / "index"


async def opened(
    place: tuple[Path, Path], parameters: dict[str, object] | None = None, *, write: bool = False
) -> Vault:
    command = {f"passages.{key}": value for key, value in (parameters or {}).items()}
    return await Vault.open(*place, Parameters(command=command), Workers(in_thread, in_thread), write=write)


async def asked(
    place: tuple[Path, Path],
    text: str,
    n: int = 5,
    **parameters: object,
) -> LongQueryAnswer:
    session = await opened(place, parameters)
    try:
        await session.search_service.expand.prepare()
        return await session.search_passage(text, n)
    finally:
        await session.close()


def paths(answer: LongQueryAnswer) -> list[str]:
    return [result.chunk.path for result in answer.results]


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID])
async def test_segments_find_topics_that_one_query_misses(place: tuple[Path, Path], mode: Mode) -> None:
    session = await opened(place)
    stages = [s async for s in session.search_stages(TEXT, 5, mode, rerank=False, operators=False)]
    single = {result.chunk.path for result in stages[-1].results[:5]}
    answer = await session.search_passage(TEXT, 5)
    await session.close()
    assert {path.split("/")[0] for path in single} == {"Travel"}
    assert {path.split("/")[0] for path in paths(answer)} == {"Travel", "Code", "Kitchen"}
    assert answer.outcome is LongQueryOutcome.FOUND


async def test_topics_have_their_lines_their_notes_and_telling_names(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT)
    travel, debugging, recipe = answer.topics
    assert (travel.line_start, travel.line_end) == (1, 9)
    assert (debugging.line_start, debugging.line_end) == (11, 11)
    assert (recipe.line_start, recipe.line_end) == (13, 13)
    assert debugging.results[0].chunk.path == DEBUGGING
    assert recipe.results[0].chunk.path == RECIPE
    assert {"cache", "lock", "threads"} & {*debugging.label.split(", ")}
    assert {"lentils", "cumin", "soup", "garlic", "simmer", "lemon"} & {*recipe.label.split(", ")}


async def test_what_went_through_is_counted_and_traced(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT)
    counts = answer.counts
    assert counts.segments == 12 == len(counts.per_segment), "five long paragraphs are cut in two"
    assert max(counts.per_segment) <= 5
    assert sum(counts.per_segment) >= counts.collected >= counts.deduplicated >= counts.given == 5
    assert [step.name for step in answer.steps] == [
        "pieces", "nearest", "collected", "deduplicated", "topics",
    ]  # fmt: skip
    assert answer.steps[0].count_out == 12


async def test_a_note_is_given_once(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT, n=50)
    assert len(paths(answer)) == len({*paths(answer)})


async def test_a_short_text_is_one_query_and_no_operator(place: tuple[Path, Path]) -> None:
    answer = await asked(place, "-lentils: how long does the soup simmer?")
    assert paths(answer)[0] == RECIPE
    assert "fulltext" in {step.name for step in answer.steps}
    assert answer.counts.segments == 1 == len(answer.topics)


async def test_a_chat_is_searched_by_its_messages(place: tuple[Path, Path]) -> None:
    lines = [f"14.03.26, 10:{at:02} - Anna: {paragraph}" for at, paragraph in enumerate(TEXT.split("\n\n"))]
    answer = await asked(place, "\n".join(lines))
    assert answer.messages == 7
    assert {path.split("/")[0] for path in paths(answer)} == {"Travel", "Code", "Kitchen"}
    assert [topic.messages for topic in answer.topics] == [(1, 5), (6, 6), (7, 7)]


async def test_frontmatter_is_not_searched_with(place: tuple[Path, Path]) -> None:
    answer = await asked(place, f"---\ntags: [lentils, soup]\n---\n{TRAVEL}\n\n{TRAVEL}")
    assert RECIPE not in [r.chunk.path for topic in answer.topics for r in topic.results[:3]]


async def test_nothing_near_is_no_error(place: tuple[Path, Path]) -> None:
    answer = await asked(place, TEXT, min_similarity_threshold=0.99)
    assert (answer.outcome, answer.results, answer.trouble) == (LongQueryOutcome.NO_HITS, (), None)
    assert answer.notice == "No notes similar to this text."


@pytest.mark.parametrize("text", ["", " \n\n ", "---\na: b\n---\n"])
async def test_no_text_finds_nothing(place: tuple[Path, Path], text: str) -> None:
    answer = await asked(place, text)
    assert (answer.outcome, answer.notice) == (LongQueryOutcome.NO_HITS, "No text to search with.")


async def test_a_missing_model_is_told(place: tuple[Path, Path], tmp_path: Path) -> None:
    parameters = Parameters(command={"embedding.embedding_model": str(tmp_path / "nowhere")})
    session = await Vault.open(*place, parameters, Workers(in_thread, in_thread), write=False)
    answer = await session.search_passage(TEXT)
    await session.close()
    assert answer.outcome is LongQueryOutcome.FAILED
    assert answer.trouble
    assert answer.remedy


async def test_an_index_that_is_not_there_yet_is_told(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, NOTES)
    answer = await asked_new((vault, tmp_path / "index"), lambda session: session.search_passage(TEXT))
    assert (answer.outcome, answer.trouble) == (
        LongQueryOutcome.FAILED,
        "Your notes are still being indexed.",
    )


async def asked_new(
    place: tuple[Path, Path], ask: Callable[[Vault], Awaitable[LongQueryAnswer]]
) -> LongQueryAnswer:
    session = await opened(place, write=True)
    try:
        return await ask(session)
    finally:
        await session.close()


async def test_a_damaged_index_is_told(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {path: NOTES[path] for path in (DEBUGGING, RECIPE)})
    place = vault, tmp_path / "index"

    async def broken(session: Vault) -> LongQueryAnswer:
        await session.index.sync(lambda _: None)
        for file in (tmp_path / "index" / "chunks.lance" / "data").iterdir():
            file.write_bytes(b"")
        return await session.search_passage(TEXT)

    answer = await asked_new(place, broken)
    assert answer.outcome is LongQueryOutcome.FAILED
    assert "damaged" in (answer.trouble or "")


async def test_of_a_text_without_end_the_beginning_is_searched_with_and_that_is_told(
    place: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_TEXT_CHARACTERS", len(TEXT))
    assert (await asked(place, TEXT)).notice is None
    answer = await asked(place, f"{TEXT}\n\n" + f"{TRAVEL}\n\n" * 2000)
    assert answer.notice is not None
    assert "were used" in answer.notice
    assert paths(answer) == paths(await asked(place, TEXT))
