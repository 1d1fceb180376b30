"""Describe tool arguments for a model, and check them; prompts; and completion for values."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CompleteRequestParams, CompleteResult, Completion, ResourceTemplateReference
from pydantic import BeforeValidator, Field, ValidationError, WithJsonSchema

from vaultsearch.core import errors
from vaultsearch.core.messages import Message
from vaultsearch.core.query.query import parse_filter, parse_query
from vaultsearch.core.text import fold_text, replace_surrogates
from vaultsearch.mcp_server.served_vault import ServedVaults

Query = Annotated[
    str,
    Field(
        description='Plain words or a question, for ranking. Filters exclude notes: "a phrase", -word, '
        "(this OR that), tag:project, path:Folder, file:name, heading:name, [property:value], "
        "after:2026-05, before:today, lang:de, link:Note. Of notes in git: "
        'changed:"this week" what came and went, deleted: gone notes.'
    ),
]
Question = Annotated[str, Field(description="A question or words, and filters as in search.")]
Phrasings = Annotated[
    list[str],
    Field(max_length=8, description="Other phrasings, answered as one."),
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
]
Filter = Annotated[str, Field(description="Filters, as in a query: tag:project.")]
When = Annotated[str, Field(description="Only notes dated then: last week, 2026-05-01/2026-05-10.")]
AsOf = Annotated[str, Field(description="Notes in git as they were then: 2025-06-01.")]
SearchMode = Annotated[
    Literal["hybrid", "semantic", "fulltext", "grep"],
    Field(
        description="hybrid: meaning and keywords. semantic: meaning. fulltext: keywords. "
        "grep: exact text or /regex/."
    ),
]
Rerank = Annotated[bool, Field(description="Have models read the best: better, takes a second.")]
MinProbability = Annotated[
    float, Field(ge=0, le=1, description="Least probability of an answer; needs rerank.")
]
_NAMED = "path, title, alias, id or number"
Note = Annotated[str, Field(description=f"A note's {_NAMED}.", coerce_numbers_to_str=True)]
_Ranged = Annotated[str, Field(coerce_numbers_to_str=True)]
NotesToRead = Annotated[
    _Ranged | list[_Ranged],
    Field(description=f"A note's {_NAMED}, or up to 20 of them; :10-40 behind one asks for lines."),
    WithJsonSchema({"type": ["string", "array"], "items": {"type": "string"}}),
]
LinkKind = Annotated[
    Literal["all", "backlinks", "outgoing", "unresolved", "mentions", "further"],
    Field(description="Which to list. mentions: without a link; further: behind other notes, needs depth."),
]
Offset = Annotated[int, Field(ge=0, description="next_offset of the last answer.")]

_ALIASES: dict[str, tuple[str, ...]] = {
    "note": ("path", "paths", "notes", "file", "file_path", "filename", "document", "title", "id", "ids"),
    "id": ("path", "note", "document_id"),
    "query": ("q", "question", "text", "search", "search_query"),
    "text": ("query", "passage", "content"),
    "question": ("query", "q"),
    "n": ("top_k", "limit", "k", "max_results", "num_results", "count"),
    "budget": ("max_tokens", "token_budget", "limit"),
    "also": ("queries", "phrasings"),
    "filter": ("filters", "query", "where"),
    "when": ("date", "dates", "period", "time", "date_range"),
    "as_of": ("asof", "at", "day", "date"),
    "day": ("as_of", "date", "at", "since"),
    "min_probability": ("min_score", "score_threshold", "threshold"),
    "offset": ("skip", "start", "cursor"),
    "kind": ("type", "direction"),
}
"""Names that other servers have for arguments; `path`, `top_k`, `limit` and `query` were refused."""


def narrowed_to(when: str, conditions: str, as_of: str = "") -> str:
    """Add ``when`` and the day in the past to conditions.

    Raise QueryError if the words mean no days, or the conditions are no filter.
    """
    if conditions.strip():
        parse_filter(conditions)
        # Of an OR, both sides are narrowed.
        conditions = f"({conditions})"
    for operator, written in (("on", when), ("asof", as_of)):
        if not written.strip():
            continue
        # A quotation mark within would end the condition early.
        condition = f'{operator}:"{written.replace(chr(34), " ").strip()}"'
        read = parse_query(condition)
        if read.hints or (read.past is not None and read.past.invalid):
            raise errors.QueryError(
                Message("“{}” is no time.", written),
                "Write it like last week, 2026-05, or 2026-05-01/2026-05-10.",
            )
        conditions = f"{conditions} {condition}".strip()
    return conditions


def with_own_names(given: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Rename arguments unknown to a tool from other servers' names for them, without those that are null."""
    given = {name: value for name, value in given.items() if value is not None}
    named = {name: value for name, value in given.items() if name in known}
    for name, value in given.items():
        if name not in known:
            # The first that is not given yet: `query` may stand for `text`, `question` or `filter`.
            own = (own_name for own_name, others in _ALIASES.items() if name in others and own_name in known)
            named[next((own_name for own_name in own if own_name not in named), name)] = value
    return named


