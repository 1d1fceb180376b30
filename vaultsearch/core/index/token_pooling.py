"""Makes fewer token vectors of many: those that are alike share their mean (Clavié et al. 2024)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.protocols import TokenEncoder, Vectors

HalfVectors: TypeAlias = NDArray[np.float16]


def pooled(tokens: Vectors, factor: int) -> Vectors:
    """Pool token vectors, float32 (tokens, dimension) of unit length, to one for every ``factor`` of them.

    They are clustered hierarchically by Ward's method, whose squared distances on the unit sphere are
    twice the cosine distances; each cluster gives its mean, of unit length again, in the order of their
    first tokens. A factor of 1 changes nothing.
    """
    wanted = -(-len(tokens) // factor)
    if wanted == len(tokens):
        return tokens
    from scipy.cluster.hierarchy import fcluster, linkage

    clusters = fcluster(linkage(tokens, method="ward"), t=wanted, criterion="maxclust")
    means = np.stack([tokens[clusters == one].mean(axis=0) for one in dict.fromkeys(clusters.tolist())])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    return np.asarray(means / np.maximum(lengths, 1e-12), dtype=np.float32)


def pooled_passages(encoder: TokenEncoder, texts: Sequence[str], factor: int) -> list[HalfVectors]:
    """Encode each token of each text, and pool; runs where the model is."""
    encoded = encoder.encode_passage_tokens(texts)
    return [pooled(tokens, factor).astype(np.float16) for tokens in encoded]
