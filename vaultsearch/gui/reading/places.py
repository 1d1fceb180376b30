"""Places in notes, in sections: relations, quotes and the vault report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import QMenu, QTreeView

from vaultsearch.core.values.context import ReadNote
from vaultsearch.core.values.relations import (
    DuplicatePassage,
    DuplicateSet,
    LooseEnds,
    NoteLinks,
    NoteSuggestions,
    Reference,
    RelatedNote,
)
from vaultsearch.gui.engine_thread import EngineThread, Trouble
from vaultsearch.gui.file_kinds import heading_name
from vaultsearch.gui.rows.row_texts import SEPARATOR, link_target
from vaultsearch.gui.rows.two_line_rows import TwoLineDelegate, two_line_row
from vaultsearch.gui.translations import tr, translate_message
from vaultsearch.gui.widgets import Dialog, is_enter, show_rows_only
from vaultsearch.service.protocol import VaultService


class AskingDialog(Dialog):
    """A dialog that asks the engine, and tells why there is no answer."""

    def follow(self, engine: EngineThread, jobs: Collection[str], tell: Callable[[str], object]) -> None:
        """Pass failures of the jobs to ``tell``; drop the jobs when closed."""
        self._followed, self._say_why = jobs, tell
        engine.failed.connect(self._tell_failure)
        for job in jobs:
            self.finished.connect(lambda _, job=job: engine.drop(job))

    def _tell_failure(self, trouble: Trouble) -> None:
        if trouble.job in self._followed:
            self._say_why(trouble.text)


_HEAD_LETTERS = 60
PLACE_ROLE = int(Qt.ItemDataRole.UserRole) + 10


@dataclass(frozen=True, slots=True)
class NotePlace:
    """A row with two lines of text, leading to a note and a line, 0 for the top.

    A place without a path leads nowhere; with ``copied``, a click copies this text instead. ``beside`` is the
    path and line of a passage to compare, or None.
    """

    title: str
    detail: str = ""
    path: str | None = None
    line: int = 0
    copied: str = ""
    beside: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class PlaceSection:
    """A title, and the places under it."""

    title: str
    places: Sequence[NotePlace]


class TwoLineTree(QTreeView):
    """A tree of rows with two lines; Enter chooses."""

    chosen = Signal()

    def __init__(self, model: QAbstractItemModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(TwoLineDelegate(self))
        self.setHeaderHidden(True)
        self.setIndentation(12)
        self.name(name)
        show_rows_only(self)

    def name(self, name: str) -> None:
        """Set the name for screen readers."""
        self.setAccessibleName(name)
        self.header().setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row on Enter."""
        if is_enter(event):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)


