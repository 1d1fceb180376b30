"""An embedding model of another package, as indexing and search see their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from vaultsearch.core.extension_calls import ExtensionPart
from vaultsearch.core.models.weights import DEFAULT_MODEL, locate_embedding_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.models.tokens import ModelTokenCounter
    from vaultsearch.core.protocols import Vectors


@dataclass(frozen=True, slots=True)
class ExtensionEncoder:
    """An `Encoder` of another package; passages are cut by the default model's tokens."""

    name: str

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return _facts(self.name)[0]

    @property
    def fingerprint(self) -> str:
        """The model's fingerprint, by which its vectors are known from another's."""
        return f"{self.name}:{_facts(self.name)[1]}"

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in the default model's tokens."""
        from vaultsearch.core.models.onnx_encoding import OnnxEncoder

        return OnnxEncoder(locate_embedding_model(DEFAULT_MODEL)).counter

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length. Raise ExtensionError."""
        return self._encoded("encode_queries", texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length. Raise ExtensionError."""
        return self._encoded("encode_passages", texts)

    def warm_up(self) -> None:
        """Load the model, so that the first question need not wait for it."""
        self.encode_queries(["warm"])

    def _encoded(self, member: str, texts: Sequence[str]) -> Vectors:
        part = ExtensionPart("encoders", self.name)
        vectors = part.call_for(partial(np.asarray, dtype=np.float32), member, list(texts))
        if vectors.shape != (len(texts), self.dimension) or not np.isfinite(vectors).all():
            raise part.failure(f"it returned vectors of the shape {vectors.shape}, or not finite")
        return vectors


@cache
def _facts(name: str) -> tuple[int, str]:
    part = ExtensionPart("encoders", name)
    return part.call_for(int, "dimension"), part.call_for(str, "fingerprint")
