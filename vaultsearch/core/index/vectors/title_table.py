"""Vectors of titles: their table, and the filling in of missing ones."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError, WorkerDiedError
from vaultsearch.core.filters import InLanguages, Not
from vaultsearch.core.index.tables.index_tables import NOTES, TITLES, IndexTables
from vaultsearch.core.index.tables.predicates import is_in, literal
from vaultsearch.core.values.search import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from vaultsearch.core.index.backlog import Backlog
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.languages.routing import Routing
    from vaultsearch.core.protocols import Encoder, Runner, Vectors


_KEPT = 8192
"""Vectors kept in memory: six megabytes."""
_GONE = 0.1
"""The share of rows without a note any more, above which they are removed: each removal is a commit."""


class TitleTable:
    """Reads and writes the vectors of titles, float32 (dimension,); of a model, by its fingerprint."""

    def __init__(self, tables: IndexTables, backlog: Backlog) -> None:
        self._tables = tables
        self._backlog = backlog
        self._read: dict[tuple[str, str], bytes] = {}

    async def of(self, titles: Collection[str], model: str) -> dict[str, Vectors]:
        """Map those of the titles that a model has encoded to their vectors.

        They never change, so those read last are kept: reading sixty took 17 ms of a question.
        """
        await self._look_up(sorted({title for title in titles if (title, model) not in self._read}), model)
        known_vectors = {title: self._read[title, model] for title in titles if (title, model) in self._read}
        while len(self._read) > _KEPT:
            del self._read[next(iter(self._read))]
        return {
            title: np.frombuffer(packed, np.float16).astype(np.float32)
            for title, packed in known_vectors.items()
        }

    async def _look_up(self, titles: Sequence[str], model: str) -> None:
        if TITLES not in self._tables or not titles:
            return
        query = self._tables[TITLES].query().where(f"{is_in('title', titles)} AND model = {literal(model)}")
        rows: Any = await query.select(["title", "vector"]).to_arrow()
        for title, vector in zip(rows["title"].to_pylist(), rows["vector"].to_pylist(), strict=True):
            self._read[title, model] = vector

    async def write(self, titles: Sequence[str], vectors: Vectors, model: str) -> None:
        """Write the vectors of titles, float32 (n, dimension), that this model has not encoded yet."""
        from vaultsearch.core.index.tables.schema import TITLES as COLUMNS

        if TITLES not in self._tables:
            await self._tables.create(TITLES, COLUMNS)
        rows = [
            {"title": title, "model": model, "vector": vector.astype(np.float16).tobytes()}
            for title, vector in zip(titles, vectors, strict=True)
        ]
        batch = await self._tables.batch(TITLES, rows)
        async with self._tables.whole_write(TITLES):
            await self._tables[TITLES].add(batch)
        self._backlog.note_written()

    async def known(self, titles: Collection[str]) -> set[tuple[str, str]]:
        """Return those of these titles that have been encoded, each with the model."""
        where = is_in("title", sorted(set(titles)))
        return set(await self._tables.tuples(TITLES, ["title", "model"], where)) if titles else set()

    async def kept(self, titles: Iterable[str], models: Iterable[str]) -> set[tuple[str, str]]:
        """Return each title that has been encoded, with the model; the others' rows go if they are many."""
        rows = await self._tables.tuples(TITLES, ["title", "model"])
        encoded, wanted_titles, of = set(rows), set(titles), set(models)
        gone = {
            title_and_model
            for title_and_model in encoded
            if title_and_model[0] not in wanted_titles or title_and_model[1] not in of
        }
        if len(gone) > _GONE * len(encoded):
            former = is_in("title", sorted({title for title, _ in gone} - wanted_titles))
            await self._tables[TITLES].delete(f"{former} OR NOT {is_in('model', sorted(of))}")
        return encoded


_log = logging.getLogger(__name__)

_ENCODED_AT_ONCE = 32
"""A question that comes meanwhile waits for so many: some fifteen milliseconds."""
_WRITTEN_AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class TitleFilling:
    """Encodes the titles that lack a vector: each by the model that compares it with most questions.

    Attributes:
        corpus: The index.
        encoders: The encoder of titles for each space; the multilingual one may be absent.
        run: Runs the encoder: where questions are encoded, since the model is loaded there.
    """

    corpus: LanceCorpus
    encoders: Mapping[Space, Encoder]
    run: Runner

    async def fill(
        self, routing: Routing, *, is_cancelled: Callable[[], bool], only: Collection[str] | None = None
    ) -> int:
        """Encode the missing titles, and return their number; with ``only``, of the notes at these paths."""
        where = None if only is None else is_in("path", only)
        titles = dict(await self.corpus.tables.tuples(NOTES, ["path", "title"], where))
        models = {space: encoder.fingerprint for space, encoder in self.encoders.items()}
        table, done = self.corpus.titles, 0
        whole = only is None
        encoded = await (
            table.kept(titles.values(), models.values()) if whole else table.known(titles.values())
        )
        for space, model in models.items():
            lacking = {path: title for path, title in titles.items() if (title, model) not in encoded}
            wanted_titles = await self._of_space(space, lacking, routing)
            for start in range(0, len(wanted_titles), _WRITTEN_AT_ONCE):
                done += await self._encode(
                    wanted_titles[start : start + _WRITTEN_AT_ONCE], space, is_cancelled
                )
        return done

    async def _of_space(self, space: Space, titles: Mapping[str, str], routing: Routing) -> list[str]:
        """Return the titles, each once, of the notes with a passage in a language of this space.

        Where languages are mixed, questions compare all titles by the multilingual model.
        """
        ours = InLanguages(routing.read) if routing.read is not None else None
        if titles and ours is not None and not (space is Space.MULTILINGUAL and routing.is_mixed):
            paths = await self.corpus.notes.paths(ours if space is Space.MAIN else Not(ours))
            titles = {path: title for path, title in titles.items() if path in paths}
        return sorted({*titles.values()}, key=lambda title: (len(title), title))

    async def _encode(self, titles: Sequence[str], space: Space, is_cancelled: Callable[[], bool]) -> int:
        encoder, done, vectors = self.encoders[space], list[str](), list["Vectors"]()
        for start in range(0, len(titles), _ENCODED_AT_ONCE):
            if is_cancelled():
                break
            part = titles[start : start + _ENCODED_AT_ONCE]
            try:
                vectors.append(await self.run(encoder.encode_passages, part))
            except (ModelUnavailableError, WorkerDiedError):
                # Questions encode them as they find them, or do without.
                _log.warning("titles not encoded notes=%d first=%r", len(part), part[0])
                break
            done += part
        if done:
            await self.corpus.titles.write(done, np.concatenate(vectors), encoder.fingerprint)
        return len(done)
