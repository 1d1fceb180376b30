"""Everything done with passages: context menus for results and note, and their controllers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypeAlias
from urllib.parse import unquote

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from vaultsearch.core.values.search import Result
from vaultsearch.gui import phrases
from vaultsearch.gui.action_table import ActionSpec
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.basket import PassageBasket
from vaultsearch.gui.controllers.passages import FindFile, PassageController, PassageTargets, SystemApps
from vaultsearch.gui.controllers.transfer import CopyController, DragController
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.overlays import SwitcherController
from vaultsearch.gui.reading.note_view import NoteView
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.sidebar.sidebar import SidebarController
from vaultsearch.gui.window.search_page import SearchPage

_SpecGroup: TypeAlias = "tuple[ActionSpec, ...]"
_SpecTexts: TypeAlias = "dict[ActionSpec, str]"
_COPY_ACTIONS: _SpecGroup = (Actions.copy_passage, Actions.copy_link, Actions.copy_uri, Actions.copy_path)
_SINGLE_ACTIONS: tuple[_SpecGroup, ...] = (
    (Actions.open_obsidian, Actions.open_editor, Actions.reveal),
    _COPY_ACTIONS,
    (Actions.keep,),
    (Actions.related, Actions.more_like),
    (Actions.hide_folder,),
)
"""Actions on a single passage, grouped."""
_SEVERAL_ACTIONS: tuple[_SpecGroup, ...] = (
    _COPY_ACTIONS,
    (Actions.keep,),
    (Actions.more_like, Actions.reveal),
    (Actions.select_all,),
)
"""Actions on several passages, grouped."""


class ContextMenus(QObject):
    """Open the context menus of ``results`` and ``view``, by mouse and keyboard."""

    def __init__(
        self,
        actions: Actions,
        results: ResultsList,
        view: NoteView,
        basket: PassageBasket,
        targets: PassageTargets,
        sidebar: SidebarController,
    ) -> None:
        super().__init__(results)
        self._actions, self._results, self._view = actions, results, view
        self._basket, self._targets, self._sidebar = basket, targets, sidebar
        self.link: str = ""
        for widget, show in ((results, self._show_for_results), (view, self._show_for_note)):
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            widget.customContextMenuRequested.connect(show)
        view.selectionChanged.connect(self._enable)
        view.cursorPositionChanged.connect(self._enable)

    @property
    def address(self) -> str:
        """The written form of the link at the pointer or cursor, or ""."""
        return written_link(self.link)

    def open_at_focus(self) -> None:
        """Open the note's menu if it has the keyboard focus, else the results' menu."""
        view, results = self._view, self._results
        if view.window().focusWidget() is view:
            self._show_for_note(view.cursorRect().bottomLeft())
        else:
            # Table and wall stand in for the list as the proxy of its focus.
            table = results.focusProxy()
            shown = table if isinstance(table, QAbstractItemView) else results
            position = shown.viewport().mapToGlobal(shown.visualRect(shown.currentIndex()).center())
            self._show_for_results(results.viewport().mapFromGlobal(position))

    def _show_for_results(self, position: QPoint) -> None:
        results = self._results.selection()
        if results:
            texts = {Actions.keep: self._keeping(results)}
            if len(results) > 1:
                passages = phrases.count_passages(len(results))
                links = len(results)
                notes = len({result.chunk.path for result in results})
                texts |= {
                    Actions.copy_passage: self.tr("Copy {}").format(passages),
                    Actions.copy_link: self.tr("Copy %Ln link(s)", None, links),
                    Actions.copy_uri: self.tr("Copy %Ln obsidian:// link(s)", None, links),
                    Actions.copy_path: self.tr("Copy %Ln file path(s)", None, notes),
                    Actions.more_like: self.tr("More like these {}").format(passages),
                }
            actions = _SEVERAL_ACTIONS if len(results) > 1 else _SINGLE_ACTIONS
            self._show(actions, texts, self._results, position)

    def _show_for_note(self, position: QPoint) -> None:
        view = self._view
        if self._targets.shown_note is None:
            return
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        self._enable(view.anchorAt(position))
        groups: list[_SpecGroup] = []
        if self.link:
            link = (Actions.open_link, Actions.copy_address)
            groups.append(link if self.address else link[:1])
        if view.textCursor().hasSelection():
            groups.append((Actions.copy_selection, Actions.search_selection))
        standard = QKeySequence.StandardKey
        texts = {
            Actions.copy_selection: self._with_keys(self._actions.copy_selection, standard.Copy),
            Actions.select_note: self._with_keys(self._actions.select_note, standard.SelectAll),
        }
        if (passage := self._targets.passage_read) is not None:
            texts[Actions.keep] = self._keeping((passage,))
        self._show((*groups, (Actions.select_note,), *_SINGLE_ACTIONS), texts, view, position)

    def _show(
        self, groups: Iterable[_SpecGroup], texts: _SpecTexts, widget: QWidget, position: QPoint
    ) -> None:
        """Open a menu; while open, action texts fit the passages."""
        menu = QMenu(widget)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("context_menu")
        menu.setAccessibleName(self.tr("Context menu"))
        for group in groups:
            menu.addActions([self._actions.built[spec] for spec in group])
            menu.addSeparator()
        former = {spec: self._actions.built[spec].text() for spec in texts}
        self._set_texts(texts)
        current = self._results.current()
        can_hide = current is not None and current.chunk.folder != "" and self._sidebar.can_hide
        self._actions.hide_folder.setEnabled(can_hide)
        menu.aboutToHide.connect(partial(self._set_texts, former))
        menu.aboutToHide.connect(lambda: self._actions.hide_folder.setEnabled(True))
        # The chosen action is triggered after its menu has gone.
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._enable))
        menu.popup(widget.viewport().mapToGlobal(position))  # type: ignore[attr-defined]

    def _set_texts(self, texts: _SpecTexts) -> None:
        for spec, text in texts.items():
            self._actions.built[spec].setText(text)

    def _keeping(self, results: tuple[Result, ...]) -> str:
        held = {result.chunk.id for result in results} <= self._basket.ids
        if len(results) == 1:
            return self.tr("Remove from basket") if held else self.tr("Add to basket")
        text = self.tr("Remove {} from basket") if held else self.tr("Add {} to basket")
        return text.format(phrases.count_passages(len(results)))

    def _with_keys(self, action: QAction, keys: QKeySequence.StandardKey) -> str:
        """Return an action's text with keys handled by the note view."""
        shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        return f"{action.text()}\t{shown}"

    def _enable(self, link: str = "") -> None:
        """Enable actions on the selected text, and on the link at the pointer or cursor."""
        self.link = link or self._view.textCursor().charFormat().anchorHref()
        self._actions.enable()


