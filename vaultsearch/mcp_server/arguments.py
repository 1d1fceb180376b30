"""The arguments of the tools, described for a language model, and the check of their names."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, ValidationError

if TYPE_CHECKING:
    from collections.abc import Collection

Query = Annotated[
    str,
    Field(
        description='Plain words or a question, for ranking; filters exclude notes: "a phrase", -word, '
        "(this OR that), tag:project, path:Folder, file:name, heading:name, [property:value], "
        "after:2026-05, before:today, lang:de, link:Note."
    ),
]
Phrasings = Annotated[
    list[str],
    Field(max_length=8, description="Other phrasings of the same question; their answers become one."),
]
Filter = Annotated[
    str,
    Field(
        description='Filters of the query language only, such as: tag:project -path:Archive "a phrase" '
        "after:2026-05."
    ),
]
SearchMode = Annotated[
    Literal["hybrid", "semantic", "fulltext", "grep"],
    Field(
        description="hybrid: meaning and keywords. semantic: meaning. fulltext: keywords. "
        "grep: exact text or, between slashes, a regular expression."
    ),
]
Rerank = Annotated[
    bool, Field(description="Whether models read the best passages again; better, but takes a second.")
]
MinScore = Annotated[
    float,
    Field(ge=0, le=1, description="Leave out passages that answer with a lower probability; needs rerank."),
]
_NAMED = "its path within the vault, its title or alias, its id, or its number in this session"
Note = Annotated[str, Field(description=f"A note: {_NAMED}.", coerce_numbers_to_str=True)]
_Ranged = Annotated[str, Field(coerce_numbers_to_str=True)]
NotesToRead = Annotated[
    _Ranged | list[_Ranged],
    Field(
        description=f"A note, or a list of up to 20 notes: {_NAMED}; :10-40 at the end asks for lines, "
        "such as Boat/Mast.md:10-40."
    ),
]
Offset = Annotated[int, Field(ge=0, description="next_offset of the previous page.")]


def unknown_names(tool: str, given: Collection[str], known: Collection[str]) -> str | None:
    """Compose a sentence about unknown arguments, with the nearest right ones; None if all are known."""
    wrong = [name for name in given if name not in known]
    if not wrong:
        return None
    told = [f"{tool} has no argument {name}{did_you_mean(name, known)}." for name in wrong]
    takes = f"It takes: {', '.join(known)}." if known else "It takes none."
    return " ".join((*told, takes))


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return the clause that proposes the nearest name; "" if none is near."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]}" if near else ""


def invalid_values(tool: str, error: ValidationError) -> str:
    """Compose the sentences about values that a tool does not take, by argument."""
    told: dict[str, str] = {}
    for one in error.errors():
        name = str(one["loc"][0]) if one["loc"] else tool
        told.setdefault(name, f"{name}: {one['msg'].removeprefix('Value error, ')}.")
    return f"{tool} can't take this. " + " ".join(told.values())
