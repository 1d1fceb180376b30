"""Notes in a real index, with an encoder that needs no model, and a search over them."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.builders import CHUNKER, HashEncoder, parsed, write_notes
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.tables.schema import NoteRows
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.query.expansion import WordExpander
from vaultsearch.core.query.scope import QueryScope
from vaultsearch.core.search.engine import SearchEngine
from vaultsearch.core.search.results import ObsidianVaultName
from vaultsearch.core.search.retrieval import FullTextRetriever
from vaultsearch.core.values.search import Mode, SearchStage
from vaultsearch.service.vault import Vault


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
    """Write notes in place of what an index held under their paths."""
    read = [parsed(path, text) for path, text in notes.items()]
    await corpus.writer.replace_notes([NoteRows.of(note, CHUNKER.chunks(note)) for note in read])


async def encode_pending(corpus: LanceCorpus, *ids: str) -> None:
    """Encode the passages that have no vector yet, or those of them that are named."""
    pending = await corpus.vectors.pending(ids or await corpus.vectors.pending_ids())
    if pending:
        texts = [one.embedded.text for one in pending]
        await corpus.vectors.fill(pending, HashEncoder().encode_passages(texts))


@asynccontextmanager
async def expanding(corpus: LanceCorpus, **options: Any) -> AsyncIterator[WordExpander]:
    """Count the words of an index, by which those of a query are expanded."""
    expander = WordExpander(corpus.notes, **options)
    await expander.prepare()
    yield expander
    await expander.close()


@asynccontextmanager
async def synced_vault(
    folder: Path, notes: Mapping[str, str], parameters: Parameters | None = None, **others: Any
) -> AsyncIterator[Vault]:
    """Write notes into the folder ``vault`` of one, index them, and open the vault."""
    write_notes(folder / "vault", notes)
    place = folder / "vault", folder / "index"
    async with await Vault.open(*place, parameters or Parameters(), **others) as opened:
        await opened.index.sync()
        yield opened


def engine_of(
    corpus: LanceCorpus,
    expand: WordExpander | None = None,
    retriever: Callable[[Mode], Retriever] | None = None,
    **parts: Any,
) -> SearchEngine:
    """Return a search over an index, for words unless another retriever is given."""
    words = FullTextRetriever(corpus, expand)
    scope, name = QueryScope(corpus.notes), ObsidianVaultName("v")
    return SearchEngine(retriever or (lambda _: words), scope=scope, vault=name, expand=expand, **parts)


async def last_stage(
    engine: SearchEngine, query: str, mode: Mode = Mode.FULLTEXT, n: int = 5, **options: Any
) -> SearchStage:
    return [stage async for stage in engine.search(query, mode, n, **options)][-1]
