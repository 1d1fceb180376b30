"""How several vaults answer together: rules declared on an area's operations.

Each vault answers under its index's guard, unless an operation that does not read the index says otherwise.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from vaultsearch.service.parts.index_guard import run_guarded

if TYPE_CHECKING:
    from vaultsearch.service.parts.members import Member, Members, VaultWithNotes


A = TypeVar("A")
V = TypeVar("V", bound="VaultWithNotes")
F = TypeVar("F", bound="Callable[..., Awaitable[Any]]")

_RAISES = object()


def about_note(parameter: str, *, missing: Any = _RAISES, guarded: bool = True) -> Callable[[F], F]:
    """Ask the vault holding the note in ``parameter``: a path, or a passage, result or page from it.

    ``missing`` is the answer if this vault is not open; without it, NoteNotFoundError is raised.
    """

    async def rule(operation: _Operation, arguments: dict[str, Any]) -> Any:
        note = arguments[parameter]
        if missing is not _RAISES and not operation.is_open(note):
            return missing
        return await operation.ask_member(operation.owner(note), arguments, parameter)

    return _declare_rule(rule, guarded=guarded)


def about_each_note(
    parameter: str, merge: Callable[[Sequence[Any]], Any], *, missing: Any = _RAISES
) -> Callable[[F], F]:
    """Ask each note in ``parameter`` from the vault holding it, and merge answers in order."""

    async def rule(operation: _Operation, arguments: dict[str, Any]) -> Any:
        answers = []
        for note in arguments[parameter]:
            if missing is not _RAISES and not operation.is_open(note):
                answers.append(missing)
            else:
                about_this = {**arguments, parameter: (note,)}
                answers.append(await operation.ask_member(operation.owner(note), about_this))
        return merge(answers)

    return _declare_rule(rule, guarded=True)


def of_all_vaults(
    merge: Callable[..., Any] = lambda _: None, *, unless_about: str = "", guarded: bool = True
) -> Callable[[F], F]:
    """Ask every vault and merge the answers, by ``merge(answers)``; with ``unless_about``, see `about_note`.

    If the operation has a parameter ``n``, the rule is ``merge(answers, n)``.
    """

    async def rule(operation: _Operation, arguments: dict[str, Any]) -> Any:
        if arguments.get(unless_about) is not None:
            member = operation.owner(arguments[unless_about])
            return await operation.ask_member(member, arguments, unless_about)
        answers = [await operation.ask_member(member, arguments) for member in operation.members]
        return merge(answers, arguments["n"]) if "n" in arguments else merge(answers)

    return _declare_rule(rule, guarded=guarded)


def of_any_vault(method: F) -> F:
    """Ask the first vault: the answer does not depend on notes."""

    async def rule(operation: _Operation, arguments: dict[str, Any]) -> Any:
        return await operation.ask_member(next(iter(operation.members)), arguments)

    return _declare_rule(rule, guarded=False)(method)


def join_answers(answers: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return all answers' elements, vault by vault."""
    return tuple(element for answer in answers for element in answer)


def unite_answers(answers: Sequence[Mapping[str, A]]) -> dict[str, A]:
    """Return all answers' entries, whose paths differ by vault."""
    return {path: fact for answer in answers for path, fact in answer.items()}


def _declare_rule(
    rule: Callable[[_Operation, dict[str, Any]], Awaitable[Any]], *, guarded: bool
) -> Callable[[F], F]:
    def declare(method: F) -> F:
        declared: Any = run_guarded(method) if guarded else method
        declared.__dict__["merge_rule"] = rule
        return cast("F", declared)

    return declare


@dataclass(frozen=True)
class _Operation:
    """An operation in an area over several vaults."""

    members: Members[Any]
    area_of: Callable[[Any], Any]
    method: Callable[..., Awaitable[Any]]

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.method)

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # Bound as in the method itself, so that a rule finds an argument by its name however it was passed.
        arguments = dict(self._signature.bind(None, *args, **kwargs).arguments)
        arguments.pop(next(iter(self._signature.parameters)))
        return await self.method.__dict__["merge_rule"](self, arguments)

    async def ask_member(self, member: Member[Any], arguments: dict[str, Any], path: str = "") -> Any:
        """Ask a vault with inner paths, and return the answer with outer ones."""
        inner = {name: member.inward(value) for name, value in arguments.items()}
        if path and isinstance(inner[path], str):
            inner[path] = member.inner(inner[path])
        return member.outward(await getattr(self.area_of(member.vault), self.method.__name__)(**inner))

    def owner(self, note: Any) -> Member[Any]:
        """Return a note's vault; raise NoteNotFoundError if it is not open."""
        return self.members.owner(_path_of_note(note))

    def is_open(self, note: Any) -> bool:
        """Return whether a note's vault is open."""
        return self.members.has(_path_of_note(note))


def _path_of_note(note: Any) -> str:
    path: str = note if isinstance(note, str) else getattr(note, "chunk", note).path
    return path


class _Area:
    """An area over several vaults, with all operations in ``area`` declaring a rule."""

    def __init__(self, members: Members[Any], area: type, area_of: Callable[[Any], Any]) -> None:
        self._of_all = members, area_of
        self._area = area

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._area, name)
        if "merge_rule" not in getattr(method, "__dict__", ()):
            raise AttributeError(f"{self._area.__name__}.{name} declares no rule for several vaults")
        operation = _Operation(*self._of_all, method)
        # Kept as an attribute: the next call finds it without this method.
        self.__dict__[name] = operation
        return operation


def of_several(members: Members[V], area: type[A], area_of: Callable[[V], A]) -> A:
    """Return an area over several vaults; ``area_of`` returns a vault's area."""
    return cast("A", _Area(members, area, area_of))
