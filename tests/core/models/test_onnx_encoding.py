"""The default model: found, verified, its vectors as promised, its tokens, the device that computes."""

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.builders import flip_byte, present
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_what_rest_allows
from vaultsearch.core.models import onnx_encoding, tokens
from vaultsearch.core.models.device import multiplies_bfloat16, usable_cores
from vaultsearch.core.models.encoder import SentenceTransformerEncoder
from vaultsearch.core.models.encoder_choice import AdaptiveEncoder, encoder_for, token_encoder
from vaultsearch.core.models.model_files import DEFAULT_MODEL, ONNX_FILE, ModelFolder, locate_embedding_model
from vaultsearch.core.models.onnx_encoding import OnnxEncoder, default_onnx_model
from vaultsearch.core.models.onnx_models import WEIGHTS, load_onnx
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Ranges, Vectors

LEAST, MEAN = 0.98, 0.995
"""The least cosine to a vector of sentence-transformers in float32, and the least mean."""

QUESTIONS = json.loads((Path(__file__).parents[2] / "golden" / "questions.json").read_text(encoding="utf-8"))
TEXTS = [
    *(question["question"] for question in QUESTIONS[::3]), "", "   \n\t", "🎁🏺 a present 👩‍👩‍👧",
    "陶藝課程是一份很好的禮物", "مرحبا ลูกชาย Grüße naïve Ǆ", "[CLS] [SEP] [PAD] [MASK]",
    "the keel bolts are bronze and were replaced in 1998 " * 200, "https://example.org/" + "a" * 3000,
]  # fmt: skip


@pytest.fixture(scope="module")
def reference() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder.named()


@pytest.fixture(scope="module")
def reference_vectors(reference: SentenceTransformerEncoder) -> Vectors:
    return reference.encode_passages(TEXTS)


@pytest.fixture(scope="module")
def onnx(models_folder: Path) -> OnnxEncoder:
    return OnnxEncoder.installed(models_folder)


@pytest.fixture
def copied_model(reference: SentenceTransformerEncoder, tmp_path: Path) -> Path:
    """A copy of the default model as sentence-transformers has it."""
    return Path(shutil.copytree(reference.model.path, tmp_path / "model"))


def test_a_model_that_was_dropped_is_loaded_again(onnx: OnnxEncoder) -> None:
    before = onnx.encode_passages(["bread"])
    drop_what_rest_allows()
    assert onnx_encoding._load_session.cache_info().currsize, "a model is not dropped with tables"
    drop_what_rest_allows(models=True)
    assert not onnx_encoding._load_session.cache_info().currsize
    assert not load_onnx.cache_info().currsize, "nothing else holds it"
    assert np.array_equal(onnx.encode_passages(["bread"]), before)


def in_fresh_process(encoder: OnnxEncoder, texts: Sequence[str]) -> Vectors:
    code = "import pickle, sys; e, t = pickle.load(sys.stdin.buffer); print(e.encode_passages(t).tolist())"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=pickle.dumps((encoder, texts)), capture_output=True, check=True)
    return np.asarray(json.loads(done.stdout), dtype=np.float32)


def test_vectors_are_those_of_the_reference(
    onnx: OnnxEncoder, reference: SentenceTransformerEncoder, reference_vectors: Vectors
) -> None:
    for ours, theirs in (
        (onnx.encode_passages(TEXTS), reference_vectors),
        (onnx.encode_queries(TEXTS[:20]), reference.encode_queries(TEXTS[:20])),
    ):
        cosines = (ours * theirs).sum(axis=1)
        assert ours.dtype == np.float32
        assert (cosines.min() > LEAST, cosines.mean() > MEAN) == (True, True)
    assert onnx.fingerprint == reference.fingerprint
    assert onnx.encode_passages([]).shape == (0, reference.dimension)


