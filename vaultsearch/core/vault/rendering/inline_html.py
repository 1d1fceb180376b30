"""Render inline tokens as HTML. Escapes all text, and treats unknown tokens as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from markdown_it.token import Token

from vaultsearch.core.values.note import Formula, ParsedLink
from vaultsearch.core.vault.inline_text import html_text
from vaultsearch.core.vault.links import read_destination, read_wikilink, remove_size

if TYPE_CHECKING:
    from vaultsearch.core.vault.rendering.drawn_parts import Formulas

_WEB_SCHEMES = ("http://", "https://")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg", ".avif", ".tif", ".tiff", ".ico")


def wikilink_address(written: str) -> str:
    """Return the address for ``[[written]]``."""
    return f"note:{_escape_address(written)}"


def markdown_address(destination: str) -> str | None:
    """Return the address for ``[...](destination)``, or None if impossible to open."""
    if destination.lower().startswith(_WEB_SCHEMES):
        return destination
    if read_destination(destination, "", False, 0) is None:
        return None
    return f"place:{_escape_address(destination)}"


def embed_address(written: str) -> str:
    """Return the picture address for ``![[written]]``."""
    return f"embed:{_escape_address(written)}"


def picture_address(destination: str) -> str | None:
    """Return the picture address for ``![](destination)``, or None if outside the vault."""
    link = read_destination(destination, "", True, 0)
    return f"image:{_escape_address(destination)}" if link is not None and is_picture(link.target) else None


def tag_address(tag: str) -> str:
    """Return the address for a tag written without ``#``."""
    return f"tag:{_escape_address(tag)}"


def is_picture(target: str) -> bool:
    """Return whether a link's target is a picture in a displayable format."""
    return target.lower().endswith(_PICTURES)


def is_page(link: ParsedLink) -> bool:
    """Return whether a link leads to a PDF page."""
    return link.page is not None and link.target.lower().endswith(".pdf")


def read_address(address: str) -> ParsedLink | None:
    """Return the link encoded in an address, or None for other addresses."""
    scheme, _, escaped = address.partition(":")
    written = unquote(escaped)
    if scheme in ("note", "embed"):
        return read_wikilink(written, "", scheme == "embed", 0)[0]
    if scheme in ("place", "image"):
        return read_destination(written, "", scheme == "image", 0)
    return None


def _escape_address(text: str) -> str:
    # Escape everything, also quotation marks, which would end the attribute.
    return quote(text, safe="", errors="replace")


_URL = re.compile(r"https?://[^\s<>\"]*[^\s<>\".,;:!?'()\[\]*_~]")
_PICTURE_SIZE = re.compile(r"(?:\A|\|)\s*(\d{1,4})(?:x\d+)?\s*\Z")
_PLAIN_TAG = re.compile(r"<(/?)(b|i|u|s|em|strong|sub|sup|kbd|small|del|ins|mark)\s*>", re.IGNORECASE)


def icon_html(name: str) -> str:
    """Return an application icon as HTML."""
    return f"<img src='icon:{name}'>"


def link_plain_addresses(text: str, addresses: re.Pattern[str], link: str) -> str:
    """Escape a text as HTML, formatting the ``addresses`` found with ``link``."""
    html, position = "", 0
    for match in addresses.finditer(text):
        html += escape(text[position : match.start()]) + link.format(escape(match[0]))
        position = match.end()
    return html + escape(text[position:])


_HIGHLIGHT = "<span class='highlight'>"


