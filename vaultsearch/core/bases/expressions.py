"""The expressions in a base: parsed once, evaluated for each note.

Syntax: https://help.obsidian.md/bases/syntax
"""

from __future__ import annotations

import math
import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache, partial
from operator import add, mul, sub
from typing import Any, TypeAlias

from vaultsearch.core.values.note import ParsedLink, StoredNote
from vaultsearch.core.vault.links import LinkResolver, read_wikilink

# Values in expressions: truth, equality, order, files.

Value: TypeAlias = Any
"""None, bool, int, float, str, date, datetime, timedelta, list, dict, `NoteLink`, `NoteFile` or `This`."""

_DURATION = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*([a-zA-Z]+)\s*")
_DAYS = {"d": 1, "day": 1, "w": 7, "week": 7, "M": 30, "month": 30, "y": 365, "year": 365}
_MONTHS = {"M": 1, "month": 1, "y": 12, "year": 12}
_SECONDS = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
MAX_LENGTH = 10_000
"""Maximum characters of a text, and items in a list."""


class ExpressionError(Exception):
    """The expression cannot be evaluated; the message is the first unknown part."""


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link as a value; ``path`` is the target file, "" if there is none."""

    target: str
    path: str = field(compare=False)
    shown: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A file in the vault as a value."""

    note: StoredNote


@dataclass(frozen=True, slots=True)
class This:
    """The note around the embedded base, or the base itself: properties, and ``.file``."""

    file: NoteFile


def is_true(value: Value) -> bool:
    """Return whether a value counts as true: not empty, 0 or nothing."""
    return bool(value) or isinstance(value, (NoteFile, NoteLink, This, time))


def identity_of(value: Value) -> Value:
    """Return a key shared by equal values: a file and a link to it have the same key."""
    match value:
        case This(file):
            return ("file", file.note.path)
        case NoteFile(note):
            return ("file", note.path)
        case NoteLink(target, path):
            # Links without a target are equal if written the same.
            return ("file", path) if path else ("link", target.casefold())
        case datetime():
            return value.replace(tzinfo=None)
        case date():
            return datetime.combine(value, time())
        case list():
            return tuple(identity_of(item) for item in value)
        case dict():
            return repr(value)
    return value


def are_equal(first: Value, second: Value) -> bool:
    """Return whether two values are equal; a link also equals the same text."""
    for link, text in ((first, second), (second, first)):
        if isinstance(link, NoteLink) and isinstance(text, str):
            return text.casefold() in (link.target.casefold(), link.shown.casefold())
    return bool(identity_of(first) == identity_of(second))


