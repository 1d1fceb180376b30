"""The bottom of the window: index state, progress, failures, and messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from vaultsearch.core.values.context import Context
from vaultsearch.core.values.sync import IndexStatus, Progress
from vaultsearch.gui import file_kinds, phrases
from vaultsearch.gui.theme import GRID, NARROW_BELOW
from vaultsearch.gui.translations import keep_translated
from vaultsearch.gui.widgets import (
    NarrowLabel,
    literal_tooltip,
    name_button,
    plain_label,
    quiet_button,
    row_of,
    thin_bar,
)

_PHASE_SHARES = {"reading": 0.15, "embedding": 0.7}
"""Each phase's share of the remaining work; encoding takes most time, and may come twice."""
_USUAL_SHARE = 0.5


class SyncShare:
    """Map a sync's phases to a share of the whole.

    Counting each phase separately, the bar reached the end and went back to 47 % when the next phase began.
    """

    def __init__(self) -> None:
        self._phase = ""
        self._begun = self._span = self._reached = 0.0
        self._counted = 0.0

    def reached(self, progress: Progress) -> float | None:
        """Return the share done, or None before anything was counted."""
        done, total = progress.counts
        if not total:
            return self._reached or None
        counted = done / total
        if progress.phase != self._phase or counted < self._counted:
            self._phase, self._begun = progress.phase, self._reached
            self._span = (1 - self._begun) * _PHASE_SHARES.get(progress.phase, _USUAL_SHARE)
        self._counted = counted
        # Never backwards: a total may grow during counting.
        self._reached = max(self._reached, self._begun + self._span * counted)
        return self._reached


_RISE_FACTOR = 1.5
"""Factor from which a higher estimate replaces the shown one: it is no fluctuation."""


class TimeLeft:
    """Steady a sync's estimate: it falls, and rises only if it was far too short."""

    def __init__(self) -> None:
        self._shown: float | None = None

    def shown(self, progress: Progress) -> Progress:
        """Return the progress with the steadied estimate."""
        estimate = progress.seconds_left
        if estimate is None:
            return progress
        if self._shown is None or estimate < self._shown or estimate > _RISE_FACTOR * self._shown:
            self._shown = estimate
        return replace(progress, seconds_left=self._shown)


MESSAGE_MS, _MS_PER_LETTER = 6000, 60
"""How long a message about an action stays, and a long one, which takes longer to read."""

_CLOCK_INTERVAL_MS = 5000
_PROGRESS_STEPS = 1000


