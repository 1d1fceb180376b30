"""Two rows of a note, the others behind the second; a list is filled with what other notes hold."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

import pytest

from tests.builders import chunk
from vaultsearch.core.filters import AnyOf, AtPaths, Filter, Not, WithIds
from vaultsearch.core.search.note_limit import limit_rows, limit_stages_per_note
from vaultsearch.core.values.search import Mode, Result, SearchStage, Snippet, unfold_results


def results(places: str, first: float = 9.0) -> tuple[Result, ...]:
    """Return results of notes named by letters, such as a0 a1 b0, each scored one less than the one above."""
    return tuple(
        Result(chunk(f"{place[0]}:{place[1:]}", score=first - rank), Snippet(""), "", "")
        for rank, place in enumerate(places.split())
    )


def name(result: Result) -> str:
    return result.chunk.id.replace(":", "")


def shown(rows: Sequence[Result]) -> str:
    """Write rows as ids, each with the ids of those behind it."""
    return " ".join(
        name(row) + (f"({' '.join(map(name, row.behind))})" if row.behind else "") for row in rows
    )


@pytest.mark.parametrize(
    ("places", "per_note", "listed"),
    [
        ("a0 a1 a2 b0", 2, "a0 a1(a2) b0"), ("a0 b0 a1 a2 b1 a3 b2", 2, "a0 b0 a1(a2 a3) b1(b2)"),
        ("a0 a1 b0 a2", 1, "a0(a1 a2) b0"), ("a0 a1 a2", 2, "a0 a1(a2)"), ("a0 a1 a2 b0", 3, "a0 a1 a2 b0"),
        ("a0 a1 a2 b0", 0, "a0 a1 a2 b0"), ("", 2, ""),
    ],
)  # fmt: skip
def test_a_note_has_few_rows_its_others_follow(places: str, per_note: int, listed: str) -> None:
    rows = limit_rows(results(places), per_note)
    assert shown(rows) == listed
    assert set(map(name, unfold_results(rows))) == set(places.split())
    assert [each.behind for each in unfold_results(rows)] == [()] * len(places.split())


class Vault:
    """Answers in pools of six passages, and notes what it is asked for."""

    def __init__(self, places: str, pool: int = 6) -> None:
        self.passages, self.pool = results(places), pool
        self.asked: list[tuple[Filter, int]] = []

    def stage(self, passages: Sequence[Result], most: int, *, final: bool = True) -> SearchStage:
        cut = tuple(passages[:most])
        return SearchStage("q", Mode.HYBRID, "fused", cut, final, more=len(passages) >= most)

    async def stages(self) -> AsyncGenerator[SearchStage, None]:
        yield self.stage(self.passages, self.pool, final=False)
        yield self.stage(self.passages, self.pool)

    async def look_on(self, elsewhere: Filter, most: int) -> SearchStage:
        self.asked.append((elsewhere, most))
        assert isinstance(elsewhere, Not)
        assert isinstance(elsewhere.part, AnyOf)
        paths, ids = elsewhere.part.parts
        assert isinstance(paths, AtPaths)
        assert isinstance(ids, WithIds)
        left = [each for each in self.passages if not (each.path in paths.paths or each.chunk.id in ids.ids)]
        return self.stage([replace(each, chunk=each.chunk.scored(20.0)) for each in left], self.pool)


async def listed(vault: Vault, n: int, least: int, per_note: int = 2) -> list[tuple[str, bool]]:
    stages = limit_stages_per_note(vault.stages(), n, per_note, least, vault.look_on)
    return [(shown(stage.results), stage.more) async for stage in stages]


LONG = "a0 a1 a2 a3 a4 a5 a6 b0 a7 c0 c1 b1 b2 d0"


async def test_the_last_answer_is_filled_with_what_other_notes_hold() -> None:
    vault = Vault(LONG)
    early, last = "a0 a1(a2 a3 a4 a5)", "a0 a1(a2 a3 a4 a5) b0 c0"
    assert await listed(vault, 4, 4) == [(early, True), (last, True)]
    excluded = Not(AnyOf((AtPaths(frozenset({"a"})), WithIds(frozenset(f"a:{place}" for place in range(6))))))
    assert vault.asked == [(excluded, 50)]


async def test_looking_on_ends_with_the_vault() -> None:
    vault = Vault(LONG)
    _, last = await listed(vault, 9, 9)
    assert last == ("a0 a1(a2 a3 a4 a5) b0 c0 c1 b1(b2) d0", False)
    assert len(vault.asked) == 2, "six of others, then none"


async def test_no_more_is_looked_for_than_is_to_be_filled() -> None:
    vault = Vault(LONG)
    assert (await listed(vault, 9, 2))[-1] == ("a0 a1(a2 a3 a4 a5)", True)
    assert (await listed(vault, 6, 6, per_note=0))[-1] == ("a0 a1 a2 a3 a4 a5", True)
    assert vault.asked == []
    # Without a limit per note, further ones come behind those that are listed.
    assert (await listed(vault, 9, 9, per_note=0))[-1] == ("a0 a1 a2 a3 a4 a5 a6 b0 a7", True)


async def test_what_is_already_listed_is_neither_listed_twice_nor_looked_for_without_end() -> None:
    vault = Vault(LONG)

    async def look_on(_elsewhere: Filter, _most: int) -> SearchStage:
        return vault.stage(vault.passages, 6)

    last = [stage async for stage in limit_stages_per_note(vault.stages(), 4, 2, 4, look_on)][-1]
    assert (shown(last.results), last.more) == ("a0 a1(a2 a3 a4 a5)", False)


async def test_scores_fall_though_an_answer_was_looked_on_for() -> None:
    vault = Vault(LONG)
    stages = [stage async for stage in limit_stages_per_note(vault.stages(), 4, 2, 4, vault.look_on)]
    assert [row.score for row in stages[-1].results] == [9.0, 8.0, 8.0, 8.0]
