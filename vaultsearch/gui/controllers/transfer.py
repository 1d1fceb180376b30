"""Copy and drag passages as text, links and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QPoint, QRect, QSize, QStringListModel, Qt, QUrl, Signal
from PySide6.QtGui import QDrag, QFontMetrics, QGuiApplication, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QWidget

from vaultsearch.core.values.context import Context, ContextFormat, Excerpt
from vaultsearch.core.values.search import Chunk, Result, Use
from vaultsearch.gui import phrases
from vaultsearch.gui.actions import Actions
from vaultsearch.gui.basket import PassageBasket
from vaultsearch.gui.controllers.passages import FindFile, PassageTargets
from vaultsearch.gui.engine_thread import EngineThread
from vaultsearch.gui.results.results_list import ResultsList
from vaultsearch.gui.theme import ACCENT_ROLE, GRID
from vaultsearch.gui.widgets import elide_at_word


def excerpt_at_hand(chunks: Sequence[Chunk], uris: Sequence[str] = ()) -> Excerpt:
    """Write passages from data in the window, without waiting for the engine, which may be busy."""
    known = (*uris, *("" for _ in chunks[len(uris) :]))
    texts = []
    for chunk, uri in zip(chunks, known, strict=True):
        source = f"({' > '.join((chunk.title, *chunk.heading_path))})"
        texts.append("\n\n".join(filter(None, (chunk.content or chunk.text, source, uri))))
    return Excerpt("\n\n".join(texts), "\n".join(map(literal_html, texts)))


def literal_html(text: str) -> str:
    """Return HTML showing a text literally."""
    lines = "<br>\n".join(escape(text).split("\n"))
    return f"<p>{lines}</p>"


def excerpt_mime(excerpt: Excerpt, files: Iterable[Path] = ()) -> QMimeData:
    """Return an excerpt as text and HTML, with source files."""
    # WORKAROUND PySide6 6.11: the clipboard may delete data after Python has ended, and then the program
    # crashed in the destructor of data created in Python (seen with the offscreen platform): Qt creates it.
    model = QStringListModel([""])
    mime = model.mimeData([model.index(0)])
    for kind in mime.formats():
        mime.removeFormat(kind)
    write_excerpt(mime, excerpt)
    if urls := [QUrl.fromLocalFile(str(file)) for file in dict.fromkeys(files)]:
        mime.setUrls(urls)
    return mime


def write_excerpt(mime: QMimeData, excerpt: Excerpt) -> None:
    """Replace ``mime``'s text and HTML."""
    mime.setText(excerpt.text)
    mime.setHtml(excerpt.html)


_COPY_JOB = "copy"
_MAX_IMMEDIATE = 10
"""Passages copied immediately from the results, before the token budget is applied."""


