"""Handlers of everything that is done with the note being read: found in, zoomed, gone through."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.gui.window.search_page import SearchPage


def reading_handlers(page: SearchPage) -> dict[str, Callable[[], object]]:
    """Return the handlers of the actions on the note that ``page`` shows, by the actions' ids."""
    return {
        "toggle_preview": page.toggle_preview,
        "related": lambda: page.with_note_visible(page.related.toggle),
        "quotes": lambda: page.with_note_visible(page.related.toggle_quotes),
        "outline": lambda: page.with_note_visible(page.preview.toggle_outline),
        "page_text": page.preview.toggle_text,
        "find_in_note": page.find_in_note,
        "next_match": lambda: page.go_to_match(1),
        "previous_match": lambda: page.go_to_match(-1),
        "back": page.reading.back,
        "forward": page.reading.forward,
        "zoom_in": page.zoom.zoom_in,
        "zoom_out": page.zoom.zoom_out,
        "zoom_reset": page.zoom.reset,
    }
