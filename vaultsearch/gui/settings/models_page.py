"""Settings, Models and Language model: installed models, models in use, downloads, and servers."""

from __future__ import annotations

from functools import partial
from threading import Event

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QTreeWidgetItem,
    QWidget,
)

from vaultsearch.core.values.context import PRESETS, EndpointReport
from vaultsearch.core.values.sync import IndexStatus
from vaultsearch.gui import phrases
from vaultsearch.gui.background import Background
from vaultsearch.gui.settings.widgets import (
    NUMBER_ALIGNMENT,
    SettingsPage,
    choice_of,
    choose_folder,
    form_of,
    in_a_row,
    plain_tree,
    push_button,
    size_text,
    wrapped_label,
)
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import join_sentences, translate_message
from vaultsearch.gui.widgets import (
    ask_for_consent,
    column_of,
    ignore_drops,
    literal_tooltip,
    name_button,
    show_text,
    text_field,
)
from vaultsearch.settings.protocol import Download, InstalledModel, Storage

_OFFER_JOB, _DOWNLOAD_JOB = "download offer", "download"
_PROGRESS_STEPS = 1000


class ModelDownloadBox(QWidget):
    """Offer a model download; use the network only on a click, first for the size, then the model."""

    fetched = Signal()
    """The model has been fetched and verified."""

    def __init__(self, storage: Storage, background: Background) -> None:
        super().__init__()
        self._storage = storage
        self._background = background
        self._offer: Download | None = None
        self._cancelled = Event()
        self.words = wrapped_label(tone="secondary")
        self.trouble = wrapped_label(tone="trouble")
        self.ask = push_button(self.tr("Show download details…"), self._ask)
        self.fetch = push_button(self.tr("Download"), self._fetch)
        self.cancel = push_button(self.tr("Cancel"), self.stop)
        self.cancel.clicked.connect(self._decline)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(self.tr("Download progress"))
        self.bar.setRange(0, _PROGRESS_STEPS)
        self.bar.setFixedWidth(220)
        self.bar.setTextVisible(False)
        row = in_a_row(self.ask, self.fetch, self.bar, self.cancel)
        column_of(self.words, self.trouble, row, within=self, margins=0, spacing=2 * GRID)
        background.failed.connect(self._fail)
        offered = self.tr(
            "A larger cross-encoder can be downloaded from the model hub. This contacts the "
            "model hub; nothing is downloaded until you confirm."
        )
        self._show(offered, self.ask)

    def stop(self) -> None:
        """Cancel the download, keeping the partial file for the next attempt."""
        self._cancelled.set()

    def _show(self, sentence: str, *buttons: QWidget, trouble: str = "") -> None:
        show_text(self.words, sentence)
        show_text(self.trouble, trouble)
        for part in (self.ask, self.fetch, self.bar, self.cancel):
            part.setVisible(part in buttons)

    def _ask(self) -> None:
        self._show(self.tr("Contacting the model hub…"))
        self._background.ask(_OFFER_JOB, self._storage.find_download, self._show_offer)

    def _show_offer(self, offer: Download) -> None:
        self._offer = offer
        self._cancelled.clear()
        name_button(self.fetch, self.tr("Download {}").format(size_text(offer.bytes)))
        facts = offer.name, offer.revision[:12], size_text(offer.bytes), offer.hub
        sentence = self.tr("{}, version {}: {} from {}, into the model cache on this computer.")
        self._show(sentence.format(*facts), self.fetch, self.cancel)
        self.fetch.setFocus()

    def _decline(self) -> None:
        if not self.bar.isVisible():
            self._show(self.tr("Nothing was downloaded."), self.ask)

    def _fetch(self) -> None:
        offer = self._offer
        if offer is None:
            return
        self._cancelled.clear()
        self.bar.setValue(0)
        self._show(self.tr("Downloading {} from {}…").format(offer.name, offer.hub), self.bar, self.cancel)
        download = partial(self._storage.download, offer, partial(self._progress, offer), self._cancelled)
        self._background.ask(_DOWNLOAD_JOB, download, self._finish)

    def _progress(self, offer: Download, arrived: int) -> None:
        # Called on a thread of the background, which must not touch widgets.
        share = min(_PROGRESS_STEPS, _PROGRESS_STEPS * arrived // max(1, offer.bytes))
        self._background.post(lambda: self.bar.setValue(share))

    def _finish(self, complete: bool) -> None:
        if complete:
            self._show(self.tr("Downloaded and verified. Used from the next start."), self.ask)
            self.fetched.emit()
        else:
            self._show(self.tr("Cancelled. The partial download is kept and will resume."), self.ask)

    def _fail(self, job: str, sentence: str) -> None:
        if job in (_OFFER_JOB, _DOWNLOAD_JOB):
            self._show("", self.ask, trouble=translate_message(sentence))


class ServerForm(QWidget):
    """Form for an OpenAI-compatible server, key and model, tested on a click.

    Nothing is sent earlier. With ``for_embeddings``, the test requests embeddings, and asks for consent to
    send all notes to another computer; otherwise it requests an answer.
    """

    address_edited = Signal(str)
    model_edited = Signal(str)
    tested = Signal(object)
    """The `EndpointReport` of a test."""

    def __init__(self, storage: Storage, background: Background, *, for_embeddings: bool = False) -> None:
        super().__init__()
        self._storage = storage
        self._background = background
        self._for_embeddings = for_embeddings
        use = "embeddings" if for_embeddings else "chat"
        self._test_job, self._key_job = f"test-{use}", f"key-{use}"
        self.preset = QComboBox()
        if not for_embeddings:
            self.preset.addItem(self.tr("None"), "")
        for name, address in PRESETS.items():
            self.preset.addItem(name, address)
        self.preset.addItem(self.tr("Other"), None)
        self.address, self.key = text_field(), text_field()
        self.address.setPlaceholderText(next(iter(PRESETS.values())))
        self.model = QComboBox()
        self.model.setEditable(True)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Server"), self.preset),
            (self.tr("Address"), self.address),
            (self.tr("Model"), self.model),
            (self.tr("Key, if it needs one"), self.key),
        )
        for title, widget in rows:
            widget.setAccessibleName(title)
        if (line := self.model.lineEdit()) is not None:
            ignore_drops(line)
            line.setAccessibleName(self.model.accessibleName())
            line.editingFinished.connect(lambda: self.model_edited.emit(self.model.currentText()))
        self.store_key = push_button(self.tr("Store key"), lambda: self._store_key(self.key.text().strip()))
        # Apart, as a second click on the other one, with the field cleared by the first, deleted the key.
        self.delete_key = push_button(self.tr("Delete key"), lambda: self._store_key(""))
        self.test = push_button(self.tr("Test"), self._test)
        self.outcome = wrapped_label(tone="secondary")
        self.outcome.setAccessibleName(self.tr("Outcome of the test"))
        buttons = in_a_row(self.test, self.store_key, self.delete_key)
        column_of(form_of(*rows), buttons, self.outcome, within=self, margins=0, spacing=2 * GRID)
        self.preset.activated.connect(lambda _: self._choose_preset())
        self.address.editingFinished.connect(lambda: self.address_edited.emit(self.address.text()))
        self.address.textChanged.connect(self._show_address)
        self.key.textChanged.connect(self._enable_buttons)
        self.model.activated.connect(lambda _: self.model_edited.emit(self.model.currentText()))
        background.failed.connect(self._fail)
        self._show_address()

    def show_server(self, address: str, model: str) -> None:
        """Show a server and a model, except in a focused field."""
        if not self.address.hasFocus():
            self.address.setText(address)
        if not self.model.hasFocus():
            self.model.setCurrentText(model)

    def commit(self) -> None:
        """Emit the typed values."""
        self.address_edited.emit(self.address.text())
        self.model_edited.emit(self.model.currentText())

    def _show_address(self) -> None:
        """Select the address's preset, and enable what needs an address."""
        row = self.preset.findData(self.address.text().strip())
        self.preset.setCurrentIndex(row if row >= 0 else self.preset.count() - 1)
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        has_address = bool(self.address.text().strip())
        # Without a model, the test lists those that there are.
        for part in (self.test, self.delete_key):
            part.setEnabled(has_address)
        self.store_key.setEnabled(has_address and bool(self.key.text().strip()))

    def _choose_preset(self) -> None:
        address = self.preset.currentData()
        if address is None:
            self.address.setFocus()
            self.address.selectAll()
        else:
            self.address.setText(address)
            self.address_edited.emit(address)

    def _test(self) -> None:
        self.commit()
        address, model = self.address.text(), self.model.currentText()
        self.outcome.setText(self.tr("Testing {}…").format(address))
        test = partial(self._storage.test_model, address, model, for_embeddings=self._for_embeddings)
        self._background.ask(self._test_job, test, self._show_report)

    def _show_report(self, report: EndpointReport) -> None:
        self.outcome.setText(translate_message(report.sentence))
        current = self.model.currentText()
        if report.models:
            self.model.clear()
            self.model.addItems(list(report.models))
            self.model.setCurrentText(current)
        self.tested.emit(report)
        if host := report.host_to_allow:
            allow = partial(self._storage.allow_model_host, host, all_notes=self._for_embeddings)
            agreed = partial(self._background.ask, self._test_job, allow, lambda _: self._test())
            ask_for_consent(host, self.window(), agreed, all_notes=self._for_embeddings)

    def _store_key(self, key: str) -> None:
        store = partial(self._storage.store_model_key, self.address.text(), key)
        self.key.clear()

        def stored(_: None) -> None:
            self.outcome.setText(self.tr("The key is stored.") if key else self.tr("The key is deleted."))

        self._background.ask(self._key_job, store, stored)

    def _fail(self, job: str, _error: object) -> None:
        """Clear the outcome; the error is shown at the foot of the window."""
        if job in (self._test_job, self._key_job):
            self.outcome.clear()


