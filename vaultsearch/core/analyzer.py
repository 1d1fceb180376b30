"""Text -> terms with spans: a single analyzer for indexing, asking, counting, correcting and marking.

A token is a run without spaces. Its *words* are words to a reader: an e-mail address has several. The words'
*parts* are separated by digits and capitals: ``iPhone15`` has ``iphone``, ``15`` and ``phone``. *Compounds*
are the token, and its segments between slashes and the like, as single terms, spelt alike however written:
``wi-fi``, ``WiFi`` and ``wifi``, ``1,249.50`` and ``1.249,50``.

A word makes two terms: as written (folded), and a stem by the passage's language behind a mark, so the
exact form weighs more than others. Scripts without spaces become single characters and pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from threading import get_ident
from typing import Any, NamedTuple

import regex
import Stemmer

from vaultsearch.core.languages.detection import function_words
from vaultsearch.core.languages.names import ENGLISH, LANGUAGE_NAMES
from vaultsearch.core.text import (
    UNSPACED,
    fold_text,
    plain_numerals,
    unspaced_runs,
    with_accents,
    with_small_i,
)

# Not what makes an emoji of a character: ❤️love, 1️⃣first.
_SPACED_CHARACTER = rf"[\w\p{{No}}--_--{UNSPACED}--\p{{Hangul}}--[\ufe0e\ufe0f\u20e3]]"
_CLITIC = "(?:s|t|re|ve|ll|d|m)"
_WHOLE = "aujourd['’]hui|prud['’]homm"
"""Words beginning like an elision."""
APOSTROPHE = rf"(?:['’]{_CLITIC}(?![^\W_])(?!['’]))?"
"""The optional ending of a plain word: an English possessive or contraction."""
NO_CLITIC = rf"(?!(?<=[^\W_]['’]){_CLITIC}(?![^\W_])(?!['’]))"
"""Matches unless a plain word's ending begins here."""
_WORD = regex.compile(
    rf"{UNSPACED}+|\p{{Hangul}}+|(?:{_WHOLE}){_SPACED_CHARACTER}*|(?-i:(?![\p{{M}}\u200d])){_SPACED_CHARACTER}+(?:['’]{_CLITIC}(?!{_SPACED_CHARACTER}|['’]))?",
    regex.V1 | regex.IGNORECASE,
)
_PLAIN_WORD = re.compile(rf"(?:{_WHOLE})[^\W_]*|[^\W_]+{APOSTROPHE}", re.IGNORECASE)
NOT_PLAIN = re.compile(
    "[²³¹¼-¾\u0300-\u036f\u0483-\u0489\u0530-\u1fff\u200b-\u200f"
    "\u203f-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\U0010ffff]"
)
"""Without these characters, the standard library's much faster word pattern suffices."""

