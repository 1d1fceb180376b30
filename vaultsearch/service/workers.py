"""Where heavy work happens: processes for indexing and for questions, or this one."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.worker import SharedProcess, WorkerLease, WorkerProcess, give_back, in_thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.protocols import Runner


@dataclass(frozen=True, slots=True)
class Workers:
    """Where heavy work happens: for indexing, and for the question that somebody waits for.

    ``small`` is for what little there is to index after an edit, None for where the rest is done, too.
    ``helper`` starts one more for a while, where much is to be read.
    """

    indexing: Runner
    asking: Runner
    small: Runner | None = None
    helper: Callable[[], WorkerProcess] | None = None

    @classmethod
    def processes(cls) -> Workers:
        """Give a process each, so that a question never waits behind a batch.

        An edit is read where questions are, which has its model at hand while the other may have ended.
        """
        asking = WorkerProcess()
        return cls(_backstage(), asking, small=asking, helper=_backstage)

    @classmethod
    def one_process(cls) -> Workers:
        """Read and encode notes in a worker, answer in this process: for the command line."""
        return cls(WorkerProcess(), in_thread, helper=WorkerProcess)

    @classmethod
    def watching(cls) -> Workers:
        """Read an edit in this process, which keeps its model, and what is more in a worker for a while."""
        return cls(_backstage(), in_thread, small=in_thread, helper=_backstage)

    def stop_indexing(self) -> None:
        """Give up what is being indexed; the process is started again when there is more to do."""
        match self.indexing:
            case WorkerProcess():
                self.indexing.close()
            case WorkerLease():
                self.indexing.stop()

    def close(self) -> None:
        """End the processes, but those that others use as well."""
        self.stop_indexing()
        for process in (self.indexing, self.asking):
            if isinstance(process, WorkerProcess | WorkerLease):
                process.close()


class SharedWorkers:
    """The processes of `Workers.processes`, one set for all vaults that are open, with one set of models."""

    def __init__(self) -> None:
        self._indexing = SharedProcess(_backstage())
        self._asking = SharedProcess(WorkerProcess())

    def begin(self, parameters: Parameters, models: Path) -> None:
        """Start the process for questions, which loads what the first one asks for. Quick, on any thread."""
        self._asking.begin(load_for_questions, parameters, models)

    def lend(self) -> Workers:
        """Give them to one vault, which closes what it was given."""
        asking = self._asking.lend()
        return Workers(self._indexing.lend(), asking, small=asking, helper=_backstage)


def _backstage() -> WorkerProcess:
    """Make a process that steps back from what the user is doing."""
    return WorkerProcess(niceness=10)


def load_for_questions(parameters: Parameters, models: Path) -> None:
    """Load what tells languages, and the models that are ready at once; ``models`` is where they lie."""
    from vaultsearch.core.languages.detection import warm_up
    from vaultsearch.core.models.adaptive_encoding import AdaptiveEncoder, encoder_for

    warm_up(models)
    with contextlib.suppress(ModelUnavailableError):  # told by the search that needs it
        encoder = encoder_for(parameters, models)
        if isinstance(encoder, AdaptiveEncoder) and not encoder.is_export_wanted():
            encoder.warm_up()
    # Imported after the encoder is ready: the first question waits for the encoder alone.
    from vaultsearch.core.search.reranking.cross_encoder import OnnxCrossEncoder
    from vaultsearch.core.search.reranking.registry import configured_cross_encoder

    with contextlib.suppress(ModelUnavailableError):
        scorer = configured_cross_encoder(parameters)
        if isinstance(scorer, OnnxCrossEncoder):
            scorer.scores("warm", ["up"])
    give_back()
