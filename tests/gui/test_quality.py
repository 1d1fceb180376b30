"""Search quality: what a person is told before, meanwhile, and after, and how it is stopped."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest

from tests.builders import present
from tests.gui.conftest import Desk, clipboard
from tests.gui.fake_script import Script
from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.values import evaluation
from vaultsearch.gui.quality import QualityDialog
from vaultsearch.gui.rows.two_line_rows import SECOND_ROLE
from vaultsearch.gui.theme import DARK_TOKENS, LIGHT_TOKENS, Theme


def leg_figures(name: str, hit: float, ndcg: float, ms: float) -> evaluation.LegFigures:
    hits = evaluation.Estimate(hit, hit - 0.07, hit + 0.07)
    gain = evaluation.Estimate(ndcg, ndcg - 0.05, ndcg + 0.05)
    return evaluation.LegFigures(name, {"Hit@1": hits, "nDCG@10": gain}, ms, 2 * ms)


SINGLE_LEGS = (leg_figures("semantic", 0.52, 0.61, 9), leg_figures("fulltext", 0.58, 0.66, 7))
LEGS = (*SINGLE_LEGS, leg_figures("hybrid", 0.64, 0.72, 14), leg_figures("chain", 0.71, 0.78, 212))
REPORT = evaluation.OwnReport(
    overall=evaluation.Evaluation("all questions", 92, LEGS),
    by_kind=(evaluation.Evaluation("headings", 50, LEGS), evaluation.Evaluation("aliases", 42, LEGS)),
    kinds=(
        "headings: a heading, asked against the passages below it",
        "aliases: an alias, asked against its note",
    ),
    limits=("They compare settings.", "They say little as such.", "Look at the kind most like yours."),
    missed=(
        evaluation.MissedQuestion("What does Anna want?", "People/Anna.md", 3, "Workshops"),
        evaluation.MissedQuestion("pottery", "Clay.md", 0, ""),
    ),
)


def shown(desk: Desk) -> QualityDialog:
    desk.open()
    desk.bot.waitUntil(desk.window.menu_actions.search_quality.isEnabled)
    desk.trigger("search_quality")
    return present(desk.window.findChild(QualityDialog))


def measured(desk: Desk) -> QualityDialog:
    desk.script.report = REPORT
    dialog = shown(desk)
    desk.click(dialog.start)
    desk.bot.waitUntil(dialog.report.isVisible)
    return dialog


def test_without_notes_there_is_nothing_to_measure(desk: Desk, script: Script) -> None:
    action = desk.window.menu_actions.search_quality
    assert not action.isEnabled()
    script.passages = ()
    desk.open()
    assert not action.isEnabled()


def test_it_says_what_it_will_do_and_begins_only_when_asked(desk: Desk) -> None:
    dialog = shown(desk)
    assert not dialog.isModal()
    assert "questions from your headings" in dialog.intro.text()
    assert "Nothing leaves this computer" in dialog.intro.text()
    assert "a few minutes" in dialog.intro.text()
    assert dialog.start.isVisible()
    assert not dialog.cancel.isVisible()
    assert not dialog.report.isVisible()


def test_the_report_shows_the_figures_with_their_ranges_to_copy_and_to_hear(desk: Desk) -> None:
    dialog = measured(desk)
    assert dialog.report.isVisible()
    figures = [
        ["Meaning", "0.52 (0.45 to 0.59)", "0.61 (0.56 to 0.66)", "9 ms"],
        ["Words", "0.58 (0.51 to 0.65)", "0.66 (0.61 to 0.71)", "7 ms"],
        ["Both", "0.64 (0.57 to 0.71)", "0.72 (0.67 to 0.77)", "14 ms"],
        ["With reranking", "0.71 (0.64 to 0.78)", "0.78 (0.73 to 0.83)", "212 ms"],
    ]
    cells = dialog.report.table.model()
    assert [[cells.index(row, at).data() for at in range(4)] for row in range(cells.rowCount())] == figures
    assert "92 questions" in dialog.report.summary.text()
    kinds = dialog.report.kinds.text()
    assert "50 headings: a heading, asked against the passages below it" in kinds
    assert "42 aliases: an alias" in kinds
    assert all(sentence in dialog.report.limits.text() for sentence in REPORT.limits)
    desk.click(dialog.copy)
    head, *rows = clipboard().split("\n")
    assert head.startswith("Search mode\t")
    assert rows == ["\t".join(row) for row in figures]
    # The bars are told to who cannot see them.
    plot = QAccessible.queryAccessibleInterface(dialog.report.plot)
    assert plot.text(QAccessible.Text.Name)
    description = plot.text(QAccessible.Text.Description)
    assert all(figure in description for row in figures for figure in row[:2])


@pytest.mark.parametrize(
    ("scheme", "accent"),
    [(Qt.ColorScheme.Light, QColor(LIGHT_TOKENS.accent)), (Qt.ColorScheme.Dark, QColor(DARK_TOKENS.accent))],
)
def test_better_has_a_longer_bar(desk: Desk, theme: Theme, scheme: Qt.ColorScheme, accent: QColor) -> None:
    theme.fix(scheme)
    try:
        picture = measured(desk).report.plot.grab().toImage()
        across, down = range(picture.width()), range(picture.height())
        lengths = [sum(picture.pixelColor(x, y) == accent for x in across) for y in down]
        half = len(lengths) // 2
        rows = [max(lengths[half * at // 5 : half * (at + 1) // 5]) for at in range(1, 5)]
        assert rows == sorted(rows)
        assert 0 < rows[0] < rows[-1]
    finally:
        theme.fix(Qt.ColorScheme.Light)


def test_progress_is_told_and_stopping_closing_or_another_index_cancels(desk: Desk, script: Script) -> None:
    script.evaluation_progress = (evaluation.EvaluationProgress("making questions", 64, 2341),)
    script.read_only = True  # until another process rebuilds the index
    dialog = shown(desk)
    rebuild = partial(desk.engine._loop._loop.call_soon_threadsafe, script.remade.set)
    stops: list[Callable[[], object]] = [dialog.cancel.click, rebuild, dialog.close]
    for stop in stops:
        desk.click(dialog.start)
        desk.bot.waitUntil(lambda: "notes: 64 of 2,341" in dialog.says.text())
        stop()
        desk.bot.waitUntil(lambda: script.evaluations_cancelled == 1)
        script.evaluations_cancelled = 0
        if stop != dialog.close:
            desk.bot.waitUntil(lambda: "Stopped" in dialog.says.text())


def test_a_trouble_is_a_sentence_and_a_remedy_in_the_dialog(desk: Desk, script: Script) -> None:
    script.evaluation_error = NotIndexedError("No question can be made.", "Write headings.")
    dialog = shown(desk)
    desk.click(dialog.start, until=desk.engine.failed)
    assert dialog.says.text() == "No question can be made. Write headings."
    assert "No question" not in desk.window.status.text.text()
    assert dialog.start.isVisible()


def test_the_questions_that_failed_are_listed_and_a_click_asks_one(desk: Desk) -> None:
    dialog = measured(desk)
    report = dialog.report
    assert report.missed_title.text() == "2 questions not answered first"
    items = [report.missed.item(row) for row in range(report.missed.count())]
    assert [item.text() for item in items] == ["What does Anna want?", "pottery"]
    seconds = ["People/Anna.md · place 3 · first: Workshops", "Clay.md · not found"]
    assert [item.data(SECOND_ROLE) for item in items] == seconds
    place = report.missed.visualItemRect(items[1]).center()
    QTest.mouseClick(report.missed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.field.text() == "pottery"
    with desk.bot.waitSignal(dialog.finished):  # another vault ends the report on the former
        desk.window.open_vault(Path("/vaults/Other"))
