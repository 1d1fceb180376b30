"""A vault without the text that questions were generated from: else each would find its own words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultsearch.core.evaluation.generated_questions import (
    ALIASES,
    SENTENCES,
    HeadingSpan,
    first_sentence,
    stands_under,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vaultsearch.core.evaluation.generated_questions import GeneratedQuestion
    from vaultsearch.core.protocols import Source
    from vaultsearch.core.values.note import Block, Note, Revision, Section
    from vaultsearch.core.values.sync import Failure


@dataclass(frozen=True, slots=True)
class Alteration:
    """The parts to remove from a note: headings, all aliases, the first sentence."""

    headings: tuple[HeadingSpan, ...] = ()
    aliases: bool = False
    sentence: bool = False


def alterations(questions: Iterable[GeneratedQuestion]) -> dict[str, Alteration]:
    """Map the paths of notes to the parts that questions were generated from."""
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
    """A `Source` that alters the notes of another one. The vault itself is only read.

    An altered note has another revision and another hash than in the vault, so that a sync of a copy of the
    vault's index replaces these notes alone.
    """

    source: Source
    alterations: Mapping[str, Alteration]

    @property
    def location(self) -> str:
        """The folder of the vault."""
        return self.source.location

    def scan(self) -> tuple[list[Revision], list[Failure]]:
        """List the notes, the altered ones as if they had been saved since."""
        revisions, failures = self.source.scan()
        return [self._moved(revision, 1) for revision in revisions], failures

    def read(self, revision: Revision) -> Note:
        """Read a note without the parts that are asked for."""
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
    """Return the note without the parts to remove; its lines keep their numbers."""
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
    """Remove headings from the heading path of a section under them."""
    path = list(section.heading_path)
    for heading in headings:
        under = any(stands_under(heading, block.line_start) for block in section.blocks)
        if under and heading.text in path:
            path.remove(heading.text)
    return replace(section, heading_path=tuple(path))


def _without_sentence(sections: Iterable[Section], sentence: str) -> tuple[Section, ...]:
    """Remove a sentence from the first block that has text."""
    left: list[Section] = []
    done = False
    for section in sections:
        blocks = []
        for block in section.blocks:
            if not done and block.text.strip():
                done = True
                blocks += _rest(block, sentence)
            else:
                blocks.append(block)
        left.append(replace(section, blocks=tuple(blocks)))
    return tuple(left)


def _rest(block: Block, sentence: str) -> list[Block]:
    text = block.text.replace(sentence, "", 1).strip()
    if not text:
        return []
    verbatim = sentence in block.content
    content = block.content.replace(sentence, "", 1).strip() if verbatim else text
    return [replace(block, text=text, content=content)]
