"""The token at the cursor -> proposals from the names in a vault; example queries."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import regex
from lark import Token

from vaultsearch.core.messages import Message
from vaultsearch.core.query.conditions import (
    DATE_PHRASES,
    RELATIVE_DATES,
    VAULT_PLACES,
    ConditionPlace,
    DateOf,
    moments_of_date,
)
from vaultsearch.core.query.names import (
    NULL_VALUE,
    CountedName,
    NameCounts,
    QueryNames,
    languages_named,
    no_names,
    vault_names,
)
from vaultsearch.core.query.narrowing import condition_of
from vaultsearch.core.query.reading import as_term, tokenize_query, unquote_phrase
from vaultsearch.core.text import fold_text
from vaultsearch.core.threads import MadeOnce
from vaultsearch.core.today import today
from vaultsearch.core.values.note import StoredNote
from vaultsearch.core.values.query import Completions, Example, FacetKind, Proposal, ProposalKind, Teaching
from vaultsearch.core.values.times import PastKind

# Operators with enumerable values, and the kind of those values.
_KINDS = {
    **{place: ProposalKind(place) for place in ConditionPlace if place.value in set(ProposalKind)},
    **dict.fromkeys((ConditionPlace.FILE, ConditionPlace.TITLE, ConditionPlace.LINK), ProposalKind.NOTE),
    ConditionPlace.PATH: ProposalKind.FOLDER,
    ConditionPlace.UNDER: ProposalKind.ABOVE,
    ConditionPlace.LANG: ProposalKind.LANGUAGE,
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

    ``place`` is the operator before it, ``operator`` that of a date, ``hashed`` a tag written as ``#tag``.
    """

    kind: ProposalKind
    text: str
    start: int
    end: int
    place: ConditionPlace | None = None
    property: str = ""
    hashed: bool = False
    last: bool = False
    operator: str = ""


def typed_token(query: str, cursor: int) -> TypedToken | None:
    """Return the text being typed before ``cursor``, or None if it has no proposals."""
    head, rest = query[:cursor], query[cursor:]
    before = tokenize_query(head)
    # Only the innermost bracket before the cursor can still be open.
    brackets = [
        place
        for place, token in enumerate(before)
        if token.type in ("WORD", "OPEN_PROPERTY") and token.startswith("[")
    ]
    inner = brackets[-1] if brackets else len(before)
    is_closed = any("]" in later for later in before[inner:])
    if brackets and not is_closed and not _place_after(before[:inner]):
        start = int(before[inner].start_pos or 0)
        return _property_name(head[start:], rest, start) or _property_value(head[start:], rest, start)
    return _dated_token(before, head, rest) or _word_or_operator(before, rest, cursor)


def _word_or_operator(before: Sequence[Token], rest: str, cursor: int) -> TypedToken | None:
    token = before[-1] if before and before[-1].end_pos == cursor else None
    if token is None or token.type in ("PLACE", "LPAR", "_NOT"):
        # Nothing is typed yet, unless the cursor touches the following token.
        touches_next = _count_reach(_REST_OF_WORD, rest) or rest.startswith(('"', "["))
        return None if touches_next else _listed_token(_place_after(before), "", cursor, cursor)
    place, start = _place_after(before[:-1]), cursor - len(token)
    if token.type == "WORD":
        end = cursor + _count_reach(_REST_OF_WORD, rest)
        # A bare tag ranks like a word; a tag chosen from the list becomes a condition.
        if place is None and token.startswith("#"):
            return TypedToken(
                ProposalKind.TAG, token.lstrip("#"), start, end, ConditionPlace.TAG, hashed=True
            )
        signs = {ConditionPlace.TAG: "#", ConditionPlace.LINK: "["}.get(place) if place else None
        return _listed_token(place, token.lstrip(signs) if signs else str(token), start, end)
    if token.type == "OPEN_PHRASE" and place is not None and _REST_OF_PHRASE.match(rest):
        end = cursor + _count_reach(_REST_OF_PHRASE, rest)
        return _listed_token(place, unquote_phrase(token[1:]), start, end)
    return None


