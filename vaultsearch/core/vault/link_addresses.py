"""The addresses that the links of a text lead to, out of the vault: not displayed, but searched for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SCHEME = r"(?:[a-z][a-z0-9+.-]*://|mailto:|file:|tel:|www\.)"
_INLINE = re.compile(rf"\]\(\s*<?({_SCHEME}[^\s<>]*?)>?(?:\s+[\"'(][^\n]*?)?\)", re.IGNORECASE)
_IN_HTML = re.compile(rf"\b(?:href|src)\s*=\s*[\"']?({_SCHEME}[^\s\"'<>]+)", re.IGNORECASE)
_AUTOLINK = re.compile(rf"<({_SCHEME}[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>", re.IGNORECASE)
_DEFINITION = re.compile(rf"^ {{0,3}}\[([^\]\n]+)\]:\s*<?({_SCHEME}[^\s<>]+)", re.IGNORECASE | re.MULTILINE)
_REFERENCE = re.compile(r"\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\])?(?![(:])")
_LONGEST, _MOST = 400, 200
"""Characters of an address, and addresses of a passage: pictures are written into some notes as one."""


def link_addresses(content: str, definitions: Mapping[str, str]) -> tuple[str, ...]:
    """Return the addresses in a passage as written in the file, each once, in order.

    Args:
        content: The passage's Markdown or HTML.
        definitions: The addresses of the note's reference definitions, by `label`.
    """
    addresses = dict.fromkeys(
        address for address in _addresses(content, definitions) if len(address) <= _LONGEST
    )
    return tuple(addresses)[:_MOST]


def link_definitions(text: str) -> dict[str, str]:
    """Return the addresses of a note's reference definitions (``[label]: https://…``), by label."""
    if "]:" not in text:
        return {}
    return {_label(match[1]): match[2] for match in _DEFINITION.finditer(text)}


def _addresses(content: str, definitions: Mapping[str, str]) -> Iterator[str]:
    if "](" in content:
        yield from map(_readable, _INLINE.findall(content))
    if "<" in content:
        yield from map(_readable, (*_IN_HTML.findall(content), *_AUTOLINK.findall(content)))
    if definitions:
        for text, label in _REFERENCE.findall(content):
            if address := definitions.get(_label(label or text)):
                yield _readable(address)


def _readable(address: str) -> str:
    """Return an address as a reader types it, with its letters as such."""
    return unquote(address) if "%" in address else address


def _label(written: str) -> str:
    return " ".join(written.casefold().split())
