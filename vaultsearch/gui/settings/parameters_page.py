"""Settings, Parameters: find, set and reset every parameter."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from vaultsearch.core.values.components import RERANKERS
from vaultsearch.gui.settings.finding import parameter_name, setting_words
from vaultsearch.gui.settings.widgets import SettingsPage, ignore_wheel, push_button, size_text, wrapped_label
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import tr, translate_message
from vaultsearch.gui.widgets import show_text, text_field
from vaultsearch.settings.protocol import Tunable

_FIELD_WIDTH = 220
_COMMAND_LINE = "command line"
FLAG_KIND = "true or false"


class ParameterRow(QWidget):
    """Edit a `Tunable`: validate at each key, commit on Enter or when the field loses focus."""

    changed = Signal(str, object)
    """The parameter's name and the new value as text, None for the default."""

    def __init__(self, tunable: Tunable, refusal: Callable[[str, str], str]) -> None:
        super().__init__()
        self._tunable = tunable
        self._refusal = refusal
        self.name = wrapped_label(parameter_name(tunable.name), scale="title")
        self.name.setToolTip(tunable.name)
        self._help = tr(tunable.help)
        sentence = tr("{}.").format(f"{self._help[:1].upper()}{self._help[1:]}")
        self.help = wrapped_label(sentence, tone="secondary")
        self.note = wrapped_label(scale="small", tone="secondary")
        self.trouble = wrapped_label(scale="small", tone="trouble")
        self.reset = push_button(self.tr("Reset"), self._reset, self.tr("Reset to default"))
        self.reset.setAccessibleName(self.tr("Reset {}").format(self.name.text()))
        self.field = self._field()
        # What Qt says that the user edits: a line's text, a choice's current text, whether a box is checked.
        self._value = self.field.metaObject().userProperty()
        self.field.setAccessibleName(self.name.text())
        self.field.setToolTip(tunable.name)
        self.field.setAccessibleDescription(self._help)
        self._place()
        self.show_tunable(tunable)

    def show_tunable(self, tunable: Tunable) -> None:
        """Show the parameter's value and source."""
        self._tunable = tunable
        if self._typed() != tunable.value:
            self._put(tunable.value)
        is_locked = tunable.source == _COMMAND_LINE
        self.field.setEnabled(not is_locked)
        self.reset.setVisible(tunable.source != "default" and not is_locked)
        shown = tunable.default
        if tunable.key.endswith("_bytes") and shown.isdecimal():
            shown = f"{shown} ({size_text(int(shown))})"
        elif tunable.kind == FLAG_KIND:
            shown = tr("on") if shown == "true" else tr("off")
        # A long chain may be wrapped behind each +.
        note = self.tr("Default: {}").format(shown.replace("+", "+\u200b") or self.tr("empty"))
        if is_locked:
            note = self.tr("Set on the command line for this run. {}").format(note)
        elif tunable.reads_again:
            note = self.tr("{} · changing this re-indexes your notes").format(note)
        self.note.setText(note)
        self._check()

    def matches(self, words: str) -> bool:
        """Return whether name, help and value together contain every word."""
        tunable = self._tunable
        named = f"{tunable.name} {self.name.text()} {setting_words(tunable.name)}"
        text = f"{named} {self._help} {tunable.help} {tunable.value}".casefold().replace("_", " ")
        return all(word in text for word in words.casefold().replace("_", " ").split())

    def commit(self) -> None:
        """Emit the field's value, unless invalid or unchanged."""
        value = self._typed()
        if self.field.isEnabled() and value != self._tunable.value and not self._check():
            self.changed.emit(self._tunable.name, None if value == self._tunable.default else value)

    def _field(self) -> QLineEdit | QComboBox | QCheckBox:
        if self._tunable.kind == FLAG_KIND:
            flag = QCheckBox(self.tr("on"))
            flag.toggled.connect(self.commit)
            return flag
        if self._tunable.choices and not self._tunable.several:
            choice = QComboBox()
            choice.addItems(self._tunable.choices)
            choice.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            ignore_wheel(choice)
            choice.currentTextChanged.connect(lambda _: self.commit())
            return choice
        line = text_field()
        line.textEdited.connect(self._check)
        line.editingFinished.connect(self.commit)
        return line

    def _typed(self) -> str:
        typed = self._value.read(self.field)
        return str(typed).lower() if isinstance(typed, bool) else str(typed).strip()

    def _put(self, value: str) -> None:
        # A value that is shown is no change by the user.
        with QSignalBlocker(self.field):
            self._value.write(self.field, value == "true" if self._tunable.kind == FLAG_KIND else value)
            if isinstance(self.field, QLineEdit):
                # A long chain is read from its beginning.
                self.field.setCursorPosition(0)

    def _check(self) -> str:
        sentence = translate_message(self._refusal(self._tunable.name, self._typed()))
        show_text(self.trouble, sentence)
        return sentence

    def _reset(self) -> None:
        self._put(self._tunable.default)
        self.field.setFocus()
        self.changed.emit(self._tunable.name, None)

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, GRID, 0, 2 * GRID)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.help, 1, 0)
        grid.addWidget(self.note, 2, 0)
        if self._tunable.several:
            # Beside the help, twelve kinds of files were cut off.
            grid.addWidget(self.field, 3, 0, 1, 3)
        else:
            self.field.setFixedWidth(_FIELD_WIDTH)
            grid.addWidget(self.field, 0, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.trouble, 4, 0, 1, 3)
        grid.addWidget(self.reset, 0, 2, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(0, 1)
        for label in (self.name, self.help, self.note):
            # Narrower than an address in it: otherwise the fields would lie outside of the window.
            label.setMinimumWidth(45 * GRID)
            # Squeezed otherwise while further groups are still being built below.
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)


