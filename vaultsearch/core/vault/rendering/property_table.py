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

_MAX_SHOWN = 100
_MAX_VALUE_CHARS = 500
_LINK_IN_VALUE = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]|(https?://[^\s<>\"]+)")
_TAG_NAMES = ("tags", "tag")
_CHECKBOX_SIGNS = {True: "☑", False: "☐"}


def properties_html(properties: Mapping[str, PropertyValue]) -> str:
    """Return a line with the property names, and a table to fold; "" without properties."""
    if not properties:
        return ""
    shown = dict(list(properties.items())[:_MAX_SHOWN])
    rows = "".join(
        f"<tr><td class='property'>{escape(name)}</td><td>{_value_html(name.casefold(), value)}</td></tr>"
        for name, value in shown.items()
    )
    names = escape(" · ".join(shown))
    sign, begin, end = (form.format(line=PROPERTIES) for form in (FOLD_SIGN, FOLD_BEGIN, FOLD_END))
    table = f"{begin}<table class='properties' cellspacing='0'>{rows}</table>{end}"
    summary = FOLD_SUMMARY.format(line=PROPERTIES, text=names)
    return f"<p class='fold'>{sign} {summary}</p>{table}"


def _value_html(name: str, value: PropertyValue) -> str:
    match value:
        case list():
            return _join_chips(_value_html(name, item) for item in value[:_MAX_SHOWN])
        case dict():
            return _join_chips(
                f"{escape(key)}: {_value_html('', item)}" for key, item in list(value.items())[:_MAX_SHOWN]
            )
        case bool():
            text = _CHECKBOX_SIGNS[value]
        case datetime():
            text = f"{value:%Y-%m-%d %H:%M}"
        case _:
            text = "" if value is None else str(value)[:_MAX_VALUE_CHARS]
    if name not in _TAG_NAMES:
        return _link_html(text)
    tags = (part.removeprefix("#") for part in text.replace(",", " ").split())
    return _join_chips(f"<a class='tag' href='{tag_address(tag)}'>#{escape(tag)}</a>" for tag in tags)


def _join_chips(values: Iterable[str]) -> str:
    return " ".join(f"<span class='chip'>&nbsp;{value}&nbsp;</span>" for value in values if value)


def _link_html(text: str) -> str:
    html, end = "", 0
    for match in _LINK_IN_VALUE.finditer(text):
        target, alias, address = match.groups()
        html += escape(text[end : match.start()])
        href = escape(address) if address else wikilink_address(target)
        html += f"<a class='wikilink' href='{href}'>{escape(alias or target or address)}</a>"
        end = match.end()
    return (html + escape(text[end:])).replace("\n", "<br>")
