"""The language of docstrings, measured; `python -m tests.test_language` lists the rooms of the package."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.structure import PACKAGE, modules

MOST_PER_1000_WORDS = {"what": 3.0, "where": 3.0}
"""Both stand for a noun that could be named; "where" mostly for "if". Places may be where they are."""
BEGINNINGS = ("What ", "Where ", "Give ", "Tell ")


def docstrings(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of modules, classes, functions and assignments, each with its place."""
    for module in modules():
        if module.path.is_relative_to(folder):
            for node in module.nodes:
                match node:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield f"{module.path.relative_to(PACKAGE)}:{node.lineno}", text


def per_1000_words(folder: Path) -> dict[str, float]:
    """Measure how often each limited word is used per 1,000 words of docstrings."""
    counts = Counter(word for _, text in docstrings(folder) for word in re.findall(r"[\w'’-]+", text.lower()))
    return {word: 1000 * counts[word] / max(1, counts.total()) for word in MOST_PER_1000_WORDS}


@pytest.mark.parametrize("word", MOST_PER_1000_WORDS)
def test_docstrings_name_things_instead_of_pointing_at_them(word: str) -> None:
    assert per_1000_words(PACKAGE)[word] < MOST_PER_1000_WORDS[word]


def test_no_docstring_begins_as_none_should() -> None:
    assert [place for place, text in docstrings(PACKAGE) if text.strip().startswith(BEGINNINGS)] == []


if __name__ == "__main__":
    for room in [PACKAGE, *sorted(path for path in PACKAGE.rglob("*") if path.is_dir())]:
        used = "  ".join(f"{word} {count:5.1f}" for word, count in per_1000_words(room).items())
        begun = sum(text.strip().startswith(BEGINNINGS) for _, text in docstrings(room))
        print(f"{used}  beginnings {begun:4}  {room.relative_to(PACKAGE.parent)}")
