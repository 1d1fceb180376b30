"""Completion of the word typed in a query, and example queries, from the names in a vault."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import regex

from vaultsearch.core.query.conditions import DATE_PHRASES, PLACE_PHRASES, Place, date_proposals
from vaultsearch.core.query.cursor import TypedToken, typed_token
from vaultsearch.core.query.names import NULL, QueryNames, languages_named, no_names, vault_names
from vaultsearch.core.query.narrowing import condition_of
from vaultsearch.core.query.reading import as_term
from vaultsearch.core.text import fold
from vaultsearch.core.today import today
from vaultsearch.core.values.query import Completions, Example, FacetKind, Proposal, ProposalKind, Teaching
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import date

    from vaultsearch.core.query.names import Named
    from vaultsearch.core.values.note import StoredNote


MOST = 8
"""Limit of names proposed at once; operators are proposed without a limit."""

OPERATORS = {
    **{f"{place}:": phrase for place, phrase in PLACE_PHRASES.items()},
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
"""Prefix of each operator, with its description."""

_BARE_NAME = regex.compile(r'[^\s"\[\]:]+')
_LONGEST_EXAMPLE = 24
_GENERIC_EXAMPLES = (
    Example(Teaching.DATED, 'after:"last month"'),
    Example(Teaching.PHRASE, '"these exact words"'),
    Example(Teaching.WITHOUT, "-draft"),
    Example(Teaching.TASK, 'task-todo:""'),
    Example(Teaching.EITHER, "(bread OR cake)"),
)


_PLACES = {
    ProposalKind.TOPIC: Place.TOPIC,
    ProposalKind.ENTITY: Place.ENTITY,
    ProposalKind.ABOVE: Place.UNDER,
}


class Completer:
    """Completer of queries from the notes returned by ``get_notes``.

    Names are counted in a thread, once per tuple of notes. ``get_languages`` counts the notes with passages
    in each language, by language code; ``get_names`` returns names that the
    vault as a whole gives each note, by path.
    """

    def __init__(
        self,
        get_notes: Callable[[], Awaitable[tuple[StoredNote, ...]]],
        get_languages: Callable[[], Awaitable[Mapping[str, int]]],
        get_names: Callable[[Place], Awaitable[Mapping[str, Sequence[str]]]] = no_names,
    ) -> None:
        self._get_notes = get_notes
        self._get_languages, self._get_names = get_languages, get_names
        self._notes: tuple[StoredNote, ...] = ()
        self._counting: asyncio.Task[QueryNames] | None = None

    async def __call__(self, query: str, cursor: int) -> Completions:
        """Propose completions at ``cursor``, an offset in characters from the query's start."""
        typed = typed_token(query, cursor)
        if typed is None:
            return Completions(cursor, cursor)
        return proposed(typed, await self._known(typed.kind), today(), at_end=not query[typed.end :])

    async def _known(self, kind: ProposalKind) -> QueryNames:
        match kind:
            case ProposalKind.OPERATOR:
                return QueryNames()
            case ProposalKind.LANGUAGE:
                return languages_named(await self._get_languages())
            case ProposalKind.TOPIC | ProposalKind.ENTITY | ProposalKind.ABOVE:
                place = _PLACES[kind]
                return vault_names(place, await self._get_names(place))
            case _:
                return await self.names()

    def close(self) -> None:
        """Cancel the count in progress."""
        if self._counting is not None:
            self._counting.cancel()

    async def names(self) -> QueryNames:
        """Return the names that a query can use in these notes."""
        notes = await self._get_notes()
        if self._counting is None or self._notes is not notes:
            self._notes = notes
            self._counting = asyncio.ensure_future(in_thread(QueryNames.of, notes))
        # The next keystroke cancels this call, but not the count, which the next call needs too.
        return await asyncio.shield(self._counting)


