"""Dialogs about the whole vault: the topics as a tree; duplicates, broken links and orphaned notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialogButtonBox, QSplitter, QWidget

from vaultsearch.core.values.query import Facet, FacetKind
from vaultsearch.core.values.relations import DuplicateSet, LooseEnds, TopicPassage, VaultTopic, best_topics
from vaultsearch.gui import phrases
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.places import (
    AskingDialog,
    NotePlace,
    PlaceSection,
    PlaceTree,
    TwoLineTree,
    duplicates_to_keep,
    paths_found,
    vault_report_sections,
)
from vaultsearch.gui.rows.row_texts import SEPARATOR
from vaultsearch.gui.rows.two_line_rows import two_line_row
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import DialogButtons, column_of, fill_split, plain_label, text_field
from vaultsearch.service.protocol import VaultService

_JOBS = _JOB, _PASSAGES_JOB, _QUESTION_JOB = "topics", "passages of a topic", "topic of a question"
_PASSAGES_SEARCHED = 30
_CENTRAL_NOTES, _PASSAGES, _NAMES_SHOWN = 12, 5, 4
_TOPIC_ROLE = int(Qt.ItemDataRole.UserRole) + 10
_NAMES_ROLE = int(Qt.ItemDataRole.UserRole) + 11
"""The label and the notes' titles, searched by the field."""
_VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 12
"""The topic path for filters, parent first."""
_NUMBER_ROLE = int(Qt.ItemDataRole.UserRole) + 13
_FILTERED_LEVELS = 2


class TopicsDialog(AskingDialog):
    """Asks ``engine`` for the topics when it opens; a chosen place is shown in the window behind."""

    topic_chosen = Signal(object)
    """A topic's Facet: search in it."""

    def __init__(self, engine: EngineThread, parent: QWidget) -> None:
        super().__init__(tr("Topics"), 920, 620, parent)
        self._engine = engine
        self.field = text_field(self.tr("Find a topic or a note, or ask a question"))
        self._topics: tuple[VaultTopic, ...] = ()
        still = self.tr("Still indexing: these are the topics of the notes indexed so far.")
        self.indexing = plain_label(still, scale="small", tone="secondary", wraps=True)
        self.indexing.hide()
        self._rows = QStandardItemModel(self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self._rows)
        self._filtered.setFilterRole(_NAMES_ROLE)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._filtered.setRecursiveFilteringEnabled(True)
        self.tree = TwoLineTree(self._filtered, self.windowTitle())
        self.tree.chosen.connect(self._choose)
        self.tree.selectionModel().currentChanged.connect(self._show_topic)
        self.places = PlaceTree(self.tr("Central notes"))
        self.summary = plain_label("", scale="small", tone="secondary", wraps=True)
        self.summary.setMargin(GRID)
        self.summary.hide()
        beside = QWidget()
        column_of(self.summary, (self.places, 1), within=beside, margins=0, spacing=GRID)
        split = QSplitter()
        fill_split(split, (self.tree, 1, 420), (beside, 1, 500))
        buttons = DialogButtons(self)
        self.search = buttons.action(self.tr("Search in this topic"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._choose)
        column_of(self.field, self.indexing, (split, 1), buttons, within=self, spacing=2 * GRID)
        self.follow(engine, _JOBS, self.places.say)
        engine.progress.connect(self.indexing.show)
        engine.sync_stopped.connect(self.indexing.hide)
        engine.sync_finished.connect(self._ask_anew)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._ask_question)
        self.search.setEnabled(False)
        self.places.say(self.tr("Comparing all notes…"))
        self._ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the field to the topics on Down."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.tree.setFocus()
        else:
            super().keyPressEvent(event)

    def _ask(self) -> None:
        self._engine.ask(_JOB, lambda vault: vault.relations.topics(), self._show)

    def _ask_anew(self) -> None:
        """Ask again once the missing notes are indexed."""
        if not self.indexing.isHidden():
            self.indexing.hide()
            self._ask()

    def _show(self, topics: tuple[VaultTopic, ...]) -> None:
        if not topics:
            self.places.say(self.tr("No topics yet: too few notes have to do with one another"))
            return
        current: VaultTopic | None = self.tree.currentIndex().data(_TOPIC_ROLE)
        self._topics = topics
        self._rows.clear()
        self._rows.invisibleRootItem().appendRows([_topic_row(topic, "", 1) for topic in topics])
        if current is not None:
            self._go_to(current.number)
        self._filter(self.field.text())

    def _go_to(self, number: int) -> bool:
        role, flags = _NUMBER_ROLE, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
        matches = self._filtered.match(self._filtered.index(0, 0), role, number, 1, flags)
        if matches:
            self.tree.setCurrentIndex(matches[0])
        return bool(matches)

    def _filter(self, text: str) -> None:
        self._filtered.setFilterFixedString(text.strip())
        if text.strip():
            self.tree.expandAll()
        first = self._filtered.index(0, 0)
        if not self.tree.currentIndex().isValid() and first.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.tree.selectionModel().setCurrentIndex(first, flag)
        if not first.isValid():
            self.places.say(self.tr("No topic"))

    def _ask_question(self) -> None:
        """Go to the topic of a question's results, unless a topic or note has the typed name."""
        question = self.field.text().strip()
        if not question or self._filtered.rowCount():
            self.tree.setFocus()
            return

        def go_to_best(paths: list[str]) -> None:
            best = best_topics(self._topics, paths, 1)
            if not best:
                self.places.say(self.tr("No topic"))
                return
            # The filter hides all topics: none is named like the question.
            self._filtered.setFilterFixedString("")
            if self._go_to(best[0].number):
                self.tree.setFocus()

        self.places.say(self.tr("Searching…"))
        n = _PASSAGES_SEARCHED
        self._engine.ask(_QUESTION_JOB, lambda vault: paths_found(vault, question, n), go_to_best)

    def _show_topic(self, current: QModelIndex) -> None:
        topic: VaultTopic | None = current.data(_TOPIC_ROLE)
        self.search.setEnabled(topic is not None)
        self.summary.setVisible(topic is not None and bool(topic.summary))
        if topic is not None:
            self.summary.setText(self.tr("By the language model: {}").format(topic.summary))
            self._show_places(topic, ())
            show, n = partial(self._show_places, topic), _PASSAGES
            self._engine.ask(_PASSAGES_JOB, lambda vault: vault.relations.topic_passages(topic, n), show)

    def _show_places(self, topic: VaultTopic, passages: Sequence[TopicPassage]) -> None:
        central = [NotePlace(note.title, path=note.path) for note in topic.notes[:_CENTRAL_NOTES]]
        titled = ((SEPARATOR.join((each.title, *each.heading_path[-1:])), each) for each in passages)
        telling = [NotePlace(title, each.text, each.path, each.line) for title, each in titled]
        sections = (self.tr("Central notes"), central), (self.tr("Telling passages"), telling)
        self.places.show_sections([PlaceSection(title, places) for title, places in sections], "")

    def _choose(self) -> None:
        topic: VaultTopic | None = self.tree.currentIndex().data(_TOPIC_ROLE)
        if topic is not None:
            value = self.tree.currentIndex().data(_VALUE_ROLE)
            self.topic_chosen.emit(Facet(FacetKind.TOPIC, value, topic.label, len(topic.notes)))
            self.accept()


