"""What every part of the window owes its user: contrast, names, actions that are complete, sentences."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.gui.conftest import ICONS, Desk
from vaultsearch.core.values.context import Context, ContextPiece
from vaultsearch.core.values.note import FileKind, Preview
from vaultsearch.core.values.sync import IndexStatus, KindCount, ModelLanguages, Progress, SyncReport
from vaultsearch.gui import phrases
from vaultsearch.gui import theme as window_theme
from vaultsearch.gui.actions import ACTION_SPECS, native_keys
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.reading.page_style import CODE_SHARE, HIGHLIGHT, PageColours
from vaultsearch.gui.status_line import StatusLine
from vaultsearch.gui.theme import LIGHT_TOKENS, RESTING_SHARE, SELECTED_SHARE, Theme, Tokens, mix_colors
from vaultsearch.gui.window.dialogs import list_key_groups


def contrast_ratio(one: QColor, other: QColor) -> float:
    """Return the contrast of two opaque colours, 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else float(((p + 0.055) / 1.055) ** 2.4) for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


WITHOUT_SHORTCUT = {
    *("choose_place", "open_sample", "cancel_sync", "pause", "reindex", "search_quality", "vault_report"),
    *("map", "private", "forget_note", "forget_question", "page_text", "columns", "order_column"),
    *("copy_uri", "copy_path", "copy_selection", "search_selection", "select_note", "open_link"),
    *("copy_address", "copy_code", "answer_in_note", "more_like_answer"),
}
"""Done once or seldom, or by a button that is there when it is needed."""


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast_ratio(QColor("white"), QColor("black")) == pytest.approx(21)
    assert mix_colors(QColor("white"), QColor("black"), 0.0) == QColor("white")


@pytest.mark.parametrize("tokens", [*window_theme.HIGH_CONTRAST, *window_theme.HIGH_CONTRAST.values()])
def test_text_can_be_read_and_signs_can_be_seen_on_every_ground(tokens: Tokens) -> None:
    def tinted(ground: str, share: float) -> str:
        return Tokens.tinted(ground, tokens.accent, share)

    inks = PageColours.of(tokens)
    # Page and passage, and code and callouts on each.
    plain = tokens.surface, tokens.passage
    page = (*plain, *(Tokens.tinted(ground, tokens.text, CODE_SHARE) for ground in plain))
    selected = tinted(tokens.ground, SELECTED_SHARE)
    proposed = tinted(tokens.surface, SELECTED_SHARE)
    grounds = (tokens.ground, tokens.surface, tokens.passage, selected)
    chips = [tinted(tokens.surface, share) for share in (0.0, RESTING_SHARE, SELECTED_SHARE)]
    facets = [tinted(tokens.ground, share) for share in (0.0, RESTING_SHARE, SELECTED_SHARE)]
    bars = [tinted(tokens.ground, 2 * share) for share in (RESTING_SHARE, SELECTED_SHARE)]
    read = [
        *product((tokens.text, tokens.secondary), (*grounds, proposed)),
        *((tokens.text, tokens.mark), (tokens.surface, tokens.accent)),
        *product([tokens.trouble], (tokens.ground, tokens.surface)),
        *product([tokens.accent], (*page, *facets)),
        *product([tokens.text], (*chips, *(Tokens.tinted(ground, *HIGHLIGHT) for ground in page))),
        *product([getattr(inks, name) for name in inks.__slots__], page),
    ]
    seen = [
        *product((tokens.accent, tokens.text, tokens.thumb), grounds), *product([tokens.secondary], chips),
        *product([tokens.accent], bars),
    ]  # fmt: skip
    for pairs, least in ((read, 4.5), (seen, 3), (read[: 10 * (tokens.edge_share > 0.5)], 7)):
        ratios = {(ink, ground): contrast_ratio(QColor(ink), QColor(ground)) for ink, ground in pairs}
        assert {pair: ratio for pair, ratio in ratios.items() if ratio < least} == {}


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_an_unchecked_menu_items_frame_is_seen(qtbot: QtBot, theme: Theme, scheme: Qt.ColorScheme) -> None:
    theme.fix(scheme)
    qtbot.add_widget(menu := QMenu())
    menu.addAction("Timeline").setCheckable(True)
    picture, row = menu.grab().toImage(), menu.actionGeometry(menu.actions()[0])
    theme.fix(Qt.ColorScheme.Light)  # other tests, in whichever order, are of the light one
    # The words stand to the right of the frame.
    line = [picture.pixelColor(x, row.center().y()) for x in range(row.left(), row.left() + row.height())]
    assert max(contrast_ratio(line[0], colour) for colour in line) >= 3


