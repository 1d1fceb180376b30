"""The vocabulary of an index: words with passage counts, looked up by edit distance and by prefix."""

from __future__ import annotations

import json
import re
import time
import zlib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby, islice, takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import regex

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.chunking.embedded_text import SearchedText
from vaultsearch.core.files import write_atomically
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.tables.stored_notes import TextsVersion
from vaultsearch.core.languages.detection import function_words, is_listed_word
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.text import UNSPACED, fold_text
from vaultsearch.core.threads import giving_way, in_thread

# Letters only: another number is no misspelling, and part of an unspaced run is no word.
_LETTER = rf"[[\p{{L}}\p{{M}}]--{UNSPACED}]"
_LENGTH = "{3,40}"
_TERM = regex.compile(_LETTER + _LENGTH, regex.V1)
_LAST_OF_PLANE = 0xFFFF
_OTHER_PLANES = re.compile("[\U00010000-\U0010ffff]")


@cache
def _basic_term() -> re.Pattern[str]:
    """Return `_TERM` for texts in the basic plane: `re` takes a sixth of regex's time.

    With letters in other planes, it would take longer than regex. Each letter is tested once per process
    (10 ms), because the two packages know different Unicode versions.
    """
    plane = "".join(map(chr, range(_LAST_OF_PLANE + 1)))
    ranges = (
        f"{re.escape(match[0][0])}-{re.escape(match[0][-1])}"
        for match in regex.finditer(f"{_LETTER}+", plane, regex.V1)
    )
    return re.compile(f"[{''.join(ranges)}]{_LENGTH}")


def words_of(text: str) -> list[str]:
    """List a text's words in lower case, each 3 to 40 letters long."""
    lower = text.lower()
    if not lower.isascii():
        lower = normalize("NFC", lower)
        others = _OTHER_PLANES.findall(lower)  # emoji, as a rule
        if others and regex.search(_LETTER, "".join(others), regex.V1):
            words: list[str] = _TERM.findall(lower)
            return words
    return _basic_term().findall(lower)


class WordCounts(NamedTuple):
    """The number of passages per word and their languages; and the words in titles."""

    counts: Mapping[str, int]
    languages: Mapping[str, frozenset[str]]
    in_titles: frozenset[str]


class WordCounter:
    """Counts passages per word, by language and by title."""

    def __init__(self) -> None:
        self.by_language: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.titles = Counter[str]()

    def add(self, texts: Iterable[SearchedText], sign: int = 1) -> None:
        """Count the words of passages; a sign of -1 takes them back."""
        count = Counter.update if sign > 0 else Counter.subtract
        for names, passages in groupby(giving_way(texts), itemgetter(0)):
            of_names = set(words_of(names))
            for _, text, language in passages:
                # A passage counts once per word, as in document frequencies.
                count(self.by_language[language], of_names.union(words_of(text)))
                count(self.titles, of_names)

    def merge(self, changes: WordCounter) -> None:
        """Add counted changes; raise ValueError if a count would be negative."""
        pairs = [(self.by_language[language], n) for language, n in changes.by_language.items()]
        for counts, changed in (*pairs, (self.titles, changes.titles)):
            counts.update(changed)
            for word in changed:
                if counts[word] < 0:
                    raise ValueError(word)
                if not counts[word]:
                    del counts[word]

    def counted(self) -> WordCounts:
        """Return the counts of all passages so far."""
        counts, languages = Counter[str](), dict[str, frozenset[str]]()
        add = cache(lambda known, language: known | {language})  # there are few distinct sets
        for language, of_language in self.by_language.items():
            counts.update(of_language)
            for word in of_language:
                languages[word] = add(languages.get(word, _NO_LANGUAGES), language)
        return WordCounts(counts, languages, frozenset(self.titles))


_NO_LANGUAGES: frozenset[str] = frozenset()


_COUNTS_FILE = "words.json.zlib"


@dataclass(frozen=True, slots=True)
class DatedWordCounts:
    """Word counts for a version of the notes, their age and the time they took, in seconds."""

    words: WordCounter
    version: TextsVersion
    ago_s: float
    took_s: float


