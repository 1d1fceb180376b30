"""The exported model: the same vectors as sentence-transformers, without torch, made anew when damaged."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vaultsearch.core.models import onnx_export as onnx_quantization
from vaultsearch.core.models.adaptive_encoding import AdaptiveEncoder, adaptive_encoder, intact
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.exported_model import WEIGHTS, ExportedModel
from vaultsearch.core.models.onnx_encoding import OnnxEncoder, can_be_exported
from vaultsearch.core.models.onnx_export import AGREEMENT, TOLERANCE, export_model, quantize_model
from vaultsearch.core.models.quantized_encoding import QuantizedEncoder, quantized_encoder
from vaultsearch.core.models.weights import ModelFolder

if TYPE_CHECKING:
    from vaultsearch.core.protocols import Ranges

QUESTIONS = json.loads((Path(__file__).parents[2] / "golden" / "questions.json").read_text(encoding="utf-8"))
TEXTS = [
    *(question["question"] for question in QUESTIONS),
    "",
    "   \n\t",
    "🎁🏺 a present 👩‍👩‍👧",
    "陶藝課程是一份很好的禮物",
    "مرحبا ลูกชาย Grüße naïve Ǆ",
    "[CLS] [SEP] [PAD] [MASK]",
    "the keel bolts are bronze and were replaced in 1998 " * 200,
    "https://example.org/" + "a" * 3000,
]


@pytest.fixture(scope="module")
def reference() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder.named()


@pytest.fixture(scope="module")
def exported(
    reference: SentenceTransformerEncoder, tmp_path_factory: pytest.TempPathFactory
) -> ExportedModel:
    place = ExportedModel.of(reference.model, tmp_path_factory.mktemp("models"))
    assert place.is_wanted()
    export_model(reference.model, place)
    return place


@pytest.fixture(scope="module")
def quantized(reference: SentenceTransformerEncoder, exported: ExportedModel) -> QuantizedEncoder:
    encoder = AdaptiveEncoder(reference, exported)
    assert encoder.export() is None
    return QuantizedEncoder(encoder)


@pytest.fixture
def copied_model(reference: SentenceTransformerEncoder, tmp_path: Path) -> ModelFolder:
    """A copy of the default model, pinned like it, to be meddled with."""
    shutil.copytree(reference.model.path, tmp_path / "model")
    return ModelFolder(reference.name, tmp_path / "model", reference.model.sha256)


def encoder_on(exported: ExportedModel, reference: SentenceTransformerEncoder) -> OnnxEncoder:
    return OnnxEncoder(reference.model, exported.file)


def test_vectors_are_those_of_sentence_transformers(
    exported: ExportedModel, reference: SentenceTransformerEncoder
) -> None:
    onnx = encoder_on(exported, reference)
    for ours, theirs in (
        (onnx.encode_passages(TEXTS), reference.encode_passages(TEXTS)),
        (onnx.encode_queries(TEXTS), reference.encode_queries(TEXTS)),
    ):
        assert ours.dtype == np.float32
        assert np.abs(ours - theirs).max() <= TOLERANCE
    assert onnx.fingerprint == reference.fingerprint
    assert onnx.encode_passages([]).shape == (0, reference.dimension)


def test_token_vectors_are_those_of_sentence_transformers(
    exported: ExportedModel, reference: SentenceTransformerEncoder
) -> None:
    onnx = encoder_on(exported, reference)
    both = zip(onnx.encode_passage_tokens(TEXTS), reference.encode_passage_tokens(TEXTS), strict=True)
    for ours, theirs in both:
        assert ours.shape == theirs.shape
        assert np.abs(ours - theirs).max() <= TOLERANCE
    question = onnx.encode_query_tokens(TEXTS[0])
    assert np.abs(question - reference.encode_query_tokens(TEXTS[0])).max() <= TOLERANCE


def test_passages_in_bfloat16_point_where_those_in_float32_do(reference: SentenceTransformerEncoder) -> None:
    halved = SentenceTransformerEncoder.named(precision="bfloat16").encode_passages(TEXTS)
    assert halved.dtype == np.float32
    assert (halved * reference.encode_passages(TEXTS)).sum(axis=1).min() >= 0.9999


@pytest.mark.parametrize("part", ["model.onnx", WEIGHTS])
def test_a_damaged_export_is_not_used_and_made_anew(
    exported: ExportedModel, reference: SentenceTransformerEncoder, tmp_path: Path, part: str
) -> None:
    damaged = ExportedModel(tmp_path / "export")
    shutil.copytree(exported.folder, damaged.folder)
    with (damaged.folder / part).open("r+b") as file:
        file.truncate((damaged.folder / part).stat().st_size - 1000)
    encoder = AdaptiveEncoder(reference, damaged)
    assert np.array_equal(encoder.encode_queries(["pots"]), reference.encode_queries(["pots"]))
    assert encoder.is_export_wanted()
    assert encoder.export() is None
    assert damaged.is_intact()
    assert not encoder.is_export_wanted()
    for folder in (damaged.folder, damaged.quantized.folder):
        assert {file.name for file in folder.iterdir()} == {"model.onnx", WEIGHTS, "export.json"}


def test_the_rough_form_gives_nearly_the_same_vectors_of_texts_and_tokens(
    quantized: QuantizedEncoder, exported: ExportedModel, reference: SentenceTransformerEncoder
) -> None:
    exact = encoder_on(exported, reference)
    texts = TEXTS[: len(QUESTIONS)]
    exact_size, quantized_size = (
        (one.folder / WEIGHTS).stat().st_size for one in (exported, exported.quantized)
    )
    assert quantized_size < exact_size / 3
    assert not np.array_equal(quantized.encode_queries(texts), exact.encode_queries(texts))
    assert (quantized.encode_passages(texts) * exact.encode_passages(texts)).sum(axis=1).min() > 0.95
    tokens = zip(quantized.encode_passage_tokens(texts), exact.encode_passage_tokens(texts), strict=True)
    assert np.mean([np.mean((ours * theirs).sum(axis=1)) for ours, theirs in tokens]) > AGREEMENT
    assert quantized.fingerprint != quantized.exact.fingerprint


def test_making_the_rough_form_says_nothing(
    exported: ExportedModel,
    reference: SentenceTransformerEncoder,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    quantize_model(reference.model, exported, ExportedModel(tmp_path / "quantized"))
    assert [record for record in caplog.records if record.levelname == "WARNING"] == []


def test_where_the_rough_form_is_missing_or_damaged_the_exact_one_serves_until_it_is_made_anew(
    quantized: QuantizedEncoder,
    exported: ExportedModel,
    reference: SentenceTransformerEncoder,
    tmp_path: Path,
) -> None:
    asked = ["pots", "where the keel bolts are"]
    place = ExportedModel(tmp_path / "export")
    shutil.copytree(exported.folder, place.folder)
    encoder = AdaptiveEncoder(reference, place)
    assert encoder.is_export_wanted(), "an index of an older version has the exact form alone"
    assert np.array_equal(QuantizedEncoder(encoder).encode_queries(asked), encoder.encode_queries(asked))
    assert encoder.export() is None
    assert not encoder.is_export_wanted()
    place.quantized.file.write_bytes(b"no model")
    intact.cache_clear()  # as in the next process
    assert np.array_equal(QuantizedEncoder(encoder).encode_queries(asked), encoder.encode_queries(asked))
    assert encoder.is_export_wanted()
    assert encoder.export() is None
    intact.cache_clear()
    assert np.array_equal(QuantizedEncoder(encoder).encode_queries(asked), quantized.encode_queries(asked))


def test_a_model_that_loses_too_much_has_no_rough_form(
    exported: ExportedModel,
    reference: SentenceTransformerEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(onnx_quantization, "AGREEMENT", 0.9999)
    place = ExportedModel(tmp_path / "export")
    shutil.copytree(exported.folder, place.folder)
    encoder = AdaptiveEncoder(reference, place)
    assert "are only 0.99 like its own" in (encoder.export() or "")
    assert not encoder.is_export_wanted(), "not tried again with the same libraries"
    assert not place.quantized.file.exists()


def test_only_what_may_be_exported_has_a_rough_form(reference: SentenceTransformerEncoder) -> None:
    assert quantized_encoder(reference) is reference


def test_an_export_that_fails_leaves_sentence_transformers_and_is_not_tried_again(
    copied_model: ModelFolder, tmp_path: Path
) -> None:
    with (copied_model.path / "model.safetensors").open("r+b") as weights:
        weights.seek(-1, 2)
        weights.write(b"\x7f")
    encoder = adaptive_encoder(SentenceTransformerEncoder(copied_model), tmp_path / "models")
    assert isinstance(encoder, AdaptiveEncoder)
    assert "has the wrong checksum" in (encoder.export() or "")
    assert not encoder.is_export_wanted()


def test_a_folder_that_cannot_be_written_leaves_sentence_transformers(
    reference: SentenceTransformerEncoder, tmp_path: Path
) -> None:
    (tmp_path / "models").write_text("no folder")
    encoder = adaptive_encoder(reference, tmp_path / "models")
    assert isinstance(encoder, AdaptiveEncoder)
    assert encoder.export()
    assert np.array_equal(encoder.encode_queries(["pots"]), reference.encode_queries(["pots"]))


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("1_Pooling/config.json", {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}),
        ("modules.json", [{"type": "sentence_transformers.models.Transformer"}]),
        ("modules.json", None),
        ("config_sentence_transformers.json", {"prompts": {"query": "query: "}}),
    ],
)
def test_a_model_that_pools_otherwise_or_has_prompts_is_left_to_sentence_transformers(
    copied_model: ModelFolder, tmp_path: Path, file: str, content: object
) -> None:
    assert can_be_exported(copied_model)
    (copied_model.path / file).write_text(json.dumps(content))
    assert not can_be_exported(copied_model)
    reference = SentenceTransformerEncoder(copied_model)
    assert adaptive_encoder(reference, tmp_path) is reference


_ASKING = """
import pickle, sys
from vaultsearch.core.search.reranking.late_interaction import max_similarities

