"""The stages of an answer: which of them the list shows, so that it is reordered once at most."""

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

    def take(self, course: str) -> None:
        """Ask queries, "" for none, each with its answers: a name, a number of rows, and "!" if final."""
        for query, _, answers in (part.partition(": ") for part in course.split("; ")):
            self.controller.ask(query, Mode.HYBRID) if query else self.controller.end()
            for answer in filter(None, answers.split(", ")):
                name, rows = answer.removesuffix("!").split()
                self.answer(name, int(rows), final=answer.endswith("!"))

    def answer(self, name: str, rows: int, *, final: bool = False) -> None:
        chunks = (passage(f"Note {row}", "words") for row in range(rows))
        results = tuple(Result(chunk, Snippet("words"), "obsidian://", "") for chunk in chunks)
        stage = SearchStage("query", Mode.HYBRID, name, results, final)
        self.engine.stage_arrived.emit(self.engine.number, stage)


@pytest.fixture
def asked(qapp: QObject) -> Asked:
    return Asked()


HOLDS = "vaultsearch.gui.controllers.search._HOLD_{}_MS"


@pytest.mark.parametrize(("course", "shown"), [
    # After the first answer, only the last one reorders the list.
    ("pottery: fused 5, reranked 5, reranked 5!", "fused 5, reranked 5"),
    # Words come first into an empty list.
    ("pottery: words 2, fused 5", "words 2"),
    ("pottery: words 2, fused 5, reranked 5!", "words 2, reranked 5"),
    # A few matches by words never cut the list short between two letters.
    ("potter: fused 50; pottery: words 2, fused 50", "fused 50, fused 50"),
    # Fewer rows with meaning replace no matches by words.
    ("pottery: words 5, fused 2; ", "words 5"),
])  # fmt: skip
def test_the_list_is_reordered_at_most_once_never_cut_short(asked: Asked, course: str, shown: str) -> None:
    asked.take(course)
    assert ", ".join(f"{name} {rows}" for name, rows in asked.shown) == shown


@pytest.mark.parametrize(
    ("hold", "course", "answer"),
    [("WORDS", "potter: fused 3!; pottery: ", ("words", 2)), ("MEANING", "pottery: words 3", ("fused", 5))],
)
def test_what_is_kept_back_is_shown_after_a_while(
    asked: Asked,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    hold: str,
    course: str,
    answer: tuple[str, int],
) -> None:
    monkeypatch.setattr(HOLDS.format(hold), 1)
    asked.take(course)
    with qtbot.waitSignal(asked.controller.answered):
        asked.answer(*answer)
    assert asked.shown[-1] == answer


def test_what_waits_goes_with_its_query(asked: Asked, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HOLDS.format("WORDS"), 1)
    asked.take("potter: fused 3!; pottery: words 1")
    with qtbot.assertNotEmitted(asked.controller.answered, wait=20):
        asked.take("pottery course: ")
