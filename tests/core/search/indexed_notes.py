"""Notes in a real index, with an encoder that needs no model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.builders import CHUNKER, HashEncoder, parsed
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.schema import NoteRows


@asynccontextmanager
async def indexed(folder: Path, notes: Mapping[str, str]) -> AsyncIterator[LanceCorpus]:
    """Index notes, for words; their passages have no vectors yet."""
    corpus = await LanceCorpus.open(folder)
    await corpus.writer.prepare(HashEncoder().dimension)
    await write_passages(corpus, notes)
    try:
        yield corpus
    finally:
        corpus.close()


async def write_passages(corpus: LanceCorpus, notes: Mapping[str, str]) -> None:
    """Write notes into an index, in place of what it held under their paths."""
    read = [parsed(path, text) for path, text in notes.items()]
    await corpus.writer.replace_notes([NoteRows.of(note, CHUNKER.chunks(note)) for note in read])


async def encode_pending(corpus: LanceCorpus) -> None:
    """Encode the passages that have no vector yet."""
    pending = await corpus.vectors.pending(await corpus.vectors.pending_ids())
    if pending:
        texts = [one.embedded.text for one in pending]
        await corpus.vectors.fill(pending, HashEncoder().encode_passages(texts))
