"""Values of answers that a language model of the user's writes from passages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.values.context import ContextPiece


PRESETS = {
    "Ollama": "http://127.0.0.1:11434/v1",
    "LM Studio": "http://127.0.0.1:1234/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
    "vLLM": "http://127.0.0.1:8000/v1",
}
"""Addresses at which local servers listen by default."""


class Objection(StrEnum):
    """The reason why a sentence is not supported by the passages that it cites."""

    NO_PASSAGE = "no such passage"
    NUMBER = "number"
    NAME = "name"
    NEGATION = "negation"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of an answer.

    Attributes:
        text: The sentence without its citations.
        citations: The numbers of the passages that it cites, from 1; of one that cites none, those that
            support it.
        supported: Whether the cited passages say so; None while that is being checked.
        objection: Why they do not, None if they do.
        detail: The number or the name that the passages lack.
    """

    text: str
    citations: tuple[int, ...] = ()
    supported: bool | None = None
    objection: Objection | None = None
    detail: str = ""


class AnswerState(StrEnum):
    """The state of an answer that is being written."""

    SEARCHING = "searching"
    WAITING = "waiting"
    WRITING = "writing"
    DONE = "done"
    NOT_IN_NOTES = "not in notes"
    """Nothing was sent: no passage probably answers."""
    DECLINED = "declined"
    """The model found no answer in the passages."""


class StepKind(StrEnum):
    """The things that a language model may do by itself before it answers."""

    SEARCH = "search"
    READ = "read"


@dataclass(frozen=True, slots=True)
class AgentStep:
    """A step that a language model took: a search with a query, or the reading of a passage's note by number.

    ``passages`` counts those that it brought.
    """

    kind: StepKind
    argument: str
    passages: int = 0


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """An answer as far as it is written.

    Attributes:
        question: The question as it was asked, within the conversation.
        state: How far it is.
        sentences: Its sentences; the last one may be unfinished.
        passages: The passages that were sent, whose numbers are their places from 1.
        model: The name of the model.
        sent_to: The host that the question and the passages were sent to, "" if nothing was sent.
        tokens: The tokens of what was sent, by the server's own count if it tells.
        standalone_question: The question that was searched for and sent; another one if it was rewritten with
            the conversation.
        sent: The exact text of the request.
        steps: What the model searched and read by itself before it answers.
    """

    question: str
    state: AnswerState
    sentences: tuple[CitedSentence, ...] = ()
    passages: tuple[ContextPiece, ...] = ()
    model: str = ""
    sent_to: str = ""
    tokens: int = 0
    standalone_question: str = ""
    sent: str = ""
    steps: tuple[AgentStep, ...] = ()

    @property
    def text(self) -> str:
        """The sentences that are supported."""
        return " ".join(sentence.text for sentence in self.sentences if sentence.supported)


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a conversation, and the answer to it."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class EndpointReport:
    """The outcome of testing an endpoint: a sentence, and the models that it offers.

    ``host_to_allow`` is the other computer that it is on, if it was not asked for want of consent.
    """

    works: bool
    sentence: str
    models: tuple[str, ...] = ()
    host_to_allow: str = ""
