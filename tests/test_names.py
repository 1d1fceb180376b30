"""Names of the package that a reader who knows the field can guess, and docstrings that name things."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from tests.structure import DIALECT, PACKAGE, Module, modules


def names_of(module: Module) -> Iterator[tuple[str, int]]:
    """Yield the names of parameters, functions, classes and attributes, each with its line."""
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            parameters = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
            yield from ((one.arg, one.lineno) for one in parameters if one is not None)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        if isinstance(node, ast.Module | ast.ClassDef):
            yield from _assigned(node)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno


def _assigned(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[str, int]]:
    for node in scope.body:
        targets: Sequence[ast.expr] = ()
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = (node.target,)
        yield from ((one.id, one.lineno) for one in targets if isinstance(one, ast.Name))


def test_no_parameter_and_no_public_name_is_dialect() -> None:
    refused = [
        f"{module.path.relative_to(PACKAGE).as_posix()}:{line} {name}"
        for module in modules()
        for name, line in names_of(module)
        if name in DIALECT
    ]
    assert refused == []


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
