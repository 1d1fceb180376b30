"""The icons on a page, as images under the addresses that the page's HTML calls them by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QImage

from vaultsearch.gui.reading.page_colours import LOOKS, PageColours

if TYPE_CHECKING:
    from vaultsearch.gui.looks.icons import Icons
    from vaultsearch.gui.looks.tokens import Tokens

_SIZE = 16


def page_icons(icons: Icons, tokens: Tokens, ratio: float) -> dict[str, QImage]:
    """Draw them in the colours of a theme, for a screen of ``ratio``."""
    colours = PageColours.of(tokens)
    found = {f"callout-{look}": getattr(colours, colour) for look, colour in LOOKS.items()}
    found["image"] = tokens.secondary
    return {
        f"icon:{name}": icons.pixmap(name, _SIZE, ratio, QColor(colour)).toImage()
        for name, colour in found.items()
    }
