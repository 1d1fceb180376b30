"""The token at the cursor of a query: its kind, its text so far, and the range a completion replaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.query.conditions import DateOf, Place
from vaultsearch.core.query.reading import tokens, unquoted
from vaultsearch.core.values.query import ProposalKind
from vaultsearch.core.values.times import PastKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Token

# Operators with enumerable values, and the kind of those values.
_KINDS = {
    Place.TAG: ProposalKind.TAG,
    Place.PATH: ProposalKind.FOLDER,
    Place.FILE: ProposalKind.NOTE,
    Place.TITLE: ProposalKind.NOTE,
    Place.LINK: ProposalKind.NOTE,
    Place.UNDER: ProposalKind.ABOVE,
    Place.HEADING: ProposalKind.HEADING,
    Place.LANG: ProposalKind.LANGUAGE,
    Place.TYPE: ProposalKind.TYPE,
    Place.TOPIC: ProposalKind.TOPIC,
    Place.ENTITY: ProposalKind.ENTITY,
}
_NAME = regex.compile(r'\[\s*(?:"([^"]*)|([^\s"\[\]:]*))\Z')
_VALUE = regex.compile(r'\[\s*(?:"([^"]*)"|([^\s"\[\]:]+))\s*:\s*((?:"[^"]*"|[^\[\]"])*(?:"[^"]*)?)\Z')
_RELATIONS = ("after", "before", "on")
_DATED = frozenset({"DATED", "PAST"})
_DATE = regex.compile(
    rf'({"|".join((*_RELATIONS, *DateOf, *PastKind))}):\s*((?:last|this)\s+[a-z]*|"[^"]*|[^\s()"]*)'
)
_UNIT = regex.compile(r"\s+(?:week|month|year)\b")
_REST_OF_WORD = regex.compile(r'[^\s()"\[\]]*')
_REST_OF_PHRASE = regex.compile(r'[^\s"]*(?:"|\Z)')
_REST_OF_NAME = regex.compile(r'[^\s()"\[\]:]*')
_REST_OF_QUOTED_NAME = regex.compile(r'[^\s"]*"')
_END_OF_PROPERTY = regex.compile(r"\s*\]")


@dataclass(frozen=True, slots=True)
class TypedToken:
    """The text being typed; a completion replaces the characters ``start`` to ``end``.

    Attributes:
        place: The operator that the text is an operand of.
        property: The property that the text is a value of.
        hashed: Whether it is a tag written as ``#tag`` without an operator.
        last: Whether nothing follows it within its property.
        operator: The date operator (``after``, ``before``, ``on``).
    """

    kind: ProposalKind
    text: str
    start: int
    end: int
    place: Place | None = None
    property: str = ""
    hashed: bool = False
    last: bool = False
    operator: str = ""


def typed_token(query: str, cursor: int) -> TypedToken | None:
    """Return the text being typed before ``cursor``, or None if nothing could be proposed for it."""
    head, rest = query[:cursor], query[cursor:]
    before = tokens(head)
    if opened := _opened_property(before):
        start = int(opened.start_pos or 0)
        return _property_name(head[start:], rest, start) or _property_value(head[start:], rest, start)
    return _dated(before, head, rest) or _word_or_operator(before, rest, cursor)


def _word_or_operator(before: Sequence[Token], rest: str, cursor: int) -> TypedToken | None:
    if not before or before[-1].end_pos != cursor:
        return _untyped(_place_after(before), rest, cursor)
    token = before[-1]
    match token.type:
        case "PLACE" | "LPAR" | "_NOT":
            return _untyped(_place_after(before), rest, cursor)
        case "WORD":
            return _word(str(token), _place_after(before[:-1]), rest, cursor)
        case "OPEN_PHRASE":
            return _phrase(str(token), _place_after(before[:-1]), rest, cursor)
        case _:
            return None


def _dated(before: Sequence[Token], head: str, rest: str) -> TypedToken | None:
    """Return the date being typed; it may contain spaces or follow a quote that is still open."""
    operators = [token for token in before if token.type in _DATED]
    match = _DATE.fullmatch(head, int(operators[-1].start_pos or 0)) if operators else None
    if match is None:
        return None
    written = match[2]
    if written.startswith('"'):
        end = len(head) + _reach(_REST_OF_PHRASE, rest)
    else:
        reach = _reach(_REST_OF_WORD, rest)
        if (written + rest[:reach]).lower() in ("last", "this"):
            reach += _reach(_UNIT, rest[reach:])
        end = len(head) + reach
    return TypedToken(ProposalKind.DATE, written.lstrip('"'), match.start(2), end, operator=match[1])


def _place_after(before: Sequence[Token]) -> Place | None:
    """Return the operator that the next token is an operand of."""
    around: list[Place | None] = [None]
    led: Place | None = None
    for token in before:
        match token.type:
            case "PLACE":
                led = Place(token[:-1])
            case "LPAR":
                around.append(led or around[-1])
                led = None
            case "RPAR":
                around, led = around[:-1] or [None], None
            case "_NOT" | "CASE":
                pass
            case _:
                led = None
    return led or around[-1]


def _untyped(place: Place | None, rest: str, cursor: int) -> TypedToken | None:
    """Return an empty ``TypedToken`` unless the cursor touches the following token."""
    if _reach(_REST_OF_WORD, rest) or rest.startswith(('"', "[")):
        return None
    return _listed(place, "", cursor, cursor)


def _word(word: str, place: Place | None, rest: str, cursor: int) -> TypedToken | None:
    start, end = cursor - len(word), cursor + _reach(_REST_OF_WORD, rest)
    if place is None and word.startswith("#"):
        return TypedToken(ProposalKind.TAG, word.lstrip("#"), start, end, Place.TAG, hashed=True)
    signs = {Place.TAG: "#", Place.LINK: "["}.get(place) if place else None
    return _listed(place, word.lstrip(signs) if signs else word, start, end)


def _phrase(phrase: str, place: Place | None, rest: str, cursor: int) -> TypedToken | None:
    if place is None or not _REST_OF_PHRASE.match(rest):
        return None
    end = cursor + _reach(_REST_OF_PHRASE, rest)
    return _listed(place, unquoted(phrase[1:]), cursor - len(phrase), end)


def _reach(pattern: regex.Pattern[str], rest: str) -> int:
    """Count the characters after the cursor that belong to the token before it."""
    match = pattern.match(rest)
    return match.end() if match else 0


def _listed(place: Place | None, typed: str, start: int, end: int) -> TypedToken | None:
    if place is None:
        return TypedToken(ProposalKind.OPERATOR, typed, start, end)
    return TypedToken(_KINDS[place], typed, start, end, place) if place in _KINDS else None


def _opened_property(before: Sequence[Token]) -> Token | None:
    """Return the token that opens a property which is not closed yet."""
    for place in range(len(before) - 1, -1, -1):
        token = before[place]
        if token.type in ("WORD", "OPEN_PROPERTY") and token.startswith("["):
            closed = any("]" in later for later in before[place:])
            return None if closed or _place_after(before[:place]) else token
    return None


def _property_name(opened: str, rest: str, offset: int) -> TypedToken | None:
    match = _NAME.fullmatch(opened)
    if match is None:
        return None
    quoted, bare = match.groups()
    start = offset + (match.start(2) if quoted is None else match.start(1) - 1)
    reach = _reach(_REST_OF_NAME if quoted is None else _REST_OF_QUOTED_NAME, rest)
    last = not rest[reach:].lstrip().startswith((":", "]"))
    end = offset + len(opened) + reach
    return TypedToken(ProposalKind.PROPERTY, quoted or bare or "", start, end, last=last)


def _property_value(opened: str, rest: str, offset: int) -> TypedToken | None:
    match = _VALUE.fullmatch(opened)
    if match is None or match[3].startswith(("<", ">", "=")):
        return None
    written = _last_value(match[3])
    if written is None:
        return None
    name = " ".join((match[1] or match[2] or "").split())
    phrase = written.startswith('"')
    reach = _reach(_REST_OF_PHRASE if phrase else _REST_OF_WORD, rest)
    closing = _reach(_END_OF_PROPERTY, rest[reach:])
    last = bool(closing) or not rest[reach:].strip()
    cursor = offset + len(opened)
    text = unquoted(written[1:]) if phrase else written
    span = cursor - len(written), cursor + reach + closing
    return TypedToken(ProposalKind.VALUE, text, *span, property=name, last=last)


def _last_value(written: str) -> str | None:
    """Return the last of the values after a property's name, as written."""
    parts = tokens(written)
    if all(part.type == "WORD" for part in parts):
        return written
    last = parts[-1]
    if last.end_pos != len(written) or last.type in ("LPAR", "_NOT"):
        return ""
    return str(last) if last.type in ("WORD", "OPEN_PHRASE") else None