def as_list(value: Value = None) -> list[Value]:
    """Return a list unchanged, nothing as an empty list, and any other value in a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def is_before(first: Value, second: Value) -> bool:
    """Return whether a value is less than another; nothing is neither less nor more."""
    if first is None or second is None:
        return False
    if isinstance(first, timedelta) or isinstance(second, timedelta):
        first, second = (duration_of(value) if isinstance(value, str) else value for value in (first, second))
    return sort_key(first) < sort_key(second)


def sort_key(value: Value) -> tuple[int, Any]:
    """Return a key to order any two values: by kind, then by value."""
    match value:
        case bool() | int() | float():
            return 0, value
        case timedelta():
            return 0, value / _MILLISECOND
        case date() | datetime():
            return 1, identity_of(value)
        case None:
            return 9, 0
        case list():
            return 2, " ".join(str(sort_key(item)[1]).casefold() for item in value)
        case NoteLink(target, _, shown):
            return 2, (shown or target).casefold()
        case NoteFile(note):
            return 2, note.title.casefold()
    return 2, str(value).casefold()


_OF_NUMBERS = {"+": add, "-": sub, "*": mul}
# JavaScript's largest exact integer.
_MAX_EXACT_INTEGER = 2**53


def _limit_integer(number: float) -> float:
    if isinstance(number, float) or abs(number) <= _MAX_EXACT_INTEGER:
        return number
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def apply_arithmetic(operator: str, first: Value, second: Value) -> Value:
    """Apply an operator to two values; None if either is None. Raise ExpressionError."""
    if operator == "+" and (isinstance(first, str) or isinstance(second, str)):
        if isinstance(first, date):
            return move_date(first, second, 1)
        return f"{text_of(first)}{text_of(second)}"
    if first is None or second is None:
        return None
    if isinstance(first, date) and operator in "+-":
        return move_date(first, second, 1 if operator == "+" else -1)
    if isinstance(first, timedelta) or isinstance(second, timedelta):
        return _calculate_duration(operator, first, second)
    if not isinstance(first, (int, float)) or not isinstance(second, (int, float)):
        raise ExpressionError(operator)
    # Otherwise, nested formulas made integers with millions of digits, or too large for a float.
    first, second = _limit_integer(first), _limit_integer(second)
    if operator in _OF_NUMBERS:
        return _OF_NUMBERS[operator](first, second)
    if second == 0:
        return None
    return first / second if operator == "/" else first % second


def _calculate_duration(operator: str, first: Value, second: Value) -> Value:
    """Add durations; multiply one by a number; divide it by another, or by milliseconds."""
    try:
        if operator in ("+", "-"):
            return _OF_NUMBERS[operator](duration_of(first), duration_of(second))
        if operator == "*":
            return first * second
        if operator == "/":
            return first / (second if isinstance(second, timedelta) else second * _MILLISECOND)
    except (OverflowError, ZeroDivisionError):
        return None
    except (TypeError, ValueError) as error:
        raise ExpressionError(operator) from error
    raise ExpressionError(operator)


def move_date(day: date, by: Value, sign: int) -> Value:
    """Return a date moved by a duration, such as "2 weeks", or the time between two dates."""
    if isinstance(by, date):
        return identity_of(day) - identity_of(by)
    moment: datetime = identity_of(day)
    count, unit = _count_and_unit(by) if isinstance(by, str) else (0.0, "")
    try:
        if unit not in _MONTHS or not count.is_integer():
            return moment + sign * duration_of(by)
        year, month = divmod(moment.year * 12 + moment.month - 1 + sign * int(count) * _MONTHS[unit], 12)
        # A month after January 31 is the last of February.
        last = monthrange(year, month + 1)[1]
        return moment.replace(year, month + 1, min(moment.day, last))
    except (OverflowError, ValueError):
        return None


_MILLISECOND = timedelta(milliseconds=1)
_MAX_DURATION_S = timedelta.max.total_seconds()


def duration_of(value: Value) -> timedelta:
    """Return a duration written as "1d" or "2 weeks"; months have 30 days. Raise ExpressionError."""
    if isinstance(value, timedelta):
        return value
    count, unit = _count_and_unit(value)
    seconds = count * (_SECONDS[unit] if unit in _SECONDS else 86_400 * _DAYS[unit])
    if abs(seconds) < _MAX_DURATION_S:
        return timedelta(seconds=seconds)
    raise ExpressionError(text_of(value)[:40])


def _count_and_unit(value: Value) -> tuple[float, str]:
    if isinstance(value, str) and (match := _DURATION.fullmatch(value)) is not None:
        # Case matters first: "M" is a month, and "m" a minute.
        unit = match[2] if match[2] in _DAYS or match[2] in _SECONDS else match[2].lower().removesuffix("s")
        if unit in _DAYS or unit in _SECONDS:
            return float(match[1]), unit
    raise ExpressionError(text_of(value)[:40])


def text_of(value: Value) -> str:
    """Return a value as text."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.10g}"
        case datetime():
            return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M}"
        case timedelta():
            return f"{value.total_seconds() / 86_400:.3g} d"
        case list():
            return ", ".join(text_of(item) for item in value)[:MAX_LENGTH]
        case dict():
            return ", ".join(f"{key}: {text_of(item)}" for key, item in value.items())[:MAX_LENGTH]
        case NoteLink(target, _, shown):
            return shown or target
        case NoteFile(note) | This(NoteFile(note)):
            return note.path
    return str(value)[:MAX_LENGTH]


def read_date(text: str) -> Value:
    """Return a date, or date and time, from ISO form; None for other texts."""
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


_WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")


