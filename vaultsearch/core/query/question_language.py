"""Language detection of questions: by script and letters, the vault's languages, and recent questions."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from vaultsearch.core.filters import Filter, InLanguages
from vaultsearch.core.languages.detection import (
    DetectedLanguage,
    detect_language,
    is_surely_in,
    warm_up_identifier,
)
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED, Routing, language_name
from vaultsearch.core.protocols import Runner
from vaultsearch.core.threads import in_thread
from vaultsearch.core.tracing import question_timeout
from vaultsearch.core.values.search import ReadingPlan, UnreadNotes

_PRIOR_ELSEWHERE = 0.02
"""Prior probability of a language without passages."""
_MIN_PROBABILITY = 0.6
"""Minimum probability of a detected language; below it, the vault's own language is assumed."""
_MIN_EXPECTED_SHARE = 0.05
"""Minimum share of passages in a language to expect questions in it."""
_MIN_QUESTION_SHARE = 0.05
"""Minimum share among many questions; a rarer language counts as a detection error."""
_MIN_NATIVE_SHARE = 0.2
"""Minimum share of passages in a question's language; below it, the question is foreign to the vault."""
_SECONDS_A_PASSAGE = 0.06
"""Seconds per passage for both multilingual models, with reading and writing, on one shared core; the
universal sentence encoder alone takes a quarter.
"""
_PATIENCE_S = 0.05
"""Seconds that keyword search waits for the detection."""
_RECENT = 5
"""Number of certain detections that count as recent."""
_RECENT_WEIGHT = 0.3
"""Weight of recent questions in the prior; the passages have the rest."""
_COUNTS_LIFETIME_S = 0.05
"""Lifetime of passage counts, in seconds: a question needs them 26 times, each with a version check."""


class SupportsLanguages(Protocol):
    """Stored notes whose passages are counted by language."""

    async def languages(self) -> Mapping[str, int]:
        """Count the passages by language code."""
        ...

    async def count_unread(self, where: Filter) -> int:
        """Count the passages without a vector of the multilingual model."""
        ...


@dataclass(frozen=True, slots=True)
class _Detection:
    """The detected language of a question, "" if undetermined, and whether it is certain."""

    language: str
    is_sure: bool


_UNDECIDED = _Detection(UNDETERMINED, is_sure=False)


