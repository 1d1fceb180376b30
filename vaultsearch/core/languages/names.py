"""The supported languages by ISO 639-1 code, with scripts, and the models that read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

ENGLISH = "en"
UNDETERMINED = ""
"""The language of a text too short to detect, or in no language: code, numbers, names."""

LATIN = "Latin"

_NAMES = """
Latin: af Afrikaans, ca Catalan, cs Czech, da Danish, de German, en English, es Spanish, et Estonian,
  eu Basque, fi Finnish, fr French, gl Galician, hr Croatian, hu Hungarian, id Indonesian, is Icelandic,
  it Italian, lt Lithuanian, lv Latvian, nl Dutch, no Norwegian, pl Polish, pt Portuguese, ro Romanian,
  sk Slovak, sl Slovenian, sv Swedish, sw Swahili, tr Turkish, vi Vietnamese
Cyrillic: be Belarusian, bg Bulgarian, kk Kazakh, mk Macedonian, mn Mongolian, ru Russian, sr Serbian,
  uk Ukrainian
Arabic: ar Arabic, fa Persian, ur Urdu
Devanagari: hi Hindi, mr Marathi, ne Nepali
Han: zh Chinese
Kana: ja Japanese
Hangul: ko Korean
Thai: th Thai
Lao: lo Lao
Khmer: km Khmer
Myanmar: my Burmese
Greek: el Greek
Hebrew: he Hebrew
Georgian: ka Georgian
Armenian: hy Armenian
Bengali: bn Bengali
Tamil: ta Tamil
Telugu: te Telugu
Malayalam: ml Malayalam
Kannada: kn Kannada
Gujarati: gu Gujarati
Gurmukhi: pa Punjabi
Sinhala: si Sinhala
Ethiopic: am Amharic
"""
"""A script per line: codes of the languages written in it, each with its English name."""

_NAMES_BY_SCRIPT: Mapping[str, Mapping[str, str]] = {
    script: dict(pair.split(" ") for pair in listed.split(", "))
    for script, _, listed in (
        line.partition(": ") for line in _NAMES.replace("\n  ", " ").strip().split("\n")
    )
}

LANGUAGES_OF_SCRIPT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {script: tuple(names) for script, names in _NAMES_BY_SCRIPT.items()}
)
"""Codes of the languages written in a script."""

USUAL_LANGUAGES = frozenset({"en", "ru", "ar", "hi"})
"""The most frequent language of each script with several languages."""

LANGUAGE_NAMES: Mapping[str, str] = MappingProxyType(
    {code: name for names in _NAMES_BY_SCRIPT.values() for code, name in names.items()}
)
"""English language names, by code."""

_OWN_NAMES = """
ar العربية, cs čeština, da dansk, de deutsch, el ελληνικά, es español, fi suomi, fr français, he עברית,
hi हिन्दी, hu magyar, it italiano, ja 日本語, ko 한국어, nl nederlands, no norsk, pl polski, pt português,
ro română, ru русский, sv svenska, th ไทย, tr türkçe, uk українська, vi tiếng việt, zh 中文
"""
_CODES = {name.casefold(): code for code, name in LANGUAGE_NAMES.items()} | {
    name: code for code, _, name in (pair.strip().partition(" ") for pair in _OWN_NAMES.split(","))
}


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
