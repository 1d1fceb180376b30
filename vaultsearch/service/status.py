"""A vault's index status."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from vaultsearch.core.files import folder_bytes, is_folder
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.token_table import TOKENS_FOLDER
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.note import FileKind
from vaultsearch.core.values.sync import Failure, IndexStatus, KindCount, summed_kinds
from vaultsearch.service.parts.replicas import publication_shown
from vaultsearch.service.parts.search import SearchService
from vaultsearch.service.sync.indexing import IndexingService


async def index_status(
    folder: Path, place: Path, corpus: LanceCorpus, search: SearchService, index: IndexingService
) -> IndexStatus:
    """Return the status for the vault ``folder`` with the index at ``place``."""
    ((files, chunks, embedded), problems, manifest, index_bytes, token_bytes, writer) = await asyncio.gather(
        corpus.notes.counts(),
        corpus.notes.problems(),
        in_thread(read_manifest, place),
        in_thread(folder_bytes, place),
        in_thread(folder_bytes, place / TOKENS_FOLDER),
        in_thread(writer_of, place),
    )
    kinds = await corpus.notes.kinds()
    failed = _with_kinds(manifest.failed if manifest else ())
    partly = _with_kinds(problems)
    embedding_model, reranker = await search.models()
    published = publication_shown(folder)
    return IndexStatus(
        vault=folder,
        files=files,
        chunks=chunks,
        embedded=embedded,
        failed=(*failed, *partly),
        last_sync=manifest.last_sync if manifest else None,
        embedding_model=manifest.embedding_model if manifest and published else embedding_model,
        reranker=reranker,
        index_bytes=index_bytes,
        token_bytes=token_bytes,
        writer=writer,
        read_only=not index.writes,
        published=published,
        polling=index.polls,
        readers=await search.readers(),
        completeness=await search.completeness(),
        stopped=index.is_stopped,
        kinds=_count_kinds(
            kinds, failed, partly, await corpus.notes.missing(failure.path for failure in failed)
        ),
        recognition=await index.recognition.progress(),
        searched_vectors=await corpus.searched_vectors(),
        unread_endings=manifest.unread_endings if manifest else (),
        # That of a published index is no folder.
        is_away=published is None and not await in_thread(is_folder, folder),
    )


def _count_kinds(
    indexed: Counter[FileKind],
    failed: Iterable[Failure],
    partly: Iterable[Failure],
    not_indexed: frozenset[str],
) -> tuple[KindCount, ...]:
    """Count each kind's files once: a ``failed`` file may be in the index as it was before."""
    unread = {failure.path: failure.kind for failure in failed if failure.path in not_indexed}
    scans = Counter(failure.kind for failure in partly if failure.waits)
    counts = [KindCount(kind, n - scans[kind], scans[kind]) for kind, n in indexed.items()]
    return summed_kinds((*counts, *(KindCount(kind, failed=1) for kind in unread.values() if kind)))


def _with_kinds(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    if not failures:
        return ()  # the readers are long to import
    from vaultsearch.core.vault.reading import with_kinds

    return with_kinds(failures)