def test_every_action_is_complete_and_does_something(desk: Desk) -> None:
    actions = {spec.id: desk.window.menu_actions.built[spec] for spec in ACTION_SPECS}
    faults = {
        "has no text": [name for name, action in actions.items() if not action.text()],
        "explains nothing": [name for name, one in actions.items() if one.toolTip() == one.text()],
        "has no icon": [name for name, action in actions.items() if action.icon().isNull()],
        # One receiver ends the message of the last command.
        "does nothing": [name for name, one in actions.items() if one.receivers("2triggered(bool)") < 2],
    }
    assert {fault: names for fault, names in faults.items() if names} == {}
    assert {name for name, action in actions.items() if not action.shortcuts()} == WITHOUT_SHORTCUT


def test_no_key_does_two_things_and_the_sheet_shows_every_key(desk: Desk) -> None:
    keys = Counter(key for spec in ACTION_SPECS for key in spec.shortcuts)
    assert [key for key, count in keys.items() if count > 1] == []
    shown = " ".join(keys for lines in list_key_groups().values() for keys, _ in lines)
    assert all(native_keys(spec.shortcuts[0]) in shown for spec in ACTION_SPECS if spec.shortcuts)
    assert "Return" not in shown


def test_icons_have_one_stroke_weight_and_take_the_palettes_colour() -> None:
    strokes = {path.stem: path.read_text("utf-8") for path in ICONS.glob("*.svg")}
    del strokes["vaultsearch"]
    assert {spec.icon for spec in ACTION_SPECS} <= {*strokes}
    signs = ('stroke="currentColor"', "stroke-width", 'stroke-width="1.75"', 'viewBox="0 0 24 24"')
    counts = {name: [text.count(sign) for sign in signs] for name, text in strokes.items()}
    assert {name: count for name, count in counts.items() if count != [1, 1, 1, 1]} == {}


def test_the_page_fetches_nothing(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "red.png"))
    view = NoteView(LIGHT_TOKENS)
    qtbot.addWidget(view)
    local, remote = tmp_path / "red.png", "http://127.0.0.1:9/track.gif"
    html = "".join(f'<p><img src="{source}"></p>' for source in (local, local.as_uri(), remote))
    style = f'<link rel="stylesheet" href="{remote}"><style>@import url({remote});</style>'
    view.show_note(Preview("a.md", "a", style + html))
    view.resize(400, 400)
    view.show()
    red = QColor("red").name()
    shown = view.grab().toImage()
    pixels = {shown.pixelColor(x, y).name() for x in range(shown.width()) for y in range(shown.height())}
    assert red not in pixels
    for kind in (QTextDocument.ResourceType.HtmlResource, QTextDocument.ResourceType.StyleSheetResource):
        assert not view.loadResource(kind.value, QUrl.fromLocalFile(str(local)))


NOW = datetime(2026, 5, 12, 12, 0, tzinfo=UTC)
STATUS = IndexStatus(
    vault=Path("/v"), files=2341, chunks=8341, embedded=8341, failed=(), last_sync=NOW - timedelta(seconds=3),
    embedding_model="m", reranker="r", index_bytes=0, writer=None,
)  # fmt: skip
SINGLE = (ModelLanguages("m", (("English", 990), ("undetermined", 3))), ModelLanguages("n", (("German", 9),)))
OTHERS = ModelLanguages("n", (("Chinese", 600), ("German", 9)))
CHINESE = (ModelLanguages("m", (("English", 90), ("undetermined", 3))), OTHERS)
KINDS = (KindCount(FileKind.NOTE, 2321), KindCount(FileKind.PDF, read=17, waiting=3, failed=2))


