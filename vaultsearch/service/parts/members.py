"""A group's members: open vaults with names, which begin their notes' paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Generic, Protocol, TypeVar, cast

from vaultsearch.core.errors import NoteNotFoundError
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.search import Chunk

T = TypeVar("T")

_HOLDS_NOTES = frozenset(
    {
        *("backlinks", "behind", "children", "chunk", "dots", "mentions", "model_notes", "model_relations"),
        *("note", "notes", "orphans", "outgoing", "passages", "references", "relations", "results"),
        *("topics", "unresolved", "uses", "worths"),
    }
)
"""Fields whose values hold paths of notes in their turn."""


class _NoteLists(Protocol):
    async def notes(self) -> tuple[StoredNote, ...]: ...


class VaultWithNotes(Protocol):
    """A vault as needed in a group."""

    @property
    def query(self) -> _NoteLists:
        """The query area."""


V = TypeVar("V", bound=VaultWithNotes)


@dataclass(frozen=True, slots=True)
class Member(Generic[V]):
    """An open vault with a unique name.

    Outer paths and passages begin with the name, as the group's caller sees them; inner ones are the vault's
    own.
    """

    name: str
    vault: V

    def outer(self, path: str) -> str:
        """Prefix a path with the vault's name."""
        return f"{self.name}/{path}"

    def inner(self, path: str) -> str:
        """Remove the vault's name from a path."""
        return path.removeprefix(f"{self.name}/")

    def outward(self, value: T) -> T:
        """Return a vault's value with outer paths, also in nested values; text stays unchanged.

        Texts in sets, and keys in plain dicts, are paths.
        """
        return cast("T", _with_paths(value, self.outer))

    def inward(self, value: T) -> T:
        """Return a value from the group's caller with the vault's own paths."""
        return cast("T", _with_paths(value, self.inner))


def _with_paths(value: Any, convert: Callable[[str], str]) -> Any:
    # A named tuple holds no paths, and is no list of answers.
    if hasattr(value, "_fields"):
        return value
    if isinstance(value, tuple):
        return tuple(_with_paths(element, convert) for element in value)
    if isinstance(value, frozenset):
        return frozenset(convert(path) if isinstance(path, str) else path for path in value)
    # Not `isinstance`: a Counter is a dict, too, whose keys are tags or languages.
    if type(value) is dict:
        return {convert(path): element for path, element in value.items()}
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed: dict[str, Any] = {}
    for name in _fields_with_paths(type(value)):
        field_value = getattr(value, name)
        is_path = isinstance(field_value, str)
        changed[name] = convert(field_value) if is_path else _with_paths(field_value, convert)
    return replace(value, **changed) if changed else value


@cache
def _fields_with_paths(kind: type[Any]) -> tuple[str, ...]:
    # The id of a passage begins with its path.
    own = {"path", "id"} if kind is Chunk else {"path"}
    return tuple(field.name for field in fields(kind) if field.name in own | _HOLDS_NOTES)


class Members(Generic[V]):
    """A group's vaults, and all notes by their outer paths."""

    def __init__(self, members: Sequence[Member[V]]) -> None:
        self._members = tuple(members)
        self._by_name = {member.name: member for member in members}
        self._inner: tuple[tuple[StoredNote, ...], ...] = ()
        self._notes: tuple[StoredNote, ...] = ()

    def __iter__(self) -> Iterator[Member[V]]:
        return iter(self._members)

    def owner(self, path: str) -> Member[V]:
        """Return the vault holding a note. Raise NoteNotFoundError if this vault is not open."""
        member = self._by_name.get(path.partition("/")[0])
        if member is None:
            raise NoteNotFoundError.missing(path)
        return member

    def has(self, path: str) -> bool:
        """Return whether the vault holding a note is open."""
        return path.partition("/")[0] in self._by_name

    async def all_notes(self) -> tuple[StoredNote, ...]:
        """Return all vaults' notes; the same tuple until any index changes."""
        inner = tuple([await member.vault.query.notes() for member in self])
        # By identity: each vault returns the same tuple until its index changes, and to compare 50,000 notes
        # takes long.
        if len(inner) != len(self._inner) or any(a is not b for a, b in zip(inner, self._inner, strict=True)):
            self._notes = await in_thread(
                lambda: tuple(
                    member.outward(note) for member, notes in zip(self, inner, strict=True) for note in notes
                )
            )
            self._inner = inner
        return self._notes
