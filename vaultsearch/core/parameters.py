"""Every tunable of every step, declared once; looked up as ``step.key``, then ``key``, then default."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.extensions import extension_names
from vaultsearch.core.languages.names import LANGUAGE_NAMES
from vaultsearch.core.values.note import NOTE_KINDS, FileKind
from vaultsearch.core.values.rerankers import AUTO, NONE, RERANKERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.values.extensions import ExtensionKind

ParameterValue: TypeAlias = str | int | float | bool

OBSIDIAN = "obsidian"
"""The source that reads vaults."""
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
        extended: the kind of extensions whose names it may be as well.
    """

    name: str
    default: ParameterValue
    allowed: Bounds | tuple[str, ...]
    help: str
    several: bool = False
    of_index: bool = False
    extended: ExtensionKind | None = None

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
        named = extension_names(self.extended) if self.extended else ()
        return () if isinstance(self.allowed, Bounds) else (*self.allowed, *named)

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
        elif not (parts := set(self._parts(parsed))) <= set(self.allowed) and not parts <= set(self.choices):
            several = f"one or several, joined by {SEPARATOR}, of " if self.several else "one of "
            raise self._refusal(value, several + ", ".join(self.choices))
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
            f"Change it, or remove it for the default {self.default!r}.",
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


FILE_KINDS = tuple(kind for kind in FileKind if kind not in NOTE_KINDS)
_MOST_MB = {FileKind.PDF: 300, FileKind.BOOK: 200, FileKind.SLIDES: 200, FileKind.CODE: 1}
_MOST_OTHERS_MB = 50

