"""Fill in after encoding: summaries, and vectors for titles and model texts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.filters import AllOf, AtPaths, InLanguages, Not
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.model_texts import Texts
from vaultsearch.core.index.note_vectors import summarize_notes
from vaultsearch.core.index.sync.note_reading import ENCODED_AT_ONCE, FEW_AT_ONCE, FEW_NOTES, FEW_PASSAGES
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, PassageEncoding, Watch
from vaultsearch.core.index.tables.index_tables import NOTES
from vaultsearch.core.index.tables.predicates import is_in
from vaultsearch.core.languages.names import Routing
from vaultsearch.core.protocols import Encoder, Runner, Vectors
from vaultsearch.core.values.search import Space

_log = logging.getLogger(__name__)

_SUMMARIES_PER_COMMIT = 128


@dataclass(frozen=True, slots=True)
class SummaryFilling:
    """Makes missing summaries: for notes that are new, changed, or summarized by an older version.

    Only notes encoded wholly by the embedding model have a summary: English notes, if there is also a
    multilingual model. Each page is written at once, so the next sync continues after it.
    """

    corpus: LanceCorpus
    encoding: PassageEncoding
    run: Runner
    run_small: Runner

    async def fill(self, watch: Watch, only: Collection[str] | None = None) -> int:
        """Make missing summaries, if ``only`` at these paths; return their number."""
        read = (await self.encoding.routing()).read
        others = Not(InLanguages(read)) if read is not None else None
        states = {} if watch.is_cancelled() else await self.corpus.summaries.unsummarized(others, only)
        paths, done = list(states), 0
        # A few notes are done in the process that is there already; its start would take longer.
        run = self.run_small if len(paths) <= FEW_NOTES else self.run
        for start in range(0, len(paths), _SUMMARIES_PER_COMMIT):
            if watch.is_cancelled():
                break
            page = {path: states[path] for path in paths[start : start + _SUMMARIES_PER_COMMIT]}
            try:
                notes = await self.corpus.summaries.whole_notes(page)
                summaries = await run(summarize_notes, notes)
            except WorkerDiedError:
                # It was ended, or died of one of them: without these, only whole notes weigh less.
                if watch.is_cancelled():  # which ends the process
                    break
                _log.warning("summarize failed notes=%d first=%s", len(page), next(iter(page)))
                self.corpus.backlog.failed += len(page)
                continue
            if summaries:
                await self.corpus.summaries.write(summaries)
            done += len(summaries)
            watch.on_progress(EncodingClock(len(paths), start + len(page)))
        return done


_TITLES_PER_BATCH = 32
"""A concurrent question waits for one batch: some fifteen milliseconds."""

_TITLES_PER_COMMIT = 2048


@dataclass(frozen=True, slots=True)
class TitleFilling:
    """Encodes titles without a vector: each by the model that compares it with most questions.

    Attributes:
        encoders: The title encoder for each space; the multilingual encoder may be absent.
        run: Runs the encoder where questions are encoded, since the model is loaded there.
    """

    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    run: Runner

    async def fill(
        self, routing: Routing, *, is_cancelled: Callable[[], bool], only: Collection[str] | None = None
    ) -> int:
        """Encode missing titles, and return their number; with ``only``, for notes at these paths."""
        where = None if only is None else is_in("path", only)
        titles = dict(await self.corpus.tables.tuples(NOTES, ["path", "title"], where))
        models = {space: encoder.fingerprint for space, encoder in self.encoders.items()}
        table, done = self.corpus.titles, 0
        if only is None:
            encoded = await table.retain(titles.values(), models.values())
        else:
            encoded = await table.known(titles.values())
        read_by_main = InLanguages(routing.read) if routing.read is not None else None
        for space, model in models.items():
            lacking = {path: title for path, title in titles.items() if (title, model) not in encoded}
            # If languages are mixed, questions compare all titles by the multilingual model.
            compares_all = space is Space.MULTILINGUAL and routing.is_mixed
            if lacking and read_by_main is not None and not compares_all:
                read = read_by_main if space is Space.MAIN else Not(read_by_main)
                paths = await self.corpus.notes.paths(
                    AllOf((read, AtPaths(frozenset(only)))) if only else read
                )
                lacking = {path: title for path, title in lacking.items() if path in paths}
            # By length, so that the titles of a batch need little padding.
            wanted_titles = sorted({*lacking.values()}, key=lambda title: (len(title), title))
            for start in range(0, len(wanted_titles), _TITLES_PER_COMMIT):
                page = wanted_titles[start : start + _TITLES_PER_COMMIT]
                done += await self._encode(page, space, is_cancelled)
        return done

    async def _encode(self, titles: Sequence[str], space: Space, is_cancelled: Callable[[], bool]) -> int:
        encoder, done, vectors = self.encoders[space], list[str](), list["Vectors"]()
        for start in range(0, len(titles), _TITLES_PER_BATCH):
            if is_cancelled():
                break
            part = titles[start : start + _TITLES_PER_BATCH]
            try:
                vectors.append(await self.run(encoder.encode_passages, part))
            except (ModelUnavailableError, WorkerDiedError):
                # Questions encode them as they find them, or do without.
                _log.warning("titles not encoded notes=%d first=%r", len(part), part[0])
                self.corpus.backlog.failed += len(part)
                break
            done += part
        if done:
            await self.corpus.titles.write(done, np.concatenate(vectors), encoder.fingerprint)
        return len(done)


_MODEL_TEXTS_PER_COMMIT = 512


@dataclass(frozen=True, slots=True)
class ModelTextFilling:
    """Brings vectors for a language model's texts up to date with texts and passages.

    Attributes:
        encoders: The passage encoder for each space.
        run_small: Runs it for few texts, where questions are encoded.
    """

    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    run: Runner
    run_small: Runner

    async def fill(self, watch: Watch, only: Collection[str] | None = None) -> int:
        """Make missing vectors, and remove those without a text or passage; return how many were made.

        With ``only``, restrict to notes at these paths, unless texts were written since the last filling.
        """
        if watch.is_cancelled() or not await self.corpus.model_texts.is_used():
            return 0
        state, texts, only = await self.corpus.model_texts.begin_filling(only)
        done = 0
        for space in self.encoders:
            done += await self._fill(space, texts, only, watch)
        if not watch.is_cancelled():
            self.corpus.model_texts.filled = state
        return done

    async def _fill(self, space: Space, texts: Texts, only: Collection[str] | None, watch: Watch) -> int:
        table = self.corpus.model_texts
        expected_digests, stored = await table.expected(space, texts, only), await table.stored(space, only)
        missing = [key for key, digest in expected_digests.items() if stored.get(key) != digest]
        clock = EncodingClock(len(missing))
        for start in range(0, len(missing), _MODEL_TEXTS_PER_COMMIT):
            page = missing[start : start + _MODEL_TEXTS_PER_COMMIT]
            digests = {key: expected_digests[key] for key in page}
            # Such as those of a note that was moved: the rows of its former place are still there.
            vectors = await table.vectors_of(space, set(digests.values()))
            unknown = {digest: key for key, digest in digests.items() if digest not in vectors}
            of_keys = await table.texts_of(set(unknown.values()), texts)
            to_encode = {digest: of_keys[key] for digest, key in unknown.items() if key in of_keys}
            vectors |= await self._encode(space, to_encode, len(missing), watch)
            encoded = {key: digest for key, digest in digests.items() if digest in vectors}
            if encoded:
                await table.write(space, encoded, [vectors[digest] for digest in encoded.values()])
            if watch.is_cancelled():
                return clock.done
            clock.done += len(encoded)
            watch.on_progress(clock)
        await table.remove(space, stored.keys() - expected_digests.keys())
        return clock.done

    async def _encode(
        self, space: Space, texts: Mapping[str, str], total: int, watch: Watch
    ) -> dict[str, Vectors]:
        # By length, so that the texts of a batch need little padding.
        digests = sorted(texts, key=lambda digest: len(texts[digest]))
        few = total <= FEW_PASSAGES
        run, at_once = (self.run_small, FEW_AT_ONCE) if few else (self.run, ENCODED_AT_ONCE)
        vectors: dict[str, Vectors] = {}
        for start in range(0, len(digests), at_once):
            part = digests[start : start + at_once]
            if watch.is_cancelled():
                break
            try:
                encoded = await run(self.encoders[space].encode_passages, [texts[digest] for digest in part])
            except WorkerDiedError:
                # Their passages are found as before; the next sync tries again.
                if not watch.is_cancelled():
                    _log.warning("model texts not encoded texts=%d", len(part))
                continue
            vectors |= zip(part, encoded, strict=True)
        return vectors
