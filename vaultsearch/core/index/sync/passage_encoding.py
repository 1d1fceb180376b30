"""Encode passages: each gets a vector in every space its language calls for."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from itertools import takewhile
from random import Random
from typing import TypeAlias

import numpy as np

from vaultsearch.core.chunking.embedded_text import EmbeddedText, encode_embedded
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.filters import AllOf, AtPaths, Filter, InLanguages, Not
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import question_languages
from vaultsearch.core.index.sync.file_limits import bytes_read
from vaultsearch.core.index.sync.note_reading import (
    ENCODED_AT_ONCE,
    FEW_AT_ONCE,
    FEW_PASSAGES,
    read_ahead,
    run_bisected,
)
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.index.tables.stored_notes import PendingChunk
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import usable_cores
from vaultsearch.core.models.encoder import WholeTextEncoder
from vaultsearch.core.models.encoder_choice import RELATIVE_COSTS
from vaultsearch.core.protocols import Encoder, Runner, Vectors
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.reading import kind_of

_BELIEVABLE_S = 2.0
"""Seconds until a rate is shown: the first batches include starts and caches."""
_BYTES_OF_OPENING = 2000
"""Opening a file and writing its row take as long as reading so many bytes."""
_MOSTLY_IDLE = 4
"""The clock runs so many times longer than the processor if the model computes elsewhere, on a GPU."""
_WRITING_FACTOR = 1.25
"""Encoding time including reading passages and writing vectors (measured)."""


@dataclass(slots=True)
class ReadingClock:
    """Foretells, while notes are read, when all can be searched by meaning.

    It extrapolates from bytes by kind: a megabyte in pictures holds fewer passages than in notes.

    Attributes:
        cost: Returns the cost of encoding passages, given their number by language, in passages for the
            default model.
        seconds: Wall-clock seconds for a passage at cost 1; None until a sample was encoded.
    """

    cost: Callable[[Mapping[str, int]], float]
    seconds: float | None = None
    _left: Counter[FileKind | None] = field(default_factory=Counter)
    _read: Counter[FileKind | None] = field(default_factory=Counter)
    _passages: Counter[FileKind | None] = field(default_factory=Counter)
    _languages: Counter[str] = field(default_factory=Counter)
    _begun: float = 0.0

    def begin(self, waiting: Iterable[Revision]) -> None:
        """Start the clock for these files."""
        for revision in waiting:
            self._left[kind_of(revision.path)] += _reading_effort(revision)
        self._begun = time.perf_counter()

    def advance(self, revision: Revision, rows: NoteRows | None) -> None:
        """Count a file as read, with the passages in ``rows``, or None if it was unreadable."""
        kind = kind_of(revision.path)
        self._left[kind] -= _reading_effort(revision)
        self._read[kind] += _reading_effort(revision)
        if rows is not None:
            self._passages[kind] += len(rows.passages)
            self._languages.update(passage["language"] for passage in rows.passages)

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds for reading and encoding, or None before they can be told."""
        elapsed = time.perf_counter() - self._begun
        passages, read = self._passages.total(), self._read.total()
        if self.seconds is None or elapsed < _BELIEVABLE_S or not passages:
            return None
        # A kind of which no file was read yet is expected to hold as many passages as the others do.
        ahead = sum(
            left * (self._passages[kind] / self._read[kind] if self._read[kind] else passages / read)
            for kind, left in self._left.items()
        )
        encoding = self.seconds * self.cost(self._languages) * (1 + ahead / passages)
        # Reading and encoding follow one another, so that their times add up.
        return elapsed * self._left.total() / read + encoding


def _reading_effort(revision: Revision) -> int:
    return bytes_read(revision) + _BYTES_OF_OPENING