def _dated_token(before: Sequence[Token], head: str, rest: str) -> TypedToken | None:
    """Return the date being typed; it may contain spaces or follow an open quote."""
    operators = [token for token in before if token.type in _DATED]
    match = _DATE.fullmatch(head, int(operators[-1].start_pos or 0)) if operators else None
    if match is None:
        return None
    # "last " and a unit are two words but one date; a quoted date may have any number of words.
    written = match[2]
    reach = _count_reach(_REST_OF_PHRASE if written.startswith('"') else _REST_OF_WORD, rest)
    if (written + rest[:reach]).lower() in ("last", "this"):
        reach += _count_reach(_UNIT, rest[reach:])
    end = len(head) + reach
    return TypedToken(ProposalKind.DATE, written.lstrip('"'), match.start(2), end, operator=match[1])


def _place_after(before: Sequence[Token]) -> ConditionPlace | None:
    around: list[ConditionPlace | None] = [None]
    led: ConditionPlace | None = None
    for token in before:
        match token.type:
            case "PLACE":
                led = ConditionPlace(token[:-1])
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


def _count_reach(pattern: regex.Pattern[str], rest: str) -> int:
    """Count the characters after the cursor in the same token."""
    match = pattern.match(rest)
    return match.end() if match else 0


def _listed_token(place: ConditionPlace | None, typed: str, start: int, end: int) -> TypedToken | None:
    if place is None:
        return TypedToken(ProposalKind.OPERATOR, typed, start, end)
    return TypedToken(_KINDS[place], typed, start, end, place) if place in _KINDS else None


def _property_name(opened: str, rest: str, offset: int) -> TypedToken | None:
    match = _NAME.fullmatch(opened)
    if match is None:
        return None
    quoted, bare = match.groups()
    start = offset + (match.start(2) if quoted is None else match.start(1) - 1)
    reach = _count_reach(_REST_OF_NAME if quoted is None else _REST_OF_QUOTED_NAME, rest)
    last = not rest[reach:].lstrip().startswith((":", "]"))
    end = offset + len(opened) + reach
    return TypedToken(ProposalKind.PROPERTY, quoted or bare or "", start, end, last=last)


def _property_value(opened: str, rest: str, offset: int) -> TypedToken | None:
    match = _VALUE.fullmatch(opened)
    # A comparison needs the user's own number or date; listing values would mislead.
    if match is None or match[3].startswith(("<", ">", "=")):
        return None
    written, parts = match[3], tokenize_query(match[3])
    # Several bare words are one value: names with spaces are completed while typed.
    if any(part.type != "WORD" for part in parts):
        if parts[-1].end_pos != len(written) or parts[-1].type in ("LPAR", "_NOT"):
            written = ""
        elif parts[-1].type in ("WORD", "OPEN_PHRASE"):
            written = str(parts[-1])
        else:
            return None
    name = " ".join((match[1] or match[2] or "").split())
    phrase = written.startswith('"')
    reach = _count_reach(_REST_OF_PHRASE if phrase else _REST_OF_WORD, rest)
    closing = _count_reach(_END_OF_PROPERTY, rest[reach:])
    last = bool(closing) or not rest[reach:].strip()
    cursor = offset + len(opened)
    text = unquote_phrase(written[1:]) if phrase else written
    span = cursor - len(written), cursor + reach + closing
    return TypedToken(ProposalKind.VALUE, text, *span, property=name, last=last)


MAX_PROPOSALS = 8
"""Maximum names proposed at once; operators are not limited."""

OPERATORS = {
    **{f"{place}:": place.phrase for place in ConditionPlace},
    "[": "has the property",
    "after:": "dated after",
    "before:": "dated before",
    "on:": "dated",
    **{f"{date_of}:": phrase for date_of, phrase in DATE_PHRASES.items()},
    "asof:": "notes as they were on",
    "changed:": "what came into notes or went in",
    "deleted:": "notes that are gone",
    "match-case:": "contains, with exactly this case",
    "ignore-case:": "contains, ignoring case",
}
"""Operators as typed, with descriptions."""