# A table: name, default and bounds on one line, the documentation below.
# fmt: off
PARAMETERS: tuple[Parameter, ...] = (
    Parameter("source.max_file_bytes", 64 * 2**20, Bounds(1, inf), of_index=True, help=
        "larger notes, in bytes, are skipped and reported"),
    Parameter("source.follow_links_out", False, ANY, of_index=True, help=
        "also follow links to files and folders outside the vault"),
    Parameter("source.kind", OBSIDIAN, (OBSIDIAN,), extended="sources", of_index=True, help=
        "where notes come from: obsidian, or a source that another package installs"),
    *(Parameter(f"files.{kind}", kind is not FileKind.CODE, ANY, of_index=True, help=
        "search files of this kind, too") for kind in FILE_KINDS),
    *(Parameter(f"files.{kind}_mb", _MOST_MB.get(kind, _MOST_OTHERS_MB), Bounds(1, 2000), of_index=True, help=
        "larger files of this kind, in megabytes, are skipped and reported") for kind in FILE_KINDS),
    Parameter("files.recognise_text", False, ANY, of_index=True, help=
        "recognize the text in pictures and scanned pages in the background; needs the extra `ocr`"),
    Parameter("files.seconds", 60.0, Bounds(1, 3600), of_index=True, help=
        "a file that takes longer to read is skipped and reported"),
    Parameter("images.model", "", ANY, help=
        (
        "folder of a CLIP-like sentence-transformers model, by which pictures are found by what they "
        "show; empty for none. None is shipped; needs the extra `models`"
)),
    Parameter("chunking.chunk_size", 200, Bounds(16, 8192), of_index=True, help=
        "longest passage, in tokens of the model; title and headings come on top"),
    Parameter("chunking.overlap", 0, Bounds(0, 4096), of_index=True, help=
        "tokens repeated from the end of one passage at the start of the next"),
    Parameter("embedding.embedding_model", "all-MiniLM-L6-v2", ANY, of_index=True, help=
        "the installed default, a folder with a sentence-transformers model, the name of one in the "
        "local hub cache, or an encoder that another package installs"),
    Parameter("embedding.multilingual_model", "auto", ANY, of_index=True, help=
        (
        "the model for all languages but English: named like embedding_model; none "
        "(embedding_model for all); or auto: the installed one with the default "
        "embedding_model, none with another"
)),
    Parameter("language.notes", "auto", ("auto", *LANGUAGE_NAMES), of_index=True, help=
        (
        "language of notes without a `lang` property, as a code such as de; auto detects it "
        "per note"
)),
    Parameter("language.questions", "auto", ("auto", *LANGUAGE_NAMES), help=
        "language of all questions, as a code; auto detects it per question"),
    Parameter("embedding.chunking_mode", "plain", ("plain", "late", "colbert"), of_index=True, help=
        (
        "plain embeds each passage alone; late embeds short neighbouring passages together; "
        "colbert also keeps a vector for every few tokens"
)),
    Parameter("embedding.batch_size", 32, Bounds(1, 1024), help="passages encoded at once"),
    Parameter("semantic.n_candidates", 50, COUNT, help="candidates by meaning"),
    Parameter("semantic.n_multilingual_candidates", 100, COUNT, help=
        (
        "fewest candidates by meaning from the multilingual model: several may say the same "
        "in different languages"
)),
    Parameter("semantic.document_weight", 0.15, SHARE, help=
        "weight of the whole note's meaning in that of its passages"),
    Parameter("tokens.pool_factor", 2, Bounds(1, 64), of_index=True, help=
        "tokens that share a vector if chunking_mode is colbert; 1 for one each"),
    Parameter("tokens.weight", 0.5, SHARE, help=
        "weight of token vectors relative to meaning if chunking_mode is colbert"),
    Parameter("tokens.n_candidates", 50, COUNT, help="candidates by token vectors"),
    Parameter("fulltext.n_candidates", 50, COUNT, help="candidates by keywords"),
    Parameter("grep.n_candidates", 50, COUNT, help="candidates by exact text"),
    Parameter("retrievers.extra", NONE, (NONE,), several=True, extended="retrievers", help=
        "further retrievers that other packages install, joined by +"),
    Parameter("retrievers.n_candidates", 50, COUNT, help="candidates of each further retriever"),
    Parameter("retrievers.weight", 0.3, SHARE, help=
        "weight of each further retriever beside keywords and meaning together"),
    Parameter("fusion.method", "linear", ("linear", "reciprocal_rank"), help=
        "combine keywords and meaning by their scores, or by reciprocal ranks"),
    Parameter("fusion.words_weight", 0.45, SHARE, help=
        "weight of keywords in the combined score; the rest is meaning"),
    Parameter("fusion.multilingual_words_weight", 0.39, SHARE, help=
        "the same for passages found by the multilingual model"),
    Parameter("titles.weight", 6.0, WEIGHT, help=
        (
        "weight of the similarity of question and title beside meaning and keywords; 0 for "
        "none"
)),
    Parameter("titles.words", 0.4, WEIGHT, help=
        "bonus to that similarity for the share of the question's words in a title or alias"),
    Parameter("fusion.k", 60, COUNT, help=
        "constant of reciprocal rank fusion; higher values even out the ranks"),
    Parameter("reranker.chain", "auto", (AUTO, NONE, *RERANKERS), several=True, extended="rerankers", help=
        (
        "ranking steps joined by +; auto is best_sentence, late_interaction, then "
        "cross_encoder if its weights are installed"
)),
    Parameter("reranker.reranker_model", "auto", ANY, help=
        (
        "the cross-encoder: a folder, the name of one in the local hub cache, or auto: the "
        "one from `vaultsearch models download`, else the installed one"
)),
    Parameter("best_sentence.n_candidates", 30, COUNT, help=
        (
        "passages whose sentences the multilingual model reads one by one; the others stay "
        "below"
)),
    Parameter("best_sentence.weight", 0.5, SHARE, help=
        "weight of a passage's best sentence in its meaning; the rest is the whole passage"),
    Parameter("late_interaction.n_candidates", 20, COUNT, help=
        "passages read by late interaction, of short queries two thirds; the others stay below"),
    Parameter("late_interaction.weight", 0.5, WEIGHT, help=
        "weight of late interaction against the order before it (1: equal)"),
    Parameter("cross_encoder.weight", 1.5, WEIGHT, help=
        "weight of the cross-encoder against the order before it (1: equal)"),
    Parameter("cross_encoder.n_candidates", 16, COUNT, help=
        "passages read by the cross-encoder, of short queries two fifths; the others stay below"),
    Parameter("mmr.lambda", 0.7, SHARE, help=
        "weight of relevance against variety (1: relevance only)"),
    Parameter("recency.half_life_days", 90.0, Bounds(0.01, 100_000), help=
        "days after which a note counts as half as fresh"),
    Parameter("recency.weight", 0.2, SHARE, help=
        "weight of freshness in the order; the rest is relevance (0: none)"),
    Parameter("links.weight", 0.05, WEIGHT, help=
        "weight of links from and to the best notes (0: none)"),
    Parameter("threshold.minimum", 0.01, SHARE, help=
        "passages with a lower probability of answering are hidden"),
    Parameter("dedup.strategy", "document", ("document", "none"), help=
        "document lists a few passages per note, none all of them"),
    Parameter("dedup.max_per_doc", 1, COUNT, help="passages listed per note"),
    Parameter("related.n_results", 10, COUNT, help="related notes listed"),
    Parameter("duplicates.minimum", 0.8, Bounds(0.5, 1), help=
        "share of text that two passages must have in common to be duplicates"),
    Parameter("passages.overlap", 0.08, Bounds(0, 0.5), help=
        "overlap between pieces of a long text, as a share of chunk_size"),
    Parameter("passages.shortest", 8, Bounds(0, 8192), help=
        "shorter paragraphs or messages of a long text, in tokens, are joined with the next"),
    Parameter("passages.chunks_per_query", 5, Bounds(1, 100), help=
        "candidates for each piece of a long text"),
    Parameter("passages.min_similarity_threshold", -1.0, Bounds(-1, 1), help=
        (
        "lowest cosine for a passage to be similar to a piece; -1 for the value fitted to "
        "the model, or none if there is no such value"
)),
    Parameter("passages.multilingual_min_similarity_threshold", -1.0, Bounds(-1, 1), help=
        "the same for the multilingual model"),
    Parameter("passages.mode", "ann", ("ann", "exact"), help=
        "ann uses the vector index if there is one, exact compares with every passage"),
    Parameter("passages.nprobe", 20, COUNT, help="partitions of the vector index that ann searches"),
    Parameter("passages.overfetch", 3, Bounds(1, 20), help=
        "passages looked at per candidate: several may be from one note"),
    Parameter("passages.dedup_strategy", "document", ("document", "semantic", "none"), help=
        (
        "document takes few passages per note, semantic skips those that repeat a better "
        "one, none takes all"
)),
    Parameter("passages.dedup_max_per_doc", 1, Bounds(1, 100), help=
        "passages per note with the strategy document"),
    Parameter("passages.dedup_similarity", 0.95, SHARE, help=
        "lowest cosine for two passages to say the same with the strategy semantic"),
    Parameter("passages.top_k", 5, COUNT, help="notes listed for all topics together, and at most for each"),
    Parameter("passages.lambda", 1.0, SHARE, help=
        "weight of similarity against variety within a topic (1: similarity only)"),
    Parameter("passages.whole_weight", 0.1, SHARE, help=
        "weight of the whole text's similarity in that of one of its pieces"),
    Parameter("window.n_results", 50, COUNT, help="passages listed in the window"),
    Parameter("window.recent_queries", 50, Bounds(0, 1000), help=
        "recent searches to remember; 0 remembers none and clears the history"),
    Parameter("learning.enabled", True, ANY, help=
        (
        "in the window, rank notes higher that were opened, copied or added to the basket "
        "for the question; off remembers nothing new"
)),
    Parameter("learning.near", 0.9, SHARE, help="lowest cosine for two questions to count as the same"),
    Parameter("context.budget", 4000, Bounds(100, 1_000_000), help="token budget of a copied context"),
    Parameter("context.n_results", 12, COUNT, help="passages considered for a copied context"),
    Parameter("quotes.n_results", 8, COUNT, help="sentences quoted per note"),
    Parameter("quotes.minimum", 0.3, SHARE, help=
        (
        "lowest probability, 0 to 1, that a note's best sentence answers for anything to be "
        "quoted"
)),
)
# fmt: on

_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
NAMES = _BY_NAME.keys() | {parameter.key for parameter in PARAMETERS}
"""The names by which parameters can be set: full ones, and the keys that steps share."""


def bounds_of(name: str) -> Bounds:
    """Return the bounds of the parameter with this full name, ANY if it is no number."""
    allowed = _BY_NAME[name].allowed
    return allowed if isinstance(allowed, Bounds) else ANY


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
                raise SettingsError(f"Unknown parameter {name!r}.", "`vaultsearch config` lists all of them.")
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
                    written = replace(parameter, name=name)  # trouble names it as it was written
                    return Setting(parameter, written.parse(layer[name]), source)
        return Setting(parameter, parameter.default, "default")
