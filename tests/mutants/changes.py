"""Small changes of a module, each as text put in its place (operators after Offutt et al. 1996)."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
_UNSEEN_CALLS = frozenset({"debug", "info", "warning", "error", "exception", "log"})
"""Lines of the log, which no user sees."""


@dataclass(frozen=True)
class Change:
    """One small change of a module's text.

    Attributes:
        kind: What was changed.
        line: Its line, from 1.
        before: The code that goes.
        after: The code that comes.
        start: Where ``before`` begins in the UTF-8 of the file.
    """

    kind: str
    line: int
    before: str
    after: str
    start: int

    def applied_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.start + len(self.before.encode()) :]


def changes_of(source: bytes) -> list[Change]:
    """Return every change of a module's source that a test could see."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, kind, replacement in _mutations(tree):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        before = source[start : starts[node.end_lineno - 1] + node.end_col_offset].decode()
        found.append(Change(kind, node.lineno, before, replacement, start))
    return found


def _mutations(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:  # noqa: C901 - a table
    unseen = _unseen(tree)
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in _COMPARISONS:
                changed = ast.Compare(node.left, [_COMPARISONS[type(operator)]()], node.comparators)
                yield node, "comparison", f"({ast.unparse(changed)})"
            case ast.BoolOp():
                other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                yield node, "and/or", f"({ast.unparse(ast.BoolOp(other, node.values))})"
            case ast.UnaryOp(op=ast.Not()):
                yield node, "not", f"bool({ast.unparse(node.operand)})"
            case ast.BinOp() if type(node.op) in _SIGNS and not _is_text(node):
                changed_sum = ast.BinOp(node.left, _SIGNS[type(node.op)](), node.right)
                yield node, "sign", f"({ast.unparse(changed_sum)})"
            case ast.Constant(value=bool()):
                yield node, "truth", str(not node.value)
            case ast.Constant(value=int() | float() as value):
                yield node, "number", repr(value + 1)
            case ast.Expr(value=ast.Call(func=function)) if _last_name(function) not in _UNSEEN_CALLS:
                yield node, "dropped call", "pass"
            case ast.Return(value=ast.expr() as value) if ast.unparse(value) not in ("None", "False", "True"):
                yield node, "dropped return", "return None"


def _unseen(tree: ast.Module) -> set[int]:
    """Return what says nothing when the program runs: annotations, and what is for the type checker alone."""
    roots: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
                roots.append(annotation)
            case (
                ast.FunctionDef(returns=ast.expr() as annotation)
                | ast.AsyncFunctionDef(returns=ast.expr() as annotation)
            ):
                roots.append(annotation)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                roots.append(node)
            case ast.Call(func=function) if _last_name(function) in {
                "dataclass",
                "lru_cache",
                *_UNSEEN_CALLS,
            }:
                roots.append(node)
            case ast.keyword(arg="strict"):
                # `zip` of what is equally long in any case.
                roots.append(node)
            case ast.JoinedStr():
                roots.append(node)  # fmt: skip
    return {id(inner) for root in roots for inner in ast.walk(root)}


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
