"""Every tunable of every step, declared once; looked up as ``step.key``, then ``key``, then default."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.values.rerankers import AUTO, NONE, RERANKERS

if TYPE_CHECKING:
    from collections.abc import Mapping

ParameterValue: TypeAlias = str | int | float | bool

SEPARATOR = "+"
"""Between the parts of a parameter that has several."""


class Bounds(NamedTuple):
    """The least and the largest number that a parameter may be."""

    minimum: float
    maximum: float


ANY = Bounds(-inf, inf)
COUNT, SHARE, WEIGHT = Bounds(1, 1000), Bounds(0, 1), Bounds(0, 100)
_KINDS: dict[type, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A tunable of one step.

    Args:
        name: its full name, ``step.key``.
        default: its default; its type is the parameter's.
        allowed: the bounds of a number, or the choices of a text.
        help: its documentation.
        several: whether it is one or several of the choices: ``a+b``, or a list of them.
        of_index: whether notes are read by it, so that the next sync reads again what a change concerns.
    """

    name: str
    default: ParameterValue
    allowed: Bounds | tuple[str, ...]
    help: str
    several: bool = False
    of_index: bool = False

    @property
    def step(self) -> str:
        """The step that it tunes."""
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """Its name within the step."""
        return self.name.partition(".")[2]

    @property
    def kind(self) -> str:
        """The name of its type."""
        return _KINDS[type(self.default)]

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts that it may be; none if any may."""
        return () if isinstance(self.allowed, Bounds) else self.allowed

    def parse(self, value: object) -> ParameterValue:
        """Convert ``value`` to the parameter's type; raise SettingsError if it is not allowed."""
        if self.several and isinstance(value, list):
            value = SEPARATOR.join(str(part) for part in value)
        try:
            parsed = _convert(value, type(self.default))
        except ValueError:
            raise self._refusal(value, f"a {self.kind}") from None
        if isinstance(self.allowed, Bounds):
            self._require_bounds(parsed, self.allowed, value)
        elif not set(self._parts(parsed)) <= set(self.allowed):
            several = f"one or several, joined by {SEPARATOR}, of " if self.several else "one of "
            raise self._refusal(value, several + ", ".join(self.allowed))
        return parsed

    def _require_bounds(self, parsed: ParameterValue, bounds: Bounds, value: object) -> None:
        if isinstance(parsed, str):
            return
        if parsed < bounds.minimum:
            raise self._refusal(value, f"at least {bounds.minimum:g}")
        if parsed > bounds.maximum:
            raise self._refusal(value, f"at most {bounds.maximum:g}")

    def _parts(self, value: ParameterValue) -> list[str]:
        return str(value).split(SEPARATOR) if self.several else [str(value)]

    def _refusal(self, value: object, wanted: str) -> SettingsError:
        return SettingsError(
            f"{self.name} is set to {value!r}, but must be {wanted}.",
            f"Set it anew, or leave it out to have {self.default!r}.",
        )


_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True}
_BOOLEANS |= {"false": False, "no": False, "off": False, "0": False}


def _convert(value: object, kind: type) -> ParameterValue:
    """Convert ``value`` by its text; raise ValueError if it is none of that kind."""
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


