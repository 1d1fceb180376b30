"""Two passages side by side: reworded sentences and those of one of them alone are marked."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import ACCENT_ROLE, GRID, MARK_ROLE, SELECTED_SHARE, mixed
from vaultsearch.gui.rows.row_painter import SEPARATOR
from vaultsearch.gui.widgets import ignore_drops, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.context import ComparedSentence, Comparison
    from vaultsearch.core.values.search import Chunk
    from vaultsearch.gui.engine.engine_thread import EngineThread

_JOB = "comparison"
_SPAN = "<span style='background: {colour}'>{text}</span>"


class ComparisonDialog(QDialog):
    """Asks ``engine`` to compare the texts of two passages, and shows them."""

    def __init__(self, engine: EngineThread, first: Chunk, second: Chunk, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare passages"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(960, 600)
        self.sides = (QTextBrowser(), QTextBrowser())
        columns = QHBoxLayout()
        columns.setSpacing(3 * GRID)
        for side, chunk in zip(self.sides, (first, second), strict=True):
            title = SEPARATOR.join((chunk.title, *chunk.heading_path[-1:]))
            side.setAccessibleName(title)
            side.setOpenLinks(False)
            ignore_drops(side)
            ignore_drops(side.viewport())
            column = QVBoxLayout()
            column.addWidget(plain_label(title, wraps=True))
            column.addWidget(side, 1)
            columns.addLayout(column, 1)
        self.key = plain_label(scale="small", tone="secondary", wraps=True)
        self.key.setTextFormat(Qt.TextFormat.RichText)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.setSpacing(2 * GRID)
        whole.addLayout(columns, 1)
        whole.addWidget(self.key)
        whole.addWidget(buttons)
        self.finished.connect(lambda _: engine.drop(_JOB))
        texts = first.text, second.text
        engine.ask(_JOB, lambda vault: vault.excerpts.compared(*texts), self._show)

    def _show(self, comparison: Comparison) -> None:
        palette = self.palette()
        alone = mixed(
            palette.color(QPalette.ColorRole.Base), palette.color(ACCENT_ROLE), SELECTED_SHARE
        ).name()
        changed = palette.color(MARK_ROLE).name()
        for side, sentences in zip(self.sides, (comparison.first, comparison.second), strict=True):
            side.setHtml("".join(f"<p>{_html(sentence, alone, changed)}</p>" for sentence in sentences))
        self.key.setText(self._key(comparison.first, alone, changed))

    def _key(self, sentences: Sequence[ComparedSentence], alone: str, changed: str) -> str:
        shared = sum(sentence.counterpart is not None for sentence in sentences)
        said = self.tr("%Ln sentence(s) in both", "", shared)
        only = _SPAN.format(colour=alone, text=f"&nbsp;{escape(self.tr('only here'))}&nbsp;")
        other = _SPAN.format(colour=changed, text=f"&nbsp;{escape(self.tr('other words'))}&nbsp;")
        return " · ".join((escape(said), only, other))


def _html(sentence: ComparedSentence, alone: str, changed: str) -> str:
    if sentence.counterpart is None:
        return _SPAN.format(colour=alone, text=escape(sentence.text))
    html, end = "", 0
    for span in sentence.changes:
        html += escape(sentence.text[end : span.start])
        html += _SPAN.format(colour=changed, text=escape(sentence.text[span.start : span.end]))
        end = span.end
    return html + escape(sentence.text[end:])
