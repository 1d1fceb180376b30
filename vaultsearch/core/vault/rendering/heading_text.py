"""Headings as a reader sees them, and which of them a link means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.token import Token

from vaultsearch.core.vault.body import markdown_parser
from vaultsearch.core.vault.plain_text import TextReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.values.note import Heading

_NOT_IN_LINKS = re.compile(r"[#|^:%\[\]\\\s]+")


def heading_text(written: str) -> str:
    """Give a heading's text without its Markdown."""
    reader = TextReader(markdown_parser(), {}, drawing=False)
    token = Token("inline", "", 0, content=written.strip())
    return " ".join(reader.read_inline(token).split())


def linked_heading(outline: Sequence[Heading], wanted: Sequence[str]) -> Heading | None:
    """Find the heading that ``#A#B`` means: the last one named, below the others in their order."""
    names = [_key(name) for name in wanted]
    above: list[Heading] = []
    for heading in outline:
        above = [*(one for one in above if one.level < heading.level), heading]
        if names and _key(heading.text) == names[-1] and _in_order(names, above):
            return heading
    return None


def path_to(outline: Sequence[Heading], line: int) -> tuple[str, ...]:
    """Give the texts of the headings that a line stands under."""
    above: list[Heading] = []
    for heading in outline:
        if heading.line > line:
            break
        above = [*(one for one in above if one.level < heading.level), heading]
    return tuple(heading.text for heading in above)


def _in_order(names: Sequence[str], above: Sequence[Heading]) -> bool:
    keys = iter([_key(heading.text) for heading in above])
    return all(name in keys for name in names)


def _key(text: str) -> str:
    return _NOT_IN_LINKS.sub(" ", text).strip().casefold()
