"""Tokens are counted and cut as the tokenizer itself does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models.model_files import DEFAULT_MODEL, locate_embedding_model
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.tokens import (
    INPUTS,
    ModelTokenCounter,
    load_tokenizer,
    pad_inputs,
    within_window,
)


@pytest.fixture(scope="module")
def counter() -> ModelTokenCounter:
    return OnnxEncoder.installed().counter


_WRITTEN = st.text(st.sampled_from("ab Zé\u0301 \t\n\r\x1c\x85\u00a0\u200b.,-'[]#中か1")) | st.text()


@given(st.lists(_WRITTEN | st.just("[MASK] [CLS]") | st.just("a" * 70), max_size=4))
def test_tokens_by_words_are_those_of_the_whole(counter: ModelTokenCounter, texts: list[str]) -> None:
    tokenizer = load_tokenizer(counter.folder / "tokenizer.json")
    whole = [len(tokenizer.encode(text, add_special_tokens=False)) for text in texts]
    assert counter.count(texts) == whole


_WINDOW = 8


@pytest.fixture(scope="module")
def file() -> Path:
    return locate_embedding_model(DEFAULT_MODEL).path / "tokenizer.json"


def test_files_that_differ_in_padding_and_cutting_alone_share_a_tokenizer(file: Path, tmp_path: Path) -> None:
    content = json.loads(file.read_bytes())
    alike, other = tmp_path / "alike.json", tmp_path / "other.json"
    alike.write_text(json.dumps({**content, "padding": None, "truncation": None}, indent=1))
    other.write_text(json.dumps({**content, "normalizer": None}))
    assert load_tokenizer(alike) is load_tokenizer(file)
    assert load_tokenizer(other) is not load_tokenizer(file)


def test_a_tokenizer_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(ModelUnavailableError, match="can't be loaded"):
        load_tokenizer(tmp_path / "tokenizer.json")


@pytest.mark.parametrize("words", [0, 1, _WINDOW - 2, _WINDOW - 1, 40])
def test_texts_are_cut_to_the_window_as_the_tokenizer_itself_cuts_them(file: Path, words: int) -> None:
    texts = ["bread " * words, "rye"]
    itself = Tokenizer.from_file(str(file))
    itself.enable_truncation(_WINDOW)
    itself.enable_padding()
    expected = itself.encode_batch(texts)
    encodings = load_tokenizer(file).encode_batch(texts)
    inputs = pad_inputs(encodings, _WINDOW)
    found = [expected_ids(expected, name) for name in INPUTS]
    assert all(np.array_equal(inputs[name], one) for name, one in zip(INPUTS, found, strict=True))
    itself.no_padding()
    assert [list(within_window(one.offsets, _WINDOW)) for one in encodings] == [
        one.offsets for one in itself.encode_batch(texts)
    ]


def expected_ids(encodings: Sequence[object], name: str) -> np.ndarray:
    attribute = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}[name]
    return np.asarray([getattr(one, attribute) for one in encodings])
