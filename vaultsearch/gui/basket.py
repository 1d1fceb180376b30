"""The basket: collected passages, the context assembled from them, and the sheet showing both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QFrame, QListView, QPushButton

from vaultsearch.core.values.context import Context, ContextFormat, PassageState
from vaultsearch.core.values.search import Chunk, Result
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.gui import phrases
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.rows.row_texts import heading_line
from vaultsearch.gui.rows.two_line_rows import TwoLineDelegate, two_line_row
from vaultsearch.gui.theme import GRID
from vaultsearch.gui.translations import keep_translated, tr
from vaultsearch.gui.widgets import (
    column_of,
    is_enter,
    name_button,
    plain_label,
    quiet_button,
    row_of,
    show_rows_only,
    thin_bar,
)
from vaultsearch.service.protocol import VaultService

_COMPARE_INTERVAL_MS = 1_000
"""Interval for comparing passages with their notes during indexing."""
_CONTEXT_JOB, _LOAD_JOB, _STATES_JOB, _RENEW_JOB = "basket", "basket load", "basket states", "basket renew"


class PassageBasket(QObject):
    """Hold passages; after each change, ``engine`` assembles a context within the token budget."""

    changed = Signal()
    """The passages, their order or the output format changed."""
    assembled = Signal(object)
    """The Context assembled from the passages; None while there is none."""

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.chunks: tuple[Chunk, ...] = ()
        """The passages in the basket, in order."""
        # Each with its former row, the latest removal last.
        self._removed: list[list[tuple[int, Chunk]]] = []
        self.context: Context | None = None
        """The assembled context; None while that runs, or the basket is empty."""
        self.style: ContextFormat = ContextFormat.MARKDOWN
        self.states: dict[str, PassageState] = {}
        """States of passages compared with their notes, by id."""
        self._is_loaded = False
        self._folder: Path | None = None
        self._soon = QTimer(self, interval=_COMPARE_INTERVAL_MS, singleShot=True)
        self._soon.timeout.connect(self._compare)
        # Not restarted: reports come so fast that it would never time out.
        engine.progress.connect(lambda _: self._soon.isActive() or self._soon.start())
        engine.sync_finished.connect(self._follow)

    @property
    def ids(self) -> frozenset[str]:
        """The passages' ids."""
        return frozenset(chunk.id for chunk in self.chunks)

    @property
    def can_restore(self) -> bool:
        """Whether the basket was emptied and can be restored."""
        return not self.chunks and bool(self._removed)

    def toggle(self, results: Iterable[Result]) -> bool:
        """Append passages, or remove them if all are present; return whether they were added."""
        chunks = tuple(result.chunk for result in results)
        if self.add(chunks):
            return True
        self.remove(chunk.id for chunk in chunks)
        return False

    def add(self, chunks: Iterable[Chunk]) -> int:
        """Append passages not yet present; return how many were added."""
        held = self.ids
        added = tuple(chunk for chunk in chunks if chunk.id not in held)
        if added:
            self._replace_all((*self.chunks, *added))
        return len(added)

    def remove(self, chunk_ids: Iterable[str]) -> None:
        """Remove passages, undone by `restore`."""
        gone = frozenset(chunk_ids)
        if removed := [(row, chunk) for row, chunk in enumerate(self.chunks) if chunk.id in gone]:
            self._removed.append(removed)
            self._replace_all(tuple(chunk for chunk in self.chunks if chunk.id not in gone))

    def arrange(self, chunk_ids: Iterable[str]) -> None:
        """Reorder the passages."""
        by_id = {chunk.id: chunk for chunk in self.chunks}
        self._replace_all(tuple(by_id[chunk_id] for chunk_id in chunk_ids if chunk_id in by_id))

    def clear(self) -> None:
        """Empty the basket, undone by `restore`."""
        self.remove(self.ids)

    def restore(self) -> None:
        """Restore the passages removed last."""
        if self._removed:
            held, chunks = self.ids, list(self.chunks)
            for row, chunk in self._removed.pop():
                if chunk.id not in held:
                    chunks.insert(row, chunk)
            self._replace_all(tuple(chunks))

    def open(self, folder: Path) -> None:
        """Replace the previous vault's basket by the opened vault's."""
        self.forget()
        self._folder = folder
        self._engine.ask(_LOAD_JOB, lambda vault: vault.basket.load(), self._merge_loaded)

    def forget(self) -> None:
        """Show an empty basket: no vault is open."""
        self._soon.stop()
        self._engine.drop(_LOAD_JOB)
        self._removed, self.states, self._is_loaded = [], {}, False
        self._show(())

    def renew(self, chunk_id: str) -> None:
        """Replace a changed passage by the note's current text at that position."""
        chunk = next((chunk for chunk in self.chunks if chunk.id == chunk_id), None)

        def replace(renewed: Chunk | None) -> None:
            if renewed is None:
                self.states[chunk_id] = PassageState.GONE
                self.changed.emit()
                return
            self.states.pop(chunk_id, None)
            # The current text may be that of another passage in the basket.
            others = {chunk.id for chunk in self.chunks} - {chunk_id}
            new = () if renewed.id in others else (renewed,)
            parts = (new if chunk.id == chunk_id else (chunk,) for chunk in self.chunks)
            self._replace_all(tuple(chain.from_iterable(parts)))

        if chunk is not None and self.states.get(chunk_id) is PassageState.CHANGED:
            job = f"{_RENEW_JOB} {chunk_id}"
            self._engine.ask(job, lambda vault: vault.basket.current_passage(chunk), replace)

    def renew_all(self) -> None:
        """Renew every changed passage."""
        for chunk in self.chunks:
            self.renew(chunk.id)

    def write_as(self, style: ContextFormat) -> None:
        """Set the output format."""
        if style != self.style:
            self.style = style
            self._show(self.chunks)

    def _merge_loaded(self, loaded: tuple[Chunk, ...]) -> None:
        """Append passages added meanwhile to the stored ones."""
        known = {chunk.id for chunk in loaded}
        added = tuple(chunk for chunk in self.chunks if chunk.id not in known)
        self._is_loaded = True
        if added:
            self._replace_all((*loaded, *added))
        else:
            self._show(loaded)
        self._compare()

    def _follow(self, report: SyncReport) -> None:
        """Compare passages with their notes, moved ones under their new paths."""
        moved = dict(report.moved)
        self._removed = [[(row, chunk.moved(moved)) for row, chunk in rows] for rows in self._removed]
        chunks = tuple(chunk.moved(moved) for chunk in self.chunks)
        if chunks != self.chunks:
            self._replace_all(chunks)
        self._compare()

    def _compare(self) -> None:
        chunks = self.chunks

        def show(states: tuple[PassageState, ...]) -> None:
            self.states = {chunk.id: state for chunk, state in zip(chunks, states, strict=True)}
            self.changed.emit()

        if chunks:
            self._engine.ask(_STATES_JOB, lambda vault: vault.basket.states(chunks), show)

    def _replace_all(self, chunks: tuple[Chunk, ...]) -> None:
        """Show and save passages; before the stored passages are loaded, do not overwrite them."""
        self._show(chunks)
        folder = self._folder

        async def save(vault: VaultService) -> None:
            # Another vault may be about to open.
            if vault.folder == folder:
                await vault.basket.save(chunks)

        if self._is_loaded:
            self._engine.submit("basket save", save)

    def _show(self, chunks: tuple[Chunk, ...]) -> None:
        self.chunks, style = chunks, self.style
        # The previous context must not be copied for these passages.
        self._set_context(None)
        self.changed.emit()
        if chunks:
            self._engine.ask(
                _CONTEXT_JOB,
                lambda vault: vault.context(chunks, style=style, keep_order=True),
                self._set_context,
            )
        else:
            self._engine.drop(_CONTEXT_JOB)

    def _set_context(self, context: Context | None) -> None:
        self.context = context
        self.assembled.emit(context)