class PlaceTree(TwoLineTree):
    """Shows sections of places; a click or Enter opens a place, or copies a suggestion."""

    place_asked = Signal(str, int)
    """A note's path and a line, 0 for the top: show it."""
    copy_asked = Signal(str)
    comparison_asked = Signal(object)
    """A Place: compare this passage with the other."""

    def __init__(self, name: str = "") -> None:
        self._rows = QStandardItemModel()
        self._sections: list[PlaceSection] = []
        super().__init__(self._rows, name)
        self.setObjectName("place_tree")
        self.clicked.connect(self._ask)
        self.chosen.connect(lambda: self._ask(self.currentIndex()))

    def say(self, sentence: str) -> None:
        """Show a sentence instead of places."""
        self.clear()
        self._rows.appendRow(two_line_row({}, sentence))

    def show_sections(self, sections: Sequence[PlaceSection], otherwise: str) -> None:
        """Show the filled sections, or the sentence ``otherwise`` if all are empty.

        A row that is listed again stays the current one.
        """
        filled = [section for section in sections if section.places]
        if not filled:
            self.say(otherwise)
        if filled == self._sections:
            return
        former, rows = _named_row(self.currentIndex()), []
        self._rows.clear()
        self._sections = filled
        for section in filled:
            name = " ".join(section.title.split())
            head = two_line_row({}, name, "", str(len(section.places)), tip=section.title)
            for place in section.places:
                tip = "\n".join(filter(None, (place.path, place.title, place.detail)))
                title, detail = " ".join(place.title.split()), " ".join(place.detail.split())
                head.appendRow(two_line_row({PLACE_ROLE: place}, title, detail, tip=tip))
            self._rows.appendRow(head)
            rows += [head.child(number).index() for number in range(head.rowCount())]
        self.expandAll()
        self.setCurrentIndex(next((row for row in rows if _named_row(row) == former), rows[0]))

    def clear(self) -> None:
        """Remove all rows."""
        self._sections = []
        self._rows.clear()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to compare the current passage with the other."""
        place = self.currentIndex().data(PLACE_ROLE)
        if isinstance(place, NotePlace) and place.beside is not None:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            compare = menu.addAction(tr("Compare the two passages"))
            compare.triggered.connect(lambda: self.comparison_asked.emit(place))
            menu.popup(event.globalPos())

    def _ask(self, index: QModelIndex) -> None:
        place = index.data(PLACE_ROLE)
        if isinstance(place, NotePlace) and place.copied:
            self.copy_asked.emit(place.copied)
        elif isinstance(place, NotePlace) and place.path is not None:
            self.place_asked.emit(place.path, place.line)


def _named_row(index: QModelIndex) -> tuple[object, ...]:
    """Return the section of a row and what does not change in the row when lines above it do."""
    place = index.data(PLACE_ROLE)
    if not isinstance(place, NotePlace):
        return ()
    return index.parent().data(), place.title, place.path, place.copied


NoteRelations: TypeAlias = "tuple[tuple[RelatedNote, ...], NoteLinks, NoteSuggestions]"


async def paths_found(vault: VaultService, text: str, n: int) -> list[str]:
    """Return the notes with the ``n`` best passages for a text, by a quick search without reranking."""
    stages = [stage async for stage in vault.search_stages(text, n, rerank=False)]
    return [result.path for result in stages[-1].results]


async def relations_of(
    vault: VaultService, path: str, n: int | None, *, unlinked: bool = False, within: str = ""
) -> NoteRelations:
    """Return a note's relations: related notes, links, and links and tags it may lack.

    Args:
        vault: The vault, or several.
        path: The note's.
        n: How many related notes.
        unlinked: Whether to list only related notes without a link to or from this one.
        within: Conditions on related notes, in the query language.
    """
    relations = vault.relations
    related = await relations.related(path, n, unlinked=unlinked, within=within)
    return related, await relations.links_of(path), await relations.suggestions(path)


def relation_sections(
    related: Sequence[RelatedNote], links: NoteLinks, suggested: NoteSuggestions
) -> list[PlaceSection]:
    """Return related notes, suggested links and tags, links and mentions as sections."""
    similar = []
    for note in related:
        reasons = " · ".join(map(translate_message, note.reasons))
        beside = (links.note.path, note.own_line) if note.own_line else None
        similar.append(NotePlace(note.title, reasons, note.path, note.line or 0, beside=beside))
    lacking = [
        NotePlace(f"{link.text} → {link.title}", link.line_text, copied=link.link)
        for link in suggested.mentions
    ]
    tags = " ".join(f"#{tag}" for tag in suggested.tags)
    lacking_tags = [NotePlace(tags, tr("Click to copy"), copied=tags)] if tags else []
    return [
        PlaceSection(tr("Similar"), similar),
        PlaceSection(tr("Suggested links"), lacking),
        PlaceSection(tr("Suggested tags"), lacking_tags),
        PlaceSection(tr("Backlinks"), _source_places(links.backlinks)),
        PlaceSection(tr("Outgoing links"), _target_places(links.outgoing)),
        PlaceSection(tr("Unlinked mentions"), _source_places(links.mentions)),
        PlaceSection(tr("Broken links"), _target_places(links.unresolved)),
    ]


def quote_sections(read: ReadNote) -> list[PlaceSection]:
    """Return a note's quotes which answer a question."""
    headed = ((_heading_line(read.path, quote.heading_path), quote) for quote in read.quotes)
    places = [NotePlace(quote.read, line, read.path, quote.line_start or 0) for line, quote in headed]
    return [PlaceSection(tr("Answers in {}").format(read.title), places)]


def vault_report_sections(duplicates: Sequence[DuplicateSet], ends: LooseEnds) -> list[PlaceSection]:
    """Return the vault's broken links, orphaned notes and near-duplicate passages."""
    twice = []
    for group in duplicates:
        places = []
        for passage in group.passages:
            others = (other for other in group.passages if other.path != passage.path)
            beside = next(((other.path, other.line_start) for other in others), None)
            detail = _heading_line(passage.path, passage.heading_path) or passage.text
            places.append(NotePlace(passage.title, detail, passage.path, passage.line_start, beside=beside))
        twice.append(PlaceSection(_longest_passage(group).text, places))
    nowhere = [
        NotePlace(reference.written, tr("in {}").format(reference.title), reference.path, reference.line)
        for target in ends.unresolved
        for reference in target.references
    ]
    alone = [NotePlace(note.title, note.path, note.path) for note in ends.orphans]
    return [PlaceSection(tr("Broken links"), nowhere), PlaceSection(tr("Orphaned notes"), alone), *twice]


def duplicates_to_keep(duplicates: Sequence[DuplicateSet]) -> str:
    """Return the groups as tasks in Markdown; proposes to keep the longest passage in each."""
    groups = []
    for group in duplicates:
        longest = _longest_passage(group)
        rows = [f"## {' '.join(longest.text.split())[:_HEAD_LETTERS]}"]
        for passage in group.passages:
            lines = tr("lines {} to {}").format(passage.line_start, passage.line_end)
            alike = tr("longest: keep?") if passage is longest else f"{passage.similarity:.0%}"
            rows.append(f"- [ ] [[{link_target(passage)}]] · {lines} · {alike}")
        groups.append("\n".join(rows))
    return "\n\n".join(groups)


def _longest_passage(group: DuplicateSet) -> DuplicatePassage:
    return max(group.passages, key=lambda passage: len(passage.text))


def _source_places(references: Iterable[Reference]) -> list[NotePlace]:
    """Return the places in other notes which refer to this note."""
    return [NotePlace(source.title, source.text, source.path, source.line) for source in references]


def _target_places(references: Iterable[Reference]) -> list[NotePlace]:
    """Return the links' targets, each with the headings above the link."""
    return [
        NotePlace(link.title or link.written, SEPARATOR.join(link.heading_path) or link.text, link.path)
        for link in references
    ]


def _heading_line(path: str, headings: Iterable[str]) -> str:
    return SEPARATOR.join(heading_name(path, heading) for heading in headings)
