"""Values of passages for other readers: contexts, excerpts, quotes, and a model's answers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from vaultsearch.core.values.note import Span

PASSAGES_CONSIDERED = 12
"""Passages considered for a context: with headings, so many fit the default budget of 4,000 tokens."""


class ContextFormat(StrEnum):
    """Output format for a context or a note's quotes; within JSON, a context's text is Markdown."""

    MARKDOWN = "markdown"
    XML = "xml"
    PLAIN = "plain"
    JSON = "json"


class ReadFormat(StrEnum):
    """Output format for a note: as for quotes, or the page shown in the window."""

    MARKDOWN = ContextFormat.MARKDOWN
    XML = ContextFormat.XML
    PLAIN = ContextFormat.PLAIN
    JSON = ContextFormat.JSON
    HTML = "html"


class ExportFormat(StrEnum):
    """Output format for all passages with vectors."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    CSV = "csv"


class TextKind(StrEnum):
    """A text a language model writes once for each note, passage or topic, and which is kept."""

    SUMMARY = "summary"
    CONTEXT = "context"
    QUESTIONS = "questions"
    ENTITIES = "entities"
    TOPICS = "topics"


class PassageState(StrEnum):
    """A kept passage compared with the note: unchanged, changed since, or gone."""

    CURRENT = "current"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """A context's passage: the text as in the note, and the location.

    Attributes:
        line_start: 1-based, inclusive; None for a canvas, whose text has no lines in the file.
        tokens: The share of the context's tokens, which the shares add up to; for a piece left out, the
            tokens it would take.
        number: The note's citation number in the context, 0 if the piece was left out.
        chunk_ids: The found passages it contains.
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
    """Passages assembled for a language model; ``tokens`` in ``text`` never exceed ``budget``.

    ``left_out`` are the pieces that did not fit. If none did, ``least`` is the smallest sufficient budget.
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
    """A verbatim range in a note.

    Lines are 1-based and inclusive, None for a canvas. ``probability`` is how likely it answers, 0 to 1;
    ``read`` is the text without markup.
    """

    text: str
    line_start: int | None
    line_end: int | None
    probability: float
    heading_path: tuple[str, ...] = ()
    read: str = ""


@dataclass(frozen=True, slots=True)
class SentenceAnswer:
    """The sentence answering a question, as read, and its location.

    ``line`` is 1-based, 0 for a canvas; ``probability`` is how likely it answers, 0 to 1.
    """

    text: str
    path: str
    title: str
    heading_path: tuple[str, ...]
    line: int
    probability: float


_SAME_OVERLAP = 0.6
_SURER_PROBABILITY = 0.95
_WORDS = re.compile(r"\w+")


def distinct_answers(answers: Iterable[SentenceAnswer]) -> tuple[SentenceAnswer, ...]:
    """Return answers in order, without repetitions.

    After the first, only even surer ones: for 60 questions, four fifths of the others came from notes without
    an answer.
    """
    distinct: list[SentenceAnswer] = []
    for answer in answers:
        if distinct and answer.probability < _SURER_PROBABILITY:
            continue
        words = set(_WORDS.findall(answer.text.casefold()))
        earlier = (set(_WORDS.findall(other.text.casefold())) for other in distinct)
        if all(len(words & others) / max(1, len(words | others)) < _SAME_OVERLAP for others in earlier):
            distinct.append(answer)
    return tuple(distinct)


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note, and ``quotes`` answering a ``question``, best first; none if nothing in it answers."""

    path: str
    title: str
    uri: str
    text: str
    question: str | None = None
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence beside another text.

    ``counterpart`` is the index of the equivalent sentence there, or None; ``changes`` are words missing
    from it.
    """

    text: str
    counterpart: int | None = None
    changes: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class TextComparison:
    """Two texts' sentences, in order."""

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
    """The reason why cited passages do not support a sentence."""

    NO_PASSAGE = "no such passage"
    NUMBER = "number"
    NAME = "name"
    NEGATION = "negation"
    MEANING = "meaning"
    DENIED = "denied"
    """The model, asked again, denies it; such a sentence is not struck, but left to compare."""


class Verdict(StrEnum):
    """A check's outcome; unsure if nothing speaks against the sentence, but not all signs agree."""

    CHECKED = "checked"
    UNSURE = "unsure"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence in an answer.

    Attributes:
        text: The sentence without citations.
        citations: The cited passages' numbers, from 1; without any, those of supporting passages.
        verdict: Whether the cited passages say so; None while being checked.
        objection: Why it is struck, or whether the model denies it itself; None if nothing speaks against it.
        detail: The number, name or other word the passages lack, or say about something else.
        miscited: The passages the model cited in vain; those in ``citations`` say so instead.
        line: The nearest line in the note of the first cited passage, from 1; 0 if unknown.
        lead: "" at the beginning of a line, or its list mark, "-" or "2."; None within a line.
        emphasis: HTML tags with the phrases the model marked: ("b", "five days").
    """

    text: str
    citations: tuple[int, ...] = ()
    verdict: Verdict | None = None
    objection: Objection | None = None
    detail: str = ""
    miscited: tuple[int, ...] = ()
    line: int = 0
    lead: str | None = None
    emphasis: tuple[tuple[str, str], ...] = ()

    @property
    def is_kept(self) -> bool:
        """Whether it was checked and is not struck."""
        return self.verdict in (Verdict.CHECKED, Verdict.UNSURE)


class AnswerState(StrEnum):
    """The state of an answer being written."""

    SEARCHING = "searching"
    WAITING = "waiting"
    WRITING = "writing"
    REVIEWING = "reviewing"
    """Written and checked; the model is asked once more whether the passages say so."""
    DONE = "done"
    NOT_IN_NOTES = "not in notes"
    """No passage probably answers, so none was sent."""
    DECLINED = "declined"
    """The model found no answer in the passages."""


class StepKind(StrEnum):
    """The steps a language model may take by itself before it answers."""

    SEARCH = "search"
    READ = "read"


@dataclass(frozen=True, slots=True)
class AgentStep:
    """A language model's search by a query, or reading by passage number, and how many it brought."""

    kind: StepKind
    argument: str
    passages: int = 0


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """An answer written so far.

    Attributes:
        question: The question as asked, within the conversation.
        sentences: The sentences; the last may be unfinished.
        passages: The passages sent, numbered by place from 1.
        sent_to: The host that received the question and the passages, "" if nothing was sent.
        tokens: The tokens sent, as counted by the server if it tells.
        standalone_question: The question searched for and sent, if rewritten with the conversation.
        sent: The exact text of the request, and of that for a second look.
        steps: The model's own searches and readings before it answers.
        notice: A sentence on why the answer is not whole, or None.
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
    notice: str | None = None

    @property
    def text(self) -> str:
        """The sentences that are not struck."""
        return " ".join(sentence.text for sentence in self.sentences if sentence.is_kept)


@dataclass(frozen=True, slots=True)
class Turn:
    """A question in a conversation, and the answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class EndpointReport:
    """The outcome of testing an endpoint: a sentence, and the models on offer.

    ``host_to_allow`` is the other computer it is on, if it was not asked for lack of consent.
    ``passages_per_s`` is how many passages it encodes per second, 0 if it does not or is for something else.
    """

    works: bool
    sentence: str
    models: tuple[str, ...] = ()
    host_to_allow: str = ""
    passages_per_s: float = 0.0
