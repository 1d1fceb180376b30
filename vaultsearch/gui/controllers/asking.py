"""Ask a language model, with consent and a growing answer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from vaultsearch.core.values.context import AnswerState, ModelAnswer, Turn
from vaultsearch.core.values.search import SearchStage
from vaultsearch.gui.asking.search_pane import SearchPane
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.results.answer_card import AnswerController
from vaultsearch.gui.results.model_answer import ModelAnswerCard
from vaultsearch.gui.widgets import ask_for_consent
from vaultsearch.settings.protocol import SettingsStore

ASK_JOBS = _ASK_JOB, _CONSENT_JOB = "ask", "consent"
_AUTO_ASK_PAUSE_MS = 800
"""Pause after which a question ending in a question mark is asked automatically."""
_QUESTION_MARKS = ("?", "？", "؟")


class AskController(QObject):
    """Ask the language model through ``engine``, and show the answer in ``card``.

    ``quoted``, the answer quoted from notes, makes room for the card. A finished answer goes and comes back
    as a query does: by Esc or another query, and by Ctrl+Z.
    """

    settings_asked = Signal()
    """No language model is set, or there is trouble with it: its settings are to be opened."""
    message = Signal(str)
    """A sentence for the status line."""

    def __init__(
        self,
        search: SearchPane,
        card: ModelAnswerCard,
        quoted: AnswerController,
        engine: EngineThread,
        store: SettingsStore,
    ) -> None:
        super().__init__(card)
        self._search, self._card, self._quoted = search, card, quoted
        self._engine, self._store = engine, store
        self._conversation: tuple[ModelAnswer, ...] = ()
        self._query = ""
        """The field's text when the conversation began."""
        self._asked: tuple[str, bool] = "", False
        self._by_itself = ""
        self._pausing = QTimer(self, interval=_AUTO_ASK_PAUSE_MS, singleShot=True)
        self._pausing.timeout.connect(self.ask)
        search.field.model_asked.connect(self.ask)
        search.field.textChanged.connect(self._follow_query)
        search.field.installEventFilter(self)
        search.cleared.connect(self.leave)
        engine.tell_failures(ASK_JOBS, card.show_trouble)
        for job in ASK_JOBS:
            card.stop.clicked.connect(lambda _=False, job=job: engine.drop(job))
        card.stop.clicked.connect(lambda: card.show_trouble(self.tr("Stopped.")))
        # Although probably nothing answers it.
        card.anyway.clicked.connect(lambda: self._begin(self._asked[0], anyway=True))
        card.followed_up.connect(self._begin)
        card.close_button.clicked.connect(self.leave)
        card.settings.clicked.connect(self.settings_asked)
        card.rested.connect(partial(card.text.glimpse.ask_note, engine))
        self.follow_settings()

    @property
    def is_set(self) -> bool:
        """Whether a language model is configured."""
        return all(self._value(name) for name in ("ask.base_url", "ask.model"))

    def follow_settings(self) -> None:
        """Apply changed settings."""
        self._search.field.asks_model = self.is_set

    def ask(self) -> None:
        """Ask the field's question; without a language model, ask for settings."""
        question = self._search.query
        if not self.is_set:
            self.message.emit(self.tr("Set up a language model first"))
            self.settings_asked.emit()
        elif question:
            # What is typed here begins a conversation; the field in the card goes on with it.
            self._conversation, self._query = (), self._search.field.text()
            self._begin(question)
        else:
            self.message.emit(self.tr("Type a question first"))

    def handle_stage(self, stage: SearchStage) -> None:
        """Ask a question automatically after a pause, if enabled."""
        asks = self._value("ask.question_mark") == "true" and self.is_set
        is_new = stage.query != self._by_itself and not self._card.isVisible()
        if stage.final and asks and is_new and stage.query.rstrip().endswith(_QUESTION_MARKS):
            # Remembered, because queries are repeated during indexing, but must not be asked again.
            self._by_itself = stage.query
            self._pausing.start()

    def _value(self, name: str) -> str:
        values = {tunable.name: tunable.value for tunable in self._store.tunables()}
        return values.get(name, "")

    def _begin(self, question: str, *, anyway: bool = False) -> None:
        self._asked = question, anyway
        self._pausing.stop()
        self._quoted.give_way()
        self._show_searching(question)
        self._engine.ask(_CONSENT_JOB, lambda vault: vault.ask.host_to_allow(), self._ask_after_consent)

    def _show_searching(self, question: str) -> None:
        answer = ModelAnswer(question, AnswerState.SEARCHING, standalone_question=question)
        self._card.show_answer(answer, self._conversation)

    def _ask_after_consent(self, host: str) -> None:
        """Ask, after the user's consent if a host needs it."""
        question, anyway = self._asked

        def allow() -> None:
            again = partial(self._begin, question, anyway=anyway)
            self._show_searching(question)
            self._engine.ask(_CONSENT_JOB, lambda vault: vault.ask.allow(host), lambda _: again())

        if host:
            self._card.show_trouble(self.tr("{} is not this computer. Nothing was sent.").format(host))
            ask_for_consent(host, self._card.window(), allow)
            return
        conversation = tuple(Turn(each.standalone_question, each.text) for each in self._conversation)

        def show(answer: ModelAnswer) -> None:
            self._card.show_answer(answer, self._conversation)
            if answer.state is AnswerState.DONE:
                self._conversation += (answer,)

        self._engine.follow(
            _ASK_JOB, lambda vault: vault.ask.answers(question, conversation, anyway=anyway), show
        )

    @property
    def is_shown(self) -> bool:
        """Whether an answer is shown, or what became of it."""
        return not self._card.isHidden()

    def leave(self) -> None:
        """Close the answer; Ctrl+Z brings a finished one back."""
        self._pausing.stop()
        if self.is_shown:
            for job in ASK_JOBS:
                self._engine.drop(job)
            self._card.dismiss()

    def forget(self) -> None:
        """Close the answer for good: another vault is opened."""
        self.leave()
        self._conversation = ()

    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        """Bring a closed answer back by Ctrl+Z, before the text is undone."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.matches(QKeySequence.StandardKey.Undo) and self._comes_back()
        return False

    def _follow_query(self, text: str) -> None:
        """Leave the answer with its query, and come back with it."""
        self._by_itself = ""
        if text != self._query or not self._comes_back():
            self.leave()

    def _comes_back(self) -> bool:
        """Show the closed answer to the field's query, if any; return whether it is shown now."""
        comes = bool(self._conversation) and not self.is_shown and self._search.field.text() == self._query
        if comes:
            self._quoted.give_way()
            *former, answer = self._conversation
            self._card.show_answer(answer, tuple(former))
        return comes
