"""Language detection by script, then by a statistical model; function words and word lists."""

from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING, Any

import regex

from vaultsearch.core.languages.names import (
    ENGLISH,
    LANGUAGE_NAMES,
    LANGUAGES_OF_SCRIPT,
    LATIN,
    UNDETERMINED,
    USUAL_LANGUAGES,
)
from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.text import fold_text

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_IN_ENGLISH = """
a an and are as at be been but by can could did do does for from had has have he her his how i if in
into is it its me my of on or our she should so some than that the their them then there these they
this those to was we were what when where which who why will with would you your
"""
"""Shorter than other lists, because "the who" and "how to" are also searched for."""
_OTHER_CODES = {"no": "nb"}


@cache
def function_words(language: str) -> frozenset[str]:
    """Return a language's folded function words by code; empty if unknown."""
    if language == ENGLISH:
        return frozenset(_IN_ENGLISH.split())
    from stop_words import LANGUAGE_MAPPING, get_stop_words

    code = _OTHER_CODES.get(language, language)
    if code not in LANGUAGE_MAPPING:
        return frozenset()
    return frozenset(fold_text(word).replace("'", "") for word in get_stop_words(code))


@cache
def frequent_words() -> frozenset[str]:
    """Return folded frequent English words, many more than the function words."""
    from stop_words import get_stop_words

    return frozenset(map(fold_text, get_stop_words(ENGLISH)))


LISTED_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")
"""Latin-script languages, which are easily confused; other languages' lists are short."""
_WITHOUT_FORMS = {"es": "spanish"}
"""Languages, with their stemmer, whose list has *gato* and *escribir*, and neither *gatos* nor *escribió*."""
_BEGINNING, _MAX_LINE = 3, 80
"""Letters that a word and its forms begin with, and bytes in a line of the list."""
_USUAL_COUNT = 1_000
"""The count from which a listed word has forms: of a rare one, a misspelt word may have the stem."""
_END_OF_WORD = b'":'
_MOST_FREQUENT = 7.0
_WORDS_COUNTED = {
    "ar": 270_042_173, "de": 123_710_846, "en": 1_646_569_324, "es": 688_805_284, "fa": 1_556_871,
    "fr": 353_876_198, "it": 445_269_334, "nl": 382_426_387, "pt": 387_750_743, "ru": 32_763_754,
}  # fmt: skip
"""Total counts in pyspellchecker's lists: adding them up takes a tenth of a second each."""


def is_foreign(words: Sequence[str], known: Collection[str], language: str) -> bool:
    """Return whether lower-case words are probably in another language than ``language``.

    True if another language knows more of them; ``known`` words count for ``language``. Among 900 typos in
    single English words, 6 in a hundred are words in another language.
    """
    own = sum(word in known or is_listed_word(word, language) for word in words)
    others = (other for other in LISTED_LANGUAGES if other != language)
    return any(sum(is_listed_word(word, other) for word in words) > own for other in others)


@lru_cache(1024)
def is_listed_word(word: str, language: str) -> bool:
    """Return whether a lower-case word is in a language's list, or is a function word."""
    if fold_text(word) in function_words(language):
        return True
    if language not in LISTED_LANGUAGES:
        return False
    listed = _word_list(language)
    return _count_in(listed, word.encode()) > 0 or (
        language in _WITHOUT_FORMS and len(word) > _BEGINNING and _has_listed_form(word, language, listed)
    )


def _has_listed_form(word: str, language: str, listed: bytes) -> bool:
    """Return whether a word is the plural of a listed word, or has its stem."""
    import Stemmer

    stem = Stemmer.Stemmer(_WITHOUT_FORMS[language]).stemWord
    beginning = b'\n"' + word[:_BEGINNING].encode()
    # The list is sorted: those with the same beginning are one after the other.
    near = listed[listed.find(beginning) : listed.rfind(beginning) + _MAX_LINE]
    singular = {fold_text(word.removesuffix(ending)) for ending in ("s", "es")}
    return any(
        fold_text(other) in singular or stem(other) == stem(word)
        for other, count in re.findall(r'^"([^"]+)": (\d+)', near.decode(errors="ignore"), re.MULTILINE)
        if int(count) >= _USUAL_COUNT
    )


