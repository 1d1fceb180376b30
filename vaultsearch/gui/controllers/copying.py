"""Copying passages, contexts, links and paths to the clipboard, as text and as HTML."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultsearch.core.values.context import ContextFormat, Excerpt
from vaultsearch.core.values.search import Use
from vaultsearch.gui import phrases
from vaultsearch.gui.controllers.excerpts import excerpt_at_hand, literal_html, mime_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.context import Context
    from vaultsearch.core.values.search import Chunk, Result
    from vaultsearch.gui.basket.basket import Basket
    from vaultsearch.gui.controllers.targets import FindFile, PassageTargets
    from vaultsearch.gui.engine.engine_thread import EngineThread
    from vaultsearch.gui.results.results_list import ResultsList

_COPY = "copy"
_MOST = 10
"""Passages copied at once if the basket is empty, before it is known how many fit into the token budget."""


class CopyController(QObject):
    """Copies at once as the window can, then replaces that by the better text of ``engine``.

    A better text is dropped if anything else was copied meanwhile.
    """

    message = Signal(str)
    """A sentence on an action that succeeded."""
    used = Signal(object, object)
    """A Result was used, with its Use."""

    def __init__(
        self,
        engine: EngineThread,
        results: ResultsList,
        basket: Basket,
        targets: PassageTargets,
        find_file: FindFile,
    ) -> None:
        super().__init__(targets)
        self._engine = engine
        self._results = results
        self._basket = basket
        self._targets = targets
        self._find_file = find_file
        self._copied = ""

    def copy_passages(self, results: Sequence[Result]) -> None:
        """Copy passages with their citations."""
        chunks = tuple(result.chunk for result in results)
        self._copy_at_once(chunks)
        self._engine.ask(
            _COPY, lambda vault: vault.excerpts.cited(chunks), partial(self._replace_passages, len(chunks))
        )
        for result in results:
            self.used.emit(result, Use.COPIED)

    def copy_context(self) -> None:
        """Copy the basket, or else the results best first, as far as the token budget goes."""
        basket = self._basket
        style = basket.style
        if basket.context is not None:
            self._copy_context(basket.context, style)
        elif basket.kept:  # its context is still being assembled
            chunks = basket.kept
            self._copy_at_once(chunks)
            self._engine.ask(
                _COPY,
                lambda vault: vault.context(chunks, style=style, keep_order=True),
                lambda context: self._replace_context(context, style),
            )
        else:
            self._targets.with_one(lambda _: self._copy_results())

    def copy_wikilinks(self, results: Sequence[Result]) -> None:
        """Copy the links that Obsidian would write to the headings of passages."""
        chunks = tuple(result.chunk for result in results)
        self._engine.ask(_COPY, lambda vault: vault.excerpts.wikilinks(chunks), self._take_wikilinks)

    def copy_uris(self, results: Sequence[Result]) -> None:
        """Copy the addresses that open passages in Obsidian."""
        links = {result.uri: result.chunk.title for result in results}
        html = "<br>\n".join(f'<a href="{escape(uri)}">{escape(title)}</a>' for uri, title in links.items())
        self._put(Excerpt("\n".join(links), html))
        self.message.emit(self.tr("Copied %Ln link(s)", None, len(links)))

    def copy_paths(self, results: Sequence[Result]) -> None:
        """Copy the paths of the notes' files."""
        files = (self._find_file(result.chunk.path) for result in results)
        paths = tuple(dict.fromkeys(str(file) for file in files if file is not None))
        self.copy_text("\n".join(paths))
        self.message.emit(self.tr("Copied %Ln path(s)", None, len(paths)))

    def copy_text(self, text: str) -> None:
        """Copy plain text."""
        self._copied = text
        QGuiApplication.clipboard().setText(text)

    def _copy_results(self) -> None:
        chunks = tuple(result.chunk for result in self._results.results)
        self._copy_at_once(chunks[:_MOST])
        self._engine.ask(
            _COPY,
            lambda vault: vault.context(chunks),
            lambda context: self._replace_context(context, ContextFormat.MARKDOWN),
        )

    def _copy_at_once(self, chunks: tuple[Chunk, ...]) -> None:
        self._put(excerpt_at_hand(chunks))
        self.message.emit(phrases.copied_so_far(len(chunks)))

    def _replace_passages(self, count: int, excerpt: Excerpt) -> None:
        if self._is_unchanged():
            self._put(excerpt)
            self.message.emit(
                self.tr("Copied the passage with its source")
                if count == 1
                else self.tr("Copied {} with their sources").format(phrases.passages(count))
            )

    def _replace_context(self, context: Context, style: ContextFormat) -> None:
        if self._is_unchanged():
            self._copy_context(context, style)

    def _copy_context(self, context: Context, style: ContextFormat) -> None:
        text = context.text
        self._put(Excerpt(text, literal_html(text)))
        self.message.emit(phrases.copied(context))
        self._engine.ask(
            _COPY,
            lambda vault: vault.excerpts.context_html(text, style),
            lambda html: self._put(Excerpt(text, html)) if self._is_unchanged() else None,
        )

    def _take_wikilinks(self, links: tuple[str, ...]) -> None:
        unique = tuple(dict.fromkeys(links))
        # Without HTML: Obsidian would prefer that, and turn the brackets in it into text.
        self.copy_text("\n".join(unique))
        self.message.emit(self.tr("Copied %Ln link(s)", None, len(unique)))

    def _put(self, excerpt: Excerpt) -> None:
        self._copied = excerpt.text
        QGuiApplication.clipboard().setMimeData(mime_of(excerpt))

    def _is_unchanged(self) -> bool:
        """Return whether the clipboard still holds the copy made at once: nothing else was copied since."""
        return QGuiApplication.clipboard().text() == self._copied