class CountedWords:
    """Reads and writes the word counts of the index at ``index``; there are none while notes are hidden."""

    def __init__(self, index: Path) -> None:
        self._index = index

    async def read(self, present: TextsVersion) -> DatedWordCounts | None:
        """Return the latest counts, for the present or a former version, or None."""
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
            return await in_thread(self._read) if present[1] else None
        return None

    async def write(self, counted: DatedWordCounts) -> None:
        """Keep counts for the next start; if they cannot be written, they are made again."""
        if counted.version[1]:
            with suppress(OSError):
                await in_thread(self._write, counted)

    @property
    def _tables(self) -> str:
        manifest = read_manifest(self._index)
        return manifest.tables if manifest else ""

    def _read(self) -> DatedWordCounts | None:
        content: dict[str, Any] = json.loads(zlib.decompress((self._index / _COUNTS_FILE).read_bytes()))
        # The index was rebuilt meanwhile, so versions count from the beginning again.
        if content["tables"] != self._tables:
            return None
        words, (passages, written, notes) = WordCounter(), content["version"]
        words.titles.update(content["titles"])
        for language, counts in content["by_language"].items():
            words.by_language[language].update(counts)
        age, version = time.time() - content["at"], (passages, written, notes)
        return DatedWordCounts(words, version, age, content["took_s"])

    def _write(self, counted: DatedWordCounts) -> None:
        content = {
            "tables": self._tables,
            "version": counted.version,
            "at": time.time(),
            "took_s": counted.took_s,
            "by_language": counted.words.by_language,
            "titles": counted.words.titles,
        }
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        write_atomically(self._index / _COUNTS_FILE, zlib.compress(written.encode(), level=1))


_LATIN = regex.compile(r"\p{Latin}")
_MIN_COUNT_RATIO = 10
"""Minimum ratio of a correction's passage count to the typed word's."""
_MAX_SHORT_LETTERS = 5
"""Maximum letters of a word whose corrections must begin with the same letter."""
_MAX_TITLE_WORDS = 2
"""Maximum title words farther than the nearest words, so that these are not crowded out."""

_SHORTEST_PART, _PART_COUNT = 3, 2
"""Minimum letters and passages of a word's part, if a space was forgotten."""

_stem_once = stem_word.__wrapped__
"""Stems a word without caching: a vault's words come once each; 58,000 took 11 MB of the cache."""