class StatusLine(QWidget):
    """Show a message, else progress, else the index state."""

    failures_asked = Signal(object)
    """The notes of an IndexStatus that could not be read are to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("status_line")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._status: IndexStatus | None = None
        self.progress: Progress | None = None
        """The progress as it is shown, None if nothing is running."""
        self._n_in_basket: tuple[int, Context | None] = (0, None)
        self._state = ""
        self._paused = self._stays = False
        self._sentence: Callable[[], str] | None = None
        self._failure: Callable[[], str] | None = None
        self._share, self._left = SyncShare(), TimeLeft()
        self.text = NarrowLabel()
        self.bar = thin_bar()
        self.bar.setFixedWidth(30 * GRID)
        self.cancel, self.go_on, self.failures, self.crash, self.basket = [
            quiet_button("secondary") for _ in range(5)
        ]
        self.private, self.reranker = (plain_label(scale="small", tone="secondary") for _ in range(2))
        for label in (self.private, self.reranker):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for part in (self.go_on, self.crash, self.basket, self.private):
            part.hide()
        parts = self.bar, self.cancel, self.go_on, self.failures, self.crash, self.private, self.reranker
        self._rest = row_of(1, *parts, self.basket, spacing=3 * GRID)
        sides, margins = ((self.text, 1), self._rest), (4 * GRID, GRID, 4 * GRID, GRID)
        self._box = row_of(*sides, within=self, margins=margins, spacing=3 * GRID)
        self.setMinimumHeight(8 * GRID)
        self.failures.clicked.connect(lambda: self.failures_asked.emit(self._status))
        self._message = QTimer(self, interval=MESSAGE_MS, singleShot=True)
        self._message.timeout.connect(self.end_message)
        self._clock = QTimer(self, interval=_CLOCK_INTERVAL_MS)
        self._clock.timeout.connect(self._tick)
        self.show_nothing()
        keep_translated(self, self._set_texts)

    def show_nothing(self, sentence: str = "") -> None:
        """Forget the vault; show ``sentence`` instead, such as the vault being opened."""
        self._begin_anew(None)
        self._clock.stop()
        # A message speaks of the vault before.
        self.end_message()
        self.failures.hide()
        self.reranker.setText("")
        self._set_state(sentence)

    def show_status(self, status: IndexStatus) -> None:
        """Show the index state; nothing is running."""
        self._begin_anew(status)
        self._clock.start()
        self._name_status(status)
        self._tick()

    def _begin_anew(self, status: IndexStatus | None) -> None:
        self._share, self._left = SyncShare(), TimeLeft()
        self._status, self.progress, self._failure = status, None, None
        self._show_progress_parts(False)

    def show_paused(self, paused: bool) -> None:
        """Set whether indexing is paused."""
        self._paused = paused
        self.rest()

    def rest(self) -> None:
        """Show the last index state again: nothing is running any more."""
        if self._status is not None:
            self.show_status(self._status)

    def show_progress(self, progress: Progress) -> None:
        """Show the progress of indexing."""
        self.progress, self._failure = self._left.shown(progress), None
        progress = self.progress
        self._clock.stop()
        self._show_progress_parts(True)
        share = self._share.reached(progress)
        # Without a range, the bar moves to and fro.
        self.bar.setRange(0, 0 if share is None else _PROGRESS_STEPS)
        self.bar.setValue(0 if share is None else round(share * _PROGRESS_STEPS))
        is_published = self._status is not None and self._status.published is not None
        looking = self.tr("Looking for a newer publication…")
        self._set_state(looking if is_published else phrases.indexing_progress(progress))

    def show_basket(self, count: int, context: Context | None) -> None:
        """Show the basket's size, unless empty."""
        self._n_in_basket = count, context
        name_button(self.basket, phrases.basket_button(count, context))
        self.basket.setVisible(count > 0)

    def show_message(self, message: str | Callable[[], str]) -> None:
        """Show a message for a while; a callable follows language changes."""
        self._say(message, stays=False)
        self._message.start(max(MESSAGE_MS, _MS_PER_LETTER * len(self.text.text())))

    def show_sync_failure(self, sentence: Callable[[], str]) -> None:
        """Show a failure of indexing instead of the index state, which is not up to date."""
        self.end_message()
        self._failure = sentence
        self._set_state(sentence())

    def show_lasting(self, sentence: str | Callable[[], str]) -> None:
        """Show a failure, or what nobody has asked for, until the user goes on or another message comes."""
        self._message.stop()
        self._say(sentence, stays=True)

    def _say(self, sentence: str | Callable[[], str], *, stays: bool) -> None:
        self._sentence, self._stays = sentence if callable(sentence) else None, stays
        self.text.setText(sentence() if callable(sentence) else sentence)
        self._fit()

    def _fit(self) -> None:
        """Set what is told on lines of its own where the row is too short: what to do stands at the end."""
        is_narrow = self.width() < NARROW_BELOW
        self.reranker.setVisible(not is_narrow)
        if self._status is not None:
            short = self.tr("%Ln problem(s)", None, len(self._status.failed))
            self.failures.setText(short if is_narrow else self.failures.accessibleName())
        self._rest.invalidate()
        # By its own width: a layout whose parts have just changed has none, so every message took two rows.
        room = self.width() - self._rest.sizeHint().width() - 11 * GRID
        # With less room beside progress and basket, nothing was left of the state.
        is_told = self._failure is not None or self.text.text() != self._state or room < 40 * GRID
        is_long = is_told and self.text.fontMetrics().horizontalAdvance(self.text.text()) > room
        self.text.setWordWrap(is_long)
        # Moving the sentence to another layout, at each message and resize, crashed Qt.
        direction = QBoxLayout.Direction.TopToBottom if is_long else QBoxLayout.Direction.LeftToRight
        self._box.setDirection(direction)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the sentence to the width."""
        super().resizeEvent(event)
        self._fit()

    def _set_texts(self) -> None:
        self.bar.setAccessibleName(self.tr("Indexing progress"))
        name_button(self.cancel, self.tr("Cancel"))
        name_button(self.go_on, self.tr("Continue"), self.tr("Index the remaining files"))
        self.cancel.setToolTip(self.tr("Stop indexing; files indexed so far stay searchable"))
        self.failures.setToolTip(self.tr("Show what couldn't be read, and why"))
        tip = self.tr("Show what happened, to copy it. It contains nothing from your notes.")
        name_button(self.crash, self.tr("Closed unexpectedly last time: report"), tip)
        self.basket.setToolTip(self.tr("Show or hide the basket"))
        self.private.setText(self.tr("Private"))
        self.private.setToolTip(self.tr("Searches and opened notes are not remembered"))
        self.show_basket(*self._n_in_basket)
        if self._status is not None:
            self._name_status(self._status)
        if self.progress is not None:
            self._set_state(phrases.indexing_progress(self.progress))
        elif self._clock.isActive():
            self._tick()
        if self._sentence is not None:
            self._say(self._sentence, stays=self._stays)
        else:
            # A message would be in the former language.
            self.end_message()

    def _set_state(self, sentence: str) -> None:
        self._state = sentence
        if self._message.isActive() or self._stays:
            self._fit()
        else:
            self.end_message()

    def end_message(self) -> None:
        """Show state or progress again instead of a message, or of a failure the user has gone on from."""
        self._message.stop()
        self._sentence, self._stays = None, False
        self.text.setText(self._state)
        self._fit()

    def _tick(self) -> None:
        if self._status is not None:
            up_to_date = phrases.up_to_date(self._status, datetime.now(UTC), paused=self._paused)
            self._set_state(self._failure() if self._failure is not None else up_to_date)

    def _show_progress_parts(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        self.cancel.setVisible(shown)
        stopped = self._status is not None and self._status.stopped
        self.go_on.setVisible(stopped and not shown and not self._paused)

    def _name_status(self, status: IndexStatus) -> None:
        problems = file_kinds.describe_problems(status)
        self.failures.setAccessibleName(problems or self.tr("%Ln problem(s)", None, 0))
        self.failures.setVisible(bool(problems))
        self.reranker.setText(phrases.describe_ranking(status))
        used = self.tr("Ranked by {}").format(status.reranker), phrases.describe_readers(status)
        self.reranker.setToolTip(literal_tooltip("\n".join(filter(None, used))))
