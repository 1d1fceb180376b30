"""The fields, functions and methods for expressions in a base.

Reference: https://help.obsidian.md/bases/functions
"""

from __future__ import annotations

import math
import posixpath
import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta

from vaultsearch.core.bases.expressions import (
    MAX_LENGTH,
    NOTHING,
    Expression,
    ExpressionError,
    ExpressionScope,
    NoteFile,
    NoteLink,
    This,
    Value,
    VaultFiles,
    are_equal,
    as_list,
    duration_of,
    identity_of,
    is_true,
    read_date,
    sort_key,
    text_of,
)
from vaultsearch.core.values.note import LinkKind, StoredNote
from vaultsearch.core.values.times import local_day

_DATE_PARTS = ("year", "month", "day", "hour", "minute", "second", "millisecond")
_STRFTIME = {
    "YYYY": "%Y", "YY": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "DDDD": "%j", "DD": "%d", "WW": "%V",
    "dddd": "%A", "ddd": "%a", "HH": "%H", "hh": "%I", "mm": "%M", "ss": "%S", "A": "%p", "GGGG": "%G",
}  # fmt: skip
_ORDINAL_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_WITHOUT_ZERO: dict[str, Callable[[datetime], object]] = {
    "M": lambda day: day.month, "D": lambda day: day.day, "Q": lambda day: (day.month + 2) // 3,
    "Do": lambda day: f"{day.day}{_ORDINAL_ENDINGS.get(day.day, 'th')}", "s": lambda time: time.second,
    "W": lambda day: day.isocalendar()[1], "H": lambda time: time.hour, "m": lambda time: time.minute,
    "h": lambda time: time.hour % 12 or 12, "a": lambda time: f"{time:%p}".lower(),
}  # fmt: skip
_LONGEST_FIRST = sorted((*_STRFTIME, *_WITHOUT_ZERO), key=len, reverse=True)
_FORMAT = re.compile(r"\[([^\]]{0,99})\]|" + "|".join(_LONGEST_FIRST))


class BaseFunctions:
    """A base's fields, functions and methods, on a vault's files."""

    def __init__(self, files: VaultFiles, now: datetime) -> None:
        self._files = files
        self._now = now

    def member(self, value: Value, name: str) -> Value:
        """Return a value's field, or nothing if it is missing. Raise ExpressionError."""
        match value:
            case This(file):
                return file if name == "file" else self._files.get(file, name)
            case NoteFile():
                return self._file_field(value, name)
            case NoteLink(_, path):
                linked = self._files.files.get(path)
                return None if linked is None else self._file_field(linked, name)
            case dict():
                return value.get(name)
            case str() | list() if name == "length":
                return len(value)
            case date() if name in _DATE_PARTS:
                return 0 if name == "millisecond" else getattr(identity_of(value), name)
            case timedelta() if name in ("days", "hours", "minutes", "seconds"):
                unit = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}[name]
                return value.total_seconds() / unit
            case None:
                return None
        raise ExpressionError(f".{name}")

    def _file_field(self, file: NoteFile, name: str) -> Value:
        if name in _OF_NOTE:
            return _OF_NOTE[name](file.note)
        match name:
            case "file":
                return file
            case "links":
                return list(self._files.links(file))
            case "embeds":
                embedded = {link.target for link in file.note.links if link.kind is LinkKind.EMBED}
                return [link for link in self._files.links(file) if link.target in embedded]
            case "backlinks":
                return list(self._files.backlinks.get(file.note.path, ()))
            case "properties":
                return self._files.properties(file)
        raise ExpressionError(f"file.{name}")

    def call(self, of: Value, name: str, written: tuple[Expression, ...], scope: ExpressionScope) -> Value:
        """Return the result of a function, or of a value's method. Raise ExpressionError."""
        # The other branch must not be evaluated: it may divide by zero, or need itself.
        if of is NOTHING and name == "if":
            holds = bool(written) and is_true(written[0](scope))
            branch = written[1:2] if holds else written[2:3]
            return branch[0](scope) if branch else None
        if isinstance(of, list) and name in ("map", "filter", "reduce"):
            return _for_each_item(of, name, written, scope)
        arguments = [argument(scope) for argument in written]
        try:
            if of is NOTHING and name in _GLOBAL:
                return _GLOBAL[name](*arguments)
            if name in ("now", "today") and of is NOTHING:
                return self._now if name == "now" else self._now.date()
            if name in ("link", "file") and of is NOTHING:
                target = arguments[0]
                if isinstance(target, (NoteFile, NoteLink)):
                    return target
                link = self._files.link(text_of(target), scope.file.note.path)
                if name == "file":
                    return self._files.files.get(link.path)
                shown = text_of(arguments[1]) if len(arguments) > 1 else ""
                return NoteLink(link.target, link.path, shown)
            return self._call_method(of, name, arguments)
        except ExpressionError:
            raise
        # A base calls functions with anything from its notes; the view then names the function.
        except (TypeError, ValueError, ArithmeticError, IndexError, AttributeError) as error:
            raise ExpressionError(f"{name}()") from error

    def _call_method(self, of: Value, name: str, arguments: list[Value]) -> Value:
        if name in _ANY and of is not NOTHING:
            return _ANY[name](of, *arguments)
        for kinds, methods in _BY_KIND:
            # In Python, a boolean is a number; in a base, it has no number methods.
            if isinstance(of, kinds) and not isinstance(of, bool) and name in methods:
                return methods[name](of, *arguments)
        match of:
            case None:
                return None
            case This(file):
                return self._call_method(file, name, arguments)
            case NoteFile():
                return self._call_file_method(of, name, arguments)
            case NoteLink(_, path):
                linked = self._files.files.get(path)
                if name == "linksTo":
                    return self._has_link(linked, arguments[0])
                return linked if name == "asFile" else self._call_method(linked, name, arguments)
            case date() if name == "relative":
                days = (self._now.date() - identity_of(of).date()).days
                return f"{days} d" if days >= 0 else f"+{-days} d"
        raise ExpressionError(f"{name}()")

    def _call_file_method(self, file: NoteFile, name: str, arguments: list[Value]) -> Value:
        match name:
            case "hasTag":
                names = [text_of(tag).removeprefix("#").casefold() for tag in arguments]
                tags = [tag.casefold() for tag in file.note.tags]
                return any(tag == name or tag.startswith(f"{name}/") for tag in tags for name in names)
            case "hasLink":
                return self._has_link(file, arguments[0])
            case "hasProperty":
                return text_of(arguments[0]) in self._files.properties(file)
            case "inFolder":
                folder = text_of(arguments[0]).strip("/")
                return not folder or file.note.path.startswith(f"{folder}/")
            case "asLink":
                shown = text_of(arguments[0]) if arguments else ""
                return NoteLink(file.note.path, file.note.path, shown)
        raise ExpressionError(f"file.{name}()")

    def _has_link(self, file: NoteFile | None, target: Value) -> bool:
        if file is None:
            return False
        if isinstance(target, str):
            target = self._files.link(target, file.note.path)
        linked = identity_of(target)
        return any(identity_of(link) == linked for link in self._files.links(file))


