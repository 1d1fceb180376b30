"""A canvas as a drawing: cards, groups and arrows, to zoom and pan; the card of the passage is framed."""

from __future__ import annotations

import math
import re
from base64 import b64decode
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from vaultsearch.core.values.pictures import SVG_ADDRESS, CanvasArrow, CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, HAIRLINE_SHARE, SECONDARY_ROLE, mix_colors
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import elide_at_word, ignore_drops

_MIN_SCALE, _MAX_SCALE, _ZOOM_STEP = 0.02, 4.0, 1.25
_LETTERS = 16
"""The letters' height on a card in pixels, as in Obsidian; cards are made for these."""
_PADDING = 16.0
_CORNER_RADIUS = 8.0
_LEGIBLE = 4.0 / _LETTERS
"""Below this scale letters are not drawn: they would be under four pixels high."""
_ARROW_HEAD = 12.0
_READABLE = 0.5
"""Above this scale a whole canvas is shown at first; a larger canvas is shown around the passage."""
_SCENE_MARGIN = 8.0 * GRID
_TINT = 0.12
_DIRECTIONS = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}


class _PlainDocument(QTextDocument):
    """A text which loads nothing, neither files nor addresses, but shows the formulas in it."""

    ink = "#000000"

    def loadResource(self, _kind: int, name: QUrl | str) -> QImage | None:
        address = name.toString() if isinstance(name, QUrl) else name
        if not address.startswith(SVG_ADDRESS):
            return None
        svg = b64decode(address.removeprefix(SVG_ADDRESS)).replace(b"currentColor", self.ink.encode())
        # Larger than on the page, so a canvas zoomed in shows no pixels.
        sizes = re.compile(rb'(width|height)="([.0-9]+)"')
        larger = sizes.sub(lambda size: b'%s="%.2f"' % (size[1], float(size[2]) * 2), svg, count=2)
        return QImage.fromData(larger)


