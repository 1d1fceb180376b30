"""The preview: links back and forth, the outline, headings above, pictures, long notes in parts, code."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.builders import present
from tests.gui.conftest import ALT, KEY, Desk, clipboard, png, texts
from tests.gui.fake_script import Script, passage
from tests.gui.reading.conftest import follow
from vaultsearch.core.values.note import Heading, Preview
from vaultsearch.core.values.relations import NoteName
from vaultsearch.core.vault.rendering.page import NotePage
from vaultsearch.gui.actions import why_disabled
from vaultsearch.gui.controllers.reading import ReadingController
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.reading.note_pictures import PictureDecoder, decode_picture
from vaultsearch.gui.reading.note_view import MAX_PARTS, NoteView
from vaultsearch.gui.reading.preview_pane import PreviewPane

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

FILLER = "<p>words</p>" * 60
HEADS = (Heading(1, "Other", 1), Heading(2, "First", 3), Heading(2, "Second", 90))
BEGIN = f"<h1><a name='line-1'></a>Other</h1><h2><a name='line-3'></a>First</h2>{FILLER}"
HTML = f"{BEGIN}<h2><a name='line-90'></a>Second</h2>{FILLER}"
OTHER = Preview("Other.md", "Other", HTML, outline=HEADS, heading_path=("Other", "Second"), anchor="line-90")


@pytest.fixture
def read(desk: Desk, script: Script) -> PreviewPane:
    """The preview of the best answer, which links to another note and to one that is not there."""
    script.notes = {"note:Other": OTHER}
    desk.ask("bread", until="preview")
    return desk.page.preview


def test_a_link_is_followed_and_one_goes_back_and_forth_to_ones_place(desk: Desk, read: PreviewPane) -> None:
    back, forward = desk.window.menu_actions.back, desk.window.menu_actions.forward
    bar = read.view.verticalScrollBar()
    assert not back.isEnabled()
    follow(desk, "note:Other")
    assert (read.title.text(), back.isEnabled(), forward.isEnabled()) == ("Other", True, False)
    QTest.keyClick(read.view, KEY.Key_PageUp)
    was = bar.value()
    assert was > 0
    QTest.keyClick(read.view, KEY.Key_Left, ALT)
    assert (read.title.text(), back.isEnabled(), forward.isEnabled()) == ("Workshops", False, True)
    QTest.keyClick(read.view, KEY.Key_Right, ALT)
    assert read.title.text() == "Other"
    assert abs(bar.value() - was) <= 2


def test_a_link_to_no_note_is_told_and_one_to_a_tag_is_searched_for(desk: Desk, read: PreviewPane) -> None:
    follow(desk, "note:Nowhere")
    desk.says("No note with that name")
    assert read.title.text() == "Workshops"
    assert not desk.window.menu_actions.back.isEnabled()
    read.view.anchorClicked.emit(QUrl("tag:craft%2Fclay"))
    assert desk.field.text() == "tag:craft/clay"


def test_results_in_turn_are_one_step_and_after_a_link_a_new_one(desk: Desk, read: PreviewPane) -> None:
    desk.ask("love", until="preview")
    assert (read.title.text(), desk.window.menu_actions.back.isEnabled()) == ("Gift ideas", False)
    follow(desk, "note:Other")
    desk.ask("bread", until="preview")
    desk.trigger("back")
    assert read.title.text() == "Other"


def test_the_outline_unfolds_beside_the_page_and_leads_to_a_heading(desk: Desk, read: PreviewPane) -> None:
    follow(desk, "note:Other")
    assert not read.outline.isVisible()
    QTest.keyClick(desk.field, KEY.Key_O, CTRL_SHIFT)
    assert [part.isVisible() for part in (read.outline, read.view)] == [True, True]
    assert read.outline.hasFocus()
    assert texts(read.outline) == ["Other", "First", "Second"]
    read.outline.setCurrentIndex(read.outline.model().index(1, 0))
    QTest.keyClick(read.outline, KEY.Key_Return)
    assert read.headings.accessibleDescription() == "First"
    assert read.view.hasFocus()
    assert read.outline.read == 1
    desk.trigger("back")
    assert read.headings.accessibleDescription() == "Second"
    read.outline.setFocus()
    QTest.keyClick(read.outline, KEY.Key_Escape)
    assert (read.outline.isVisible(), read.view.hasFocus()) == (False, True)
    assert desk.field.text() == "bread", "Esc is the window's key: it wiped the whole search"


def test_a_narrow_page_gives_way_to_the_outline_and_returns_as_it_was(desk: Desk, read: PreviewPane) -> None:
    """Qt looked for a link as the page with the keyboard was hidden, and went there."""
    desk.script.notes = {"note:Other": replace(OTHER, html=f'<a href="note:Home">Home</a>{HTML}')}
    follow(desk, "note:Other")
    read.setFixedWidth(400)
    scrolled = read.view.verticalScrollBar().value()
    for key in (KEY.Key_Escape, KEY.Key_Escape, KEY.Key_Return):
        assert read.view.verticalScrollBar().value() == scrolled
        assert read.headings.accessibleDescription() == "Second"
        QTest.keyClick(read.view, KEY.Key_O, CTRL_SHIFT)
        assert [part.isVisible() for part in (read.outline, read.view)] == [True, False]
        desk.bot.waitUntil(lambda: read.outline.width() == read.width())
        QTest.keyClick(read.outline, key)
        assert (read.outline.isVisible(), read.view.hasFocus()) == (False, True)


def test_an_outline_without_headings_takes_no_page_away(desk: Desk, read: PreviewPane) -> None:
    assert why_disabled(desk.window.menu_actions.outline) == "No note with headings is shown"
    read.setFixedWidth(400)
    follow(desk, "note:Other")
    for name, outline in (("outline", True), ("back", False), ("forward", True)):
        desk.trigger(name)
        assert (read.outline.isVisible(), read.view.isVisible()) == (outline, not outline)
        assert desk.window.menu_actions.outline.isEnabled() is outline


def test_the_headings_above_follow_the_reader_and_lead_to_their_place(desk: Desk, read: PreviewPane) -> None:
    follow(desk, "note:Other")
    assert read.headings.accessibleDescription() == "Second"
    while read.view.verticalScrollBar().value() > 0:
        QTest.keyClick(read.view, KEY.Key_PageUp)
    desk.bot.waitUntil(lambda: read.headings.accessibleDescription() != "Second")
    assert read.outline.read < 2
    read.headings.linkActivated.emit("90")
    assert read.headings.accessibleDescription() == "Second"
    read.headings.show_headings([Heading(1, "<b>a & b", 3)])
    assert "&lt;b&gt;a &amp; b" in read.headings.text(), "headings are shown as they are written"
    assert read.headings.accessibleDescription() == "<b>a & b"
    read.headings.show_headings([Heading(1, "word " * 100, 3)])
    assert read.headings.heightForWidth(280) <= 3 * read.headings.fontMetrics().lineSpacing()


def test_the_notes_above_stand_below_the_title_and_lead_there(desk: Desk) -> None:
    desk.script.above = {"People/Gift ideas.md": (NoteName("Workshops.md", "Workshops <1>"),)}
    desk.ask("gift", until="notes above")
    above = desk.page.preview.above
    assert (above.isVisible(), above.accessibleDescription()) == (True, "Workshops <1>")
    assert "&lt;1&gt;" in above.text()
    with desk.answering("preview"):
        above.linkActivated.emit("1")
    assert desk.page.preview.title.text() == "Workshops"
    assert not above.isVisible()


@pytest.mark.parametrize(("above", "shown"), [
    ((NoteName("Home.md", "Home"),), ""), ((NoteName("Maps/Crafts.md", "Crafts"),), "Crafts"),
    ((NoteName("Home.md", "Home"), NoteName("Crafts.md", "Crafts")), "Home  ›  Crafts"),
])  # fmt: skip
def test_the_home_note_is_not_named_above_others(desk: Desk, above: tuple[NoteName, ...], shown: str) -> None:
    desk.script.above = {"Workshops.md": above}
    desk.ask("bread", until="notes above")
    assert desk.page.preview.title.text() == "Workshops"
    assert desk.page.preview.above.accessibleDescription() == shown
    assert desk.page.preview.above.isVisible() is bool(shown)


def test_notes_above_that_were_not_read_yet_stand_there_once_all_are(ready: Desk) -> None:
    ready.ask("gift", until="notes above")
    assert not ready.page.preview.above.isVisible()
    ready.script.above = {"People/Gift ideas.md": (NoteName("Workshops.md", "Workshops"),)}
    ready.trigger("sync", until="notes above")
    assert ready.page.preview.above.accessibleDescription() == "Workshops"


def test_a_long_title_moves_no_page(read: PreviewPane) -> None:
    tops = []
    for title in ("Bread", "Bread and butter, as it was made in the old days " * 5):
        read.show_preview(replace(present(read.shown), title=title))
        QTest.qWait(0)
        read.title.grab()
        tops.append(read.view.mapTo(read, QPoint()).y())
    assert tops[0] == tops[1]
    assert read.title.toolTip() == present(read.shown).path


def test_a_picture_of_the_vault_is_shown_in_its_size_another_in_words(desk: Desk, script: Script) -> None:
    script.preview_html = (
        "<p><img src='embed:a.png' alt='a' width='30' height='1'></p>"
        "<p><img src='embed:none.png' alt='a plan'></p><p><img src='embed:broken.png' alt='broken'></p>"
    )
    script.pictures = {"embed:a.png": png(300, 200), "embed:broken.png": b"no picture"}
    desk.ask("bread")
    view = desk.page.preview.view
    desk.reads("broken")
    assert "a plan" in view.toPlainText()
    shown = view.grab().toImage()
    wide = max(sum(shown.pixelColor(x, y) == QColor("red") for x in range(shown.width())) for y in range(80))
    assert wide == 30 * shown.devicePixelRatio()


def test_pictures_of_the_shown_note_follow_their_files(ready: Desk, script: Script) -> None:
    """A picture that came after its note, or was drawn anew, was not shown until another note was chosen."""
    script.preview_html = "<p><img src='embed:late.png' alt='a plan'></p>"
    ready.page.show_note("Workshops.md", 0)
    ready.reads("a plan")
    view = ready.page.preview.view
    for colour in ("red", "blue"):
        script.pictures = {"embed:late.png": png(300, 200, colour)}
        script.added_by_sync = (passage(f"{colour} picture", "something"),)
        ready.trigger("sync")
        ready.bot.waitUntil(
            partial(lambda it: view.grab().toImage().pixelColor(90, 90) == it, QColor(colour))
        )
        assert "a plan" not in view.toPlainText()
    script.pictures, script.added_by_sync = {}, (passage("No picture", "something"),)
    ready.trigger("sync")
    ready.reads("a plan")


@pytest.mark.parametrize(
    ("picture", "width"),
    [(png(3000, 1500), 600), (png(40, 20), 40), (b"", 0), (b"GIF89a\xff\xff\xff\xff", 0)],
    ids=["a large one is made small", "a small one stays", "none", "a broken one"],
)
def test_a_picture_is_decoded_at_most_as_wide_as_the_page(picture: bytes, width: int) -> None:
    assert decode_picture(picture, 600).width() == width


def endless_drawing() -> bytes:
    """A drawing of 1.6 KB that draws a line 10 ^ 20 times."""
    layers = "".join(f'<g id="a{n}">' + f'<use xlink:href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 21))
    root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    line = '<path id="a0" d="M0 0L9 9" stroke="red"/>'
    return f'{root} width="90" height="90"><defs>{line}{layers}</defs><use xlink:href="#a20"/></svg>'.encode()


def test_a_drawing_that_never_ends_is_given_up_and_the_next_picture_is_shown(qtbot: QtBot) -> None:
    decoder = PictureDecoder(limit=1.5)
    with qtbot.waitSignal(decoder.decoded) as given_up:
        decoder.decode("endless", endless_drawing(), 600)
    assert given_up.args[1].isNull()
    assert [one for one in active_children() if one.name == "pictures"] == []
    with qtbot.waitSignal(decoder.decoded) as shown:
        decoder.decode("good", png(300, 200), 600)
    color = QImage.fromData(png(300, 200)).pixelColor(5, 5)
    assert (shown.args[1].width(), shown.args[1].pixelColor(5, 5)) == (300, color)
    decoder.deleteLater()
    qtbot.waitUntil(lambda: not [one for one in active_children() if one.name == "pictures"])


def test_another_note_need_not_wait_for_the_pictures_of_the_one_before(qtbot: QtBot) -> None:
    decoder = PictureDecoder(limit=600)
    decoder.decode("endless", endless_drawing(), 600)
    told: list[str] = []
    decoder.decoded.connect(lambda address, _: told.append(address))
    decoder.decode("good", png(30, 20), 600)
    qtbot.waitUntil(lambda: "good" in told)
    assert [thread.name for thread in threading.enumerate()].count("picture") == 1, "each start is waited for"
    decoder.deleteLater()
    qtbot.waitUntil(lambda: "picture" not in [thread.name for thread in threading.enumerate()])
    assert not [one for one in active_children() if one.name == "pictures"]


def test_words_in_a_drawing_are_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultsearch.gui.reading.note_pictures._IDLE_S", 0.01)
    words = b'<text y="30">Words</text>'
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40">%s</svg>' % words
    decoder = PictureDecoder()
    with qtbot.waitSignal(decoder.decoded) as shown:
        decoder.decode("words", drawing, 600)
    image = shown.args[1]
    assert any(image.pixelColor(x, y).alpha() for x in range(60) for y in range(40))
    qtbot.waitUntil(lambda: not [one for one in active_children() if one.name == "pictures"])
    decoder.deleteLater()


def long_note(parts: int, first: int) -> Preview:
    html = f"<p>part {first} begins</p>{FILLER}"
    return Preview("a.md", "a", html, first, tuple(range(1, parts * 100, 100)))


@pytest.fixture
def wanted(view: NoteView) -> list[int]:
    """The parts that the page has asked for and not been given."""
    wanted: list[int] = []
    view.part_wanted.connect(wanted.append)
    return wanted


def feed(view: NoteView, wanted: list[int], most: int = 200) -> None:
    """Give the page the parts that it wants, until it wants none."""
    for _ in range(most):
        if not wanted:
            return
        number = wanted.pop(0)
        view.add_part(number, f"<p>part {number} begins</p>{FILLER}")


def top_line(view: NoteView) -> str:
    return view.cursorForPosition(view.viewport().rect().topLeft()).block().text()


def test_the_rest_of_a_note_comes_in_without_moving_what_is_read(view: NoteView, wanted: list[int]) -> None:
    view.show_note(long_note(6, 3))
    view.reading.release()
    view.verticalScrollBar().setValue(0)
    assert top_line(view) == "part 3 begins"
    feed(view, wanted)
    assert view.parts.numbers == range(6)
    assert top_line(view) == "part 3 begins"
    assert view.verticalScrollBar().value() > 0
    text = view.toPlainText()
    starts = [text.index(f"part {number} begins") for number in range(6)]
    assert starts == sorted(starts)


def test_of_a_very_long_note_all_stays_selected(qtbot: QtBot, view: NoteView, wanted: list[int]) -> None:
    view.show_note(long_note(100, 50))
    feed(view, wanted)
    assert len(view.parts.numbers) <= MAX_PARTS
    view.selectAll()
    for _ in range(300):
        view.reading.release()
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 250)
        feed(view, wanted, 4)
        assert len(view.parts.numbers) <= MAX_PARTS
    assert view.parts.numbers.start > 55
    with qtbot.wait_signal(view.whole_text_wanted):
        view.copy()
    assert view.textCursor().selection().toPlainText() == view.toPlainText()


def test_a_note_that_changed_meanwhile_is_left_as_it_is(view: NoteView) -> None:
    view.show_note(long_note(3, 1))
    view.add_part(2, None)
    assert view.parts.numbers == range(1, 2)


def test_a_note_saved_elsewhere_is_shown_as_it_is_now(ready: Desk, script: Script) -> None:
    """The list followed in 2 s; the note beside it was the old one for as long as it was selected."""
    ready.ask("bread", until="preview")
    (bread,) = [one for one in ready.service.index.passages if one.title == "Workshops"]
    for content in (bread.text, "Bread, bookbinding, and weaving"):  # beside the passage, then in it
        script.preview_html = f"<p>{content}, edited</p>"
        edited = replace(bread, content=content, text=content)
        ready.service.index.passages = (edited, passage(f"New {content}", "something"))
        script.added_by_sync = (passage(f"Newer {content}", "something"),)
        ready.trigger("sync")
        ready.reads(f"{content}, edited")


def test_the_text_read_stays_where_it_is_while_the_note_is_edited_above(desk: Desk, script: Script) -> None:
    rest = "".join(f"<p>Sentence {i}</p>" for i in range(200))
    script.preview_html = f"<p data-passage>Bread</p>{rest}"
    desk.ask("bread", until="preview")
    view = desk.page.preview.view
    bar = view.verticalScrollBar()
    view.reading.release()
    bar.setValue(1000)
    text, below = view.reading.text(), view.reading.position().below
    script.preview_html = f"<p>New</p><p>Newer</p>{script.preview_html}"
    script.added_by_sync = (passage("New", "something"),)
    desk.trigger("sync")
    desk.reads("Newer")
    assert (view.reading.text(), view.reading.position().below) == (text, below)


def test_a_note_that_is_deleted_while_it_is_read_says_so_and_is_named_no_more(desk: Desk) -> None:
    desk.script.passages += (passage("Pottery", "Clay and water"),)
    desk.ask("pottery", until="titled")
    titled, preview = desk.page.results.head.titled, desk.page.preview
    assert list(titled.sentences) == ["Pottery"]
    with desk.answering("preview"):
        desk.page.show_note("Pottery.md", 0)
    held = desk.service.index.passages
    desk.service.index.passages, desk.script.added_by_sync = held[:-1], (passage("New", "something"),)
    desk.trigger("sync", until="titled")
    desk.bot.waitUntil(preview.past.isVisible)
    assert preview.past.sentence.text() == "This note was deleted, moved or renamed"
    assert not preview.past.changes.isVisible()
    assert "Clay" in preview.view.toPlainText()
    assert not titled.isVisible()
    desk.service.index.passages = held  # undone in the file manager
    desk.trigger("sync", until="preview again")
    assert not preview.past.isVisible()


def test_a_passage_within_a_tall_block_is_opened_at_its_words(desk: Desk) -> None:
    """Of a huge note without blank lines, the block's beginning was shown, screens above the passage."""
    words = "filler " * 9000
    html = f"<p>{words} quokka parliament {words}</p>"
    marked = html.replace("<p>", "<p data-passage>")
    desk.open()
    pane = desk.page.preview
    begins = "quokka parliament"
    pane.show_preview(Preview("A.md", "A", marked, passage=(1, 1), anchor="passage", begins=begins))
    assert 0 < pane.view.cursorRect(pane.view.document().find("quokka")).top() < pane.view.viewport().height()


