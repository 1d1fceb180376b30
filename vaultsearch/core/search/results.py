"""From passages to results: the snippet, the link that opens it in Obsidian, the reason it is there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultsearch.core.folding import fold
from vaultsearch.core.search.calibration import probability
from vaultsearch.core.search.snippets import snippet
from vaultsearch.core.values import Chunk, Result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vaultsearch.core.search.query import Query
    from vaultsearch.core.values import Span

_LEG_WORDS = {
    "semantic": "meaning",
    "fulltext": "words",
    "sentences": "best sentence",
    "grep": "literal",
    "mmr": "unlike the others",
    "recency": "recent",
}
_DIGITS = {
    "meaning": 2,
    "multilingual": 2,
    "sentences": 2,
    "semantic": 2,
    "tokens": 2,
    "note": 2,
    "late": 2,
    "cross": 1,
}
"""How much of a score is shown; of other legs, only the rank says something by itself."""

# What Obsidian itself leaves out when it writes a link to a heading.
_NOT_IN_HEADING_LINKS = re.compile(r"[#^|\[\]\\:]+|%%")


@dataclass(frozen=True, slots=True)
class ObsidianVaultName:
    """How Obsidian knows the vault: its name, and where the searched folder lies within it."""

    name: str
    prefix: str = ""

    @classmethod
    def of(cls, folder: Path) -> ObsidianVaultName:
        """Look for the vault's own folder here and above; a folder that is in none stands for itself."""
        for candidate in (folder, *folder.parents):
            if (candidate / ".obsidian").is_dir():
                inner = folder.relative_to(candidate).as_posix()
                return cls(candidate.name, "" if inner == "." else inner + "/")
        return cls(folder.name)

    def uri(self, path: str, heading_path: Sequence[str] = ()) -> str:
        """Give the link that opens a note, at its nearest heading where there is one; a canvas has none."""
        is_markdown = path.lower().endswith(".md")
        target = self.prefix + (path[:-3] if is_markdown else path)
        if heading_path and is_markdown:
            heading = " ".join(_NOT_IN_HEADING_LINKS.sub(" ", heading_path[-1]).split())
            target += f"#{heading}" if heading else ""
        return f"obsidian://open?vault={quote(self.name, safe='')}&file={quote(target, safe='')}"


def result_of(chunk: Chunk, query: Query, vault: ObsidianVaultName, meant: Sequence[Span] = ()) -> Result:
    """Make what a row shows; ``meant`` are the words of the passage's text that answer by meaning."""
    terms = query.terms
    shown = snippet(chunk.text, terms, meant=meant)
    uri = vault.uri(chunk.path, chunk.heading_path)
    return Result(chunk, shown, uri, why(chunk, query.words), probability(chunk), terms, tuple(meant))


def why(chunk: Chunk, query: str) -> str:
    """Say in one line why a passage is there, such as ``meaning #1 (0.71) · words #3``."""
    parts = []
    for leg, place in chunk.ranks.items():
        if leg == "semantic" and "meaning" in chunk.ranks:
            continue  # its part of what two models made
        shown = f" ({place.score:.{_DIGITS[leg]}f})" if leg in _DIGITS else ""
        parts.append(f"{_LEG_WORDS.get(leg, leg)} #{place.rank}{shown}")
    if is_named(chunk, query):
        parts.append("title match")
    return " · ".join(parts)


def is_named(chunk: Chunk, query: str) -> bool:
    """Tell whether the query is the note's very title, file name or alias."""
    asked = _folded(query)
    names = (chunk.title, chunk.path.rpartition("/")[2].rpartition(".")[0], *chunk.aliases)
    return bool(asked) and any(_folded(name) == asked for name in names)


@lru_cache(maxsize=10_000)
def _folded(name: str) -> str:
    return " ".join(fold(name).split())
