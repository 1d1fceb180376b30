"""Counting in a model's tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.tokens import load_tokenizer

if TYPE_CHECKING:
    from vaultsearch.core.models.tokens import ModelTokenCounter


@pytest.fixture(scope="module")
def counter() -> ModelTokenCounter:
    return OnnxEncoder.installed().counter


_WRITTEN = st.text(st.sampled_from("ab Zé\u0301 \t\n\r\x1c\x85\u00a0\u200b.,-'[]#中か1")) | st.text()


@given(st.lists(_WRITTEN | st.just("[MASK] [CLS]") | st.just("a" * 70), max_size=4))
def test_tokens_by_words_are_those_of_the_whole(counter: ModelTokenCounter, texts: list[str]) -> None:
    tokenizer = load_tokenizer(counter.folder / "tokenizer.json")
    whole = [len(tokenizer.encode(text, add_special_tokens=False)) for text in texts]
    assert counter.count(texts) == whole
