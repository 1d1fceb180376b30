"""All parameters of all steps, declared once; looked up as ``step.key``, then ``key``, then default."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, replace
from math import inf
from typing import Generic, NamedTuple, TypeAlias, TypeVar, dataclass_transform, overload

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.messages import Message
from vaultsearch.core.values.components import AUTO, MODEL_TEXTS, NONE, RERANKERS
from vaultsearch.core.values.note import NOTE_KINDS, FileKind

ParameterValue: TypeAlias = str | int | float | bool

T = TypeVar("T")
StepT = TypeVar("StepT")

VALUE_SEPARATOR = "+"
"""Separates several values of a parameter."""


class Bounds(NamedTuple):
    """The least and greatest number allowed for a parameter."""

    minimum: float
    maximum: float


ANY_NUMBER = Bounds(-inf, inf)
COUNT, SHARE, WEIGHT = Bounds(1, 1000), Bounds(0, 1), Bounds(0, 100)
MEGABYTES = Bounds(1, 2000)
_KIND_NAMES: dict[type, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """The declaration of a step's parameter.

    Args:
        name: The full name, ``step.key``.
        default: The default, which also sets the type.
        allowed: A number's bounds, or a text's choices.
        several: Whether several choices are allowed: ``a+b``, or a list.
        of_index: Whether a change makes the next sync index the affected files again.
    """

    name: str
    default: ParameterValue
    allowed: Bounds | tuple[str, ...]
    help: str
    several: bool = False
    of_index: bool = False

    @property
    def step(self) -> str:
        """The parameter's step."""
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """The name within the step."""
        return self.name.partition(".")[2]

    @property
    def kind(self) -> str:
        """The type's name."""
        return _KIND_NAMES[type(self.default)]

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts allowed; none if any text is."""
        return () if isinstance(self.allowed, Bounds) else self.allowed

    def parse(self, value: object) -> ParameterValue:
        """Convert ``value`` to the parameter's type; raise SettingsError unless allowed."""
        if self.several and isinstance(value, list):
            value = VALUE_SEPARATOR.join(str(part) for part in value)
        try:
            parsed = _convert_value(value, type(self.default))
        except (KeyError, ValueError):
            raise self._refusal(value, f"a {self.kind}") from None
        if isinstance(self.allowed, Bounds):
            if not isinstance(parsed, str) and parsed < self.allowed.minimum:
                raise self._refusal(value, f"at least {self.allowed.minimum:g}")
            if not isinstance(parsed, str) and parsed > self.allowed.maximum:
                raise self._refusal(value, f"at most {self.allowed.maximum:g}")
            return parsed
        chosen = str(parsed).split(VALUE_SEPARATOR) if self.several else [str(parsed)]
        if not set(chosen) <= set(self.allowed):
            several = f"one or several, joined by {VALUE_SEPARATOR}, of " if self.several else "one of "
            raise self._refusal(value, several + ", ".join(self.allowed))
        return parsed

    def _refusal(self, value: object, expected: str) -> SettingsError:
        return SettingsError(
            Message("{} is set to {}, but must be {}.", self.name, f"{value!r}", expected),
            Message("Change it, or remove it for the default {}.", f"{self.default!r}"),
        )


_ON = ("true", "yes", "on", "1")
_BOOLEANS = dict.fromkeys(_ON, True) | dict.fromkeys(("false", "no", "off", "0"), False)


def _convert_value(value: object, kind: type) -> ParameterValue:
    """Convert ``value`` by its text; raise KeyError or ValueError if it is not of this kind."""
    text = str(value).strip()
    if kind is bool:
        return _BOOLEANS[text.lower()]
    if kind is int:
        return int(text)
    if kind is float:
        number = float(text)
        # Python reads "nan" and "inf" as numbers, and "nan" is within any bounds.
        if not math.isfinite(number):
            raise ValueError(text)
        return number
    return text


def _parameter_field(
    default: T, help_text: str, allowed: Bounds | tuple[str, ...] = ANY_NUMBER, *, of_index: bool = False
) -> T:
    """Declare a parameter as a field of its step; a tuple as default allows several values."""
    value = VALUE_SEPARATOR.join(default) if isinstance(default, tuple) else default
    declared = {"default": value, "allowed": allowed, "help": help_text, "of_index": of_index}
    declared["several"] = isinstance(default, tuple)
    declaration: T = field(default=default, metadata=declared)
    return declaration


