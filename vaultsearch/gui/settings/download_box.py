"""Fetch the cross-encoder: show the offer first, then progress, cancel, and the outcome."""

from __future__ import annotations

from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from vaultsearch.gui.core_texts import translate_message
from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.widgets import button, in_a_row, label, size_text

if TYPE_CHECKING:
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import Storage
    from vaultsearch.settings.values import Download

_ASKING, _FETCHING = "download offer", "download"
_STEPS = 1000


class ModelDownloadBox(QWidget):
    """Uses the network only on a click, twice: to ask how large the model is, and to fetch it."""

    fetched = Signal()
    """The model has been fetched and verified."""

    def __init__(self, storage: Storage, background: Background) -> None:
        super().__init__()
        self._storage = storage
        self._background = background
        self._offer: Download | None = None
        self._cancelled = Event()
        self.words = label(tone="secondary")
        self.trouble = label(tone="trouble")
        self.ask = button(self.tr("Show download details…"), self._ask)
        self.fetch = button(self.tr("Download"), self._fetch)
        self.cancel = button(self.tr("Cancel"), self.stop)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(self.tr("Download progress"))
        self.bar.setRange(0, _STEPS)
        self.bar.setFixedWidth(220)
        self.bar.setTextVisible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(self.words)
        column.addWidget(self.trouble)
        column.addWidget(in_a_row(self.ask, self.fetch, self.bar, self.cancel))
        background.failed.connect(self._fail)
        self._show_idle(
            self.tr(
                "A larger cross-encoder can be downloaded from the model hub. This contacts the "
                "model hub; nothing is downloaded until you confirm."
            )
        )

    def stop(self) -> None:
        """Cancel the download; the bytes that have arrived are kept for another try."""
        self._cancelled.set()

    def _show_idle(self, sentence: str, trouble: str = "") -> None:
        self._show(sentence, trouble, ask=True)

    def _show(
        self, sentence: str, trouble: str = "", *, ask: bool = False, fetch: bool = False, busy: bool = False
    ) -> None:
        self.words.setText(sentence)
        self.words.setVisible(bool(sentence))
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.ask.setVisible(ask)
        self.fetch.setVisible(fetch)
        self.bar.setVisible(busy)
        self.cancel.setVisible(busy or fetch)

    def _ask(self) -> None:
        self._show(self.tr("Contacting the model hub…"))
        self._background.ask(_ASKING, self._storage.find_download, self._show_offer)

    def _show_offer(self, offer: Download) -> None:
        self._offer = offer
        self._cancelled.clear()
        self.fetch.setText(self.tr("Download {}").format(size_text(offer.bytes)))
        self.fetch.setAccessibleName(self.fetch.text())
        self._show(
            self.tr("{}, version {}: {} from {}, into the model cache on this computer.").format(
                offer.name, offer.revision[:12], size_text(offer.bytes), offer.hub
            ),
            fetch=True,
        )
        self.cancel.clicked.connect(self._decline)
        self.fetch.setFocus()

    def _decline(self) -> None:
        if not self.bar.isVisible():
            self._show_idle(self.tr("Nothing was downloaded."))

    def _fetch(self) -> None:
        offer = self._offer
        if offer is None:
            return
        self._cancelled.clear()
        self.bar.setValue(0)
        self._show(self.tr("Downloading {} from {}…").format(offer.name, offer.hub), busy=True)
        self._background.ask(
            _FETCHING,
            lambda: self._storage.download(offer, partial(self._progress, offer), self._cancelled),
            self._finish,
        )

    def _progress(self, offer: Download, arrived: int) -> None:
        # Called on a thread of the background, which must not touch widgets.
        share = min(_STEPS, _STEPS * arrived // max(1, offer.bytes))
        self._background.post(lambda: self.bar.setValue(share))

    def _finish(self, complete: bool) -> None:
        if complete:
            self._show_idle(self.tr("Downloaded and verified. Used from the next start."))
            self.fetched.emit()
        else:
            self._show_idle(self.tr("Cancelled. The partial download is kept and will resume."))

    def _fail(self, job: str, sentence: str) -> None:
        if job in (_ASKING, _FETCHING):
            self._show_idle("", translate_message(sentence))
