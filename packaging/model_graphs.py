"""Make the graphs of the models anew: `python packaging/model_graphs.py [FOLDER]`. Needs the extra `dev`.

Writes them where they ship, or to FOLDER. The weights that the graphs name are not kept: the program arranges
them from their packages, and holds them to their digests, which are printed here.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from bert_graph import MICROSOFT, GraphBuilder, QuantizedBert, SmoothedBert, by_token, refer

from vaultsearch.core.models.model_files import (
    CROSS_ENCODER,
    DEFAULT,
    MULTILINGUAL_E5,
    ONNX_FILE,
    UNIVERSAL,
    UNIVERSAL_SENTENCE_ENCODER,
)
from vaultsearch.core.models.multilingual_e5_encoder import (
    INPUT,
    MATRICES,
    NARROWED,
    load_source,
    located_source,
    quantize_layer,
)
from vaultsearch.core.models.onnx_encoding import GRAPH, LARGE, PackagedWeights
from vaultsearch.core.models.onnx_models import WEIGHTS, quantized_matrix
from vaultsearch.core.models.universal_sentence_encoder import EMBEDDED, N_GRAMS, load_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultsearch.core.models.multilingual_e5_encoder import E5Source
    from vaultsearch.core.models.universal_sentence_encoder import Tables

SHIPPED = Path(__file__).resolve().parents[1] / "vaultsearch" / "core" / "models" / "graphs"


def main(folder: Path) -> None:
    """Write all graphs to ``folder``, and print the digests of their weights."""
    _avoid_network_addresses()
    with tempfile.TemporaryDirectory() as temporary:
        names = (GRAPH, MULTILINGUAL_E5, UNIVERSAL_SENTENCE_ENCODER)
        ours, e5, universal = files = [Path(temporary, name, "model.onnx") for name in names]
        for file in files:
            file.parent.mkdir()
        write_encoder(ours)
        save(_E5Graph(load_source(located_source(None))).model(), e5)
        save(_UniversalGraph(load_tables(UNIVERSAL.locate(None), None)).model(), universal)
        write_cross_encoder(folder / f"{CROSS_ENCODER.name}.onnx")
        for file in files:
            shutil.copyfile(file, folder / f"{file.parent.name}.onnx")
            print(file.parent.name, hashlib.sha256((file.parent / WEIGHTS).read_bytes()).hexdigest())


def write_encoder(target: Path) -> None:
    """Write the default model, its weights beside it."""
    save(SmoothedBert(PackagedWeights(DEFAULT.locate(None) / ONNX_FILE)).encoder(), target)


def write_cross_encoder(target: Path) -> None:
    """Write the cross-encoder's graph, whose weights stay in the model of its package."""
    import onnx

    source = CROSS_ENCODER.locate(None) / ONNX_FILE
    graph = QuantizedBert(onnx.load(str(source)), "bert").cross_encoder()
    refer(graph, source.read_bytes(), ONNX_FILE, LARGE)
    onnx.save_model(graph, str(target))


def save(model: Any, file: Path) -> None:
    """Save a model, its large tensors in a file beside it."""
    import onnx

    onnx.save_model(
        model,
        str(file),
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=WEIGHTS,
        size_threshold=LARGE,
    )


@dataclass(slots=True)
class _E5Graph:
    """The graph over the weights of ``source``."""

    source: E5Source
    built: GraphBuilder = field(default_factory=GraphBuilder)

    def _build(self) -> None:
        """Add the layers (Devlin et al., 2019), and the mean over the tokens."""
        state = self._normed(INPUT, "emb.ln")
        for layer in range(self.source.shape.layers):
            state = self._layer(state, f"l{layer}.")
        mean = self.built.node("ReduceMean", [state, self.built.weight("axis", np.array([1]))], keepdims=0)
        self.built.node("LpNormalization", [mean], outputs=["vector"], axis=-1, p=2)

    def model(self) -> Any:
        """Return the whole as a model of onnx."""
        self._build()
        from onnx import TensorProto, helper

        hidden = self.source.shape.hidden
        # The number of tokens has no name: else onnxruntime sees that the parts of a sum are of one shape,
        # and sums and norms them in one step, which takes four times as long as the two (1.32, AVX-512).
        inputs = [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, None, hidden])]
        outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, hidden])]
        return self.built.model("multilingual-e5-small", inputs, outputs)

    def _layer(self, state: str, layer: str) -> str:
        asked_by, joined, widened, narrowed = MATRICES
        asked = self._linear(state, layer, asked_by)
        parts = [f"{layer}{part}" for part in asked_by]
        self.built.node("Split", [asked], outputs=parts, axis=-1, num_outputs=3)
        heads = self.source.shape.heads
        attended = self.built.node("MultiHeadAttention", parts, domain=MICROSOFT, num_heads=heads)
        state = self._added(state, self._linear(attended, layer, joined), f"{layer}aln")
        inner = self.built.node("Gelu", [self._linear(state, layer, widened)], domain=MICROSOFT)
        return self._added(state, self._linear(inner, layer, narrowed), f"{layer}oln")

    def _added(self, state: str, more: str, norm: str) -> str:
        return self._normed(self.built.node("Add", [state, more]), norm)

    def _normed(self, state: str, name: str) -> str:
        scale = [self.built.weight(f"{name}.{part}", self.source.numbers(f"{name}.{part}")) for part in "wb"]
        epsilon = float(self.source.shape.epsilon)
        return self.built.node("LayerNormalization", [state, *scale], axis=-1, epsilon=epsilon)

    def _linear(self, state: str, layer: str, parts: Sequence[str]) -> str:
        """Multiply by eight-bit weights, scaled by output, in the narrowing matrix by token besides.

        There some tokens' values are a hundred times those of others: one scale for all would take the
        vectors to a cosine of 0.997.
        """
        name = layer + parts[0]
        matrix, scales, smoothing = quantize_layer(self.source, layer, parts)
        biases = np.concatenate([self.source.numbers(f"{layer}{part}.b") for part in parts])
        whole = [
            self.built.weight(f"{name}.w", matrix),
            self.built.weight(f"{name}.scales", scales),
            self.built.weight(f"{name}.zeros", np.zeros(len(scales), dtype=np.int8)),
            self.built.weight(f"{name}.b", biases),
        ]
        if parts == NARROWED:
            return by_token(self.built, state, name, whole)
        if smoothing is not None:
            factors = self.built.weight(f"{name}.smoothing", 1 / smoothing)
            state = self.built.node("Mul", [state, factors])
        return self.built.node("DynamicQuantizeMatMul", [state, *whole], domain=MICROSOFT)