class EmbeddingServerBox(QWidget):
    """Choose a tested server for embeddings, and explain the consequences."""

    chosen = Signal(str)
    """The encoder parameter's value: address, ``#`` and model."""

    def __init__(self, storage: Storage, background: Background) -> None:
        super().__init__()
        self._passages = 0
        self._in_use = ""
        self._report: tuple[str, EndpointReport] | None = None
        self.form = ServerForm(storage, background, for_embeddings=True)
        self.meaning = wrapped_label(tone="secondary")
        self.use = push_button("", lambda: self.chosen.emit(self._reference))
        column_of(self.form, self.meaning, in_a_row(self.use), within=self, margins=0, spacing=2 * GRID)
        self.form.show_server(next(iter(PRESETS.values())), "")
        self.form.tested.connect(self._keep_report)
        self.form.address.textChanged.connect(self._show)
        self.form.model.currentTextChanged.connect(self._show)
        self.form.address_edited.connect(self._show)
        self._show()

    def show_value(self, value: str) -> None:
        """Show the encoder in use, if it is a server."""
        self._in_use = value
        focused = QApplication.focusWidget()
        if "://" in value and not (focused is not None and self.isAncestorOf(focused)):
            address, _, model = value.partition("#")
            self.form.show_server(address, model)
        self._show()

    def show_passages(self, count: int) -> None:
        """Set the number of indexed passages, for the estimate."""
        self._passages = count
        self._show()

    @property
    def _reference(self) -> str:
        return f"{self.form.address.text().strip()}#{self.form.model.currentText().strip()}"

    def _keep_report(self, report: EndpointReport) -> None:
        self._report = self._reference, report
        self._show()

    def _show(self) -> None:
        model, reference = self.form.model.currentText().strip(), self._reference
        name_button(self.use, self.tr("Use {}").format(model) if model else self.tr("Use this model"))
        is_used = reference == self._in_use
        report = self._report[1] if self._report is not None and self._report[0] == reference else None
        works = report is not None and report.works
        self.use.setEnabled(works and not is_used)
        self.use.setVisible(not is_used)
        used = self.tr(
            "This server reads your notes. While it doesn't run, they are searched by keywords only."
        )
        unused = self.tr(
            "All notes are read again by this server, and each question is sent to it. Until that is "
            "done, and whenever the server doesn't run, notes are searched by keywords only."
        )
        sentences = [used if is_used else unused]
        if works and not is_used and self._passages and report is not None:
            left = phrases.format_time_left(self._passages / report.passages_per_s)
            takes = self.tr("At the speed of the test, that takes {} for the {} in this vault.")
            sentences.append(takes.format(left, phrases.count_passages(self._passages)))
        elif not works and not is_used:
            sentences.append(self.tr("Test it first."))
        self.meaning.setText(join_sentences(*sentences))


