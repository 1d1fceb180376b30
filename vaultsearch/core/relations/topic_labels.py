"""Labels of topics: the terms of their titles, headings, tags and links that tell them apart.

A term is weighed as in class-based tf-idf (Grootendorst 2022): by the share of a topic's notes that hold it,
and by how rare it is elsewhere.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.analyzer import stem, words_in
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.query.words import is_spaced
from vaultsearch.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from vaultsearch.core.values.note import StoredNote

_TITLE, _TAG, _LINK, _HEADING, _TEXT = 1.0, 1.0, 0.7, 0.6, 0.25
"""How much the places of a term count."""
_MOST = 40
"""Links, and headings, of a note that are read: the lists of a map of content say no more after that."""
_BEGINNING = 600
"""Characters of a note's text that are read."""
_MOST_WORDS = 3
_IN_RUN, _LONGEST_RUN = 4, 12
"""Characters of a term within a run of a script without spaces, and of a run that is one as a whole."""
_SHORTEST = 3
_YEAR = 4
"""Digits of a year, which names no topic."""
_IN_LABEL, _CONSIDERED = 3, 60
_TEMPLATE_NOTES, _TEMPLATE_SHARE = 4, 0.01
"""The number and the share of all notes above which a heading is that of a template."""
_WHOLE = 0.7
"""A term within a longer one goes if so much of it is within that one."""
_FRAGMENT = 0.6
"""A run of characters is no word if so often the same one stands beside it."""
_ORDINAL = regex.compile(r"第[\d〇零一二三四五六七八九十百两]+[季集版章卷部期回讲节课]?")
_NOT_WORDS = regex.compile(
    r"\A---\n.*?\n---$|https?://\S+|!?\[\[[^\]]*\]\]|!\[[^\]]*\]|^#{1,6}\s.*?$|\]\([^)]*\)|```.*?(?:```|\Z)|`[^`\n]*`|\{\{.*?\}\}|<[^>\n]*>"
    r"|^[^\S\n]*(?:[-*] )?[\w ]+::"
    r"|[#*_>|\[\]{}]",
    regex.S | regex.M,
)
_ENDING = regex.compile(r"\.\w{1,9}\Z")


@dataclass(frozen=True, slots=True)
class NoteTerms:
    """The terms of a note, by their keys: the weight of each, and how it is written there if otherwise.

    ``names`` are its title, headings, tags and links, each on a line.
    """

    weights: Mapping[str, float]
    written: Mapping[str, str]
    names: str


def terms_of(
    note: StoredNote, language: str, templates: Collection[str], shared: dict[str, str]
) -> NoteTerms:
    """Return the terms of a note's title, headings, tags, links and first lines.

    Args:
        note: The note.
        language: The language of most of it.
        templates: The folded headings that are those of templates.
        shared: The keys of all notes so far, each held once: most stand in many.
    """
    weights: dict[str, float] = {}
    written: dict[str, str] = {}
    names = [(note.title, _TITLE)]
    names += [(tag.rpartition("/")[2].replace("-", " ").replace("_", " "), _TAG) for tag in note.tags]
    names += [(_ENDING.sub("", link.target.rpartition("/")[2]), _LINK) for link in note.links[:_MOST]]
    own_headings = [h.text for h in note.named_headings if fold(h.text) not in templates]
    names += [(heading, _HEADING) for heading in own_headings[:_MOST]]
    names = [(_ORDINAL.sub(" ", name), weight) for name, weight in names]
    beginning = _NOT_WORDS.sub(" . ", note.text[: 4 * _BEGINNING])[:_BEGINNING]
    in_text = ((key, term, _TEXT) for key, term in _terms(beginning, language, 2) if is_spaced(term))
    in_names = ((*term, weight) for name, weight in names for term in _terms(name, language, _MOST_WORDS))
    for key, term, weight in (*in_names, *in_text):
        if weight > weights.get(key, 0.0):
            weights[shared.setdefault(key, key)] = weight
            if term != key:
                written[shared[key]] = shared.setdefault(term, term)
    return NoteTerms(weights, written, "\n".join(name for name, _ in names))


def templates_of(notes: Collection[StoredNote]) -> frozenset[str]:
    """Return the folded headings that many notes have."""
    counts = Counter(heading for note in notes for heading in {fold(h.text) for h in note.named_headings})
    most = max(_TEMPLATE_NOTES, _TEMPLATE_SHARE * len(notes))
    return frozenset(heading for heading, count in counts.items() if count > most)


