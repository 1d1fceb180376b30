"""Rows that glide from their former places to those of a better answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QStyle, QWidget

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_MS = 120


class RowMotion(QObject):
    """Computes the vertical shift of each passage during the motion, in pixels, and repaints ``view``.

    If the system asks for no animations, all rows are in their places at once.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._shifts: Mapping[str, int] = {}
        self._left = 0.0
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._step)

    @property
    def moving(self) -> bool:
        """Whether rows are moving."""
        return self._left > 0

    def begin(self, shifts: Mapping[str, int]) -> None:
        """Start passages, by their ids, so many pixels below their places."""
        self._animation.stop()
        length = self._view.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        self._shifts, self._left = shifts, 0.0
        if length > 0 and any(shifts.values()):
            self._animation.setDuration(min(length, LONGEST_MS))
            self._animation.start()

    def shift(self, chunk_id: str) -> int:
        """Return how far below its place a passage is painted now, in pixels."""
        return round(self._shifts.get(chunk_id, 0) * self._left) if self._left else 0

    def _step(self, left: object) -> None:
        self._left = float(left) if isinstance(left, float) else 0.0
        self._view.update()