class _Card(QGraphicsItem):
    """A card or group; the text is laid out when first seen."""

    def __init__(self, card: CanvasCard, view: QWidget) -> None:
        super().__init__()
        self.card, self.is_found = card, False
        self._view = view
        self._text: QTextDocument | None = None
        self._picture = QImage()
        self._picture.loadFromData(card.picture, "JPEG")
        self.setPos(card.left, card.top)
        self._area = QRectF(0, 0, card.width, card.height)
        # Groups lie beneath arrows, and arrows beneath cards.
        self.setZValue(-2 if card.kind is CanvasKind.GROUP else 0)
        if card.address:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def boundingRect(self) -> QRectF:
        # A group's label stands above it.
        return self._area.adjusted(-4, -2 * _LETTERS, 4, 4)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._area)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        is_group = self.card.kind is CanvasKind.GROUP
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        palette = self._view.palette()
        ground, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        colour = QColor(self.card.colour) if self.card.colour else mix_colors(ground, ink, 2 * HAIRLINE_SHARE)
        fill = mix_colors(ground, colour, _TINT) if self.card.colour else ground
        if is_group:
            fill.setAlphaF(0.5)
        painter.setBrush(fill)
        painter.setPen(QPen(palette.color(ACCENT_ROLE), 3 / scale) if self.is_found else QPen(colour, 1))
        painter.drawRoundedRect(self._area, _CORNER_RADIUS, _CORNER_RADIUS)
        if scale < _LEGIBLE:
            return
        if is_group:
            self._write_label(painter, colour if self.card.colour else ink)
        else:
            self._write_text(painter)

    def _write_label(self, painter: QPainter, colour: QColor) -> None:
        painter.setFont(_card_font())
        painter.setPen(colour)
        metrics = QFontMetricsF(_card_font())
        label = elide_at_word(self.card.title, metrics, self._area.width())
        painter.drawText(QPointF(0, -metrics.descent() - 2), label)

    def _write_text(self, painter: QPainter) -> None:
        within = self._area.adjusted(_PADDING, _PADDING / 2, -_PADDING, -_PADDING / 2)
        painter.setClipRect(self._area.adjusted(2, 2, -2, -2))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if not self._picture.isNull():
            size = QSizeF(self._picture.size()).scaled(within.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(QPointF(), size)
            place.moveCenter(self._area.center())
            painter.drawImage(place, self._picture)
            return
        if self._text is None:
            self._text = text = _PlainDocument()
            text.setDefaultFont(_card_font())
            text.setDocumentMargin(0)
            link = self._view.palette().color(ACCENT_ROLE).name()
            ink = text.ink = self._view.palette().color(QPalette.ColorRole.Text).name()
            text.setDefaultStyleSheet(f"* {{ color: {ink}; }} a {{ color: {link}; }}")
            text.setTextWidth(max(1.0, self._area.width() - 2 * _PADDING))
            title = escape(self.card.title)
            repeats = self.card.html.startswith(f"<h1>{title}</h1>")
            above = f"<p><b>{title}</b></p>" if title and not repeats else ""
            text.setHtml(f"<body>{above}{self.card.html}</body>")
        painter.translate(within.topLeft())
        self._text.drawContents(painter, QRectF(QPointF(), within.size()))

    def lay_out_again(self) -> None:
        """Lay out the text anew, in another theme's colours."""
        self._text = None


class _Arrow(QGraphicsItem):
    """A curve between two cards, with a label in the middle."""

    def __init__(self, arrow: CanvasArrow, view: QWidget) -> None:
        super().__init__()
        self._arrow, self._view = arrow, view
        start, end = arrow.start[:2], arrow.end[:2]
        bend = min(200.0, max(40.0, math.dist(start, end) / 2))
        controls = _control_point(*arrow.start, bend), _control_point(*arrow.end, bend)
        self._path = QPainterPath(QPointF(*start))
        self._path.cubicTo(*controls, QPointF(*end))
        self.setZValue(-1)

    def boundingRect(self) -> QRectF:
        room = QFontMetricsF(_card_font()).horizontalAdvance(self._arrow.label) / 2 + _ARROW_HEAD
        return self._path.boundingRect().adjusted(-room, -2 * _ARROW_HEAD, room, 2 * _ARROW_HEAD)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        colour = QColor(self._arrow.colour or self._view.palette().color(SECONDARY_ROLE))
        painter.setPen(QPen(colour, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if self._arrow.points_to_start:
            painter.drawPolygon(_arrow_head(*self._arrow.start))
        if self._arrow.points_to_end:
            painter.drawPolygon(_arrow_head(*self._arrow.end))
        if self._arrow.label and option.levelOfDetailFromTransform(painter.worldTransform()) >= _LEGIBLE:
            self._write_label(painter)

    def _write_label(self, painter: QPainter) -> None:
        metrics, middle = QFontMetricsF(_card_font()), self._path.pointAtPercent(0.5)
        size = QSizeF(metrics.horizontalAdvance(self._arrow.label) + _ARROW_HEAD, metrics.height())
        place = QRectF(QPointF(middle.x() - size.width() / 2, middle.y() - size.height() / 2), size)
        painter.fillRect(place, self._view.palette().color(QPalette.ColorRole.Window))
        painter.setFont(_card_font())
        painter.setPen(self._view.palette().color(QPalette.ColorRole.Text))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), self._arrow.label)


def _card_font() -> QFont:
    font = QFont()
    font.setPixelSize(_LETTERS)
    return font


def _control_point(x: float, y: float, side: str, distance: float) -> QPointF:
    across, down = _DIRECTIONS[side]
    return QPointF(x + across * distance, y + down * distance)


def _arrow_head(x: float, y: float, side: str) -> QPolygonF:
    """Return the arrow's point at a card's side."""
    across, down = _DIRECTIONS[side]
    base = _control_point(x, y, side, _ARROW_HEAD)
    aside = QPointF(-down, across) * (_ARROW_HEAD / 2)
    return QPolygonF([QPointF(x, y), base + aside, base - aside])


class CanvasView(QGraphicsView):
    """Shows a canvas. Drag or the wheel pan; Ctrl with the wheel, + and - zoom, 0 shows all of it."""

    note_asked = Signal(str)
    """A clicked card's address."""
    link_asked = Signal(QUrl)
    """A clicked address out of the vault."""

    def __init__(self) -> None:
        # Before the constructor of Qt, which may send an event that `changeEvent` handles.
        self._cards: list[_Card] = []
        super().__init__()
        self.setScene(QGraphicsScene(self))
        self.setObjectName("canvas_view")
        self._pressed_at = QPointF()
        self._is_new = False
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        ignore_drops(self.viewport())
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Canvas")))

    def show_drawing(self, drawing: CanvasDrawing, lines: tuple[int, int]) -> None:
        """Show a canvas, and frame the card with these lines."""
        scene = self.scene()
        scene.clear()
        self._cards = [_Card(card, self) for card in drawing.cards]
        for item in (*(_Arrow(arrow, self) for arrow in drawing.arrows), *self._cards):
            scene.addItem(item)
        area = scene.itemsBoundingRect()
        scene.setSceneRect(area.adjusted(-_SCENE_MARGIN, -_SCENE_MARGIN, _SCENE_MARGIN, _SCENE_MARGIN))
        self.setAccessibleDescription("\n".join(filter(None, (card.title for card in drawing.cards))))
        self.frame(lines)
        self._is_new = True
        self._show_at_first()

    def frame(self, lines: tuple[int, int]) -> None:
        """Frame the card with these lines in the canvas's text."""
        first, last = lines
        for item in self._cards:
            own_first, own_last = item.card.lines
            is_group = item.card.kind is CanvasKind.GROUP
            item.is_found = not is_group and own_first <= own_last and own_first <= last and first <= own_last
            item.update()

    def go_to(self, line: int) -> None:
        """Frame the card with a line in the canvas's text, and scroll to it."""
        self.frame((line, line))
        if (found := self._framed_card()) is not None:
            self.centerOn(found)

    def show_all(self) -> None:
        """Show the whole canvas, never enlarged."""
        self.fitInView(self.scene().sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
        self._scale_to(min(1.0, self.transform().m11()))

    def changeEvent(self, event: QEvent) -> None:
        """Take another theme's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for item in self._cards:
                item.lay_out_again()
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the canvas to the view, unless the user has moved or zoomed it."""
        super().resizeEvent(event)
        if self._is_new:
            self._show_at_first()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held, else scroll."""
        self._is_new = False
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(_ZOOM_STEP ** (event.angleDelta().y() / 120))
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by + and -, show all by 0; step through cards by N and P, open by Enter."""
        self._is_new = False
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._zoom(_ZOOM_STEP)
            case Qt.Key.Key_Minus:
                self._zoom(1 / _ZOOM_STEP)
            case Qt.Key.Key_0:
                self.show_all()
            case Qt.Key.Key_N | Qt.Key.Key_P:
                self._step_card(1 if event.key() == Qt.Key.Key_N else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if (found := self._framed_card()) is not None:
                self._open(found.card.address)
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or a drag began."""
        self._pressed_at = event.position()
        self._is_new = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a clicked card, unless the canvas was dragged."""
        super().mouseReleaseEvent(event)
        # A clicking hand moves the pointer a little; more is a drag.
        is_click = (event.position() - self._pressed_at).manhattanLength() < GRID
        item = self.itemAt(event.position().toPoint())
        if is_click and event.button() == Qt.MouseButton.LeftButton and isinstance(item, _Card):
            self._open(item.card.address)

    def _open(self, address: str) -> None:
        if address.startswith("note:"):
            self.note_asked.emit(address)
        elif address:
            self.link_asked.emit(QUrl(address))

    def _step_card(self, step: int) -> None:
        """Frame the next card in reading order."""
        cards = [item for item in self._cards if item.card.kind is not CanvasKind.GROUP]
        cards.sort(key=lambda item: (item.card.lines, item.card.top, item.card.left))
        found = self._framed_card()
        if cards:
            index = (cards.index(found) + step) % len(cards) if found is not None else 0
            for item in cards:
                item.is_found = item is cards[index]
                item.update()
            self.centerOn(cards[index])

    def _framed_card(self) -> _Card | None:
        return next((item for item in self._cards if item.is_found), None)

    def _show_at_first(self) -> None:
        self.show_all()
        found = self._framed_card()
        if found is not None and self.transform().m11() < _READABLE:
            self._scale_to(_READABLE)
            self.centerOn(found)

    def _zoom(self, factor: float) -> None:
        self._scale_to(min(_MAX_SCALE, max(_MIN_SCALE, self.transform().m11() * factor)))

    def _scale_to(self, scale: float) -> None:
        factor = scale / self.transform().m11()
        self.scale(factor, factor)