def zipf_frequency(word: str, language: str) -> float:
    """Return a lower-case word's frequency: log10 of the occurrences in 10**9 words, 0 if unknown.

    The scale follows van Heuven et al. 2014. A function word gets the maximum.
    """
    if word in function_words(language):
        return _MOST_FREQUENT
    total = _WORDS_COUNTED.get(language)
    return math.log10(1 + _count_in(_word_list(language), word.encode()) / total * 1e9) if total else 0.0


@lru_cache(maxsize=4096)
def language_rarity(word: str, languages: tuple[str, ...]) -> float:
    """Return how much a word tells, given the rarity in a vault's languages, 0.05 to 1."""
    letters = "".join(letter for letter in word.lower() if letter.isalpha())
    frequency = max(zipf_frequency(letters, language) for language in languages) if letters else 0.0
    says = (_EVERYWHERE - frequency) / (_EVERYWHERE - _UNUSUAL)
    return max(_LEAST_RARITY, min(1.0, says))


def _count_in(listed: bytes, word: bytes) -> int:
    """Return a word's count in a list, or 0.

    By bisection: with a scan, a query of 150 words took 7 s.
    """
    places = range(listed.rfind(_END_OF_WORD))

    def word_at(place: int) -> bytes:
        start = listed.rfind(b"\n", 0, place) + 1
        return listed[start + 1 : listed.find(_END_OF_WORD, start)]

    index = bisect_left(places, word, key=word_at)
    if index >= len(places) or word_at(index) != word:
        return 0
    start = listed.find(_END_OF_WORD, listed.rfind(b"\n", 0, index) + 1) + len(_END_OF_WORD)
    return int(listed[start : listed.find(b"\n", start)].rstrip(b",}\r"))


@cache
def _word_list(language: str) -> bytes:
    """Unpack a word list: sorted JSON, a word per line. A parsed dictionary takes 10 times the memory.

    A misspelt word is looked for in all of them: 30 MB, unpacked in 130 ms of CPU.
    """
    # Imported late: every process detects languages, but few need word lists.
    import gzip
    from importlib.resources import files

    packed = files("spellchecker").joinpath("resources", f"{language}.json.gz").read_bytes()
    drop_at_rest(_word_list.cache_clear, is_model=True)
    return gzip.decompress(packed)


_EVERYWHERE, _UNUSUAL = 6.3, 3.0
"""Frequencies (`zipf_frequency`) of words that tell nothing, and everything."""
_LEAST_RARITY = 0.05

_LAYOUT = 2
"""Incremented when the format of the unpacked files changes."""
_TABLES = ("moves", "weights", "rows", "features", "priors")
_RECORD = "unpacked.json"
_loading = Lock()
"""Several vaults load the identifier at once, and each would unpack it."""


def load_identifier(models: Path | None) -> LanguageIdentifier:
    """Load the language identifier, with normalized probabilities for texts of any length.

    The 52 MB are kept unpacked below ``models``: unpacking takes most of a second, and would not share
    memory between processes. Without a folder, or if it is not writable, they are unpacked each time.
    """
    with _loading:
        return _load_once(models)


@cache
def _load_once(models: Path | None) -> LanguageIdentifier:
    if models is None:
        return _unpack_identifier()
    from importlib.metadata import version

    description = f"{version('py3langid')} {' '.join(sorted(LANGUAGE_NAMES))}"
    fingerprint = hashlib.blake2b(description.encode(), digest_size=6).hexdigest()
    folder = models / f"languages-{fingerprint}-{_LAYOUT}"
    try:
        record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
        # The digests are of whole files.
        is_intact = isinstance(record, dict) and record.get("sha256") == _table_digests(folder)
    except (OSError, ValueError):
        is_intact = False
    try:
        if not is_intact:
            _store_tables(_unpack_identifier(), folder)
        return _map_tables(folder)
    # Not writable, or another process is unpacking the same files.
    except (OSError, ValueError):
        return _unpack_identifier()


def _unpack_identifier() -> LanguageIdentifier:
    import numpy as np
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(LANGUAGE_NAMES))
    # WORKAROUND py3langid 0.4: choosing languages scatters each feature's row over the table, and gathering
    # the rows took a third of a passage's detection time.
    identifier.nb_ptc = np.ascontiguousarray(identifier.nb_ptc)
    return identifier


