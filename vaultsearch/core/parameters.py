"""Every tunable of every step, declared once; looked up as ``step.key``, then ``key``, then default."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.values.rerankers import AUTO, NONE, RERANKERS

if TYPE_CHECKING:
    from collections.abc import Mapping

ParameterValue: TypeAlias = str | int | float | bool

SEPARATOR = "+"
"""Between the parts of a parameter that has several."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A tunable: its step and key, its default (whose type is its type), and what it may be.

    Of ``several``, each part is one of the choices: ``a+b``, or a list of them.
    """

    step: str
    key: str
    default: ParameterValue
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    several: bool = False

    @property
    def name(self) -> str:
        """The full name, ``step.key``."""
        return f"{self.step}.{self.key}"

    def parse(self, value: object) -> ParameterValue:
        """Give ``value`` in this parameter's type; raises SettingsError where it cannot be."""
        if self.several and isinstance(value, list):
            value = SEPARATOR.join(str(part) for part in value)
        try:
            parsed = _convert(value, type(self.default))
        except ValueError:
            raise self._refusal(value, f"a {_KIND[type(self.default)]}") from None
        if self.choices and not set(self._parts(parsed)) <= set(self.choices):
            several = f"one or several, joined by {SEPARATOR}, of " if self.several else "one of "
            raise self._refusal(value, several + ", ".join(self.choices))
        if not isinstance(parsed, str):
            if self.minimum is not None and parsed < self.minimum:
                raise self._refusal(value, f"at least {self.minimum:g}")
            if self.maximum is not None and parsed > self.maximum:
                raise self._refusal(value, f"at most {self.maximum:g}")
        return parsed

    def _parts(self, value: ParameterValue) -> list[ParameterValue]:
        return [*str(value).split(SEPARATOR)] if self.several else [value]

    def _refusal(self, value: object, wanted: str) -> SettingsError:
        return SettingsError(
            f"{self.name} is set to {value!r}, but must be {wanted}.",
            f"Set it anew, or leave it out to have {self.default!r}.",
        )


_KIND: dict[type, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True}
_BOOLEANS |= {"false": False, "no": False, "off": False, "0": False}


def _convert(value: object, kind: type) -> ParameterValue:
    text = str(value).strip()
    if kind is bool:
        if text.lower() not in _BOOLEANS:
            raise ValueError(text)
        return _BOOLEANS[text.lower()]
    if kind is int:
        return int(text)
    if kind is float:
        number = float(text)
        if not math.isfinite(number):
            raise ValueError(text)
        return number
    return text


PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "source",
        "max_file_bytes",
        64 * 2**20,
        "notes larger than this many bytes are reported and left out",
        minimum=1,
    ),
    Parameter(
        "source",
        "follow_links_out",
        False,
        "notes are read through links, too, that lead to files and folders outside of the vault",
    ),
    Parameter(
        "chunking",
        "chunk_size",
        200,
        "longest passage, in tokens of the embedding model; title and headings come on top",
        minimum=16,
        maximum=8192,
    ),
    Parameter(
        "chunking",
        "overlap",
        0,
        "tokens of a passage that are repeated at the start of the next one",
        minimum=0,
        maximum=4096,
    ),
    Parameter(
        "embedding",
        "embedding_model",
        "all-MiniLM-L6-v2",
        "the installed default, a folder with a sentence-transformers model, or the name of one in the "
        "local hub cache",
    ),
    Parameter(
        "embedding",
        "multilingual_model",
        "auto",
        "what reads all languages but English: named as embedding_model is, none (embedding_model reads them "
        "all), or auto: the installed one beside the default embedding_model, none beside another",
    ),
    Parameter(
        "language",
        "notes",
        "auto",
        "the language of all notes that do not say theirs in a property `lang`, by its code such as de; auto "
        "tells it note by note",
        choices=("auto", *LANGUAGE_NAMES),
    ),
    Parameter(
        "language",
        "questions",
        "auto",
        "the language of all questions, by its code; auto tells it question by question",
        choices=("auto", *LANGUAGE_NAMES),
    ),
    Parameter(
        "embedding",
        "chunking_mode",
        "plain",
        "plain embeds each passage alone; late embeds short ones of a note together, so that each knows "
        "its neighbours; colbert keeps a vector for every few tokens besides, to be asked one by one",
        choices=("plain", "late", "colbert"),
    ),
    Parameter("embedding", "batch_size", 32, "passages encoded at once", minimum=1, maximum=1024),
    Parameter("semantic", "n_candidates", 50, "passages taken by meaning", minimum=1, maximum=1000),
    Parameter(
        "semantic",
        "n_multilingual_candidates",
        100,
        "passages taken by meaning at least where the multilingual model looks for them: several may say the "
        "same in different languages",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "semantic",
        "document_weight",
        0.15,
        "what the meaning of the whole note counts in that of its passages",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "tokens",
        "pool_factor",
        2,
        "tokens of a passage that share a vector, where chunking_mode is colbert; 1 keeps each token's own",
        minimum=1,
        maximum=64,
    ),
    Parameter(
        "tokens",
        "weight",
        0.5,
        "what token vectors count of what meaning counts, where chunking_mode is colbert",
        minimum=0,
        maximum=1,
    ),
    Parameter("tokens", "n_candidates", 50, "passages taken by token vectors", minimum=1, maximum=1000),
    Parameter("fulltext", "n_candidates", 50, "passages taken by words", minimum=1, maximum=1000),
    Parameter("grep", "n_candidates", 50, "passages taken literally", minimum=1, maximum=1000),
    Parameter(
        "fusion",
        "method",
        "linear",
        "how the legs become one ranking: by their scores, or by reciprocal ranks",
        choices=("linear", "reciprocal_rank"),
    ),
    Parameter(
        "fusion",
        "words_weight",
        0.45,
        "what words count in the sum of scores; meaning counts the rest",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "fusion",
        "multilingual_words_weight",
        0.3,
        "the same where the multilingual model found the passages",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "titles",
        "weight",
        5.0,
        "what the likeness of question and title counts beside meaning and words; 0 for nothing",
        minimum=0,
        maximum=100,
    ),
    Parameter(
        "titles",
        "words",
        0.4,
        "what the share of the question's words that a title or alias contains adds to that likeness",
        minimum=0,
        maximum=100,
    ),
    Parameter(
        "fusion",
        "k",
        60,
        "the constant of reciprocal rank fusion; a higher one evens out the ranks",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "reranker",
        "chain",
        "auto",
        "what orders the candidates anew, one after the other, joined by +; auto is best_sentence, "
        "late_interaction, then cross_encoder where its weights are at hand",
        choices=(AUTO, NONE, *RERANKERS),
        several=True,
    ),
    Parameter(
        "reranker",
        "reranker_model",
        "auto",
        "the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one that "
        "`vaultsearch models download` fetches, else the one that is installed",
    ),
    Parameter(
        "best_sentence",
        "n_candidates",
        30,
        "passages whose sentences the multilingual model reads one by one; the others stay below them",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "best_sentence",
        "weight",
        0.5,
        "what its best sentence counts in the meaning of such a passage; the whole passage counts the rest",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "late_interaction",
        "n_candidates",
        30,
        "passages that late interaction reads; the others stay below them",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "late_interaction",
        "weight",
        0.5,
        "what late interaction counts against the order that it was given (1: as much)",
        minimum=0,
        maximum=100,
    ),
    Parameter(
        "cross_encoder",
        "weight",
        1.5,
        "what the cross-encoder counts against the order that it was given (1: as much)",
        minimum=0,
        maximum=100,
    ),
    Parameter(
        "cross_encoder",
        "n_candidates",
        24,
        "passages that the cross-encoder reads; the others stay below them",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "mmr",
        "lambda",
        0.7,
        "what being relevant counts against being unlike the passages above (1: nothing but relevant)",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "recency",
        "half_life_days",
        90.0,
        "days after which a note counts as half as fresh",
        minimum=0.01,
        maximum=100_000,
    ),
    Parameter(
        "recency",
        "weight",
        0.2,
        "what freshness counts in the order; relevance counts the rest (0: freshness counts nothing)",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "links",
        "weight",
        0.05,
        "what links from and to the best notes count against the order (0: nothing)",
        minimum=0,
        maximum=100,
    ),
    Parameter(
        "threshold",
        "minimum",
        0.01,
        "passages that answer with a lower probability than this are left out",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "dedup",
        "strategy",
        "document",
        "document lists a few passages of each note, none all of them",
        choices=("document", "none"),
    ),
    Parameter("dedup", "max_per_doc", 1, "passages of one note that are listed", minimum=1, maximum=1000),
    Parameter("related", "n_results", 10, "related notes that are listed", minimum=1, maximum=1000),
    Parameter(
        "duplicates",
        "minimum",
        0.8,
        "share of two passages' text that must be the same for them to be duplicates",
        minimum=0.5,
        maximum=1,
    ),
    Parameter(
        "passages",
        "overlap",
        0.08,
        "what is repeated of a piece of a long text at the start of the next one, as a share of chunk_size",
        minimum=0,
        maximum=0.5,
    ),
    Parameter(
        "passages",
        "shortest",
        8,
        "tokens below which a paragraph or message of a long text is joined with the next one",
        minimum=0,
        maximum=8192,
    ),
    Parameter(
        "passages",
        "chunks_per_query",
        5,
        "passages taken for each piece of a long text",
        minimum=1,
        maximum=100,
    ),
    Parameter(
        "passages",
        "min_similarity_threshold",
        -1.0,
        "the cosine below which a passage is not near to a piece; -1 is what was fitted for the model, and "
        "none for others",
        minimum=-1,
        maximum=1,
    ),
    Parameter(
        "passages",
        "multilingual_min_similarity_threshold",
        -1.0,
        "the same where the multilingual model looks",
        minimum=-1,
        maximum=1,
    ),
    Parameter(
        "passages",
        "mode",
        "ann",
        "ann goes through the vectors' index where there is one, exact compares with every passage",
        choices=("ann", "exact"),
    ),
    Parameter(
        "passages",
        "nprobe",
        20,
        "partitions of the vectors' index that ann looks through",
        minimum=1,
        maximum=1000,
    ),
    Parameter(
        "passages",
        "overfetch",
        3,
        "passages looked at for each one taken: several may be of one note",
        minimum=1,
        maximum=20,
    ),
    Parameter(
        "passages",
        "dedup_strategy",
        "document",
        "document takes few passages of a note, semantic none that says the same as a better one, none all",
        choices=("document", "semantic", "none"),
    ),
    Parameter(
        "passages",
        "dedup_max_per_doc",
        1,
        "passages of one note with the strategy document",
        minimum=1,
        maximum=100,
    ),
    Parameter(
        "passages",
        "dedup_similarity",
        0.95,
        "the cosine from which two passages say the same with the strategy semantic",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "passages", "top_k", 5, "notes given of all topics, and of each at most", minimum=1, maximum=1000
    ),
    Parameter(
        "passages",
        "lambda",
        1.0,
        "what being near counts against being unlike what stands above, within a topic (1: nothing but near)",
        minimum=0,
        maximum=1,
    ),
    Parameter(
        "passages",
        "whole_weight",
        0.1,
        "what being near to the text as a whole counts in being near to one of its pieces",
        minimum=0,
        maximum=1,
    ),
    Parameter("window", "n_results", 50, "passages listed in the window", minimum=1, maximum=1000),
    Parameter(
        "window",
        "recent_queries",
        50,
        "queries that Up in the empty field brings back; 0 keeps none, and forgets those that were kept",
        minimum=0,
        maximum=1000,
    ),
    Parameter(
        "learning",
        "enabled",
        True,
        "in the window, raise notes that were opened, copied or kept for the question; off keeps nothing new",
    ),
    Parameter(
        "learning",
        "near",
        0.9,
        "the cosine from which two questions count as one",
        minimum=0,
        maximum=1,
    ),
    Parameter("context", "budget", 4000, "tokens of a copied context", minimum=100, maximum=1_000_000),
    Parameter(
        "context", "n_results", 12, "passages considered for a copied context", minimum=1, maximum=1000
    ),
    Parameter("quotes", "n_results", 8, "sentences quoted of a note", minimum=1, maximum=1000),
    Parameter(
        "quotes",
        "minimum",
        0.3,
        "how likely a note's best sentence must answer for anything to be quoted of it, 0 to 1",
        minimum=0,
        maximum=1,
    ),
)
OF_THE_INDEX = frozenset(
    {
        "source.max_file_bytes",
        "source.follow_links_out",
        "chunking.chunk_size",
        "chunking.overlap",
        "embedding.embedding_model",
        "embedding.multilingual_model",
        "embedding.chunking_mode",
        "language.notes",
        "tokens.pool_factor",
    }
)
"""The parameters by which notes are read; the next sync reads again what another value concerns."""

