"""A link as it is written -> a `Link`, and the words that stand for it in the text."""

from __future__ import annotations

import re
from urllib.parse import unquote

from vaultsearch.core.values.note import Link, LinkKind

_SIZE = re.compile(r"(?:\A|\|)\s*\d+(?:x\d+)?\s*\Z")
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]+:|//", re.IGNORECASE)
_PARAMETER = re.compile(r"[a-z]+=", re.IGNORECASE)


def read_wikilink(written: str, alias: str, embed: bool, line: int) -> tuple[Link, str]:
    """Read what stands between ``[[`` and ``]]``; ``alias`` is what follows the pipe."""
    target, heading, block = _split(written)
    if embed:
        alias = without_size(alias)
    kind = LinkKind.EMBED if embed else LinkKind.WIKILINK
    shown = alias or " > ".join(part for part in (target, *heading) if part)
    return Link(kind, target, line, heading, block, alias or None), shown


def read_destination(destination: str, shown: str, embed: bool, line: int) -> Link | None:
    """Read the destination of ``[shown](destination)``; None where it leads out of the vault."""
    if not destination or _SCHEME.match(destination):
        return None
    # Split first, as in any URL: an escaped ``#`` belongs to the file's name.
    target, heading, block = _split(destination)
    target, heading = unquote(target).strip(), tuple(unquote(part) for part in heading)
    block = None if block is None else unquote(block)
    kind = LinkKind.EMBED if embed else LinkKind.MARKDOWN
    return Link(kind, target, line, heading, block, shown or None)


def without_size(alias: str) -> str:
    """Take the size off an embed's alias: ``100``, ``Alt|100x145``."""
    return _SIZE.sub("", alias).strip()


def _split(written: str) -> tuple[str, tuple[str, ...], str | None]:
    target, _, fragment = written.partition("#")
    heading: list[str] = []
    block = None
    for part in (part.strip() for part in fragment.split("#")):
        if part.startswith("^"):
            block = part[1:]
        elif part and not _PARAMETER.match(part):  # ``#page=3`` of a PDF is no heading
            heading.append(part)
    return target.strip(), tuple(heading), block