class CopyController(QObject):
    """Copy immediately from data in the window, then replace the copy by ``engine``'s better text.

    The better text is dropped if anything else was copied meanwhile, here or in another program.
    """

    message = Signal(str)
    """A sentence on an action that succeeded."""
    used = Signal(object, object)
    """A Result was used, with its Use."""

    def __init__(
        self,
        engine: EngineThread,
        results: ResultsList,
        basket: PassageBasket,
        targets: PassageTargets,
        find_file: FindFile,
        actions: Actions,
    ) -> None:
        super().__init__(targets)
        self._engine, self._results, self._basket = engine, results, basket
        self._targets, self._find_file = targets, find_file
        self._copied = ""
        actions.bind(
            {
                Actions.copy_passage: partial(targets.with_all, self.copy_passages),
                Actions.copy_context: self.copy_context,
                Actions.copy_link: partial(targets.with_all, self.copy_wikilinks),
                Actions.copy_uri: partial(targets.with_all, self.copy_uris),
                Actions.copy_path: partial(targets.with_all, self.copy_paths),
            }
        )

    def copy_passages(self, results: Sequence[Result]) -> None:
        """Copy passages with citations."""
        chunks = tuple(result.chunk for result in results)
        self._copy_at_once(chunks)

        def replace(excerpt: Excerpt) -> None:
            if self._is_unchanged():
                self._put(excerpt)
                several = self.tr("Copied {} with their sources").format(phrases.count_passages(len(chunks)))
                one = self.tr("Copied the passage with its source")
                self.message.emit(one if len(chunks) == 1 else several)

        self._engine.ask(_COPY_JOB, lambda vault: vault.excerpts.cited(chunks), replace)
        for result in results:
            self.used.emit(result, Use.COPIED)

    def copy_context(self) -> None:
        """Copy the basket, or else the best results within the token budget."""
        basket, style = self._basket, self._basket.style

        def copy_best(_current: Result) -> None:
            chunks = tuple(result.chunk for result in self._results.results)
            self._copy_at_once(chunks[:_MAX_IMMEDIATE])
            improve = partial(self._replace_context, style=ContextFormat.MARKDOWN)
            self._engine.ask(_COPY_JOB, lambda vault: vault.context(chunks), improve)

        if basket.context is not None:
            self._copy_context(basket.context, style)
        # The context is still being assembled.
        elif basket.chunks:
            chunks = basket.chunks
            self._copy_at_once(chunks)
            improve = partial(self._replace_context, style=style)
            self._engine.ask(
                _COPY_JOB, lambda vault: vault.context(chunks, style=style, keep_order=True), improve
            )
        else:
            self._targets.with_one(copy_best)

    def copy_wikilinks(self, results: Sequence[Result]) -> None:
        """Copy Obsidian links to the passages' headings."""
        chunks = tuple(result.chunk for result in results)

        def copy(links: tuple[str, ...]) -> None:
            unique = tuple(dict.fromkeys(links))
            # Without HTML: Obsidian would prefer that, and turn the brackets in it into text.
            self.copy_text("\n".join(unique))
            self.message.emit(self.tr("Copied %Ln link(s)", None, len(unique)))

        self._engine.ask(_COPY_JOB, lambda vault: vault.excerpts.wikilinks(chunks), copy)

    def copy_uris(self, results: Sequence[Result]) -> None:
        """Copy addresses opening the passages in Obsidian."""
        links = {result.url: result.chunk.title for result in results}
        html = "<br>\n".join(f'<a href="{escape(uri)}">{escape(title)}</a>' for uri, title in links.items())
        self._put(Excerpt("\n".join(links), html))
        self.message.emit(self.tr("Copied %Ln link(s)", None, len(links)))

    def copy_paths(self, results: Sequence[Result]) -> None:
        """Copy the notes' file paths."""
        files = (self._find_file(result.chunk.path) for result in results)
        paths = tuple(dict.fromkeys(str(file) for file in files if file is not None))
        if not paths:
            self.message.emit(phrases.no_file_here(results[0].chunk.path))
            return
        self.copy_text("\n".join(paths))
        self.message.emit(self.tr("Copied %Ln path(s)", None, len(paths)))

    def copy_answer(self, citations: str) -> None:
        """Copy an answer's sentences, if any."""
        if citations:
            self.copy_text(citations)
        self.message.emit(self.tr("Answer copied") if citations else self.tr("There is no answer to copy"))

    def copy_code(self, code: str) -> None:
        """Copy a code block, if any."""
        if code:
            self.copy_text(code)
        self.message.emit(self.tr("Code copied") if code else self.tr("There is no code in sight"))

    def copy_text(self, text: str) -> None:
        """Copy plain text."""
        self._begin_copy(text)
        QGuiApplication.clipboard().setText(text)

    def _copy_at_once(self, chunks: tuple[Chunk, ...]) -> None:
        self._put(excerpt_at_hand(chunks))
        self.message.emit(self.tr("Copied {}").format(phrases.count_passages(len(chunks))))

    def _replace_context(self, context: Context, style: ContextFormat) -> None:
        if self._is_unchanged():
            self._copy_context(context, style)

    def _copy_context(self, context: Context, style: ContextFormat) -> None:
        text = context.text
        self._put(Excerpt(text, literal_html(text)))
        self.message.emit(phrases.describe_copied(context))
        self._engine.ask(
            _COPY_JOB,
            lambda vault: vault.excerpts.context_html(text, style),
            lambda html: self._put(Excerpt(text, html)) if self._is_unchanged() else None,
        )

    def _put(self, excerpt: Excerpt) -> None:
        self._begin_copy(excerpt.text)
        QGuiApplication.clipboard().setMimeData(excerpt_mime(excerpt))

    def _begin_copy(self, text: str) -> None:
        # The better text of a former copy would replace this one.
        self._engine.drop(_COPY_JOB)
        self._copied = text

    def _is_unchanged(self) -> bool:
        """Return whether the clipboard still holds the immediate copy."""
        return QGuiApplication.clipboard().text() == self._copied


_DRAG_JOB = "drag"
_MAX_CARD_WIDTH = 60 * GRID


class DragController(QObject):
    """Drag selected passages from ``results``, only as a copy: no program may move a note away.

    The drag starts with data in the window; ``engine`` improves it meanwhile.
    """

    def __init__(self, engine: EngineThread, results: ResultsList, find_file: FindFile) -> None:
        super().__init__(results)
        self._engine, self._results, self._find_file = engine, results, find_file
        results.dragged.connect(self._drag)

    def payload(self, results: tuple[Result, ...]) -> QMimeData:
        """Return passages as Markdown, as HTML and as note files, without repeats."""
        chunks, uris = [result.chunk for result in results], [result.url for result in results]
        files = (self._find_file(chunk.path) for chunk in chunks)
        return excerpt_mime(excerpt_at_hand(chunks, uris), [file for file in files if file is not None])

    def _drag(self) -> None:
        results = self._results.selection()
        if not results:
            return
        chunks = tuple(result.chunk for result in results)
        mime = self.payload(results)
        drag = QDrag(self._results)
        drag.setMimeData(mime)
        drag.setPixmap(drag_picture(drag_title(results), self._results))
        drag.setHotSpot(QPoint(-3 * GRID, -3 * GRID))
        improve = partial(write_excerpt, mime)
        self._engine.ask(_DRAG_JOB, lambda vault: vault.excerpts.cited(chunks), improve)
        # Runs an event loop of its own until the drop, in which the engine's better text arrives.
        drag.exec(Qt.DropAction.CopyAction)
        self._engine.drop(_DRAG_JOB)


def drag_title(results: tuple[Result, ...]) -> str:
    """Return the text beside the pointer: a title, or the number of passages."""
    return results[0].chunk.title if len(results) == 1 else phrases.count_passages(len(results))


def drag_picture(text: str, widget: QWidget) -> QPixmap:
    """Draw text on a small card in ``widget``'s colours and scale."""
    metrics = QFontMetrics(widget.font())
    shown = elide_at_word(text, metrics, _MAX_CARD_WIDTH)
    size = QSize(metrics.horizontalAdvance(shown) + 6 * GRID, metrics.height() + 3 * GRID)
    ratio = widget.devicePixelRatioF()
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(widget.font())
    painter.setPen(widget.palette().color(ACCENT_ROLE))
    painter.setBrush(widget.palette().color(QPalette.ColorRole.Base))
    area = QRect(0, 0, size.width() - 1, size.height() - 1)
    painter.drawRoundedRect(area, 6, 6)
    painter.setPen(widget.palette().color(QPalette.ColorRole.Text))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shown)
    painter.end()
    return picture
