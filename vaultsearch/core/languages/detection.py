"""Language detection: by script, and among the languages of a script by a statistical model."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.languages.function_words import frequent_words, function_words
from vaultsearch.core.languages.identifier import load_identifier
from vaultsearch.core.languages.names import (
    ENGLISH,
    LANGUAGES_OF_SCRIPT,
    LATIN,
    UNDETERMINED,
    USUAL_LANGUAGES,
)
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


_ENGLISH_ALONE = frozenset(
    ("the", "and", "with", "that", "this", "from", "you", "your", "which", "would", "have")
)
_PLAINLY = 0.2
"""Minimum share of function words in a text that is English beyond doubt; elsewhere a tenth of words match.
"""
_READ = 2000
"""Maximum characters of a text that are read."""
_LETTERS = {script: rf"\p{{Script={script}}}" for script in LANGUAGES_OF_SCRIPT}
_LETTERS["Kana"] = r"\p{Script=Hiragana}\p{Script=Katakana}ー"
_RUN = regex.compile("|".join(f"(?P<{script}>[{letters}]+)" for script, letters in _LETTERS.items()))
_LATIN = regex.compile(rf"[{_LETTERS[LATIN]}]+")
_OTHERS = "".join(letters for script, letters in _LETTERS.items() if script != LATIN)
_NOT_LATIN = regex.compile(f"[{_OTHERS}]")
_SYLLABIC = {"Han": 3, "Kana": 2, "Hangul": 2}
"""Letters of an alphabet that equal one letter of the script."""
_ADDRESS = regex.compile(r"\w+://\S+|[\w.+-]+@[\w.-]+")
_KANA_IN_JAPANESE = 0.1
"""Minimum ratio of kana to Chinese characters in Japanese."""
_SURE = 0.95
_LONG_ENOUGH = 12
"""Minimum letters of a question beyond its first word."""
_WORD = regex.compile(r"[\p{L}\p{M}]+")


@dataclass(frozen=True, slots=True)
class Detected:
    """A language code, "" if undetermined, and its probability."""

    language: str
    confidence: float
    script: str = ""

    def at_least(self, least: float) -> str:
        """Return the language, or "" if its probability is below ``least``.

        In scripts other than Latin, the language is surely not among those of most other texts, so the most
        probable one is returned whatever its probability.
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
    """Detect a text's language; the script decides if it is used by one language only.

    Args:
        text: The text.
        prior: Probability of languages before reading. By default, a script's usual language is three times
            as likely as its others.
        others: Prior of languages not in ``prior``.
        models: Folder for the unpacked model, as for `load_identifier`.
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
        likely = {language: share * prior.get(language, others) for language, share in likely.items()}
    else:
        likely = {
            language: share * (3 if language in USUAL_LANGUAGES else 1) for language, share in likely.items()
        }
    total = sum(likely.values())
    best = max(languages, key=lambda language: (likely[language], language == ENGLISH))
    return Detected(best, likely[best] / total if total else 0.0, script.name)


def _is_plainly_english(text: str) -> bool:
    """Return whether words are certainly English, in a tenth of the model's time."""
    words = text.lower().split()
    held = [word for word in words if word in function_words(ENGLISH)]
    return len(held) >= _PLAINLY * len(words) and len(_ENGLISH_ALONE.intersection(held)) >= 2


def warm_up(models: Path | None = None) -> None:
    """Load the model ahead of the first question."""
    _likelihoods("warm up", LANGUAGES_OF_SCRIPT[LATIN], models)


def _likelihoods(text: str, languages: tuple[str, ...], models: Path | None) -> dict[str, float]:
    likelihoods = dict(load_identifier(models).rank(text.lower()))
    return {language: likelihoods[language] for language in languages}


@dataclass(frozen=True, slots=True)
class Script:
    """The script of most of a text: the text in it, and its share of the letters, 0 to 1."""

    name: str
    text: str
    share: float


def main_script(text: str) -> Script | None:
    """Return the main script of a text without addresses, or None if it has no letters.

    Chinese characters beside kana are Japanese.
    """
    if "://" in text or "@" in text:  # removing addresses takes as long as all the rest
        text = _ADDRESS.sub(" ", text)
    if text.isascii() or _NOT_LATIN.search(text) is None:
        words = _LATIN.findall(text)
        return Script(LATIN, " ".join(words), 1.0) if words else None
    runs: dict[str, list[str]] = {}
    weights: Counter[str] = Counter()
    for match in _RUN.finditer(text):
        script = str(match.lastgroup)
        runs.setdefault(script, []).append(match.group())
        weights[script] += len(match.group()) * _SYLLABIC.get(script, 1)
    if weights["Kana"] > _KANA_IN_JAPANESE * weights["Han"]:
        weights["Kana"] += weights.pop("Han", 0)
    if not weights:
        return None
    name, weight = weights.most_common(1)[0]
    if not weight:
        return None
    return Script(name, " ".join(runs[name]), weight / weights.total())


def is_sure(text: str, detected: Detected) -> bool:
    """Return whether a text is certainly in the detected language.

    A script other than Latin certainly excludes English. Latin requires, besides probability, some length
    and, for another language than English, one of its function words or a non-English letter. Of 1,500
    English questions none passed, of 300 German sentences 250; a title of two words was taken for Italian
    before.
    """
    if detected.script != LATIN:
        return bool(detected.language)
    words = _WORD.findall(text)
    if detected.confidence < _SURE or sum(map(len, words)) < _LONG_ENOUGH:
        return False
    if detected.language == ENGLISH:
        return True
    own = function_words(detected.language) - function_words(ENGLISH) - frequent_words()
    return len(words) > 1 and (not text.isascii() or not own.isdisjoint(map(fold, words)))