class WordVocabulary:
    """The words of an index.

    Args:
        counts: Number of passages by word.
        languages: Languages of the passages by word, "" if undetermined.
        in_titles: Words in titles and aliases.

    Attributes:
        all_languages: The languages of all passages.
    """

    def __init__(
        self,
        counts: Mapping[str, int] | None = None,
        languages: Mapping[str, frozenset[str]] | None = None,
        in_titles: Collection[str] = (),
    ) -> None:
        shared: dict[str, str] = {}

        def share(word: str) -> str:
            # Most words are the same folded, stemmed and as written; for a large vault, this saves 12 MB.
            return shared.setdefault(word, word)

        self.in_titles = frozenset(map(fold_text, in_titles))
        held: dict[str, frozenset[str]] = {}
        distinct: dict[frozenset[str], frozenset[str]] = {}
        for word, language_set in giving_way((languages or {}).items()):
            folded = share(fold_text(word))
            joined = held.get(folded, _NO_LANGUAGES) | language_set
            held[folded] = distinct.setdefault(joined, joined)
        written: dict[str, str] = {}
        forms: dict[str, str] = {}
        stems: Counter[str] = Counter()
        own: set[str] = set()
        self._counts: Counter[str] = Counter()
        # Ascending by count, so that a folded word's most frequent spelling is kept.
        for word, count in giving_way(sorted((counts or {}).items(), key=itemgetter(1, 0))):
            folded = share(fold_text(word))
            written[folded] = spelling = share(word)
            self._counts[folded] += count
            stemmed = share(_stem_once(folded))
            if stemmed == folded:
                own.add(stemmed)
            stems[stemmed] += count
            forms[stemmed] = spelling
        # Keep only what the counts do not tell: most words are written as folded, in passages in the same
        # language, and many are their own stem. For 129,000 words, this takes 25 MB instead of 41.
        sets = Counter(held.values())
        self._most_held = max(sets, key=lambda each: (sets[each], sorted(each)), default=_NO_LANGUAGES)
        self._languages = {
            w: h for w, h in giving_way(held.items()) if w not in self._counts or h != self._most_held
        }
        self._languages.update((word, _NO_LANGUAGES) for word in self._counts if word not in held)
        self._written = {word: form for word, form in written.items() if word != form}
        self._forms = {stem: form for stem, form in forms.items() if stem not in own or form != written[stem]}
        self._stems = {stem: n for stem, n in stems.items() if stem not in own or n != self._counts[stem]}
        self._sorted = sorted(self._counts)
        self._lines = ""
        self.all_languages = frozenset(chain.from_iterable(set(held.values())))
        self._stems_by_language: dict[str, frozenset[str]] = {}
        self._by_length: dict[int, list[str]] = {}
        for folded in self._sorted:
            self._by_length.setdefault(len(folded), []).append(folded)

    def __bool__(self) -> bool:
        return bool(self._sorted)

    @property
    def spoken(self) -> frozenset[str]:
        """The languages of most words in the vault."""
        return self._most_held - {""}

    def count(self, word: str, language: str = ENGLISH) -> int:
        """Count the passages with a folded word in any form, by a language's and by English rules."""
        if language != ENGLISH:
            if language not in self._stems_by_language:  # takes a tenth of a second
                words = (word for word in self._sorted if self.stands_in(word, language))
                self._stems_by_language[language] = frozenset(_stem_once(word, language) for word in words)
            if stem_word(word, language) in self._stems_by_language[language]:
                return max(1, self._counts[word])
        stemmed = stem_word(word)
        stem_count = self._stems.get(stemmed)
        if stem_count is None:
            return self._counts[stemmed] if self._is_stem(stemmed) else 0
        return stem_count

    def parted(self, word: str) -> str:
        """Split a folded word into two words of the vault, joined by a space; "" if impossible.

        Both have at least three letters; among several pairs, the rarer word is as frequent as possible.
        """
        cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        pairs = [(word[:cut], word[cut:]) for cut in cuts]
        known = [pair for pair in pairs if min(self._counts[part] for part in pair) >= _PART_COUNT]
        best = max(known, key=lambda pair: min(self._counts[part] for part in pair), default=())
        return " ".join(self._written.get(part, part) for part in best)

    def count_as_written(self, word: str) -> int:
        """Count the passages with a folded word in exactly this form."""
        return self._counts[word]

    def usual(self, word: str) -> str | None:
        """Return the most frequent spelling of a folded word or an English form, or None."""
        if word in self._counts:
            return self._written.get(word, word)
        stemmed = stem_word(word)
        form = self._forms.get(stemmed)
        return self._written.get(stemmed, stemmed) if form is None and self._is_stem(stemmed) else form

    def _is_stem(self, word: str) -> bool:
        """Return whether a word is indexed, and is a stem itself."""
        return word in self._counts and stem_word(word) == word

    def _held(self, word: str) -> frozenset[str]:
        return self._languages.get(word, self._most_held if word in self._counts else _NO_LANGUAGES)

    def languages(self, word: str) -> frozenset[str]:
        """Return the known languages of the passages with a folded word."""
        return self._held(word) - {""}

    def stands_in(self, word: str, language: str) -> bool:
        """Return whether a folded word occurs in passages in a language, or in an undetermined language."""
        held = self._held(word)
        return language in held or "" in held or (not held and word in self._counts)

    def may_mean(self, word: str, language: str | None) -> bool:
        """Return whether a folded word may belong to a language (None: uncertain).

        A word in a script other than Latin implies the language.
        """
        return language is None or self.stands_in(word, language) or not _LATIN.search(word)

    def near(self, word: str, edits: int, n: int, language: str | None = ENGLISH) -> list[str]:
        """Return the words nearest to a folded word: title words first, then frequent words.

        The distance is optimal string alignment (Boytsov 2011): insertions, deletions, substitutions and
        transpositions of neighboring letters. Candidates must be far more frequent, in the given language
        and, for short words, begin with the same letter: others are seldom intended. A title word is
        returned even if another word is nearer (then after it), and in any language; so is a word in a
        script other than Latin, which implies the language.

        Args:
            edits: Maximum distance.
            language: The query's language, None if uncertain.
        """
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract_iter

        # Most of the vocabulary is not compared: lengths that differ by more than the edits cannot be near.
        lengths = range(len(word) - edits, len(word) + edits + 1)
        terms = chain.from_iterable(self._by_length.get(length, ()) for length in lengths)
        least_count = _MIN_COUNT_RATIO * self._counts[word]
        near_words = [
            (int(distance), term)
            for term, distance, _ in extract_iter(word, terms, scorer=OSA.distance, score_cutoff=edits)
            if self._counts[term] > least_count and (len(word) > _MAX_SHORT_LETTERS or term[0] == word[0])
            if term in self.in_titles or self.may_mean(term, language)
        ]
        of_titles = [(distance, term) for distance, term in near_words if term in self.in_titles]
        nearest, titles = self._nearest(near_words, n), self._nearest(of_titles, _MAX_TITLE_WORDS)
        # People look for titles: a title word comes before a more frequent word at the same distance, but not
        # before a nearer word, which replaces the typed one ("scarivato" is "scaricato", not "scaricati").
        is_nearer = min(near_words, default=(0, ""))[0] < min(of_titles, default=(0, ""))[0]
        return list(dict.fromkeys([*nearest[:is_nearer], *titles, *nearest]))[:n]

    def _nearest(self, candidates: Sequence[tuple[int, str]], n: int) -> list[str]:
        least = min((distance for distance, _ in candidates), default=0)
        return self._most_frequent((term for distance, term in candidates if distance == least), n)

    def containing(self, part: str) -> list[str]:
        """Return other words with a folded part, the most frequent first."""
        # One search in all words takes a tenth of the time of a search per word.
        if not self._lines:
            self._lines = "\n".join(("", *self._sorted, ""))
        words, end = set[str](), 0
        while (place := self._lines.find(part, end)) >= 0:
            end = self._lines.find("\n", place)
            words.add(self._lines[self._lines.rfind("\n", 0, place) + 1 : end])
        return sorted(words - {part}, key=lambda word: (-self._counts[word], word))

    def beginning(self, prefix: str, n: int) -> list[str]:
        """Return up to n other words with a folded prefix, the most frequent first."""
        from_prefix = islice(self._sorted, bisect_left(self._sorted, prefix), None)
        starting = takewhile(lambda term: term.startswith(prefix), from_prefix)
        return self._most_frequent((term for term in starting if term != prefix), n)

    def _most_frequent(self, terms: Iterable[str], n: int) -> list[str]:
        ordered = sorted(terms, key=lambda term: (-self._counts[term], term))
        return [self._written.get(term, term) for term in ordered[:n]]