class VaultFiles:
    """A vault's files, and their relations; results are cached."""

    def __init__(self, notes: Iterable[StoredNote], resolver: LinkResolver) -> None:
        self.files: Mapping[str, NoteFile] = {note.path: NoteFile(note) for note in notes}
        """All files by path, unordered."""
        self._resolver = resolver
        self._links: dict[str, tuple[NoteLink, ...]] = {}
        self._properties: dict[str, dict[str, Value]] = {}

    def get(self, file: NoteFile, name: str) -> Value:
        """Return a note's property, ignoring case, or None."""
        properties = self.properties(file)
        if name in properties:
            return properties[name]
        key = name.casefold()
        return next((value for own, value in properties.items() if own.casefold() == key), None)

    def properties(self, file: NoteFile) -> dict[str, Value]:
        """Return a note's properties, with links and dates parsed."""
        path = file.note.path
        if path not in self._properties:
            written = file.note.properties
            self._properties[path] = {name: self._parse_value(value, path) for name, value in written.items()}
        return self._properties[path]

    def link(self, target: str, source: str) -> NoteLink:
        """Return the link written so in the note ``source``, with or without brackets."""
        match = _WIKILINK.fullmatch(target.strip())
        written, shown = (match[1], match[2] or "") if match else (target.strip(), "")
        return self._resolve_link(read_wikilink(written, "", False, 0)[0], source, shown)

    def links(self, file: NoteFile) -> tuple[NoteLink, ...]:
        """Return a note's links to other files, in order."""
        path = file.note.path
        if path not in self._links:
            links = (self._resolve_link(link, path, "") for link in file.note.links)
            self._links[path] = tuple(dict.fromkeys(link for link in links if link.target))
        return self._links[path]

    @cached_property
    def backlinks(self) -> Mapping[str, list[NoteLink]]:
        """Links to the notes with a link to a note, by its path."""
        backlinks: dict[str, list[NoteLink]] = {}
        for path, file in self.files.items():
            for target in dict.fromkeys(link.path for link in self.links(file)):
                if target:
                    backlinks.setdefault(target, []).append(NoteLink(path, path, file.note.title))
        return backlinks

    def _resolve_link(self, link: ParsedLink, source: str, shown: str) -> NoteLink:
        return NoteLink(link.target, self._resolver.path_of(link, source) or "", shown)

    def _parse_value(self, value: Value, source: str) -> Value:
        match value:
            case list():
                return [self._parse_value(item, source) for item in value]
            case dict():
                return {key: self._parse_value(item, source) for key, item in value.items()}
            case str() if _WIKILINK.fullmatch(value.strip()):
                return self.link(value, source)
            case str() if _ISO.fullmatch(value):
                moment = read_date(value)
                return value if moment is None else moment
        return value