_BARE_NAME = regex.compile(r'[^\s"\[\]:]+')
_LONGEST_EXAMPLE = 24
_GENERIC_EXAMPLES = (
    Example(Teaching.DATED, 'after:"last month"'),
    Example(Teaching.PHRASE, '"these exact words"'),
    Example(Teaching.WITHOUT, "-draft"),
    Example(Teaching.TASK, 'task-todo:""'),
    Example(Teaching.EITHER, "(bread OR cake)"),
)
_PLACES_OF_THE_VAULT = {_KINDS[place]: place for place in VAULT_PLACES}


class QueryCompleter:
    """Completes queries from the notes returned by ``get_notes``.

    ``get_languages`` counts notes with passages in each language, by code; ``get_names`` returns the names
    given by the vault as a whole, by each note's path.
    """

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_languages: Callable[[], Awaitable[Mapping[str, int]]],
        get_names: Callable[[ConditionPlace], Awaitable[Mapping[str, Sequence[str]]]] = no_names,
    ) -> None:
        self._get_languages, self._get_names = get_languages, get_names
        self._table = MadeOnce(get_notes, NameCounts.of, NameCounts.renewed)

    async def __call__(
        self, query: str, cursor: int, relative_dates: Sequence[str] = RELATIVE_DATES
    ) -> Completions:
        """Propose completions at ``cursor``, in characters from the query's start."""
        typed = typed_token(query, cursor)
        if typed is None:
            return Completions(cursor, cursor)
        match typed.kind:
            case ProposalKind.OPERATOR:
                known = NameCounts().names
            case ProposalKind.LANGUAGE:
                known = languages_named(await self._get_languages())
            case kind if (place := _PLACES_OF_THE_VAULT.get(kind)) is not None:
                known = vault_names(place, await self._get_names(place))
            case _:
                known = await self.names()
        at_end = not query[typed.end :]
        return propose_completions(typed, known, today(), at_end=at_end, relative_dates=relative_dates)

    async def names(self) -> QueryNames:
        """Return the names that a query can use in these notes."""
        return (await self._table()).names

    def close(self) -> None:
        """Cancel the count in progress."""
        self._table.close()


def propose_completions(
    typed: TypedToken,
    known: QueryNames,
    today: date,
    *,
    at_end: bool,
    relative_dates: Sequence[str] = RELATIVE_DATES,
) -> Completions:
    """Return names that begin with the typed text, then names that contain it.

    ``at_end`` appends a space, because the query ends here. ``relative_dates`` are proposed as they stand.
    """
    typed_text = fold_text(typed.text)
    if typed.kind == ProposalKind.DATE:
        proposals = _propose_dates(typed, known.dates, today, relative_dates, at_end=at_end)
    elif typed.kind == ProposalKind.OPERATOR:
        proposals = [
            Proposal(operator, operator, ProposalKind.OPERATOR, description=phrase, leads_on=True)
            for operator, phrase in OPERATORS.items()
            if operator.startswith(typed.text.casefold())
        ]
    else:
        if typed.kind == ProposalKind.PROPERTY:
            candidates: Sequence[CountedName] = known.properties
        elif typed.kind == ProposalKind.VALUE:
            candidates = known.values.get(typed.property.casefold(), ())
        else:
            candidates = known.names.get(typed.place, ()) if typed.place else ()
        holding = [candidate for candidate in candidates if typed_text in candidate.folded]
        # A stable sort: first the names that begin with the text.
        ordered = sorted(holding, key=lambda candidate: not candidate.folded.startswith(typed_text))
        proposals = [_make_proposal(candidate, typed, at_end) for candidate in ordered[:MAX_PROPOSALS]]
    complete = any(fold_text(proposal.label) == typed_text for proposal in proposals)
    # Nothing is left to complete.
    if complete and len(proposals) == 1:
        proposals = []
    # A month is complete even if the earliest note's day in it is proposed too.
    is_date = typed.kind == ProposalKind.DATE and moments_of_date(typed.text, today) is not None
    return Completions(typed.start, typed.end, tuple(proposals), complete or is_date)


