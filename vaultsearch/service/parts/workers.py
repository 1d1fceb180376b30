"""Run heavy work: in processes for indexing and for questions, or in this process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import give_back
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Runner
from vaultsearch.core.worker import IDLE, SharedProcess, WorkerLease, WorkerProcess, run_here


@dataclass(frozen=True, slots=True)
class Workers:
    """Runners for indexing and for questions.

    Args:
        indexing: reads and encodes notes.
        asking: encodes questions, for which somebody waits.
        small: indexes the little to do after an edit; None for ``indexing``.
        helper: starts another process while there is much to read.
        recognising: recognises text, in a separate process; None for no recognition.
        drawing: draws diagrams, by JavaScript from notes, and nothing else; started by the first.
    """

    indexing: Runner
    asking: Runner
    small: Runner | None = None
    helper: Callable[[], WorkerProcess] | None = None
    recognising: WorkerProcess | WorkerLease | None = None
    drawing: WorkerProcess = field(default_factory=lambda: WorkerProcess(niceness=5))

    @classmethod
    def processes(cls) -> Workers:
        """Return a process each, so questions never wait behind a batch.

        Edits are read in the process for questions, which has a model loaded; the other may have ended.
        """
        return cls._in_background(WorkerProcess())

    @classmethod
    def one_process(cls) -> Workers:
        """Return a worker for notes, and this process for questions: for the command line."""
        return cls(WorkerProcess(), run_here, helper=WorkerProcess, recognising=_idle_process())

    @classmethod
    def watching(cls) -> Workers:
        """Return this process for edits, which keeps the model, and a worker for larger changes."""
        return cls._in_background(run_here)

    @classmethod
    def _in_background(cls, asking: Runner) -> Workers:
        return cls(_background_process(), asking, asking, _background_process, _idle_process())

    def stop_indexing(self) -> None:
        """Cancel indexing; the process is started again when there is more to do."""
        _stop_process(self.indexing)

    def stop_recognising(self) -> None:
        """End text recognition; the process is started again when there is more to do."""
        _stop_process(self.recognising)

    def close(self) -> None:
        """End the processes, except those leased by others as well."""
        self.stop_indexing()
        for process in (self.indexing, self.asking, self.recognising, self.drawing):
            if isinstance(process, WorkerProcess | WorkerLease):
                process.close()


class SharedWorkers:
    """Processes from `Workers.processes`, shared by all open vaults, so models are loaded once."""

    def __init__(self) -> None:
        self._indexing = SharedProcess(_background_process())
        self._asking = SharedProcess(WorkerProcess())
        self._recognising = SharedProcess(_idle_process())

    def begin(self, parameters: Parameters, models: Path) -> None:
        """Start loading the models in the process for questions; returns at once, on any thread."""
        self._asking.worker.begin(load_for_questions, parameters, models)

    def lease(self) -> Workers:
        """Lease the processes to a vault, which closes these leases."""
        asking = self._asking.lease()
        recognising = self._recognising.lease()
        return Workers(
            self._indexing.lease(), asking, asking, helper=_background_process, recognising=recognising
        )


def _stop_process(run: Runner | None) -> None:
    match run:
        case WorkerProcess():
            run.close()
        case WorkerLease():
            run.stop()


def _background_process() -> WorkerProcess:
    return WorkerProcess(niceness=10)


def _idle_process() -> WorkerProcess:
    return WorkerProcess(niceness=IDLE)


def load_for_questions(parameters: Parameters, models: Path) -> None:
    """Load the language detector and question models; ``models`` is the prepared models' folder."""
    from vaultsearch.core.languages.detection import warm_up_identifier
    from vaultsearch.core.models.encoder import SentenceTransformerEncoder
    from vaultsearch.core.models.encoder_choice import encoder_for
    from vaultsearch.service.parts.model_access import embedding_endpoint

    warm_up_identifier(models)
    # The search that needs the model reports that it is missing.
    with contextlib.suppress(ModelUnavailableError):
        encoder = encoder_for(parameters, models, embedding_endpoint)
        # A sentence-transformers model imports torch, which takes seconds: it is left to the first search.
        if not isinstance(encoder, SentenceTransformerEncoder):
            encoder.encode_queries(["warm"])
    # Imported after the encoder is ready: the first question waits for the encoder alone.
    from vaultsearch.core.search.cross_encoder import OnnxCrossEncoder
    from vaultsearch.core.search.reranker_chain import configured_cross_encoder

    with contextlib.suppress(ModelUnavailableError):
        scorer = configured_cross_encoder(parameters, models)
        if isinstance(scorer, OnnxCrossEncoder):
            scorer.scores("warm", ["up"])
    give_back()
