"""The supported languages by ISO 639-1 code, with scripts, and the models that read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

ENGLISH = "en"
UNDETERMINED = ""
"""The language of a text too short to detect, or in no language: code, numbers, names."""

LATIN = "Latin"
_LINES = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines()
"""A script per line: codes of the languages written in it, each with the English, and perhaps own, name."""
_NAMES_BY_SCRIPT = {
    script: {code: names for code, *names in (named.split(" ", 2) for named in listed.split(", "))}
    for script, _, listed in (line.partition(": ") for line in _LINES)
}
_NAMES = {code: names for named in _NAMES_BY_SCRIPT.values() for code, names in named.items()}
LANGUAGES_OF_SCRIPT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {script: tuple(names) for script, names in _NAMES_BY_SCRIPT.items()}
)
"""Codes of the languages written in a script."""
USUAL_LANGUAGES = frozenset({"en", "ru", "ar", "hi"})
"""The most frequent language of each script with several languages."""
LANGUAGE_NAMES: Mapping[str, str] = MappingProxyType({code: names[0] for code, names in _NAMES.items()})
"""English language names, by code."""
_CODES = {name.casefold(): code for code, names in _NAMES.items() for name in names}


def language_code(written: str) -> str:
    """Return the code of a language written as ``de``, ``de-AT``, ``German`` or ``Deutsch``, else ""."""
    folded = written.strip().casefold()
    code = folded.replace("_", "-").partition("-")[0]
    return code if code in LANGUAGE_NAMES else _CODES.get(folded, UNDETERMINED)


def language_name(code: str) -> str:
    """Return a language's English name."""
    return LANGUAGE_NAMES.get(code, "undetermined")


_MAX_STRAY_SHARE = 0.05
"""Maximum share of passages in other languages for questions only in the vault's own language."""


@dataclass(frozen=True, slots=True)
class Routing:
    """Which model reads which language in a vault.

    ``own`` is the main language of the passages, assumed if undetermined; ``read`` are the embedding model's
    languages, None if there is no other model; ``others`` is the share of the multilingual model's passages.
    """

    own: str = ENGLISH
    read: frozenset[str] | None = None
    others: float = 0.0

    @classmethod
    def of(cls, passages: Mapping[str, int], *, multilingual: bool) -> Routing:
        """Route a vault, given the number of passages by language code."""
        known = filter(None, passages)
        own = max(known, key=lambda language: (passages[language], language), default=ENGLISH)
        if not multilingual:
            return cls(own)
        # In a vault with another main language, a text too short to tell is probably in that language.
        read = frozenset({ENGLISH, UNDETERMINED} if own == ENGLISH else {ENGLISH})
        others = sum(count for language, count in passages.items() if language not in read)
        return cls(own, read, others / max(1, sum(passages.values())))

    def reads(self, language: str) -> bool:
        """Return whether the embedding model encodes passages and questions in this language."""
        return self.read is None or language in self.read

    @property
    def is_mixed(self) -> bool:
        """Return whether questions are expected in another language than the passages."""
        return self.others > _MAX_STRAY_SHARE
