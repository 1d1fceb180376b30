"""Values of passages as others read them: contexts, excerpts, quotes, and answers that a model writes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from vaultsearch.core.values.note import Span

PASSAGES_CONSIDERED = 12
"""Passages considered for a context: with their headings, so many fit the default budget of 4,000 tokens."""


class ContextFormat(StrEnum):
    """Output format of a context or of a note's quotes; within JSON, the text of a context is Markdown."""

    MARKDOWN = "markdown"
    XML = "xml"
    PLAIN = "plain"
    JSON = "json"


class ReadFormat(StrEnum):
    """Output format of a note: that of its quotes, or the page that the window shows."""

    MARKDOWN = ContextFormat.MARKDOWN
    XML = ContextFormat.XML
    PLAIN = ContextFormat.PLAIN
    JSON = ContextFormat.JSON
    HTML = "html"


class ExportFormat(StrEnum):
    """Output format of all passages with their vectors."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    CSV = "csv"


class TextKind(StrEnum):
    """A kind of text that a language model writes once for each note, passage or topic, and that is kept."""

    SUMMARY = "summary"
    CONTEXT = "context"
    QUESTIONS = "questions"
    ENTITIES = "entities"
    TOPICS = "topics"


class PassageState(StrEnum):
    """A kept passage compared with its note: as it was, changed since, or no longer there."""

    CURRENT = "current"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """A passage of a context: its text as in the note, and its location.

    Attributes:
        line_start: 1-based, inclusive; None for a canvas, whose text has no lines in its file.
        tokens: Its share of the context's tokens, which the shares add up to; for a piece left out, the
            tokens that it would take.
        number: Citation number of the note in the context, 0 if the piece was left out.
        chunk_ids: The passages found that it contains.
    """

    path: str
    title: str
    heading_path: tuple[str, ...]
    line_start: int | None
    line_end: int | None
    tokens: int
    uri: str
    number: int
    text: str
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Passages assembled for a language model; ``tokens`` of ``text`` never exceed ``budget``.

    ``left_out`` are the pieces that did not fit. If none did, ``least`` is the smallest budget for one.
    """

    text: str
    tokens: int
    budget: int
    pieces: tuple[ContextPiece, ...]
    left_out: tuple[ContextPiece, ...] = ()
    least: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Passages under their citations for other programs: Markdown, and HTML that fetches nothing."""

    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim range of a note.

    Lines are 1-based and inclusive, None for a canvas. ``probability`` is how likely it answers, 0 to 1.
    """

    text: str
    line_start: int | None
    line_end: int | None
    probability: float
    heading_path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The sentence that answers a question, as it is read, and where it stands.

    ``line`` is 1-based, 0 for a canvas; ``probability`` is how likely it answers, 0 to 1.
    """

    text: str
    path: str
    title: str
    heading_path: tuple[str, ...]
    line: int
    probability: float


_SAME = 0.6
_SURER = 0.95
_WORDS = re.compile(r"\w+")


def distinct_answers(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return answers in their order, without those that say what an earlier one says.

    Behind the first one, only those that are surer still: of 60 questions, four fifths of the others came
    from notes that do not answer.
    """
    distinct: list[Answer] = []
    for answer in answers:
        if distinct and answer.probability < _SURER:
            continue
        if all(_overlap(answer.text, other.text) < _SAME for other in distinct):
            distinct.append(answer)
    return tuple(distinct)


def _overlap(text: str, other: str) -> float:
    """Return how much of their words two sentences share, 0 to 1."""
    words, others = (set(_WORDS.findall(each.casefold())) for each in (text, other))
    return len(words & others) / max(1, len(words | others))


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note read with or without a ``question``; ``quotes`` answer the question, best first.

    Without quotes, nothing in the note answers it.
    """

    path: str
    title: str
    uri: str
    text: str
    question: str | None = None
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence beside another text.

    Attributes:
        counterpart: The index of the sentence of the other text that says the same; None if none does.
        changes: Its words that the counterpart has not.
    """

    text: str
    counterpart: int | None = None
    changes: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The sentences of two texts, in their order."""

    first: tuple[ComparedSentence, ...]
    second: tuple[ComparedSentence, ...]


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
        detail: The number, name or other word that the passages lack, or say of something else.
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
    """No passage probably answers, so none was sent."""
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
    ``passages_per_s`` is how many passages it encodes in a second, 0 if it does not or is not for that.
    """

    works: bool
    sentence: str
    models: tuple[str, ...] = ()
    host_to_allow: str = ""
    passages_per_s: float = 0.0