@dataclass_transform(frozen_default=True, field_specifiers=(_parameter_field,))
class _StepParameters:
    """A step's parameters, declared as fields and made with a value for each.

    No dataclass: eighteen took each command 7 ms to define.
    """

    def __init__(self, **values: object) -> None:
        vars(self).update(values)


FILE_KINDS = tuple(kind for kind in FileKind if kind not in NOTE_KINDS)


class SourceParameters(_StepParameters):
    """The notes to index."""

    follow_links_out: bool = _parameter_field(
        False, "also follow links to files and folders outside the vault", of_index=True
    )
    sync_minutes: int = _parameter_field(
        0,
        "also compare all files every so many minutes, as for a drive that tells of no changes; 0 does not",
        Bounds(0, 10_080),
    )
    versions_days: int = _parameter_field(
        0,
        "days for which the texts of changed notes are kept beside the index, where they are in no git "
        "repository; 0 keeps none",
        Bounds(0, 3650),
    )


class FileParameters(_StepParameters):
    """The files to read: kinds other than notes, and the greatest sizes."""

    kinds: tuple[str, ...] = _parameter_field(
        tuple(kind.value for kind in FILE_KINDS if kind is not FileKind.CODE),
        "kinds of files to search beside notes, joined by +; none for notes alone",
        (NONE, *(kind.value for kind in FILE_KINDS)),
        of_index=True,
    )
    document_mb: int = _parameter_field(
        300,
        "larger PDFs, books and presentations, in megabytes, are skipped and reported",
        MEGABYTES,
        of_index=True,
    )
    other_mb: int = _parameter_field(
        64,
        "larger notes and files of other kinds, in megabytes, are skipped and reported",
        MEGABYTES,
        of_index=True,
    )
    recognize_text: bool = _parameter_field(
        False,
        "recognize the text in pictures and scanned pages in the background; needs the extra `ocr`",
        of_index=True,
    )


class ChunkingParameters(_StepParameters):
    """The chunking of notes."""

    chunk_size: int = _parameter_field(
        200,
        "longest passage, in tokens of the model; title and headings come on top",
        Bounds(16, 8192),
        of_index=True,
    )
    overlap: int = _parameter_field(
        0,
        "tokens repeated from the end of one passage at the start of the next",
        Bounds(0, 4096),
        of_index=True,
    )


class EmbeddingParameters(_StepParameters):
    """The models for passages and questions."""

    embedding_model: str = _parameter_field(
        "all-MiniLM-L6-v2",
        "the installed default, a folder with a sentence-transformers model, the name of one in the "
        "local hub cache, or the address of an OpenAI-compatible "
        "server with a model, such as http://127.0.0.1:11434/v1#nomic-embed-text",
        of_index=True,
    )
    multilingual_model: str = _parameter_field(
        AUTO,
        "the model for all languages but English: named like embedding_model; none "
        "(embedding_model for all); or auto: the installed one with the default "
        "embedding_model, none with another",
        of_index=True,
    )
    chunking_mode: str = _parameter_field(
        "plain",
        "plain embeds each passage alone; late embeds short neighbouring passages together; "
        "colbert also keeps a vector for every few tokens",
        ("plain", "late", "colbert"),
        of_index=True,
    )


class LanguageParameters(_StepParameters):
    """The languages of notes and questions."""

    notes: str = _parameter_field(
        AUTO,
        "language of notes without a `lang` property, as a code such as de; auto detects it per note",
        (AUTO, *LANGUAGE_NAMES),
        of_index=True,
    )
    questions: str = _parameter_field(
        AUTO, "language of all questions, as a code; auto detects it per question", (AUTO, *LANGUAGE_NAMES)
    )

    @property
    def note_language(self) -> str:
        """The language code set for notes, "" if detected per note."""
        return "" if self.notes == AUTO else self.notes

    @property
    def question_language(self) -> str:
        """The language code set for questions, "" if detected per question."""
        return "" if self.questions == AUTO else self.questions


