"""An encoder for what is compared now and never kept: quick, by weights of eight bits, and nearly right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.models.quickest_encoding import QuickestEncoder, intact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.models.encoder import SentenceTransformerEncoder
    from vaultsearch.core.models.onnx_encoding import OnnxEncoder
    from vaultsearch.core.protocols import TokenEncoder, Vectors


def rough_encoder(exact: SentenceTransformerEncoder | QuickestEncoder) -> TokenEncoder:
    """Give the rough form of an encoder where there may be one, else the encoder itself."""
    return RoughEncoder(exact) if isinstance(exact, QuickestEncoder) else exact


@dataclass(frozen=True, slots=True)
class RoughEncoder:
    """A `TokenEncoder` whose vectors are near to those of ``exact``, at a cosine of 0.98, and no more.

    Where the rough form has not been made, it is ``exact``. Vectors that are kept in the index are never
    made by it. Holds names only, so it travels; each process decides when it first encodes.
    """

    exact: QuickestEncoder

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
        """Tell these vectors from the exact ones, and from any other model's."""
        return f"{self.exact.fingerprint}:rough"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return self._quickest.encode_queries(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length."""
        return self._quickest.encode_passages(texts)

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token of a question: float32 (tokens, dimension), unit length."""
        return self._quickest.encode_query_tokens(text)

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token of each passage, without those that mark beginning and end."""
        return self._quickest.encode_passage_tokens(texts)

    @property
    def _quickest(self) -> OnnxEncoder | QuickestEncoder:
        return intact(self.exact.reference, self.exact.exported.rough) or self.exact
