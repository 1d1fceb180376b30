"""What scripts a text is written in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import regex

from vaultsearch.core.languages.names import LANGUAGES_OF_SCRIPT, LATIN

_LETTERS = {script: rf"\p{{Script={script}}}" for script in LANGUAGES_OF_SCRIPT}
_LETTERS["Kana"] = r"\p{Script=Hiragana}\p{Script=Katakana}ー"
_RUN = regex.compile("|".join(f"(?P<{script}>[{letters}]+)" for script, letters in _LETTERS.items()))
_LATIN = regex.compile(rf"[{_LETTERS[LATIN]}]+")
_OTHERS = "".join(letters for script, letters in _LETTERS.items() if script != LATIN)
_NOT_LATIN = regex.compile(f"[{_OTHERS}]")
_SYLLABIC = {"Han": 3, "Kana": 2, "Hangul": 2}
"""A letter of these says as much as so many of an alphabet."""
_ADDRESS = regex.compile(r"\w+://\S+|[\w.+-]+@[\w.-]+")
_KANA_IN_JAPANESE = 0.1


@dataclass(frozen=True, slots=True)
class Script:
    """The script that says most of a text: what is written in it, and its share of the letters, 0 to 1."""

    name: str
    text: str
    share: float


def main_script(text: str) -> Script | None:
    """Find the script that says most of a text; None where there are no letters.

    Chinese characters beside kana are Japanese. Addresses are left out.
    """
    if "://" in text or "@" in text:  # looking for addresses takes as long as all of the rest
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