def test_a_question_takes_one_run_for_both(onnx: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, by_token = onnx.encode_passages(["which glaze"]), onnx.encode_passage_tokens(["which glaze"])
    runs = Mock(wraps=tokens.model_inputs)
    monkeypatch.setattr(onnx_encoding, "model_inputs", runs)
    assert np.allclose(onnx.encode_queries(["which glaze"]), whole, atol=1e-6)
    assert np.allclose(onnx.encode_query_tokens("which glaze"), by_token[0], atol=1e-6)
    assert runs.call_count == 1


def test_tokens_are_those_of_the_reference(onnx: OnnxEncoder, reference: SentenceTransformerEncoder) -> None:
    texts = TEXTS[-24:]
    both = zip(onnx.encode_passage_tokens(texts), reference.encode_passage_tokens(texts), strict=True)
    for ours, theirs in both:
        assert ours.shape == theirs.shape
        assert (ours * theirs).sum(axis=1).mean() > LEAST
    question = onnx.encode_query_tokens(TEXTS[0])
    assert (question * reference.encode_query_tokens(TEXTS[0])).sum(axis=1).mean() > LEAST


def test_passages_in_bfloat16_point_where_those_in_float32_do(reference_vectors: Vectors) -> None:
    halved = SentenceTransformerEncoder.named(precision="bfloat16").encode_passages(TEXTS[-24:])
    assert halved.dtype == np.float32
    assert (halved * reference_vectors[-24:]).sum(axis=1).min() >= 0.9999


def test_a_flipped_byte_is_seen_and_the_model_laid_out_again(onnx: OnnxEncoder, tmp_path: Path) -> None:
    place = default_onnx_model(tmp_path)
    encoder = OnnxEncoder.installed(tmp_path)
    expected = in_fresh_process(encoder, ["pots"])
    assert place.is_intact()
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {"model.onnx", WEIGHTS}
    for name in ("model.onnx", WEIGHTS):
        flip_byte(present(place.folder) / name, 5000)
        assert not place.is_intact()
        assert np.array_equal(in_fresh_process(encoder, ["pots"]), expected)
        assert place.is_intact()


def test_altered_weights_are_refused_and_nothing_is_laid_out(onnx: OnnxEncoder, tmp_path: Path) -> None:
    shutil.copytree(onnx.path, tmp_path / "package")
    flip_byte(tmp_path / "package" / ONNX_FILE)
    with pytest.raises(ModelUnavailableError, match="has the wrong checksum"):
        OnnxEncoder(tmp_path / "package", onnx.vocabulary, tmp_path / "models").encode_queries(["pots"])
    assert list((tmp_path / "models").rglob("*")) == []


def test_an_unwritable_folder_leaves_memory(onnx: OnnxEncoder, models_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "models").write_text("no folder")
    expected = OnnxEncoder.installed(models_folder).encode_queries(["pots"])
    for models in (tmp_path / "models", None):
        assert np.array_equal(OnnxEncoder.installed(models).encode_queries(["pots"]), expected)


def test_what_former_versions_laid_out_is_removed(onnx: OnnxEncoder, tmp_path: Path) -> None:
    former = ("53aa51172d14-2", "53aa51172d14-2-int8", "b06e3ef2efc1", "int8-2c93202df25f")
    for name in (*(f"all-MiniLM-L6-v2-{suffix}" for suffix in former), "of-the-user"):
        (tmp_path / name).mkdir()
    OnnxEncoder.installed(tmp_path).encode_queries(["pots"])
    assert set(tmp_path.iterdir()) == {default_onnx_model(tmp_path).folder, tmp_path / "of-the-user"}


def test_another_model_is_left_to_sentence_transformers(copied_model: Path, tmp_path: Path) -> None:
    encoder = encoder_for(Parameters(command={"embedding.embedding_model": str(copied_model)}), tmp_path)
    assert isinstance(encoder, SentenceTransformerEncoder)
    assert token_encoder(encoder) is encoder


def test_the_graphs_are_those_that_torch_and_onnx_make(tmp_path: Path) -> None:
    repository = Path(__file__).parents[3]
    script = [sys.executable, str(repository / "packaging" / "model_graphs.py"), str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=True, cwd=repository)
    for file in (repository / "vaultsearch" / "core" / "models" / "graphs").iterdir():
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), f"{file.name} is made otherwise"
    place = default_onnx_model(None)
    assert f"{place.graph} {place.sha256}" in done.stdout.splitlines()


_ASKING = """
import pickle, sys
from vaultsearch.core.search.late_interaction import max_similarities

encoder = pickle.loads(bytes.fromhex(sys.argv[1]))
encoder.encode_queries(["warm"])
scores = max_similarities(encoder, "a ceramics class", ["a pottery course", "a broken keel bolt"])
encoder.encode_passages(["a note that was just saved"])
print(scores[0] > scores[1], [m for m in ("torch", "transformers") if m in sys.modules])
encoder.encode_passages(["one of many"] * 700)
print("torch" in sys.modules, "transformers" in sys.modules)
"""