class InlineWriter:
    """Writes inline tokens; ``footnotes`` maps labels to the lines with their definitions."""

    def __init__(self, footnotes: Mapping[str, int], formulas: Formulas) -> None:
        self._closing: list[str] = []
        self._marks = 0
        self._writers: dict[str, Callable[[Token], str]] = {
            "text": self._text,
            "text_special": self._text,
            "softbreak": lambda _: "<br>",
            "hardbreak": lambda _: "<br>",
            "code_inline": lambda token: f"<code>{escape(token.content)}</code>",
            "math_inline": lambda token: (
                formula_html(formula)
                if (formula := formulas.formula(token.content, is_block=False))
                else f"<code>{escape(token.content)}</code>"
            ),
            "em_open": lambda _: "<i>",
            "em_close": lambda _: "</i>",
            "strong_open": lambda _: "<b>",
            "strong_close": lambda _: "</b>",
            "s_open": lambda _: "<s>",
            "s_close": lambda _: "</s>",
            "mark": self._mark,
            "link_open": self._link_open,
            "link_close": lambda _: self._closing.pop() if self._closing else "",
            "wikilink": self._wikilink,
            "image": self._image,
            "tag": lambda token: (
                f"<a class='tag' href='{tag_address(token.content[1:])}'>{escape(token.content)}</a>"
            ),
            "field": lambda _: ": ",
            "field_open": lambda token: f"<b>{escape(token.meta['key'])}</b>: ",
            "field_close": lambda _: "",
            "footnote_ref": lambda token: (
                f"<sup><a href='#line-{footnotes.get(token.content, 0)}'>[{escape(token.content)}]</a></sup>"
            ),
            "footnote_open": lambda _: " <small>(",
            "footnote_close": lambda _: ")</small>",
            "html_inline": self._html,
            "comment": lambda _: "",
            "block_id": lambda _: "",
        }

    def write(self, tokens: Sequence[Token]) -> str:
        """Return a paragraph's tokens as HTML, closing every open element."""
        self._closing, self._marks = [], 0
        html = "".join(self._writers.get(token.type, self._text)(token) for token in tokens)
        return html + "".join(reversed(self._closing)) + "</span>" * self._marks

    def _text(self, token: Token) -> str:
        # HTML has no link inside a link.
        if "://" not in token.content or self._closing:
            return escape(token.content)
        return link_plain_addresses(token.content, _URL, "<a href='{0}'>{0}</a>")

    def _mark(self, token: Token) -> str:
        if token.meta.get("closes") and self._marks:
            self._marks -= 1
            return "</span>"
        if not token.meta.get("opens"):
            return escape(token.content)
        self._marks += 1
        return _HIGHLIGHT

    def _link_open(self, token: Token) -> str:
        address = markdown_address(str(token.attrs.get("href", "")))
        self._closing.append("" if address is None else "</a>")
        return "" if address is None else f"<a href='{escape(address)}'>"

    def _wikilink(self, token: Token) -> str:
        written, alias = token.content, token.meta["alias"]
        link, shown = read_wikilink(written, alias, token.meta["embed"], 0)
        if token.meta["embed"] and is_picture(link.target):
            return _picture_html(embed_address(written), link.alias or link.target, alias)
        address = wikilink_address(written)
        html = f"<a class='wikilink' href='{address}'>{escape(shown or written)}</a>"
        if token.meta["embed"] and is_page(link):
            html += f"<br>{_picture_html(embed_address(written), written, alias)}"
        return html

    def _image(self, token: Token) -> str:
        source = str(token.attrs.get("src", ""))
        shown = remove_size(token.content)
        if (address := picture_address(source)) is not None:
            return _picture_html(address, shown, token.content)
        if link := read_destination(source, "", True, 0):
            text = escape(shown or PurePosixPath(link.target).name)
            return f"<a href='{markdown_address(source)}'>{text}</a>"
        # Remote pictures are not fetched; show the alternative text instead.
        return f"{icon_html('image')}&nbsp;<i class='unseen'>{escape(shown)}</i>"

    def _html(self, token: Token) -> str:
        if token.content.lower().startswith("<br"):
            return "<br>"
        match = _PLAIN_TAG.fullmatch(token.content)
        if match is None:
            return ""
        name = match[2].lower()
        begin, end = (_HIGHLIGHT, "</span>") if name == "mark" else (f"<{name}>", f"</{name}>")
        if not match[1]:
            self._closing.append(end)
            return begin
        # Drop a closing tag without a matching open element, so the page's elements stay open.
        return self._closing.pop() if self._closing[-1:] == [end] else ""


def paragraph_of(html: str, attributes: str = "") -> str:
    """Return the visible text of a note's own HTML as a paragraph, "" without text."""
    text = escape(html_text(html)).replace("\n", "<br>")
    return f"<p{attributes}>{text}</p>" if text else ""


def formula_html(formula: Formula) -> str:
    """Return a formula as a picture."""
    return f"<img src='{escape(formula.address)}' alt='{escape(formula.source)}'>"


def _picture_html(address: str, shown: str, written: str) -> str:
    match = _PICTURE_SIZE.search(written)
    # Without a height, Qt lays out a square until the picture is loaded.
    width = f" width='{match[1]}' height='1'" if match and int(match[1]) else ""
    return f"<img src='{address}' alt='{escape(shown)}'{width}>"
