"""Reranking by a cross-encoder, which reads question and passage together: best order, slowest."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import expand_home
from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.models.device import usable_cores
from vaultsearch.core.models.encoder import loading_folder, settle_libraries, unloadable_error
from vaultsearch.core.models.model_files import (
    CROSS_ENCODER,
    HUB_CROSS_ENCODER,
    ONNX_FILE,
    TOKENIZER,
    locate_model_folder,
    verify_digest,
)
from vaultsearch.core.models.onnx_models import load_onnx, load_shipped_graph
from vaultsearch.core.models.tokens import load_tokenizer, model_inputs
from vaultsearch.core.protocols import Runner
from vaultsearch.core.search.blending import blend_first, has_risen, in_small_batches, is_short, passage_text
from vaultsearch.core.search.fusion import ANSWER_CALIBRATIONS
from vaultsearch.core.threads import in_thread, still_wanted
from vaultsearch.core.values.search import Chunk

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from sentence_transformers import CrossEncoder
    from tokenizers import Tokenizer

    from vaultsearch.core.search.late_interaction import TellingWindows

_WINDOW_TOKENS = 512
_MAX_QUESTION_TOKENS = 64
"""Tokens, as cross-encoders are trained with at most 64 (Nogueira and Cho 2019); with 256, a question of
1,000 characters, read beside every passage, took 3 s of a core, now 1.6."""


@dataclass(frozen=True, slots=True)
class OnnxCrossEncoder:
    """A picklable `PairScorer` for a folder with model and tokenizer, verified by ``sha256``."""

    name: str
    path: Path
    sha256: tuple[tuple[str, str], ...] = ()

    @classmethod
    def installed(cls, models: Path | None = None) -> OnnxCrossEncoder:
        """Find the packaged model, installed by the extra or downloaded below ``models``.

        Raises ModelUnavailableError if it is missing.
        """
        return cls(CROSS_ENCODER.name, CROSS_ENCODER.locate(models), CROSS_ENCODER.sha256)

    @classmethod
    def in_folder(cls, path: Path) -> OnnxCrossEncoder | None:
        """Return the model in a user's folder, or None."""
        is_there = all((path / file).is_file() for file, _ in CROSS_ENCODER.sha256)
        return cls(path.name, path) if is_there else None

    def verify(self) -> None:
        """Raise ModelUnavailableError unless all files have the pinned digests."""
        for file, expected in self.sha256:
            verify_digest(self.path / file, expected)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score passages with the model's raw output (about -11 to 11); higher is better.

        Run each pair by itself on one core: batches pad pairs, and with integer weights even the score
        depends on the others (by up to 0.7, measured); and two single-threaded runs side by side take two
        thirds of the time of two successive runs with two threads.
        """
        session, tokenizer = _load_session(self)
        # A long question is cut, so that most of the window is the passage's.
        ends = [end for _, end in tokenizer.encode(query, add_special_tokens=False).offsets]
        question = query if len(ends) <= _MAX_QUESTION_TOKENS else query[: ends[_MAX_QUESTION_TOKENS - 1]]
        encodings = tokenizer.encode_batch([(question, text) for text in texts])
        inputs = [model_inputs(encoding, _WINDOW_TOKENS) for encoding in encodings]
        check = still_wanted()

        def output(inputs: dict[str, NDArray[np.int64]]) -> object:
            # Between pairs, so that a superseded question ends within one of them.
            check()
            return session.run(None, inputs)[0]

        with ThreadPoolExecutor(usable_cores()) as threads:
            outputs = list(threads.map(output, inputs))
        return [float(np.asarray(output).reshape(-1)[-1]) for output in outputs]


@cache
def _load_session(model: OnnxCrossEncoder) -> tuple[InferenceSession, Tokenizer]:
    # Once for each process, when it is loaded: a digest of the weights takes long.
    model.verify()
    # Only of the packaged model is there a graph that was made for it.
    if model.sha256 == CROSS_ENCODER.sha256:
        session = load_shipped_graph(CROSS_ENCODER.name, model.path)
    else:
        session = load_onnx(model.path / ONNX_FILE)
    # The model's memory is given back when no question comes for a while.
    drop_at_rest(_load_session.cache_clear, is_model=True)
    return session, load_tokenizer(model.path / TOKENIZER)


@dataclass(frozen=True, slots=True)
class SentenceTransformersCrossEncoder:
    """A `PairScorer` for a sentence-transformers folder. Contains names only, so it can be pickled."""

    name: str
    path: Path

    @classmethod
    def named(cls, name: str) -> SentenceTransformersCrossEncoder:
        """Find a folder, or a name in the local hub cache; raises ModelUnavailableError."""
        return cls(Path(name).name, locate_model_folder(name))

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score passages with the model's raw output; higher is better."""
        pairs = [(query, text) for text in texts]
        model = _sentence_transformers_model(self.path)
        scores = model.predict(pairs, show_progress_bar=False, convert_to_numpy=True)
        return [float(score) for score in np.asarray(scores).reshape(len(pairs), -1)[:, -1]]


