"""The languages that are told apart, by their ISO 639-1 codes, with their scripts."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH = "en"
UNDETERMINED = ""
"""A text that is too short to tell, or none in any language: code, numbers, names."""

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
"""The codes of the languages that are written in a script."""

USUAL_LANGUAGES = frozenset({"en", "ru", "ar", "hi"})
"""Of each script that several languages are written in, the one that most of it is written in."""

LANGUAGE_NAMES: Mapping[str, str] = MappingProxyType(
    {code: name for names in _NAMES_BY_SCRIPT.values() for code, name in names.items()}
)
"""Each language's English name, by its code."""

_CODES = {name.casefold(): code for code, name in LANGUAGE_NAMES.items()}


def language_code(written: str) -> str:
    """Give the code of a language as somebody wrote it: ``de``, ``de-AT``, ``German``; "" for no such one."""
    folded = written.strip().casefold()
    code = folded.replace("_", "-").partition("-")[0]
    return code if code in LANGUAGE_NAMES else _CODES.get(folded, UNDETERMINED)


def language_name(code: str) -> str:
    """Give a language's English name."""
    return LANGUAGE_NAMES.get(code, "undetermined")
