"""The seed of the monkey."""

from itertools import islice

from tests.monkey.actions import INCIDENT, Monkey


def test_a_seed_draws_the_same_actions_again_so_that_a_finding_can_be_repeated() -> None:
    draws = (Monkey(seed, ["mast", "jam"], 2).actions() for seed in (7, 7, 8))
    first, again, other = (list(islice(each, 2_000)) for each in draws)
    assert (first, first[: len(INCIDENT)]) == (again, list(INCIDENT))
    assert first != other
