"""Screen readers and the keyboard: the tree that Qt tells them, the order of Tab, and where the focus is."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tests.builders import present
from tests.gui.conftest import KEY, Desk
from tests.gui.test_looks import contrast_ratio
from vaultsearch.core.values.note import Heading
from vaultsearch.core.values.relations import NoteLinks, NoteName
from vaultsearch.gui.window.dialogs import ShortcutsSheet

_NAME = QAccessible.Text.Name
_ROLE = QAccessible.Role
_NO_ROLES = (_ROLE.NoRole, _ROLE.Client, _ROLE.Pane)
_DEEPEST = 14
_ROWS = 40
"""Rows looked at of each list."""
_MOST_STOPS = 60
NOTE = "People/Gift ideas.md"


def tree(interface: QAccessibleInterface, depth: int = 0) -> Iterator[QAccessibleInterface]:
    """Yield an interface and all visible ones beneath it."""
    yield interface
    if depth == _DEEPEST:
        return
    for at in range(min(interface.childCount(), _ROWS)):
        child = interface.child(at)
        if not child.state().invisible:
            yield from tree(child, depth + 1)


def focusable(widget: QWidget) -> list[QAccessibleInterface]:
    """Return each visible thing in a widget that can have the focus."""
    return [one for one in tree(QAccessible.queryAccessibleInterface(widget)) if one.state().focusable]


def spoken(widget: QWidget) -> list[tuple[str, str]]:
    return [(one.role().name, one.text(_NAME)) for one in focusable(widget)]


def names(widget: QWidget) -> list[str]:
    """Return the names of what can have the focus; fail if one has no name or no role."""
    found = focusable(widget)
    nameless = [one for one in found if one.role() in _NO_ROLES]
    nameless += [one for one in found if not (one.text(_NAME).strip() or is_further_cell(one))]
    assert [(one.role().name, one.text(_NAME), one.object()) for one in nameless] == []
    return [one.text(_NAME) for one in found]


def names_of_parts(window: QWidget) -> list[str]:
    """Return the names by which screen readers tell everything in a window that one can touch."""
    touched = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QTextEdit, QPlainTextEdit)
    parts = [part for part in window.findChildren(QWidget) if isinstance(part, touched)]
    # What Qt makes for itself, such as the list that a combo box drops down, Qt also reads out itself.
    ours = [part for part in parts if not part.objectName().startswith("qt_")]
    ours = [part for part in ours if not isinstance(part.window().parent(), QComboBox)]
    ours = [part for part in ours if not isinstance(part.parent(), QAbstractItemView | QLineEdit)]
    return [QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name) for part in ours]


def is_further_cell(interface: QAccessibleInterface) -> bool:
    """Return True for a cell behind the first of its row, which may be empty."""
    parent = interface.parent()
    view = parent.object()
    if not isinstance(view, QAbstractItemView):
        return False
    return parent.indexOfChild(interface) % view.model().columnCount() > 0


def stops(window: QWidget) -> list[QWidget]:
    """Return where Tab leads, in its order from the widget in focus on."""
    first = window.focusWidget()
    here: QWidget | None = first
    found: list[QWidget] = []
    while here is not None and len(found) < _MOST_STOPS:
        if here.focusPolicy() & Qt.FocusPolicy.TabFocus and here.isVisibleTo(window) and here.isEnabled():
            found.append(here)
        here = here.nextInFocusChain()
        if here is first:
            return found
    raise AssertionError("Tab does not come back")


@pytest.fixture
def full(desk: Desk) -> Desk:
    """A window with results, a note, its outline and the sidebar."""
    desk.window.resize(1180, 760)
    desk.script.links = {NOTE: NoteLinks(NoteName(NOTE, "Gift ideas"), (), (), (), ())}
    desk.script.outline = (Heading(1, "Anna", 1), Heading(1, "Father", 3))
    desk.ask("pottery", until="preview")
    desk.trigger("toggle_sidebar")
    desk.trigger("outline")
    desk.field.setFocus()
    return desk


def test_everything_in_the_window_that_can_have_the_focus_has_a_name_and_a_role(full: Desk) -> None:
    full.bot.waitUntil(full.page.facets.histogram.isVisible)
    said = names(full.window)
    assert {"Search your notes", "Search results", "Note outline", "Notes by date"} <= {*said}
    full.trigger("related")
    full.trigger("keep")
    full.trigger("basket")
    assert len(names(full.window)) > len(said)
    full.trigger("palette")
    assert "Rebuild index…" in names(full.window.command_palette)
    assert "" not in names_of_parts(full.window)


def test_rows_of_results_speak_title_heading_path_and_snippet(full: Desk) -> None:
    rows = [name for role, name in spoken(full.list) if role == "ListItem"]
    assert rows[0].startswith("Gift ideas, Anna, She would love a pottery course")
    assert len(rows) == 3


def test_everything_in_settings_and_dialogs_has_a_name_and_a_role(full: Desk) -> None:
    settings = full.open_settings()
    full.bot.waitUntil(lambda: ("TreeItem", "open · indexed") in spoken(settings))
    for row in range(settings.list.count()):
        settings.list.setCurrentRow(row)
        assert names(settings)
    full.bot.waitUntil(lambda: len(settings.parameters.rows) == len(full.settings.tunables()))
    assert "" not in names_of_parts(settings)
    settings.close()
    full.trigger("shortcuts")
    sheet = present(full.window.findChild(ShortcutsSheet))
    assert names(sheet)
    sheet.close()


def test_the_welcome_page_is_spoken_too(desk: Desk) -> None:
    assert {"Choose a folder…", "Open the sample vault"} <= {*names(desk.window)}


def test_tab_leads_from_the_field_through_sidebar_and_results_to_the_note_and_back(full: Desk) -> None:
    full.trigger("outline")  # in a narrow window it takes the place of the note
    full.field.setFocus()
    page = full.page
    top = (page.search.field, page.search.modes, page.search.vaults)
    places = (*top, page.facets.tree, full.list, page.preview.view)
    found = stops(full.window)
    assert [one for one in found if one in places] == list(places)
    assert found[0] is page.search.field


def test_the_focus_shows_at_every_tab_stop_of_window_and_settings(full: Desk) -> None:
    assert [describe(stop) for stop in stops(full.window) if not shows_focus(stop)] == []
    settings = full.open_settings()
    for row in range(settings.list.count()):
        settings.list.setCurrentRow(row)
        settings.list.setFocus()
        QTest.keyClick(settings.list, KEY.Key_Tab)
        found = stops(settings)
        assert [describe(stop) for stop in found if not shows_focus(stop)] == [], settings.pages[row].title
        assert found[-2:] == [settings.search, settings.list]
        assert describe(found[-3]) == "QPushButton Close", "it is made before most pages"


def describe(stop: QWidget) -> str:
    return f"{type(stop).__name__} {QAccessible.queryAccessibleInterface(stop).text(_NAME)}"


def shows_focus(stop: QWidget) -> bool:
    """Return whether a widget looks otherwise with the focus than without: 3 to 1, where it has no rows."""
    stop.clearFocus()
    without = pictured(stop)
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    least = 1 if isinstance(stop, QAbstractItemView | QTextEdit) else 3
    changed = {pair for pair in zip(without, pictured(stop), strict=True) if pair[0] != pair[1]}
    return stop.hasFocus() and any(contrast_ratio(*map(QColor, pair)) >= least for pair in changed)


def pictured(stop: QWidget) -> list[int]:
    """Return the pixels of a widget, as after Tab was pressed."""
    QApplication.processEvents()
    stop.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    image = stop.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(image.constBits()).cast("I").tolist()
