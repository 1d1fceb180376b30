"""The stages of an answer: which of them the list shows, so that it is reordered once at most."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from tests.gui.fake_script import passage
from vaultsearch.core.values.search import Mode, Result, SearchStage, Snippet
from vaultsearch.gui.controllers.search import SearchController


class Engine(QObject):
    """Numbers searches, and answers when it is told to."""

    stage_arrived = Signal(int, object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def search(self, _query: str, _mode: Mode, _most: int | None = None) -> int:
        self.number += 1
        return self.number

    def cancel_search(self) -> None:
        self.number += 1


class Asked:
    """A controller whose shown stages are listed."""

    def __init__(self) -> None:
        self.engine = Engine()
        self.controller = SearchController(self.engine)  # type: ignore[arg-type]  # all that it uses
        self.shown: list[tuple[str, int]] = []
        self.controller.answered.connect(lambda one: self.shown.append((one.name, len(one.results))))

    def ask(self, query: str) -> None:
        self.controller.ask(query, Mode.HYBRID)

    def answer(self, name: str, rows: int, *, final: bool = False) -> None:
        results = tuple(
            Result(passage(f"Note {row}", "words"), Snippet("words"), "obsidian://", "")
            for row in range(rows)
        )
        stage = SearchStage("query", Mode.HYBRID, name, results, final)
        self.engine.stage_arrived.emit(self.engine.number, stage)


@pytest.fixture
def asked(qapp: QObject) -> Asked:
    return Asked()


def test_after_the_first_answer_only_the_last_one_reorders_the_list(asked: Asked) -> None:
    asked.ask("pottery")
    for name in ("fused", "reranked"):
        asked.answer(name, 5)
    asked.answer("reranked", 5, final=True)
    assert asked.shown == [("fused", 5), ("reranked", 5)]


def test_words_come_first_into_an_empty_list(asked: Asked) -> None:
    asked.ask("pottery")
    asked.answer("words", 2)
    asked.answer("fused", 5)
    assert asked.shown == [("words", 2)]
    asked.answer("reranked", 5, final=True)
    assert asked.shown == [("words", 2), ("reranked", 5)]


def test_a_few_matches_by_words_never_cut_the_list_short_between_two_letters(asked: Asked) -> None:
    asked.ask("potter")
    asked.answer("fused", 50)
    asked.ask("pottery")
    asked.answer("words", 2)
    asked.answer("fused", 50)
    assert asked.shown == [("fused", 50), ("fused", 50)]


def test_matches_by_words_are_shown_if_the_meaning_takes_long(
    asked: Asked, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultsearch.gui.controllers.search._HOLD_WORDS_MS", 1)
    asked.ask("potter")
    asked.answer("fused", 50, final=True)
    asked.ask("pottery")
    with qtbot.waitSignal(asked.controller.answered):
        asked.answer("words", 2)
    assert asked.shown[-1] == ("words", 2)


def test_an_answer_with_meaning_is_not_kept_back_for_ever(
    asked: Asked, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultsearch.gui.controllers.search._HOLD_MEANING_MS", 1)
    asked.ask("pottery")
    asked.answer("words", 2)
    with qtbot.waitSignal(asked.controller.answered):
        asked.answer("fused", 5)
    assert asked.shown == [("words", 2), ("fused", 5)]


def test_fewer_rows_with_meaning_replace_no_matches_by_words(asked: Asked) -> None:
    asked.ask("pottery")
    asked.answer("words", 5)
    asked.answer("fused", 2)
    asked.controller.end()
    assert asked.shown == [("words", 5)]


def test_what_is_kept_back_is_dropped_with_its_query(
    asked: Asked, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultsearch.gui.controllers.search._HOLD_WORDS_MS", 1)
    asked.ask("potter")
    asked.answer("fused", 3, final=True)
    asked.ask("pottery")
    asked.answer("words", 1)
    asked.ask("pottery course")
    qtbot.wait(20)
    assert asked.shown == [("fused", 3)]