def _terms(text: str, language: str, longest: int) -> Iterator[tuple[str, str]]:
    """Yield the keys and the spellings of the words and phrases in a text that may name a topic."""
    words = list(words_in(text))
    folded = [fold(word.group()) for word in words]
    for index, word in enumerate(words):
        if not is_spaced(word.group()):
            yield from _of_run(word.group(), language)
            continue
        for length in range(1, longest + 1):
            last = index + length - 1
            if last >= len(words) or (
                length > 1 and text[words[last - 1].end() : words[last].start()].strip(" -")
            ):
                break
            may_end = _ends_phrase if length > 1 else _is_keyword
            if _is_keyword(folded[index], language) and may_end(folded[last], language):
                key = " ".join(stem(each, language) for each in folded[index : last + 1])
                yield key, text[word.start() : words[last].end()]


def _of_run(run: str, language: str) -> Iterator[tuple[str, str]]:
    ignored = function_words(language)
    parts = [run[start:end] for start in range(len(run)) for end in range(start + 2, start + _IN_RUN + 1)]
    for part in dict.fromkeys((*parts, *([run] if len(run) <= _LONGEST_RUN else []))):
        if len(part) > 1 and not ignored & {part, part[0], part[-1]}:
            yield part, part


def _ends_phrase(word: str, language: str) -> bool:
    """Return whether a word may be the last of several: "Windows 10", but not "June 2024"."""
    return _is_keyword(word, language) or (word.isdigit() and len(word) < _YEAR)


def _is_keyword(word: str, language: str) -> bool:
    if word.isdigit() or len(word) < _SHORTEST or any(character.isdigit() for character in word[:1]):
        return False
    return word not in function_words(language) and word not in frequent_words()


def label_of(paths: Sequence[str], terms: Mapping[str, NoteTerms], shares: Mapping[str, float]) -> str:
    """Return the terms that name the topic of some notes, joined by commas; "" if it has none.

    Args:
        paths: Its notes, the most central first.
        terms: The terms of all notes.
        shares: The mean weight of each term over all notes of the vault, or of the topic above.
    """
    held = [terms[path] for path in paths if path in terms]
    totals: Counter[str] = Counter()
    support: Counter[str] = Counter()
    for note in held:
        for key, weight in note.weights.items():
            totals[key] += weight  # type: ignore[assignment]
            support[key] += 1
    least = max(2.0, 0.03 * len(held))
    scores = {
        key: total / len(held) * math.log(total / len(held) / shares[key])
        for key, total in totals.items()
        # What stands in no name of a note is no more than the name of a field in many.
        if support[key] >= least and total > _TEXT * support[key] + 1e-6
    }
    best = sorted(scores, key=lambda key: (-scores[key], key))[:_CONSIDERED]
    names = "\n".join(note.names for note in held)
    chosen: list[str] = []
    for term in best:
        key = _longer(term, best, totals)
        if not any(_overlap(key, other) for other in chosen) and (is_spaced(key) or _is_word(key, names)):
            chosen.append(key)
        if len(chosen) == _IN_LABEL:
            break
    return ", ".join(_spelling(key, held) for key in chosen)


def _longer(key: str, keys: Sequence[str], totals: Mapping[str, float]) -> str:
    """Return the longest term that holds this one and nearly all of its weight."""
    longer = [
        other for other in keys if other != key and key in other and totals[other] >= _WHOLE * totals[key]
    ]
    return max(longer, key=len, default=key)


def _is_word(run: str, names: str) -> bool:
    """Return whether a run of characters stands beside different ones, or none."""
    places = list(regex.finditer(regex.escape(run), names))
    for beside in (
        [names[place.start() - 1 : place.start()] for place in places],
        [names[place.end() : place.end() + 1] for place in places],
    ):
        letters = Counter(letter for letter in beside if letter.isalnum() and not is_spaced(letter))
        if letters and letters.most_common(1)[0][1] > _FRAGMENT * len(places):
            return False
    return True


def _overlap(key: str, other: str) -> bool:
    return key in other or other in key or bool({*key.split()} & {*other.split()})


def _spelling(key: str, notes: Iterable[NoteTerms]) -> str:
    spellings = Counter(note.written.get(key, key) for note in notes if key in note.weights)
    return spellings.most_common(1)[0][0]


def shares_of(terms: Iterable[NoteTerms]) -> dict[str, float]:
    """Return the mean weight of each term over notes."""
    totals: Counter[str] = Counter()
    count = 0
    for note in terms:
        count += 1
        totals.update(note.weights)
    return {key: total / count for key, total in totals.items()}
