"""The expressions of a base: parsed once, evaluated for each note.

Syntax: https://help.obsidian.md/bases/syntax
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.bases.values import (
    ExpressionError,
    Value,
    are_equal,
    arithmetic,
    is_before,
    is_true,
)

if TYPE_CHECKING:
    from vaultsearch.core.bases.values import NoteFile, This

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?)
    |(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<name>[^\W\d][\w$-]*)
    |(?P<operator>&&|\|\||[=!<>]=|[-+*/%<>!().,\[\]])
    )""",
    re.VERBOSE,
)
# How strongly operators bind, in the order of JavaScript.
_POWERS = {
    "||": 1,
    "&&": 2,
    "==": 3,
    "!=": 3,
    "<": 4,
    ">": 4,
    "<=": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}
_CONSTANTS: Mapping[str, Value] = {"true": True, "false": False, "null": None}
NOTHING: Value = object()
"""The value a function that is no method is called on."""
_ESCAPED = re.compile(r"\\(.)")
# Characters of an expression, and levels of brackets or of formulas within one another.
_LONGEST, _DEEPEST = 2_000, 50
_SIZE_OF_STEP = 10
"""Characters or items of a value that cost a step: so memory is bounded, too."""


class TooLongError(Exception):
    """The evaluation has taken more steps than it may."""


