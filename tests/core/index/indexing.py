"""A process that brings an index up to date, and may be killed in the middle of it."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.builders import CHUNKER, HashEncoder
from vaultsearch.core.chunking.chunker import Chunker
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.pipeline import PipelineOptions, VectorPipeline
from vaultsearch.core.index.tables.lancedb_loading import load_lancedb
from vaultsearch.core.protocols import Encoder, Vectors
from vaultsearch.core.values.sync import SyncReport
from vaultsearch.core.vault.source import ObsidianVault


def small_pipeline(
    vault: Path | ObsidianVault,
    corpus: LanceCorpus,
    encoder: Encoder | None = None,
    chunker: Chunker = CHUNKER,
    **options: Any,
) -> VectorPipeline:
    """Return a pipeline with a small encoder, with the options of `PipelineOptions`."""
    source = ObsidianVault(vault) if isinstance(vault, Path) else vault
    made = PipelineOptions(**options)
    return VectorPipeline(source, corpus, encoder=encoder or HashEncoder(), chunker=chunker, options=made)


@dataclass(frozen=True, slots=True)
class RecordingEncoder(HashEncoder):
    encoded: list[str] = field(default_factory=list, compare=False)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.encoded.extend(texts)
        return self.encode_queries(texts)


async def synced(vault: Path | ObsidianVault, folder: Path, **parts: Any) -> SyncReport:
    """Sync once, with a small encoder, in this process; the parts are those of `small_pipeline`."""
    with closing(await LanceCorpus.open(folder)) as corpus:
        return await small_pipeline(vault, corpus, **parts).sync()


class Commits:
    """Counts what LanceDB commits in this process, and kills it at one: before it, or right after."""

    TABLE = (
        "add", "delete", "update", "create_index", "optimize", "add_columns", "drop_columns", "_do_merge",
    )  # fmt: skip
    CONNECTION = ("create_table", "drop_table")

    def __init__(self, killed_at: int | None = None) -> None:
        self._killed_at = killed_at
        self.moments = 0
        lancedb = load_lancedb()
        for kind, names in ((lancedb.AsyncTable, self.TABLE), (lancedb.AsyncConnection, self.CONNECTION)):
            for name in names:
                setattr(kind, name, self._counted(getattr(kind, name)))

    def _counted(self, commit: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*args: object, **options: object) -> object:
            self._pass()
            done = await commit(*args, **options)
            self._pass()
            return done

        return counted

    def _pass(self) -> None:
        if self.moments == self._killed_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.moments += 1


if __name__ == "__main__":
    commits = Commits(int(sys.argv[3]) if len(sys.argv) > 3 else None)
    print("begins", flush=True)
    asyncio.run(synced(Path(sys.argv[1]), Path(sys.argv[2])))
    print(commits.moments, flush=True)