def _topic_row(topic: VaultTopic, above: str, level: int) -> QStandardItem:
    """Create a topic's row. Filters know only two levels: deeper topics get their parent's value."""
    value = f"{above}/{topic.label}" if above and level <= _FILTERED_LEVELS else above or topic.label
    below = [child.label for child in topic.children] or [note.title for note in topic.notes]
    names = "\n".join((topic.label, *(note.title for note in topic.notes)))
    item = two_line_row(
        {_TOPIC_ROLE: topic, _VALUE_ROLE: value, _NUMBER_ROLE: topic.number, _NAMES_ROLE: names},
        topic.label,
        " · ".join(below[:_NAMES_SHOWN]),
        phrases.format_number(len(topic.notes)),
        tip="\n".join((topic.label, *below)),
        spoken=(topic.label, phrases.count_notes(len(topic.notes))),
    )
    item.appendRows([_topic_row(child, value, level + 1) for child in topic.children])
    return item


REPORT_JOB = "vault report"


class VaultReportDialog(AskingDialog):
    """Asks ``engine`` for the report when it opens; a chosen place is shown in the window behind."""

    copy_asked = Signal(str)

    def __init__(self, engine: EngineThread, parent: QWidget) -> None:
        super().__init__(tr("Duplicates and broken links"), 560, 560, parent)
        self.tree = PlaceTree(self.windowTitle())
        self._duplicates: tuple[DuplicateSet, ...] = ()
        buttons = DialogButtons(self)
        self.copy = buttons.action(self.tr("Copy duplicates as a list"))
        self.copy.setToolTip(self.tr("Tasks in Markdown: which passage of each group to keep"))
        self.copy.setEnabled(False)
        self.copy.clicked.connect(lambda: self.copy_asked.emit(duplicates_to_keep(self._duplicates)))
        column_of(self.tree, buttons, within=self, spacing=3 * GRID)
        self.follow(engine, (REPORT_JOB,), self.tree.say)

        async def report(vault: VaultService) -> tuple[tuple[DuplicateSet, ...], LooseEnds]:
            return await vault.relations.duplicates(), await vault.relations.loose_ends()

        self.tree.say(self.tr("Comparing all passages…"))
        engine.ask(REPORT_JOB, report, self._show)

    def _show(self, report: tuple[tuple[DuplicateSet, ...], LooseEnds]) -> None:
        self._duplicates = report[0]
        self.copy.setEnabled(bool(self._duplicates))
        nothing = self.tr("No duplicates or broken links")
        self.tree.show_sections(vault_report_sections(*report), nothing)
