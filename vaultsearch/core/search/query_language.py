"""In which language a question is asked: by its letters, the vault's languages, and the questions before."""

from __future__ import annotations

from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING, Protocol

from vaultsearch.core.filters import InLanguages
from vaultsearch.core.languages.detection import detect, warm_up
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED, language_name
from vaultsearch.core.languages.routing import Routing
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import Runner

_ELSEWHERE = 0.02
"""How likely a question is in a language that no passage is in, before it is read."""
_LIKELY = 0.6
"""Below this, the question is taken to be in the vault's own language."""
_SURE = 0.95
_LONG_ENOUGH = 12
"""Characters of a question that is not still at its first word."""
_FEW = 0.2
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


class QueryLanguages:
    """Tells the language of questions to one vault, and how the vault's passages are routed.

    ``multilingual`` tells whether there is a model for what is not English. ``always`` is what the user
    said that all questions are in. ``on_asked`` is told of each language that is surely asked in, and that
    the embedding model does not read. ``models`` is where what tells languages is kept unpacked. Lives on
    one event loop.
    """

    def __init__(
        self,
        corpus: SupportsLanguages,
        *,
        run: Runner = in_thread,
        multilingual: bool = True,
        always: str = UNDETERMINED,
        on_asked: Callable[[str], None] = lambda _: None,
        models: Path | None = None,
    ) -> None:
        self._models = models
        self._corpus = corpus
        self._run = run
        self._multilingual = multilingual
        self._always = always
        self._on_asked = on_asked
        self._recent: deque[str] = deque(maxlen=_RECENT)
        self._last = ("", UNDETERMINED)

    async def routing(self) -> Routing:
        """Give what the languages of the passages make of it."""
        return Routing.of(await self._corpus.languages(), multilingual=self._multilingual)

    async def __call__(self, query: str) -> str:
        """Tell the language of a question, by code; in doubt, the vault's own."""
        routing = await self.routing()
        if self._always or routing.read is None:
            return self._always or routing.own
        if self._last[0] != query:
            self._last = (query, await self._detected(query, routing))
        return self._last[1] or routing.own

    def told(self, query: str) -> str:
        """Give the language of the question that was told last, if it is this one; else English."""
        return self._always or (self._last[1] if self._last[0] == query else "") or ENGLISH

    async def _detected(self, query: str, routing: Routing) -> str:
        found = await self._run(partial(detect, models=self._models), query, await self._prior(), _ELSEWHERE)
        language = found.told(_LIKELY)
        if found.confidence >= _SURE and len(query) >= _LONG_ENOUGH:
            self._recent.append(language)
            if not routing.reads(language):
                self._on_asked(language)
        return language

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

    async def is_foreign(self, query: str) -> bool:
        """Tell whether few passages are in the question's language: its words may well stand in none."""
        counts = await self._corpus.languages()
        least = _FEW * sum(counts.values())
        return counts.get(await self(query), 0) < least

    async def hint(self, query: str) -> str | None:
        """Say what a question misses because it is in a language that passages were not read for yet."""
        routing = await self.routing()
        language = await self(query)
        if routing.read is None or routing.reads(language):
            return None
        unread = await self._corpus.count_unread(InLanguages(routing.read))
        if not unread:
            return None
        return (
            f"Asked in {language_name(language)}: {unread:,} passages in English are found by words alone "
            "until the next sync has read them for it."
        )

    async def warm_up(self) -> None:
        """Load what tells languages apart, so that the first question need not wait for it."""
        if self._multilingual and not self._always:
            await self._run(warm_up, self._models)
