"""The ground of all measurements: a vault, its index, the window's session, and an encoder that stands in."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from unittest.mock import patch

from tests.bench.generated_vault import write_vault
from tests.bench.report import ProgressLine
from tests.builders import HashEncoder, WordCounter, bytes_of
from vaultsearch.core.index import upkeep
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.memory import share_arenas
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Encoder, TokenCounter
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done for a figure."""

    edits: int = 100
    questions: int = 200
    starts: int = 5
    stall_s: float = 120.0
    idle_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Ground:
    """A generated vault of ``notes`` notes. Its index is in VAULTSEARCH_HOME.

    With ``stand_in``, the index that is asked holds a stand-in encoder's vectors, quick to make.
    """

    vault: Path
    notes: int
    effort: Effort
    line: ProgressLine
    stand_in: bool = False

    @property
    def index(self) -> Path:
        return settings.index_folder(self.vault)

    def prepare(self) -> None:
        """Write the vault; if it exists, restore the edited notes."""
        self.line.begin(f"{self.notes:,} notes: writing the vault")
        write_vault(self.vault, self.notes)

    def forget_index(self) -> None:
        """Remove the index, so that the next sync is the first."""
        shutil.rmtree(self.index, ignore_errors=True)

    def ensure_index(self) -> None:
        asyncio.run(self._synced())

    def say(self, what: str) -> None:
        self.line.tell(f"{self.notes:,} notes: {what}")

    def say_progress(self, progress: Progress) -> None:
        done, total = progress.notes_done, progress.notes_total
        if progress.phase == "embedding":
            done, total = progress.chunks_done, progress.chunks_total
        self.say(f"{progress.phase} {done:,} of {total:,}")

    async def _synced(self) -> None:
        async with opened_to_index(self) as session:
            await session.index.sync(self.say_progress)
            await session.index.vectors_indexed()


@asynccontextmanager
async def opened(vault: Path, *, workers: Workers | None = None) -> AsyncIterator[Vault]:
    """Open the vault as the window does, by default with a worker for indexing and one for questions."""
    share_arenas()
    session = await Vault.open(
        vault, await in_thread(settings.index_folder, vault), Parameters(), workers or Workers.processes(),
        write=True, models=settings.models_folder(), user_rules=settings.user_rules,
    )  # fmt: skip
    async with session:
        yield session


@asynccontextmanager
async def opened_to_index(ground: Ground) -> AsyncIterator[Vault]:
    """Open the vault, to be indexed by the stand-in encoder if the ground says so."""
    async with opened(ground.vault) as session:
        if ground.stand_in:
            session.index.use_components(StandInComponents(session.parameters, settings.models_folder()))
        yield session


@asynccontextmanager
async def indexed_copy(vault: Path, edit: Callable[[Path], object] = lambda _: None) -> AsyncIterator[Vault]:
    """Copy a vault into a temporary folder, change the copy, and open it, its index up to date."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / vault.name
        shutil.copytree(vault, folder, ignore=shutil.ignore_patterns(".git"))
        edit(folder)
        async with await Vault.open(folder, Path(temporary) / "index", Parameters()) as session:
            await session.index.sync()
            yield session


async def tidied_bytes(ground: Ground) -> int:
    """Tidy as the program does, once no old version is kept any more; return the size of the index."""
    index = await LanceCorpus.open(ground.index)
    with patch.object(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1)), closing(index):
        await index.upkeep.tidy()
    return bytes_of(ground.index)


@dataclass(frozen=True, slots=True)
class StandInEncoder(HashEncoder):
    """Encodes quickly, under the name and fingerprint of a model, and counts that model's tokens."""

    counter: TokenCounter = field(default_factory=WordCounter)


class StandInComponents(ComponentFactory):
    """Index with stand-ins for the embedding models."""

    @cached_property
    def _real(self) -> ComponentFactory:
        return ComponentFactory(self.parameters, self.models)

    @cached_property
    def encoder(self) -> StandInEncoder:  # type: ignore[override]  # indexing asks no more of it
        found = self._real.encoder
        return StandInEncoder(found.name, found.dimension, found.fingerprint, found.counter)

    @cached_property
    def multilingual(self) -> StandInEncoder | None:  # type: ignore[override]  # indexing asks no more of it
        """The stand-in for the model of other languages, if there is one."""
        found: Encoder | None = self._real.multilingual
        return StandInEncoder(found.name, found.dimension, found.fingerprint) if found else None

    @cached_property
    def token_encoder(self) -> StandInEncoder:  # type: ignore[override]  # titles alone are encoded by it
        """The stand-in for the quantized encoder, under its name, so that questions find its vectors."""
        found = self._real.token_encoder
        return StandInEncoder(found.name, found.dimension, found.fingerprint)
