"""The vault's map, shown in a dialog: a dot for each note, coloured by topic; matches are lit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QTransform,
    QWheelEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QWidget

from vaultsearch.core.values.query import Facet, FacetKind
from vaultsearch.core.values.relations import MapDot, VaultMap
from vaultsearch.core.values.search import Chunk
from vaultsearch.gui import phrases
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.places import AskingDialog, paths_found
from vaultsearch.gui.rows.glimpse import GLIMPSE_JOB, Glimpse
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE, mix_colors
from vaultsearch.gui.translations import tr
from vaultsearch.gui.widgets import DialogButtons, column_of, is_enter, plain_label, text_field
from vaultsearch.service.protocol import VaultService

_SMALLEST, _LARGEST = 4, 12
"""Pixels across a dot without links, and with very many."""
_LIT_LARGER, _REACH = 3, 10
"""Pixels added to lit dots, and the pointer's reach around a dot."""
_FAINT_SHARE = 0.25
_HUE_STEP = 0.618
"""The step around the circle of hues from one topic to the next."""
_LABELS_AT_FIRST = 10
"""Labels drawn on the whole map; zooming in shows more."""
_MAX_ZOOM, _ZOOM_STEP = 60.0, 1.25
_MARGIN = 6 * GRID
_DIRECTIONS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


