"""What was understood of a query: its conditions, where each stands, and how to take it out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from vaultsearch.core.query.conditions import said
from vaultsearch.core.query.grammar import located
from vaultsearch.core.values.query import Edit, QueryPart

if TYPE_CHECKING:
    from vaultsearch.core.query.grammar import Located


def understood(text: str, today: date | None = None) -> tuple[QueryPart, ...]:
    """List the conditions of a query in their order. Never raises."""
    return tuple(
        QueryPart(
            " ".join(text[part.start : part.end].split()),
            said(part.condition),
            part.start,
            part.end,
            removal_of(part, text),
        )
        for part in located(text, today or date.today())
        if part.condition is not None
    )


def removal_of(part: Located, text: str) -> Edit:
    """Take out a part, with the operators that lead nowhere before it; what is left stays apart."""
    before, after = text[: part.begin], text[part.end :]
    begins_a_word = not before or before[-1].isspace()
    if begins_a_word:
        return Edit(part.begin, part.end + len(after) - len(after.lstrip()))
    ends_a_word = not after or after[0].isspace()
    return Edit(part.begin, part.end, "" if ends_a_word else " ")