def _map_tables(folder: Path) -> LanguageIdentifier:
    # WORKAROUND py3langid 0.4: it unpacks its model in each process. Names and types of the tables in
    # `_map_tables` and `_store_tables` follow its own undocumented attributes.
    import numpy as np
    from py3langid.langid import LanguageIdentifier

    class ByColumns(LanguageIdentifier):  # type: ignore[misc]  # py3langid has no types
        """Reads each byte's moves from a separate column.

        In rows of 256 bytes, a language's letters are scattered over the whole table: a vault's texts read
        22 MB, now 6 to 10 MB, in the same time.
        """

        def _raw_score(self, text: bytes) -> Any:
            return super()._raw_score([columns[byte] for byte in text])

    tables: dict[str, Any] = {
        name: np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r")) for name in _TABLES
    }
    n_rows = len(tables["moves"]) // 256
    columns = [byte * n_rows for byte in range(256)]
    identifier = ByColumns(
        tables["weights"],
        np.array(tables["priors"]),
        json.loads((folder / _RECORD).read_text(encoding="utf-8"))["languages"],
        memoryview(tables["moves"]),
        memoryview(tables["features"]),
        norm_probs=True,
        tk_row=(),
    )
    # WORKAROUND py3langid 0.4: it makes two lists with a number for each of 104,583 states, 8 MB. With equal
    # numbers shared, a list takes 2 MB; an array would slow reading by an eighth.
    identifier.tk_row = tables["rows"]
    shared: dict[int, int] = {}
    identifier._rowbase = [shared.setdefault(row, row) for row in memoryview(tables["rows"])]
    return identifier


