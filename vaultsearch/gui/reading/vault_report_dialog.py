"""The vault report: near-duplicate passages, unresolved links, and notes without any link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.reading.places import PlaceTree, duplicates_to_keep, vault_report_sections
from vaultsearch.gui.translations import translate_error

if TYPE_CHECKING:
    from vaultsearch.core.values.relations import DuplicateGroup, LooseEnds
    from vaultsearch.gui.engine.engine_thread import EngineThread, Trouble
    from vaultsearch.service.protocol import VaultService

REPORT_JOB = "vault report"
"""The name of the engine's job."""


class VaultReportDialog(QDialog):
    """Asks ``engine`` for the report when it opens; a row shows its note in the window behind."""

    place_asked = Signal(str, int)
    """The path of the note to show, and the line, 0 for its top."""
    comparison_asked = Signal(object)
    """The Place whose passage is to be compared with the one beside it."""
    copy_asked = Signal(str)
    """A text is to be copied."""

    def __init__(self, engine: EngineThread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.setWindowTitle(self.tr("Duplicates and broken links"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(560, 560)
        self.tree = PlaceTree(self.windowTitle())
        self.tree.place_asked.connect(self.place_asked)
        self.tree.comparison_asked.connect(self.comparison_asked)
        self._duplicates: tuple[DuplicateGroup, ...] = ()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(
            self.tr("Copy duplicates as a list"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy.setToolTip(self.tr("Tasks in Markdown: which passage of each group to keep"))
        self.copy.setEnabled(False)
        self.copy.clicked.connect(lambda: self.copy_asked.emit(duplicates_to_keep(self._duplicates)))
        for button in buttons.buttons():
            button.setAccessibleName(button.text())
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(3 * GRID)
        column.addWidget(self.tree)
        column.addWidget(buttons)
        self.finished.connect(lambda _: engine.drop(REPORT_JOB))
        engine.failed.connect(self._refuse)
        self._ask()

    def _ask(self) -> None:
        async def report(vault: VaultService) -> tuple[tuple[DuplicateGroup, ...], LooseEnds]:
            return await vault.relations.duplicates(), await vault.relations.loose_ends()

        self.tree.say(self.tr("Comparing all passages…"))
        self._engine.ask(REPORT_JOB, report, self._show)

    def _refuse(self, trouble: Trouble) -> None:
        if trouble.job == REPORT_JOB:
            self.tree.say(translate_error(trouble.sentence, trouble.remedy))

    def _show(self, report: tuple[tuple[DuplicateGroup, ...], LooseEnds]) -> None:
        self._duplicates = report[0]
        self.copy.setEnabled(bool(self._duplicates))
        nothing = self.tr("No duplicates or broken links")
        self.tree.show_sections(vault_report_sections(*report), nothing)