def _for_each_item(
    values: list[Value], name: str, written: tuple[Expression, ...], scope: ExpressionScope
) -> Value:
    """Evaluate an expression for each item, named ``value``."""
    if not written:
        raise ExpressionError(f"{name}()")
    if name == "reduce":
        result = written[1](scope) if len(written) > 1 else None
        for index, value in enumerate(values):
            result = written[0](scope.with_names(value=value, index=index, acc=result))
        return result
    evaluated = [(item, written[0](scope.with_names(value=item, index=i))) for i, item in enumerate(values)]
    if name == "map":
        return [result for _, result in evaluated]
    return [value for value, result in evaluated if is_true(result)]


def _to_number(value: Value) -> Value:
    if isinstance(value, (int, float)):
        return float(value) if isinstance(value, float) else int(value)
    try:
        number = float(text_of(value))
    except ValueError:
        return None
    return int(number) if number.is_integer() else number


def _format_date(value: date, form: str = "YYYY-MM-DD") -> str:
    moment = identity_of(value)

    def written(match: re.Match[str]) -> str:
        if match[1] is not None:
            return str(match[1])
        if match[0] in _WITHOUT_ZERO:
            return str(_WITHOUT_ZERO[match[0]](moment))
        return str(moment.strftime(_STRFTIME[match[0]]))

    return _FORMAT.sub(written, form)


def _contains_item(of: Value, item: Value) -> bool:
    if isinstance(of, str):
        return text_of(item) in of
    return any(are_equal(value, item) for value in of) if isinstance(of, list) else False


def _flatten_list(values: Iterable[Value]) -> list[Value]:
    nested = (_flatten_list(value) if isinstance(value, list) else (value,) for value in values)
    return [item for items in nested for item in items]


def _unique_values(values: list[Value]) -> list[Value]:
    first: dict[Value, Value] = {}
    for value in values:
        first.setdefault(identity_of(value), value)
    return list(first.values())


def _take_slice(of: Value, start: int = 0, end: int | None = None) -> Value:
    return of[start:end]


