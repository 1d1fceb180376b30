"""Settings, Exclusions: ignore rules of every vault and of the open one, and the files that hold more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from vaultsearch.gui.looks.tokens import GRID
from vaultsearch.gui.settings.parameters_page import ParameterRow
from vaultsearch.gui.settings.widgets import SettingsPage, label, tunables_by_name
from vaultsearch.gui.translations import translate_message
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import RuleSource, SettingsStore, Tunable

_LINKS_OUT = "source.follow_links_out"
_PAUSE_MS = 1000
_LINES = 5


class IgnorePage(SettingsPage):
    """Edits the ignore rules, lines in gitignore's syntax, that the settings keep."""

    changed = Signal()
    """Other notes are ignored from now on."""
    tuned = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(QCoreApplication.translate("IgnorePage", "Exclusions"))
        self._store = store
        self._background = background
        self._vault: Path | None = None

    def build(self) -> None:
        """Build the page."""
        self.explain(
            self.tr(
                "One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, "
                "!keep.md an exception. Excluded notes are neither indexed nor found."
            )
        )
        self.section(self.tr("All vaults"))
        self.every = RulesField(self.tr("Exclusions for all vaults"), self._store.ignore_line_error)
        self.column.addWidget(self.every)
        self.section(self.tr("This vault"))
        self.whose = self.explain("")
        self.single = RulesField(self.tr("Exclusions for this vault"), self._store.ignore_line_error)
        self.column.addWidget(self.single)
        self.section(self.tr("From files in the vault"))
        self.files = self.explain("")
        self.section(self.tr("Links to outside the vault"))
        self.links_out = ParameterRow(self._links_out(), self._store.parameter_error)
        self.links_out.changed.connect(self.tuned)
        self.column.addWidget(self.links_out)
        self.column.addStretch()
        self.every.changed.connect(lambda lines: self._leave_out(lines, None))
        self.single.changed.connect(self._leave_out_of_this)
        self._show_rules()

    def show_vault(self, vault: Path | None) -> None:
        """Show the rules of the open vault, None if there is none."""
        self._vault = vault
        if self.built:
            self._show_rules()

    def _show_rules(self) -> None:
        vault = self._vault
        self.every.show_lines(self._store.ignore_lines(None))
        self.single.show_lines(self._store.ignore_lines(vault) if vault is not None else ())
        self.single.setEnabled(vault is not None)
        self.whose.setText(str(vault) if vault is not None else self.tr("No vault is open."))

    def refresh(self) -> None:
        """Look up the files that hold rules, too."""
        vault = self._vault
        self.links_out.show_tunable(self._links_out())
        self._background.ask(
            "rules", lambda: self._store.storage.list_ignore_files(vault), self._show_sources
        )

    def commit(self) -> None:
        """Commit the rules typed so far."""
        self.every.commit()
        self.single.commit()

    def _links_out(self) -> Tunable:
        return tunables_by_name(self._store)[_LINKS_OUT]

    def _leave_out(self, lines: tuple[str, ...], vault: Path | None) -> None:
        self._store.set_ignore_lines(lines, vault)
        self.changed.emit()

    def _leave_out_of_this(self, lines: tuple[str, ...]) -> None:
        if self._vault is not None:
            self._leave_out(lines, self._vault)

    def _show_sources(self, sources: tuple[RuleSource, ...]) -> None:
        lines = [self.tr("{}: %Ln rule(s)", None, source.rules).format(source.place) for source in sources]
        lines += [
            f"{source.place}: {translate_message(problem)}"
            for source in sources
            for problem in source.problems
        ]
        none = self.tr("No exclusions in Obsidian or in .vaultsearchignore.")
        self.files.setText("\n".join(lines) or none)


class RulesField(QWidget):
    """A text field for rules; committed when typing pauses, unless a line is refused."""

    changed = Signal(object)
    """The new lines, a tuple of strings."""

    def __init__(self, name: str, refusal: Callable[[str], str]) -> None:
        super().__init__()
        self._refusal = refusal
        self._known: tuple[str, ...] = ()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(name)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        ignore_drops(self.text)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _LINES + 4 * GRID)
        self.trouble = label(scale="small", tone="trouble")
        self.trouble.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.text)
        column.addWidget(self.trouble)
        self._timer = QTimer(self, interval=_PAUSE_MS, singleShot=True)
        self._timer.timeout.connect(self.commit)
        self.text.textChanged.connect(self._typed)

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Show the stored lines."""
        if lines != self._lines():
            self.text.setPlainText("\n".join(lines))
        self._known = lines
        self._timer.stop()

    def commit(self) -> None:
        """Emit the lines in the field, unless one is refused or none is new."""
        self._timer.stop()
        lines = self._lines()
        if lines != self._known and not self._troubles():
            self._known = lines
            self.changed.emit(lines)

    def _typed(self) -> None:
        troubles = self._troubles()
        self.trouble.setText("\n".join(troubles))
        self.trouble.setVisible(bool(troubles))
        self._timer.start()

    def _troubles(self) -> list[str]:
        return [translate_message(refusal) for line in self._lines() if (refusal := self._refusal(line))]

    def _lines(self) -> tuple[str, ...]:
        return tuple(line for line in self.text.toPlainText().splitlines() if line.strip())