class NoteMap(QWidget):
    """Paints the dots from polygons made once; panning and zooming change only a transform."""

    opened = Signal(str)
    """A note's path: show it."""
    selected = Signal(str)
    """The selected note's path."""
    hovered = Signal(str)
    """The path under the pointer, "" if there is none."""
    encircled = Signal(object)
    """The notes' paths within a line drawn with Shift held."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(320, 240)
        self.setAccessibleName(self.tr("Map of the notes"))
        self._dots: Sequence[MapDot] = ()
        self._labels: Mapping[int, str] = {}
        self._places = np.zeros((0, 2))
        self._number: dict[str, int] = {}
        self._linked: dict[int, list[int]] = defaultdict(list)
        self._groups: dict[tuple[int, int], QPolygonF] = {}
        self._topics: list[tuple[str, QPointF, int]] = []
        self._rank: dict[int, int] = {}
        self._lit: frozenset[int] = frozenset()
        self._current: int | None = None
        self._hovered: int | None = None
        self._zoom, self._centre = 1.0, QPointF()
        self._bounds = QRectF(-1, -1, 2, 2)
        self._dragged_from: QPointF | None = None
        self._has_moved = False
        self._lasso = QPolygonF()

    @property
    def current(self) -> MapDot | None:
        """The selected note."""
        return None if self._current is None else self._dots[self._current]

    @property
    def topic(self) -> tuple[str, int] | None:
        """The label of the selected note's topic, and the number of notes in it."""
        number = self.current.topic if self.current is not None else 0
        label = self._labels.get(number, "")
        return (label, sum(dot.topic == number for dot in self._dots)) if number and label else None

    @property
    def lit(self) -> frozenset[str]:
        """The lit notes' paths."""
        return frozenset(self._dots[index].path for index in self._lit)

    def show_map(self, shown: VaultMap) -> None:
        """Show a whole map."""
        self._dots, self._labels = shown.dots, shown.labels
        self._places = np.array([(dot.x, dot.y) for dot in shown.dots]).reshape(-1, 2)
        self._number = {dot.path: index for index, dot in enumerate(shown.dots)}
        self._linked.clear()
        # The lines are drawn from whichever of the two is selected.
        for one, other in shown.links:
            self._linked[one].append(other)
            self._linked[other].append(one)
        self._groups = self._group_places(range(len(self._dots)))
        places: dict[int, list[int]] = defaultdict(list)
        for index, dot in enumerate(shown.dots):
            if dot.topic:
                places[dot.topic].append(index)
        # The largest topic comes first; each label stands amid the topic's notes.
        ordered = sorted(places.items(), key=lambda item: -len(item[1]))
        middles = [(number, np.median(self._places[indexes], axis=0)) for number, indexes in ordered]
        self._topics = [(self._labels.get(n, ""), QPointF(*map(float, at)), n) for n, at in middles]
        self._rank = {number: rank for rank, (_, _, number) in enumerate(self._topics)}
        self._current = self._hovered = None
        self._lit = frozenset()
        self.fit()

    def light(self, paths: Collection[str]) -> None:
        """Light these notes and dim the others; () lights none and dims none."""
        self._lit = frozenset(self._number[path] for path in paths if path in self._number)
        self.update()

    def fit(self) -> None:
        """Show the whole map."""
        if len(self._places):
            low, high = self._places.min(axis=0), self._places.max(axis=0)
            # A single dot, or several in one place, have no extent to divide by.
            size = np.maximum(high - low, 1e-3)
            self._bounds = QRectF(*low.tolist(), *size.tolist())
        self._zoom, self._centre = 1.0, self._bounds.center()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for thousands of notes."""
        return self.minimumSize() * 2

    def _group_places(self, indexes: Collection[int]) -> dict[tuple[int, int], QPolygonF]:
        """Group the dots' places by topic and size."""
        groups: dict[tuple[int, int], QPolygonF] = defaultdict(QPolygonF)
        for index in indexes:
            dot = self._dots[index]
            size = min(_LARGEST, _SMALLEST + round(math.sqrt(dot.links)))
            groups[dot.topic, size].append(QPointF(dot.x, dot.y))
        return dict(groups)

    def _transform(self) -> QTransform:
        width, height = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        scale = self._zoom * max(1e-6, min(width / self._bounds.width(), height / self._bounds.height()))
        transform = QTransform.fromTranslate(self.width() / 2, self.height() / 2).scale(scale, scale)
        return transform.translate(-self._centre.x(), -self._centre.y())

    def label_colour(self, topic: int) -> QColor:
        """Return the colour of a topic's name: nearer to the text's, to be read on every hue."""
        return mix_colors(self.palette().color(QPalette.ColorRole.Text), self.dot_colour(topic), 0.6)

    def dot_colour(self, topic: int, *, faint: bool = False) -> QColor:
        """Return the colour of a topic's notes, ``faint`` beside lit ones; 0 is no topic."""
        base, text = self.palette().color(QPalette.ColorRole.Base), self.palette().color(SECONDARY_ROLE)
        light = 0.62 if base.lightnessF() < 0.5 else 0.38
        hue = (self._rank.get(topic, 0) * _HUE_STEP) % 1.0
        colour = QColor.fromHslF(hue, 0.55, light) if topic else text
        return mix_colors(base, colour, _FAINT_SHARE) if faint else colour

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint dots, labels and the selected note's links; a frame while the map has the keyboard."""
        painter = QPainter(self)
        self.paint(painter)
        if self.hasFocus():
            painter.setPen(self.palette().color(ACCENT_ROLE))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def paint(self, painter: QPainter) -> None:
        """Paint the map on a screen or into a file."""
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        transform = self._transform()
        self._paint_dots(painter, transform, self._groups, faint=bool(self._lit))
        if self._lit:
            self._paint_dots(painter, transform, self._group_places(self._lit), larger=_LIT_LARGER)
        if self._current is not None:
            painter.setPen(QPen(self.palette().color(ACCENT_ROLE), 1))
            own = self._dots[self._current]
            for other in (self._dots[number] for number in self._linked[self._current]):
                painter.drawLine(transform.map(QLineF(own.x, own.y, other.x, other.y)))
        self._paint_labels(painter, transform)
        if not self._lasso.isEmpty():
            painter.setPen(QPen(self.palette().color(ACCENT_ROLE), 1, Qt.PenStyle.DashLine))
            painter.drawPolygon(self._lasso)
        for index in dict.fromkeys((self._current, self._hovered)):
            if index is not None:
                dot = self._dots[index]
                painter.setFont(self.font())
                box = painter.boundingRect(QRectF(), Qt.AlignmentFlag.AlignLeft, dot.title)
                at = transform.map(QPointF(dot.x, dot.y))
                right = self.width() - box.width() - GRID
                box.moveTo(min(at.x() + _LARGEST, right), at.y() - box.height() / 2)
                painter.setPen(QPen(self.palette().color(ACCENT_ROLE), 2))
                painter.drawEllipse(at, _LARGEST / 2 + 2, _LARGEST / 2 + 2)
                self._paint_text(painter, box, dot.title, self.palette().color(QPalette.ColorRole.Text))

    def _paint_dots(
        self,
        painter: QPainter,
        transform: QTransform,
        groups: dict[tuple[int, int], QPolygonF],
        *,
        larger: int = 0,
        faint: bool = False,
    ) -> None:
        for (topic, size), places in groups.items():
            pen = QPen(self.dot_colour(topic, faint=faint), size + larger)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            # With the painter's own transform, dots were oval.
            painter.drawPoints(transform.map(places))

    def _paint_labels(self, painter: QPainter, transform: QTransform) -> None:
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        taken: list[QRectF] = []
        most = round(_LABELS_AT_FIRST * self._zoom)
        for label, place, topic in self._topics[:most]:
            text = label.partition(",")[0]
            box = painter.boundingRect(QRectF(), Qt.AlignmentFlag.AlignCenter, text)
            box.moveCenter(transform.map(place))
            if text and not any(box.intersects(other) for other in taken):
                taken.append(box)
                self._paint_text(painter, box, text, self.label_colour(topic))

    def _paint_text(self, painter: QPainter, box: QRectF, text: str, colour: QColor) -> None:
        behind = QColor(self.palette().color(QPalette.ColorRole.Base))
        behind.setAlphaF(0.8)
        painter.fillRect(box.adjusted(-2, 0, 2, 0), behind)
        painter.setPen(colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _dot_at(self, position: QPointF) -> int | None:
        """Return the dot nearest to a widget position, or None if none is near."""
        if not len(self._places):
            return None
        transform = self._transform()
        place = transform.inverted()[0].map(position)
        square = ((self._places - (place.x(), place.y())) ** 2).sum(axis=1)
        nearest = int(square.argmin())
        return nearest if np.sqrt(square[nearest]) * transform.m11() <= _REACH else None

    def place_of(self, path: str) -> QPointF:
        """Return the widget position of a note's dot, the corner if there is none."""
        dot = self._dots[self._number[path]] if path in self._number else None
        return QPointF() if dot is None else self._transform().map(QPointF(dot.x, dot.y))

    def _select(self, index: int) -> None:
        self._current = index
        dot = self._dots[index]
        self.setAccessibleDescription(dot.title)
        if not self.rect().contains(self.place_of(dot.path).toPoint()):
            self._centre = QPointF(dot.x, dot.y)
        self.selected.emit(dot.path)
        self.update()

    def zoom(self, factor: float, position: QPointF | None = None) -> None:
        """Zoom about a widget position, by default the middle."""
        fixed = position or QPointF(self.width() / 2, self.height() / 2)
        before = self._transform().inverted()[0].map(fixed)
        self._zoom = min(_MAX_ZOOM, max(1.0, self._zoom * factor))
        self._centre += before - self._transform().inverted()[0].map(fixed)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        self.zoom(_ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan or to select, or with Shift to draw a line around notes."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._lasso = QPolygonF([event.position()])
        else:
            self._dragged_from, self._has_moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan or draw while a button is held, else name the note under the pointer."""
        if not self._lasso.isEmpty():
            self._lasso.append(event.position())
            self.update()
            return
        if self._dragged_from is not None and event.buttons():
            moved = event.position() - self._dragged_from
            if self._has_moved or moved.manhattanLength() > GRID:
                self._has_moved = True
                self._centre -= moved / self._transform().m11()
                self._dragged_from = event.position()
                self.update()
            return
        if (hovered := self._dot_at(event.position())) != self._hovered:
            self._hovered = hovered
            self.hovered.emit("" if hovered is None else self._dots[hovered].path)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the note under the pointer, unless the map was moved or a line was drawn."""
        if not self._lasso.isEmpty():
            area, self._lasso = self._lasso, QPolygonF()
            transform, rule = self._transform(), Qt.FillRule.OddEvenFill
            places = ((dot.path, transform.map(QPointF(dot.x, dot.y))) for dot in self._dots)
            self.encircled.emit(tuple(path for path, place in places if area.containsPoint(place, rule)))
            self.update()
            return
        index = self._dot_at(event.position())
        if not self._has_moved and index is not None:
            self._select(index)
        self._dragged_from = None

    def leaveEvent(self, event: QEvent) -> None:
        """Name no note under the pointer."""
        super().leaveEvent(event)
        self._hovered = None
        self.hovered.emit("")
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the note under the pointer."""
        if (index := self._dot_at(event.position())) is not None:
            self.opened.emit(self._dots[index].path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from note to note by arrows, zoom by + and -, see all by 0, show the note by Enter."""
        current = self.current
        if event.key() in _DIRECTIONS:
            self._select_beside(*_DIRECTIONS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / _ZOOM_STEP if event.key() == Qt.Key.Key_Minus else _ZOOM_STEP
            self.zoom(factor, self.place_of(current.path) if current else None)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif is_enter(event) and current is not None:
            self.opened.emit(current.path)
        else:
            super().keyPressEvent(event)

    def _select_beside(self, right: float, down: float) -> None:
        """Select the nearest note in a direction; the first time, the note nearest to the middle."""
        if not len(self._places):
            return
        if self._current is None:
            square = ((self._places - (self._centre.x(), self._centre.y())) ** 2).sum(axis=1)
            self._select(int(square.argmin()))
            return
        apart = self._places - self._places[self._current]
        along = apart @ (right, down)
        distance = np.sqrt((apart**2).sum(axis=1))
        # What lies aside counts as farther away.
        cost = np.where(along > 0.5 * distance, 2 * distance - along, np.inf)
        cost[self._current] = np.inf
        if np.isfinite(cost).any():
            self._select(int(cost.argmin()))


_JOB, _LIT_JOB, _BASKET_JOB = "map", "lit notes", "passages for the basket"
_JOBS = (_JOB, _LIT_JOB, GLIMPSE_JOB, _BASKET_JOB)
_MAX_LIT = 50
_PAUSE_MS = 250


class MapDialog(AskingDialog):
    """Asks ``engine`` for the map when it opens; ``lit`` are the notes lit at first, by path."""

    place_asked = Signal(str, int)
    """A note's path: show it. The line is always 0."""
    topic_chosen = Signal(object)
    """A topic's Facet: search in it."""
    passages_chosen = Signal(object)
    """The lit notes' first Chunks, for the basket."""

    def __init__(self, engine: EngineThread, lit: Collection[str], parent: QWidget) -> None:
        super().__init__(tr("Map"), 960, 720, parent)
        self._engine = engine
        self._at_first = frozenset(lit)
        self.field = text_field(self.tr("Search: what is found is lit"))
        self.map = NoteMap()
        self.map.opened.connect(lambda path: self.place_asked.emit(path, 0))
        self._glimpse = Glimpse(self.map)
        self._glimpse.rested.connect(lambda: self._glimpse.ask_note(engine, str(self._glimpse.subject), 0))
        self.map.hovered.connect(lambda path: self._glimpse.come_to(path or None))
        self.map.encircled.connect(self._lit_found)
        self.message = plain_label(scale="small", tone="secondary", wraps=True)
        buttons = DialogButtons(self)
        self.save = buttons.action(self.tr("Save as a picture…"))
        self.save.clicked.connect(self._choose_file)
        self.search = buttons.action(self.tr("Search in this topic"))
        self.search.setEnabled(False)
        self.search.clicked.connect(self._choose_topic)
        self.fill = buttons.action(self.tr("Add to basket"))
        self.fill.setEnabled(False)
        self.fill.clicked.connect(self._ask_passages)
        self.map.selected.connect(lambda _: self.search.setEnabled(self.map.topic is not None))
        column_of(self.field, (self.map, 1), self.message, buttons, within=self, spacing=2 * GRID)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._light)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.returnPressed.connect(self.map.setFocus)
        self.follow(engine, _JOBS, self.message.setText)
        self.message.setText(self.tr("Comparing all notes…"))
        engine.ask(_JOB, lambda vault: vault.relations.note_map(), self._show)

    def _show(self, shown: VaultMap) -> None:
        self.map.show_map(shown)
        self._lit_found(self._at_first)

    def _tell(self) -> None:
        lit = len(self.map.lit)
        self.fill.setEnabled(lit > 0)
        keys = self.tr(
            "Arrows go from note to note · + and - zoom, 0 shows all · Enter shows the note · "
            "Shift and the mouse draw a line around notes"
        )
        told = [self.tr("Lit: {}").format(phrases.count_notes(lit))] if lit else []
        self.message.setText(" · ".join((*told, keys)))

    def _light(self) -> None:
        if text := self.field.text().strip():
            self._engine.ask(_LIT_JOB, lambda vault: paths_found(vault, text, _MAX_LIT), self._lit_found)
        else:
            self._engine.drop(_LIT_JOB)
            self._lit_found(())

    def _lit_found(self, paths: Collection[str]) -> None:
        self.map.light(paths)
        self._tell()

    def _ask_passages(self) -> None:
        """Fill the basket with the lit notes' first passages, at most `_MAX_LIT`."""
        paths = sorted(self.map.lit)[:_MAX_LIT]

        async def first_passages(vault: VaultService) -> tuple[Chunk, ...]:
            return tuple(filter(None, [await vault.basket.first_passage(path) for path in paths]))

        def fill(chunks: tuple[Chunk, ...]) -> None:
            self.passages_chosen.emit(chunks)
            self.message.setText(self.tr("In the basket: {}").format(phrases.count_passages(len(chunks))))

        self._engine.ask(_BASKET_JOB, first_passages, fill)

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
        """Save the visible map as SVG or PNG, by the file's suffix."""
        if file.suffix.lower() == ".svg":
            svg = QSvgGenerator()
            svg.setFileName(str(file))
            svg.setSize(self.map.size())
            svg.setViewBox(self.map.rect())
            painter = QPainter()
            if is_saved := painter.begin(svg):
                self.map.paint(painter)
                painter.end()
        else:
            is_saved = self.map.grab().save(str(file))
        sentence = self.tr("Saved: {}") if is_saved else self.tr("{} can't be written")
        self.message.setText(sentence.format(file))
