"""Marks on the words in pictures and on PDF pages: matches tinted, lines and passages boxed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPainterPath, QPen

from vaultsearch.core.values.note import WordPlace
from vaultsearch.gui.theme import ACCENT_ROLE, GRID

_BOX, _THIN = 1.5, 0.75
_MATCH_COLOUR, _SELECTED_COLOUR = QColor("#ffe082"), QColor("#aacdff")
"""On paper, which is white in the dark, too."""
_TINT, _FAINT = QColor(255, 193, 7, 110), 0.45
"""In a picture, which may be dark."""


def paint_words(
    painter: QPainter, area: QRectF, words: Sequence[WordPlace], selected: Sequence[WordPlace]
) -> None:
    """Mark found and selected words on paper, and box the passage."""
    # Multiplied, the letters stay as dark as they are.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    found = [word for word in words if word.is_match]
    for some, colour in ((found, _MATCH_COLOUR), (selected, _SELECTED_COLOUR)):
        for word in some:
            painter.fillRect(word_box(word, area).adjusted(-1, -1, 1, 1), colour)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    _stroke_path(painter, _outline_lines([word for word in words if word.in_passage], area, GRID), _BOX)


def paint_found_words(painter: QPainter, area: QRectF, words: Sequence[WordPlace]) -> None:
    """Tint the found words in a picture."""
    for word in words:
        if word.is_match:
            painter.fillRect(word_box(word, area).adjusted(-1, -1, 1, 1), _TINT)


def marked_picture(image: QImage, words: Sequence[WordPlace], scale: float) -> QImage:
    """Return a picture with the recognised words marked: each line boxed, matches tinted.

    Args:
        image: The picture.
        words: The words recognised in it.
        scale: How many picture pixels make one on the page, for equally strong lines everywhere.
    """
    if not words:
        return image
    # Qt cannot paint on a picture with a palette of colours.
    marked = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(marked)
    area = QRectF(0, 0, image.width(), image.height())
    paint_found_words(painter, area, words)
    _stroke_path(painter, _outline_lines(words, area, scale * 2), _THIN * scale, _FAINT)
    passage = [word for word in words if word.in_passage]
    if len(passage) < len(words):
        _stroke_path(painter, _outline_lines(passage, area, scale * GRID), _BOX * scale)
    painter.end()
    return marked


def word_box(word: WordPlace, area: QRectF) -> QRectF:
    """Return a word's box on a page in ``area``."""
    left, top = area.left() + word.left * area.width(), area.top() + word.top * area.height()
    width, height = (word.right - word.left) * area.width(), (word.bottom - word.top) * area.height()
    return QRectF(left, top, width, height)


def _stroke_path(painter: QPainter, path: QPainterPath, width: float, opacity: float = 1.0) -> None:
    colour = QGuiApplication.palette().color(ACCENT_ROLE)
    colour.setAlphaF(opacity)
    painter.setPen(QPen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawPath(path)


def _outline_lines(words: Sequence[WordPlace], area: QRectF, space: float) -> QPainterPath:
    """Return the outline around the words' lines."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for _, line in groupby(words, key=lambda word: word.line):
        united = QRectF()
        for word in line:
            united = united.united(word_box(word, area))
        path.addRect(united.adjusted(-space, -space, space, space))
    return path.simplified()
