"""The letters of a name that match the typed ones: to compare names by, and to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from vaultsearch.core.search.switcher.names import beginnings, words_of
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_NOWHERE = (-1, -1)


def aligned(words: Sequence[str], letters: str) -> tuple[int, tuple[int, ...]]:
    """Find typed letters in their order in the words of a name, most of them at a good place.

    Good places are the beginning of a word and the one behind the letter before.

    Returns:
        The number of letters at a good place, and the place of each letter, counted without spaces. -1 and
        no places if the name does not hold the letters.
    """
    name = "".join(words)
    begins: set[int] = set()
    position = 0
    for word in words:
        begins.update(position + place for place in beginnings(word))
        position += len(word)
    # For each place of the letter before: how many are at a good place, and which places they have.
    reached: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for letter in letters:
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        best: tuple[int, tuple[int, ...]] = (-1, ())
        for place, held in enumerate(name):
            best = max(best, reached.get(place - 1, (-1, ())), key=_good)
            if held != letter or best[0] < 0:
                continue
            behind = reached.get(place - 1, (-1, ())) if place else (-1, ())
            good = best[0] + (place in begins)
            far = (good, (*best[1], place))
            near = (behind[0] + 1, (*behind[1], place)) if behind[0] >= 0 else (-1, ())
            further[place] = max(near, far, key=_good)
        reached = further
    return max(reached.values(), key=_good, default=(-1, ()))


def _good(run: tuple[int, tuple[int, ...]]) -> int:
    return run[0]


def name_marks(name: str, typed: str) -> tuple[Span, ...]:
    """Return the letters of a name to be marked for what was typed."""
    folded, origins = _folded(name)
    words = words_of(typed)
    found = [_place(folded, word) for word in words]
    if _NOWHERE not in found:
        places = {place for start, end in found for place in range(start, end)}
    else:
        places = set(_letter_places(folded, "".join(words)))
    return _spans(sorted({origins[place] for place in places}))


def _folded(name: str) -> tuple[str, list[int]]:
    """Return a name folded letter by letter, and the letter of the name that each came from."""
    pairs = [(letter, index) for index, one in enumerate(name) for letter in fold(one)]
    return "".join(letter for letter, _ in pairs), [place for _, place in pairs]


def _place(folded: str, word: str) -> tuple[int, int]:
    """Return where a typed word is in a name: at the beginning of a word, within one, or nearly there."""
    starts = _word_starts(folded)
    for start in starts:
        if folded.startswith(word, start):
            return start, start + len(word)
    within = folded.find(word)
    if within >= 0:
        return within, within + len(word)
    near = {start: OSA.distance(word, folded[start : start + len(word)]) for start in starts}
    start = min(near, key=lambda place: near[place], default=-1)
    if start < 0 or near[start] > len(word) // 4:
        return _NOWHERE
    return start, min(len(folded), start + len(word))


def _word_starts(folded: str) -> list[int]:
    return [
        index
        for index, letter in enumerate(folded)
        if letter.isalnum() and not (index and folded[index - 1].isalnum())
    ]


def _letter_places(folded: str, letters: str) -> Iterable[int]:
    """Return the places of typed letters in a folded name."""
    words: list[str] = []
    origins: list[int] = []
    for start in _word_starts(folded):
        end = next((index for index in range(start, len(folded)) if not folded[index].isalnum()), len(folded))
        words.append(folded[start:end])
        origins += range(start, end)
    return (origins[place] for place in aligned(words, letters)[1])


def _spans(places: Sequence[int]) -> tuple[Span, ...]:
    """Join neighbouring places."""
    spans: list[Span] = []
    for place in places:
        if spans and spans[-1].end == place:
            spans[-1] = Span(spans[-1].start, place + 1)
        else:
            spans.append(Span(place, place + 1))
    return tuple(spans)