_COMPOUNDING = ("de", "nl", "da", "nb", "no", "sv")
"""Languages that write compounds in one word."""
_LINKS = ("", "s", "e", "n", "es", "en", "er", "ns", "ens")
"""Letters between the parts of a compound, and endings."""
_SHORTEST, _SHORTEST_COMPOUND_PART = 4, 3
"""Minimum letters of a word sought inside others, and of the remaining parts."""
_MAX_COMPOUNDS, _MAX_EXAMINED = 8, 80


def compounds_of(term: str, vocabulary: WordVocabulary) -> list[str]:
    """Return the vault's compounds with a folded word, the most frequent first.

    Each remaining part must be a word in the vault or a dictionary: *Schlüssel* is part of
    *Wohnungsschlüssel*, but *Mus* is not part of *Museum*.
    """
    languages = [language for language in _COMPOUNDING if language in vocabulary.all_languages]
    if not languages or len(term) < _SHORTEST or any(term in function_words(each) for each in languages):
        return []

    @cache
    def is_word(part: str) -> bool:
        if len(part) < _SHORTEST_COMPOUND_PART:
            return False
        return vocabulary.count_as_written(fold_text(part)) > 0 or any(
            is_listed_word(part, each) for each in languages
        )

    @cache
    def is_part(written: str) -> bool:
        bare = [written.removesuffix(link) for link in _LINKS if written.endswith(link)]
        # German drops an e: Schule, Schulbuch.
        return any(map(is_word, (*bare, f"{written}e")))

    def is_compound(word: str) -> bool:
        start, written = word.find(term), vocabulary.usual(word) or word
        # Dictionaries have accents; if folding changes the number of letters, the folded form is cut.
        written = written if len(written) == len(word) else word
        before, behind = written[:start], written[start + len(term) :]
        if behind in _LINKS:
            return bool(before) and is_part(before)
        linked = [behind.removeprefix(link) for link in _LINKS if behind.startswith(link)]
        return (not before or is_part(before)) and any(map(is_part, linked))

    examined = vocabulary.containing(term)[:_MAX_EXAMINED]
    return [word for word in examined if is_compound(word)][:_MAX_COMPOUNDS]
