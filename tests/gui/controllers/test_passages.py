"""Actions on a passage: opened in Obsidian or an editor, copied with citations; links out of the vault."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.builders import present
from tests.gui.conftest import VAULT, Desk, clipboard
from tests.gui.fake_script import Script, passage
from vaultsearch.core.values.note import FileKind

KEY = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_enter_opens_the_selected_passage_in_obsidian_as_it_was_encoded(ready: Desk) -> None:
    ready.ask("love")
    QTest.keyClick(ready.field, KEY.Key_Return)
    ready.ask("bread")
    QTest.keyClick(ready.field, KEY.Key_Down)
    QTest.keyClick(ready.list, KEY.Key_Return)
    addresses = [b"People%2FGift%20ideas%23Anna", b"Workshops"]
    opened = [url.toEncoded().data() for url in ready.opened_urls]
    assert opened == [b"obsidian://open?vault=My%20vault&file=" + address for address in addresses]


def test_ctrl_enter_opens_the_file(ready: Desk) -> None:
    ready.ask("bread")
    QTest.keyClick(ready.field, KEY.Key_Return, CTRL)
    assert ready.opened_urls == [QUrl.fromLocalFile(str(VAULT / "Workshops.md"))]


def test_ctrl_enter_opens_a_pdf_at_the_page_and_other_files_plainly(desk: Desk, script: Script) -> None:
    slides = replace(passage("Talk", "Kiln"), path="a #1.pptx", kind=FileKind.SLIDES, page=2)
    pdf = replace(passage("Scan", "Glaze"), path="a #1.pdf", kind=FileKind.PDF, page=3)
    script.passages = (slides, pdf)
    desk.open()
    for word in ("kiln", "glaze"):
        desk.ask(word)
        QTest.keyClick(desk.field, KEY.Key_Return, CTRL)
    ends = [url.toEncoded().toStdString().rpartition("/")[2] for url in desk.opened_urls]
    assert ends == ["a%20%231.pptx", "a%20%231.pdf#page=3"]


def test_enter_without_obsidian_offers_the_editor_and_remembers_it(desk: Desk) -> None:
    """Nothing happened: xdg-open starts for a link that no app takes, and fails where nobody looks."""
    desk.settings.storage.has_obsidian = False
    with desk.bot.waitSignal(desk.window.background.answered, check_params_cb=lambda job: job == "obsidian"):
        desk.open()
    desk.ask("bread")
    QTest.keyClick(desk.field, KEY.Key_Return)
    desk.bot.waitUntil(lambda: bool(desk.window.findChildren(QMessageBox)))
    (box,) = desk.window.findChildren(QMessageBox)
    assert box.text() == "No app opens Obsidian's links."
    next(button for button in box.buttons() if button.text() == "Open in editor").click()
    file = QUrl.fromLocalFile(str(VAULT / "Workshops.md"))
    assert desk.opened_urls == [file]
    assert desk.settings.preferences.opener == "editor"
    assert desk.window.menu_actions.open_obsidian.text() == "Open in the default editor"
    desk.trigger("open_obsidian")
    assert desk.opened_urls == [file, file]


def test_a_link_that_the_system_refuses_offers_the_editor_too(desk: Desk) -> None:
    desk.opens_urls = False
    desk.ask("bread")
    QTest.keyClick(desk.field, KEY.Key_Return)
    desk.says("Couldn't open Obsidian. Ctrl+Enter opens the file instead.")
    (box,) = desk.window.findChildren(QMessageBox)
    box.reject()
    assert desk.settings.preferences.opener == "obsidian"


def test_ctrl_c_copies_the_passage_with_its_citation(ready: Desk) -> None:
    ready.ask("love")
    ready.press(ready.field, KEY.Key_C, CTRL, until="copy")
    assert clipboard() == (
        "From Gift ideas (section: Anna):\n\nShe would love a pottery course\n\n"
        "obsidian://open?vault=My%20vault&file=People%2FGift%20ideas%23Anna\n"
    )
    ready.says("Copied the passage with its source")


def test_ctrl_c_copies_the_letters_that_are_selected_in_the_field(ready: Desk) -> None:
    ready.ask("love")
    ready.field.selectAll()
    QTest.keyClick(ready.field, KEY.Key_C, CTRL)
    assert clipboard() == "love"


def test_ctrl_c_copies_the_words_that_are_selected_in_the_note(ready: Desk) -> None:
    ready.ask("bread")
    view = ready.page.preview.view
    ready.reads("Bread")
    view.setFocus()
    view.selectAll()
    QTest.keyClick(view, KEY.Key_C, CTRL)
    assert clipboard() == "Workshops\nBread, bookbinding, pottery"


def test_ctrl_shift_c_copies_the_best_passages_as_context(listed: Desk) -> None:
    listed.press(listed.field, KEY.Key_C, CTRL | SHIFT, until="copy")
    assert "(Workshops)" in clipboard()
    listed.says("Copied 3 passages, ")
    listed.says(" of 4,000 tokens")


def test_a_link_out_of_the_vault_is_asked_about_first(ready: Desk) -> None:
    view = ready.page.preview.view
    view.anchorClicked.emit(QUrl("https://example.org/a"))
    box = present(ready.window.findChild(QMessageBox))
    assert ready.opened_urls == []
    opens = next(button for button in box.buttons() if button.text() == "Open")
    QTest.mouseClick(opens, Qt.MouseButton.LeftButton)
    assert ready.opened_urls == [QUrl("https://example.org/a")]


def test_a_link_that_is_declined_is_not_opened(ready: Desk) -> None:
    ready.page.preview.view.anchorClicked.emit(QUrl("http://example.org"))
    box = present(ready.window.findChild(QMessageBox))
    box.reject()
    assert ready.opened_urls == []


def test_other_links_lead_nowhere(ready: Desk) -> None:
    for link in ("file:///etc/passwd", "obsidian://open?vault=x", "javascript:alert(1)", "other.md"):
        ready.page.preview.view.anchorClicked.emit(QUrl(link))
    assert ready.opened_urls == []
    assert ready.window.findChild(QMessageBox) is None
