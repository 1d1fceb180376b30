"""Tells in which language a text is written: by its script, and within one by its letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.languages.function_words import function_words
from vaultsearch.core.languages.identifier import load_identifier
from vaultsearch.core.languages.names import (
    ENGLISH,
    LANGUAGES_OF_SCRIPT,
    LATIN,
    UNDETERMINED,
    USUAL_LANGUAGES,
)
from vaultsearch.core.languages.scripts import main_script

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_ENGLISH_ALONE = frozenset(
    ("the", "and", "with", "that", "this", "from", "you", "your", "which", "would", "have")
)
_PLAINLY = 0.2
"""Share of function words that only a text in English has: elsewhere every tenth word looks like one."""
_READ = 2000
"""Characters of a text that are looked at."""


@dataclass(frozen=True, slots=True)
class Detected:
    """A language's code, "" where there is none to be told, and the probability that it is this one."""

    language: str
    confidence: float
    script: str = ""

    def told(self, least: float) -> str:
        """Give the language, "" where that is less likely than ``least``.

        In another script than Latin it is surely none of those that most other texts are in: then the
        likeliest is given, however likely.
        """
        doubtful = self.script == LATIN and self.confidence < least
        return UNDETERMINED if doubtful else self.language


def detect(
    text: str,
    prior: Mapping[str, float] | None = None,
    others: float = 1.0,
    *,
    models: Path | None = None,
) -> Detected:
    """Tell a text's language; ``prior`` gives how likely languages are before it is read.

    ``others`` is that of each language that ``prior`` does not name. Without one, the usual language of a
    script is three times as likely as its others.
    Where a script is written in one language alone, the script decides. ``models`` is where `load_identifier`
    keeps what it unpacks.
    """
    script = main_script(text[:_READ])
    if script is None:
        return Detected(UNDETERMINED, 0.0)
    languages = LANGUAGES_OF_SCRIPT[script.name]
    if script.name == "Han" and prior and prior.get("ja", 0.0) > prior.get("zh", 0.0):
        languages = ("ja",)
    if len(languages) == 1:
        return Detected(languages[0], 1.0, script.name)
    if script.name == LATIN and (not prior or ENGLISH in prior) and _is_plainly_english(script.text):
        return Detected(ENGLISH, 1.0, script.name)
    likely = _likelihoods(script.text, languages, models)
    if prior:
        likely = {one: share * prior.get(one, others) for one, share in likely.items()}
    else:
        likely = {one: share * (3 if one in USUAL_LANGUAGES else 1) for one, share in likely.items()}
    total = sum(likely.values())
    best = max(languages, key=lambda one: (likely[one], one == ENGLISH))
    return Detected(best, likely[best] / total if total else 0.0, script.name)


def _is_plainly_english(text: str) -> bool:
    """Tell whether words are English for sure, in a tenth of the time that their letters take."""
    words = text.lower().split()
    held = [word for word in words if word in function_words(ENGLISH)]
    return len(held) >= _PLAINLY * len(words) and len(_ENGLISH_ALONE.intersection(held)) >= 2


def warm_up(models: Path | None = None) -> None:
    """Load what tells languages of one script apart, so that the first question need not wait for it."""
    _likelihoods("warm up", LANGUAGES_OF_SCRIPT[LATIN], models)


def _likelihoods(text: str, languages: tuple[str, ...], models: Path | None) -> dict[str, float]:
    found = dict(load_identifier(models).rank(text.lower()))
    return {language: found[language] for language in languages}