_ELIDED = frozenset(
    (
        *("l", "d", "j", "m", "t", "s", "n", "c", "v", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu"),
        *("dell", "nell", "all", "dall", "sull", "coll", "un", "quell", "quest", "bell", "tutt", "sant"),
        *("mezz", "senz", "nient", "anch", "com", "cos", "dov", "gl", "ch"),
    )
)
"""Remainders of words elided before an apostrophe in French, Italian, Catalan and Occitan."""
_SURELY_BEFORE_A_VOWEL = re.compile(r"[aeiouyhàâäèéêëìíîïòóôöùúûüœæ]", re.IGNORECASE)

# Plus and hash stay at both ends, and a full stop at the beginning: +49, C#, .NET.
_OUTER = re.compile(r"^[^\w.+#]+|[^\w+#]+$")
_SIGNS_AROUND = ",;:!?()[]<>|*_-`\"'"
_SIGNS_BEHIND = _SIGNS_AROUND + "."
"""Meaningless signs around, and after a word."""
_STRONG = re.compile(r"[/\\@:?=&#~+,;|%<>()\[\]{}\"“”„«»…—–*!$^`•·]+")
# An address is the same term with these and without them.
_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|mailto:)?(?:www\d?\.)?", re.IGNORECASE)
_SOFT = re.compile(r"(?<=[^\W_])[-_'’‐‑\u00ad]+(?=[^\W_])")
_SIGNED = re.compile(r"[^\W\d_]\w*(?:\+\+|#)$|\.[^\W\d_]\w+$")
"""Names with meaningful signs: C++, C#, .NET, .gitignore."""
_NUMBER = re.compile(r"(?<![\d.,'’])(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d+)?|\d+[.,]\d+)(?![.,'’]?\d)")
_MAY_BE_NUMBER = re.compile(r"\d[.,'’]\d")
_IS_NUMBER = re.compile(r"[+-]?[\d.,'’]+%?")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_ASCII_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_CAMEL = regex.compile(r"\p{Ll}\p{M}*\p{Lu}|(?:\p{Lu}\p{M}*){2}(?:\p{Ll}\p{M}*){2}")
_HUMP = regex.compile(
    r"(?:\p{Lu}\p{M}*)+(?=\p{Lu}\p{M}*\p{Ll})|(?:\p{Lu}\p{M}*)?(?:[\p{L}--\p{Lu}]\p{M}*)+|(?:\p{Lu}\p{M}*)+",
    regex.V1,
)
_MIN_HUMP = 2
_RUN = regex.compile(r"\p{Nd}+|\p{No}+|[^\p{Nd}\p{No}]+")
_MAX_RUNS = 6
"""Most runs of letters and digits in a word to split: those of a hash mean nothing alone."""
_MAC_ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}")
_HEX_MARK = re.compile(r"0x(?=[0-9a-f])", re.IGNORECASE)
_HASH = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}")
_HASH_CHARACTERS = 7
"""Characters of an abbreviated hash, as in Git."""
_SYMBOL = regex.compile(
    r"(?:\p{Extended_Pictographic}|\p{Regional_Indicator})[\p{M}\u200d\ufe0f\p{Emoji_Modifier}"
    r"\p{Extended_Pictographic}\p{Regional_Indicator}]*|[\p{Sc}§¶†‡°№]|[\p{So}--[\p{Extended_Pictographic}]]",
    regex.V1,
)
_SPACE = " \u00a0\u2009\u202f"
_JOINED_NUMBER = re.compile(
    rf"(?<![\w.,])\+?\(?\d{{1,5}}\)?(?:[{_SPACE}./()-]{{1,3}}\d{{2,}}){{1,8}}(?![\w.,]\d)"
    r"|(?<!\w)[A-Z]{2}\d{2}(?: [A-Z0-9]{2,4}){2,8}(?!\w)"
)
_ACCOUNT = re.compile(r"[a-z]{2}\d{2}[a-z\d]{11,30}")
_CURRENCY = regex.compile(r"\p{Sc}")
_COUNTRY_CODE = re.compile(r"\+(\d{1,3})(?!\d)")
_THOUSANDS = re.compile(rf"(?<![\w.,])\d{{1,3}}(?:[{_SPACE}]\d{{3}})+(?!\d)")
_MAY_JOIN = re.compile(rf"\d(?:[{_SPACE}./()-]{{1,4}}\d{{2}}|\d [A-Z0-9]{{2}})")
"""Matches wherever the patterns above match."""
_DIGITS_OF_THOUSANDS, _DIGITS_JOINED = range(4, 7), range(7, 35)
MAX_TERM_CHARACTERS = 80
"""Characters of a term; longer ones are cut, in index and question alike."""
_MAX_WORDS = 40
"""Words of a token: an address with tracking data, or a picture in base64, has thousands."""


class Token(NamedTuple):
    """The terms of a run without spaces, and its start and exclusive end in a text.

    Attributes:
        words: The folded words, in order.
        parts: The words' parts, see `word_parts`.
        compounds: Joint spellings of several words, and symbols.
        marked: Words with accents removed by folding.
    """

    words: tuple[str, ...]
    parts: tuple[str, ...] = ()
    compounds: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    start: int = 0
    end: int = 0


def find_words(text: str) -> Iterator[re.Match[str]]:
    """Yield a text's words in order; in scripts without spaces, whole runs."""
    if NOT_PLAIN.search(text):
        yield from _WORD.finditer(text)
    else:
        yield from _PLAIN_WORD.finditer(text)


def tokenize_text(text: str) -> Iterator[Token]:
    """Yield a text's meaningful tokens in order."""
    for match in re.finditer(r"\S+", text):
        token = split_token(match.group())
        if token.words or token.compounds:
            yield Token(*token[:4], *match.span())


