"""Facts of the user's notes -> generated questions with one known answer each: no judgments are needed."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultsearch.core.evaluation.note_facts import HeadingSpan, says_enough, stands_under
from vaultsearch.core.text import fold
from vaultsearch.core.vault.links import LinkResolver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultsearch.core.evaluation.note_facts import NoteFacts
    from vaultsearch.core.values.search import Chunk

MOST_PER_KIND = 200
_SEED = 20090719
_WORD = re.compile(r"\w+(?:['’-]\w+)*")

HEADINGS, LINK_TEXTS, ALIASES, SENTENCES = "headings", "link texts", "aliases", "first sentences"
KINDS = {
    HEADINGS: "a heading; the passages below it are the answer",
    LINK_TEXTS: "the text of a link; the linked note is the answer",
    ALIASES: "an alias; its note is the answer",
    SENTENCES: "the first sentence of a note; the rest of the note is the answer",
}
LIMITS = (
    (
        "Use these figures to compare models and settings on your own notes: if one wins by "
        "more than its interval, it is likely to serve you better."
    ),
    (
        "They say little about search quality as such: nobody asked these questions, each "
        "has only one right answer here although there may be others, and the question's own "
        "text was removed from the notes."
    ),
    (
        "Headings and link texts are shorter than typical questions, first sentences longer: "
        "look at the kind most like what you type."
    ),
)
"""The limits of such questions, as the user reads them."""


@dataclass(frozen=True, slots=True)
class GeneratedQuestion:
    """A question and the note, or the section of it, that answers it.

    Passages that hold one of the lines of ``passed_over`` (a path and a line) do not count: the question was
    taken from there.
    """

    kind: str
    text: str
    path: str
    heading: HeadingSpan | None = None
    passed_over: frozenset[tuple[str, int]] = field(default=frozenset())

    def ranking(self, passages: Iterable[Chunk]) -> list[str]:
        """Rank the units that count for this question, best first, each once; "right" is the answer.

        Units are passages for a heading, else notes.
        """
        return list(dict.fromkeys(self._unit(chunk) for chunk in passages if not self._is_passed_over(chunk)))

    def _unit(self, chunk: Chunk) -> str:
        if self.heading is None:
            return "right" if chunk.path == self.path else "note " + chunk.path
        right = chunk.path == self.path and stands_under(self.heading, chunk.line_start)
        return "right" if right else "passage " + chunk.id

    def _is_passed_over(self, chunk: Chunk) -> bool:
        return any(
            chunk.path == path and chunk.line_start <= line <= chunk.line_end
            for path, line in self.passed_over
        )


def generate_questions(facts: Sequence[NoteFacts], most: int = MOST_PER_KIND) -> list[GeneratedQuestion]:
    """Generate questions of every kind, up to ``most`` of each; deterministic."""
    generated = [*heading_questions(facts), *_aliases(facts), *_link_texts(facts), *_sentences(facts)]
    chooser = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    chosen: list[GeneratedQuestion] = []
    for kind in KINDS:
        of_kind = [question for question in _unambiguous(generated) if question.kind == kind]
        chosen += _spread(chooser.sample(of_kind, len(of_kind)))[:most]
    return chosen


def _spread(questions: Sequence[GeneratedQuestion]) -> list[GeneratedQuestion]:
    """Order the first question of each note before the second of any: each removes text from its note."""
    seen: dict[str, int] = {}
    placed_questions = []
    for question in questions:
        seen[question.path] = seen.get(question.path, 0) + 1
        placed_questions.append((seen[question.path], question))
    return [
        question
        for _, question in sorted(placed_questions, key=lambda place_and_question: place_and_question[0])
    ]


def _unambiguous(questions: Sequence[GeneratedQuestion]) -> list[GeneratedQuestion]:
    """Drop questions that more than one note, or section, would answer."""
    count: dict[tuple[str, str], int] = {}
    for question in questions:
        key = question.kind, fold(question.text)
        count[key] = count.get(key, 0) + 1
    return [question for question in questions if count[question.kind, fold(question.text)] == 1]


def bare(text: str) -> str:
    """Return the words alone: no sign in a note is meant as query syntax."""
    return " ".join(word.lower() if word == "OR" else word for word in _WORD.findall(text))


def heading_questions(facts: Iterable[NoteFacts]) -> Iterator[GeneratedQuestion]:
    """Generate a question of each heading that says enough, and more than the note's title."""
    for note in facts:
        for heading in note.headings:
            heading_words = bare(heading.text)
            if says_enough(heading_words, 2) and fold(heading_words) != fold(bare(note.title)):
                yield GeneratedQuestion(HEADINGS, heading_words, note.path, heading)


def _aliases(facts: Iterable[NoteFacts]) -> Iterator[GeneratedQuestion]:
    for note in facts:
        named = {fold(bare(note.title))}
        for alias in note.aliases:
            alias_words = bare(alias)
            if alias_words and fold(alias_words) not in named:
                named.add(fold(alias_words))
                yield GeneratedQuestion(ALIASES, alias_words, note.path)


def _sentences(facts: Iterable[NoteFacts]) -> Iterator[GeneratedQuestion]:
    for note in facts:
        if note.sentence:
            yield GeneratedQuestion(SENTENCES, bare(note.sentence), note.path)


def _link_texts(facts: Sequence[NoteFacts]) -> Iterator[GeneratedQuestion]:
    resolver = LinkResolver({note.path: note.aliases for note in facts})
    names = {note.path: {fold(bare(name)) for name in (note.title, *note.aliases)} for note in facts}
    places: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for note in facts:
        for link in note.links:
            target = resolver.resolve(link, note.path).path if link.alias and link.target else None
            link_words = bare(link.alias or "")
            if target is None or target == note.path or target not in names:
                continue
            if says_enough(link_words, 2) and fold(link_words) not in names[target]:
                places.setdefault((link_words, target), set()).add((note.path, link.line))
    for (link_words, target), lines in places.items():
        yield GeneratedQuestion(LINK_TEXTS, link_words, target, passed_over=frozenset(lines))
