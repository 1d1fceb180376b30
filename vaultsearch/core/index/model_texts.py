"""Store texts by a language model about notes and passages: the texts' file, and their vectors."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import numpy as np

from vaultsearch.core.chunking.chunker import embedding_text
from vaultsearch.core.chunking.embedded_text import content_key, standalone_text
from vaultsearch.core.filters import AtPaths, WithIds
from vaultsearch.core.index.backlog import Backlog
from vaultsearch.core.index.index_folder import MODEL_TEXTS
from vaultsearch.core.index.note_vectors import VectorsInMemory
from vaultsearch.core.index.stored_vectors import PassageVectors
from vaultsearch.core.index.tables.index_tables import BY_MODEL, VECTORS, IndexTables
from vaultsearch.core.index.tables.predicates import is_in, quote_literal
from vaultsearch.core.index.tables.stored_notes import StoredNotes
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.search import Chunk, Space

Texts: TypeAlias = "Mapping[TextKind, Mapping[str, str]]"
"""Texts by kind and by the hash of the content they describe."""
Key: TypeAlias = "tuple[str, str]"
"""A passage id, and the label for one text about it."""
_log = logging.getLogger(__name__)


class ModelTexts:
    """Texts in the index folder, by kind and by the hash of the content they describe.

    Lines are only appended, each whole before the next request: however the program ends, no content is sent
    twice, except what was being sent.
    """

    def __init__(self, index: Path) -> None:
        self._file = index / MODEL_TEXTS
        self._loaded: tuple[tuple[int, ...], Texts] | None = None

    def load(self) -> Texts:
        """Return texts by kind and content hash; the last line counts."""
        # Before the reading: a line that is added meanwhile is read the next time.
        state = self.state()
        if self._loaded is None or self._loaded[0] != state:
            texts: dict[TextKind, dict[str, str]] = {kind: {} for kind in TextKind}
            lines: list[str] = []
            with suppress(FileNotFoundError):
                lines = self._file.read_text("utf-8", errors="replace").split("\n")
            for line in filter(None, lines):
                try:
                    entry = json.loads(line)
                    texts[TextKind(entry["kind"])][str(entry["hash"])] = str(entry["text"])
                except (ValueError, KeyError, TypeError, AttributeError):
                    # Cut off in the middle, or of a kind that a later version knows.
                    _log.info("a text by a model is not readable file=%s", self._file)
            self._loaded = state, texts
        return self._loaded[1]

    def state(self) -> tuple[int, ...]:
        """Return a value that changes with the file; empty while there is none."""
        with suppress(OSError):
            status = self._file.stat()
            return status.st_size, status.st_mtime_ns
        return ()

    def add(self, kind: TextKind, content_hash: str, text: str, model: str) -> None:
        """Write a text to the disk."""
        entry = {"kind": kind.value, "hash": content_hash, "model": model, "text": text}
        with self._file.open("a", encoding="utf-8") as file:
            # The line before was cut off by a crash; appended to it, this one would be lost as well.
            if file.tell():
                with self._file.open("rb") as written:
                    written.seek(-1, os.SEEK_END)
                    if written.read(1) != b"\n":
                        file.write("\n")
            file.write(f"{json.dumps(entry, ensure_ascii=False)}\n")
            file.flush()
            # Each text has cost the user a request, perhaps money.
            os.fsync(file.fileno())


_QUESTION = "question"
_LEADS_BACK = 3
"""A generated question is searched only if its passage ranks this high: small models write questions which
any note could answer, or none."""
_MANY_ROWS = 20
"""Rows examined per wanted passage: a passage may have five, and conditions drop some."""


class ModelTextTable:
    """Reads and writes vectors for a language model's texts, in their passages' spaces.

    A passage is found by the best among its questions and its own text under its context; a note's summary
    stands for the first passage. A question is searched only if it leads back to the passage (round-trip
    consistency: Dai et al. 2022). Rows for deleted passages stay until the next sync; no search finds them.
    """

    def __init__(self, tables: IndexTables, notes: StoredNotes, backlog: Backlog) -> None:
        self._tables = tables
        self._notes = notes
        self._backlog = backlog
        self.file = ModelTexts(tables.path)
        self._in_memory = {space: VectorsInMemory(tables, name, "id") for space, name in BY_MODEL.items()}
        self.filled: tuple[int, ...] | None = None
        """The file's state in the last whole filling: vectors match these texts."""

    @property
    def spaces(self) -> frozenset[Space]:
        """The spaces with present or former vectors."""
        return frozenset(space for space, name in BY_MODEL.items() if name in self._tables)

    async def is_used(self) -> bool:
        """Return whether there are texts, or vectors of former texts."""
        return bool(self.spaces) or bool(await in_thread(self.file.state))

    async def begin_filling(
        self, only: Collection[str] | None
    ) -> tuple[tuple[int, ...], Texts, Collection[str] | None]:
        """Return the file's state, the texts, and the paths to look at: None for all, if texts were added."""
        state = await in_thread(self.file.state)
        only = only if state == self.filled else None
        # Texts that are written during the filling are looked for by the next one.
        self.filled = None
        return state, await in_thread(self.file.load), only

    async def expected(self, space: Space, texts: Texts, only: Collection[str] | None) -> dict[Key, str]:
        """Map the keys a space should hold to their texts' digests.

        With ``only``, restrict to notes at these paths. Passages without a vector of their own are left out.
        """
        if not any(texts.values()):
            return {}
        where = None if only is None else is_in("path", only)
        encoded = {passage for (passage,) in await self._tables.tuples(VECTORS[space], ["id"], where)}
        digests: dict[Key, str] = {}
        at_paths = None if only is None else AtPaths(frozenset(only))
        async for chunk, of_chunk in self._with_texts(texts, at_paths):
            if chunk.id in encoded:
                for key, text in of_chunk:
                    raw = text.encode("utf-8", "surrogatepass")
                    digests[key] = hashlib.blake2b(raw, digest_size=16).hexdigest()
        return digests

    async def stored(self, space: Space, only: Collection[str] | None) -> dict[Key, str]:
        """Map the keys of existing rows to their texts' digests."""
        where = None if only is None else is_in("path", only)
        rows = await self._tables.tuples(BY_MODEL[space], ["passage", "label", "digest"], where)
        return {(passage, label): digest for passage, label, digest in rows}

    async def texts_of(self, keys: Collection[Key], texts: Texts) -> dict[Key, str]:
        """Map keys to their texts, as encoded."""
        passages = WithIds(frozenset(passage for passage, _ in keys))
        return {
            key: text
            async for _, of_chunk in self._with_texts(texts, passages)
            for key, text in of_chunk
            if key in keys
        }

    async def _with_texts(
        self, texts: Texts, where: AtPaths | WithIds | None
    ) -> AsyncIterator[tuple[Chunk, list[tuple[Key, str]]]]:
        states = await self._notes.revisions() if texts[TextKind.SUMMARY] else {}
        async for chunk in self._notes.chunks(where):
            key, about = content_key(chunk), list[tuple[Key, str]]()
            if context := texts[TextKind.CONTEXT].get(key):
                about.append(((chunk.id, "context"), f"{context}\n{standalone_text(chunk)}"))
            questions = texts[TextKind.QUESTIONS].get(key, "").splitlines()
            about += [((chunk.id, f"{_QUESTION} {number}"), text) for number, text in enumerate(questions)]
            state = states.get(chunk.path)
            summary = texts[TextKind.SUMMARY].get(state.content_hash if state else "")
            if chunk.position == 0 and summary:
                about.append(((chunk.id, "summary"), embedding_text(chunk.title, (), summary)))
            yield chunk, about

    async def vectors_of(self, space: Space, digests: Collection[str]) -> dict[str, Vectors]:
        """Map digests with a row, for any passage, to their vectors."""
        if BY_MODEL[space] not in self._tables:
            return {}
        rows = await self._tables.arrow(BY_MODEL[space], ["digest", "vector"], is_in("digest", digests))
        pairs = zip(rows["digest"].to_pylist(), rows["vector"].to_pylist(), strict=True)
        return {digest: np.asarray(vector, dtype=np.float32) for digest, vector in pairs}

    async def write(self, space: Space, digests: Mapping[Key, str], vectors: Sequence[Vectors]) -> None:
        """Write rows, replacing equal keys: float32 (dimension,) for each."""
        from vaultsearch.core.index.tables.schema import model_texts_schema

        # A question that does not lead back to its passage is not searched.
        pairs = zip(digests, vectors, strict=True)
        questions = {key: vector for key, vector in pairs if key[1].startswith(_QUESTION)}
        lost: set[Key] = set()
        if questions:
            passages = PassageVectors(self._tables, space)
            near = await passages.near(np.stack(list(questions.values())), _LEADS_BACK)
            lost = {key for key, nearest in zip(questions, near, strict=True) if key[0] not in nearest}
        name = BY_MODEL[space]
        if name not in self._tables:
            await self._tables.create(name, model_texts_schema(len(vectors[0])))
        rows = [
            {
                "id": "" if (passage, label) in lost else passage,
                "passage": passage,
                "path": passage.rpartition(":")[0],
                "label": label,
                "digest": digest,
                "vector": vector.astype(np.float16),
            }
            for ((passage, label), digest), vector in zip(digests.items(), vectors, strict=True)
        ]
        batch = await self._tables.batch(name, rows)
        await self._tables.upsert(name, ["passage", "label"], batch)
        self._backlog.note_written()

    async def remove(self, space: Space, keys: Collection[Key]) -> None:
        """Remove rows; the table stays when empty, as a search may be reading it."""
        for label in sorted({label for _, label in keys}):
            ids = sorted(passage for passage, of in keys if of == label)
            these = f"label = {quote_literal(label)} AND {is_in('passage', ids)}"
            await self._tables[BY_MODEL[space]].delete(these)

    async def nearest(self, space: Space, vector: Vectors, n: int) -> dict[str, float]:
        """Map passage ids nearest to ``vector``, float32 (dimension,), to their best text's cosine.

        Nearest first; more than ``n``, so that conditions may drop some.
        """
        pairs = await self._in_memory[space].nearest_anywhere(vector, _MANY_ROWS * n)
        # Backwards, so that the best of a passage's texts stays.
        best = dict(reversed(pairs))
        best.pop("", None)
        return dict(sorted(best.items(), key=lambda pair: -pair[1]))