_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?)
    |(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<name>[^\W\d][\w$-]*)
    |(?P<operator>&&|\|\||[=!<>]=|[-+*/%<>!().,\[\]])
    )""",
    re.VERBOSE,
)
# The weakest first, in JavaScript's order.
_BINDING = ("||", "&&", "== !=", "< > <= >=", "+ -", "* / %")
_POWERS = {sign: power for power, signs in enumerate(_BINDING, start=1) for sign in signs.split()}
_CONSTANTS: Mapping[str, Value] = {"true": True, "false": False, "null": None}
NOTHING: Value = object()
"""The value that a function, not a method, is called on."""
_ESCAPED = re.compile(r"\\(.)")
# Maximum characters of an expression, and nesting of brackets or formulas.
_MAX_SOURCE_LENGTH, _MAX_DEPTH = 2_000, 50
_SIZE_OF_STEP = 10
"""Characters or items of a value per step: this bounds memory, too."""


class TooLongError(Exception):
    """The evaluation took too many steps."""


class StepBudget:
    """The steps left for evaluating a base."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, value: Value = None) -> None:
        """Use up a step, more for a long value. Raise TooLongError if none is left."""
        self._left -= 1 + (len(value) // _SIZE_OF_STEP if isinstance(value, (str, list)) else 0)
        if self._left < 0:
            raise TooLongError


@dataclass(frozen=True, slots=True)
class ExpressionScope:
    """The meaning of names in an expression.

    Attributes:
        get: Returns a note's property, by name.
        member: Returns a value's field, by name.
        call: Returns the result of a function (on NOTHING) or a method (on a value), by name.
        formulas: The base's own formulas, by name.
        names: The names known within ``map``, ``filter`` and ``reduce``.
        depth: Current nesting of formulas.
    """

    file: NoteFile
    this: This | None
    get: Callable[[NoteFile, str], Value]
    member: Callable[[Value, str], Value]
    call: Callable[[Value, str, tuple[Expression, ...], ExpressionScope], Value]
    formulas: Mapping[str, object]
    steps: StepBudget
    names: Mapping[str, Value] = field(default_factory=dict)
    depth: int = 0

    def with_names(self, **names: Value) -> ExpressionScope:
        """Return this scope with further names."""
        return replace(self, names={**self.names, **names})

    def formula(self, name: str) -> Value:
        """Return a formula's value. Raise ExpressionError if it does not exist or needs itself."""
        # A formula that needs itself would recurse endlessly.
        if name not in self.formulas or self.depth >= _MAX_DEPTH:
            raise ExpressionError(f"formula.{name}")
        return parse_expression(str(self.formulas[name]))(replace(self, names={}, depth=self.depth + 1))


Expression: TypeAlias = Callable[[ExpressionScope], Value]


@lru_cache(maxsize=2_000)
def parse_expression(source: str) -> Expression:
    """Parse an expression. Raise ExpressionError with the part not understood."""
    if len(source) > _MAX_SOURCE_LENGTH:
        raise ExpressionError(f"{source[:40]}…")
    parser = _Parser(source)
    expression = parser.expression(0)
    parser.end()
    return expression


class _Parser:
    """An operator precedence parser: each method consumes the tokens it parses."""

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
        """Parse operands and operators with more power than ``least``."""
        self._depth += 1
        # Both parsing and evaluation recurse.
        if self._depth > _MAX_DEPTH:
            raise ExpressionError("((((")
        left = self._parse_operand()
        while (power := _POWERS.get(self._peek(), 0)) > least:
            operator = self._take()
            left = partial(_evaluate_binary, operator, left, self.expression(power))
        self._depth -= 1
        return left

    def end(self) -> None:
        """Raise ExpressionError if anything follows."""
        if self._next < len(self._tokens):
            raise ExpressionError(self._peek())

    def _parse_operand(self) -> Expression:
        kind, text = self._tokens[self._next] if self._next < len(self._tokens) else ("", "")
        self._next += 1
        match kind, text:
            case "number", _:
                value = _make_constant(float(text) if "." in text else int(text))
            case "string", _:
                value = _make_constant(_ESCAPED.sub(r"\1", text[1:-1]))
            case "operator", "!":
                negated = self.expression(6)
                return lambda scope: not is_true(negated(scope))
            case "operator", "-":
                positive = self.expression(6)
                return lambda scope: apply_arithmetic("-", 0, positive(scope))
            case "operator", "(":
                value = self.expression(0)
                self._expect(")")
            case "operator", "[":
                items = self._parse_list("]")
                return self._with_members(lambda scope: [item(scope) for item in items])
            case "name", _:
                value = self._parse_name(text)
            case _:
                raise ExpressionError(text or "…")
        return self._with_members(value)

    def _parse_name(self, name: str) -> Expression:
        if name in _CONSTANTS:
            return _make_constant(_CONSTANTS[name])
        if self._peek() == "(":
            self._take()
            arguments = self._parse_list(")")
            return lambda scope: _call_function(NOTHING, name, arguments, scope)
        if name in ("note", "formula") and self._peek() in (".", "["):
            is_field = self._take() == "."
            key = self._take() if is_field else _ESCAPED.sub(r"\1", self._take()[1:-1])
            if not is_field:
                self._expect("]")
            if name == "note":
                return lambda scope: scope.get(scope.file, key)
            return lambda scope: scope.formula(key)

        def evaluate(scope: ExpressionScope) -> Value:
            scope.steps.take()
            if name in scope.names:
                return scope.names[name]
            if name in ("file", "this"):
                return scope.file if name == "file" else scope.this
            return scope.get(scope.file, name)

        return evaluate

    def _with_members(self, value: Expression) -> Expression:
        while self._peek() in (".", "["):
            value = self._parse_member(value)
        return value

    def _parse_member(self, value: Expression) -> Expression:
        if self._take() == "[":
            index = self.expression(0)
            self._expect("]")
            return partial(_evaluate_item, value, index)
        name = self._take()
        if self._peek() != "(":
            return lambda scope: scope.member(value(scope), name)
        self._take()
        arguments = self._parse_list(")")
        return lambda scope: _call_function(value(scope), name, arguments, scope)

    def _parse_list(self, closing: str) -> tuple[Expression, ...]:
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


def _make_constant(value: Value) -> Expression:
    return lambda _: value


def _call_function(of: Value, name: str, arguments: tuple[Expression, ...], scope: ExpressionScope) -> Value:
    result = scope.call(of, name, arguments, scope)
    scope.steps.take(result)
    return result


def _evaluate_item(value: Expression, index: Expression, scope: ExpressionScope) -> Value:
    values, key = value(scope), index(scope)
    if isinstance(values, (list, str)) and isinstance(key, int):
        return values[key] if -len(values) <= key < len(values) else None
    if isinstance(values, dict):
        return values.get(str(key))
    return None if values is None else scope.member(values, str(key))


_COMPARISONS: Mapping[str, Callable[[Value, Value], bool]] = {
    "==": are_equal,
    "!=": lambda first, second: not are_equal(first, second),
    "<": is_before,
    ">": lambda first, second: is_before(second, first),
    "<=": lambda first, second: is_before(first, second) or are_equal(first, second),
    ">=": lambda first, second: is_before(second, first) or are_equal(first, second),
}


def _evaluate_binary(operator: str, left: Expression, right: Expression, scope: ExpressionScope) -> Value:
    scope.steps.take()
    first = left(scope)
    if operator == "&&":
        # As in JavaScript, the result is an operand, not a boolean, and the second may stay unevaluated.
        return first if not is_true(first) else right(scope)
    if operator == "||":
        return first if is_true(first) else right(scope)
    second = right(scope)
    compare = _COMPARISONS.get(operator)
    if compare is not None:
        return compare(first, second)
    result = apply_arithmetic(operator, first, second)
    scope.steps.take(result)
    return result