_INITIAL_STEPS = 3
"""Steps built immediately, enough to fill the window."""

_STEP_TITLES = {
    "source": "Files to index",
    "files": "Files of other kinds",
    "chunking": "Passages",
    "embedding": "Indexing by meaning",
    "language": "Languages",
    "retrieval": "Finding candidates",
    "fusion": "Combining keywords and meaning",
    "reranker": "Reranking",
    **{name: kind.heading for name, kind in RERANKERS.items()},
    "passages": "Searching with a long text",
    "window": "Window",
    "learning": "Learning from use",
    "context": "Copy as context",
    "ask": "Language model",
}


class ParametersPage(SettingsPage):
    """List parameters grouped by step."""

    def build(self) -> None:
        """Build the page."""
        self.rows: dict[str, ParameterRow] = {}
        self._groups: list[tuple[QLabel, list[ParameterRow]]] = []
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_group)
        self.filter = text_field(self.tr("Search settings"), clearable=True)
        self.filter.textChanged.connect(self._show_matching)
        self.nothing = wrapped_label(self.tr("No matching setting."), tone="secondary")
        self.nothing.hide()
        self.explain(self.tr("Also applies to the command line. Most people never need this page."))
        self.append(self.filter, self.nothing)
        self.column.addStretch()
        steps = list(_STEP_TITLES)
        tunables = sorted(
            self._store.tunables(),
            key=lambda tunable: steps.index(tunable.step) if tunable.step in _STEP_TITLES else len(steps),
        )
        grouped = groupby(tunables, key=lambda tunable: tunable.step)
        self._waiting: list[tuple[str, list[Tunable]]] = [(step, list(group)) for step, group in grouped]
        # A group for each turn of the event loop: building all at once would block the window.
        for _ in range(_INITIAL_STEPS):
            self._make_group()
        self._making.start()

    def build_whole(self) -> None:
        """Build all rows at once, to be searched."""
        super().build_whole()
        while self._waiting:
            self._make_group()

    def _make_group(self) -> None:
        """Build the next step's rows."""
        if not self._waiting:
            self._making.stop()
            return
        step, tunables = self._waiting.pop(0)
        title = wrapped_label(self.step_title(step), scale="section")
        self.column.insertSpacing(self.column.count() - 1, 2 * GRID)
        self._put(title)
        rows = []
        for tunable in tunables:
            row = ParameterRow(tunable, self._store.parameter_error)
            row.changed.connect(self.signals.tuned)
            self._put(row)
            self.rows[tunable.name] = row
            rows.append(row)
        self._groups.append((title, rows))
        if self.filter.text():
            self._show_matching(self.filter.text())

    def _put(self, part: QWidget) -> None:
        # Behind the last one comes the stretch.
        self.column.insertWidget(self.column.count() - 1, part)

    @staticmethod
    def step_title(step: str) -> str:
        """Return a step's translated title."""
        return tr(_STEP_TITLES.get(step, step))

    def refresh(self) -> None:
        """Show current values."""
        for tunable in self._store.tunables():
            if tunable.name in self.rows:
                self.rows[tunable.name].show_tunable(tunable)

    def commit(self) -> None:
        """Commit the value in a focused field."""
        for row in self.rows.values():
            row.commit()

    def _show_matching(self, words: str) -> None:
        for title, rows in self._groups:
            in_title = all(word in title.text().casefold() for word in words.casefold().split())
            for row in rows:
                row.setVisible(in_title or row.matches(words))
            title.setVisible(any(not row.isHidden() for row in rows))
        self.nothing.setVisible(all(title.isHidden() for title, _ in self._groups))
