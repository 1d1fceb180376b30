"""The language of docstrings, measured."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.structure import PACKAGE, modules

MOST_PER_1000_WORDS = {"what": 3.0, "where": 3.0}
"""Both stand for a noun that could be named; "where" mostly for "if". Places may be where they are."""
BEGINNINGS = ("What ", "Where ", "Give ", "Tell ")


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of modules, classes, functions and assignments, each with its place."""
    for module in modules():
        for node in module.nodes:
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield f"{module.path.relative_to(PACKAGE)}:{node.lineno}", text


@pytest.mark.parametrize(("word", "most"), MOST_PER_1000_WORDS.items())
def test_docstrings_name_things_instead_of_pointing_at_them(word: str, most: float) -> None:
    counts = Counter(word for _, text in docstrings() for word in re.findall(r"[\w'’-]+", text.lower()))
    assert 1000 * counts[word] / counts.total() < most


def test_no_docstring_begins_as_none_should() -> None:
    assert [place for place, text in docstrings() if text.strip().startswith(BEGINNINGS)] == []