def proposed(typed: TypedToken, known: QueryNames, today: date, *, at_end: bool) -> Completions:
    """Return the proposals that begin with the typed text, then those that contain it."""
    if typed.kind == ProposalKind.DATE:
        return _dates(typed, known, today, at_end)
    typed_text = fold(typed.text)
    if typed.kind == ProposalKind.OPERATOR:
        proposals = _operators(typed.text.casefold())
    else:
        matching = _matching(_candidates(typed, known), typed_text)
        proposals = [_proposal(name, typed, at_end) for name in matching]
    complete = any(fold(proposal.label) == typed_text for proposal in proposals)
    if complete and len(proposals) == 1:
        proposals = []
    return Completions(typed.start, typed.end, tuple(proposals), complete)


def _dates(typed: TypedToken, known: QueryNames, today: date, at_end: bool) -> Completions:
    """Propose dates; a typed month is complete even if the earliest note's day in it is proposed too."""
    proposals, complete = date_proposals(typed, known.dates, today, at_end=at_end)
    if complete and len(proposals) == 1 and fold(proposals[0].label) == fold(typed.text):
        proposals = []
    return Completions(typed.start, typed.end, tuple(proposals), complete)


def _candidates(typed: TypedToken, known: QueryNames) -> Sequence[Named]:
    if typed.kind == ProposalKind.PROPERTY:
        return known.properties
    if typed.kind == ProposalKind.VALUE:
        return known.values.get(typed.property.casefold(), ())
    return known.names.get(typed.place, ()) if typed.place else ()


def _matching(candidates: Sequence[Named], prefix: str) -> list[Named]:
    begun = [candidate for candidate in candidates if candidate.folded.startswith(prefix)]
    if len(begun) >= MOST:
        return begun[:MOST]
    held = (
        candidate
        for candidate in candidates
        if prefix in candidate.folded and not candidate.folded.startswith(prefix)
    )
    return [*begun, *held][:MOST]


def _operators(prefix: str) -> list[Proposal]:
    return [
        Proposal(operator, operator, ProposalKind.OPERATOR, description=phrase, leads_on=True)
        for operator, phrase in OPERATORS.items()
        if operator.startswith(prefix)
    ]


def _proposal(candidate: Named, typed: TypedToken, at_end: bool) -> Proposal:
    text, space = candidate.name, " " if at_end else ""
    match typed.kind:
        case ProposalKind.PROPERTY:
            name = text if _BARE_NAME.fullmatch(text) else f'"{text}"'
            return Proposal(text, name + ":" * typed.last, typed.kind, candidate.count, leads_on=typed.last)
        case ProposalKind.VALUE:
            value = _value(text) + ("]" + space if typed.last else "")
            return Proposal(text, value, typed.kind, candidate.count)
        case _:
            name = ("tag:" if typed.hashed else "") + as_term(text) + space
            return Proposal(text, name, typed.kind, candidate.count)


def _value(text: str) -> str:
    """Write a property's value as words and phrases, split at quotes, which a phrase cannot contain."""
    if text == NULL:
        return text
    return " ".join(as_term(part.strip()) for part in text.split('"') if part.strip())


def examples(known: QueryNames) -> tuple[Example, ...]:
    """Return one example query per feature; examples use the most frequent names in the vault."""
    tag = _first(known.names.get(Place.TAG, ()))
    folder = _first(known.names.get(Place.PATH, ()))
    name = _first(known.properties)
    own = (
        Example(Teaching.TAG, condition_of(FacetKind.TAG, tag)) if tag else None,
        Example(Teaching.FOLDER, f"path:{as_term(folder)}") if folder else None,
        Example(Teaching.PROPERTY, f"[{name}]") if name else None,
    )
    own_examples = [example for example in own if example is not None]
    # Examples with names of the vault alternate with generic ones.
    both = [example for pair in zip(own_examples, _GENERIC_EXAMPLES, strict=False) for example in pair]
    return (*both, *_GENERIC_EXAMPLES[len(own_examples) :])


def _first(names: tuple[Named, ...]) -> str:
    """Return the most frequent name that is short enough for one line, or ""."""
    return next(
        (
            name.name
            for name in names
            if len(name.name) <= _LONGEST_EXAMPLE and not set("[]:") & set(name.name)
        ),
        "",
    )