def written_link(address: str) -> str:
    """Return a link of the page as it is written in the note, "" for one within the page."""
    scheme, _, rest = address.partition(":")
    if scheme in ("http", "https"):
        return address
    written = {"note": "[[{}]]", "place": "{}", "tag": "#{}"}.get(scheme)
    return "" if written is None else written.format(unquote(rest))


class PassageControllers(QObject):
    """Creates and joins the controllers of passages."""

    def __init__(
        self,
        engine: EngineThread,
        page: SearchPage,
        basket: PassageBasket,
        actions: Actions,
        find_file: FindFile,
        apps: SystemApps,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        results, view = page.results.list, page.preview.view
        self.targets: PassageTargets = PassageTargets(engine, results, page.preview, window)
        self.opening: PassageController = PassageController(basket, find_file, apps, window)
        self.copying = CopyController(engine, results, basket, self.targets, find_file, actions)
        self.dragging = DragController(engine, results, find_file)
        self.menus: ContextMenus = ContextMenus(actions, results, view, basket, self.targets, page.sidebar)
        self.switcher: SwitcherController = SwitcherController(
            engine, window, lambda: page.results.is_indexing
        )
        for listing in (self.switcher.pane, page.results.beginnings):
            listing.obsidian_asked.connect(self.opening.open_note)
            listing.editor_asked.connect(self.opening.open_file)
            listing.shown_asked.connect(page.show_note)
        self._bind_actions(actions, page)

    def _bind_actions(self, actions: Actions, page: SearchPage) -> None:
        with_one, with_all = self.targets.with_one, self.targets.with_all
        actions.bind(
            {
                Actions.switcher: self.switcher.pane.open,
                Actions.open_obsidian: partial(with_one, self.opening.open),
                Actions.open_editor: partial(with_one, self.opening.open_otherwise),
                Actions.reveal: partial(with_all, self.opening.reveal),
                Actions.copy_answer: lambda: self.copying.copy_answer(page.answer_card.citations),
                Actions.copy_code: lambda: self.copying.copy_code(page.preview.code.text()),
                Actions.keep: partial(with_all, self.opening.toggle_kept),
                Actions.more_like: partial(with_all, page.search_like),
                Actions.hide_folder: partial(with_one, page.sidebar.hide_folder),
                Actions.context_menu: self.menus.open_at_focus,
                Actions.open_link: lambda: page.preview.view.anchorClicked.emit(QUrl(self.menus.link)),
                Actions.copy_address: lambda: self.copying.copy_text(self.menus.address),
            }
        )
        actions.enable_if(
            {
                Actions.open_link: lambda: self.menus.link != "",
                Actions.copy_address: lambda: self.menus.address != "",
            }
        )
