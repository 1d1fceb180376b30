"""Facts of the user's notes -> generated questions with a known answer each: no judgments are needed.

The searched vault lacks the text each question was made from: otherwise it would find that very text.
"""

from __future__ import annotations

import logging
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from zlib import crc32

from vaultsearch.core.protocols import Source
from vaultsearch.core.query.words import query_terms
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.note import Note, NoteSection, ParsedLink, Revision, StoredNote
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.links import LinkResolver

_log = logging.getLogger(__name__)

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s|(?<=[。！？])")
_MAX_SENTENCE_CHARACTERS = 300
_MIN_SENTENCE_WORDS = 4
_MIN_REST_CHARACTERS = 60
"""Least characters of a note besides the first sentence."""


@dataclass(frozen=True, slots=True)
class HeadingSpan:
    """A heading and the section below: 1-based, the heading's line and the last line."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """A note's facts; ``sentence`` is the first sentence, or None if unsuitable as a question."""

    path: str
    title: str
    aliases: tuple[str, ...]
    headings: tuple[HeadingSpan, ...]
    links: tuple[ParsedLink, ...]
    sentence: str | None


def gather_facts(source: Source, revisions: Sequence[Revision]) -> list[NoteFacts]:
    """Read the facts of notes, skipping unreadable notes."""
    facts = []
    for revision in revisions:
        try:
            note = source.read(revision)
        except Exception:
            # The report of the sync lists the failure.
            _log.debug("no questions path=%s", revision.path, exc_info=True)
            continue
        end, headings = len(note.text.split("\n")), []
        for index, heading in enumerate(note.headings):
            later = (other.line - 1 for other in note.headings[index + 1 :] if other.level <= heading.level)
            own = HeadingSpan(heading.text, heading.line, next(later, end))
            # A heading with nothing below it is answered by nothing.
            if any(stands_under(own, block.line_start) for s in note.sections for block in s.blocks):
                headings.append(own)
        sentence = first_sentence(note)
        facts.append(NoteFacts(note.path, note.title, note.aliases, tuple(headings), note.links, sentence))
    return facts


def stands_under(heading: HeadingSpan, line: int) -> bool:
    """Return whether a line is in a heading's section, including nested ones."""
    return heading.first <= line <= heading.last


def first_sentence(note: Note) -> str | None:
    """Return the first sentence of a note beginning with a paragraph, verbatim.

    Return None if it has too few words, is too long for a question, or leaves too little of the note.
    """
    blocks = [block for section in note.sections for block in section.blocks if block.text.strip()]
    # A list or a table has no first sentence.
    if not blocks or blocks[0].kind != "paragraph":
        return None
    sentence = _SENTENCE_END.split(blocks[0].text, maxsplit=1)[0].strip()
    rest = sum(len(block.text) for block in blocks) - len(sentence)
    if len(sentence) > _MAX_SENTENCE_CHARACTERS or rest < _MIN_REST_CHARACTERS:
        return None
    return sentence if says_enough(sentence, _MIN_SENTENCE_WORDS) else None


