"""The quantized encoder (int8): quick and nearly exact, for vectors that are never stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.models.adaptive_encoding import AdaptiveEncoder, intact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.models.encoder import SentenceTransformerEncoder
    from vaultsearch.core.models.onnx_encoding import OnnxEncoder
    from vaultsearch.core.protocols import TokenEncoder, Vectors


def quantized_encoder(exact: SentenceTransformerEncoder | AdaptiveEncoder) -> TokenEncoder:
    """Return the quantized form of an encoder if there may be one, else the encoder itself."""
    return QuantizedEncoder(exact) if isinstance(exact, AdaptiveEncoder) else exact


@dataclass(frozen=True, slots=True)
class QuantizedEncoder:
    """A `TokenEncoder` whose vectors are near to those of ``exact``, at a cosine of 0.98, and no more.

    Until the quantized form has been made, ``exact`` takes its place. It never makes vectors that are stored
    in the index. Holds names only, so it travels; each process decides when it first encodes.
    """

    exact: AdaptiveEncoder

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return self.exact.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self.exact.dimension

    @property
    def fingerprint(self) -> str:
        """The fingerprint by which these vectors are known from the exact ones, and from another model's."""
        return f"{self.exact.fingerprint}:rough"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return self._fastest.encode_queries(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return self._fastest.encode_passages(texts)

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token of a question: float32 (tokens, dimension), unit length."""
        return self._fastest.encode_query_tokens(text)

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token of each passage, without those that mark beginning and end."""
        return self._fastest.encode_passage_tokens(texts)

    @property
    def _fastest(self) -> OnnxEncoder | AdaptiveEncoder:
        return intact(self.exact.reference, self.exact.exported.quantized) or self.exact