# A table: name, default and bounds on one line, the documentation below.
# fmt: off
PARAMETERS: tuple[Parameter, ...] = (
    Parameter("source.max_file_bytes", 64 * 2**20, Bounds(1, inf), of_index=True, help=
        "notes larger than this many bytes are reported and left out"),
    Parameter("source.follow_links_out", False, ANY, of_index=True, help=
        "notes are read through links, too, that lead to files and folders outside of the vault"),
    Parameter("chunking.chunk_size", 200, Bounds(16, 8192), of_index=True, help=
        "longest passage, in tokens of the embedding model; title and headings come on top"),
    Parameter("chunking.overlap", 0, Bounds(0, 4096), of_index=True, help=
        "tokens of a passage that are repeated at the start of the next one"),
    Parameter("embedding.embedding_model", "all-MiniLM-L6-v2", ANY, of_index=True, help=
        "the installed default, a folder with a sentence-transformers model, or the name of one in the "
        "local hub cache"),
    Parameter("embedding.multilingual_model", "auto", ANY, of_index=True, help=
        "what reads all languages but English: named as embedding_model is, none (embedding_model reads "
        "them all), or auto: the installed one beside the default embedding_model, none beside another"),
    Parameter("language.notes", "auto", ("auto", *LANGUAGE_NAMES), of_index=True, help=
        "the language of all notes that do not say theirs in a property `lang`, by its code such as de; "
        "auto tells it note by note"),
    Parameter("language.questions", "auto", ("auto", *LANGUAGE_NAMES), help=
        "the language of all questions, by its code; auto tells it question by question"),
    Parameter("embedding.chunking_mode", "plain", ("plain", "late", "colbert"), of_index=True, help=
        "plain embeds each passage alone; late embeds short ones of a note together, so that each knows its "
        "neighbours; colbert keeps a vector for every few tokens besides, to be asked one by one"),
    Parameter("embedding.batch_size", 32, Bounds(1, 1024), help="passages encoded at once"),
    Parameter("semantic.n_candidates", 50, COUNT, help="passages taken by meaning"),
    Parameter("semantic.n_multilingual_candidates", 100, COUNT, help=
        "passages taken by meaning at least where the multilingual model looks for them: several may say "
        "the same in different languages"),
    Parameter("semantic.document_weight", 0.15, SHARE, help=
        "what the meaning of the whole note counts in that of its passages"),
    Parameter("tokens.pool_factor", 2, Bounds(1, 64), of_index=True, help=
        "tokens of a passage that share a vector, where chunking_mode is colbert; 1 keeps each token's own"),
    Parameter("tokens.weight", 0.5, SHARE, help=
        "what token vectors count of what meaning counts, where chunking_mode is colbert"),
    Parameter("tokens.n_candidates", 50, COUNT, help="passages taken by token vectors"),
    Parameter("fulltext.n_candidates", 50, COUNT, help="passages taken by words"),
    Parameter("grep.n_candidates", 50, COUNT, help="passages taken literally"),
    Parameter("fusion.method", "linear", ("linear", "reciprocal_rank"), help=
        "how the legs become one ranking: by their scores, or by reciprocal ranks"),
    Parameter("fusion.words_weight", 0.45, SHARE, help=
        "what words count in the sum of scores; meaning counts the rest"),
    Parameter("fusion.multilingual_words_weight", 0.3, SHARE, help=
        "the same where the multilingual model found the passages"),
    Parameter("titles.weight", 5.0, WEIGHT, help=
        "what the likeness of question and title counts beside meaning and words; 0 for nothing"),
    Parameter("titles.words", 0.4, WEIGHT, help=
        "what the share of the question's words that a title or alias contains adds to that likeness"),
    Parameter("fusion.k", 60, COUNT, help=
        "the constant of reciprocal rank fusion; a higher one evens out the ranks"),
    Parameter("reranker.chain", "auto", (AUTO, NONE, *RERANKERS), several=True, help=
        "what orders the candidates anew, one after the other, joined by +; auto is best_sentence, "
        "late_interaction, then cross_encoder where its weights are at hand"),
    Parameter("reranker.reranker_model", "auto", ANY, help=
        "the cross-encoder: a folder, the name of one in the local hub cache, or auto: the one that "
        "`vaultsearch models download` fetches, else the one that is installed"),
    Parameter("best_sentence.n_candidates", 30, COUNT, help=
        "passages whose sentences the multilingual model reads one by one; the others stay below them"),
    Parameter("best_sentence.weight", 0.5, SHARE, help=
        "what its best sentence counts in the meaning of such a passage; the whole passage counts the rest"),
    Parameter("late_interaction.n_candidates", 30, COUNT, help=
        "passages that late interaction reads; the others stay below them"),
    Parameter("late_interaction.weight", 0.5, WEIGHT, help=
        "what late interaction counts against the order that it was given (1: as much)"),
    Parameter("cross_encoder.weight", 1.5, WEIGHT, help=
        "what the cross-encoder counts against the order that it was given (1: as much)"),
    Parameter("cross_encoder.n_candidates", 24, COUNT, help=
        "passages that the cross-encoder reads; the others stay below them"),
    Parameter("mmr.lambda", 0.7, SHARE, help=
        "what being relevant counts against being unlike the passages above (1: nothing but relevant)"),
    Parameter("recency.half_life_days", 90.0, Bounds(0.01, 100_000), help=
        "days after which a note counts as half as fresh"),
    Parameter("recency.weight", 0.2, SHARE, help=
        "what freshness counts in the order; relevance counts the rest (0: freshness counts nothing)"),
    Parameter("links.weight", 0.05, WEIGHT, help=
        "what links from and to the best notes count against the order (0: nothing)"),
    Parameter("threshold.minimum", 0.01, SHARE, help=
        "passages that answer with a lower probability than this are left out"),
    Parameter("dedup.strategy", "document", ("document", "none"), help=
        "document lists a few passages of each note, none all of them"),
    Parameter("dedup.max_per_doc", 1, COUNT, help="passages of one note that are listed"),
    Parameter("related.n_results", 10, COUNT, help="related notes that are listed"),
    Parameter("duplicates.minimum", 0.8, Bounds(0.5, 1), help=
        "share of two passages' text that must be the same for them to be duplicates"),
    Parameter("passages.overlap", 0.08, Bounds(0, 0.5), help=
        "what is repeated of a piece of a long text at the start of the next one, as a share of chunk_size"),
    Parameter("passages.shortest", 8, Bounds(0, 8192), help=
        "tokens below which a paragraph or message of a long text is joined with the next one"),
    Parameter("passages.chunks_per_query", 5, Bounds(1, 100), help=
        "passages taken for each piece of a long text"),
    Parameter("passages.min_similarity_threshold", -1.0, Bounds(-1, 1), help=
        "the cosine below which a passage is not near to a piece; -1 is what was fitted for the model, and "
        "none for others"),
    Parameter("passages.multilingual_min_similarity_threshold", -1.0, Bounds(-1, 1), help=
        "the same where the multilingual model looks"),
    Parameter("passages.mode", "ann", ("ann", "exact"), help=
        "ann goes through the vectors' index where there is one, exact compares with every passage"),
    Parameter("passages.nprobe", 20, COUNT, help="partitions of the vectors' index that ann looks through"),
    Parameter("passages.overfetch", 3, Bounds(1, 20), help=
        "passages looked at for each one taken: several may be of one note"),
    Parameter("passages.dedup_strategy", "document", ("document", "semantic", "none"), help=
        "document takes few passages of a note, semantic none that says the same as a better one, none all"),
    Parameter("passages.dedup_max_per_doc", 1, Bounds(1, 100), help=
        "passages of one note with the strategy document"),
    Parameter("passages.dedup_similarity", 0.95, SHARE, help=
        "the cosine from which two passages say the same with the strategy semantic"),
    Parameter("passages.top_k", 5, COUNT, help="notes given of all topics, and of each at most"),
    Parameter("passages.lambda", 1.0, SHARE, help=
        "what being near counts against being unlike what stands above, within a topic (1: nothing but "
        "near)"),
    Parameter("passages.whole_weight", 0.1, SHARE, help=
        "what being near to the text as a whole counts in being near to one of its pieces"),
    Parameter("window.n_results", 50, COUNT, help="passages listed in the window"),
    Parameter("window.recent_queries", 50, Bounds(0, 1000), help=
        "queries that Up in the empty field brings back; 0 keeps none, and forgets those that were kept"),
    Parameter("learning.enabled", True, ANY, help=
        "in the window, raise notes that were opened, copied or kept for the question; off keeps nothing "
        "new"),
    Parameter("learning.near", 0.9, SHARE, help="the cosine from which two questions count as one"),
    Parameter("context.budget", 4000, Bounds(100, 1_000_000), help="tokens of a copied context"),
    Parameter("context.n_results", 12, COUNT, help="passages considered for a copied context"),
    Parameter("quotes.n_results", 8, COUNT, help="sentences quoted of a note"),
    Parameter("quotes.minimum", 0.3, SHARE, help=
        "how likely a note's best sentence must answer for anything to be quoted of it, 0 to 1"),
)
# fmt: on