def time_encoding(encoder: Encoder, texts: Sequence[EmbeddedText]) -> float:
    """Estimate the wall-clock seconds these passages take; run where questions are encoded.

    Processes that read notes meanwhile take turns with this one, so the clock alone would show up to three
    times as much: processor time is counted.
    """
    clock, processor = time.perf_counter(), time.process_time()
    encode_embedded(encoder, texts)
    elapsed, computed = time.perf_counter() - clock, (time.process_time() - processor) / usable_cores()
    return _WRITING_FACTOR * computed if computed * _MOSTLY_IDLE > elapsed else elapsed


@dataclass(slots=True)
class EncodingClock:
    """Encoding progress, and the rate since the first batch: loading the model is not counted.

    ``done`` counts passages with written vectors, which searches find. When they counted as soon as they were
    encoded, 491 of 1,309 passages were ready beside a list of 0 among 803 notes.
    """

    total: int
    done: int = 0
    encoded: int = 0
    ready: int = 0
    """Passages with earlier vectors: after a restart, 3,686 of 4,638 were shown as none."""
    _left: float = 0.0
    """The work left, in passages for the present model."""
    _first: tuple[int, float] | None = None
    _expected_end: float | None = None
    """Promised by a sample or the former model's rate, until this model's rate is reliable."""

    def __post_init__(self) -> None:
        self._left = self.total

    def expect(self, seconds: float) -> None:
        """Promise this duration until the rate is reliable."""
        self._expected_end = time.perf_counter() + seconds

    def begin(self, left: float) -> None:
        """Start measuring a model, with ``left`` work in passages for it.

        Timed by the first model's passages, the others' seemed as quick: an hour's work was shown as ten
        minutes.
        """
        expected = self.seconds_left
        self._expected_end = None if expected is None else time.perf_counter() + expected
        self._left, self._first = left, None

    def advance(self, count: int) -> None:
        """Count encoded passages."""
        self.encoded += count
        self._left -= count
        # Counted from the end of the first batch, which has loaded the model.
        if self._first is None:
            self._first = (self.encoded, time.perf_counter())

    @property
    def rate(self) -> float:
        """Passages per second, 0 until it can be measured."""
        if self._first is None or self.encoded == self._first[0]:
            return 0.0
        return (self.encoded - self._first[0]) / (time.perf_counter() - self._first[1])

    @property
    def seconds_left(self) -> float | None:
        """The remaining seconds at this rate, or None before it is reliable."""
        now = time.perf_counter()
        if self._first is None or now - self._first[1] < _BELIEVABLE_S or not self.rate:
            return None if self._expected_end is None else max(0.0, self._expected_end - now)
        return max(0.0, self._left) / self.rate


_MAX_FEW, _WRITTEN_OF_FEW = 2000, 128
"""For so few passages commits are quick, and the user sees every hundred become ready."""
_WRITTEN_AT_ONCE = 512
_MIN_MANY, _WRITTEN_OF_MANY = 8000, 1024
"""Each commit scans the whole table: for 30,000 passages, half a second on one core."""

_SERVER_AT_ONCE, _WRITTEN_FROM_SERVER = 16, 64
"""For servers and extensions, which may take seconds per passage: stopping waits for one batch, and a failure
loses at most a page.
"""

_COST_OF_OTHER_MODELS = {Space.MAIN: 1.0, Space.MULTILINGUAL: 5.0}
"""The default model's cost, and the assumed cost for a user's own multilingual model."""

_SAMPLE_SIZE, _SAMPLE_AT_ONCE, _SAMPLE_S = 24, 4, 1.0
_MAJORITY = 0.5

_Encoded: TypeAlias = "tuple[Sequence[PendingChunk], Vectors]"


