"""A note and a heading -> the shortest link to them that Obsidian would write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultsearch.core.values.note import Link, LinkKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.vault.links import LinkResolver

# Obsidian itself drops these characters from a link to a heading.
_NOT_IN_HEADINGS = re.compile(r"[#^|\[\]\\:]+|%%")
_NOT_IN_WIKILINKS = re.compile(r"[#^|\[\]]")
_MARKDOWN = ".md"


def link_heading(heading: str) -> str:
    """Return a heading as it is written in a link, without the characters that mean something there."""
    return " ".join(_NOT_IN_HEADINGS.sub(" ", heading).split())


def wikilink(path: str, heading_path: Sequence[str], resolver: LinkResolver, prefix: str = "") -> str:
    """Return ``[[Note#Heading]]``: the note's name alone if no other note is meant by it, else its path.

    A name that a wikilink cannot hold is written as a Markdown link.

    Args:
        path: The note, in the searched folder.
        heading_path: The headings above the passage; the last one is linked.
        resolver: Resolves links among all notes.
        prefix: The path of the searched folder within the vault, with a slash at its end.
    """
    is_markdown = path.lower().endswith(_MARKDOWN)
    heading = link_heading(heading_path[-1]) if heading_path and is_markdown else ""
    target = _shortest(path, resolver, prefix)
    if _NOT_IN_WIKILINKS.search(target):
        shown = re.sub(r"([\[\]\\])", r"\\\1", target.rpartition("/")[2])
        address = quote(prefix + path) + (f"#{quote(heading)}" if heading else "")
        return f"[{shown}]({address})"
    return f"[[{target}#{heading}]]" if heading else f"[[{target}]]"


def _shortest(path: str, resolver: LinkResolver, prefix: str) -> str:
    written = path[: -len(_MARKDOWN)] if path.lower().endswith(_MARKDOWN) else path
    name = written.rpartition("/")[2]
    meant = resolver.resolve(Link(LinkKind.WIKILINK, name, 0), "").candidates
    return name if meant == (path,) else prefix + written
