"""LaTeX -> a drawing: SVG whose text has the colour ``currentColor``, and its extent about the baseline."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from vaultsearch.core.values.note import Formula
from vaultsearch.core.vault.rendering.missing_parts import MissingParts

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)

SIZE = 16.0
"""The size of the font in a drawing, in its own units."""
_LONGEST = 1_200
_MOST_EFFORT = 8_000
"""About a second: each level of braces doubles what the library does for what is within."""
_LEVELS = re.compile(r"(\{|\\left\b|\\begin\b)|(\}|\\right\b|\\end\b)|.", re.DOTALL)
_ROOT = re.compile(r'<svg\b[^>]*viewBox="([^"]*)"[^>]*>')
_UNKNOWN_COMMAND = re.compile(r">[^<]*\\[A-Za-z]+[^<]*<")
_CHEMISTRY = re.compile(r"\\ce\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_TAG = re.compile(r"\\tag\s*\{([^{}]*)\}")
_ARROWS = (("<=>", r" \rightleftharpoons "), ("<->", r" \leftrightarrow "), ("->", r" \rightarrow "))
_AMOUNT = re.compile(r"(?<=[A-Za-z)\]])(\d+)")
_CHARGE = re.compile(r"(?<=[A-Za-z0-9)\]}])(?:\^(\d*[+-])|([+-])(?=\s|\Z))")


def draw_formulas(formulas: Sequence[tuple[str, bool]]) -> list[tuple[Formula, str] | None]:
    """Draw formulas, each by its LaTeX and whether it stands by itself; None for one that cannot be drawn."""
    return [_drawn(latex, is_block) for latex, is_block in formulas]


def _drawn(latex: str, is_block: bool) -> tuple[Formula, str] | None:
    if not latex.strip() or len(latex) > _LONGEST or _effort(latex) > _MOST_EFFORT:
        return None
    from latex2mathml.converter import convert
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt draws SVG 1.2
    prepared = _prepared(latex)
    try:
        if _UNKNOWN_COMMAND.search(convert(prepared)):
            return None
        drawing = Latex(prepared, size=SIZE, color="currentColor", inline=not is_block).svg()
    except Exception as error:  # its parsers raise whatever they meet, assertions too
        _log.info("formula not drawn because=%s", type(error).__name__)
        return None
    root = _ROOT.match(drawing)
    if root is None:
        return None
    left, top, width, height = map(float, root[1].split())
    if not 0 < width < 100 * SIZE or not 0 < height < 100 * SIZE:
        return None
    inner = drawing[root.end() : drawing.rindex("</svg>")]
    formula = Formula(latex, is_block, width / SIZE, -top / SIZE, (height + top) / SIZE)
    return formula, f'<g transform="translate({-left:.3f} 0)">{inner}</g>'


def _effort(latex: str) -> int:
    effort, weight = 0, 1
    for match in _LEVELS.finditer(latex):
        if match[1]:
            weight *= 2
        elif match[2]:
            weight = max(1, weight // 2)
        effort += weight
    return effort


def _prepared(latex: str) -> str:
    """Write what the library does not know in what it knows."""
    latex = _CHEMISTRY.sub(lambda match: _chemical(match[1]), _LABEL.sub("", latex))
    return _TAG.sub(r"\\qquad(\\text{\1})", latex).strip()


def _chemical(written: str) -> str:
    r"""Return LaTeX for the inner part of ``\ce{...}``: amounts below, charges above, arrows."""
    written = _CHARGE.sub(r"^{\1\2}", _AMOUNT.sub(r"_{\1}", written))
    for sign, arrow in _ARROWS:
        written = written.replace(sign, arrow)
    return rf"\mathrm{{{written}}}"


def svg_of(formula: Formula, drawing: str) -> str:
    """Return the picture of a formula, in the units of `SIZE`, its baseline at zero."""
    top, height = -formula.ascent * SIZE, (formula.ascent + formula.descent) * SIZE
    width = formula.width * SIZE
    box = f'width="{width:.2f}" height="{height:.2f}" viewBox="0 {top:.3f} {width:.3f} {height:.3f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawing}</svg>'


class Formulas(MissingParts["tuple[str, bool]", "tuple[Formula, str]"]):
    """The drawings of formulas, by their LaTeX and whether they stand by themselves."""

    def formula(self, latex: str, *, is_block: bool) -> Formula | None:
        """Return a formula; None if it cannot be drawn, or is not yet."""
        drawn = self.get((latex, is_block))
        return None if drawn is None else drawn[0]

    def picture(self, formula: Formula) -> str | None:
        """Return a formula's picture as SVG; None if it is not kept any more."""
        drawn = self._known.get((formula.latex, formula.is_block))
        return None if drawn is None else svg_of(*drawn)