@dataclass(slots=True)
class _UniversalGraph:
    """The graph from a text's embedded tokens to the sum of their features, over the tables of the package.

    Three convolutions over n-grams of tokens, each in two steps that add their input (Yang et al., 2019).
    """

    tables: Tables
    built: GraphBuilder = field(default_factory=GraphBuilder)

    def model(self) -> Any:
        """Return the whole as a model of onnx."""
        from onnx import TensorProto, helper

        node = self.built.node
        state = self._normed(self._by_token(EMBEDDED), "ln_g_all", "ln_b_all")
        parts = [f"of{tokens}" for tokens, _ in N_GRAMS]
        node("Split", [state], outputs=parts, axis=-1, num_outputs=len(parts))
        features = [EMBEDDED]
        for number, ((tokens, before), feature) in enumerate(zip(N_GRAMS, parts, strict=True)):
            for step in ("1", "2"):
                widened = self._windows(feature, tokens, before, f"{number}.{step}")
                product = self._linear(widened, f"w{step}.{number}", f"b{step}.{number}")
                feature = node("Add", [node("Relu", [product]), feature])  # noqa: PLW2901 - step by step
            features.append(feature)
        normed = self._normed(node("Concat", features, axis=-1), "ln_g", "ln_b")
        node("ReduceSum", [normed, self._number("rows", 0)], outputs=["sum"], keepdims=1)
        embedded, width = self.tables["table"].shape[1], self.tables["ln_g"].size
        # As in the graph of multilingual-e5-small, the number of tokens has no name.
        inputs = [helper.make_tensor_value_info(EMBEDDED, TensorProto.FLOAT, [None, embedded])]
        outputs = [helper.make_tensor_value_info("sum", TensorProto.FLOAT, [1, width])]
        return self.built.model(UNIVERSAL_SENTENCE_ENCODER, inputs, outputs)

    def _windows(self, state: str, tokens: int, before: int, name: str) -> str:
        """Set the states of each token's neighbours beside one another, zeros beyond the text's ends."""
        node, after = self.built.node, tokens - 1 - before
        margins = self.built.weight(f"{name}.margins", np.array([before, 0, after, 0]))
        padded, rows = node("Pad", [state, margins]), self._number(f"{name}.rows", 0)
        shifted = [
            node(
                "Slice",
                [
                    padded,
                    self._number(f"{name}.from{shift}", shift),
                    self._number(f"{name}.to{shift}", shift - tokens + 1 or np.iinfo(np.int64).max),
                    rows,
                ],
            )
            for shift in range(tokens)
        ]
        return node("Concat", shifted, axis=-1)

    def _normed(self, state: str, scale: str, bias: str) -> str:
        weights = [self.built.weight(name, self.tables[name]) for name in (scale, bias)]
        epsilon = float(self.tables["eps"])
        return self.built.node("LayerNormalization", [state, *weights], axis=-1, epsilon=epsilon)

    def _linear(self, state: str, matrix: str, bias: str) -> str:
        whole = self._quantized(matrix, bias)
        return self.built.node("DynamicQuantizeMatMul", [state, *whole], domain=MICROSOFT)

    def _by_token(self, state: str) -> str:
        """Multiply what is scaled by token: one scale for all takes the vectors from 0.9998 to 0.997."""
        return by_token(self.built, state, "proj_W", self._quantized("proj_W", "proj_b"))

    def _quantized(self, matrix: str, bias: str) -> list[str]:
        values, scales, _ = quantized_matrix(self.tables[matrix])
        return [
            self.built.weight(matrix, values),
            self.built.weight(f"{matrix}.scales", scales),
            self.built.weight(f"{matrix}.zeros", np.zeros(len(scales), dtype=np.int8)),
            self.built.weight(bias, self.tables[bias]),
        ]

    def _number(self, name: str, number: int) -> str:
        return self.built.weight(name, np.array([number]))


def _avoid_network_addresses() -> None:
    """Make onnx name files at random.

    WORKAROUND onnx 1.23.2: it makes a UUID of the machine's network address and the time, also if it needs
    no name; to count them, libuuid writes a file outside of the program's folders if it may.
    """
    from onnx import external_data_helper

    vars(external_data_helper)["uuid"] = SimpleNamespace(uuid1=uuid.uuid4)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