def _propose_dates(
    typed: TypedToken, dates: Sequence[datetime], today: date, relative_dates: Sequence[str], *, at_end: bool
) -> list[Proposal]:
    """Propose relative dates beginning with the typed text, and the notes' first and last dates."""
    typed_text = fold_text(" ".join(typed.text.split()))
    named = [(word, "") for word in relative_dates]
    if dates:
        ends = {dates[-1]: Message("the latest note"), dates[0]: Message("the earliest note")}
        # By day, so that a vault with a single day has one proposal, not two.
        days = {end.astimezone().date().isoformat(): phrase for end, phrase in ends.items()}
        named += sorted(days.items())
    space = " " if at_end else ""
    return [
        Proposal(
            name,
            name + space,
            ProposalKind.DATE,
            _count_dated(typed.operator, name, dates, today),
            phrase or span,
        )
        for name, phrase in named
        if fold_text(name).startswith(typed_text) and (span := _date_span(name, today)) is not None
    ]


def _date_span(name: str, today: date) -> str | None:
    """Write a relative date as absolute: "2026-05-12", "2026-05-04 – 2026-05-10", "2026-05", "2026"."""
    interval = moments_of_date(name, today)
    if interval is None:
        return None
    first = interval[0].date().isoformat()
    for written in (first[:4], first[:7], first):
        if moments_of_date(written, today) == interval:
            return written
    last = interval[1].date() - timedelta(days=1)
    return f"{first} – {last.isoformat()}"


def _count_dated(operator: str, name: str, dates: Sequence[datetime], today: date) -> int | None:
    # Today's notes say nothing about deleted or past notes.
    if operator in tuple(PastKind):
        return None
    interval = moments_of_date(name, today)
    if interval is None:
        return 0
    before, not_after = (bisect_left(dates, moment) for moment in interval)
    return {"after": len(dates) - not_after, "before": before}.get(operator, not_after - before)


def _make_proposal(candidate: CountedName, typed: TypedToken, at_end: bool) -> Proposal:
    text, space = candidate.name, " " if at_end else ""
    match typed.kind:
        case ProposalKind.PROPERTY:
            name = text if _BARE_NAME.fullmatch(text) else f'"{text}"'
            return Proposal(text, name + ":" * typed.last, typed.kind, candidate.count, leads_on=typed.last)
        case ProposalKind.VALUE:
            # Split at quotes, which no phrase can contain; the parts together still match the value.
            parts = [as_term(part.strip()) for part in text.split('"') if part.strip()]
            value = text if text == NULL_VALUE else " ".join(parts)
            return Proposal(text, value + ("]" + space if typed.last else ""), typed.kind, candidate.count)
        case _:
            name = ("tag:" if typed.hashed else "") + as_term(text) + space
            return Proposal(text, name, typed.kind, candidate.count)


def example_queries(known: QueryNames) -> tuple[Example, ...]:
    """Return an example query per feature, with the most frequent names in the vault."""

    def first_short(names: Sequence[CountedName]) -> str:
        # Brackets and colons would need quotes, which an example should not.
        short = (n.name for n in names if len(n.name) <= _LONGEST_EXAMPLE and not set("[]:") & set(n.name))
        return next(short, "")

    tag = first_short(known.names.get(ConditionPlace.TAG, ()))
    folder = first_short(known.names.get(ConditionPlace.PATH, ()))
    name = first_short(known.properties)
    examples = (
        Example(Teaching.TAG, condition_of(FacetKind.TAG, tag)) if tag else None,
        Example(Teaching.FOLDER, f"path:{as_term(folder)}") if folder else None,
        Example(Teaching.PROPERTY, f"[{name}]") if name else None,
    )
    own_examples = list(filter(None, examples))
    # Examples with the vault's names alternate with generic ones.
    both = [example for pair in zip(own_examples, _GENERIC_EXAMPLES, strict=False) for example in pair]
    return (*both, *_GENERIC_EXAMPLES[len(own_examples) :])
