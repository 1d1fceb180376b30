"""The left half: what the answer lacks, the list, and what stands in its place while there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vaultsearch.core.values import Mode, SearchStage
from vaultsearch.gui.actions import ACTIONS
from vaultsearch.gui.quiet_label import QuietLabel
from vaultsearch.gui.results.arrangement import Arrangement
from vaultsearch.gui.results.message_page import MessagePage
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.results.topic_bar import TopicBar
from vaultsearch.gui.retranslation import keep_translated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QAction

    from vaultsearch.core.values import Result


class ResultsPane(QWidget):
    """Shows the stages of an answer. ``actions`` are those of the window, for the ways to search."""

    selected = Signal(object)
    """The Result that is selected now, or None."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = actions["group"]
        self._group.triggered.connect(self._arrange)
        self._orders = {spec.order: actions[spec.id] for spec in ACTIONS if spec.order is not None}
        for action in self._orders.values():
            action.triggered.connect(self._arrange)
        self._modes = {spec.mode: actions[spec.id] for spec in ACTIONS if spec.mode is not None}
        self.list = ResultsList()
        self.list.selected.connect(self.selected)
        self.notice = QuietLabel()
        self.topics = TopicBar()
        self.page = MessagePage()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.page)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.topics)
        column.addWidget(self.notice)
        column.addWidget(self._stack)
        self.show_idle()
        keep_translated(self, self._say_again)

    def show_idle(self) -> None:
        """Invite to type."""
        self._say(
            lambda: self.tr("Type to search your notes"),
            lambda: self.tr("Ask in your own words, or for the very words."),
        )

    def show_searching(self) -> None:
        """Say that an answer is on its way, unless there is one already to look at meanwhile."""
        self.list.begin_anew()
        if not self.list.results:
            self._say(lambda: self.tr("Searching…"))

    def show_stage(self, stage: SearchStage) -> None:
        """Show an answer, or a better one."""
        self._tell(lambda: _notice(stage))
        if stage.results:
            self.list.replace(stage.results)
            self._stack.setCurrentWidget(self.list)
        elif stage.final:
            self._say_nothing_found(stage)

    def show_topics(self, labels: Sequence[str]) -> None:
        """Show the topics of a text above the list, none where there are none."""
        self.topics.show_topics(labels)

    def show_found(self, results: tuple[Result, ...], notice: str) -> None:
        """Show results, and a sentence on them."""
        self._tell(lambda: notice)
        self.list.replace(results)
        self._stack.setCurrentWidget(self.list)

    def show_trouble(self, sentence: str, remedy: str) -> None:
        """Say why there is no answer."""
        self._say(lambda: sentence, lambda: remedy)

    def _arrange(self) -> None:
        order = next(order for order, action in self._orders.items() if action.isChecked())
        arrangement = Arrangement(order, self._group.isChecked())
        self.list.arrange(arrangement)

    def _say_nothing_found(self, stage: SearchStage) -> None:
        others = tuple(action for mode, action in self._modes.items() if mode != stage.mode)
        self._say(
            lambda: self.tr("Nothing found for “{}”").format(_short(stage.query)),
            lambda: _advice(self, stage.mode),
            others,
        )
        self._tell(lambda: _notice(stage))

    def _say(
        self, title: Callable[[], str], text: Callable[[], str] = str, actions: tuple[QAction, ...] = ()
    ) -> None:
        self.list.replace(())
        self._tell(str)
        self._said = title, text, actions
        self._say_again()
        self._stack.setCurrentWidget(self.page)

    def _tell(self, notice: Callable[[], str]) -> None:
        self._notice = notice
        self.notice.say(notice())

    def _say_again(self) -> None:
        """Say what stands in the place of the list, in the language that is spoken now."""
        title, text, actions = self._said
        self.page.say(title(), text(), actions)
        self.notice.say(self._notice())


def _notice(stage: SearchStage) -> str:
    """Give what the answer lacks; where it lacks nothing, what the query does."""
    said = (stage.notice,) if stage.notice else stage.hints
    return " ".join(QCoreApplication.translate("Notices", sentence) for sentence in said)


def _short(query: str) -> str:
    return query if len(query) <= 60 else query[:59] + "…"


def _advice(widget: QWidget, mode: Mode) -> str:
    if mode == Mode.GREP:
        return widget.tr("No passage holds exactly these characters. Another way of searching may find it:")
    if mode == Mode.FULLTEXT:
        return widget.tr("No passage holds these words. Another way of searching may find it:")
    return widget.tr("Try fewer or other words, or another way of searching:")