@pytest.mark.parametrize(("changes", "sentence"), [
    ({}, "2,341 notes · up to date · 3 s ago"), ({"files": 1, "last_sync": None}, "1 note · not indexed yet"),
    ({"kinds": KINDS}, "2,321 notes, 20 files · up to date · 3 s ago"),
    ({"embedded": 1204}, "2,341 notes · meaning ready for 1,204 of 8,341 passages · 3 s ago"),
    ({"readers": CHINESE}, "2,341 notes · Chinese, English · up to date · 3 s ago"),
    ({"readers": SINGLE}, "2,341 notes · up to date · 3 s ago"),
    ({"read_only": True}, "2,341 notes · another program is indexing changes · 3 s ago"),
    ({"read_only": True, "published": NOW - timedelta(minutes=5)}, "2,341 notes · published 5 min ago"),
])  # fmt: skip
def test_the_status_is_told_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert phrases.up_to_date(replace(STATUS, **changes), NOW) == sentence


def test_the_models_that_index_each_language_are_told() -> None:
    assert phrases.describe_readers(replace(STATUS, readers=CHINESE)).splitlines() == [
        "English (90), unknown language (3) indexed by m",
        "Chinese (600), German (9) indexed by n",
    ]


@pytest.mark.parametrize(("progress", "sentence"), [
    (Progress("reading", 1204, 2341), "Indexing 1,204 of 2,341 files · keywords searchable"),
    (
        Progress("embedding", 2341, 2341, 1204, 2341, 62.0, 40.0),
        "Meaning ready for 1,204 of 2,341 passages · about 40 s",
    ),
    (Progress("scanning", 0, 0), "Scanning the folder…"),
    (Progress("tidying", 1, 1), "Finishing…"),
])  # fmt: skip
def test_the_progress_is_told_in_a_sentence(progress: Progress, sentence: str) -> None:
    assert phrases.indexing_progress(progress) == sentence


def test_durations_are_told_in_one_unit_and_no_finer_than_can_be_believed() -> None:
    ago = [phrases.format_ago(seconds) for seconds in (0, 3, 61, 7200, 172800)]
    assert ago == ["just now", "3 s ago", "1 min ago", "2 h ago", "2 d ago"]
    left = [phrases.format_time_left(seconds) for seconds in (40, 600, 9000)]
    assert left == ["about 40 s", "about 10 min", "about 2 h"]


def test_what_was_done_is_told() -> None:
    piece = ContextPiece("a.md", "a", (), 1, 3, 120, "obsidian://open?file=a", 1, "b")
    context = Context("text", 812, 4000, (piece,) * 6, (piece,) * 2)
    sentence = "Copied 6 passages, 812 of 4,000 tokens · 2 left out (over budget)"
    assert phrases.describe_copied(context) == sentence
    assert phrases.describe_sync(SyncReport(12, 3, 0, 0, 0, 0, (), 1.0)) == "12 added, 3 changed"
    assert phrases.describe_sync(SyncReport(0, 0, 9, 0, 0, 0, (), 1.0)) == ""
    moved = tuple((f"Sea/{n}.md", f"Ocean/{n}.md") for n in range(31))
    assert phrases.describe_sync(SyncReport(0, 0, 9, 1, 0, 0, (), 1.0, moved=moved)) == "1 removed, 31 moved"
    assert phrases.describe_sync(SyncReport(0, 1, 9, 0, 0, 0, (), 1.0, trouble="Lost.")) == "Lost."
    assert "Stopped" in phrases.describe_sync(SyncReport(1, 0, 0, 0, 0, 0, (), 1.0, cancelled=True))


def test_the_status_line_says_how_good_results_are_and_its_tooltip_names_models(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_status(replace(STATUS, reranker="late interaction+cross-encoder ms-marco-MiniLM-L-12-v2"))
    assert line.reranker.text() == "Best results"
    assert "ms-marco-MiniLM-L-12-v2" in line.reranker.toolTip()
    line.show_status(replace(STATUS, reranker="late interaction"))
    assert line.reranker.text() == "Quick results"
