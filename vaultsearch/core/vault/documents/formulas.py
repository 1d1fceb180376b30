"""A formula in Office's markup or in MathML -> one line, such as `a^2 + b_1`, for its signs to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.archive import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_LEFT_OUT = frozenset(("annotation", "annotation-xml", "chr", "rPr"))
_BETWEEN = {
    "msup": "^",
    "msub": "_",
    "mfrac": "/",
    "mover": "^",
    "munder": "_",
    "msubsup": "_^",
    "munderover": "_^",
}
"""Between the parts of an element of MathML."""
_BEFORE = {"sup": "^", "sub": "_", "num": "", "den": "/"}
"""Before a part of a formula of Office."""
_INTEGRAL = "∫"
"""The sign of a sum or the like in a formula of Office that names none (ECMA-376, 22.1.2.20)."""


def in_a_line(formula: _Element) -> str:
    """Return a formula's signs in their order, powers, indices and fractions as they are typed."""
    name = local(formula)
    if name in _LEFT_OUT:
        return ""
    parts = [in_a_line(part) for part in formula]
    if signs := _BETWEEN.get(name):
        further = zip(signs, parts[1:], strict=False)
        return "".join([*map(_grouped, parts[:1]), *(sign + _grouped(part) for sign, part in further)])
    line = "".join([" ".join((formula.text or "").split()), *parts])
    if name in _BEFORE:
        return _BEFORE[name] + _grouped(line) if line else ""
    if name in ("msqrt", "rad"):
        return f"√{_grouped(line)}"
    if name == "nary":
        chosen = next((attribute(sign, "val") for sign in formula.iterfind("{*}naryPr/{*}chr")), _INTEGRAL)
        return f"{chosen}{line}"
    return f"({line})" if name == "d" else line


def _grouped(line: str) -> str:
    return line if line.isalnum() or len(line) <= 1 else f"({line})"