def parse_json(written: str | bytes) -> Any:
    """Return what is written as JSON, halves of characters replaced: no answer could repeat them.

    Raise ValueError for what is none, or too deep to be read.
    """
    try:
        return json.loads(replace_surrogates(json.dumps(json.loads(written), ensure_ascii=False)))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def unknown_names(tool: str, given: Collection[str], known: Collection[str]) -> str | None:
    """Compose a sentence about unknown arguments, with the nearest right ones; None if all are known."""
    wrong = [name for name in given if name not in known]
    if not wrong:
        return None
    sentences = [f"{tool} has no argument {name}{did_you_mean(name, known)}." for name in wrong]
    takes = f"It takes: {', '.join(known)}." if known else "It takes none."
    return " ".join((*sentences, takes))


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return a clause proposing the nearest name, or ""."""
    # `read` is spelt more like related than like read_document.
    parts = [each for each in known if name in each.split("_")]
    near = parts or get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]}" if near else ""


def invalid_values(tool: str, error: ValidationError) -> str:
    """Compose sentences about values a tool does not take, by argument."""
    reasons: dict[str, str] = {}
    for problem in error.errors():
        name = str(problem["loc"][0]) if problem["loc"] else tool
        reasons.setdefault(name, f"{name}: {problem['msg'].removeprefix('Value error, ')}.")
    return f"{tool} can't take this. " + " ".join(reasons.values())


def without_titles(schema: Any) -> Any:
    """Remove field titles, which pydantic adds to a schema and no reader needs."""
    if isinstance(schema, list):
        return [without_titles(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without_titles(element) for name, element in value.items()}
        if key == "properties"
        else without_titles(value)
        for key, value in schema.items()
        if key != "title"
    }


_COMMAND = re.compile(r"\bvaultsearch [a-z]+|(?<!\S)--[a-z]")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_REMEDIES: tuple[tuple[type[errors.VaultSearchError], str], ...] = (
    (errors.NoteNotFoundError, "Find it with search or list_notes."),
    (
        errors.NotIndexedError,
        "No tool can index notes: ask the user to open the folder in the program's window.",
    ),
    (errors.ModelUnavailableError, "Ask the user to download the model in the program's settings."),
    (errors.QueryError, "A text of any length can be given to search_passage."),
)
CODE = "code"
"""The key of a refusal's code among what a result says of itself."""
_MAX_SENTENCE = 300


def code_of(error: errors.VaultSearchError) -> str:
    """Return a trouble's code for programs, such as note_not_found."""
    return _CAPITAL.sub("_", type(error).__name__.removesuffix("Error")).lower()


def error_sentence(error: errors.VaultSearchError, *, for_program: bool = False) -> str:
    """Return a trouble's sentence and remedy, in terms of tools, which the users of a program don't know."""
    remedy = error.remedy
    if _COMMAND.search(remedy):
        # A client has no shell: a remedy that names a command is replaced by one in terms of tools.
        remedies = (own for kind, own in _REMEDIES if isinstance(error, kind))
        remedy = "" if for_program else next(remedies, "Tell the user.")
    sentence = str(error)
    # It may repeat what was asked for, of any length.
    shown = sentence if len(sentence) <= _MAX_SENTENCE else f"{sentence[:_MAX_SENTENCE]}…"
    return f"{shown} {remedy}".rstrip()


def without_commands(notice: str) -> str:
    """Remove a notice's sentences about commands."""
    return " ".join(sentence for sentence in _SENTENCES.split(notice) if not _COMMAND.search(sentence))


_SESSIONS = 256
"""Sessions whose numbers are kept; that which was silent longest is forgotten first."""
ON_PIPES = "pipes"
SESSION_HEADER = "mcp-session-id"


class CitationNumbers:
    """Paths for the notes each session was given, in numbered order, from 1 on.

    Numbers only grow: answers to parallel calls may arrive in any order, and each keeps the numbers it was
    given. A request without a session (as over HTTP in the 2026 protocol) gets numbers for this answer alone.
    """

    def __init__(self) -> None:
        self._numbered: OrderedDict[str, dict[str, None]] = OrderedDict()

    def of(self, ctx: Context[Any, Any]) -> tuple[str, ...]:
        """Return the paths a session has numbered so far."""
        return tuple(self._numbered.get(_session_key(ctx) or "", ()))

    def assign(self, ctx: Context[Any, Any], paths: Iterable[str]) -> tuple[str, ...]:
        """Assign numbers to further notes; return all numbered paths."""
        session = _session_key(ctx)
        if session is None:
            return tuple(dict.fromkeys(paths))
        numbered = self._numbered.setdefault(session, {})
        # A dict keeps its order: a path that has a number keeps it.
        numbered.update(dict.fromkeys(paths))
        self._numbered.move_to_end(session)
        if len(self._numbered) > _SESSIONS:
            self._numbered.popitem(last=False)
        return tuple(numbered)