@dataclass(slots=True)
class QueryLanguages:
    """Detects the language of questions to a vault; tells the routing of the vault's passages.

    Lives on one event loop.

    Args:
        multilingual: Whether there is a model for languages other than English.
        always: The language set by the user for all questions, or "".
        requested: Returns the languages to embed passages for, at the user's request.
        models: Folder for the unpacked language identifier.
    """

    notes: SupportsLanguages
    run: Runner = in_thread
    multilingual: bool = True
    always: str = UNDETERMINED
    requested: Callable[[], frozenset[str]] = frozenset
    models: Path | None = None
    _recent: deque[str] = field(default_factory=lambda: deque(maxlen=_RECENT))
    _last: tuple[str, _Detection] = ("", _UNDECIDED)
    _counted: tuple[float, Mapping[str, int]] = (-math.inf, MappingProxyType({}))
    _detections: dict[str, asyncio.Task[_Detection]] = field(default_factory=dict)

    async def routing(self) -> Routing:
        """Return the routing for the passages' languages."""
        return Routing.of(await self._passages(), multilingual=self.multilingual)

    async def _passages(self) -> Mapping[str, int]:
        """Count the passages by language code, at most a moment ago."""
        if time.monotonic() - self._counted[0] > _COUNTS_LIFETIME_S:
            self._counted = (time.monotonic(), await self.notes.languages())
        return self._counted[1]

    async def __call__(self, query: str) -> str:
        """Return a question's language code; in doubt, the vault's own language."""
        return (await self._with_certainty(query))[0]

    async def _with_certainty(self, query: str) -> tuple[str, bool]:
        """Return the language, and whether it is certain: set by the user, or evident from the question."""
        routing = await self.routing()
        if self.always or routing.read is None:
            return self.always or routing.own, bool(self.always)
        detected = self._last[1]
        # The stages of a search ask in turn; the last answer serves them all.
        if self._last[0] != query:
            detection = self._detection_of(query)
            # Not awaited directly: a cancelled search must not cancel the detection for others.
            await asyncio.wait([detection])
            detected = detection.result()
        return detected.language or routing.own, detected.is_sure

    async def is_certain(self, query: str) -> bool:
        """Return whether a question's language is set, evident, or shared by all passages.

        Never waits: an undetected language is not certain.
        """
        routing = await self.routing()
        if self.always or routing.read is None or not routing.others:
            return True
        return self._last[0] == query and self._last[1].is_sure

    async def detect_soon(self, query: str, seconds: float = _PATIENCE_S) -> str | None:
        """Return a question's language, or None if detection takes longer than ``seconds``.

        Detection queues behind model loading and encoding: once, a question waited nine seconds for the
        answer by words.
        """
        routing = await self.routing()
        if self.always or routing.read is None:
            return self.always or routing.own
        if self._last[0] == query:
            return self._last[1].language or routing.own
        detection = self._detection_of(query)
        done, _ = await asyncio.wait([detection], timeout=question_timeout(seconds))
        return (detection.result().language or routing.own) if done else None

    async def close(self) -> None:
        """Cancel the detections in progress."""
        for detection in self._detections.values():
            detection.cancel()
        await asyncio.gather(*self._detections.values(), return_exceptions=True)

    def _detection_of(self, query: str) -> asyncio.Task[_Detection]:
        """Return a question's detection task, shared by all callers, even if some are cancelled."""
        if query not in self._detections:
            detection = asyncio.ensure_future(self._detect_once(query))
            # Callers get the error; without callers, it is ignored.
            detection.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._detections[query] = detection
        return self._detections[query]

    async def of_questions(self, questions: Sequence[str]) -> list[str]:
        """List the languages of many questions, sorted; the vault's languages are the prior."""
        prior = await self._prior()
        detected = [await self.run(self._detect, each, prior, _PRIOR_ELSEWHERE) for each in questions]
        counts = Counter(language.at_least(_MIN_PROBABILITY) for language in detected)
        least = _MIN_QUESTION_SHARE * len(detected)
        return sorted(language for language, n in counts.items() if language and n > least)

    async def _detect_once(self, query: str) -> _Detection:
        """Detect a question's language; accept an unexpected language only if it is certain."""
        try:
            languages = await self.run(self._detect, query, await self._prior(), _PRIOR_ELSEWHERE)
            detected = _Detection(languages.at_least(_MIN_PROBABILITY), is_surely_in(query, languages))
            # Short questions are often mistaken for a language that the user neither writes nor reads.
            if not detected.is_sure and detected.language != ENGLISH:
                passages = await self._passages()
                least = _MIN_EXPECTED_SHARE * max(1, sum(passages.values()))
                is_rare = passages.get(detected.language, 0) < least
                if is_rare and detected.language not in await in_thread(self.requested):
                    detected = _UNDECIDED
        finally:
            del self._detections[query]
        self._last = (query, detected)
        if detected.is_sure:
            self._recent.append(detected.language)
        return detected

    @property
    def _detect(self) -> Callable[..., DetectedLanguage]:
        return partial(detect_language, models=self.models)

    async def _prior(self) -> dict[str, float]:
        """Return the prior probability of languages, from passages and recent questions."""
        passages, recent = Counter(await self._passages()), Counter(self._recent)
        # Passages in no language, such as tables, tell nothing about questions.
        passages.pop(UNDETERMINED, None)
        weight = _RECENT_WEIGHT if recent else 0.0
        return {
            language: max(
                _PRIOR_ELSEWHERE,
                (1 - weight) * passages[language] / max(1, passages.total())
                + weight * recent[language] / max(1, recent.total()),
            )
            for language in passages.keys() | recent.keys()
        }

    async def has_others(self, language: str) -> bool:
        """Return whether passages exist in other languages than this."""
        return bool((await self._passages()).keys() - {language, UNDETERMINED})

    async def is_foreign(self, query: str) -> bool:
        """Return whether few passages are in the question's language, which may lack the question's words."""
        counts = await self._passages()
        least = _MIN_NATIVE_SHARE * sum(counts.values())
        return counts.get(await self(query), 0) < least

    async def unread(self, query: str) -> UnreadNotes | None:
        """Return the passages missed by a question because they are not embedded in the question's language.

        None if the language is only assumed: to a Chinese vault, a word in no language looked Chinese.
        """
        routing = await self.routing()
        language, is_certain = await self._with_certainty(query)
        if not is_certain or routing.read is None or routing.reads(language):
            return None
        passages = await self.notes.count_unread(InLanguages(routing.read))
        if not passages:
            return None
        reading = ReadingPlan.OFFERED
        if routing.is_mixed:
            reading = ReadingPlan.EXPECTED
        elif not all(map(routing.reads, await in_thread(self.requested))):
            reading = ReadingPlan.WANTED
        name, seconds = language_name(language), passages * _SECONDS_A_PASSAGE
        return UnreadNotes(language, name, passages, seconds, reading)

    async def warm_up(self) -> None:
        """Load the language identifier ahead of the first question."""
        if self.multilingual and not self.always:
            await self.run(warm_up_identifier, self.models)


def describe_unread(unread: UnreadNotes) -> str:
    """Describe the passages missed by a question, in a sentence."""
    english = "1 English passage is" if unread.passages == 1 else f"{unread.passages:,} English passages are"
    until = "" if unread.reading is ReadingPlan.OFFERED else " until indexing is done"
    return f"{unread.seems}: {english} matched by keywords only{until}."
