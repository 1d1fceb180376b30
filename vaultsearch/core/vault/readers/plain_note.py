"""The bytes of a note or canvas whose structure takes too long to read -> a `Note` of its bare lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Block, FileKind, Note, Section
from vaultsearch.core.vault.body import Body
from vaultsearch.core.vault.decoding import decode
from vaultsearch.core.vault.frontmatter import Frontmatter
from vaultsearch.core.vault.inline_text import Facts
from vaultsearch.core.vault.markdown import note_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultsearch.core.values.note import Revision

READ_AS_PLAIN_TEXT = (
    "It takes too long or too much memory to read; its first million characters are searched as plain text."
)
_MOST_CHARACTERS = 1_000_000
"""Of 18 MB of empty cards, all would make 30,000 passages of nothing."""
_LONGEST_BLOCK = 1_000


def read_plain(revision: Revision, raw: bytes, kind: FileKind) -> Note:
    """Read the lines of a note without any syntax, and say so. Raise UnreadableNoteError if it isn't text.

    It takes time and memory in proportion to the size alone.
    """
    decoded = decode(raw)
    text = decoded.text[:_MOST_CHARACTERS]
    blocks = tuple(_blocks(text.split("\n")))
    body = Body((), (Section((), blocks),) if blocks else (), Facts())
    problems = (*((decoded.problem,) if decoded.problem else ()), READ_AS_PLAIN_TEXT)
    return replace(note_of(revision, raw, text, Frontmatter(), body, problems), kind=kind)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Yield a block for each run of lines, or part of a line, that is not too long."""
    waiting: list[str] = []
    for number, line in enumerate(lines, 1):
        if waiting and (not line.strip() or sum(map(len, waiting)) + len(line) > _LONGEST_BLOCK):
            yield _block(waiting, number - 1)
            waiting = []
        if len(line) > _LONGEST_BLOCK:
            parts = (line[start : start + _LONGEST_BLOCK] for start in range(0, len(line), _LONGEST_BLOCK))
            yield from (_block([part], number) for part in parts if part.strip())
        elif line.strip():
            waiting.append(line)
    if waiting:
        yield _block(waiting, len(lines))


def _block(lines: Sequence[str], last: int) -> Block:
    content = "\n".join(lines)
    return Block("paragraph", last - len(lines) + 1, last, content, content)
