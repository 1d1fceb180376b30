"""What is indexed of a vault, how, and what could not be read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.token_table import TOKENS_FOLDER
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.values.sync import Failure, IndexStatus
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.service.indexing import IndexingService
    from vaultsearch.service.search import SearchService


async def index_status(
    vault: Path, index: Path, corpus: LanceCorpus, keeper: IndexingService, answering: SearchService
) -> IndexStatus:
    """Look it up in the open ``corpus`` and in its folder, ``index``."""
    (notes, chunks, embedded), problems, manifest, index_bytes, token_bytes, writer = await asyncio.gather(
        corpus.notes.counts(),
        corpus.notes.problems(),
        in_thread(read_manifest, index),
        in_thread(_folder_bytes, index),
        in_thread(_folder_bytes, index / TOKENS_FOLDER),
        in_thread(writer_of, index),
    )
    failed: tuple[Failure, ...] = manifest.failed if manifest else ()
    embedding_model, reranker = await answering.models()
    return IndexStatus(
        vault=vault,
        notes=notes,
        chunks=chunks,
        embedded=embedded,
        failed=(*failed, *problems),
        last_sync=manifest.last_sync if manifest else None,
        embedding_model=embedding_model,
        reranker=reranker,
        index_bytes=index_bytes,
        token_bytes=token_bytes,
        writer=writer,
        read_only=not keeper.writes,
        polling=keeper.polls,
        readers=await answering.readers(),
        completeness=await answering.completeness(),
        stopped=keeper.is_stopped,
    )


def _folder_bytes(folder: Path) -> int:
    return sum(_file_bytes(file) for file in folder.rglob("*"))


def _file_bytes(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:  # the writer has just tidied it away
        return 0
