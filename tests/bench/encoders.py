"""Compare the encoders of the default model: `python -m tests.bench.encoders`. Each in a fresh process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tests.golden.typed_questions import OWN_VAULTS
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.protocols import TokenEncoder

_ENCODERS = ("sentence-transformers float32", "sentence-transformers bfloat16", "onnxruntime int8")
_QUESTION = "where did I write about the pottery course"
_QUESTIONS, _PASSAGES, _ROUNDS = 200, 256, 3
_SHORTEST = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """The time and memory of one encoder in a process of its own."""

    encoder: str
    first_vector_s: float
    query_p50_ms: float
    passages_per_s: float
    resident_mb: int
    """After questions alone."""
    mean_cosine: float = 1.0
    """Of passages to those of sentence-transformers in float32."""
    worst_cosine: float = 1.0


def main() -> int:
    """Measure each encoder, print the table."""
    if len(sys.argv) > 1:
        print(json.dumps(_measured(sys.argv[1], Path(sys.argv[2]))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        rows = [Figures(**_in_fresh_process(name, folder)) for name in _ENCODERS]
        rows = _with_cosines(rows, Path(folder))
    print(f"{_PASSAGES} passages of about 143 tokens; cosines on paragraphs of the sample vault")
    columns = f"{'query ms':>10}{'passages/s':>12}{'MB':>7}{'cosine':>10}{'worst':>10}"
    print(f"{'encoder':<32}{'first vector s':>15}{columns}")
    for row in rows:
        print(
            f"{row.encoder:<32}{row.first_vector_s:>15.2f}{row.query_p50_ms:>10.1f}{row.passages_per_s:>12.1f}"
            f"{row.resident_mb:>7}{row.mean_cosine:>10.6f}{row.worst_cosine:>10.6f}"
        )
    return 0


def _in_fresh_process(encoder: str, folder: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.encoders", encoder, folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _measured(name: str, folder: Path) -> dict[str, object]:
    start = time.perf_counter()
    encoder = _encoder(name, folder)
    encoder.encode_queries([_QUESTION])
    first = time.perf_counter() - start
    query = median(_seconds(encoder, [f"{_QUESTION} {i}"]) for i in range(_QUESTIONS))
    resident = _resident_mb()
    texts = passages_of_143_tokens()
    rate = len(texts) / min(_seconds(encoder, texts) for _ in range(_ROUNDS))
    np.save(folder / f"{name}.npy", encoder.encode_passages(sample_paragraphs()))
    return asdict(Figures(name, first, query * 1000, rate, resident))


def _encoder(name: str, folder: Path) -> TokenEncoder:
    reference = SentenceTransformerEncoder.named()
    if name.startswith("onnxruntime"):
        return OnnxEncoder.installed(folder)
    return replace(reference, precision="bfloat16" if name.endswith("bfloat16") else "float32")


def _seconds(encoder: TokenEncoder, texts: list[str]) -> float:
    start = time.perf_counter()
    encoder.encode_passages(texts) if len(texts) > 1 else encoder.encode_queries(texts)
    return time.perf_counter() - start


def passages_of_143_tokens() -> list[str]:
    """Generate passages of 40 to 250 words of one token each, 143 on average; deterministic."""
    vocabulary = SentenceTransformerEncoder.named().model.path / "vocab.txt"
    words = [w for w in vocabulary.read_text(encoding="utf-8").split() if w.isascii() and w.isalpha()]
    dice = random.Random(4)
    lengths = (int(min(250, max(40, dice.gauss(141, 45)))) for _ in range(_PASSAGES))
    return [" ".join(dice.choices(words[:8000], k=length)) for length in lengths]


def sample_paragraphs() -> list[str]:
    """Return the longer paragraphs of the sample vault."""
    notes = sorted(OWN_VAULTS["sample"].rglob("*.md"))
    texts = [text for note in notes for text in note.read_text(encoding="utf-8").split("\n\n")]
    return [text for text in texts if len(text) >= _SHORTEST]


def _with_cosines(rows: list[Figures], folder: Path) -> list[Figures]:
    reference = np.load(folder / f"{_ENCODERS[0]}.npy")
    found = [(np.load(folder / f"{row.encoder}.npy") * reference).sum(axis=1) for row in rows]
    return [
        replace(row, mean_cosine=float(cosines.mean()), worst_cosine=float(cosines.min()))
        for row, cosines in zip(rows, found, strict=True)
    ]


def _resident_mb() -> int:
    """Return this process's resident memory in bytes on Linux, else 0."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)


if __name__ == "__main__":
    sys.exit(main())
