"""Questions of ordinary words, as people type them: `floor` asks them beside those of `floor_questions`."""

from collections.abc import Iterator

import regex

from tests.bench import floor_questions as text_questions
from tests.bench.floor_questions import UNSPACED, Asked, Kind, NoteText, VaultText, as_typed, fold, letters_in
from vaultsearch.core.languages.detection import function_words, is_listed_word

COMMON, COMMON_3, TWO, SWAPPED, ASKED, CARRIED = "common", "common3", "two", "swapped", "asked", "carried"
HAN, HEADING, ALIAS, QUOTED, NUMBER, GLUED = "han", "heading", "alias", "quoted", "number", "glued"
CODE, COMPOUND = "code", "compound"

CARRIERS = (
    *("where did I write about {}", "notes on {}", "Was habe ich über {} geschrieben?"),
    *("Notizen zu {}", "dove ho scritto di {}?", "appunti su {}", "où ai-je écrit sur {}"),
    *("mes notes sur {}", "dónde escribí sobre {}", "mis notas sobre {}", "关于{}我写了什么", "{}的笔记"),
)
"""What carries a word in a question, two for each of six languages."""
_FEWEST, _MOST = 2, 20
_MOST_HAN = 8
_NUMBER = regex.compile(r"(?<![\w.,:/-])\d{3,}(?![\w]|[.,:/-]\d)")
_GLUED = regex.compile(r"(?<![\w.-])(\p{L}{3,})(\d{1,4})(?![\w.-])")
_CODE_LINE = regex.compile(r"[\p{L}\d_./=]+(?: [\p{L}\d_./=]+){2,6}")
_HAN = regex.compile(r"\p{Han}{2,4}")
_LONGEST_PART = 12


def common_words(note: NoteText) -> Iterator[str]:
    """Yield the plain words of a note that no list of function words has."""
    for word in text_questions.plain_words(note):
        if letters_in(word) >= 4 and not any(fold(word) in function_words(code) for code in _LANGUAGES):
            yield word


_LANGUAGES = ("en", "de", "it", "fr", "es", "nl", "pt", "ru")


def _make_common(vault: VaultText, note: NoteText, word: str) -> Asked:
    holders = vault.holders[fold(word)]
    # Of a canvas or a base, the source is read here, keys and all.
    is_asked = _FEWEST <= len(holders) <= _MOST and all(path.endswith(".md") for path in holders)
    return (as_typed(word), holders) if is_asked else None


def _pairs(note: NoteText) -> Iterator[str]:
    """Yield pairs of common words that stand in different lines of a note."""
    words = list(dict.fromkeys(map(as_typed, common_words(note))))
    for first in words:
        other = words[text_questions.number(first) % len(words)]
        if fold(other) != fold(first):
            yield f"{first} {other}"


def _make_two(vault: VaultText, note: NoteText, words: str) -> Asked:
    first, second = (set(vault.holders[fold(word)]) for word in words.split())
    several = len(first) >= _FEWEST and len(second) >= _FEWEST
    return (words, (note.path,)) if several and first & second == {note.path} else None


def _neighbours(note: NoteText) -> Iterator[str]:
    for line in note.seen:
        for match in regex.finditer(r"(?<!\S)(\p{Latin}{4,}) (\p{Latin}{4,})(?!\S)", line):
            yield f"{match[2]} {match[1]}"


def _make_swapped(vault: VaultText, note: NoteText, words: str) -> Asked:
    first, second = words.split()
    if any(fold(word) in function_words(code) for word in (first, second) for code in _LANGUAGES):
        return None
    if set(vault.holders[fold(first)]) & set(vault.holders[fold(second)]) != {note.path}:
        return None
    sequence = f" {fold(second)} {fold(first)} "
    return vault.known_item(note, words, lambda other: sequence in other.sequence)


def _carried(note: NoteText) -> Iterator[str]:
    yield from (word for word in text_questions.rare_words(note) if not UNSPACED.fullmatch(word))


def _make_asked(vault: VaultText, note: NoteText, word: str) -> Asked:
    return vault.known_word(note, word, f"what do my notes say about {as_typed(word)}?")


def _make_carried(vault: VaultText, note: NoteText, word: str) -> Asked:
    return vault.known_word(note, word, text_questions.pick(word, CARRIERS).format(as_typed(word)))


def _han_words(note: NoteText) -> Iterator[str]:
    for line in note.prose:
        yield from (run for run in UNSPACED.findall(line) if _HAN.fullmatch(run))


