"""Settings, Exclusions: ignore rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from vaultsearch.core.values.sync import RuleFile
from vaultsearch.gui.settings.parameters_page import ParameterRow
from vaultsearch.gui.settings.widgets import SettingsPage, wrapped_label
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import translate_message
from vaultsearch.gui.widgets import column_of, ignore_drops, show_text

_LINKS_OUT_PARAMETER = "source.follow_links_out"
_COMMIT_PAUSE_MS = 1000
_FIELD_LINES = 5


class IgnorePage(SettingsPage):
    """Edit the settings' ignore rules in gitignore syntax."""

    _vault: Path | None = None

    def build(self) -> None:
        """Build the page."""
        syntax = self.tr(
            "One rule per line, as in .gitignore: Archive/ is a folder, *.tmp.md a kind of file, "
            "!keep.md an exception. Excluded notes are neither indexed nor found."
        )
        self.explain(syntax)
        self.section(self.tr("All vaults"))
        self.every = RulesField(self.tr("Exclusions for all vaults"), self._store.ignore_line_error)
        self.append(self.every)
        self.section(self.tr("This vault"))
        self.whose = self.explain("")
        self.single = RulesField(self.tr("Exclusions for this vault"), self._store.ignore_line_error)
        self.append(self.single)
        self.section(self.tr("From files in the vault"))
        self.files = self.explain("")
        self.column.addSpacing(3 * GRID)
        self.links_out = ParameterRow(self.tunables()[_LINKS_OUT_PARAMETER], self._store.parameter_error)
        self.links_out.changed.connect(self.signals.tuned)
        self.append(self.links_out)
        self.column.addStretch()
        self.every.changed.connect(lambda lines: self._leave_out(lines, None))
        self.single.changed.connect(
            lambda lines: self._leave_out(lines, self._vault) if self._vault else None
        )
        self._show_rules()

    def show_vault(self, vault: Path | None) -> None:
        """Show the open vault's rules."""
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
        """Also look up files with rules."""
        self.links_out.show_tunable(self.tunables()[_LINKS_OUT_PARAMETER])
        read = partial(self._store.storage.list_ignore_files, self._vault)
        self._background.ask("rules", read, self._show_sources)

    def commit(self) -> None:
        """Commit the typed rules."""
        self.every.commit()
        self.single.commit()

    def _leave_out(self, lines: tuple[str, ...], vault: Path | None) -> None:
        self._store.set_ignore_lines(lines, vault)
        # Indexing reads the rules from the file.
        written = self._store.wait_until_saved
        self._background.ask("save exclusions", written, lambda _: self.signals.rules_changed.emit())

    def _show_sources(self, sources: tuple[RuleFile, ...]) -> None:
        lines = [self.tr("{}: %Ln rule(s)", None, source.rules).format(source.name) for source in sources]
        for source in sources:
            lines += [f"{source.name}: {translate_message(problem)}" for problem in source.problems]
        none = self.tr("No exclusions in Obsidian or in .vaultsearchignore.")
        self.files.setText("\n".join(lines) or none)


class RulesField(QWidget):
    """A text field for rules, committed when typing pauses, unless a line is invalid."""

    changed = Signal(object)
    """The new lines, a tuple of strings."""

    def __init__(self, name: str, refusal: Callable[[str], str]) -> None:
        super().__init__()
        self._refusal = refusal
        self._known: tuple[str, ...] = ()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(name)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        # A rule has no tab in it, and the keyboard must get out of the field.
        self.text.setTabChangesFocus(True)
        ignore_drops(self.text)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _FIELD_LINES + 4 * GRID)
        self.trouble = wrapped_label(scale="small", tone="trouble")
        self.trouble.hide()
        column_of(self.text, self.trouble, within=self, margins=0, spacing=GRID)
        self._timer = QTimer(self, interval=_COMMIT_PAUSE_MS, singleShot=True)
        self._timer.timeout.connect(self.commit)
        self.text.textChanged.connect(self._timer.start)
        self.text.textChanged.connect(lambda: show_text(self.trouble, "\n".join(self._troubles())))

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Show the stored lines."""
        # Equal lines are not set again: the cursor would go to the beginning while somebody types.
        if lines != self._lines():
            self.text.setPlainText("\n".join(lines))
        self._known = lines
        self._timer.stop()

    def commit(self) -> None:
        """Emit the field's lines, if valid and changed."""
        self._timer.stop()
        lines = self._lines()
        if lines != self._known and not self._troubles():
            self._known = lines
            self.changed.emit(lines)

    def _troubles(self) -> list[str]:
        return [translate_message(refusal) for line in self._lines() if (refusal := self._refusal(line))]

    def _lines(self) -> tuple[str, ...]:
        return tuple(line for line in self.text.toPlainText().splitlines() if line.strip())