@cache
def _sentence_transformers_model(folder: Path) -> CrossEncoder:
    try:
        settle_libraries()
        from sentence_transformers import CrossEncoder
        from torch.nn import Identity
    except ImportError as error:
        raise unloadable_error(error) from error
    remedy = "Choose another with reranker.reranker_model, or remove cross_encoder from reranker.chain."
    with loading_folder("The cross-encoder", folder, remedy):
        return CrossEncoder(
            str(folder),
            local_files_only=True,
            # A folder of the user's may hold Python code; only weights are loaded.
            trust_remote_code=False,
            # The raw output: blending takes standard deviations, and a sigmoid would flatten them.
            activation_fn=Identity(),
            model_kwargs={"use_safetensors": True},
        )


_READ, _READ_OF_SHORT, _READ_IF_CONFIRMED, _CLEAR_LEAD = (9, 2, 2), (3, 1, 1), 4, 0.5
"""Passages read at first, then at once while one of the last is among so many top results; the same of short
queries, which late interaction ranks as well (of 2, z-scores would always be 1 and -1); and those read at
first if the first stays the first by so much: of 150 questions, 118 right notes stand first, 116 without it.
"""
_SHARE_OF_SHORT, _BATCH_SIZE, _CACHED_PAIRS = 0.25, 4, 4096
_SURE_PROBABILITY = 0.965
"""The least answer probability of any first passage to treat other questions as short queries.

Only the first 3 count. With 4, over eight sets a fifth of the work of both models is saved where notes
answer; Hit@1 is the same or higher, nDCG@10 lower by 0.0016 at most (XQuAD), higher by 0.0075 (Cranfield).
"""