def test_a_note_chosen_while_the_one_before_it_is_renewed_is_shown(ready: Desk) -> None:
    """After a rename, the selected row was another note's than the one beside it, for good."""
    held: dict[str, Callable[[object], None]] = {}
    engine = SimpleNamespace(
        ask=lambda job, _question, show: held.update({job: show}), drop=lambda job: held.pop(job, None)
    )
    reading = ReadingController(cast("EngineThread", engine), ready.page.preview)
    first, second = (NotePage(f"{name}.md", name, f"# {name}\n\nText.\n").at_line(0) for name in ("A", "B"))
    reading.open_place("A.md", 0)
    held.pop("preview")(first)
    reading.renew()
    reading.open_place("B.md", 0)
    held.pop("preview again")(first)
    held.pop("preview")(second)
    assert ready.page.preview.shown is second


SUMS = (
    "# Sums\n\nFirst.\n\n```python\ndef total(sums):\n    return sum(sums)\n```\n\nWords between.\n\n"
    "```sh\nls\n```\n"
)


@pytest.fixture
def sums(desk: Desk) -> Desk:
    """A desk that shows a note with two blocks of code."""
    desk.script.preview_html = NotePage("Sums.md", "Sums", SUMS).at_line(0).html
    desk.ask("bread", until="preview")
    return desk


def _point_at(desk: Desk, words: str) -> None:
    view = desk.page.preview.view
    cursor = view.document().find(words)
    assert not cursor.isNull()
    QTest.mouseMove(view.viewport(), view.cursorRect(cursor).center() + QPoint(2, 0))


def test_the_button_copies_the_block_under_the_pointer_and_goes_with_it(sums: Desk) -> None:
    _point_at(sums, "ls")
    [button] = sums.page.preview.view.viewport().findChildren(QToolButton)
    sums.bot.waitUntil(button.isVisible)
    button.click()
    assert clipboard() == "ls"
    sums.says("Code copied")
    _point_at(sums, "Words between")
    sums.bot.waitUntil(lambda: not button.isVisible())


def test_by_keyboard_the_first_block_in_sight_is_copied_and_without_one_it_says_so(sums: Desk) -> None:
    sums.trigger("copy_code")
    assert clipboard() == "def total(sums):\n    return sum(sums)"
    sums.script.preview_html = None
    sums.ask("gift", until="preview")
    sums.trigger("copy_code")
    sums.says("There is no code in sight")