def _store_tables(identifier: LanguageIdentifier, folder: Path) -> None:
    """Write a model's tables and the record of their digests in an atomic rename. Can raise OSError."""
    import numpy as np

    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = Path(mkdtemp(prefix=f"{folder.name}.", suffix=".tmp", dir=folder.parent))
    try:
        values = (
            np.asarray(identifier.tk_nextmove).reshape(-1, 256).T.ravel(),
            identifier.nb_ptc,
            identifier.tk_row,
            np.asarray(identifier.tk_output, dtype=np.int32),
            identifier.nb_pc,
        )
        for name, value in zip(_TABLES, values, strict=True):
            np.save(temporary / f"{name}.npy", np.asarray(value), allow_pickle=False)
        record = {"languages": identifier.nb_classes, "sha256": _table_digests(temporary)}
        (temporary / _RECORD).write_text(json.dumps(record), encoding="utf-8")
        # Also remove former versions, which nothing reads any more: 52 MB each.
        for former in folder.parent.glob("languages-*[0-9]"):
            shutil.rmtree(former, ignore_errors=True)
        temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _table_digests(folder: Path) -> dict[str, str]:
    digests = {}
    for name in _TABLES:
        with (folder / f"{name}.npy").open("rb") as stream:
            digests[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return digests


_ENGLISH_ALONE = frozenset(
    ("the", "and", "with", "that", "this", "from", "you", "your", "which", "would", "have")
)
_MIN_PLAIN_ENGLISH = 0.2
"""Minimum share of function words in certain English; elsewhere a tenth of words match."""
_MAX_CHARACTERS = 2000
"""Maximum characters read of a text."""
_LETTERS = {script: rf"\p{{Script={script}}}" for script in LANGUAGES_OF_SCRIPT}
_LETTERS["Kana"] = r"\p{Script=Hiragana}\p{Script=Katakana}ー"
_RUN = regex.compile("|".join(f"(?P<{script}>[{letters}]+)" for script, letters in _LETTERS.items()))
_ASCII_SPACED = {code: " " for code in range(128) if not chr(code).isalpha()}
_LATIN = regex.compile(rf"[{_LETTERS[LATIN]}]+")
_OTHERS = "".join(letters for script, letters in _LETTERS.items() if script != LATIN)
_NOT_LATIN = regex.compile(f"[{_OTHERS}]")
_SYLLABIC = {"Han": 3, "Kana": 2, "Hangul": 2}
"""Letters of an alphabet per letter of the script."""
_ADDRESS = regex.compile(r"(?<!\w)\w++://\S+|(?<![\w.+-])[\w.+-]++@[\w.-]+")
_KANA_IN_JAPANESE = 0.1
"""Minimum ratio of kana to Chinese characters in Japanese."""
_MIN_SURE = 0.95
_MIN_LETTERS = 12
"""Minimum letters of a question beyond its first word."""
_WORD = regex.compile(r"[\p{L}\p{M}]+")


@dataclass(frozen=True, slots=True)
class DetectedLanguage:
    """A language code, "" if undetermined, and the probability."""

    language: str
    confidence: float
    script: str = ""

    def at_least(self, least: float) -> str:
        """Return the language, or "" if the probability is below ``least``.

        In scripts other than Latin, the language certainly differs from most other texts, so the most
        probable language is returned at any probability.
        """
        doubtful = self.script == LATIN and self.confidence < least
        return UNDETERMINED if doubtful else self.language


def detect_language(
    text: str, prior: Mapping[str, float] | None = None, others: float = 1.0, *, models: Path | None = None
) -> DetectedLanguage:
    """Detect a text's language; the script decides if only a single language uses it.

    Args:
        prior: Prior probability by language. By default, a script's usual language is three times as likely
            as others.
        others: Prior of languages not in ``prior``.
        models: Folder for the unpacked model, as for `load_identifier`.
    """
    script, written = _main_script(text[:_MAX_CHARACTERS])
    if not script:
        return DetectedLanguage(UNDETERMINED, 0.0)
    languages = LANGUAGES_OF_SCRIPT[script]
    # A Japanese line may have only Chinese characters; the surrounding note tells.
    if script == "Han" and prior and prior.get("ja", 0.0) > prior.get("zh", 0.0):
        languages = ("ja",)
    if len(languages) == 1:
        return DetectedLanguage(languages[0], 1.0, script)
    if script == LATIN and (not prior or ENGLISH in prior):
        # Plain English is recognized in a tenth of the model's time.
        words = written.lower().split()
        held = function_words(ENGLISH).intersection(words)
        n_held = sum(map(held.__contains__, words))
        if n_held >= _MIN_PLAIN_ENGLISH * len(words) and len(_ENGLISH_ALONE & held) >= 2:
            return DetectedLanguage(ENGLISH, 1.0, script)
    likely = _rank_languages(written, languages, models)
    if not prior:
        prior, others = dict.fromkeys(USUAL_LANGUAGES, 3.0), 1.0
    likely = {language: share * prior.get(language, others) for language, share in likely.items()}
    total = sum(likely.values())
    best = max(languages, key=lambda language: (likely[language], language == ENGLISH))
    return DetectedLanguage(best, likely[best] / total if total else 0.0, script)


def warm_up_identifier(models: Path | None = None) -> None:
    """Load the model ahead of the first question."""
    _rank_languages("warm up", LANGUAGES_OF_SCRIPT[LATIN], models)


def _rank_languages(text: str, languages: tuple[str, ...], models: Path | None) -> dict[str, float]:
    likelihoods = dict(load_identifier(models).rank(text.lower()))
    return {language: likelihoods[language] for language in languages}


def _main_script(text: str) -> tuple[str, str]:
    """Return a text's main script and the text in it, without addresses; two times "" without letters.

    Chinese characters beside kana are Japanese.
    """
    # Removing addresses takes as long as everything else.
    if "://" in text or "@" in text:
        text = _ADDRESS.sub(" ", text)
    if text.isascii() or _NOT_LATIN.search(text) is None:
        # For ASCII, in a third of the time.
        words = text.translate(_ASCII_SPACED).split() if text.isascii() else _LATIN.findall(text)
        return (LATIN, " ".join(words)) if words else ("", "")
    runs: dict[str, list[str]] = {}
    weights: Counter[str] = Counter()
    for match in _RUN.finditer(text):
        script = str(match.lastgroup)
        runs.setdefault(script, []).append(match.group())
        weights[script] += len(match.group()) * _SYLLABIC.get(script, 1)
    if weights["Kana"] > _KANA_IN_JAPANESE * weights["Han"]:
        weights["Kana"] += weights.pop("Han", 0)
    name = max(weights, key=weights.__getitem__)
    return name, " ".join(runs[name])


def is_surely_in(text: str, detected: DetectedLanguage) -> bool:
    """Return whether a text is certainly in the detected language.

    A script other than Latin certainly excludes English. Latin requires, besides probability, some length
    and, unless English, a function word or a non-English letter. Among 1,500 English questions none passed,
    among 300 German sentences 250; before, a title of two words was taken for Italian.
    """
    if detected.script != LATIN:
        return bool(detected.language)
    words = _WORD.findall(text)
    if detected.confidence < _MIN_SURE or sum(map(len, words)) < _MIN_LETTERS:
        return False
    if detected.language == ENGLISH:
        return True
    # Words shared with English, such as "in" and "war", prove nothing.
    own = function_words(detected.language) - function_words(ENGLISH) - frequent_words()
    return len(words) > 1 and (not text.isascii() or not own.isdisjoint(map(fold_text, words)))