def _make_han(vault: VaultText, note: NoteText, word: str) -> Asked:
    holders = [other.path for other in vault.notes if word in other.text]
    return (word, holders) if _FEWEST <= len(holders) <= _MOST_HAN else None


def _make_heading(vault: VaultText, note: NoteText, heading: str) -> Asked:
    same = [other.path for other in vault.notes if fold(heading) in map(fold, other.headings)]
    named = any(fold(heading) in map(fold, other.titles) for other in vault.notes)
    few = letters_in(heading) < 8 or " " not in heading
    return None if few or named or len(same) != 1 else (heading, same)


def _make_alias(vault: VaultText, note: NoteText, alias: str) -> Asked:
    same = [other.path for other in vault.notes if fold(alias) in map(fold, other.titles)]
    return (alias, same) if letters_in(alias) >= 3 else None


def _quotable(note: NoteText) -> Iterator[str]:
    yield from (words for words in text_questions.five_words(note) if " " in words)


def _make_quoted(vault: VaultText, note: NoteText, words: str) -> Asked:
    sequence = " ".join(regex.findall(r"[\p{L}\p{M}]+", fold(words)))
    return vault.known_item(note, f'"{words}"', lambda other: f" {sequence} " in other.sequence)


def _numbers(note: NoteText) -> Iterator[str]:
    for line in note.seen:
        yield from _NUMBER.findall(line)


def _make_number(vault: VaultText, note: NoteText, digits: str) -> Asked:
    return vault.known_item(note, digits, lambda other: digits in other.raw)


def _glued(note: NoteText) -> Iterator[str]:
    for line in note.seen:
        yield from (match.group() for match in _GLUED.finditer(line))


def _make_glued(vault: VaultText, note: NoteText, token: str) -> Asked:
    digits = regex.sub(r"^\D+", "", token)
    word = token.removesuffix(digits)
    return vault.known_item(note, f"{word} {digits}", lambda other: fold(word) in other.raw)


def _code_lines(note: NoteText) -> Iterator[str]:
    yield from (line.strip() for line in note.code if _CODE_LINE.fullmatch(line.strip()))


def _make_code(vault: VaultText, note: NoteText, line: str) -> Asked:
    few = letters_in(line) < 8
    return None if few else vault.known_item(note, line, lambda other: fold(line) in other.raw)


def _german_compounds(note: NoteText) -> Iterator[str]:
    for word in text_questions.plain_words(note):
        if len(word) >= 11 and word[0].isupper() and _last_part(word):
            yield word


def _last_part(word: str) -> str:
    """Return the last part of a German compound of two listed words, or "" if it is none."""
    lower = word.lower()
    if is_listed_word(lower, "en"):
        return ""
    for length in range(min(_LONGEST_PART, len(lower) - 4), 4, -1):
        head, tail = lower[:-length], lower[-length:]
        if is_listed_word(tail, "de") and (
            is_listed_word(head, "de") or is_listed_word(head.removesuffix("s"), "de")
        ):
            return tail.capitalize()
    return ""


def _make_compound(vault: VaultText, note: NoteText, word: str) -> Asked:
    part = _last_part(word)
    holders = [other.path for other in vault.notes if fold(part) in other.text]
    return (part, holders) if vault.only_in(note, word) and not vault.holders[fold(part)] else None


KINDS: dict[str, Kind] = {
    # A word in several notes may be meant in a note that is about it and has another form of it.
    COMMON: Kind(common_words, _make_common, 0.97),
    COMMON_3: Kind(common_words, _make_common, 0.97),
    HAN: Kind(_han_words, _make_han, 0.97),
    TWO: Kind(_pairs, _make_two, 0.95),
    SWAPPED: Kind(_neighbours, _make_swapped, 0.90),
    ASKED: Kind(_carried, _make_asked, 0.85),
    CARRIED: Kind(_carried, _make_carried, 0.85),
    HEADING: Kind(lambda note: iter(note.headings), _make_heading, 0.95),
    ALIAS: Kind(lambda note: iter(note.titles[2:]), _make_alias, 0.95),
    QUOTED: Kind(_quotable, _make_quoted, 0.95),
    NUMBER: Kind(_numbers, _make_number, 0.95),
    GLUED: Kind(_glued, _make_glued, 0.95),
    CODE: Kind(_code_lines, _make_code, 0.95),
    COMPOUND: Kind(_german_compounds, _make_compound, 0.80),
}