ENGLISH_MODEL, MULTILINGUAL_MODEL = "embedding.embedding_model", "embedding.multilingual_model"
_FOLDER_CHOICE, _SERVER_CHOICE = "\0folder", "\0server"
_FIELD_WIDTH = 380


class ModelsPage(SettingsPage):
    """List models, and choose those for embedding notes."""

    _models: tuple[InstalledModel, ...] | None = None
    _passages = 0

    def build(self) -> None:
        """Build the page."""
        self.section(self.tr("Models in use"))
        english = self.tr("English, and languages the other model doesn't know")
        self.english = choice_of(english, (), _FIELD_WIDTH)
        self.english.activated.connect(lambda _: self._choose(self.english, ENGLISH_MODEL))
        self.others = choice_of(self.tr("Other languages"), (), _FIELD_WIDTH)
        self.others.activated.connect(lambda _: self._choose(self.others, MULTILINGUAL_MODEL))
        self.form((self.tr("&English"), self.english), (self.tr("&Other languages"), self.others))
        self.server = EmbeddingServerBox(self._store.storage, self._background)
        self.server.chosen.connect(lambda reference: self._set_model(ENGLISH_MODEL, reference))
        self.server.show_passages(self._passages)
        self.server.hide()
        self.append(self.server)
        self.explain(self.tr("Changing a model re-indexes the affected notes in the background."))
        self.section(self.tr("On this computer"))
        columns = self.tr("Model"), self.tr("Used for"), self.tr("Size"), self.tr("Source")
        named = (*columns, self.tr("Verification"))
        self.list = plain_tree(self.tr("Models on this computer"), named, (2,))
        self.list.setFixedHeight(170)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.looking = wrapped_label(self.tr("Checking models…"), tone="secondary")
        storage, shows = self._store.storage, self.tr("Show folder of converted models")
        show = push_button(shows, lambda: self.ask_for(storage.models_folder()))
        self.append(self.list, self.looking, in_a_row(show))
        self.section(self.tr("A stronger cross-encoder"))
        self.download = ModelDownloadBox(self._store.storage, self._background)
        self.download.fetched.connect(self._look)
        self.append(self.download)
        self.column.addStretch()

    def refresh(self) -> None:
        """Show the chosen models; on the first call, also list installed models."""
        self._fill_choices()
        # Only once: verifying reads each model completely.
        if self._models is None:
            self._look()

    def show_status(self, status: IndexStatus | None) -> None:
        """Set the open vault's index status, or None."""
        self._passages = status.chunks if status is not None else 0
        if self.built:
            self.server.show_passages(self._passages)

    def stop(self) -> None:
        """Cancel the download."""
        if self.built:
            self.download.stop()

    def _look(self) -> None:
        self.looking.show()
        self._background.ask("models", self._store.storage.list_models, self._show_models)

    def _show_models(self, models: tuple[InstalledModel, ...]) -> None:
        self._models = models
        self.looking.hide()
        self.list.clear()
        checksums = {
            True: self.tr("verified"),
            False: self.tr("checksum mismatch"),
            None: self.tr("no checksum known"),
        }
        for model in models:
            kind, source = self._word(model.kind), self._word(model.source)
            facts = model.name, kind, size_text(model.bytes), source, checksums[model.verified]
            item = QTreeWidgetItem(facts)
            item.setToolTip(0, literal_tooltip(str(model.path)))
            item.setTextAlignment(2, NUMBER_ALIGNMENT)
            self.list.addTopLevelItem(item)
        for column in range(1, 5):
            self.list.resizeColumnToContents(column)
        self._fill_choices()

    def _word(self, fact: str) -> str:
        words = {
            "embedding model": self.tr("embedding model"),
            "cross-encoder": self.tr("cross-encoder"),
            "installed": self.tr("installed"),
            "converted": self.tr("converted"),
            "downloaded": self.tr("downloaded"),
        }
        return words.get(fact, fact)

    def _fill_choices(self) -> None:
        tunables = self.tunables()
        names = sorted({model.reference for model in self._models or () if model.reference})
        for choice, name in ((self.english, ENGLISH_MODEL), (self.others, MULTILINGUAL_MODEL)):
            tunable = tunables[name]
            choice.clear()
            words = {"auto": self.tr("Recommended"), "none": self.tr("None: use the model above for all")}
            first = ("auto", "none") if name == MULTILINGUAL_MODEL else ()
            for value in dict.fromkeys((*first, tunable.default, *names, tunable.value)):
                shown = words.get(value, value) if name == MULTILINGUAL_MODEL else _display_model(value)
                choice.addItem(shown, value)
            choice.addItem(self.tr("Choose folder…"), _FOLDER_CHOICE)
            if name == ENGLISH_MODEL:
                choice.addItem(self.tr("Choose server…"), _SERVER_CHOICE)
                self.server.show_value(tunable.value)
                self.server.setVisible("://" in tunable.value)
            choice.setCurrentIndex(choice.findData(tunable.value))
            choice.setEnabled(tunable.source != "command line")

    def _choose(self, choice: QComboBox, parameter: str) -> None:
        value = choice.currentData()
        if value == _SERVER_CHOICE:
            # The entry stays selected while the user chooses, until the button below confirms.
            self.server.show()
            self.server.form.preset.setFocus()
            return
        if value != _FOLDER_CHOICE:
            self._set_model(parameter, value)
            return
        # Show the previous model until a folder is chosen: this entry is no model.
        self._fill_choices()
        title = self.tr("Choose a folder with a sentence-transformers model")
        choose_folder(self, title, lambda folder: self._set_model(parameter, folder))

    def _set_model(self, parameter: str, value: str) -> None:
        self.set_tunable(parameter, value)
        self._fill_choices()


