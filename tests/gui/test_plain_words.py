"""No text of a note is read as HTML by the window: a file name with a tag in it once opened a file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, QUrl
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtGui import Qt as QtGuiQt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu, QMessageBox, QWidget

from tests.builders import present
from tests.gui.conftest import Desk
from tests.gui.fake_script import passage
from vaultsearch.core.values.note import Heading
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.relations import LooseEnds, NoteLinks, NoteName, Reference, UnresolvedTarget
from vaultsearch.core.values.search import Edit, Mode, Relaxation, RelaxationKind
from vaultsearch.core.values.sync import Failure, ModelLanguages
from vaultsearch.gui.reading.preview_pane import Breadcrumb
from vaultsearch.gui.widgets import literal_tooltip
from vaultsearch.settings.protocol import InstalledModel, StoredThing

TAG = "<img src=/secret.png>"
NOTE = passage(f"{TAG} title", f"{TAG} pottery", (f"{TAG} heading",), "folder")
PATH = NOTE.path
VAULT = Path(f"/vaults/{TAG} vault")


def windows() -> list[QWidget]:
    return [part for top in QApplication.topLevelWidgets() for part in (top, *top.findChildren(QWidget))]


def tooltips() -> Iterator[tuple[str, str]]:
    """List every tooltip that the window can show now, with its widget."""
    for part in windows():
        yield type(part).__name__, part.toolTip()
        for action in (*part.actions(), *part.findChildren(QAction)):
            yield "action", action.toolTip()
        if isinstance(part, QAbstractItemView) and part.model() is not None:
            for index in indices(part.model(), QModelIndex()):
                yield part.objectName() or type(part).__name__, index.data(Qt.ItemDataRole.ToolTipRole) or ""


def indices(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[QModelIndex]:
    for row in range(model.rowCount(parent)):
        column = 0
        while (index := model.index(row, column, parent)).isValid():
            yield index
            column += 1
        yield from indices(model, model.index(row, 0, parent))


def shown(said: str) -> str:
    """Return the text that Qt makes of a tooltip; a picture in it would be one odd character."""
    if not QtGuiQt.mightBeRichText(said):
        return said
    document = QTextDocument()
    document.setHtml(said)
    return document.toPlainText()


def check() -> set[str]:
    """Fail if a tooltip or a label does not show a tag literally; return those that showed one."""
    showing = set()
    for who, said in tooltips():
        if "secret" in said:
            assert TAG in shown(said), who
            showing.add(who)
    for part in windows():
        if isinstance(part, QLabel) and not isinstance(part, Breadcrumb) and "<" in part.text():
            assert part.textFormat() == Qt.TextFormat.PlainText, part.text()
            showing.add("label")
    return showing


@pytest.fixture
def dangerous(desk: Desk) -> Desk:
    """A vault with a tag in every name, found and read."""
    script = desk.script
    script.passages = (NOTE, replace(NOTE, id="other", position=1))
    script.failed = (Failure(PATH, f"{TAG} is no text."),)
    backlink = Reference(PATH, NOTE.title, TAG, 3, (), f"[[{TAG}]]")
    unresolved = Reference(None, "", TAG, 4, (TAG,), f"[[{TAG}]]")
    script.links = {PATH: NoteLinks(NoteName(PATH, NOTE.title), (backlink,), (), (unresolved,), ())}
    script.outline = (Heading(1, f"{TAG} heading", 1),)
    without_tag = Relaxation(RelaxationKind.CONDITION, Edit(0, 0, TAG), Mode.HYBRID, TAG, notes=1)
    script.relaxations = {"zymurgy": (without_tag,)}
    script.readers = (ModelLanguages(TAG, (("English", 3),)),)
    desk.open(VAULT)
    desk.ask("pottery", until="preview")
    return desk


def test_a_tag_in_a_tooltip_is_shown_and_not_obeyed() -> None:
    assert shown(literal_tooltip(f"{TAG}\nsecond line")) == f"{TAG}\nsecond line"
    assert shown(literal_tooltip("&lt;b> and a & b")) == "&lt;b> and a & b"
    assert literal_tooltip("3 < 4") == "3 < 4"


def test_results_title_outline_and_status_show_names_as_they_are(dangerous: Desk) -> None:
    dangerous.trigger("outline")
    assert {"results_list", "QLabel", "outline_list", "VaultChooser"} <= check()
    dangerous.trigger("switcher", until="names")
    dangerous.field.clear()
    assert {"switcher_list", "beginnings"} <= check()


def test_properties_in_the_table_and_its_menu_are_shown_as_they_are(dangerous: Desk) -> None:
    dangerous.script.properties = {PATH: {"<b>&x": TAG}}
    with dangerous.answering("properties"):
        dangerous.page.table.restore((("title", 100), ("property:<b>&x", 100)), shown=True)
    index = dangerous.page.results.table.model().index(0, 1)
    assert index.data() == TAG
    assert shown(index.data(Qt.ItemDataRole.ToolTipRole)) == TAG
    dangerous.trigger("columns")
    menu = dangerous.window.findChildren(QMenu, "columns_menu")[-1]
    assert "<b>&&x (1)" in [action.text() for action in menu.actions()]
    menu.close()


def test_basket_related_notes_and_links_out_of_the_vault_are_shown_as_they_are(dangerous: Desk) -> None:
    dangerous.trigger("keep", until="basket")
    dangerous.trigger("basket")
    dangerous.press(dangerous.field, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier, until="related")
    assert {"basket_list", "place_tree"} <= check()
    dangerous.page.preview.link_asked.emit(QUrl(f"https://example.org/{TAG}"))
    box = dangerous.message_box()
    assert {one.textFormat() for one in box.findChildren(QLabel) if one.text()} == {Qt.TextFormat.PlainText}
    box.close()


def test_conditions_suggestions_and_saved_searches_are_shown_as_they_are(dangerous: Desk) -> None:
    dangerous.page.sidebar.toggle()
    dangerous.page.facets.tree.show_saved((SavedSearch(TAG, f"tag:{TAG}"),))
    with dangerous.answering("relax"):
        dangerous.field.setText("zymurgy")
    assert "SuggestionLink" in check()
    with dangerous.answering("understand"):
        dangerous.field.setText(f'"{TAG}" ')
    assert {"Chip", "sidebar_tree"} <= check()


def test_messages_failures_and_reports_are_shown_as_they_are(dangerous: Desk) -> None:
    missing = UnresolvedTarget(TAG, (Reference(PATH, NOTE.title, TAG, 4, (), f"[[{TAG}]]"),))
    dangerous.script.loose_ends = LooseEnds((NoteName(PATH, NOTE.title),), (missing,))
    dangerous.window.status.show_lasting(f"{TAG} could not be opened.")
    dangerous.window.status.failures.click()
    dangerous.trigger("vault_report", until="vault report")
    assert {"QLabel", "failures", "label"} <= check()
    for top in QApplication.topLevelWidgets():
        if top is not dangerous.window:
            top.close()


def test_settings_show_folders_and_models_as_they_are(dangerous: Desk) -> None:
    house = dangerous.settings.storage
    house.kept = (StoredThing("index", VAULT / "index", 5, VAULT),)
    house.installed = (InstalledModel("m", "embedding", "fetched", VAULT, 5, verified=True),)
    window = dangerous.open_settings()
    for row in range(window.list.count()):
        window.list.setCurrentRow(row)
        dangerous.bot.wait(0)
    dangerous.bot.waitUntil(lambda: window.privacy.list.topLevelItemCount() > 0)
    dangerous.bot.waitUntil(lambda: "QTreeWidget" in check())
    window.privacy.list.setCurrentIndex(window.privacy.list.model().index(0, 0))
    window.privacy.delete.click()
    box = present(window.findChild(QMessageBox))
    assert "label" in check()
    box.close()


def test_the_welcome_offers_vaults_under_their_own_names(desk: Desk) -> None:
    desk.window.welcome.offer([VAULT], [])
    assert "QPushButton" in check()
