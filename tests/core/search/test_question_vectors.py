"""A question is encoded once for all legs that ask the same model, whoever of them gives up."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

from tests.builders import HashEncoder
from vaultsearch.core.errors import WorkerDiedError
from vaultsearch.core.search.vector_cache import QuestionVectors

P = ParamSpec("P")
T = TypeVar("T")

ENCODER = HashEncoder()


class Slow:
    """Runs what it is given once it is let go; fails as often as it is told."""

    def __init__(self, failures: int = 0) -> None:
        self.calls = self.given_up = 0
        self.go = asyncio.Event()
        self._failures = failures

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        self.calls += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        if self.calls <= self._failures:
            raise WorkerDiedError("The worker process stopped unexpectedly.", "It is being restarted.")
        return function(*args, **kwargs)


async def test_two_legs_await_one_encoding_and_a_leg_that_gives_up_leaves_it_to_the_other() -> None:
    run = Slow()
    questions = QuestionVectors(run)
    legs = [asyncio.create_task(questions(ENCODER, "which glaze")) for _ in range(2)]
    await asyncio.sleep(0)
    legs[0].cancel()
    run.go.set()
    assert (await legs[1] == ENCODER.encode_queries(["which glaze"])[0]).all()
    assert (await questions(ENCODER, "which glaze") == await legs[1]).all()
    assert run.calls == 1
    await questions(HashEncoder(fingerprint="hash-2"), "which glaze")
    assert run.calls == 2, "another model's vectors are others"
    for number in range(6):
        await questions(ENCODER, str(number))
    await questions(ENCODER, "which glaze")
    assert run.calls == 8, "the last eight are kept"
    for query in ("another", "which glaze"):
        await questions(ENCODER, query)
    assert run.calls == 10, "and no ninth"


async def test_an_encoding_is_given_up_with_the_last_leg_that_waits_and_begun_anew_for_the_next() -> None:
    run = Slow()
    questions = QuestionVectors(run)
    legs = [asyncio.create_task(questions(ENCODER, "which glaze")) for _ in range(2)]
    await asyncio.sleep(0)
    for leg in legs:
        leg.cancel()
    again = asyncio.create_task(questions(ENCODER, "which glaze"))
    ended = await asyncio.gather(*legs, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in ended)
    assert run.given_up == 1, "the legs end after it, so that a loop without them may be closed"
    run.go.set()
    assert (await again == ENCODER.encode_queries(["which glaze"])[0]).all()


async def test_a_question_that_could_not_be_encoded_is_encoded_when_it_is_asked_again() -> None:
    run = Slow(failures=1)
    run.go.set()
    questions = QuestionVectors(run)
    with pytest.raises(WorkerDiedError):
        await questions(ENCODER, "which glaze")
    assert len(await questions(ENCODER, "which glaze")) == ENCODER.dimension
