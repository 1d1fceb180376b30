"""In which language a question is asked: by its letters, the vault's languages, and the questions before."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.filters import InLanguages
from vaultsearch.core.languages.detection import Detected, detect, is_sure, warm_up
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED, language_name
from vaultsearch.core.languages.routing import Routing
from vaultsearch.core.values.search import ReadingPlan, UnreadNotes
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Runner

_ELSEWHERE = 0.02
"""How likely a question is in a language that no passage is in, before it is read."""
_LIKELY = 0.6
"""Below this, the question is taken to be in the vault's own language."""
_SENSIBLE = 0.05
"""A language that so many of the passages are in is one to expect questions in."""
_OFTEN = 0.05
"""Of many questions at once, a language that fewer are in is taken for a mistake."""
_FEW = 0.2
_SECONDS_A_PASSAGE = 0.06
"""What both multilingual models take, with reading and writing, on one core that others use, too; the
universal sentence encoder alone takes a quarter.
"""
_PATIENCE_S = 0.05
_RECENT = 5
_RECENT_WEIGHT = 0.3


class SupportsLanguages(Protocol):
    """A corpus that knows which languages its passages are in."""

    async def languages(self) -> Mapping[str, int]:
        """Count the passages in each language, by code."""
        ...

    async def count_unread(self, where: Filter) -> int:
        """Count the passages that have no vector of the multilingual model."""
        ...


@dataclass(frozen=True, slots=True)
class _Told:
    """The language of a question, "" for one that is not told, and whether it is surely this one."""

    language: str
    is_sure: bool


_NOT_TOLD = _Told(UNDETERMINED, is_sure=False)


