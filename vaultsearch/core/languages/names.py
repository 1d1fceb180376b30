"""The supported languages by ISO 639-1 code, with their scripts."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH = "en"
UNDETERMINED = ""
"""The language of a text that is too short to detect, or in no language: code, numbers, names."""

LATIN = "Latin"

_NAMES_BY_SCRIPT: Mapping[str, Mapping[str, str]] = {
    LATIN: {
        "af": "Afrikaans",
        "ca": "Catalan",
        "cs": "Czech",
        "da": "Danish",
        "de": "German",
        "en": "English",
        "es": "Spanish",
        "et": "Estonian",
        "eu": "Basque",
        "fi": "Finnish",
        "fr": "French",
        "gl": "Galician",
        "hr": "Croatian",
        "hu": "Hungarian",
        "id": "Indonesian",
        "is": "Icelandic",
        "it": "Italian",
        "lt": "Lithuanian",
        "lv": "Latvian",
        "nl": "Dutch",
        "no": "Norwegian",
        "pl": "Polish",
        "pt": "Portuguese",
        "ro": "Romanian",
        "sk": "Slovak",
        "sl": "Slovenian",
        "sv": "Swedish",
        "sw": "Swahili",
        "tr": "Turkish",
        "vi": "Vietnamese",
    },
    "Cyrillic": {
        "be": "Belarusian",
        "bg": "Bulgarian",
        "kk": "Kazakh",
        "mk": "Macedonian",
        "mn": "Mongolian",
        "ru": "Russian",
        "sr": "Serbian",
        "uk": "Ukrainian",
    },
    "Arabic": {"ar": "Arabic", "fa": "Persian", "ur": "Urdu"},
    "Devanagari": {"hi": "Hindi", "mr": "Marathi", "ne": "Nepali"},
    "Han": {"zh": "Chinese"},
    "Kana": {"ja": "Japanese"},
    "Hangul": {"ko": "Korean"},
    "Thai": {"th": "Thai"},
    "Lao": {"lo": "Lao"},
    "Khmer": {"km": "Khmer"},
    "Myanmar": {"my": "Burmese"},
    "Greek": {"el": "Greek"},
    "Hebrew": {"he": "Hebrew"},
    "Georgian": {"ka": "Georgian"},
    "Armenian": {"hy": "Armenian"},
    "Bengali": {"bn": "Bengali"},
    "Tamil": {"ta": "Tamil"},
    "Telugu": {"te": "Telugu"},
    "Malayalam": {"ml": "Malayalam"},
    "Kannada": {"kn": "Kannada"},
    "Gujarati": {"gu": "Gujarati"},
    "Gurmukhi": {"pa": "Punjabi"},
    "Sinhala": {"si": "Sinhala"},
    "Ethiopic": {"am": "Amharic"},
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
"""English name of each language, by code."""

_CODES = {name.casefold(): code for code, name in LANGUAGE_NAMES.items()}


def language_code(written: str) -> str:
    """Return the code of a language written as ``de``, ``de-AT`` or ``German``, or "" if unknown."""
    folded = written.strip().casefold()
    code = folded.replace("_", "-").partition("-")[0]
    return code if code in LANGUAGE_NAMES else _CODES.get(folded, UNDETERMINED)


def language_name(code: str) -> str:
    """Return a language's English name."""
    return LANGUAGE_NAMES.get(code, "undetermined")