class RetrievalParameters(_StepParameters):
    """The candidates to fuse."""

    extra: tuple[str, ...] = _parameter_field(
        (MODEL_TEXTS,),
        "a further retriever: model_texts finds passages by what your language model has written about them",
        (NONE, MODEL_TEXTS),
    )


class FusionParameters(_StepParameters):
    """The fusion of keywords and meaning."""

    method: str = _parameter_field(
        "linear",
        "combine keywords and meaning by their scores, or by reciprocal ranks",
        ("linear", "reciprocal_rank"),
    )
    words_weight: float = _parameter_field(
        0.45, "weight of keywords in the combined score; the rest is meaning", SHARE
    )


class RerankerParameters(_StepParameters):
    """The chain of rerankers."""

    chain: tuple[str, ...] = _parameter_field(
        (AUTO,),
        "ranking steps joined by +; auto is best_sentence, late_interaction, then "
        "cross_encoder if its weights are installed",
        (AUTO, NONE, *RERANKERS),
    )
    reranker_model: str = _parameter_field(
        AUTO,
        "the cross-encoder: a folder, the name of one in the local hub cache, or auto: the "
        "one from `vaultsearch models download`, else the installed one",
    )


class CrossEncoderParameters(_StepParameters):
    """Reranking by the cross-encoder."""

    n_candidates: int = _parameter_field(
        16, "passages read by the cross-encoder, of short queries a quarter; the others stay below", COUNT
    )


class RecencyParameters(_StepParameters):
    """Reranking by freshness."""

    half_life_days: float = _parameter_field(
        90.0, "days after which a note counts as half as fresh", Bounds(0.01, 100_000)
    )
    weight: float = _parameter_field(
        0.2, "weight of freshness in the order; the rest is relevance (0: none)", SHARE
    )


class LinkParameters(_StepParameters):
    """Reranking by links."""

    weight: float = _parameter_field(0.05, "weight of links from and to the best notes (0: none)", WEIGHT)


class ThresholdParameters(_StepParameters):
    """Hiding weak matches."""

    minimum: float = _parameter_field(
        0.01, "passages with a lower probability of answering are hidden", SHARE
    )


class DedupParameters(_StepParameters):
    """Listing few passages per note."""

    max_per_doc: int = _parameter_field(1, "passages listed per note; 0 lists all of them", Bounds(0, 1000))


class LongTextParameters(_StepParameters):
    """Search with a long text."""

    chunks_per_query: int = _parameter_field(5, "candidates for each segment of a long text", Bounds(1, 100))
    top_k: int = _parameter_field(5, "notes listed for all topics together, and at most for each", COUNT)
    min_similarity_threshold: float = _parameter_field(
        -1.0,
        "lowest cosine for a passage to be similar to a segment; -1 for the value fitted to "
        "the model, or none if there is no such value",
        Bounds(-1, 1),
    )


class WindowParameters(_StepParameters):
    """The window."""

    n_results: int = _parameter_field(50, "passages listed in the window", COUNT)
    recent_queries: int = _parameter_field(
        50, "recent searches to remember; 0 remembers none and clears the history", Bounds(0, 1000)
    )


class LearningParameters(_StepParameters):
    """Learning from use."""

    enabled: bool = _parameter_field(
        True,
        "in the window, rank notes higher that were opened, copied or added to the basket "
        "for the question; off remembers nothing new",
    )


class ContextParameters(_StepParameters):
    """Copying a context."""

    budget: int = _parameter_field(4000, "token budget of a copied context", Bounds(100, 1_000_000))


class AskParameters(_StepParameters):
    """Answers by the user's language model."""

    base_url: str = _parameter_field(
        "",
        "address of a language model's OpenAI-compatible server, such as http://127.0.0.1:11434/v1; "
        "none if empty",
    )
    model: str = _parameter_field("", "name of the language model on that server")
    steps: int = _parameter_field(
        0,
        "searches and readings of notes that the language model may do by itself before it answers",
        Bounds(0, 10),
    )
    rerank_url: str = _parameter_field(
        "", "address of a server with /rerank in Cohere's shape, for the ranking step rerank_server"
    )
    rerank_model: str = _parameter_field("", "name of the model for reranking on that server")
    variants: bool = _parameter_field(
        False, "also search with other wordings of a question by the language model, after the first answer"
    )
    second_look: bool = _parameter_field(
        True, "ask the language model again whether the cited passages say the sentences of its answer"
    )
    question_mark: bool = _parameter_field(
        False, "answer a query with a question mark as soon as one pauses, without Ctrl+Enter"
    )