class QueryLanguages:
    """Tells the language of questions to one vault, and how the vault's passages are routed.

    ``multilingual`` tells whether there is a model for what is not English. ``always`` is what the user
    said that all questions are in. ``wanted`` gives the languages that passages are read for because the
    user wants it. ``models`` is where what tells languages is kept unpacked. Lives on one event loop.
    """

    def __init__(
        self,
        corpus: SupportsLanguages,
        *,
        run: Runner = in_thread,
        multilingual: bool = True,
        always: str = UNDETERMINED,
        wanted: Callable[[], frozenset[str]] = frozenset,
        models: Path | None = None,
    ) -> None:
        self._models = models
        self._corpus = corpus
        self._run = run
        self._multilingual = multilingual
        self._always = always
        self._wanted = wanted
        self._recent: deque[str] = deque(maxlen=_RECENT)
        self._last = ("", _NOT_TOLD)
        self._telling: dict[str, asyncio.Task[_Told]] = {}

    async def routing(self) -> Routing:
        """Give what the languages of the passages make of it."""
        return Routing.of(await self._corpus.languages(), multilingual=self._multilingual)

    async def __call__(self, query: str) -> str:
        """Tell the language of a question, by code; in doubt, the vault's own."""
        return (await self._surely(query))[0]

    async def _surely(self, query: str) -> tuple[str, bool]:
        """Tell it, and whether it is surely this one: the user said so, or the question does."""
        routing = await self.routing()
        if self._always or routing.read is None:
            return self._always or routing.own, bool(self._always)
        told = self._last[1]
        if self._last[0] != query:
            telling = self._being_told(query)
            await asyncio.wait([telling])
            told = telling.result()
        return told.language or routing.own, told.is_sure

    async def soon(self, query: str) -> str | None:
        """Tell the language of a question, None where that takes longer than a moment.

        What tells it waits its turn behind models that are loaded and texts that are encoded: nine seconds
        passed before a question was answered by its words.
        """
        routing = await self.routing()
        if self._always or routing.read is None:
            return self._always or routing.own
        if self._last[0] == query:
            return self._last[1].language or routing.own
        telling = self._being_told(query)
        done, _ = await asyncio.wait([telling], timeout=_PATIENCE_S)
        return (telling.result().language or routing.own) if done else None

    async def close(self) -> None:
        """Give up what is being told."""
        for telling in self._telling.values():
            telling.cancel()
        await asyncio.gather(*self._telling.values(), return_exceptions=True)

    def _being_told(self, query: str) -> asyncio.Task[_Told]:
        """Give the telling of a question's language: one, however many wait for it or give it up."""
        if query not in self._telling:
            telling = asyncio.ensure_future(self._detected(query))
            # An error is raised to whoever waits; without them, it is nobody's.
            telling.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._telling[query] = telling
        return self._telling[query]

    def told(self, query: str) -> str:
        """Give the language of the question that was told last, if it is this one; else English."""
        return self._always or (self._last[1].language if self._last[0] == query else "") or ENGLISH

    async def among(self, questions: Sequence[str]) -> list[str]:
        """List the languages that many questions are in, sorted, as the vault's own make them likely."""
        prior = await self._prior()
        found = [await self._run(self._detect, one, prior, _ELSEWHERE) for one in questions]
        counts = Counter(one.told(_LIKELY) for one in found)
        return sorted(language for language, n in counts.items() if language and n > _OFTEN * len(found))

    async def _detected(self, query: str) -> _Told:
        """Tell the language of a question; another one than the vault leads to expect, only where sure."""
        try:
            found = await self._run(self._detect, query, await self._prior(), _ELSEWHERE)
            told = _Told(found.told(_LIKELY), is_sure(query, found))
            if not told.is_sure and not await self._is_expected(told.language):
                told = _NOT_TOLD
        finally:
            del self._telling[query]
        self._last = (query, told)
        if told.is_sure:
            self._recent.append(told.language)
        return told

    async def _is_expected(self, language: str) -> bool:
        passages = await self._corpus.languages()
        held = passages.get(language, 0) >= _SENSIBLE * max(1, sum(passages.values()))
        return language == ENGLISH or held or language in await in_thread(self._wanted)

    @property
    def _detect(self) -> Callable[..., Detected]:
        return partial(detect, models=self._models)

    async def _prior(self) -> dict[str, float]:
        """Give how likely languages are: by their passages, and by the questions before this one."""
        passages, recent = Counter(await self._corpus.languages()), Counter(self._recent)
        passages.pop(UNDETERMINED, None)
        weight = _RECENT_WEIGHT if recent else 0.0
        return {
            language: max(
                _ELSEWHERE,
                (1 - weight) * passages[language] / max(1, passages.total())
                + weight * recent[language] / max(1, recent.total()),
            )
            for language in passages.keys() | recent.keys()
        }

    async def has_others(self, language: str) -> bool:
        """Tell whether there are passages in other languages than this one."""
        return bool((await self._corpus.languages()).keys() - {language, UNDETERMINED})

    async def is_foreign(self, query: str) -> bool:
        """Tell whether few passages are in the question's language: its words may well stand in none."""
        counts = await self._corpus.languages()
        least = _FEW * sum(counts.values())
        return counts.get(await self(query), 0) < least

    async def unread(self, query: str) -> UnreadNotes | None:
        """Tell what a question misses because it is in a language that passages are not read for.

        Nothing where the language is only assumed: to a Chinese vault, a word that is none looked Chinese.
        """
        routing = await self.routing()
        language, is_certain = await self._surely(query)
        if not is_certain or routing.read is None or routing.reads(language):
            return None
        passages = await self._corpus.count_unread(InLanguages(routing.read))
        if not passages:
            return None
        reading = ReadingPlan.OFFERED
        if routing.is_mixed:
            reading = ReadingPlan.EXPECTED
        elif not all(map(routing.reads, await in_thread(self._wanted))):
            reading = ReadingPlan.WANTED
        return UnreadNotes(
            language, language_name(language), passages, passages * _SECONDS_A_PASSAGE, reading
        )

    async def warm_up(self) -> None:
        """Load what tells languages apart, so that the first question need not wait for it."""
        if self._multilingual and not self._always:
            await self._run(warm_up, self._models)


def missed(unread: UnreadNotes) -> str:
    """Say what a question misses, in a sentence."""
    english = "1 English passage is" if unread.passages == 1 else f"{unread.passages:,} English passages are"
    until = "" if unread.reading is ReadingPlan.OFFERED else " until indexing is done"
    return f"{unread.seems}: {english} matched by keywords only{until}."
