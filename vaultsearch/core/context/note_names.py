"""A name typed by a person -> the note: by citation number, short id, path, file name, title or alias.

A short id is made from the path: `a1b2c3` means the same note after any number of searches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.files import expand_home
from vaultsearch.core.messages import Message
from vaultsearch.core.text import fold
from vaultsearch.core.values.note import Link, LinkKind
from vaultsearch.core.vault.links import LinkResolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vaultsearch.core.values.note import StoredNote


_SHORTEST = 6
_ID = re.compile(rf"#?([0-9a-f]{{{_SHORTEST},32}})")


def note_ids(paths: Iterable[str]) -> dict[str, str]:
    """Return the ids of all notes of a vault, by path; ids that would be the same are lengthened.

    They were printed with a ``#``, which begins a comment in a shell.
    """
    ordered = sorted((_digest(path), path) for path in set(paths))
    lengths = dict.fromkeys((path for _, path in ordered), _SHORTEST)
    # Sorted, only neighbours can share their beginning.
    for (digest, path), (following, other) in pairwise(ordered):
        needed = next(index for index in range(len(digest)) if digest[index] != following[index]) + 1
        lengths[path], lengths[other] = max(lengths[path], needed), max(lengths[other], needed)
    return {path: digest[: lengths[path]] for digest, path in ordered}


def has_id(path: str, name: str) -> bool:
    """Return whether the id of a note begins like this; a ``#`` may stand before it."""
    written = _ID.fullmatch(name.strip().lower())
    return written is not None and _digest(path).startswith(written[1])


def _digest(path: str) -> str:
    return blake2b(path.encode(), digest_size=16).hexdigest()


_NUMBER = re.compile(r"\s*[\[#]?([1-9]\d{0,5})\]?\s*")
_NEAR = 60
"""The similarity, 0 to 100, from which a name is proposed."""
_PROPOSED = 3
_LISTED = 5


def citation_number(name: str) -> int | None:
    """Return the number that a name is written as, such as `2` or `[2]`; None if it is none."""
    number = _NUMBER.fullmatch(name)
    return int(number[1]) if number else None


@dataclass(frozen=True, slots=True)
class NoteNames:
    """The notes of a vault by their names; ``numbers`` are the paths of citation numbers, from 1.

    ``inner`` returns a path within its vault, which ids are made of, if there are several vaults.
    """

    notes: Sequence[StoredNote]
    numbers: Sequence[str] = ()
    vault: Path | None = None
    inner: Callable[[str], str] = str

    def find(self, name: str) -> str:
        """Return the path of the note that a citation number, an id or a name means.

        A number means the note that bore it last, or else a note of that name. A name may be a path, the end
        of one, a file name, a title or an alias; letters may differ in case, ``.md`` may be left out, and
        ``[[ ]]`` may stand around it. A name that could be an id is one if no note is called so.

        Raises:
            NoteNotFoundError: No note is meant, or several are.
        """
        written = self._within_vault(name.strip())
        number = citation_number(written)
        if number is not None and 1 <= number <= len(self.numbers):
            return self._numbered(number)
        matching_notes = self._named(written) or tuple(
            note.path for note in self.notes if has_id(self.inner(note.path), written)
        )
        if len(matching_notes) == 1:
            return matching_notes[0]
        if matching_notes:
            raise _ambiguous(name, matching_notes)
        raise self._unknown(name, written, number)

    def _within_vault(self, name: str) -> str:
        """Return a path as the index has it if it is a file of this vault, else the name."""
        path = expand_home(name) if name.startswith(("/", "~/")) else Path(name)
        if self.vault is not None and path.is_absolute() and path.is_relative_to(self.vault):
            return path.relative_to(self.vault).as_posix()
        return name.removeprefix("[[").removesuffix("]]").partition("|")[0].strip()

    def _numbered(self, number: int) -> str:
        path = self.numbers[number - 1]
        if not any(note.path == path for note in self.notes):
            raise NoteNotFoundError(
                Message("Number {} was {}, which is no longer in the index.", number, path),
                "Search again, or name the note.",
            )
        return path

    def _named(self, name: str) -> tuple[str, ...]:
        """Return the note of this exact path, or else all of this title, alias or file name."""
        if any(note.path == name for note in self.notes):
            return (name,)
        resolver = LinkResolver({note.path: note.aliases for note in self.notes})
        linked = resolver.resolve(Link(LinkKind.WIKILINK, name, 0), "").candidates if name else ()
        folded = _folded(name)
        titled = (note.path for note in self.notes if folded in map(_folded, (note.title, *note.aliases)))
        return tuple(dict.fromkeys((*linked, *titled)))

    def _unknown(self, name: str, written: str, number: int | None) -> NoteNotFoundError:
        if number is not None:
            known = f"1 to {len(self.numbers)}" if self.numbers else "none yet"
            return NoteNotFoundError(
                Message(
                    "No note has the number {}; numbers are those of the last context or search: {}.",
                    number,
                    known,
                ),
                "Search first (vaultsearch search), or name the note.",
            )
        near = self._near(written)
        if near:
            return NoteNotFoundError(Message("No note called {}.", name), f"Did you mean: {_listed(near)}?")
        return NoteNotFoundError.missing(name)

    def _near(self, name: str) -> list[str]:
        """Return the most similar names, as they are written."""
        from rapidfuzz.fuzz import WRatio
        from rapidfuzz.process import extract

        names = {_folded(name): name for note in self.notes for name in _names(note)}
        near_names = extract(_folded(name), list(names), scorer=WRatio, limit=_PROPOSED, score_cutoff=_NEAR)
        return [names[name] for name, _, _ in near_names]


def _names(note: StoredNote) -> Iterable[str]:
    return (PurePosixPath(note.path).stem, note.title, *note.aliases)


def _folded(name: str) -> str:
    return " ".join(fold(name).split())


def _ambiguous(name: str, paths: Sequence[str]) -> NoteNotFoundError:
    return NoteNotFoundError(
        Message("{} is the name of {} notes.", name, len(paths)),
        Message("Name one by its path: {}.", _listed(paths)),
    )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