@pytest.mark.parametrize("may_have_gpu", [False, True])
def test_only_a_long_burst_of_passages_imports_torch_and_only_if_there_may_be_a_gpu(
    onnx: OnnxEncoder, reference: SentenceTransformerEncoder, may_have_gpu: bool
) -> None:
    adaptive = AdaptiveEncoder(onnx.path, onnx.vocabulary, onnx.models, reference=reference)
    encoder = adaptive if may_have_gpu else onnx
    command = [sys.executable, "-c", _ASKING, pickle.dumps(encoder).hex()]
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    import torch  # here, as processes that run other tests only collect this test

    is_there = may_have_gpu and torch.accelerator.is_available()
    assert done.stdout == f"True []\n{may_have_gpu} {is_there}\n", "else onnxruntime encodes"


def test_parts_have_the_same_vectors(onnx: OnnxEncoder, reference: SentenceTransformerEncoder) -> None:
    text = "  Berlin\nThe city is old.\nIt is large: Grüße 🎁 " + "and so on " * 300
    parts: list[list[Ranges]] = [[((2, 8), (9, 25)), ((2, 8), (26, 48))], [((0, 4),)]]
    found = onnx.encode_parts([text, "pots"], parts)
    for one, other in zip(found, reference.encode_parts([text, "pots"], parts), strict=True):
        assert (one * other).sum(axis=1).min() > LEAST
    np.testing.assert_allclose(found[1], onnx.encode_passages(["pots"]), atol=1e-3)


def test_vectors_have_unit_length_and_follow_meaning(reference: SentenceTransformerEncoder) -> None:
    passages = reference.encode_passages(["a ceramics class", "a pottery course", "a broken keel bolt"])
    assert (passages.shape, passages.dtype) == ((3, reference.dimension), np.dtype(np.float32))
    assert np.allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-5)
    assert (passages @ reference.encode_queries(["learning to make pots"])[0]).argmin() == 2


def test_each_token_has_a_vector(reference: SentenceTransformerEncoder) -> None:
    course = reference.encode_passage_tokens(["pottery course", ""])[0]
    assert course.shape == (reference.counter.count(["pottery course"])[0], reference.dimension)
    assert np.allclose(np.linalg.norm(course, axis=1), 1, atol=1e-5)
    assert reference.encode_query_tokens("pots").shape[1] == reference.dimension


def test_altered_weights_are_refused_and_told_so(copied_model: Path) -> None:
    flip_byte(copied_model / "model.safetensors")
    altered = ModelFolder(DEFAULT_MODEL, copied_model, locate_embedding_model(DEFAULT_MODEL).sha256)
    with pytest.raises(ModelUnavailableError, match="has the wrong checksum"):
        SentenceTransformerEncoder(altered).encode_queries(["x"])


def test_a_model_in_a_folder_is_the_same(reference: SentenceTransformerEncoder, copied_model: Path) -> None:
    other = SentenceTransformerEncoder.named(str(copied_model))
    assert other.name == str(copied_model)
    assert other.fingerprint != reference.fingerprint
    np.testing.assert_allclose(other.encode_queries(["pots"]), reference.encode_queries(["pots"]), atol=1e-5)


