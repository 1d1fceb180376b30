"""A process that brings an index up to date, and may be killed in the middle of it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.builders import CHUNKER, HashEncoder
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.pipeline import VectorPipeline
from vaultsearch.core.vault.source import ObsidianVault

if TYPE_CHECKING:
    from vaultsearch.core.values.sync import SyncReport


async def synced(vault: Path, folder: Path) -> SyncReport:
    """Sync once, with a small encoder, in this process."""
    corpus = await LanceCorpus.open(folder)
    pipeline = VectorPipeline(ObsidianVault(vault), corpus, encoder=HashEncoder(), chunker=CHUNKER)
    try:
        return await pipeline.sync()
    finally:
        corpus.close()


if __name__ == "__main__":
    print("begins", flush=True)
    asyncio.run(synced(Path(sys.argv[1]), Path(sys.argv[2])))
