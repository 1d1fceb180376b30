"""The peer of the first index: sentence-transformers alone, in a process of its own.

Uses the dtype and batch size that are fastest on a sample, then encodes all texts, which the library sorts
by length. `python -m tests.bench.bare_encoding FILE` prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sentence_transformers import SentenceTransformer

_SAMPLE = 512
_BATCHES = (32, 64, 128)


def main() -> None:
    """Measure and print the result."""
    texts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    start = time.perf_counter()
    models = _models()
    loading = time.perf_counter() - start
    sample = texts[:: max(1, len(texts) // _SAMPLE)]
    trials = {(name, size): _seconds(models[name], sample, size) for name in models for size in _BATCHES}
    name, size = min(trials, key=lambda trial: trials[trial])
    seconds = _seconds(models[name], texts, size)
    print(json.dumps({"seconds": seconds, "dtype": name, "batch": size, "loading": loading}))


def _models() -> dict[str, SentenceTransformer]:
    from tests.bench.machine import cores
    from vaultsearch.core.models.encoder import settle_libraries
    from vaultsearch.core.models.model_files import DEFAULT_MODEL, locate_embedding_model

    settle_libraries()
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(cores())
    folder = str(locate_embedding_model(DEFAULT_MODEL).path)
    found = {
        str(dtype).removeprefix("torch."): SentenceTransformer(folder, local_files_only=True).to(dtype)
        for dtype in (torch.float32, torch.bfloat16)
    }
    for model in found.values():
        model.encode(["warm"], show_progress_bar=False)
    return found


def _seconds(model: SentenceTransformer, texts: Sequence[str], batch_size: int) -> float:
    start = time.perf_counter()
    model.encode(list(texts), batch_size=batch_size, normalize_embeddings=True, show_progress_bar=False)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