ID_ROLE = int(Qt.ItemDataRole.UserRole) + 10
_ARROW_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class BasketList(QListView):
    """List passages; emit the user's changes, and show them once the basket has applied them."""

    arranged = Signal(list)
    """The ids of the passages, in their new order."""
    removed = Signal(list)
    """The ids of the passages to remove."""
    renewed = Signal(str)
    """The id of a passage to replace by the current text in its place."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = QStandardItemModel(self)
        self.setObjectName("basket_list")
        keep_translated(self, lambda: self.setAccessibleName(self.tr("Passages in the basket")))
        self.setModel(self._rows)
        self.setItemDelegate(TwoLineDelegate(self))
        show_rows_only(self)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)

    def show_rows(
        self, chunks: Sequence[Chunk], takes: Mapping[str, str], states: Mapping[str, PassageState]
    ) -> None:
        """Show passages with token counts or remarks from ``takes``, by id; keep selection and scrolling.

        ``states`` are the passages compared with their notes, by id.
        """
        current, bar = self.currentIndex(), self.verticalScrollBar()
        row, selected, scrolled = max(0, current.row()), current.data(ID_ROLE), bar.value()
        is_seen = self.viewport().rect().intersects(self.visualRect(current))
        ids = [chunk.id for chunk in chunks]
        self._rows.clear()
        for chunk in chunks:
            self._rows.appendRow(_passage_row(chunk, takes.get(chunk.id, ""), states.get(chunk.id)))
        row = ids.index(selected) if selected in ids else min(row, len(ids) - 1)
        self.setCurrentIndex(self._rows.index(row, 0))
        # The user may have scrolled away from the current passage, and reads on.
        bar.setValue(scrolled)
        if is_seen:
            self.scrollTo(self.currentIndex())

    def ids(self) -> list[str]:
        """Return the passages' ids in order."""
        return [self._rows.index(row, 0).data(ID_ROLE) for row in range(self._rows.rowCount())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the passage with Alt and arrows, remove it with Delete or Space, renew it with Enter."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
            if self.currentIndex().isValid():
                self.removed.emit([self.currentIndex().data(ID_ROLE)])
        elif is_enter(event) and self.currentIndex().isValid():
            self.renewed.emit(self.currentIndex().data(ID_ROLE))
        elif key in _ARROW_STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            row, step = self.currentIndex().row(), _ARROW_STEPS[key]
            if 0 <= row + step < self._rows.rowCount():
                self._place(str(self.currentIndex().data(ID_ROLE)), row + step + (step > 0))
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the new order."""
        selected = self.currentIndex().data(ID_ROLE)
        target = self.indexAt(event.position().toPoint())
        before = target.row() if target.isValid() else self._rows.rowCount()
        if target.isValid() and event.position().y() > self.visualRect(target).center().y():
            before += 1
        # After a move Qt would remove the dragged row, but the basket has replaced all rows by then.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._place(str(selected), before)

    def _place(self, chunk_id: str, before: int) -> None:
        """Emit the order with a passage moved before row ``before``."""
        # All rows are replaced once the basket has the new order.
        ids = self.ids()
        rest = [other for other in ids[:before] if other != chunk_id]
        self.arranged.emit([*rest, chunk_id, *(other for other in ids[before:] if other != chunk_id)])


def _passage_row(chunk: Chunk, takes: str, state: PassageState | None) -> QStandardItem:
    """Return a row which can be dragged between others, but not onto them."""
    remark = phrases.passage_state(state)
    first_line, _, more = chunk.text.partition("\n")
    # Without the list item's marker.
    begins = (first_line.lstrip("-*+ ") or first_line) + ("…" if more.strip() else "")
    second = remark or heading_line(chunk) or begins
    spoken = (chunk.title, heading_line(chunk, ", "), remark, takes)
    item = two_line_row({ID_ROLE: chunk.id}, chunk.title, second, takes, tip=chunk.text, spoken=spoken)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
    return item


class BasketSheet(QFrame):
    """Stand beside the note while open, alone in a narrow window."""

    opened = Signal()
    closed = Signal()

    def __init__(self, basket: PassageBasket) -> None:
        super().__init__()
        self.basket = basket
        self.setObjectName("basket_sheet")
        self.title = plain_label(scale="title")
        self.list = BasketList()
        self.list.arranged.connect(basket.arrange)
        self.list.removed.connect(basket.remove)
        self.list.renewed.connect(basket.renew)
        self.says = plain_label(scale="small", tone="secondary", wraps=True)
        self.meter = thin_bar()
        self.style_chooser = _create_style_chooser()
        self.style_chooser.currentIndexChanged.connect(
            lambda _: self.basket.write_as(ContextFormat(self.style_chooser.currentData()))
        )
        self.copy = QPushButton()
        self.clear = QPushButton()
        self.clear.clicked.connect(lambda: basket.restore() if basket.can_restore else basket.clear())
        self.renew = QPushButton()
        self.renew.clicked.connect(basket.renew_all)
        self.close_button = quiet_button()
        self.close_button.clicked.connect(self.shut)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        # Only in the sheet: in the search field, these keys undo typing.
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(basket.restore)
        head = row_of((self.title, 1), self.close_button)
        foot = row_of(self.clear, self.renew, 0, self.style_chooser, self.copy, spacing=2 * GRID)
        margins = (3 * GRID, 2 * GRID, 3 * GRID, 3 * GRID)
        rows = head, (self.list, 1), self.says, self.meter, foot
        column_of(*rows, within=self, margins=margins, spacing=2 * GRID)
        basket.changed.connect(self._show)
        basket.assembled.connect(self._show)
        keep_translated(self, self._name)
        self.hide()

    def open(self) -> None:
        """Show the sheet and focus the list."""
        self.show()
        self.opened.emit()
        (self.list if self.basket.chunks else self.close_button).setFocus(Qt.FocusReason.PopupFocusReason)

    def toggle(self) -> None:
        """Show or hide the sheet."""
        (self.shut if self.isVisible() else self.open)()

    def shut(self) -> None:
        """Hide the sheet."""
        self.hide()
        self.closed.emit()

    def _name(self) -> None:
        self.title.setText(self.tr("Basket"))
        self.meter.setAccessibleName(self.tr("Tokens used"))
        name_button(self.copy, self.tr("Copy"), self.tr("Copy everything, to paste into a chat"))
        self.clear.setToolTip(self.tr("Remove all (can be undone)"))
        tip = self.tr("Take changed passages from the notes as they are now")
        name_button(self.renew, self.tr("Update"), tip, name=self.tr("Update changed passages"))
        tip = self.tr("Close the basket (Esc)")
        name_button(self.close_button, "✕", tip, name=self.tr("Close the basket"))
        self._show()

    def _show(self) -> None:
        chunks, context, states = self.basket.chunks, self.basket.context, self.basket.states
        takes: dict[str, str] = {}
        if context is not None:
            for piece in context.pieces:
                for place, chunk_id in enumerate(piece.chunk_ids):
                    # In merged passages, the first has the tokens.
                    tokens = tr("%Ln token(s)", piece.tokens)
                    takes[chunk_id] = tokens if place == 0 else tr("merged with neighbour")
            for piece in context.left_out:
                takes.update(dict.fromkeys(piece.chunk_ids, tr("over budget")))
        self.list.show_rows(chunks, takes, states)
        self.renew.setVisible(any(states.get(chunk.id) is PassageState.CHANGED for chunk in chunks))
        self.copy.setEnabled(context is not None and bool(context.pieces))
        restores = self.basket.can_restore
        name_button(self.clear, self.tr("Undo") if restores else self.tr("Clear"))
        self.clear.setEnabled(bool(chunks) or restores)
        self.meter.setVisible(bool(chunks))
        if context is not None:
            self.meter.setRange(0, context.budget)
            self.meter.setValue(context.tokens)
        invitation = self.tr("Press Space on a result to add it.")
        self.says.setText(phrases.describe_basket(len(chunks), context) if chunks else invitation)


def _create_style_chooser() -> QComboBox:
    chooser = QComboBox()
    chooser.setObjectName("basket_style")
    # The formats are named in the language of the window, which may change.
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    for style in (ContextFormat.MARKDOWN, ContextFormat.XML, ContextFormat.PLAIN):
        chooser.addItem("", style.value)

    def set_texts() -> None:
        chooser.setAccessibleName(tr("Format"))
        chooser.setToolTip(tr("Format"))
        for row, name in enumerate((tr("Markdown"), tr("XML"), tr("Plain text"))):
            chooser.setItemText(row, name)

    keep_translated(chooser, set_texts)
    return chooser