encoder = pickle.loads(bytes.fromhex(sys.argv[1]))
encoder.warm_up()
scores = max_similarities(encoder, "a ceramics class", ["a pottery course", "a broken keel bolt"])
encoder.encode_passages(["a note that was just saved"])
print(scores[0] > scores[1], [m for m in ("torch", "transformers") if m in sys.modules])
encoder.encode_passages(["one of many"] * 700)
print("torch" in sys.modules)
"""


@pytest.mark.parametrize("torch_is_faster", [False, True])
def test_only_a_long_burst_of_passages_imports_torch_and_only_where_it_is_faster(
    exported: ExportedModel, reference: SentenceTransformerEncoder, torch_is_faster: bool
) -> None:
    encoder = AdaptiveEncoder(reference, exported, torch_is_faster)
    command = [sys.executable, "-c", _ASKING, pickle.dumps(encoder).hex()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"True []\n{torch_is_faster}\n"


def test_parts_of_a_text_have_the_same_vectors(
    exported: ExportedModel, reference: SentenceTransformerEncoder
) -> None:
    text = "  Berlin\nThe city is old.\nIt is large: Grüße 🎁 " + "and so on " * 300
    parts: list[list[Ranges]] = [[((2, 8), (9, 25)), ((2, 8), (26, 48))], [((0, 4),)]]
    found = encoder_on(exported, reference).encode_parts([text, "pots"], parts)
    for one, other in zip(found, reference.encode_parts([text, "pots"], parts), strict=True):
        np.testing.assert_allclose(one, other, atol=TOLERANCE)
    np.testing.assert_allclose(found[1], reference.encode_passages(["pots"]), atol=1e-3)
