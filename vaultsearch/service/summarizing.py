"""Filling in the summaries that an index lacks, and nothing else."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from vaultsearch.core.errors import NotIndexedError
from vaultsearch.core.index.manifest import read_manifest
from vaultsearch.core.index.sync.filling import SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding
from vaultsearch.core.messages import Message
from vaultsearch.core.values.search import Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.worker import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.service.factory import ComponentFactory
    from vaultsearch.service.workers import Workers


async def summarize_notes(
    vault: Path,
    index: Path,
    corpus: LanceCorpus,
    components: ComponentFactory,
    workers: Workers,
    on_progress: Callable[[Progress], None],
) -> int:
    """Make the missing summaries; return how many. Raise NotIndexedError if another model made the index."""
    encoder, multilingual = components.encoder, components.multilingual
    manifest = await in_thread(read_manifest, index)
    if manifest is None or manifest.made_by.get(Space.MAIN) != encoder.fingerprint:
        raise NotIndexedError(
            "The index was made by another version or model.",
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    encoders = {Space.MAIN: encoder} | ({Space.MULTILINGUAL: multilingual} if multilingual else {})
    run, run_small = workers.indexing, workers.small or workers.indexing
    encoding = PassageEncoding(corpus, encoders, run, run_small)
    await corpus.summaries.prepare(encoder.dimension)
    return await SummaryFilling(corpus, encoding, run, run_small).fill(
        on_progress=lambda clock: on_progress(Progress("summarizing", 0, 0, clock.done, clock.total)),
        is_cancelled=lambda: False,
    )