class _Step(Generic[StepT]):
    """A step's parameters in force, as an attribute of `Parameters`."""

    def __init__(self, model: type[StepT]) -> None:
        self._model = model

    def __set_name__(self, _owner: type[Parameters], name: str) -> None:
        self.parameters = {
            key: Parameter(f"{name}.{key}", **declared.metadata)
            for key, declared in vars(self._model).items()
            if isinstance(declared, Field)
        }

    @overload
    def __get__(self, instance: None, _owner: type[Parameters]) -> _Step[StepT]: ...
    @overload
    def __get__(self, instance: Parameters, _owner: type[Parameters]) -> StepT: ...
    def __get__(self, instance: Parameters | None, _owner: type[Parameters]) -> StepT | _Step[StepT]:
        if instance is None:
            return self
        # Made anew at each access, so that a bad value raises when its step is used and not before.
        return self._model(**{name: instance.value(parameter) for name, parameter in self.parameters.items()})


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter in force, with value and source."""

    parameter: Parameter
    value: ParameterValue
    source: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters in force, an attribute per step: settings file, overridden by command line.

    Accessing a step raises SettingsError if any value is not allowed.
    """

    file: Mapping[str, object] = field(default_factory=dict)
    command: Mapping[str, object] = field(default_factory=dict)

    source = _Step(SourceParameters)
    files = _Step(FileParameters)
    chunking = _Step(ChunkingParameters)
    embedding = _Step(EmbeddingParameters)
    language = _Step(LanguageParameters)
    retrieval = _Step(RetrievalParameters)
    fusion = _Step(FusionParameters)
    reranker = _Step(RerankerParameters)
    cross_encoder = _Step(CrossEncoderParameters)
    recency = _Step(RecencyParameters)
    links = _Step(LinkParameters)
    threshold = _Step(ThresholdParameters)
    dedup = _Step(DedupParameters)
    passages = _Step(LongTextParameters)
    window = _Step(WindowParameters)
    learning = _Step(LearningParameters)
    context = _Step(ContextParameters)
    ask = _Step(AskParameters)

    def check(self) -> None:
        """Raise SettingsError for unknown names and values not allowed."""
        for name in (*self.file, *self.command):
            if name not in PARAMETER_NAMES:
                unknown = Message("Unknown parameter {}.", f"{name!r}")
                raise SettingsError(unknown, "`vaultsearch config` lists all of them.")
        self.settings()

    def settings(self) -> list[Setting]:
        """List every parameter with value and source; raise SettingsError for a bad value."""
        return [self._look_up(parameter) for parameter in PARAMETERS]

    def value(self, parameter: Parameter) -> ParameterValue | tuple[str, ...]:
        """Return a parameter's value, a tuple if several; raise SettingsError unless allowed."""
        value = self._look_up(parameter).value
        return tuple(str(value).split(VALUE_SEPARATOR)) if parameter.several else value

    def _look_up(self, parameter: Parameter) -> Setting:
        for name in (parameter.name, parameter.key):
            for source, layer in (("command line", self.command), ("settings file", self.file)):
                if name in layer:
                    # An error names the parameter as it was written.
                    written = replace(parameter, name=name)
                    return Setting(parameter, written.parse(layer[name]), source)
        return Setting(parameter, parameter.default, "default")


PARAMETERS: tuple[Parameter, ...] = tuple(
    parameter
    for step in vars(Parameters).values()
    if isinstance(step, _Step)
    for parameter in step.parameters.values()
)
PARAMETER_NAMES = {parameter.name for parameter in PARAMETERS} | {parameter.key for parameter in PARAMETERS}
"""The names for setting parameters: full names, and keys shared by steps."""


def bounds_of(name: str) -> Bounds:
    """Return a parameter's bounds by full name, ANY if it is no number."""
    allowed = next(parameter.allowed for parameter in PARAMETERS if parameter.name == name)
    return allowed if isinstance(allowed, Bounds) else ANY_NUMBER