def _round_number(value: float, digits: int = 0) -> Value:
    # More digits make no difference, but an endless power.
    digits = max(-300, min(20, digits))
    scaled = value * 10**digits
    # As in JavaScript, halves are rounded up; Python rounds to even.
    result = math.floor(scaled + 0.5) / 10**digits
    return int(result) if digits <= 0 else result


_GLOBAL: dict[str, Callable[..., Value]] = {
    "date": lambda value: value if isinstance(value, date) else read_date(text_of(value).strip()),
    "duration": duration_of,
    "list": as_list,
    "number": _to_number,
    "max": lambda *values: max((value for value in values if value is not None), default=None),
    "min": lambda *values: min((value for value in values if value is not None), default=None),
    "escapeHTML": text_of,
}
_ANY: dict[str, Callable[..., Value]] = {
    "contains": _contains_item,
    "containsAny": lambda of, *items: any(_contains_item(of, item) for item in items),
    "containsAll": lambda of, *items: of is not None and all(_contains_item(of, item) for item in items),
    "isEmpty": lambda of: of is None or (isinstance(of, (str, list, dict)) and not of),
    "isTruthy": is_true,
    "isType": lambda of, name: next(kind for kind, types in _TYPES if isinstance(of, types)) == name,
    "toString": text_of,
}
_OF_TEXT: dict[str, Callable[..., Value]] = {
    "endsWith": lambda of, end: of.endswith(text_of(end)),
    "startsWith": lambda of, start: of.startswith(text_of(start)),
    "lower": str.lower,
    "title": str.title,
    "trim": str.strip,
    "reverse": lambda of: of[::-1],
    # The count bounds the result before it is cut: an empty "old" matches everywhere.
    "replace": lambda of, old, new: of.replace(
        text_of(old), text_of(new), MAX_LENGTH // max(1, len(text_of(new)))
    )[:MAX_LENGTH],
    "repeat": lambda of, times: of * min(times, MAX_LENGTH // max(1, len(of))),
    "slice": _take_slice,
    "split": lambda of, by, n=-1: of.split(text_of(by))[: None if n < 0 else n],
}
_OF_NUMBER: dict[str, Callable[..., Value]] = {
    "abs": abs,
    "ceil": math.ceil,
    "floor": math.floor,
    "round": _round_number,
    "toFixed": lambda of, digits=0: f"{of:.{max(0, min(20, digits))}f}",
}
_OF_LIST: dict[str, Callable[..., Value]] = {
    "flat": _flatten_list,
    "join": lambda of, by=", ": text_of(by).join(text_of(item) for item in of)[:MAX_LENGTH],
    "reverse": lambda of: of[::-1],
    "slice": _take_slice,
    "sort": lambda of: sorted(of, key=sort_key),
    "unique": _unique_values,
}
_OF_DATE: dict[str, Callable[..., Value]] = {
    "date": lambda of: identity_of(of).date(),
    "time": lambda of: f"{identity_of(of):%H:%M:%S}",
    "format": _format_date,
}

_OF_OBJECT: dict[str, Callable[..., Value]] = {"keys": list, "values": lambda of: list(of.values())}
_BY_KIND: tuple[tuple[type | tuple[type, ...], dict[str, Callable[..., Value]]], ...] = (
    (str, _OF_TEXT),
    ((int, float), _OF_NUMBER),
    (list, _OF_LIST),
    (date, _OF_DATE),
    (dict, _OF_OBJECT),
)
_OF_NOTE: dict[str, Callable[[StoredNote], Value]] = {
    "path": lambda note: note.path,
    "name": lambda note: posixpath.basename(note.path).removesuffix(".md"),
    "fullname": lambda note: posixpath.basename(note.path),
    "basename": lambda note: posixpath.splitext(posixpath.basename(note.path))[0],
    "folder": lambda note: posixpath.dirname(note.path) or "/",
    "ext": lambda note: posixpath.splitext(note.path)[1].removeprefix("."),
    # Local time without a zone, as for dates in properties.
    "mtime": lambda note: (note.modified or note.date).astimezone().replace(tzinfo=None),
    "ctime": lambda note: datetime.combine(local_day(note.date), time()),
    "day": lambda note: local_day(note.date),
    "tags": lambda note: [f"#{tag}" for tag in note.tags],
    "aliases": lambda note: list(note.aliases),
}
_TYPES: tuple[tuple[str, type | tuple[type, ...]], ...] = (
    ("null", type(None)), ("boolean", bool), ("number", (int, float)), ("string", str), ("date", date),
    ("list", list), ("link", NoteLink), ("file", NoteFile), ("object", object),
)  # fmt: skip