def _session_key(ctx: Context[Any, Any]) -> str | None:
    """Return the session's id; on pipes there is a single session, over HTTP perhaps none."""
    return ON_PIPES if ctx.headers is None else ctx.headers.get(SESSION_HEADER)


PromptFilter = Annotated[
    str, Field(description="Filters that narrow the notes, such as: tag:project path:Work after:2026-05.")
]
PromptTopic = Annotated[str, Field(description="The topic, in plain words.")]

_CITE = (
    "Cite each statement by the note's title, its heading path and its url. Say what the notes leave open."
)


def add_prompts(server: MCPServer[None]) -> None:
    """Add all prompts to a server."""
    for title, prompt in (
        ("Answer from my notes", answer_from_notes),
        ("Weekly review", weekly_review),
        ("Find contradictions", find_contradictions),
        ("Summarise a topic", summarise_topic),
    ):
        server.prompt(title=title)(prompt)


def answer_from_notes(
    question: Annotated[str, Field(description="The question.")], filter: PromptFilter = ""
) -> str:
    """Answer a question from the notes alone, with citations."""
    return (
        f"Answer this question from my notes alone: {question}\n\n"
        f"Call search with the question and two or three other phrasings of it{_narrow_names(filter)}. "
        "Read what matters with read_document and the question, and quote word for word. "
        "If nothing answers, say so. " + _CITE
    )


def weekly_review(
    days: Annotated[int, Field(ge=1, le=366, description="How many days to look back.")] = 7,
    filter: PromptFilter = "",
) -> str:
    """Review what was written lately: what was done, decided and left open."""
    return (
        f"Review the notes that I saved within the last {days} days: call list_notes with days={days}"
        f"{_narrow_names(filter)}, and read them with read_document. Tell in four short lists "
        "what was done, what was decided, which tasks are open (lines that begin with - [ ]), and what was "
        "begun and not mentioned again. " + _CITE
    )


def find_contradictions(topic: PromptTopic, filter: PromptFilter = "") -> str:
    """Find statements in the notes that contradict one another."""
    return (
        f"Find statements in my notes that contradict one another about: {topic}\n\n"
        f"Gather passages by search with several phrasings{_narrow_names(filter)}, follow the notes "
        "found with related and links, and read them. Quote both sides of each contradiction "
        "word for word with their dates, and say which is the later one. "
        "A plan that changed is no contradiction, but tell it. " + _CITE
    )


def summarise_topic(topic: PromptTopic, filter: PromptFilter = "") -> str:
    """Summarise what the notes hold on a topic."""
    return (
        f"Summarise what my notes hold on: {topic}\n\n"
        f"Call context with the topic and other phrasings of it{_narrow_names(filter)}, then read the "
        "notes that matter most. Begin with the gist in three sentences, then the details by subject, "
        "then open questions. " + _CITE
    )


def _narrow_names(filter: str) -> str:
    return f', with the filter "{filter}"' if filter.strip() else ""


_MAX_COMPLETIONS = 100
"""The most values that the protocol allows."""


class Completer:
    """Completes tags, folders, properties and other filter operands, topics by tags, and notes' paths."""

    def __init__(self, vaults: ServedVaults) -> None:
        self._vaults = vaults

    async def __call__(
        self,
        ctx: ServerRequestContext[Any, Any],  # noqa: ARG002  # the protocol's
        params: CompleteRequestParams,
    ) -> CompleteResult:
        """Return values continuing the typed text, or none without an index."""
        name, typed = params.argument.name, params.argument.value
        values: list[str] = []
        with suppress(errors.VaultSearchError):
            async with self._vaults.opened() as notes:
                if isinstance(params.ref, ResourceTemplateReference):
                    paths = [note.path for note in await notes.vault.query.notes()]
                    values = _select_matching(typed, paths)
                elif name == "filter":
                    found = await notes.vault.query.completions(typed, len(typed))
                    before, behind = typed[: found.start], typed[found.end :]
                    values = [before + proposal.text + behind for proposal in found.proposals]
                elif name == "topic":
                    tags = {tag for note in await notes.vault.query.notes() for tag in note.tags}
                    values = _select_matching(typed, sorted(tags))
        more = len(values) > _MAX_COMPLETIONS
        return CompleteResult(
            completion=Completion(values=values[:_MAX_COMPLETIONS], total=len(values), has_more=more)
        )


def _select_matching(typed: str, names: list[str]) -> list[str]:
    """Return names beginning with the typed text, then names containing it."""
    folded_text = fold_text(typed)
    begun = [name for name in names if fold_text(name).startswith(folded_text)]
    return [*begun, *(name for name in names if folded_text in fold_text(name) and name not in begun)]