def _display_model(model: str) -> str:
    """Return a model for display, with a server model's name before the address."""
    address, separator, name = model.partition("#")
    return f"{name} ({address})" if separator and "://" in address else model


ASK_ADDRESS, ASK_MODEL, ASK_AT_QUESTION_MARK = "ask.base_url", "ask.model", "ask.question_mark"


class LanguageModelPage(SettingsPage):
    """Set the server and model; nothing is sent before a question or a test."""

    def build(self) -> None:
        """Build the page."""
        use = self.tr(
            "A language model of your own can answer a question from your notes: press Ctrl+Enter in "
            "the search field. Every sentence is checked against the passages that it cites. Off until "
            "you set a server here."
        )
        self.explain(use)
        self.server = ServerForm(self._store.storage, self._background)
        self.append(self.server)
        self.question_mark = QCheckBox(self.tr("Answer a query that ends with a question mark by itself"))
        self.append(self.question_mark)
        self.section(self.tr("What is sent"))
        sent = self.tr(
            "Each question sends the question and the text of the passages found for it, and nothing "
            "else; a conversation also its former questions and answers. A server on this computer "
            "keeps that here. Before anything goes to another computer, you are asked. “What was sent” "
            "beside an answer shows the exact text. Keys are stored in your system's store of "
            "passwords, or else in a file that only you can read."
        )
        self.explain(sent)
        self.column.addStretch()
        self.server.address_edited.connect(lambda address: self._commit(ASK_ADDRESS, address))
        self.server.model_edited.connect(lambda model: self._commit(ASK_MODEL, model))
        commit = partial(self._commit, ASK_AT_QUESTION_MARK)
        self.question_mark.clicked.connect(lambda checked: commit("true" if checked else ""))

    def refresh(self) -> None:
        """Show the settings."""
        tunables = self.tunables()
        parameters = [tunables[name] for name in (ASK_ADDRESS, ASK_MODEL, ASK_AT_QUESTION_MARK)]
        address, model, answers_by_itself = (parameter.value for parameter in parameters)
        self.server.show_server(address, model)
        self.question_mark.setChecked(answers_by_itself == "true")
        is_settable = all(parameter.source != "command line" for parameter in parameters)
        for field in (self.server.preset, self.server.address, self.server.model, self.question_mark):
            # Not what the command line has set.
            field.setEnabled(is_settable)

    def commit(self) -> None:
        """Commit typed values."""
        self.server.commit()

    def _commit(self, name: str, value: str) -> None:
        # A flag that is off is "false" among the settings, and "" here.
        if value.strip() != self.tunables()[name].value.replace("false", ""):
            self.server.outcome.clear()
            self.signals.tuned.emit(name, value.strip() or None)
