"""Segments -> topics: groups segments by the notes found for each, and labels each topic."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from vaultsearch.core.analyzer import stem_word
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.vocabulary import WordVocabulary
from vaultsearch.core.query.words import is_spaced, word_spans
from vaultsearch.core.text import fold_text, split_into_runs, split_particles
from vaultsearch.core.values.search import Chunk

_MAX_COMPARED_NOTES = 3
"""Each segment's best notes, to compare with its neighbor's."""
_MIN_SHARED = 0.5
_MIN_LABEL_WORDS, _MAX_LABEL_WORDS = 2, 3
"""The least and most words of a label."""
_MIN_KEYWORD_LETTERS = 3
_ANSWERED_WEIGHT = 2.0
"""The weight of words also in the found passages: the notes have something to say."""
_UNKNOWN_WEIGHT = 0.5
"""The weight of words missing from the vault: no note is about them."""


def group_by_topic(chunks_by_segment: Sequence[Sequence[Chunk]]) -> list[tuple[int, ...]]:
    """Group segment indices by the passages found for each, in order.

    Neighbors with half of their best notes in common are the same topic. A segment without passages is in no
    topic and does not separate the neighbors. A returning topic joins the earlier group: five themes that
    came back six times each were 25 topics.
    """
    notes = [
        list(dict.fromkeys(chunk.path for chunk in chunks))[:_MAX_COMPARED_NOTES]
        for chunks in chunks_by_segment
    ]
    answered = [index for index, paths in enumerate(notes) if paths]
    groups = split_into_runs(answered, lambda before, after: _are_alike(notes[before], notes[after]))
    joined: dict[int, list[int]] = defaultdict(list)
    bests: dict[int, list[str]] = {}
    # Groups by their best notes: comparing each with each took a text of thousands of topics half a minute.
    by_note: dict[str, set[int]] = defaultdict(set)
    for group in groups:
        best = _best_notes(group, notes)
        near = sorted({number for path in best for number in by_note[path]})
        same = next((i for i in near if bests[i][0] == best[0] or _are_alike(bests[i], best)), len(joined))
        joined[same] += group
        bests[same] = _best_notes(joined[same], notes)
        for path in bests[same]:
            by_note[path].add(same)
    return list(map(tuple, joined.values()))


def split_at_other_groups(group: Sequence[int], groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cut a group wherever segments of other groups lie in between."""
    others = {segment for group_members in groups for segment in group_members}.difference(group)
    return split_into_runs(group, lambda before, after: others.isdisjoint(range(before, after)))


def _best_notes(group: Sequence[int], notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the notes found for most of a group's segments, better ones first."""
    counts = Counter(path for segment in group for path in notes[segment])
    return [path for path, _ in counts.most_common(_MAX_COMPARED_NOTES)]


def _are_alike(paths: Sequence[str], other: Sequence[str]) -> bool:
    shared = len({*paths} & {*other})
    return shared >= _MIN_SHARED * min(len(paths), len(other))


def label_topic(
    text: str,
    chunks: Sequence[Chunk],
    vocabulary: WordVocabulary,
    passages: int,
    language: str = ENGLISH,
    among: TopicCounts | None = None,
) -> str:
    """Label a topic with keywords as first written, joined by commas.

    Rank keywords by tf-idf (Salton and Buckley 1988), over the vault's passages and over the text's other
    topics, and higher if a found passage contains them. If fewer than two, add the best note's title.

    Args:
        chunks: The topic's passages, best first.
        vocabulary: How many of the vault's passages contain each word.
        passages: The number of passages in the vault.
        among: The whole text's topics; None if this is the only topic.
    """
    written = _extract_keywords(text, language)
    counts = Counter(root for root, _ in written)
    # Reversed, so that the first spelling of a word is the one that stays.
    first = dict(reversed(written))
    held = {
        stem_word(fold_text(word)) for chunk in chunks for word in _list_words(f"{chunk.title} {chunk.text}")
    }

    def weight(root: str) -> float:
        holding = vocabulary.count(fold_text(first[root]))  # a stem has a stem of its own
        # An unknown word would be the rarest of all, and lead each label.
        rare = math.log((1 + passages) / (1 + holding)) * (1.0 if holding else _UNKNOWN_WEIGHT)
        own = 1.0 if among is None else among.rarity(root)
        return counts[root] * max(rare, 0.0) * own * (_ANSWERED_WEIGHT if root in held else 1.0)

    best = [first[root] for root in sorted(counts, key=lambda root: (-weight(root), root))[:_MAX_LABEL_WORDS]]
    if len(best) < _MIN_LABEL_WORDS and chunks and fold_text(chunks[0].title) not in map(fold_text, best):
        best.append(chunks[0].title)
    return ", ".join(best)


@dataclass(frozen=True, slots=True)
class TopicCounts:
    """The number of a text's topics, and of topics with each keyword, by stem."""

    topics: int
    holding: Mapping[str, int]

    @classmethod
    def of(cls, texts: Sequence[str], language: str = ENGLISH) -> TopicCounts:
        """Count the topics with these texts."""
        roots = ({root for root, _ in _extract_keywords(text, language)} for text in texts)
        return cls(len(texts), Counter(chain.from_iterable(roots)))

    def rarity(self, root: str) -> float:
        """Return the inverse topic frequency: least, but above 0, for a keyword in every topic."""
        return math.log2((1 + self.topics) / max(1, self.holding.get(root, 0)))


def _extract_keywords(text: str, language: str) -> list[tuple[str, str]]:
    """List a text's keywords in order, each as stem and as written."""
    little = function_words(language)
    frequent = frequent_words() if language == ENGLISH else little
    keywords = []
    for word in _list_words(text):
        plain = fold_text(word)
        if is_spaced(plain):
            is_keyword = len(plain) >= _MIN_KEYWORD_LETTERS and not plain.isdigit() and plain not in frequent
        else:
            is_keyword = len(plain) > 1 and plain not in little
        if is_keyword:
            keywords.append((stem_word(plain), word))
    return keywords


def _list_words(text: str) -> list[str]:
    """List the words; text without spaces is split by a dictionary."""
    parts = (text[span.start : span.end] for span in word_spans(text))
    return [word for part in parts for word in ([part] if is_spaced(part) else split_particles(part).split())]
