"""Answers to questions made of one's own notes -> figures, of all together and of each kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.evaluation.figures import Measured
from vaultsearch.core.evaluation.generated_questions import ALIASES, KINDS, SENTENCES
from vaultsearch.core.evaluation.metrics import note_figures
from vaultsearch.core.evaluation.note_facts import HeadingSpan, first_sentence, stands_under
from vaultsearch.core.values.evaluation import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultsearch.core.evaluation.generated_questions import GeneratedQuestion
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.evaluation import LegRun
    from vaultsearch.core.values.note import Block, Note, Revision, Section
    from vaultsearch.core.values.sync import Failure

_METRICS = ("nDCG@10", "MRR@10", "Hit@1", "R@5", "R@10", "R@50")
"""Those that say something where one answer is right."""


def measure_generated(questions: Sequence[GeneratedQuestion], runs: Sequence[LegRun]) -> list[Measured]:
    """Score the legs' answers: all questions together first, then each kind that there are any of."""
    asked = [Question(str(at), question.text, {"right": 1}) for at, question in enumerate(questions)]
    figures = {}
    for run in runs:
        answered = zip(questions, run.answers, strict=True)
        found = note_figures(asked, [question.ranking(answer.passages) for question, answer in answered])
        figures[run.leg] = {metric: found[metric] for metric in _METRICS}
    seconds = {run.leg: [answer.seconds for answer in run.answers] for run in runs}
    notices = tuple(notice for run in runs for notice in run.notices)
    overall = Measured("all questions", figures, seconds, notices)
    rows = {kind: [at for at, one in enumerate(questions) if one.kind == kind] for kind in KINDS}
    return [overall, *(_part(overall, kind, chosen) for kind, chosen in rows.items() if chosen)]


def _part(whole: Measured, kind: str, rows: Sequence[int]) -> Measured:
    figures = {
        leg: {metric: values[list(rows)] for metric, values in by_metric.items()}
        for leg, by_metric in whole.figures.items()
    }
    return Measured(kind, figures, {leg: [s[row] for row in rows] for leg, s in whole.seconds.items()})


@dataclass(frozen=True, slots=True)
class Alteration:
    """What is taken out of a note: headings, all aliases, the first sentence."""

    headings: tuple[HeadingSpan, ...] = ()
    aliases: bool = False
    sentence: bool = False


def alterations(questions: Iterable[GeneratedQuestion]) -> dict[str, Alteration]:
    """Give what must be taken out, by note's path, so that no question finds its own words."""
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
    """A `Source` that gives another's notes altered. The vault itself is only read.

    An altered note has another revision and another hash than it has in the vault, so that an index of
    the vault, copied, has just these notes to do again.
    """

    source: Source
    alterations: Mapping[str, Alteration]

    @property
    def location(self) -> str:
        """Where the vault is."""
        return self.source.location

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        """List the notes, those that are altered as if they had been saved since."""
        revisions, failures = self.source.scan()
        return [self._moved(revision, 1) for revision in revisions], failures

    def read(self, revision: Revision) -> Note:
        """Read a note and take out of it what is asked of it."""
        note = self.source.read(self._moved(revision, -1))
        alteration = self.alterations.get(revision.path)
        if alteration is None:
            return note
        return replace(altered(note, alteration), revision=revision)

    def _moved(self, revision: Revision, by: int) -> Revision:
        if revision.path not in self.alterations:
            return revision
        return replace(revision, mtime_ns=revision.mtime_ns + by)


def altered(note: Note, alteration: Alteration) -> Note:
    """Give the note without what the alteration takes out; its lines keep their numbers."""
    sections = note.sections
    sentence = first_sentence(note) if alteration.sentence else None
    if sentence is not None:
        sections = _without_sentence(sections, sentence)
    lines = {heading.first for heading in alteration.headings}
    return replace(
        note,
        content_hash=note.content_hash + "-altered",
        aliases=() if alteration.aliases else note.aliases,
        headings=tuple(heading for heading in note.headings if heading.line not in lines),
        sections=tuple(_without_headings(section, alteration.headings) for section in sections),
    )


def _without_headings(section: Section, headings: Iterable[HeadingSpan]) -> Section:
    """Take headings out of the path of a section that stands under them."""
    path = list(section.heading_path)
    for heading in headings:
        under = any(stands_under(heading, block.line_start) for block in section.blocks)
        if under and heading.text in path:
            path.remove(heading.text)
    return replace(section, heading_path=tuple(path))


def _without_sentence(sections: Iterable[Section], sentence: str) -> tuple[Section, ...]:
    """Take a sentence out of the first block that has text."""
    kept: list[Section] = []
    done = False
    for section in sections:
        blocks = []
        for block in section.blocks:
            if not done and block.text.strip():
                done = True
                blocks += _rest(block, sentence)
            else:
                blocks.append(block)
        kept.append(replace(section, blocks=tuple(blocks)))
    return tuple(kept)


def _rest(block: Block, sentence: str) -> list[Block]:
    text = block.text.replace(sentence, "", 1).strip()
    if not text:
        return []
    verbatim = sentence in block.content
    content = block.content.replace(sentence, "", 1).strip() if verbatim else text
    return [replace(block, text=text, content=content)]