class PairScorer(Protocol):
    """Scores pairs of question and passage. Picklable: loads in the process using it."""

    @property
    def name(self) -> str: ...  # noqa: D102  # the signature says it
    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score passages by how well they answer; higher is better."""
        ...


@dataclass(slots=True)
class CrossEncoderReranker:
    """Order by a cross-encoder's raw output.

    Args:
        model: a scorer, or a model's name for `locate_cross_encoder`, which may raise ModelUnavailableError.
        weight: the weight of the new z-scores beside those of the previous scores; None uses the new order
            alone.
        most: how many first candidates to read, fewer for short queries; None for all.
        windows: selects what to read of a long passage; None reads all of it.
    """

    model: str | PairScorer = "auto"
    run: Runner = in_thread
    weight: float | None = None
    most: int | None = None
    windows: TellingWindows | None = None
    _scorer: PairScorer = field(init=False)
    _scores: dict[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._scorer = locate_cross_encoder(self.model) if isinstance(self.model, str) else self.model

    @property
    def name(self) -> str:
        """The name in trace and status line."""
        return f"cross-encoder {self._scorer.name}"

    async def warm_up(self) -> None:
        """Load the model, so the first question does not wait."""
        await self.run(self._scorer.scores, "warm", ["up"])

    async def __call__(self, query: str, chunks: list[Chunk], n: int) -> list[Chunk]:
        """Return the n best; scores small batches so cancelling is quick.

        Each pair is scored once: when a query is retyped, undone or narrowed by a filter, most pairs are
        known.
        """
        is_easy = self.most is not None and is_short(query)
        most = self.most and math.ceil((_SHARE_OF_SHORT if is_easy else 1) * self.most)
        texts = [passage_text(chunk) for chunk in chunks[:most]]
        heads = {text: len(text) - len(chunk.text) for text, chunk in zip(texts, chunks, strict=False)}
        known = {text: self._scores[query, text] for text in texts if (query, text) in self._scores}

        async def score(batch: list[str]) -> list[float]:
            head = [heads[text] for text in batch]
            scores = await self.run(_score_batch, self._scorer, self.windows, query, batch, head)
            known.update(zip(batch, scores, strict=True))
            # At once: a question that is cancelled between batches, and typed again, goes on from here.
            self._keep(query, {text: known[text] for text in batch})
            return scores

        scores: list[float] = []
        ordered, until = chunks, len(texts)
        # Without a limit or former scores, all are read: this model alone says nothing of unread ones.
        if self.most is not None and self.weight is not None:
            until = _READ_OF_SHORT[0]
        while len(scores) < min(until, len(texts)):
            unknown = [text for text in dict.fromkeys(texts[:until]) if text not in known]
            await in_small_batches(score, unknown, _BATCH_SIZE)
            scores = [known[text] for text in texts[:until]]
            ordered = blend_first(chunks, scores, self.weight, "cross")
            if ANSWER_CALIBRATIONS["cross"].probability(max(scores)) >= _SURE_PROBABILITY:
                is_easy = True
            first, at_once, top = _READ_OF_SHORT if is_easy else _READ
            best = [chunk.score or 0.0 for chunk in ordered[:2]]
            if ordered[0].id == chunks[0].id and best[0] - best[-1] >= _CLEAR_LEAD:
                first = min(first, _READ_IF_CONFIRMED)
            if until < first:
                until = first
            elif has_risen(chunks[until - at_once : until], ordered[:top]):
                until += at_once
        # Once more, also those that were known, so that they count as used last.
        self._keep(query, {text: known[text] for text in texts[: len(scores)]})
        return ordered[:n]

    def _keep(self, query: str, scores: Mapping[str, float]) -> None:
        """Cache the scores of pairs, dropping the least recently used."""
        for text, score in scores.items():
            self._scores.pop((query, text), None)
            self._scores[query, text] = score
        for oldest in list(self._scores)[: max(0, len(self._scores) - _CACHED_PAIRS)]:
            del self._scores[oldest]


def _score_batch(
    model: PairScorer, windows: TellingWindows | None, query: str, texts: Sequence[str], heads: Sequence[int]
) -> list[float]:
    return model.scores(query, texts if windows is None else windows(query, texts, heads))


def locate_cross_encoder(name: str = "auto", models: Path | None = None) -> PairScorer:
    """Find a cross-encoder by the name in the settings; or raise ModelUnavailableError.

    ``auto`` is the downloaded model, else the extra's. Other names are that model's, a folder
    (written by sentence-transformers, or with an ONNX model) or a name in the local hub cache.
    """
    if name == CROSS_ENCODER.name:
        return OnnxCrossEncoder.installed(models)
    if name != "auto":
        exported = OnnxCrossEncoder.in_folder(expand_home(name))
        return exported or SentenceTransformersCrossEncoder.named(name)
    with contextlib.suppress(ModelUnavailableError):
        return SentenceTransformersCrossEncoder.named(HUB_CROSS_ENCODER)
    return OnnxCrossEncoder.installed(models)
