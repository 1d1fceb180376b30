"""Long text -> the segments that it is searched by, cut by the chunker of the notes; segments -> topics."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from vaultsearch.core.analyzer import stem
from vaultsearch.core.chunking.chunker import headings_block, sentence_spans
from vaultsearch.core.languages.detection import frequent_words, function_words
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.query.words import is_spaced, word_spans
from vaultsearch.core.text import fold, split_particles
from vaultsearch.core.values.note import Revision, Section
from vaultsearch.core.vault.markdown import parse_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vaultsearch.core.chunking.chunker import Chunker
    from vaultsearch.core.query.vocabulary import Vocabulary
    from vaultsearch.core.values.note import Block
    from vaultsearch.core.values.search import Chunk


_NAME = "passage.md"
_PARAGRAPH = "paragraph"
_LONG, _PART = 40, 20
"""Tokens from which a paragraph is cut at its sentences, and those of a part.

Of texts of five topics over the sample vault, 0.90 of the topics are among the first five notes if each is a
paragraph; joined into one paragraph, 0.48 were, and with these 0.90 are. With parts of 30 tokens it is 0.80.
"""
_MESSAGE = re.compile(r"Message (\d+) \(")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the text; ``text`` is the string to embed.

    Lines are 1-based and inclusive; ``language`` is a code, ``heading`` the nearest one above. ``messages``
    are the numbers of its first and last message, None if the text is no chat.
    """

    text: str
    line_start: int
    line_end: int
    language: str = ""
    heading: str = ""
    messages: tuple[int, int] | None = None


def segments_of(
    markdown: str,
    chunker: Chunker,
    overlap: float,
    shortest: int,
    *,
    is_chat: bool = False,
    by_sentences: bool = True,
) -> list[Segment]:
    """Cut a text into segments, each paragraph by itself, a long one at its sentences.

    Frontmatter is left out, and so is a heading that only numbers a message; any other heading is prepended
    to the segments under it. A text of headings alone is one segment.

    Args:
        markdown: The text.
        chunker: The chunker of the notes.
        overlap: The share of the chunk size that is repeated when a paragraph is cut, 0 to 1.
        shortest: Tokens below which a segment is joined with the next: three words have no topic.
        is_chat: Whether headings number messages.
        by_sentences: Whether to cut long paragraphs at their sentences, too.
    """
    cutter = replace(chunker, overlap=round(overlap * chunker.chunk_size))
    # A lone surrogate, as a clipboard may hold it, has no encoding.
    raw = markdown.encode("utf-8", "replace")
    note = parse_note(Revision(_NAME, len(raw), 0), raw)
    paragraphs = tuple(
        replace(section, blocks=(part,))
        for section in note.sections
        for block in section.blocks
        for part in (_parts(block, cutter, shortest) if by_sentences else (block,))
    )
    # A question typed as a heading was answered with "There is no text to search with".
    if not paragraphs and note.headings:
        paragraphs = (Section((), (headings_block(note),)),)
    chunks = [c for c in cutter.sections_cut(replace(note, sections=paragraphs)) if c.content.strip()]
    segments = [_segment(chunk, is_chat=is_chat) for chunk in chunks]
    lengths = cutter.lengths([segment.text for segment in segments])
    return [_with_heading(segment) for segment in _joined(segments, lengths, shortest, cutter.chunk_size)]


def _parts(block: Block, cutter: Chunker, shortest: int) -> list[Block]:
    """Cut a long paragraph into parts of whole sentences, each of `_PART` tokens or more.

    A pasted paragraph of three subjects was one topic, of which the first alone was found.
    """
    if block.kind != _PARAGRAPH or cutter.lengths([block.text])[0] < _LONG:
        return [block]
    spans = sentence_spans(block.text)
    lengths = cutter.lengths([block.text[start:end] for start, end in spans])
    bounds, size = [0], 0
    for (_, end), length in zip(spans, lengths, strict=True):
        size += length
        if size >= max(_PART, shortest):
            bounds.append(end)
            size = 0
    if size and len(bounds) > 1:
        bounds.pop()  # the rest is too short to stand alone
    if bounds[-1] != len(block.text):
        bounds.append(len(block.text))
    return [_part(block, start, end) for start, end in pairwise(bounds)]


