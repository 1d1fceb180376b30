"""Search over a person's own notes: meaning and words at once, entirely on their machine.

The names below are the library's front door; each is imported when it is first used.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.sync.pipeline import PipelineOptions, VectorPipeline
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.search.components import SearchComponents
    from vaultsearch.core.search.cross_encoder import CrossEncoderReranker
    from vaultsearch.core.search.late_interaction import LateInteractionReranker
    from vaultsearch.core.search.retrieval import FullTextRetriever, HybridRetriever, SemanticRetriever
    from vaultsearch.core.values.note import Note, Revision
    from vaultsearch.core.values.search import Chunk, Mode, Result
    from vaultsearch.core.values.sync import Failure
    from vaultsearch.core.vault.markdown import parse_note
    from vaultsearch.core.vault.source import ObsidianVault
    from vaultsearch.service.blocking import BlockingVault, open_vault
    from vaultsearch.service.vault import Vault

__all__ = [
    "BlockingVault",
    "Chunk",
    "CrossEncoderReranker",
    "Failure",
    "FullTextRetriever",
    "HybridRetriever",
    "LanceCorpus",
    "LateInteractionReranker",
    "Mode",
    "Note",
    "ObsidianVault",
    "Parameters",
    "PipelineOptions",
    "Result",
    "Revision",
    "SearchComponents",
    "SemanticRetriever",
    "Vault",
    "VectorPipeline",
    "open_vault",
    "parse_note",
]

_MODULES = {
    "core.index.corpus": ("LanceCorpus",),
    "core.index.sync.pipeline": ("PipelineOptions", "VectorPipeline"),
    "core.parameters": ("Parameters",),
    "core.search.components": ("SearchComponents",),
    "core.search.cross_encoder": ("CrossEncoderReranker",),
    "core.search.late_interaction": ("LateInteractionReranker",),
    "core.search.retrieval": ("FullTextRetriever", "HybridRetriever", "SemanticRetriever"),
    "core.values.search": ("Chunk", "Mode", "Result"),
    "core.values.note": ("Note", "Revision"),
    "core.values.sync": ("Failure",),
    "core.vault.markdown": ("parse_note",),
    "core.vault.source": ("ObsidianVault",),
    "service.blocking": ("BlockingVault", "open_vault"),
    "service.vault": ("Vault",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

# Set before any library is imported, in every process, since some look only once.
_NO_REPORTS = {
    # onnxruntime reports each model that it loads from 1.29 on, and keeps an id of the machine in ~/.cache.
    # It looks at this once, when it is first imported. Its first release with reports has the second name.
    "ORT_DISABLE_TELEMETRY": "1",
    "ORT_TELEMETRY_DISABLED": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "OTEL_SDK_DISABLED": "true",  # mcp traces what it serves where that is set up
    "DO_NOT_TRACK": "1",
}
os.environ.update(_NO_REPORTS)
# OpenBLAS, which multiplies matrices for numpy, looks at this once, too. Its other threads would wait in a
# busy loop for a tenth of a second after each product: half of the processor time of a quick answer.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


if not TYPE_CHECKING:  # type checkers would take any name for an object

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