@dataclass(frozen=True, slots=True)
class _MissingVectors:
    """The ids of passages without a vector in a space."""

    space: Space
    ids: Sequence[str]
    is_wanted: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Watch:
    """Follows a long run.

    Attributes:
        on_progress: Called after each batch and each commit.
        is_cancelled: Asked before each batch.
    """

    on_progress: Callable[[EncodingClock], None] = lambda _: None
    is_cancelled: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class _EncodingRun:
    """A sync's state."""

    clock: EncodingClock
    run_elsewhere: Runner
    at_once: int
    watch: Watch
    is_asked: Callable[[], bool]
    embedded: set[str] = field(default_factory=set)
    """Ids, so that a passage read by two models counts once."""
    left_out: list[Failure] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PassageEncoding:
    """Brings passage vectors up to date: encodes passages lacking vectors, or from renamed notes.

    Attributes:
        encoders: The encoder for each space; the multilingual encoder may be absent.
        run_small: Runs it for few passages.
        writing: Held for each commit.
        is_overtaken: Returns True for the path of a note rewritten since its passages were read: their
            vectors would belong to the former text.
    """

    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    run: Runner
    run_small: Runner
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_overtaken: Callable[[str], bool] = lambda _: False

    async def routing(self) -> Routing:
        """Route languages to models, according to the passages' languages."""
        multilingual = Space.MULTILINGUAL in self.encoders
        return Routing.of(await self.corpus.notes.languages(), multilingual=multilingual)

    async def sync(
        self,
        stale: Mapping[Space, Sequence[str]],
        watch: Watch,
        *,
        first: Collection[str] = (),
        others: bool = True,
        seconds: float | None = None,
    ) -> tuple[int, list[Failure]]:
        """Encode passages without a vector, or from notes renamed before this sync.

        Args:
            stale: The passage ids from renamed notes, by space.
            first: The paths of notes to encode first.
            others: Whether to encode the other notes, too.
            seconds: The expected time for a passage at cost 1, see `seconds_of_one`.

        Returns:
            The number of encoded passages, and failures for notes with passages left out.
        """
        # A summary made from vectors under a former title is made again.
        await self.corpus.summaries.forget(set(map(_path_of_passage, stale.get(Space.MAIN, ()))))
        only = None if others else AtPaths(frozenset(first))
        missing = [] if watch.is_cancelled() else await self._missing(stale, only)
        if first and others:
            missing = [
                replace(some, ids=[key for key in some.ids if (_path_of_passage(key) in first) is among])
                for among in (True, False)
                for some in missing
            ]
        clock = EncodingClock(sum(len(space_missing.ids) for space_missing in missing))
        if seconds is not None:
            clock.expect(seconds * self._work(missing))
        # Few passages go to the process for questions, which has the model loaded, in small batches so that
        # no question waits for long.
        few = clock.total <= FEW_PASSAGES
        if others and not few:
            # Vectors, not passages: two models may read a passage, and more was missing than there were.
            stored = sum(of_space.vectors for of_space in await self.corpus.searched_vectors())
            clock.ready = max(0, stored - sum(map(len, stale.values())))
        chosen, at_once = (self.run_small, FEW_AT_ONCE) if few else (self.run, ENCODED_AT_ONCE)
        run = _EncodingRun(clock, chosen, at_once, watch, self.corpus.backlog.is_asked)
        for number, space_missing in enumerate(missing):
            clock.begin(self._work(missing[number:]) / self._cost(space_missing.space))
            await self._embed_space(space_missing, run)
        self.corpus.backlog.failed += len(run.left_out)
        return len(run.embedded), run.left_out

    async def costs(self) -> Callable[[Mapping[str, int]], float]:
        """Return a function from passages by language to their cost, in passages for the default model."""
        questions = await in_thread(question_languages, self.corpus.path)

        def cost(passages: Mapping[str, int]) -> float:
            routing = Routing.of(passages, multilingual=Space.MULTILINGUAL in self.encoders)
            ours = sum(count for language, count in passages.items() if routing.reads(language))
            in_all = routing.is_mixed or not all(map(routing.reads, questions))
            others = sum(passages.values()) - (0 if in_all and routing.read is not None else ours)
            return ours * self._cost(Space.MAIN) + (others * self._cost(Space.MULTILINGUAL) if others else 0)

        return cost

    async def seconds_of_one(self) -> float | None:
        """Encode a sample to estimate the seconds for a passage at cost 1; return None if none waits.

        Raise VaultSearchError if the model cannot be loaded, or the process died.
        """
        routing = await self.routing()
        space = Space.MULTILINGUAL if routing.others > _MAJORITY else Space.MAIN
        ids = await self.corpus.vectors.pending_ids(space)
        # Spread over all of them: the newest notes come first, and may be longer or shorter than the others.
        step = max(1, len(ids) // _SAMPLE_SIZE)
        sample = [chunk.embedded for chunk in await self.corpus.vectors.pending(ids[::step][:_SAMPLE_SIZE])]
        sample.sort(key=lambda embedded: -len(embedded.text))
        parts = [sample[start : start + _SAMPLE_AT_ONCE] for start in range(0, len(sample), _SAMPLE_AT_ONCE)]
        if not parts:  # the vectors of their texts are still there, or all are in the other space
            return None
        # Where questions are encoded: elsewhere notes are being read, and their time would be counted. A few
        # at a time, since a question waits for them. The longest ones once before: with them the model is
        # loaded and its memory grows, which takes more than twice as long.
        await self.run_small(time_encoding, self.encoders[space], parts[0])
        Random(len(parts)).shuffle(parts)  # noqa: S311  # no secret
        begun, taken, encoded = time.monotonic(), 0.0, 0
        for part in parts:
            taken += await self.run_small(time_encoding, self.encoders[space], part)
            encoded += len(part)
            if time.monotonic() - begun > _SAMPLE_S:  # a large model of the user's
                break
        return taken / encoded / self._cost(space)

    def _work(self, missing: Sequence[_MissingVectors]) -> float:
        return sum(len(space_missing.ids) * self._cost(space_missing.space) for space_missing in missing)

    def _cost(self, space: Space) -> float:
        """Return a passage's encoding time in a space, relative to the others."""
        return RELATIVE_COSTS.get(self.encoders[space].name, _COST_OF_OTHER_MODELS[space])

    async def _missing(
        self, stale: Mapping[Space, Sequence[str]], only: AtPaths | None
    ) -> list[_MissingVectors]:
        """List the passages to encode, in all or some notes: first in the space for their own language."""
        routing = await self.routing()
        in_main = InLanguages(routing.read) if routing.read is not None else None
        ours = await self.corpus.vectors.pending_ids(Space.MAIN, _combine_filters(in_main, only))
        ours = list(dict.fromkeys((*ours, *stale.get(Space.MAIN, ()))))
        missing = [_MissingVectors(Space.MAIN, ours)]
        if routing.read is not None:
            foreign = _combine_filters(Not(InLanguages(routing.read)), only)
            others = await self.corpus.vectors.pending_ids(Space.MULTILINGUAL, foreign)
            others = list(dict.fromkeys((*others, *stale.get(Space.MULTILINGUAL, ()))))
            missing.append(_MissingVectors(Space.MULTILINGUAL, others))

            def is_wanted() -> bool:
                questions = question_languages(self.corpus.path)
                return routing.is_mixed or not all(map(routing.reads, questions))

            if await in_thread(is_wanted):
                all_ids = await self.corpus.vectors.pending_ids(Space.MULTILINGUAL, only)
                held = frozenset(others)
                rest = [passage_id for passage_id in all_ids if passage_id not in held]
                # Last: these passages are found by questions in their own language already.
                missing.append(_MissingVectors(Space.MULTILINGUAL, rest, is_wanted))
        return missing

    async def _embed_space(self, missing: _MissingVectors, run: _EncodingRun) -> None:
        ids, encoder = missing.ids, self.encoders[missing.space]
        size = _WRITTEN_OF_MANY
        if len(ids) < _MIN_MANY:
            size = _WRITTEN_OF_FEW if len(ids) < _MAX_FEW else _WRITTEN_AT_ONCE
        if isinstance(encoder, WholeTextEncoder):
            size, run = _WRITTEN_FROM_SERVER, replace(run, at_once=min(run.at_once, _SERVER_AT_ONCE))
        pages = (ids[start : start + size] for start in range(0, len(ids), size))
        # The user may want it no longer: the file of the languages is read again for each page.
        pages_to_encode = takewhile(lambda _: not run.watch.is_cancelled() and missing.is_wanted(), pages)
        writing: asyncio.Task[None] | None = None
        try:
            # Read ahead, and written while the next page is encoded: the encoder never waits for the disk.
            async with aclosing(read_ahead(pages_to_encode, [self.corpus.vectors.pending])) as read:
                async for page in read:
                    encoded = await _encode_page(page, encoder, run)
                    if writing is not None:
                        # One write at a time, or encoding would run ahead of a slow disk and fill the memory.
                        await writing
                    reached = run.clock.encoded
                    writing = asyncio.create_task(self._write(encoded, missing.space, run, reached))
        finally:
            if writing is not None:
                await writing

    async def _write(
        self, encoded: Sequence[_Encoded], space: Space, run: _EncodingRun, reached: int
    ) -> None:
        async with self.writing:
            pairs = [pair for chunks, vectors in encoded for pair in zip(chunks, vectors, strict=True)]
            valid_pairs = [pair for pair in pairs if not self.is_overtaken(_path_of_passage(pair[0].id))]
            if valid_pairs:
                vectors = np.stack([vector for _, vector in valid_pairs])
                if not await self.corpus.vectors[space].holds(vectors):
                    raise ModelUnavailableError(
                        Message("{} makes vectors of another dimension now.", self.encoders[space].name),
                        "If its server has another model under this name, run: vaultsearch index --rebuild",
                    )
                await self.corpus.vectors.fill([chunk for chunk, _ in valid_pairs], vectors, space)
                run.embedded.update(chunk.id for chunk, _ in valid_pairs)
            run.clock.done = reached
            run.watch.on_progress(run.clock)
            if self.corpus.backlog.is_slow():
                await self.corpus.upkeep.index_words()


async def _encode_page(page: list[PendingChunk], encoder: Encoder, run: _EncodingRun) -> list[_Encoded]:
    """Encode the passages for a commit, in batches with similar lengths."""
    # By text, too, so that the passages of one window are in one batch.
    page.sort(key=lambda chunk: (len(chunk.embedded.text), chunk.embedded.text))
    encoded: list[_Encoded] = []
    starts = list(range(0, len(page), run.at_once))
    # The shortest come first in order, so the rate of a page's first batches promised half of the real time.
    Random(len(page)).shuffle(starts)  # noqa: S311  # no secret
    for start in starts:
        if run.watch.is_cancelled():
            break
        part = page[start : start + run.at_once]
        encoded += await _encode_batch(part, encoder, run)
        run.clock.advance(len(part))
        run.watch.on_progress(run.clock)
    return encoded


async def _encode_batch(
    chunks: Sequence[PendingChunk], encoder: Encoder, run: _EncodingRun
) -> list[_Encoded]:
    """Encode a batch, leaving out any passage that kills the worker."""

    async def encode(part: Sequence[PendingChunk]) -> Vectors:
        texts = [chunk.embedded for chunk in part]
        return await run.run_elsewhere(encode_embedded, encoder, texts, yielding=run.is_asked())

    def leave_out(chunk: PendingChunk) -> None:
        reason = "Indexing a passage of this note by meaning crashed; it is found by keywords only."
        run.left_out.append(Failure(_path_of_passage(chunk.id), reason))

    return await run_bisected(chunks, encode, leave_out=leave_out, is_cancelled=run.watch.is_cancelled)


def _path_of_passage(passage: str) -> str:
    return passage.rpartition(":")[0]


def _combine_filters(*conditions: Filter | None) -> Filter | None:
    held = tuple(condition for condition in conditions if condition is not None)
    return AllOf(held) if len(held) > 1 else next(iter(held), None)
