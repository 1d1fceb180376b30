"""Render a note's properties as a table with folding."""

from __future__ import annotations

import re
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import FOLD_BEGIN, FOLD_END, FOLD_SIGN, FOLD_SUMMARY, PROPERTIES
from vaultsearch.core.vault.rendering.inline_html import tag_address, wikilink_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vaultsearch.core.values.note import PropertyValue

_MOST = 100
_LONGEST = 500
_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]|(https?://[^\s<>\"]+)")
_TAGS = ("tags", "tag")
_SIGNS = {True: "☑", False: "☐"}


def properties_html(properties: Mapping[str, PropertyValue]) -> str:
    """Return a line with the property names, and a table to fold; "" without properties."""
    if not properties:
        return ""
    shown = dict(list(properties.items())[:_MOST])
    rows = "".join(
        f"<tr><td class='property'>{escape(name)}</td><td>{_value(name.casefold(), value)}</td></tr>"
        for name, value in shown.items()
    )
    names = escape(" · ".join(shown))
    sign, begin, end = (form.format(line=PROPERTIES) for form in (FOLD_SIGN, FOLD_BEGIN, FOLD_END))
    table = f"{begin}<table class='properties' cellspacing='0'>{rows}</table>{end}"
    summary = FOLD_SUMMARY.format(line=PROPERTIES, text=names)
    return f"<p class='fold'>{sign} {summary}</p>{table}"


def _value(name: str, value: PropertyValue) -> str:
    match value:
        case list():
            return _chips(_value(name, item) for item in value[:_MOST])
        case dict():
            return _chips(f"{escape(key)}: {_value('', item)}" for key, item in list(value.items())[:_MOST])
        case bool():
            text = _SIGNS[value]
        case datetime():
            text = f"{value:%Y-%m-%d %H:%M}"
        case _:
            text = "" if value is None else str(value)[:_LONGEST]
    if name not in _TAGS:
        return _linked(text)
    tags = (part.removeprefix("#") for part in text.replace(",", " ").split())
    return _chips(f"<a class='tag' href='{tag_address(tag)}'>#{escape(tag)}</a>" for tag in tags)


def _chips(values: Iterable[str]) -> str:
    return " ".join(f"<span class='chip'>&nbsp;{value}&nbsp;</span>" for value in values if value)


def _linked(text: str) -> str:
    html, end = "", 0
    for match in _LINK.finditer(text):
        target, alias, address = match.groups()
        html += escape(text[end : match.start()])
        href = escape(address) if address else wikilink_address(target)
        html += f"<a class='wikilink' href='{href}'>{escape(alias or target or address)}</a>"
        end = match.end()
    return (html + escape(text[end:])).replace("\n", "<br>")
