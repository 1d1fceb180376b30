"""No parameter and no public name of the package is one that a reader who knows the field could not guess."""

import ast
from collections.abc import Iterator, Sequence

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