def _part(block: Block, start: int, end: int) -> Block:
    text = block.text[start:end]
    # Counted in the text without its markup, which must not lead beyond the block.
    first = min(block.line_start + block.text[:start].count("\n"), block.line_end)
    last = min(first + text.rstrip().count("\n"), block.line_end)
    return replace(block, line_start=first, line_end=last, content=text, text=text.strip())


def _segment(chunk: Chunk, *, is_chat: bool) -> Segment:
    heading = chunk.heading_path[-1] if chunk.heading_path else ""
    message = _MESSAGE.match(heading) if is_chat else None
    if message is None:
        return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, heading)
    number = int(message[1])
    return Segment(chunk.text, chunk.line_start, chunk.line_end, chunk.language, messages=(number, number))


def _with_heading(segment: Segment) -> Segment:
    return replace(segment, text=f"{segment.heading}\n{segment.text}") if segment.heading else segment


def _joined(segments: Sequence[Segment], lengths: Sequence[int], least: int, most: int) -> Iterator[Segment]:
    """Join a segment shorter than ``least`` with the next if both fit in ``most``, all in tokens."""
    held: Segment | None = None
    size = 0
    for segment, length in zip(segments, lengths, strict=True):
        if held is not None and size < least and size + length <= most and _belong_together(held, segment):
            held, size = _both(held, segment), size + length
            continue
        if held is not None:
            yield held
        held, size = segment, length
    if held is not None:
        yield held


def _belong_together(first: Segment, other: Segment) -> bool:
    return (first.language, first.heading) == (other.language, other.heading)


def _both(first: Segment, other: Segment) -> Segment:
    messages = (first.messages[0], other.messages[1]) if first.messages and other.messages else None
    text = f"{first.text}\n{other.text}"
    return replace(first, text=text, line_end=max(first.line_end, other.line_end), messages=messages)


_COMPARED = 3
"""The best notes of each segment that are compared with its neighbour's."""
_SHARED = 0.5
_FEWEST, _IN_LABEL = 2, 3
"""The least and most words of a label."""
_SHORTEST = 3
_ANSWERED = 2.0
"""The weight of a word that the found passages hold as well: the notes have something to say of it."""
_UNKNOWN = 0.5
"""The weight of a word that the vault does not hold: no note is about it."""


def group_by_topic(chunks_by_segment: Sequence[Sequence[Chunk]]) -> list[tuple[int, ...]]:
    """Group the indices of segments by the passages found for each, in order.

    Neighbours that share half of their best notes are one topic. A segment without passages is in no topic
    and does not separate its neighbours. A topic that returns joins the one that it is alike: five themes
    that came back six times each were 25 topics.
    """
    notes = [list(dict.fromkeys(chunk.path for chunk in chunks))[:_COMPARED] for chunks in chunks_by_segment]
    answered = [index for index, paths in enumerate(notes) if paths]
    groups: list[list[int]] = [[answered[0]]] if answered else []
    for before, after in pairwise(answered):
        if _alike(notes[before], notes[after]):
            groups[-1].append(after)
        else:
            groups.append([after])
    return [tuple(group) for group in _rejoined(groups, notes)]


