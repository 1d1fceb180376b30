"""The map of the vault in a window of its own: found notes are lit, and it is saved as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCursor, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QLineEdit, QVBoxLayout, QWidget

from vaultsearch.core.values.query import Facet, FacetKind
from vaultsearch.gui import phrases
from vaultsearch.gui.glimpse import Glimpse
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.reading.note_map import NoteMap
from vaultsearch.gui.translations import translate_error
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from collections.abc import Collection

    from vaultsearch.core.values.note import Preview
    from vaultsearch.core.values.relations import VaultMap
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble
    from vaultsearch.service.protocol import VaultService

_JOBS = _JOB, _LIT_JOB, _GLIMPSE_JOB, _BASKET_JOB = (
    "map",
    "lit notes",
    "glimpse of a dot",
    "passages for the basket",
)
_LIT = 50
_PAUSE_MS = 250


class MapDialog(QDialog):
    """Asks ``engine`` for the map when it opens; ``lit`` are the paths of notes that stand out at first."""

    place_asked = Signal(str, int)
    """The path of the note to show, and 0 for its top."""
    topic_chosen = Signal(object)
    """The Facet of the topic to search in."""
    passages_chosen = Signal(object)
    """The Chunks that the lit notes begin with, for the basket."""

    def __init__(self, engine: EngineThread, lit: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._at_first = frozenset(lit)
        self.setWindowTitle(self.tr("Map"))
        self.resize(960, 720)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search: what is found is lit"))
        self.field.setAccessibleName(self.field.placeholderText())
        ignore_drops(self.field)
        self.map = NoteMap()
        self.map.opened.connect(lambda path: self.place_asked.emit(path, 0))
        self._glimpse = Glimpse(self.map, self._look)
        self.map.hovered.connect(lambda path: self._glimpse.come_to(path or None))
        self.map.encircled.connect(self._lit_found)
        self.message = plain_label(scale="small", tone="secondary", wraps=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save = buttons.addButton(self.tr("Save as a picture…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save.clicked.connect(self._choose_file)
        self.search = buttons.addButton(
            self.tr("Search in this topic"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.search.setEnabled(False)
        self.search.clicked.connect(self._choose_topic)
        self.fill = buttons.addButton(self.tr("Add to basket"), QDialogButtonBox.ButtonRole.ActionRole)
        self.fill.setEnabled(False)
        self.fill.clicked.connect(self._ask_passages)
        self.map.selected.connect(lambda _: self.search.setEnabled(self.map.topic is not None))
        for button in buttons.buttons():
            button.setAccessibleName(button.text().replace("&", ""))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(2 * GRID)
        column.addWidget(self.field)
        column.addWidget(self.map, 1)
        column.addWidget(self.message)
        column.addWidget(buttons)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._light)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.returnPressed.connect(self.map.setFocus)
        self.finished.connect(self._end)
        engine.failed.connect(self._refuse)
        self.message.setText(self.tr("Comparing all notes…"))
        engine.ask(_JOB, lambda vault: vault.relations.note_map(), self._show)

    def _end(self) -> None:
        for job in _JOBS:
            self._engine.drop(job)
        self.deleteLater()

    def _refuse(self, trouble: Trouble) -> None:
        if trouble.job in _JOBS:
            self.message.setText(translate_error(trouble.sentence, trouble.remedy))

    def _show(self, shown: VaultMap) -> None:
        self.map.show_map(shown)
        self.map.light(self._at_first)
        self._tell()

    def _tell(self) -> None:
        lit = len(self.map.lit)
        self.fill.setEnabled(lit > 0)
        keys = self.tr(
            "Arrows go from note to note · + and - zoom, 0 shows all · Enter shows the note · "
            "Shift and the mouse draw a line around notes"
        )
        told = [self.tr("Lit: {}").format(phrases.notes(lit))] if lit else []
        self.message.setText(" · ".join((*told, keys)))

    def _light(self) -> None:
        text = self.field.text().strip()
        if not text:
            self._engine.drop(_LIT_JOB)
            self._lit_found(())
            return

        async def paths_found(vault: VaultService) -> Collection[str]:
            stages = [stage async for stage in vault.search_stages(text, _LIT, rerank=False)]
            return [result.path for result in stages[-1].results]

        self._engine.ask(_LIT_JOB, paths_found, self._lit_found)

    def _lit_found(self, paths: Collection[str]) -> None:
        self.map.light(paths)
        self._tell()

    def _look(self) -> None:
        path = str(self._glimpse.subject)

        def show(preview: Preview | None) -> None:
            if preview is not None and path == self._glimpse.subject:
                self._glimpse.show_note(QCursor.pos(), preview)

        self._engine.ask(_GLIMPSE_JOB, lambda vault: vault.pages.preview_at(path, 0), show)

    def _ask_passages(self) -> None:
        """Fill the basket with what the lit notes begin with, at most `_LIT` of them."""
        paths = sorted(self.map.lit)[:_LIT]

        async def first_passages(vault: VaultService) -> tuple[Chunk, ...]:
            chunks = [await vault.basket.first_passage(path) for path in paths]
            return tuple(chunk for chunk in chunks if chunk is not None)

        self._engine.ask(_BASKET_JOB, first_passages, self._fill)

    def _fill(self, chunks: tuple[Chunk, ...]) -> None:
        self.passages_chosen.emit(chunks)
        self.message.setText(self.tr("In the basket: {}").format(phrases.passages(len(chunks))))

    def _choose_topic(self) -> None:
        if (topic := self.map.topic) is not None:
            label, notes = topic
            self.topic_chosen.emit(Facet(FacetKind.TOPIC, label, label, notes))
            self.accept()

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Save as a picture…"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["PNG (*.png)", "SVG (*.svg)"])
        dialog.setDefaultSuffix("png")
        dialog.selectFile("map.png")
        dialog.fileSelected.connect(lambda file: self.save_picture(Path(file)))
        dialog.open()

    def save_picture(self, file: Path) -> None:
        """Save what is shown as SVG or PNG, by the file's ending."""
        if file.suffix.lower() == ".svg":
            svg = QSvgGenerator()
            svg.setFileName(str(file))
            svg.setSize(self.map.size())
            svg.setViewBox(self.map.rect())
            painter = QPainter()
            is_saved = painter.begin(svg)
            if is_saved:
                self.map.paint(painter)
                painter.end()
        else:
            is_saved = self.map.grab().save(str(file))
        sentence = self.tr("Saved: {}") if is_saved else self.tr("{} can't be written")
        self.message.setText(sentence.format(file))
