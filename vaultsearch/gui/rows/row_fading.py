"""Rows that have come to another place: they are in it at once, and come up out of the ground there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QStyle, QWidget

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

LONGEST_MS = 120
_FAINTEST = 0.3


class RowFading(QObject):
    """Computes how opaque each passage is meanwhile, and repaints ``view``.

    Rows that glided to their places covered one another on the way. If the system asks for no animations,
    all rows are opaque at once.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._fading: AbstractSet[str] = frozenset()
        self._opacity = 1.0
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(_FAINTEST)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._step)

    @property
    def running(self) -> bool:
        """Whether rows are fading in."""
        return self._opacity < 1.0

    def begin(self, passages: AbstractSet[str]) -> None:
        """Let passages fade in, by their ids; all others are opaque."""
        self._animation.stop()
        length = self._view.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        self._fading, self._opacity = passages, 1.0
        if length > 0 and passages:
            self._animation.setDuration(min(length, LONGEST_MS))
            self._animation.start()

    def opacity(self, chunk_id: str) -> float:
        """Return how opaque a passage is painted now, 0 to 1."""
        return self._opacity if chunk_id in self._fading else 1.0

    def _step(self, opacity: object) -> None:
        self._opacity = float(opacity) if isinstance(opacity, float) else 1.0
        self._view.update()
