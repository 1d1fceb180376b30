"""Settings, Language model: the server that answers from notes, its test, and its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit

from vaultsearch.core.values.context import PRESETS
from vaultsearch.gui.model_consent import ask_for_consent
from vaultsearch.gui.settings.widgets import SettingsPage, button, in_a_row, label, tunables_by_name
from vaultsearch.gui.translations import translate_message
from vaultsearch.gui.widgets import ignore_drops

if TYPE_CHECKING:
    from vaultsearch.core.values.context import EndpointReport
    from vaultsearch.gui.engine.background import Background
    from vaultsearch.settings.protocol import SettingsStore

ADDRESS, MODEL, QUESTION_MARK = "ask.base_url", "ask.model", "ask.question_mark"
_TEST_JOB, _KEY_JOB = "test language model", "key of language model"


class LanguageModelPage(SettingsPage):
    """Sets the server and the model; nothing is sent before the user asks, or presses Test."""

    changed = Signal(str, object)
    """A parameter's name and its new value as text, None for the default."""

    def __init__(self, store: SettingsStore, background: Background) -> None:
        super().__init__(QCoreApplication.translate("LanguageModelPage", "Language model"))
        self._store = store
        self._background = background

    def build(self) -> None:
        """Build the page."""
        self.explain(
            self.tr(
                "A language model of your own can answer a question from your notes: press Ctrl+Enter in "
                "the search field. Every sentence is checked against the passages that it cites. Off until "
                "you set a server here."
            )
        )
        self.preset = QComboBox()
        self.preset.addItem(self.tr("None"), "")
        for name, address in PRESETS.items():
            self.preset.addItem(name, address)
        self.preset.addItem(self.tr("Other"), None)
        self.address, self.key = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText(next(iter(PRESETS.values())))
        self.model = QComboBox()
        self.model.setEditable(True)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        form = QFormLayout()
        for title, widget in (
            (self.tr("Server"), self.preset),
            (self.tr("Address"), self.address),
            (self.tr("Model"), self.model),
            (self.tr("Key, if it needs one"), self.key),
        ):
            widget.setAccessibleName(title)
            form.addRow(label(title), widget)
        for line in (self.address, self.key, self.model.lineEdit()):
            if line is not None:
                ignore_drops(line)
        if (line := self.model.lineEdit()) is not None:
            line.setAccessibleName(self.model.accessibleName())
        self.column.addLayout(form)
        self.store_key = button(self.tr("Store key"), self._store_key)
        self.test = button(self.tr("Test"), self._test)
        self.column.addWidget(in_a_row(self.test, self.store_key))
        self.outcome = label(tone="secondary")
        self.outcome.setAccessibleName(self.tr("Outcome of the test"))
        self.column.addWidget(self.outcome)
        self.question_mark = QCheckBox(self.tr("Answer a query that ends with a question mark by itself"))
        self.column.addWidget(self.question_mark)
        self.section(self.tr("What is sent"))
        self.explain(
            self.tr(
                "Each question sends the question and the text of the passages found for it, and nothing "
                "else; a conversation also its former questions and answers. A server on this computer "
                "keeps that here. Before anything goes to another computer, you are asked. “What was sent” "
                "beside an answer shows the exact text. Keys are stored in your system's store of "
                "passwords, or else in a file that only you can read."
            )
        )
        self.column.addStretch()
        self.preset.activated.connect(lambda _: self._choose_preset())
        self.address.editingFinished.connect(lambda: self._commit(ADDRESS, self.address.text()))
        self.model.activated.connect(lambda _: self._commit(MODEL, self.model.currentText()))
        if (line := self.model.lineEdit()) is not None:
            line.editingFinished.connect(lambda: self._commit(MODEL, self.model.currentText()))
        self.question_mark.clicked.connect(
            lambda checked: self._commit(QUESTION_MARK, "true" if checked else "")
        )
        self._background.failed.connect(self._fail)

    def refresh(self) -> None:
        """Show the settings."""
        tunables = tunables_by_name(self._store)
        values = {name: tunables[name].value for name in (ADDRESS, MODEL, QUESTION_MARK) if name in tunables}
        address = values.get(ADDRESS, "")
        if not self.address.hasFocus():
            self.address.setText(address)
        if not self.model.hasFocus():
            self.model.setCurrentText(values.get(MODEL, ""))
        self.question_mark.setChecked(values.get(QUESTION_MARK) == "true")
        known = [self.preset.itemData(row) for row in range(self.preset.count() - 1)]
        self.preset.setCurrentIndex(known.index(address) if address in known else self.preset.count() - 1)
        is_settable = all(tunables[name].source != "command line" for name in values)
        for widget in (self.preset, self.address, self.model, self.question_mark):
            widget.setEnabled(is_settable)
        self.test.setEnabled(bool(address and values.get(MODEL)))
        self.store_key.setEnabled(bool(address))

    def commit(self) -> None:
        """Commit what was typed."""
        self._commit(ADDRESS, self.address.text())
        self._commit(MODEL, self.model.currentText())

    def _choose_preset(self) -> None:
        address = self.preset.currentData()
        if address is None:
            self.address.setFocus()
            self.address.selectAll()
        else:
            self.address.setText(address)
            self._commit(ADDRESS, address)

    def _commit(self, name: str, value: str) -> None:
        tunable = tunables_by_name(self._store).get(name)
        if tunable is not None and value.strip() != tunable.value.replace("false", ""):
            self.outcome.clear()
            self.changed.emit(name, value.strip() or None)

    def _test(self) -> None:
        self.commit()
        address, model = self.address.text(), self.model.currentText()
        self.outcome.setText(self.tr("Testing {}…").format(address))
        self._background.ask(
            _TEST_JOB, lambda: self._store.storage.test_model(address, model), self._show_report
        )

    def _show_report(self, report: EndpointReport) -> None:
        self.outcome.setText(translate_message(report.sentence))
        current = self.model.currentText()
        if report.models:
            self.model.clear()
            self.model.addItems(list(report.models))
            self.model.setCurrentText(current)
        if report.host_to_allow:
            host = report.host_to_allow
            ask_for_consent(host, self.window(), lambda: self._allow(host))

    def _allow(self, host: str) -> None:
        self._background.ask(
            _TEST_JOB, lambda: self._store.storage.allow_model_host(host), lambda _: self._test()
        )

    def _store_key(self) -> None:
        address, key = self.address.text(), self.key.text().strip()
        self.key.clear()

        def stored(_: None) -> None:
            self.outcome.setText(self.tr("The key is stored.") if key else self.tr("The key is deleted."))

        self._background.ask(_KEY_JOB, lambda: self._store.storage.store_model_key(address, key), stored)

    def _fail(self, job: str, _error: object) -> None:
        """Clear the outcome: the trouble is shown at the foot of the window."""
        if job in (_TEST_JOB, _KEY_JOB):
            self.outcome.clear()
