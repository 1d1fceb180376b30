"""What a query says of a property's value: that it holds words, or compares."""

from __future__ import annotations

import operator
from datetime import datetime
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.query.conditions import Compared

_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le, "=": operator.eq}


def values_of(properties: Mapping[str, Any], name: str) -> list[Any]:
    """List the values of the properties of this name, in any case."""
    wanted = _caseless(name)
    return [value for key, value in properties.items() if _caseless(key.strip()) == wanted]


def items(value: Any) -> list[Any]:
    """Give a list's items, those of lists within it among them; of anything else, itself."""
    return [item for part in value for item in items(part)] if isinstance(value, list) else [value]


def texts(value: Any) -> tuple[list[str], list[str]]:
    """Give what words are looked for in: texts that may hold them, and texts that must be them."""
    held = [item for item in items(value) if isinstance(item, str)]
    exact = [_written(item) for item in items(value) if isinstance(item, (bool, int, float))]
    return held, exact


def compares(value: Any, asked: Compared) -> bool:
    """Tell whether a value, or an item of a list, stands so to a number, a date or a text."""
    return any(_compares(item, asked) for item in items(value))


def _compares(item: Any, asked: Compared) -> bool:
    mine, theirs = _number(item), _number(asked.text)
    if mine is not None and theirs is not None:
        return bool(_SIGNS[asked.sign](mine, theirs))
    moment = _moment(item)
    if moment is not None and asked.days is not None:
        return _stands(asked.sign, moment, *asked.days)
    return asked.sign == "=" and _caseless(str(item)) == _caseless(asked.text)


def _caseless(text: str) -> str:
    return normalize("NFC", text).casefold()


def _stands(sign: str, moment: datetime, start: datetime, end: datetime) -> bool:
    """Compare with a whole day, month or year: later is after its end."""
    match sign:
        case ">":
            return moment >= end
        case ">=":
            return moment >= start
        case "<":
            return moment < start
        case "<=":
            return moment < end
        case _:
            return start <= moment < end


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.strip()).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _written(value: bool | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).removesuffix(".0")