class Steps:
    """The steps that the evaluation of a base may take yet."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, value: Value = None) -> None:
        """Use up a step, more for a long value. Raise TooLongError if none is left."""
        self._left -= 1 + (len(value) // _SIZE_OF_STEP if isinstance(value, (str, list)) else 0)
        if self._left < 0:
            raise TooLongError


@dataclass(frozen=True, slots=True)
class Scope:
    """The meaning of names in an expression.

    Attributes:
        file: The note for which it is evaluated.
        get: The value of a property of a note, by its name.
        member: The value of a field of a value, by its name.
        call: The result of a function (of NOTHING) or a method (of a value), by its name.
        formulas: The base's own formulas, by name.
        names: The names that are known within ``map``, ``filter`` and ``reduce``.
        depth: Formulas that are being evaluated within one another.
    """

    file: NoteFile
    this: This | None
    get: Callable[[NoteFile, str], Value]
    member: Callable[[Value, str], Value]
    call: Callable[[Value, str, tuple[Expression, ...], Scope], Value]
    formulas: Mapping[str, object]
    steps: Steps
    names: Mapping[str, Value] = field(default_factory=dict)
    depth: int = 0

    def with_names(self, **names: Value) -> Scope:
        """Return this scope with further names."""
        return replace(self, names={**self.names, **names})

    def formula(self, name: str) -> Value:
        """Return the value of a formula. Raise ExpressionError if there is none, or it needs itself."""
        # A formula that needs itself would recurse without end.
        if name not in self.formulas or self.depth >= _DEEPEST:
            raise ExpressionError(f"formula.{name}")
        return parsed(str(self.formulas[name]))(replace(self, names={}, depth=self.depth + 1))


Expression: TypeAlias = Callable[[Scope], Value]


@lru_cache(maxsize=2_000)
def parsed(source: str) -> Expression:
    """Parse an expression. Raise ExpressionError with what is not understood of it."""
    if len(source) > _LONGEST:
        raise ExpressionError(f"{source[:40]}…")
    parser = _Parser(source)
    expression = parser.expression(0)
    parser.end()
    return expression


class _Parser:
    """A parser by operator precedence: each method consumes the tokens of what it returns."""

    def __init__(self, source: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        self._next = self._depth = 0
        end = 0
        while source[end:].strip():
            match = _TOKEN.match(source, end)
            if match is None or match.lastgroup is None:
                raise ExpressionError(source[end:].strip()[:40])
            self._tokens.append((match.lastgroup, match[match.lastgroup]))
            end = match.end()

    def expression(self, least: int) -> Expression:
        """Parse operands and the operators between them that bind stronger than ``least``."""
        self._depth += 1
        # Parsing recurses, and so does evaluating what was parsed.
        if self._depth > _DEEPEST:
            raise ExpressionError("((((")
        left = self._operand()
        while (power := _POWERS.get(self._peek(), 0)) > least:
            operator = self._take()
            left = _binary(operator, left, self.expression(power))
        self._depth -= 1
        return left

    def end(self) -> None:
        """Raise ExpressionError if something follows."""
        if self._next < len(self._tokens):
            raise ExpressionError(self._peek())

    def _operand(self) -> Expression:
        kind, text = self._tokens[self._next] if self._next < len(self._tokens) else ("", "")
        self._next += 1
        match kind, text:
            case "number", _:
                value = _constant(float(text) if "." in text else int(text))
            case "string", _:
                value = _constant(_ESCAPED.sub(r"\1", text[1:-1]))
            case "operator", "!":
                negated = self.expression(6)
                return lambda scope: not is_true(negated(scope))
            case "operator", "-":
                positive = self.expression(6)
                return lambda scope: arithmetic("-", 0, positive(scope))
            case "operator", "(":
                value = self.expression(0)
                self._expect(")")
            case "operator", "[":
                value = _list_of(self._list("]"))
            case "name", _:
                value = self._named(text)
            case _:
                raise ExpressionError(text or "…")
        return self._with_members(value)

    def _named(self, name: str) -> Expression:
        if name in _CONSTANTS:
            return _constant(_CONSTANTS[name])
        if self._peek() == "(":
            self._take()
            arguments = self._list(")")
            return lambda scope: _called(NOTHING, name, arguments, scope)
        if name in ("note", "formula") and self._peek() in (".", "["):
            key = self._key()
            if name == "note":
                return lambda scope: scope.get(scope.file, key)
            return lambda scope: scope.formula(key)
        return lambda scope: _value_of(name, scope)

    def _key(self) -> str:
        """Parse ``.name`` or ``["name"]``."""
        if self._take() == ".":
            return self._take()
        key = self._take()
        self._expect("]")
        return _ESCAPED.sub(r"\1", key[1:-1])

    def _with_members(self, value: Expression) -> Expression:
        while self._peek() in (".", "["):
            if self._take() == "[":
                value = _item(value, self.expression(0))
                self._expect("]")
                continue
            name = self._take()
            if self._peek() == "(":
                self._take()
                value = _method(value, name, self._list(")"))
            else:
                value = _member(value, name)
        return value

    def _list(self, closing: str) -> tuple[Expression, ...]:
        items: list[Expression] = []
        while self._peek() != closing:
            items.append(self.expression(0))
            if self._peek() == ",":
                self._take()
            elif self._peek() != closing:
                raise ExpressionError(self._peek() or "…")
        self._take()
        return tuple(items)

    def _peek(self) -> str:
        return self._tokens[self._next][1] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1][1] if self._next <= len(self._tokens) else ""

    def _expect(self, text: str) -> None:
        if self._take() != text:
            raise ExpressionError(f"… {text}")


def _constant(value: Value) -> Expression:
    return lambda _: value


def _list_of(items: tuple[Expression, ...]) -> Expression:
    return lambda scope: [item(scope) for item in items]


def _called(of: Value, name: str, arguments: tuple[Expression, ...], scope: Scope) -> Value:
    result = scope.call(of, name, arguments, scope)
    scope.steps.take(result)
    return result


def _value_of(name: str, scope: Scope) -> Value:
    scope.steps.take()
    if name in scope.names:
        return scope.names[name]
    match name:
        case "file":
            return scope.file
        case "this":
            return scope.this
    return scope.get(scope.file, name)


def _member(value: Expression, name: str) -> Expression:
    return lambda scope: scope.member(value(scope), name)


def _method(value: Expression, name: str, arguments: tuple[Expression, ...]) -> Expression:
    return lambda scope: _called(value(scope), name, arguments, scope)


def _item(value: Expression, index: Expression) -> Expression:
    def item(scope: Scope) -> Value:
        values, key = value(scope), index(scope)
        if isinstance(values, (list, str)) and isinstance(key, int):
            return values[key] if -len(values) <= key < len(values) else None
        if isinstance(values, dict):
            return values.get(str(key))
        return None if values is None else scope.member(values, str(key))

    return item


_COMPARISONS: Mapping[str, Callable[[Value, Value], bool]] = {
    "==": are_equal,
    "!=": lambda first, second: not are_equal(first, second),
    "<": is_before,
    ">": lambda first, second: is_before(second, first),
    "<=": lambda first, second: is_before(first, second) or are_equal(first, second),
    ">=": lambda first, second: is_before(second, first) or are_equal(first, second),
}


def _binary(operator: str, left: Expression, right: Expression) -> Expression:
    def evaluate(scope: Scope) -> Value:
        scope.steps.take()
        first = left(scope)
        if operator == "&&":
            # As in JavaScript: the result is an operand, not a boolean, and the second one may stay
            # unevaluated.
            return first if not is_true(first) else right(scope)
        if operator == "||":
            return first if is_true(first) else right(scope)
        second = right(scope)
        compare = _COMPARISONS.get(operator)
        if compare is not None:
            return compare(first, second)
        result = arithmetic(operator, first, second)
        scope.steps.take(result)
        return result

    return evaluate