def runs(group: Sequence[int], groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cut a group where segments of other groups lie between two of its own."""
    others = {segment for group_members in groups for segment in group_members}.difference(group)
    cut = [[group[0]]]
    for before, after in pairwise(group):
        if others.isdisjoint(range(before, after)):
            cut[-1].append(after)
        else:
            cut.append([after])
    return cut


def _rejoined(groups: Sequence[list[int]], notes: Sequence[Sequence[str]]) -> list[list[int]]:
    """Join each group to the first one whose best notes it shares, in the order of their beginnings."""
    joined: list[list[int]] = []
    for group in groups:
        best = _best(group, notes)
        same = next((known for known in joined if _is_same_topic(_best(known, notes), best)), None)
        if same is None:
            joined.append(list(group))
        else:
            same += group
    return joined


def _is_same_topic(best: Sequence[str], other: Sequence[str]) -> bool:
    return best[0] == other[0] or _alike(best, other)


def _best(group: Sequence[int], notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the notes found for most of a group's segments, those found as better ones first."""
    counts = Counter(path for segment in group for path in notes[segment])
    return [path for path, _ in counts.most_common(_COMPARED)]


def _alike(paths: Sequence[str], other: Sequence[str]) -> bool:
    shared = len({*paths} & {*other})
    return shared >= _SHARED * min(len(paths), len(other))


def label(
    text: str,
    chunks: Sequence[Chunk],
    vocabulary: Vocabulary,
    passages: int,
    language: str = ENGLISH,
    among: TopicCounts | None = None,
) -> str:
    """Label a topic with its keywords, as they are first written in it, joined by commas.

    Keywords are ranked by tf-idf (Salton and Buckley 1988), over the passages of the vault and over the other
    topics of the text, and higher if a found passage holds them. With fewer than two, the best note's title
    is added.

    Args:
        text: The text of the topic.
        chunks: Its passages, best first.
        vocabulary: The passages of the vault that hold each word.
        passages: The number of passages in the vault.
        language: The language of the text, a code.
        among: The topics of the whole text; None if this is the only one.
    """
    written = _keywords(text, language)
    counts = Counter(root for root, _ in written)
    # Reversed, so that the first spelling of a word is the one that stays.
    first = dict(reversed(written))
    held = {stem(fold(word)) for chunk in chunks for word in _words(f"{chunk.title} {chunk.text}")}

    def weight(root: str) -> float:
        holding = vocabulary.count(fold(first[root]))  # a stem has a stem of its own
        # An unknown word would be the rarest of all, and lead each label.
        rare = math.log((1 + passages) / (1 + holding)) * (1.0 if holding else _UNKNOWN)
        own = 1.0 if among is None else among.rarity(root)
        return counts[root] * max(rare, 0.0) * own * (_ANSWERED if root in held else 1.0)

    best = [first[root] for root in sorted(counts, key=lambda root: (-weight(root), root))[:_IN_LABEL]]
    if len(best) < _FEWEST and chunks and fold(chunks[0].title) not in map(fold, best):
        best.append(chunks[0].title)
    return ", ".join(best)


@dataclass(frozen=True, slots=True)
class TopicCounts:
    """The number of a text's topics, and of those that hold each keyword, by its stem."""

    topics: int
    holding: Mapping[str, int]

    @classmethod
    def of(cls, texts: Sequence[str], language: str = ENGLISH) -> TopicCounts:
        """Count the topics with these texts."""
        roots = ({root for root, _ in _keywords(text, language)} for text in texts)
        return cls(len(texts), Counter(chain.from_iterable(roots)))

    def rarity(self, root: str) -> float:
        """Return the inverse topic frequency, which is least, but above 0, for a keyword of every topic."""
        return math.log2((1 + self.topics) / max(1, self.holding.get(root, 0)))


def _keywords(text: str, language: str) -> list[tuple[str, str]]:
    """List the keywords of a text in order, each as its stem and as it is written."""
    folded = ((word, fold(word)) for word in _words(text))
    return [(stem(plain), word) for word, plain in folded if _is_keyword(plain, language)]


def _words(text: str) -> list[str]:
    """List the words; text without spaces is segmented by a dictionary."""
    parts = (text[span.start : span.end] for span in word_spans(text))
    return [word for part in parts for word in ([part] if is_spaced(part) else split_particles(part).split())]


def _is_keyword(word: str, language: str) -> bool:
    if not is_spaced(word):
        return len(word) > 1 and word not in function_words(language)
    stop_words = frequent_words() if language == ENGLISH else function_words(language)
    return len(word) >= _SHORTEST and not word.isdigit() and word not in stop_words