_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
NAMES = _BY_NAME.keys() | {parameter.key for parameter in PARAMETERS}
"""The names by which parameters can be set: full ones, and the keys that steps share."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter in force, its value and the source of that."""

    parameter: Parameter
    value: ParameterValue
    source: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters in force: the settings file's, overridden by the command line's."""

    file: Mapping[str, object] = field(default_factory=dict)
    command: Mapping[str, object] = field(default_factory=dict)

    def check(self) -> None:
        """Raise SettingsError for a name that is no parameter or a value that is not allowed."""
        for name in (*self.file, *self.command):
            if name not in NAMES:
                raise SettingsError(
                    f"There is no parameter {name!r}.", "`vaultsearch config` lists all there are."
                )
        self.settings()

    def integer(self, step: str, key: str) -> int:
        """Look up a whole number."""
        return int(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def number(self, step: str, key: str) -> float:
        """Look up a number."""
        return float(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def flag(self, step: str, key: str) -> bool:
        """Look up a boolean."""
        return bool(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def text(self, step: str, key: str) -> str:
        """Look up a text."""
        return str(self._look_up(_BY_NAME[f"{step}.{key}"]).value)

    def texts(self, step: str, key: str) -> tuple[str, ...]:
        """Look up the parts of a text that has several."""
        return tuple(self.text(step, key).split(SEPARATOR))

    def settings(self) -> list[Setting]:
        """List every parameter with its value and the source of that; raise SettingsError for a bad one."""
        return [self._look_up(parameter) for parameter in PARAMETERS]

    def _look_up(self, parameter: Parameter) -> Setting:
        for name in (parameter.name, parameter.key):
            for source, layer in (("command line", self.command), ("settings file", self.file)):
                if name in layer:
                    return Setting(parameter, parameter.parse(layer[name]), source)
        return Setting(parameter, parameter.default, "default")
