"""The default model multiplied in bfloat16: near to float32, in order, quick to load, nothing left out."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from vaultsearch.core.models.bfloat16_encoding import encode_in_bfloat16
from vaultsearch.core.models.encoder import SentenceTransformerEncoder

SENTENCE = "The keel bolts of the boat are bronze, and number {} was replaced."
TEXTS = [SENTENCE.format(i) * (i % 17) for i in range(60)] + ["", "Größe 你好 🙂", "word " * 5000]


@pytest.fixture(scope="module")
def reference() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder.named()


def test_each_text_gets_the_vector_that_it_has_in_float32(reference: SentenceTransformerEncoder) -> None:
    found = encode_in_bfloat16(reference.model, TEXTS)
    assert found.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert (found * reference.encode_passages(TEXTS)).sum(axis=1).min() > 0.9999


def test_how_many_threads_there_are_makes_no_difference(reference: SentenceTransformerEncoder) -> None:
    alone, three = (encode_in_bfloat16(reference.model, TEXTS, threads) for threads in (1, 3))
    np.testing.assert_allclose(alone, three, atol=1e-6)


def test_no_texts_are_no_vectors(reference: SentenceTransformerEncoder) -> None:
    assert encode_in_bfloat16(reference.model, []).shape == (0, reference.dimension)


def test_it_is_ready_before_sentence_transformers_would_be_imported() -> None:
    program = """
import sys
from vaultsearch.core.models.bfloat16_encoding import encode_in_bfloat16
from vaultsearch.core.models.weights import DEFAULT_MODEL, locate_embedding_model
encode_in_bfloat16(locate_embedding_model(DEFAULT_MODEL), ["warm"])
print([m for m in ("sentence_transformers", "transformers") if m in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