def test_models_with_code_of_other_formats_or_not_on_the_disk_are_refused(copied_model: Path) -> None:
    modules = json.loads((copied_model / "modules.json").read_text())
    modules[0]["type"] = "own_code.Transformer"
    (copied_model / "modules.json").write_text(json.dumps(modules))
    (copied_model / "own_code.py").write_text("raise SystemExit('ran')")
    with pytest.raises(ModelUnavailableError, match="run its own code"):
        SentenceTransformerEncoder.named(str(copied_model)).encode_queries(["x"])
    (copied_model / "model.safetensors").rename(copied_model / "pytorch_model.bin")
    with pytest.raises(ModelUnavailableError, match=r"contain model\.safetensors") as caught:
        SentenceTransformerEncoder.named(str(copied_model))
    assert "Reinstall" not in caught.value.remedy
    modules[0]["type"] = "sentence_transformers.models.Transformer"
    (copied_model / "modules.json").write_text(json.dumps(modules))
    (copied_model / "model.safetensors").write_bytes(b"garbage")
    with pytest.raises(ModelUnavailableError, match="can't be loaded"):
        SentenceTransformerEncoder.named(str(copied_model)).encode_queries(["x"])
    with pytest.raises(ModelUnavailableError, match="neither a folder nor in the local hub cache"):
        SentenceTransformerEncoder.named("intfloat/multilingual-e5-small")


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 amx_bf16 amx_tile amx_int8\n", True), ("", False),
        ("processor\t: 0\nflags\t\t: fpu sse2 amx_bf16 avx512f\n", False), ("Features\t: fp asimd\n", False),
        ("processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16\n", True),
        pytest.param(None, False, id="no such file"),
    ],
)  # fmt: skip
def test_bfloat16_is_read_from_the_processors_flags(tmp_path: Path, info: str | None, expected: bool) -> None:
    if info is not None:
        (tmp_path / "cpuinfo").write_text(info)
    assert multiplies_bfloat16(tmp_path / "cpuinfo") is expected


def test_whoever_limits_the_threads_is_heard_and_nonsense_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert usable_cores() >= 1
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(4), raising=False)
    for said, used in (("1", 1), ("3", 3), ("8", 4), ("", 4), ("0", 4), ("2,1", 4), ("many", 4)):
        monkeypatch.setenv("OMP_NUM_THREADS", said)
        assert usable_cores() == used


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it lists a process's threads")
def test_numpy_has_no_threads_that_would_wait_in_a_busy_loop() -> None:
    program = "import os, vaultsearch, numpy; print(len(os.listdir('/proc/self/task')))"
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    environment.pop("OPENBLAS_NUM_THREADS", None)
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert int(done.stdout) == 1


@pytest.fixture(scope="module")
def counter() -> tokens.ModelTokenCounter:
    return OnnxEncoder.installed().counter


_WRITTEN = st.text(st.sampled_from("ab Zé\u0301 \t\n\r\x1c\x85\u00a0\u200b.,-'[]#中か1")) | st.text()


@given(st.lists(_WRITTEN | st.just("[MASK] [CLS]") | st.just("a" * 70), max_size=4))
def test_tokens_by_words_are_those_of_the_whole(counter: tokens.ModelTokenCounter, texts: list[str]) -> None:
    tokenizer = tokens.load_tokenizer(counter.folder / "tokenizer.json")
    assert counter.count(texts) == [len(tokenizer.encode(text, add_special_tokens=False)) for text in texts]


_WINDOW = 8


@pytest.fixture(scope="module")
def file() -> Path:
    return locate_embedding_model(DEFAULT_MODEL).path / "tokenizer.json"


def test_files_that_differ_in_padding_and_cutting_alone_share_a_tokenizer(file: Path, tmp_path: Path) -> None:
    content = json.loads(file.read_bytes())
    alike, other, broken = (tmp_path / f"{name}.json" for name in ("alike", "other", "broken"))
    alike.write_text(json.dumps({**content, "padding": None, "truncation": None}, indent=1))
    other.write_text(json.dumps({**content, "normalizer": None}))
    assert tokens.load_tokenizer(alike) is tokens.load_tokenizer(file)
    assert tokens.load_tokenizer(other) is not tokens.load_tokenizer(file)
    broken.write_text("{")
    with pytest.raises(ModelUnavailableError, match="can't be loaded"):
        tokens.load_tokenizer(broken)


@pytest.mark.parametrize("words", [0, 1, _WINDOW - 2, _WINDOW - 1, 40])
def test_texts_are_cut_to_the_window_as_the_tokenizer_itself_cuts_them(file: Path, words: int) -> None:
    texts = ["bread " * words, "rye"]
    itself = Tokenizer.from_file(str(file))
    itself.enable_truncation(_WINDOW)
    itself.no_padding()
    encodings = tokens.load_tokenizer(file).encode_batch(texts)
    for ours, theirs in zip(encodings, itself.encode_batch(texts), strict=True):
        inputs = [values.tolist() for values in tokens.model_inputs(ours, _WINDOW).values()]
        assert inputs == [[theirs.ids], [theirs.attention_mask], [theirs.type_ids]]
    offsets = [list(tokens.within_window(one.offsets, _WINDOW)) for one in encodings]
    assert offsets == [one.offsets for one in itself.encode_batch(texts)]
