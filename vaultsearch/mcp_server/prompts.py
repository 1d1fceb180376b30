"""The prompts that clients offer to their users: what to do with the notes, in terms of the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

Filter = Annotated[
    str, Field(description="Filters that narrow the notes, such as: tag:project path:Work after:2026-05.")
]
Topic = Annotated[str, Field(description="The topic, in plain words.")]

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
    question: Annotated[str, Field(description="The question.")], filter: Filter = ""
) -> str:
    """Answer a question from the notes alone, with citations."""
    return (
        f"Answer this question from my notes alone: {question}\n\n"
        f"Call search with the question and two or three other phrasings of it{_narrowed(filter)}. Read what "
        "matters with read_document and the question, and quote word for word. If nothing answers, say so. "
        + _CITE
    )


def weekly_review(
    days: Annotated[int, Field(ge=1, le=366, description="How many days to look back.")] = 7,
    filter: Filter = "",
) -> str:
    """Review what was written lately: what was done, decided and left open."""
    return (
        f"Review the notes that I saved within the last {days} days: call list_notes with days={days}"
        f"{_narrowed(filter)}, and read them with read_document. Tell in four short lists "
        "what was done, what was decided, which tasks are open (lines that begin with - [ ]), and what was "
        "begun and not mentioned again. " + _CITE
    )


def find_contradictions(topic: Topic, filter: Filter = "") -> str:
    """Find statements in the notes that contradict one another."""
    return (
        f"Find statements in my notes that contradict one another about: {topic}\n\n"
        f"Gather passages by search with several phrasings{_narrowed(filter)}, follow the notes found with "
        "related and links, and read them. Quote both sides of each contradiction word for word with their "
        "dates, and say which is the later one. A plan that changed is no contradiction, but tell it. "
        + _CITE
    )


def summarise_topic(topic: Topic, filter: Filter = "") -> str:
    """Summarise what the notes hold on a topic."""
    return (
        f"Summarise what my notes hold on: {topic}\n\n"
        f"Call context with the topic and other phrasings of it{_narrowed(filter)}, then read the notes that "
        "matter most. Begin with the gist in three sentences, then the details by subject, then open "
        "questions. " + _CITE
    )


def _narrowed(filter: str) -> str:
    return f', with the filter "{filter}"' if filter.strip() else ""
