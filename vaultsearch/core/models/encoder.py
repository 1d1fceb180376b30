"""The reference encoder by sentence-transformers, and the base class for whole-text encoders."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import describe_how_to_add
from vaultsearch.core.messages import Message
from vaultsearch.core.models.device import free_cores, usable_cores
from vaultsearch.core.models.model_files import DEFAULT_MODEL, ModelFolder, locate_embedding_model
from vaultsearch.core.models.tokens import ModelTokenCounter, pooled_parts
from vaultsearch.core.protocols import Encoder, Ranges, Vectors

if TYPE_CHECKING:
    import torch
    from sentence_transformers import SentenceTransformer


Precision: TypeAlias = Literal["float32", "bfloat16"]


def settle_libraries() -> None:
    """Keep the model libraries off the network, unless the user set otherwise, and off the terminal."""
    for name, value in {
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "TRANSFORMERS_VERBOSITY": "error",
    }.items():
        # Before the libraries are imported, which read these once.
        os.environ.setdefault(name, value)
    from tqdm import tqdm
    from transformers.utils import logging

    # Its own default is a lock between processes, a semaphore that a worker ended in mid-work leaks.
    tqdm.set_lock(threading.RLock())
    logging.disable_progress_bar()


def unloadable_error(error: ImportError) -> ModelUnavailableError:
    """Return the error for a model whose libraries are missing or cannot be imported."""
    return ModelUnavailableError(
        Message("Other models need sentence-transformers and torch, which can't be loaded ({}).", error),
        describe_how_to_add("models"),
    )


@contextmanager
def loading_folder(what: str, folder: Path, remedy: str) -> Iterator[None]:
    """Translate whatever the libraries raise for a model's folder, which may hold anything."""
    try:
        yield
    except ModelUnavailableError:
        raise
    except Exception as error:
        raise ModelUnavailableError(f"{what} in {folder} can't be loaded: {error}", remedy) from error


@dataclass(frozen=True, slots=True)
class SentenceTransformerEncoder:
    """An `Encoder` and `TokenEncoder` over a sentence-transformers model.

    Holds names only, so it travels between processes; each loads the model when it first encodes. Raise
    ModelUnavailableError if the model is missing or altered. ``precision`` applies to matrix products for
    passages on the CPU: in bfloat16 their cosine to float32 is at least 0.9999.
    """

    model: ModelFolder
    precision: Precision = "float32"

    @classmethod
    def named(
        cls, name: str = DEFAULT_MODEL, *, precision: Precision = "float32"
    ) -> SentenceTransformerEncoder:
        """Return the encoder for the installed default, a folder, or a model in the local hub cache."""
        return cls(locate_embedding_model(name), precision=precision)

    @property
    def name(self) -> str:
        """The model's name as the user knows it."""
        return self.model.name

    @property
    def dimension(self) -> int:
        """A vector's length, read from the model's configuration."""
        # A dense layer behind the transformer has the last word on the length of vectors.
        dense = sorted(self.model.path.glob("*_Dense/config.json"))
        if dense:
            last = str(dense[-1].relative_to(self.model.path))
            return self.model.number(last, "out_features", 384)
        return self.model.number("config.json", "hidden_size", 384)

    @property
    def fingerprint(self) -> str:
        """The fingerprint that distinguishes this model's vectors from others'."""
        return self.model.fingerprint()

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in this model's tokens, up to the window."""
        return ModelTokenCounter(self.model.path, self.model.window)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Encode questions: float32 (n, dimension), unit length."""
        return self._encoded(self._loaded().encode_query, texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Encode passages: float32 (n, dimension), unit length; computed in `precision`."""
        model = self._loaded()
        if self.precision == "float32" or model.device.type != "cpu":
            return self._encoded(model.encode_document, texts)
        import torch

        with torch.autocast("cpu", torch.bfloat16):
            return self._encoded(model.encode_document, texts)

    def encode_parts(self, texts: Sequence[str], parts: Sequence[Sequence[Ranges]]) -> list[Vectors]:
        """Encode parts in the light of their whole text: float32 (parts, dimension) each, unit length."""
        offsets = self.counter.offsets(texts)
        states = [tokens.float().cpu().numpy() for tokens in self._token_states(texts)]
        return [pooled_parts(*of_text) for of_text in zip(states, offsets, parts, strict=True)]

    def encode_query_tokens(self, text: str) -> Vectors:
        """Encode each token in a question: float32 (tokens, dimension), unit length."""
        return self.encode_passage_tokens([text])[0]

    def encode_passage_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Encode each token in each passage, without beginning and end marks."""
        import torch

        token_states = self._token_states(texts)
        inner = [tokens[1:-1] if len(tokens) > 2 else tokens for tokens in token_states]
        return [torch.nn.functional.normalize(t, dim=1).cpu().numpy() for t in inner]

    def _token_states(self, texts: Sequence[str]) -> list[torch.Tensor]:
        """Return each text's last hidden state, (tokens, dimension)."""
        states = self._loaded().encode(
            list(texts), output_value="token_embeddings", show_progress_bar=False, convert_to_numpy=False
        )
        return cast("list[torch.Tensor]", states)

    def _loaded(self) -> SentenceTransformer:
        return _load_model(self.model)

    def _encoded(self, encode: Callable[..., object], texts: Sequence[str]) -> Vectors:
        import torch

        # For each call, because the cores that are to be left free change with what the user does.
        torch.set_num_threads(free_cores())
        return cast("Vectors", encode(list(texts), normalize_embeddings=True, show_progress_bar=False))


@cache
def _load_model(model: ModelFolder) -> SentenceTransformer:
    model.verify()
    try:
        settle_libraries()
        import torch
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise unloadable_error(error) from error
    torch.set_num_threads(usable_cores())
    with loading_folder("The model", model.path, "Choose another with embedding.embedding_model."):
        require_own_modules(model.path)
        return SentenceTransformer(
            str(model.path),
            local_files_only=True,
            # A model of a stranger's must not run anything.
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )


def require_own_modules(folder: Path) -> None:
    """Refuse a model with modules other than the library's own: a local folder may bring code along."""
    try:
        modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return
    foreign = [m["type"] for m in modules if not str(m["type"]).startswith("sentence_transformers.")]
    if foreign:
        raise ModelUnavailableError(
            Message("The model in {} needs to run its own code ({}).", folder, foreign[0]),
            "Choose a model that doesn't.",
        )


class WholeTextEncoder(Encoder):
    """An `Encoder` for whole texts only; passages are cut by the default model's tokens."""

    __slots__ = ()

    @property
    def counter(self) -> ModelTokenCounter:
        """Count in the default model's tokens."""
        from vaultsearch.core.models.onnx_encoding import OnnxEncoder

        return OnnxEncoder.installed().counter