_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
_KEYS = {parameter.key for parameter in PARAMETERS}


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter as it stands: its value and where that comes from."""

    parameter: Parameter
    value: ParameterValue
    source: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters in force: the settings file's, and above them those of the command line."""

    file: Mapping[str, object] = field(default_factory=dict)
    command: Mapping[str, object] = field(default_factory=dict)

    def check(self) -> None:
        """Raise SettingsError for a name that is no parameter or a value that cannot be."""
        for layer in (self.file, self.command):
            for name in layer:
                if name not in _BY_NAME and name not in _KEYS:
                    raise SettingsError(
                        f"There is no parameter {name!r}.", "`vaultsearch config` lists all there are."
                    )
        for parameter in PARAMETERS:
            self._look_up(parameter)

    def integer(self, step: str, key: str) -> int:
        """Look up a whole number."""
        return int(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def number(self, step: str, key: str) -> float:
        """Look up a number."""
        return float(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def flag(self, step: str, key: str) -> bool:
        """Look up what is true or false."""
        return bool(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def text(self, step: str, key: str) -> str:
        """Look up a text."""
        return str(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def texts(self, step: str, key: str) -> tuple[str, ...]:
        """Look up the parts of a text that has several."""
        return tuple(self.text(step, key).split(SEPARATOR))

    def settings(self) -> list[Setting]:
        """List every parameter with its value and where the value comes from."""
        return [self._look_up(parameter) for parameter in PARAMETERS]

    def _look_up(self, parameter: Parameter) -> Setting:
        for name in (parameter.name, parameter.key):
            for source, layer in (("command line", self.command), ("settings file", self.file)):
                if name in layer:
                    return Setting(parameter, parameter.parse(layer[name]), source)
        return Setting(parameter, parameter.default, "default")
