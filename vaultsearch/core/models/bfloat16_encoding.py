"""The default model's passages in bfloat16, by torch alone: sentence-transformers takes seconds to import."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.device import free_cores
from vaultsearch.core.models.onnx_session import load_tokenizer, padded
from vaultsearch.core.worker import give_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import torch

    from vaultsearch.core.models.weights import ModelFolder
    from vaultsearch.core.protocols import Vectors

    Weights: TypeAlias = Mapping[str, torch.Tensor]
    Parameters: TypeAlias = tuple[torch.Tensor, torch.Tensor]
    """Weight and bias."""

_CHARACTERS_AT_ONCE = 2500
"""Of more, the matrices take memory and save no time: of 5000, 30 MB, and 4 % of the time more (measured)."""
_TRIMMED_EVERY = 16
"""Batches: 80 MB less is kept after 256 passages; their processor time grows by about 2 % (measured)."""
_SHAPES_KEPT = "16"
_EPSILON = 1e-12


def encode_in_bfloat16(model: ModelFolder, texts: Sequence[str], threads: int | None = None) -> Vectors:
    """Encode texts: float32 (n, dimension), unit length, their cosine to the float32 ones at least 0.9999.

    Each of as many threads as there are cores computes batches of its own: threads that share each matrix
    wait for one another, and three times as long if something else runs on one of their cores.
    Raise ModelUnavailableError if the weights cannot be loaded.
    """
    bert = _load(model)
    tokenizer, window = load_tokenizer(model.path / "tokenizer.json"), model.window
    vectors = np.empty((len(texts), bert.dimension), dtype=np.float32)

    def encode(places: Sequence[int]) -> Vectors:
        return bert.encode(padded(tokenizer.encode_batch([texts[place] for place in places]), window))

    batches = list(_batches(texts))
    with ThreadPoolExecutor(threads or free_cores(), initializer=_alone) as pool:
        for number, (places, found) in enumerate(zip(batches, pool.map(encode, batches), strict=True), 1):
            vectors[places] = found
            if number % _TRIMMED_EVERY == 0:
                give_back()
    give_back()
    return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Batch texts of about one length, the longest first, so that no thread has much to do at the end."""
    order = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
    while order:
        count = max(1, _CHARACTERS_AT_ONCE // max(1, len(texts[order[0]])))
        yield order[:count]
        order = order[count:]


def _alone() -> None:
    import torch

    torch.set_num_threads(1)  # of this thread only: others that have begun keep theirs


@cache
def _load(model: ModelFolder) -> _Bert:
    model.verify()
    # Each batch has a shape of its own. oneDNN, which looks at this once, would keep code for 1024 of them.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", _SHAPES_KEPT)
    try:
        from safetensors.torch import load_file
    except ImportError as error:
        raise ModelUnavailableError(f"torch can't be loaded ({error}).", "Reinstall torch.") from error
    try:
        return _Bert.of(model, load_file(model.weights))
    except (OSError, KeyError, ValueError) as error:
        raise ModelUnavailableError(
            f"The model in {model.path} can't be loaded: {error}", "Reinstall vaultsearch."
        ) from error


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer's parameters: matrices in bfloat16, layer norms in float32."""

    attention: Parameters
    joined: Parameters
    joined_norm: Parameters
    widened: Parameters
    narrowed: Parameters
    narrowed_norm: Parameters


@dataclass(frozen=True, slots=True)
class _Bert:
    """A BERT (Devlin et al. 2019), and the mean over its tokens.

    The states between layers stay in float32: in bfloat16 the cosine falls below 0.9999.
    """

    words: torch.Tensor
    positions: torch.Tensor
    kind: torch.Tensor
    norm: Parameters
    layers: tuple[_Layer, ...]
    heads: int

    @classmethod
    def of(cls, model: ModelFolder, weights: Weights) -> _Bert:
        """Copy the parameters from the tensors of the file, all of whose pages any of them would hold."""
        import torch

        count = model.number("config.json", "num_hidden_layers", 6)
        return cls(
            weights["embeddings.word_embeddings.weight"].to(torch.bfloat16),
            weights["embeddings.position_embeddings.weight"].clone(),
            weights["embeddings.token_type_embeddings.weight"][0].clone(),
            _parameters(weights, "embeddings.LayerNorm"),
            tuple(_layer(weights, f"encoder.layer.{i}") for i in range(count)),
            model.number("config.json", "num_attention_heads", 12),
        )

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return int(self.words.shape[1])

    def encode(self, inputs: Mapping[str, np.ndarray]) -> Vectors:
        """Encode texts, given as (texts, tokens): float32 (texts, dimension), unit length."""
        import torch
        from torch.nn.functional import embedding, layer_norm, normalize

        with torch.inference_mode():
            ids, read = (torch.from_numpy(inputs[name]) for name in ("input_ids", "attention_mask"))
            states = embedding(ids, self.words) + self.positions[: ids.shape[1]] + self.kind
            states = layer_norm(states, (self.dimension,), *self.norm, _EPSILON)
            unread = torch.zeros(read.shape, dtype=torch.bfloat16).masked_fill(read == 0, -torch.inf)
            for layer in self.layers:
                states = self._through(layer, states, unread[:, None, None, :])
            mean = (states * read[:, :, None]).sum(dim=1) / read.sum(dim=1, keepdim=True)
            vectors: Vectors = normalize(mean, dim=1).numpy()
            return vectors

    def _through(self, layer: _Layer, states: torch.Tensor, unread: torch.Tensor) -> torch.Tensor:
        import torch
        from torch.nn.functional import gelu, layer_norm, linear, scaled_dot_product_attention

        texts, tokens, dimension = states.shape
        parts = linear(states.to(torch.bfloat16), *layer.attention)
        query, key, value = parts.view(texts, tokens, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        masked = unread.expand(-1, 1, tokens, -1)
        found = scaled_dot_product_attention(query, key, value, attn_mask=masked)
        found = linear(found.transpose(1, 2).reshape(texts, tokens, dimension), *layer.joined)
        states = layer_norm(states + found, (dimension,), *layer.joined_norm, _EPSILON)
        found = linear(gelu(linear(states.to(torch.bfloat16), *layer.widened)), *layer.narrowed)
        return layer_norm(states + found, (dimension,), *layer.narrowed_norm, _EPSILON)


def _layer(weights: Weights, name: str) -> _Layer:
    import torch

    asked = [_parameters(weights, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
    together = torch.cat([weight for weight, _ in asked]), torch.cat([bias for _, bias in asked])
    return _Layer(
        attention=_rounded(together),
        joined=_rounded(_parameters(weights, f"{name}.attention.output.dense")),
        joined_norm=_parameters(weights, f"{name}.attention.output.LayerNorm"),
        widened=_rounded(_parameters(weights, f"{name}.intermediate.dense")),
        narrowed=_rounded(_parameters(weights, f"{name}.output.dense")),
        narrowed_norm=_parameters(weights, f"{name}.output.LayerNorm"),
    )


def _parameters(weights: Weights, name: str) -> Parameters:
    return weights[f"{name}.weight"].clone(), weights[f"{name}.bias"].clone()


def _rounded(parameters: Parameters) -> Parameters:
    import torch

    weight, bias = parameters
    return weight.to(torch.bfloat16), bias.to(torch.bfloat16)
