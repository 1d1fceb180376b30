"""The seed of the monkey."""

from __future__ import annotations

from itertools import islice

from tests.monkey.actions import INCIDENT, Monkey


def test_a_seed_draws_the_same_actions_again_so_that_a_finding_can_be_repeated() -> None:
    first, again, other = (
        list(islice(Monkey(seed, ["mast", "jam"], 2).actions(), 2_000)) for seed in (7, 7, 8)
    )
    assert first == again
    assert first[: len(INCIDENT)] == list(INCIDENT)
    assert first != other