@lru_cache(maxsize=50_000)
def split_token(raw: str) -> Token:
    """Return the terms of a run without spaces; cached, as most of a vault's tokens occur often."""
    # The common case by far, which needs no pattern.
    bare = raw.strip(_SIGNS_AROUND).rstrip(_SIGNS_BEHIND)
    if bare.isascii() and bare.isalpha() and _has_no_parts(bare) and raw.isascii():
        return Token((bare.lower()[:MAX_TERM_CHARACTERS],))
    words: dict[str, None] = {}
    parts: dict[str, None] = {}
    compounds: dict[str, None] = {}
    marked: dict[str, None] = {}
    for match in find_words(raw[: MAX_TERM_CHARACTERS * _MAX_WORDS]):
        if len(words) >= _MAX_WORDS:
            break
        if not is_elided(raw, match):
            written = match.group()
            folded = fold_word(written).split()
            words |= dict.fromkeys(folded)
            if not written.isascii() and folded != [written.lower()]:
                accented = with_accents(_POSSESSIVE.sub("", written)).replace("'", "")
                # Not what folding writes in other letters or words: CO₂, a Persian word with its ending.
                if accented.isalpha() and accented not in words:
                    marked[accented[:MAX_TERM_CHARACTERS]] = None
            for start, end in word_parts(written):
                parts |= dict.fromkeys(fold_word(written[start:end]).split())
            # A question cuts folded words: ²¼ is 2¼, with 2 and ¼.
            parts |= dict.fromkeys(run for word in folded for run in letters_and_digits(word))
    whole = tuple(_compound_terms(raw))
    hashes = (word for word in (*words, *parts, *whole) if not word.isalpha() and _HASH.fullmatch(word))
    # The variation selector asks for a colored emoji; keyboards differ in writing it.
    symbols = () if raw.isascii() else (match[0].replace("\ufe0f", "") for match in _SYMBOL.finditer(raw))
    for compound in (*whole, *(word[:_HASH_CHARACTERS] for word in hashes), *symbols):
        if compound and compound not in words:
            compounds[compound[:MAX_TERM_CHARACTERS]] = None
    words = {word[:MAX_TERM_CHARACTERS]: None for word in words}
    others = (part[:MAX_TERM_CHARACTERS] for part in parts if part not in words)
    return Token(tuple(words), tuple(others), tuple(compounds), tuple(marked))


def word_parts(written: str) -> Iterator[tuple[int, int]]:
    """Yield the bounds of a word's separately searchable parts, none if it is whole.

    Parts are letters, digits, and what capitals separate: alone, with the next, and up to the word's end.
    """
    if _has_no_parts(written):
        return
    cut = [match.span() for match in _RUN.finditer(written)]
    if len(cut) > _MAX_RUNS:
        return
    if _HEX_MARK.match(written):
        yield 2, len(written)
    if len(cut) > 1:
        yield from cut
    for start, end in cut:
        if _CAMEL.search(written, start, end):
            humps = [match.span() for match in _HUMP.finditer(written, start, end)]
            yield from (hump for hump in humps if hump[1] - hump[0] >= _MIN_HUMP)
            if len(humps) > 2:
                yield from ((before[0], after[1]) for before, after in pairwise(humps))
                yield from ((hump[0], end) for hump in humps[1:-2])


def letters_and_digits(word: str) -> list[str]:
    """Split a folded word into runs of letters and of digits, if it has both and is no account (IBAN)."""
    cut = [] if word.isalpha() or _ACCOUNT.fullmatch(word) else _RUN.findall(word)
    return cut if 1 < len(cut) <= _MAX_RUNS else [word]


def _has_no_parts(written: str) -> bool:
    """Return whether a word is all letters without separating capitals, or a number: most are."""
    if not written.isalpha():
        return written.isdecimal()
    others = written[1:]
    return others == others.lower() or (_ASCII_CAMEL if written.isascii() else _CAMEL).search(written) is None


