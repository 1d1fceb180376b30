"""What notes are to one another, and the quotes in one, as sections of places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from vaultsearch.gui.reading.places import Place, PlaceSection
from vaultsearch.gui.rows.row_text import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultsearch.core.values.context import ReadNote
    from vaultsearch.core.values.relations import (
        DuplicateGroup,
        LooseEnds,
        NoteLinks,
        Reference,
        RelatedNote,
    )


def relations(related: Sequence[RelatedNote], links: NoteLinks) -> list[PlaceSection]:
    """Give what has to do with a note."""
    return [
        PlaceSection(
            _tr("Similar"),
            [Place(one.title, " · ".join(one.reasons), one.path, one.line or 0) for one in related],
        ),
        PlaceSection(_tr("Links here"), _sources(links.backlinks)),
        PlaceSection(_tr("Links to"), _targets(links.outgoing)),
        PlaceSection(_tr("Named here, not linked"), _sources(links.mentions)),
        PlaceSection(_tr("Links that lead nowhere"), _targets(links.unresolved)),
    ]


def quotes(read: ReadNote) -> list[PlaceSection]:
    """Give the quotes that answer a question from a note."""
    places = [
        Place(quote.text, SEPARATOR.join(quote.heading_path), read.path, quote.line_start or 0)
        for quote in read.quotes
    ]
    return [PlaceSection(_tr("Quotes from {}").format(read.title), places)]


def vault_report(duplicates: Sequence[DuplicateGroup], ends: LooseEnds) -> list[PlaceSection]:
    """Give what stands twice in a vault, and what leads nowhere."""
    twice = [
        PlaceSection(
            _tr("Written {} times").format(len(group.passages)),
            [
                Place(one.title, SEPARATOR.join(one.heading_path) or one.text, one.path, one.line_start)
                for one in group.passages
            ],
        )
        for group in duplicates
    ]
    nowhere = [
        Place(one.written, _tr("in {}").format(one.title), one.path, one.line)
        for target in ends.unresolved
        for one in target.references
    ]
    alone = [Place(note.title, note.path, note.path) for note in ends.orphans]
    return [
        PlaceSection(_tr("Links that lead nowhere"), nowhere),
        PlaceSection(_tr("Notes without any link"), alone),
        *twice,
    ]


def _sources(references: Iterable[Reference]) -> list[Place]:
    """Give places in other notes."""
    return [Place(one.title, one.text, one.path, one.line) for one in references]


def _targets(references: Iterable[Reference]) -> list[Place]:
    """Give what a note links to, under the headings that it is linked from."""
    return [
        Place(one.title or one.written, SEPARATOR.join(one.heading_path) or one.text, one.path)
        for one in references
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Places", text)
