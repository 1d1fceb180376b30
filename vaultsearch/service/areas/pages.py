"""The pages area: notes rendered around a passage, a line or a link's target; pictures."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

from vaultsearch.core.bases.expressions import VaultFiles
from vaultsearch.core.bases.tables import base_html
from vaultsearch.core.errors import NoteNotFoundError, VaultSearchError
from vaultsearch.core.history.versions import is_in
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.page_marks import count_occurrences, find_occurrences, page_marks
from vaultsearch.core.pages import (
    ThumbnailStore,
    draw_marked_page,
    page_sizes_of,
    page_to_bitmap,
    recognized_words_in,
    thumbnail_of,
)
from vaultsearch.core.protocols import Runner
from vaultsearch.core.query.words import find_terms
from vaultsearch.core.recognized_texts import RecognizedTexts
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import (
    NOTE_ENDINGS,
    Diagram,
    Formula,
    PagePicture,
    Preview,
    Span,
    StoredNote,
    WordPlace,
    are_named_alike,
    differing_notes,
)
from vaultsearch.core.values.pictures import CanvasCard, CanvasDrawing, CanvasKind
from vaultsearch.core.values.relations import ActiveNote
from vaultsearch.core.values.search import Chunk, Result, Snippet
from vaultsearch.core.values.times import PastNote
from vaultsearch.core.vault.canvas import read_drawing
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.vault.frontmatter import read_frontmatter
from vaultsearch.core.vault.links import LinkResolver, read_wikilink
from vaultsearch.core.vault.pictures import VaultPictures
from vaultsearch.core.vault.rendering.drawn_parts import (
    Formulas,
    MissingParts,
    diagrams_in,
    draw_diagram,
    draw_formulas,
)
from vaultsearch.core.vault.rendering.excerpt import excerpt_html
from vaultsearch.core.vault.rendering.inline_html import is_page, is_picture, read_address
from vaultsearch.core.vault.rendering.note_parts import MAX_EMBED_DEPTH
from vaultsearch.core.vault.rendering.page import BASE_BEGINS, NotePage, render_document, render_parts
from vaultsearch.core.vault.source import active_file
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service.parts.index_guard import Guard
from vaultsearch.service.parts.merge_rules import about_note, of_all_vaults, of_any_vault
from vaultsearch.service.parts.snapshots import text_in

T = TypeVar("T")
_log = logging.getLogger(__name__)

_STARTED_WITHIN_S, _DRAWN_WITHIN_S = 20.0, 5.0
_UNUSED_S = 60.0
"""Seconds after which the process that draws is ended, which holds some 100 MB."""
_EMBEDDED_WIDTH = 1_200
"""Pixels of an embedded page, which is scaled to the column."""
_MAX_DIAGRAMS = 50
_MAX_FILES, _BEGINNING = 60, 1_500
"""Cards of a canvas whose files are looked into, and the characters of a note that one shows."""
_MAX_CARD_FORMULAS = 200
"""Formulas drawn in a canvas: each takes some 20 ms."""
_NOTE_LINK = re.compile("<a(?: class='wikilink')? href='((?:note|place):[^']*)'>")
_MAX_BASE_BYTES = 2**20
_BASE_ENDING = ".base"
_KEPT = 4
"""Notes whose division into parts is cached: back and forth, and the parts that follow, ask for it again."""

_AT_ONCE = 16
"""Parts of a note whose occurrences are counted in one call."""


@dataclass(eq=False)
class Pages:
    """Renders notes as pages. Text comes from the index; only pictures and PDFs are read from the vault.

    ``index`` is the index folder, which has the text recognised in pictures. ``run`` draws PDF pages, running
    native code on untrusted files, and formulas; ``drawing`` is the process drawing diagrams, which is ended
    if it takes too long.
    """

    containment: Containment
    corpus: LanceCorpus
    index: Path
    guard: Guard = nullcontext
    run: Runner = in_thread
    drawing: WorkerProcess | None = None
    _using_drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _unused: asyncio.TimerHandle | None = None
    _diagrams: dict[Diagram, bytes] = field(default_factory=dict)
    _pages: dict[tuple[str, PastNote | None], NotePage] = field(default_factory=dict)
    _formulas: Formulas = field(default_factory=Formulas)
    _embeds: MissingParts[tuple[str, str], NotePage] = field(default_factory=MissingParts)
    _notes: tuple[StoredNote, ...] = ()
    _titles: dict[str, str] = field(default_factory=dict)
    _resolver: LinkResolver = field(default_factory=lambda: LinkResolver({}))
    _vault_files: VaultFiles | None = None

    def __post_init__(self) -> None:
        self._texts, self._thumbnails = RecognizedTexts.of(self.index), ThumbnailStore.of(self.index)
        self.set_containment(self.containment)

    async def _rendered(self, page: NotePage, render: Callable[..., T], *arguments: object) -> T:
        """Render; repeat while the page embeds notes or has formulas not yet available."""
        rendered = await in_thread(render, *arguments)
        # Each rendering reveals what the one before it embeds: a note in a note, and the formulas of the
        # innermost.
        for _ in range(MAX_EMBED_DEPTH + 2):
            embeds, formulas = page.embeds.take_missing(), page.formulas.take_missing()
            if not embeds and not formulas:
                break
            for source, written in embeds:
                page.embeds.keep((source, written), await self._embedded(source, written))
            if formulas:
                await self._draw(formulas)
            rendered = await in_thread(render, *arguments)
        return rendered

    async def _draw(self, formulas: Sequence[tuple[str, bool]]) -> None:
        for formula, drawn in zip(formulas, await self.run(draw_formulas, formulas), strict=True):
            self._formulas.keep(formula, drawn)

    async def _embedded(self, source: str, written: str) -> NotePage | None:
        """Return the note an embed means; None if it is no Markdown note."""
        if written.startswith(BASE_BEGINS):
            files, base = await self._files(), written.removeprefix(BASE_BEGINS).encode()
            return NotePage(source, "", "", top=await in_thread(base_html, base, files, source))
        link, _ = read_wikilink(written, "", True, 0)
        titles, resolver = await self._titles_and_resolver()
        path = resolver.path_of(link, source)
        if path is not None and path.lower().endswith(_BASE_ENDING):
            top = await self._base(path, source, "#".join(link.heading))
            return NotePage(path, titles.get(path, path), "", top=top)
        if path is None or not path.lower().endswith(NOTE_ENDINGS):
            return None
        # The embedded note may be gone meanwhile.
        with suppress(KeyError):
            # From the index, not from the disk: the lines of passages are those of this text.
            text = await self.corpus.get_document(path)
            return NotePage(path, titles.get(path, path), text, self._formulas, self._embeds)
        return None

    def set_containment(self, containment: Containment) -> None:
        """Set the boundary within which pictures are read."""
        self.containment = containment
        self._pictures = VaultPictures(containment)

    @about_note("chunk")
    async def preview(self, chunk: Chunk, past: PastNote | None = None) -> Preview:
        """Render the note's part holding a passage, in the past if the passage is."""
        await self._titles_and_resolver()
        page = await self._page(chunk.path, chunk.title, past)
        if page is None:
            page = NotePage(chunk.path, chunk.title, chunk.content, self._formulas, self._embeds)
        preview = replace(await self._rendered(page, page.around, chunk), past=past)
        # A base is shown by its tables, which stand above whatever passage was found.
        return replace(preview, anchor="") if page.top else preview

    @about_note("preview")
    async def part(self, preview: Preview, number: int) -> str | None:
        """Render another part from a shown note; None if the note has changed since."""
        page = await self._shown_page(preview)
        return None if page is None else await self._rendered(page, _part_html, page, preview, number)

    @about_note("preview")
    async def text(self, preview: Preview) -> str | None:
        """Return a shown note's whole text, in the past if it was shown so; None if it is gone."""
        return await self._text(preview.path, preview.past)

    @about_note("preview")
    async def refreshed(
        self, preview: Preview, line: int, passage: tuple[int, int] | None = None
    ) -> Preview | None:
        """Render a shown note anew around the former ``line``; None if it is unchanged.

        A note that is gone stays as it is shown, marked. ``passage`` are the lines to mark if those marked
        before have gone.
        """
        if preview.past is not None:
            return None
        # The text of then tells where the lines that are being read have moved to.
        former = self._pages.get((preview.path, None))
        page = await self._page_now(preview.path, preview.title)
        if page is None:
            # A new index may not have it yet.
            is_there = preview.is_gone or is_in(self.containment.root, preview.path)
            return None if is_there else replace(preview, is_gone=True)
        is_same = page.digest == preview.digest and passage in (None, preview.passage) and not preview.is_gone
        if is_same and "[" not in page.text:
            return None
        is_known = former is not None and former.digest == preview.digest
        text = former.text if is_known and former is not None else page.text
        renewed = await self._rendered(page, page.refreshed, preview, line, text, passage)
        # The notes that an unchanged note embeds or links to may have come, changed or gone.
        if is_same and await in_thread(page.html, preview.part, preview.passage) == preview.html:
            return None
        return renewed

    @about_note("preview")
    async def part_with(
        self, preview: Preview, terms: Sequence[str], number: int, step: int
    ) -> tuple[int, str] | None:
        """Find the first part holding a term from ``number`` on, forwards or backwards by ``step``.

        Returns:
            Number and HTML; None if there is none, or the note has changed since.
        """
        page = await self._shown_page(preview)
        if page is None:
            return None

        def find_part() -> tuple[int, str] | None:
            at = number
            while 0 <= at < len(page.parts.parts):
                if find_terms("\n".join(page.parts.parts[at].lines), tuple(terms)):
                    html = _part_html(page, preview, at)
                    return None if html is None else (at, html)
                at += step
            return None

        return await self._rendered(page, find_part)

    @about_note("result", guarded=False)
    async def marks(
        self, blocks: Sequence[str], passage: Collection[int], result: Result
    ) -> tuple[Snippet, ...]:
        """Mark the query's words in a page's blocks, and in the passage's blocks also words meaning them."""
        return await in_thread(page_marks, blocks, passage, result)

    @of_any_vault
    async def occurrences(self, blocks: Sequence[str], text: str) -> tuple[tuple[Span, ...], ...]:
        """Find typed text in a page's blocks, ignoring case and accents."""
        return await in_thread(lambda: tuple(find_occurrences(block, text) for block in blocks))

    @about_note("preview")
    async def occurrence_counts(self, preview: Preview, text: str) -> tuple[int, ...] | None:
        """Count typed text in every part of a shown note; None if the note has changed since."""
        page = await self._shown_page(preview)
        # Parts of another text are cut elsewhere: numbers of parts would name other places.
        if page is None or page.digest != preview.digest:
            return None

        def count_in_parts(first: int) -> list[int]:
            parts = range(first, min(first + _AT_ONCE, len(page.parts.parts)))
            return [count_occurrences(page.shown_text(part), text) for part in parts]

        counts: list[int] = []
        # In portions, so that a newer question can cancel the count of a long note.
        for first in range(0, len(preview.starts), _AT_ONCE):
            counts += await self._rendered(page, count_in_parts, first)
        return tuple(counts)

    @about_note("source")
    async def linked(self, address: str, source: str) -> Preview | None:
        """Render the note an address in the HTML for ``source`` leads to; None if it is no note."""
        link = read_address(address)
        if link is None:
            return None
        path = (await self.link_resolver()).path_of(link, source)
        page = None if path is None else await self._page_now(path, path)
        return None if page is None else await self._rendered(page, page.at_link, link)

    @about_note("path", missing=None)
    async def preview_at(self, path: str, line: int) -> Preview | None:
        """Render the note's part holding a line, 0 for the top; None if the note is not indexed."""
        page = await self._page_now(path, path)
        return None if page is None else await self._rendered(page, page.at_line, line)

    @about_note("path")
    async def document(self, path: str) -> str:
        """Render a whole note as an HTML document. Raise NoteNotFoundError if it is not indexed."""
        page = await self._page_now(path, path)
        if page is None:
            raise NoteNotFoundError.missing(path)
        html = await self._rendered(page, render_parts, page)
        # Sharp on any screen, and on paper.
        drawn = {
            diagram: await self._drawn(replace(diagram, scale=2.0, is_dark=False))
            for diagram in diagrams_in(html)
        }
        known = {diagram: picture for diagram, picture in drawn.items() if picture is not None}
        return await in_thread(render_document, page, known)

    @about_note("path", guarded=False)
    async def sheets(self, path: str) -> tuple[tuple[float, float], ...]:
        """Return each PDF page's width and height in points; () if it cannot be drawn."""
        return await self._drawn_or((), page_sizes_of, self.containment, path)

    @about_note("preview", guarded=False)
    async def sheet(
        self, preview: Preview, number: int, width: int, terms: Sequence[str]
    ) -> PagePicture | None:
        """Draw a shown PDF's page, by 1-based number, with the passage and matched words marked."""
        first, _ = preview.passage or (0, 0)
        pages = sum(heading.level == 1 and heading.line <= first for heading in preview.outline)
        page, passage = self._pages.get((preview.path, preview.past)), ""
        if number == max(1, pages) and page is not None and preview.passage is not None:
            passage = "\n".join(page.text.split("\n")[first - 1 : preview.passage[1]])
        place = self.containment, self._texts, preview.path, number
        return await self._drawn_or(None, draw_marked_page, *place, width, passage, tuple(terms))

    @about_note("path", missing=None, guarded=False)
    async def canvas(self, path: str) -> CanvasDrawing | None:
        """Return a canvas's drawing; None if it cannot be drawn."""
        drawing = await self._in_time(read_drawing, self.containment, path)
        if drawing is None:
            return None
        files = [card for card in drawing.cards if card.kind is CanvasKind.FILE][:_MAX_FILES]
        seen = {card: await self._with_content(card, path) for card in files}
        cards = tuple(seen.get(card, card) for card in drawing.cards)
        for card in cards:
            self._formulas.draw_marked(card.html)
        if missing := self._formulas.take_missing()[:_MAX_CARD_FORMULAS]:
            await self._draw(missing)
        cards = tuple(replace(card, html=self._formulas.draw_marked(card.html)) for card in cards)
        return replace(drawing, cards=cards)

    async def _with_content(self, card: CanvasCard, source: str) -> CanvasCard:
        """Return a card with the beginning of the note, or with the picture, it stands for."""
        link = read_address(card.address)
        path = None if link is None else (await self.link_resolver()).path_of(link, source)
        if path is None or link is None:
            return card
        if is_picture(path) or path.lower().endswith(".pdf"):
            return replace(card, picture=await self.thumbnail(path, link.page or 1) or b"")
        with suppress(KeyError):
            lines = (await self.corpus.get_document(path)).split("\n")
            text = "\n".join(lines[read_frontmatter(lines).line_count :])
            html = await in_thread(partial(excerpt_html, text[:_BEGINNING], marks_formulas=True))
            return replace(card, html=html)
        return card

    @about_note("path", missing=None, guarded=False)
    async def thumbnail(self, path: str, page: int = 1, *, is_large: bool = False) -> bytes | None:
        """Return a picture, a canvas, or a PDF page by number from 1, as a JPEG, or None.

        The longer side has 320 pixels, in large ones 1,600.
        """
        draw = partial(thumbnail_of, is_large=is_large)
        return await self._in_time(draw, self.containment, self._thumbnails, path, page)

    @about_note("path", guarded=False)
    async def words_in_picture(self, path: str, passage: str, terms: Sequence[str]) -> tuple[WordPlace, ...]:
        """Return the words recognised in a picture, passage and found words marked; () if none are."""
        if not is_picture(path):
            return ()
        place = self.containment, self._texts, path
        return await self._drawn_or((), recognized_words_in, *place, passage, tuple(terms), run=in_thread)

    @about_note("source", guarded=False)
    async def picture(self, address: str, source: str) -> bytes | None:
        """Return a picture embedded in the note ``source``, by address; None if it cannot be shown."""
        if (formula := Formula.of_address(address)) is not None:
            if (drawn := self._formulas.picture(formula)) is None:
                await self._draw([(formula.latex, formula.is_block)])
                drawn = self._formulas.picture(formula)
            return None if drawn is None else drawn.encode()
        if (diagram := Diagram.of_address(address)) is not None:
            return await self._drawn(diagram)
        if (link := read_address(address)) is None:
            return None
        path = (await self.link_resolver()).path_of(link, source)
        if not is_page(link):
            return await in_thread(self._pictures.read, link, source, path)
        if path is None or link.page is None:
            return None
        place = self.containment, self._texts, path, link.page
        page = await self._drawn_or(None, draw_marked_page, *place, _EMBEDDED_WIDTH, "", ())
        return None if page is None else page_to_bitmap(page)

    async def _drawn_or(
        self, missing: T, draw: Callable[..., T], *place: object, run: Runner | None = None
    ) -> T:
        """Draw in the process for it, or in that of ``run``; return ``missing`` if file or page is gone."""
        try:
            return await (run or self.run)(draw, *place)
        except (VaultSearchError, OSError) as error:
            _log.info("not drawn by=%s because=%s", draw.__name__, error)
            return missing

    async def _drawn(self, diagram: Diagram) -> bytes | None:
        """Return a diagram as PNG; None if it cannot be drawn within a few seconds."""
        if diagram in self._diagrams or self.drawing is None:
            return self._diagrams.get(diagram) or None
        picture = await self._in_time(draw_diagram, diagram, late=b"")
        # None if another time it may be drawn.
        if picture is not None:
            if len(self._diagrams) >= _MAX_DIAGRAMS:
                self._diagrams.clear()
            self._diagrams[diagram] = picture
        return picture or None

    async def _in_time(self, draw: Callable[..., T], *place: object, late: T | None = None) -> T | None:
        """Draw in the drawing process; after a few seconds, end the process and return ``late``."""
        if self.drawing is None:
            return None
        async with self._using_drawing:
            if self._unused is not None:
                self._unused.cancel()
            is_ready = False
            try:
                # That it starts first, or still draws what nobody waits for, is not the picture's fault.
                await asyncio.wait_for(self.drawing(bool), _STARTED_WITHIN_S)
                is_ready = True
                return await asyncio.wait_for(self.drawing(draw, *place), _DRAWN_WITHIN_S)
            except TimeoutError:
                _log.info("not drawn within=%s", _DRAWN_WITHIN_S)
                self.drawing.close()
                return late if is_ready else None
            except (VaultSearchError, OSError) as error:
                # The process died or could not start, or the file is gone.
                _log.info("not drawn because=%s", error)
            finally:
                self._unused = asyncio.get_running_loop().call_later(_UNUSED_S, self.drawing.close)
        return None

    @of_all_vaults(lambda active: max(filter(None, active), key=lambda note: note.noted_at, default=None))
    async def active_note(self) -> ActiveNote | None:
        """Return the indexed note open in Obsidian, or None."""
        active = await in_thread(active_file, self.containment)
        if active is None:
            return None
        titles, _ = await self._titles_and_resolver()
        path, noted_at = active
        return ActiveNote(path, titles[path], noted_at) if path in titles else None

    async def _base(self, path: str, this: str, view: str = "") -> str:
        """Return a base's tables with ``this`` as current note; "" if it cannot be read."""

        def read_base() -> bytes:
            with self.containment.open(path) as opened:
                return opened.file.read(_MAX_BASE_BYTES)

        files = await self._files()
        raw = await self._drawn_or(None, read_base, run=in_thread)
        return "" if raw is None else await in_thread(base_html, raw, files, this, view)

    async def link_resolver(self) -> LinkResolver:
        """Return a resolver for links among all notes."""
        return (await self._titles_and_resolver())[1]

    async def _text(self, path: str, past: PastNote | None) -> str | None:
        if past is not None:
            return await in_thread(text_in, self.index, past, path)
        with suppress(KeyError):
            return await self.corpus.get_document(path)
        return None

    async def _shown_page(self, preview: Preview) -> NotePage | None:
        key = (preview.path, preview.past)
        return self._pages.get(key) or await self._page(preview.path, preview.title, preview.past)

    async def _page_now(self, path: str, former_title: str) -> NotePage | None:
        titles, _ = await self._titles_and_resolver()
        return await self._page(path, titles.get(path, former_title))

    async def _page(self, path: str, title: str, past: PastNote | None = None) -> NotePage | None:
        """Return a note as it is in the index now, or was; None if it is not indexed."""
        text = await self._text(path, past)
        if text is None:
            return None
        top = await self._base(path, path) if path.lower().endswith(_BASE_ENDING) else ""
        page = self._pages.pop((path, past), None)
        if page is None or (page.text, page.title, page.top) != (text, title, top):
            mark = partial(self._mark_gone, path)
            page = NotePage(path, title, text, self._formulas, self._embeds, top, mark)
        self._pages[path, past] = page
        while len(self._pages) > _KEPT:
            del self._pages[next(iter(self._pages))]
        return page

    def _mark_gone(self, path: str, html: str) -> str:
        manifest = read_manifest(self.index)
        # Until all notes are read, nobody knows.
        if manifest is None or manifest.waiting or manifest.last_sync is None:
            return html
        unread = LinkResolver({failure.path: () for failure in manifest.failed})

        def mark(opening: re.Match[str]) -> str:
            link = read_address(opening[1])
            # A file of another kind may be in no index.
            if link is None or PurePosixPath(link.target.lower()).suffix not in ("", *NOTE_ENDINGS):
                return opening[0]
            is_known = self._resolver.resolve(link, path) or unread.resolve(link, path)
            return opening[0] if is_known else f"<a class='missing' href='{opening[1]}'>"

        return _NOTE_LINK.sub(mark, html)

    async def _titles_and_resolver(self) -> tuple[dict[str, str], LinkResolver]:
        notes = await self.corpus.notes.all()
        if notes is not self._notes:
            gone, new = differing_notes(self._notes, notes)
            if not are_named_alike(gone, new):
                self._resolver = await in_thread(LinkResolver, {note.path: note.aliases for note in notes})
                self._titles = {}
            self._titles |= {note.path: note.title for note in (new if self._titles else notes)}
            # Links may lead elsewhere now, and embedded notes may have changed.
            self._embeds.clear()
            self._notes, self._vault_files = notes, None
        return self._titles, self._resolver

    async def _files(self) -> VaultFiles:
        _, resolver = await self._titles_and_resolver()
        if self._vault_files is None:
            self._vault_files = VaultFiles(self._notes, resolver)
        return self._vault_files


def _part_html(page: NotePage, preview: Preview, number: int) -> str | None:
    is_current = page.digest == preview.digest and 0 <= number < len(preview.starts)
    return page.html(number, preview.passage) if is_current else None