def find_joined_numbers(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield numbers written with spaces, also joined: thousands, telephones, accounts (IBAN), cards.

    Before 491701234567, those of +49 170 1234567 as dialed at home: 1701234567 and 01701234567.
    """
    # Most texts hold none, and the pattern tries every place of those that do.
    if _MAY_JOIN.search(text) is None:
        return
    for pattern, lengths in ((_THOUSANDS, _DIGITS_OF_THOUSANDS), (_JOINED_NUMBER, _DIGITS_JOINED)):
        for match in pattern.finditer(text):
            joined = re.sub(r"[^A-Za-z0-9]", "", match.group())
            if len(joined) in lengths:
                if country := _COUNTRY_CODE.match(match.group()):
                    yield from ((match, before + joined[len(country[1]) :]) for before in ("", "0"))
                yield match, joined.lower()


def fold_word(written: str) -> str:
    """Fold a word, dropping an English possessive's ending and apostrophes: ``Don’t`` is ``dont``."""
    if "'" not in written and "’" not in written:
        return fold_text(plain_numerals(written))
    return fold_text(_POSSESSIVE.sub("", written)).replace("'", "").replace("’", "")


def is_elided(text: str, match: re.Match[str]) -> bool:
    """Return whether a word is the remainder of an elision: the ``l`` of ``l'orologio``."""
    after = text[match.end() : match.end() + 2]
    is_before = len(after) == 2 and after[0] in "'’" and bool(_SURELY_BEFORE_A_VOWEL.match(after[1]))
    return is_before and fold_text(match.group()) in _ELIDED


def _compound_terms(raw: str) -> Iterator[str]:
    """Yield token and segments as single terms, if they have several words or signs."""
    core = _SCHEME.sub("", _OUTER.sub("", raw))
    if len(core) > MAX_TERM_CHARACTERS * 4:
        return
    if _SIGNED.match(core):
        yield fold_text(core)
    core = _POSSESSIVE.sub("", core.strip("#+").strip("."))
    written = _NUMBER.findall(core) if _MAY_BE_NUMBER.search(core) else ()
    numbers = [plain for number in written for plain in _plain_numbers(number)]
    if _IS_NUMBER.fullmatch(core):
        yield from map(fold_text, (*numbers, core))
        return
    if _MAC_ADDRESS.fullmatch(core):
        core = core.replace(":", "-")
    segments = [segment for part in _STRONG.split(core) if (segment := part.strip(".-_'’"))]
    if len(segments) > 1:
        yield _spell_as_one(core.rstrip("/").replace("\\", "/"))
    yield from (_spell_as_one(segment) for segment in segments if not segment.isalnum())
    yield from map(fold_text, numbers)


def _spell_as_one(written: str) -> str:
    """Spell a compound without optional characters: hyphens, underscores, apostrophes."""
    return "".join(fold_text(plain_numerals(_SOFT.sub("", written))).split())


def _plain_numbers(written: str) -> Iterator[str]:
    """Yield a number without thousands separators; both readings if a single separator is ambiguous."""
    parts = re.split(r"[.,'’]", written)
    signs = re.findall(r"[.,'’]", written)
    is_decimal = len(parts[-1]) != 3 or (len(signs) > 1 and signs[-1] != signs[-2])
    if is_decimal:
        yield f"{''.join(parts[:-1])}.{parts[-1]}"
        return
    yield "".join(parts)
    if len(parts) == 2:
        yield ".".join(parts)


_ALGORITHMS = {code: name.lower() for code, name in LANGUAGE_NAMES.items()} | {"nb": "norwegian"}
"""The name of a language's Snowball algorithm, if there is one."""


@lru_cache(maxsize=512)
def _stemmer(algorithm: str, _thread: int) -> Any:
    """Return a thread's stemmer: they are not thread-safe."""
    # Without its own cache (0): `stem_word` has one for all threads.
    return Stemmer.Stemmer(algorithm, 0)


@cache
def stemmer_language(language: str) -> str:
    """Return the language whose algorithm stems a language, English if there is none."""
    return language if _ALGORITHMS.get(language) in Stemmer.algorithms() else ENGLISH


@lru_cache(maxsize=100_000)
def stem_word(word: str, language: str = ENGLISH) -> str:
    """Return a folded word's stem in a language, by ISO 639-1 code; English rules if there are no others."""
    stemmed: str = _stemmer(_ALGORITHMS[stemmer_language(language)], get_ident()).stemWord(word)
    return stemmed or word


ANALYZER_NAME = "terms-2"
"""The name of this analysis: changing it rebuilds the words of every index."""
_STEM_MARK = "~"
"""Precedes a stem, and no other term."""


def passage_terms(text: str, language: str = ENGLISH) -> str:
    """Return a text's terms in a language, joined by spaces, repeated as they occur."""
    of_tokens = filter(None, map(_language_terms(language).__getitem__, text.split()))
    return " ".join((*of_tokens, *(joined for _, joined in find_joined_numbers(text))))


def stem_term(stemmed: str, language: str) -> str:
    """Return the term for a stem; stems match only passages in their language."""
    return f"{_STEM_MARK}{stemmer_language(language)}:{stemmed}"


class _TermsByToken(dict[str, str]):
    """A language's terms of runs, joined by spaces, which takes half the memory of a tuple."""

    def __init__(self, language: str) -> None:
        self._language = language
        # Function words have no stems: each would stand in nearly every passage once more.
        self._ignored = function_words(language)
        self._algorithm, self._mark = _ALGORITHMS[stemmer_language(language)], stem_term("", language)

    def __missing__(self, raw: str) -> str:
        # All at once rather than the least used: bookkeeping took as long as finding the terms.
        if len(self) >= _TOKENS_KEPT:
            self.clear()
        # Not by the caches of its parts: with each token in all three, they took 30 MB.
        words, parts, compounds, marked, *_ = split_token.__wrapped__(raw)
        if (small := with_small_i(raw, self._language)) != raw:
            marked = split_token.__wrapped__(small.lower()).marked
        stem = _stemmer(self._algorithm, get_ident()).stemWord
        terms = [*compounds, *marked]
        for word in (*words, *parts):
            if not word.isascii() and NOT_PLAIN.search(word) and unspaced_runs(word):
                terms += _character_terms(word)
            elif word in self._ignored:
                terms.append(word)
            else:
                terms.append(f"{word} {self._mark}{stem(word) or word}")
        self[raw] = joined = " ".join(terms)
        return joined


_language_terms = lru_cache(maxsize=8)(_TermsByToken)
_TOKENS_KEPT = 50_000


def _character_terms(word: str) -> Iterator[str]:
    """Yield the characters of a run without spaces, the pairs, and a Korean word itself."""
    (run,) = unspaced_runs(word) or [word]
    # Korean has spaces, but particles stick to its words: the word itself, and its pairs for the stem.
    if "가" <= run[:1] <= "힣":
        yield run
    yield from run
    yield from (run[start : start + 2] for start in range(len(run) - 1))


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A question's terms, by the way they match.

    Attributes:
        words: The folded words.
        parts: Parts set apart by capitals, in words without digits.
        cut: Letters and digits of each other word with both, which together are another spelling.
        marked: Words with accents, if any.
        compounds: Joint spellings of several words, symbols and numbers.
        stems: The words' stems in each given language.
        characters: Characters and pairs, in scripts without spaces.
        unspaced: Runs in scripts without spaces, joined by spaces.
        required: Terms in all spellings of words and compounds: 16 and gb of ``16GB``, ``16 GB``.
    """

    words: tuple[str, ...]
    parts: tuple[str, ...]
    cut: tuple[tuple[str, ...], ...]
    marked: tuple[str, ...]
    compounds: tuple[str, ...]
    stems: tuple[str, ...]
    characters: tuple[str, ...]
    unspaced: str
    required: tuple[str, ...]

    @property
    def exact(self) -> tuple[str, ...]:
        """The terms to match in exactly this form."""
        return *self.words, *self.compounds


@lru_cache(maxsize=256)
def question_terms(text: str, languages: tuple[str, ...] = (ENGLISH,)) -> QuestionTerms:
    """Return a question's terms for passages in these languages."""
    all_tokens, joined = list(tokenize_text(text)), list(find_joined_numbers(text))
    unspaced = {word: None for token in all_tokens for word in token.words if unspaced_runs(word)}
    words = {word: None for token in all_tokens for word in token.words if word not in unspaced}
    compounds = {compound: None for token in all_tokens for compound in token.compounds}
    cut = [tuple(pieces) for word in words if len(pieces := letters_and_digits(word)) > 1]
    parts = [part for token in all_tokens if all(map(str.isalpha, token.words)) for part in token.parts]
    spans = [*((token.start, token.end) for token in all_tokens), *(match.span() for match, _ in joined)]
    # Other writings lack a part of a longer number: the 960 417 of 01632 960 417.
    parted = {(a, b) for a, b in spans if any(c <= a and b <= d and b - a < d - c for c, d in spans)}
    whole = {match.span(): number for match, number in joined if match.span() not in parted}
    required = list(whole.values())
    for token in all_tokens:
        if any(start <= token.start < end for start, end in whole):
            continue
        # The usual spelling as a whole, or letters and digits.
        wholes = [compound for compound in token.compounds if any(map(str.isalnum, compound))]
        # 420€ may be written as 420 euros.
        optional = [*wholes, *(sign for sign in token.compounds if words and _CURRENCY.fullmatch(sign))]
        spellings = [compound for compound in token.compounds if compound not in optional]
        spellings += wholes[:1] or [run for word in token.words for run in letters_and_digits(word)]
        required += [term for term in spellings if term not in unspaced]
    return QuestionTerms(
        tuple(words),
        tuple(dict.fromkeys(part for part in parts if part not in words)),
        tuple(cut),
        tuple(dict.fromkeys(word for token in all_tokens for word in token.marked)),
        tuple(compounds | dict.fromkeys(number for _, number in joined)),
        tuple(dict.fromkeys(stem_term(stem_word(w, each), each) for w in words for each in languages)),
        tuple(dict.fromkeys(term for run in unspaced for term in _character_terms(run))),
        " ".join(unspaced),
        tuple(dict.fromkeys(required)),
    )