def says_enough(text: str, words: int) -> bool:
    """Return whether a text has this many content words; without spaces, two characters count as a word."""
    terms = query_terms(text)
    return sum(1 if term.isascii() else max(1, len(term) // 2) for term in terms) >= words


MAX_PER_KIND = 200
_SEED = 20090719
_WORD = re.compile(r"\w+(?:['’-]\w+)*")

HEADINGS, LINK_TEXTS, ALIASES, SENTENCES = "headings", "link texts", "aliases", "first sentences"
QUESTION_KINDS = {
    HEADINGS: "a heading; the passages below it are the answer",
    LINK_TEXTS: "the text of a link; the linked note is the answer",
    ALIASES: "an alias; its note is the answer",
    SENTENCES: "the first sentence of a note; the rest of the note is the answer",
}
QUESTION_LIMITS = (
    "Use these figures to compare models and settings on your own notes: if one wins by more than its "
    "interval, it is likely to serve you better.",
    "They say little about search quality as such: nobody asked these questions, each has only one right "
    "answer here although there may be others, and the question's own text was removed from the notes.",
    "Headings and link texts are shorter than typical questions, first sentences longer: look at the kind "
    "most like what you type.",
)
"""The limits of such questions, as shown to the user."""

RIGHT_UNIT = "right"
"""The unit of a ranking that is the answer."""


@dataclass(frozen=True, slots=True)
class GeneratedQuestion:
    """A question and the note, or section, answering it.

    Passages containing a line of ``passed_over`` (a path and a line) do not count: the question was taken
    from there.
    """

    kind: str
    text: str
    path: str
    heading: HeadingSpan | None = None
    passed_over: frozenset[tuple[str, int]] = field(default=frozenset())

    def ranking(self, passages: Iterable[Chunk]) -> list[str]:
        """Rank passages for a heading, else notes, without duplicates; the answer's unit is "right"."""
        units: dict[str, None] = {}
        for chunk in passages:
            lines = (line for path, line in self.passed_over if path == chunk.path)
            if any(chunk.line_start <= line <= chunk.line_end for line in lines):
                continue
            is_right, other = chunk.path == self.path, "note " + chunk.path
            if self.heading is not None:
                is_right = is_right and stands_under(self.heading, chunk.line_start)
                other = "passage " + chunk.id
            units[RIGHT_UNIT if is_right else other] = None
        return list(units)


def generate_questions(facts: Sequence[NoteFacts], most: int = MAX_PER_KIND) -> list[GeneratedQuestion]:
    """Generate questions of every kind, up to ``most`` of each; deterministic."""
    sentences = (
        GeneratedQuestion(SENTENCES, bare_words(note.sentence), note.path) for note in facts if note.sentence
    )
    generated = [
        *heading_questions(facts),
        *_alias_questions(facts),
        *_link_text_questions(facts),
        *sentences,
    ]
    chooser = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    chosen: list[GeneratedQuestion] = []
    counts = Counter((question.kind, fold_text(question.text)) for question in generated)
    for kind in QUESTION_KINDS:
        # Without the questions that more than one note, or section, would answer.
        of_kind = [
            each for each in generated if each.kind == kind and counts[kind, fold_text(each.text)] == 1
        ]
        seen: Counter[str] = Counter()
        turns: list[tuple[int, GeneratedQuestion]] = []
        # Shuffled, so that they come from all over the vault; the first question of each note before any
        # second, as each removes text from its note.
        for question in chooser.sample(of_kind, len(of_kind)):
            seen[question.path] += 1
            turns.append((seen[question.path], question))
        chosen += [question for _, question in sorted(turns, key=itemgetter(0))[:most]]
    return chosen


def bare_words(text: str) -> str:
    """Return the words alone, free of query syntax."""
    return " ".join(word.lower() if word == "OR" else word for word in _WORD.findall(text))


def heading_questions(facts: Iterable[NoteFacts]) -> Iterator[GeneratedQuestion]:
    """Generate a question per heading that says enough, and more than the note's title."""
    for note in facts:
        title = fold_text(bare_words(note.title))
        for heading in note.headings:
            heading_words = bare_words(heading.text)
            if says_enough(heading_words, 2) and fold_text(heading_words) != title:
                yield GeneratedQuestion(HEADINGS, heading_words, note.path, heading)


def _alias_questions(facts: Iterable[NoteFacts]) -> Iterator[GeneratedQuestion]:
    for note in facts:
        named = {fold_text(bare_words(note.title))}
        for alias in note.aliases:
            alias_words = bare_words(alias)
            if alias_words and fold_text(alias_words) not in named:
                named.add(fold_text(alias_words))
                yield GeneratedQuestion(ALIASES, alias_words, note.path)


def _link_text_questions(facts: Sequence[NoteFacts]) -> Iterator[GeneratedQuestion]:
    resolver = LinkResolver({note.path: note.aliases for note in facts})
    names = {
        note.path: {fold_text(bare_words(name)) for name in (note.title, *note.aliases)} for note in facts
    }
    places: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for note in facts:
        for link in note.links:
            target = resolver.path_of(link, note.path) if link.alias and link.target else None
            link_words = bare_words(link.alias or "")
            if target is None or target == note.path or target not in names:
                continue
            if says_enough(link_words, 2) and fold_text(link_words) not in names[target]:
                places.setdefault((link_words, target), set()).add((note.path, link.line))
    for (link_words, target), lines in places.items():
        yield GeneratedQuestion(LINK_TEXTS, link_words, target, passed_over=frozenset(lines))


_MIN_ANSWER_CHARACTERS, _MIN_QUESTION_WIDTH, _MIN_HEADING_WIDTH, _MAX_QUESTION_WIDTH = 120, 12, 24, 60
"""Characters below a heading, of a question, and of a heading sufficient as one; Chinese ones count twice."""
_MAX_NOTES, _MAX_EXAMPLES = 2000, 3
"""Notes considered: if so many make no question, more would not; and questions."""


def example_questions(notes: Sequence[StoredNote]) -> tuple[str, ...]:
    """Make up to three questions, each from another note's headings; deterministic.

    Headings that say enough by themselves come before those in need of the note's title. The order depends on
    each note's path alone: changes to other notes hardly change the examples.
    """
    # A heading that several notes have would be a question with several answers.
    headings = Counter(fold_text(heading.text) for note in notes for heading in note.headings)
    alone, titled = list[str](), list[str]()
    shuffled = sorted(notes, key=lambda note: (crc32(note.path.encode("utf-8", "surrogatepass")), note.path))
    for note in shuffled[:_MAX_NOTES]:
        made = sorted(_note_questions(note, headings), key=lambda each: not each[1])
        for text, says_enough in made[:1]:
            (alone if says_enough else titled).append(text)
        if len(alone) == _MAX_EXAMPLES:
            break
    return tuple([*alone, *titled][:_MAX_EXAMPLES])


def _note_questions(note: StoredNote, headings: Counter[str]) -> Iterator[tuple[str, bool]]:
    """Yield the questions only this note answers; headings with numbers are dates or versions.

    A heading of a few words says nothing without the note's title: then the second value is False.
    """
    lines = note.text.split("\n")
    ends = [heading.line - 1 for heading in note.headings[1:]] + [len(lines)]
    spans = (
        HeadingSpan(heading.text, heading.line, end)
        for heading, end in zip(note.headings, ends, strict=False)  # a note without headings has an end
        if len(bare_words(" ".join(lines[heading.line : end]))) >= _MIN_ANSWER_CHARACTERS
    )
    unique = tuple(span for span in spans if headings[fold_text(span.text)] == 1)
    for question in heading_questions([NoteFacts(note.path, note.title, note.aliases, unique, (), None)]):
        asks = question.heading is not None and question.heading.text.rstrip()[-1:] in "?？"
        alone = asks or _text_width(question.text) >= _MIN_HEADING_WIDTH
        text = question.text if alone else f"{bare_words(note.title)}, {question.text}"
        has_number = any(map(str.isdecimal, text))
        if _MIN_QUESTION_WIDTH <= _text_width(text) <= _MAX_QUESTION_WIDTH and not has_number:
            yield text + ("?" if asks else ""), alone


def _text_width(text: str) -> int:
    return len(text) + sum(character >= "\u3000" for character in text)


@dataclass(frozen=True, slots=True)
class Alteration:
    """The parts to remove from a note: headings, all aliases, the first sentence."""

    headings: tuple[HeadingSpan, ...] = ()
    aliases: bool = False
    sentence: bool = False


def required_alterations(questions: Iterable[GeneratedQuestion]) -> dict[str, Alteration]:
    """Map note paths to the parts questions were generated from."""
    needed: dict[str, Alteration] = {}
    for question in questions:
        known = needed.get(question.path, Alteration())
        if question.heading is not None:
            known = replace(known, headings=(*known.headings, question.heading))
        elif question.kind == ALIASES:
            known = replace(known, aliases=True)
        elif question.kind == SENTENCES:
            known = replace(known, sentence=True)
        needed[question.path] = known
    return {path: alteration for path, alteration in needed.items() if alteration != Alteration()}


@dataclass(frozen=True, slots=True)
class AlteredVault:
    """A `Source` altering another source's notes; the vault itself is only read.

    An altered note has another revision and hash than in the vault, so syncing a copy of the vault's index
    replaces these notes alone.
    """

    source: Source
    alterations: Mapping[str, Alteration]

    @property
    def location(self) -> str:
        """The vault's folder."""
        return self.source.location

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        """List the notes, the altered ones as if saved since."""
        revisions, failures = self.source.scan()
        return [self._shift_time(revision, 1) for revision in revisions], failures

    def read(self, revision: Revision) -> Note:
        """Read a note without the parts asked for."""
        # The source looks for the file with the time that it has on the disk.
        note = self.source.read(self._shift_time(revision, -1))
        alteration = self.alterations.get(revision.path)
        if alteration is None:
            return note
        return replace(alter_note(note, alteration), revision=revision)

    def _shift_time(self, revision: Revision, by: int) -> Revision:
        if revision.path not in self.alterations:
            return revision
        # A nanosecond is enough for the sync to take the note for a changed one.
        return replace(revision, mtime_ns=revision.mtime_ns + by)


def alter_note(note: Note, alteration: Alteration) -> Note:
    """Return the note without the parts to remove; lines keep their numbers."""
    sections = note.sections
    sentence = first_sentence(note) if alteration.sentence else None
    if sentence is not None:
        sections = _without_sentence(sections, sentence)
    lines = {heading.first for heading in alteration.headings}
    without_headings = []
    for section in sections:
        path = list(section.heading_path)
        for heading in alteration.headings:
            under = any(stands_under(heading, block.line_start) for block in section.blocks)
            if under and heading.text in path:
                path.remove(heading.text)
        without_headings.append(replace(section, heading_path=tuple(path)))
    return replace(
        note,
        # Another hash, or the vectors of the unaltered text would be taken for it.
        content_hash=note.content_hash + "-altered",
        aliases=() if alteration.aliases else note.aliases,
        headings=tuple(heading for heading in note.headings if heading.line not in lines),
        sections=tuple(without_headings),
    )


def _without_sentence(sections: Iterable[NoteSection], sentence: str) -> tuple[NoteSection, ...]:
    """Remove a sentence from the first block with text."""
    left: list[NoteSection] = []
    done = False
    for section in sections:
        blocks = []
        for block in section.blocks:
            if done or not block.text.strip():
                blocks.append(block)
                continue
            done = True
            if text := block.text.replace(sentence, "", 1).strip():
                # `content` has the markup, in which a sentence with emphasis or links does not stand as it
                # reads.
                verbatim = sentence in block.content
                content = block.content.replace(sentence, "", 1).strip() if verbatim else text
                blocks.append(replace(block, text=text, content=content))
        left.append(replace(section, blocks=tuple(blocks)))
    return tuple(left)
