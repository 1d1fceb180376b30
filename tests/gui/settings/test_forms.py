"""One form on all pages of the settings: a column of labels, a column of fields, nothing cut off."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QFormLayout, QLabel, QLineEdit, QPushButton

from tests.builders import present
from tests.gui.conftest import texts
from vaultsearch.gui.settings.window import SettingsWindow
from vaultsearch.gui.theme import GRID


def lay_out(window: SettingsWindow) -> None:
    QApplication.processEvents()  # shows what was just made
    window.grab()
    QApplication.processEvents()


def test_no_page_is_wider_than_the_window_and_close_is_on_the_screen(window: SettingsWindow) -> None:
    assert window.height() == min(640, window.screen().availableGeometry().height() - 48)
    for width in (900, 860):
        window.resize(width, 640)
        for row, page in enumerate(window.pages):
            window.list.setCurrentRow(row)
            page.build_whole()
            lay_out(window)
            assert page.width() <= present(page.parentWidget()).width(), page.title
        for field in window.parameters.findChildren(QLineEdit):
            assert field.fontMetrics().horizontalAdvance(field.text()) + 2 * GRID < field.width()
    close = [button for button in window.findChildren(QPushButton) if button.parent() is window]
    assert window.rect().contains(close[-1].geometry())


def test_fields_stand_in_one_column_and_labels_on_their_line(window: SettingsWindow) -> None:
    for page in (window.appearance, window.models, window.language_model, window.files, window.shortcut):
        window.show_page(page)
        lay_out(window)
        lefts = set()
        for form in page.findChildren(QFormLayout):
            if (around := form.parentWidget()) is None or not around.isVisible():
                continue
            for row in range(form.rowCount()):
                roles = (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)
                label, field = (item.widget() for role in roles if (item := form.itemAt(row, role)))
                assert isinstance(label, QLabel)
                assert field is not None
                assert abs(label.geometry().center().y() - field.geometry().center().y()) <= 1, label.text()
                lefts.add(field.mapTo(page, field.rect().topLeft()).x())
        assert len(lefts) == 1, page.title


def test_each_field_has_a_key_of_its_own_and_the_search_is_told_whole(window: SettingsWindow) -> None:
    for page in (window.appearance, window.models):
        window.show_page(page)
        keys = [QKeySequence.mnemonic(label.text()).toString() for label in page.findChildren(QLabel)]
        assert sorted(filter(None, keys)) == sorted({*keys} - {""}), page.title
    room = window.search.width() - 5 * GRID
    assert window.search.fontMetrics().horizontalAdvance(window.search.placeholderText()) <= room


def test_each_ranking_step_names_the_passages_it_reads(window: SettingsWindow) -> None:
    window.show_page(window.ranking)
    shown = texts(window.ranking.list)
    for row, number in enumerate(("30", "14", "16")):
        assert f" {number} " in shown[row]
    assert not any("  " in text for text in shown)
