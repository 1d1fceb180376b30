"""Draw formulas as SVG and Mermaid diagrams as PNG, apart from the page showing them.

A page asks for drawings; missing drawings are made in another process, and kept.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from html import escape, unescape
from typing import Generic, TypeVar

from vaultsearch.core.process_limits import limit_addresses
from vaultsearch.core.values.note import Diagram, Formula, picture_format
from vaultsearch.core.values.pictures import SVG_ADDRESS

# The LaTeX drawn by Obsidian's MathJax, as known to ziamath: one table, applied in order. To draw another
# command, add a row, and a formula to its test.

_ARROWS = (("<=>", r" \rightleftharpoons "), ("<->", r" \leftrightarrow "), ("->", r" \rightarrow "))
_AMOUNT = re.compile(r"(?<=[A-Za-z)\]])(\d+)")
_CHARGE = re.compile(r"(?<=[A-Za-z0-9)\]}])(?:\^(\d*[+-])|([+-])(?=\s|\Z))")
# Braces in braces up to a fixed depth: a formula has at most a few thousand characters.
_BRACES = r"\{((?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*\})*\})*\})*)\}"
_SAME = {
    **{letter: rf"\mathbb{{{letter}}}" for letter in "RNZQC"},
    "dag": r"\dagger", "ddag": r"\ddagger", "copyright": r"\text{©}", "P": r"\text{¶}", "vcentcolon": ":",
    "larr": r"\leftarrow", "rarr": r"\rightarrow", "harr": r"\leftrightarrow", "rArr": r"\Rightarrow",
    "color": r"\textcolor", "framebox": r"\fbox", "Ket": r"\ket", "Bra": r"\bra", "uline": r"\underline",
    "textsc": r"\text", "pu": r"\text",
}  # fmt: skip
# Obsidian numbers no lines; ziamath numbers those of `align` without a star.
_ENVIRONMENTS = {
    **dict.fromkeys(("equation", "gather", "gathered", "multline"), "displaylines"),
    **dict.fromkeys(("align", "aligned", "flalign", "alignat", "alignedat"), "align*"),
    **{"eqnarray": "array}{rcl", "dcases": "cases"},
}
_NEGATED = {"=": r"\neq ", "<": r"\nless ", ">": r"\ngtr ", r"\to": r"\nrightarrow ", r"\models": r"\nvDash "}


def _rename_environment(match: re.Match[str]) -> str:
    name = _ENVIRONMENTS.get(match[2], match[2] + match[3])
    return rf"\{match[1]}{{{name if match[1] == 'begin' else name.partition('}')[0]}}}"


def _replace_delimiter(match: re.Match[str]) -> str:
    # Imported late: few notes hold a formula.
    from latex2mathml.symbols_parser import convert_symbol

    code = convert_symbol(match[2])
    return match[0] if code is None else match[1] + chr(int(code, 16)).replace("\\", "∖")


def _color_cells(match: re.Match[str]) -> str:
    if r"\begin" in match[2]:
        return match[0]
    cells = re.split(r"((?<!\\)&|\\\\)", match[2])
    colored = (f"{match[1]}{{{cell}}}" if cell.strip() else cell for cell in cells[::2])
    return "".join(cell + sign for cell, sign in zip(colored, [*cells[1::2], ""], strict=True))


def _chemistry_to_latex(match: re.Match[str]) -> str:
    r"""Convert the content in ``\ce{...}`` to LaTeX: amounts below, charges above, arrows."""
    latex = _CHARGE.sub(r"^{\1\2}", _AMOUNT.sub(r"_{\1}", match[1]))
    for sign, arrow in _ARROWS:
        latex = latex.replace(sign, arrow)
    return rf"\mathrm{{{latex}}}"


_TRANSLATIONS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?<!\\)%[^\n]*", ""), (r"\\bbox\s*\[[^\]]*\]", ""),
    (r"\\(?:label|require|[vh]space\*?)\s*\{[^{}]*\}", " "), (rf"\\ce\s*{_BRACES}", _chemistry_to_latex),
    (r"\\(?:eq)?ref\s*\{([^{}]*)\}", r"\\text{(\1)}"), (r"\\tag\*?\s*\{([^{}]*)\}", r"\\qquad(\\text{\1})"),
    (r"(\\begin\{align(?:ed)?at\*?\})\s*\{\s*\d+\s*\}", r"\1"),
    (r"\\(begin|end)\{(\w+)(\*?)\}(?:\[[tbc]\])?", _rename_environment),
    (r"\\begin\{rcases\}(.*?)\\end\{rcases\}", r"\\left.\\begin{matrix}\1\\end{matrix}\\right\\}"),
    (r"\A(?:\s*\\\\)+|(?:\\\\(?:\[[^\]\[]*\])?\s*)+(?=\\end\{|\Z)", ""),
    # WORKAROUND ziamath 0.13: a row without letters is ten thousand units high.
    (r"(?:\\begin\{[a-z]+\*?\}(?:\{[^{}]*\})?\s*|\\\\)(?=[\s&]*\\\\)", r"\g<0>\\phantom{x}"),
    (r"(\\[bB]igg?[lrm]?)\s*(\\[A-Za-z]+)", _replace_delimiter),
    (r"\\not\s*\{?\s*([=<>]|\\(?:to|models)(?![A-Za-z]))\s*\}?", lambda match: _NEGATED[match[1]]),
    (rf"\\mathop\s*{_BRACES}\s*(?:\\limits)?\s*_\s*{_BRACES}", r"\\underset{\2}{\1}"),
    (r"\\math(?:op|bin|rel|ord|open|close|punct)(?![A-Za-z])", ""),
    (r"\\(?:nonumber|notag|nobreak|allowbreak|newline|linebreak|hfill?)(?![A-Za-z])", ""),
    (r"\\([A-Za-z]+)", lambda match: _SAME.get(match[1], match[0])),
    (rf"(\\textcolor\s*\{{[^{{}}]*\}})\s*{_BRACES}", _color_cells),
    (rf"\\cancelto\s*{_BRACES}\s*{_BRACES}", r"{\\cancel{\2}}^{\1}"),
    (r"(\\text\s*\{[^{}$]*)\$([^{}$]*)\$", r"\1}\2\\text{"), (r"\\text\s*\{\}", ""),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.DOTALL), replacement) for pattern, replacement in _TRANSLATIONS)
_NO_CELLS = re.compile(r"(?s)\\begin\{(\w+\*?)\}.*?(?:\\end\{\1\}|\Z)|\\(?:\w*matrix|cases|eqalign)\{.*|\\.")


def translate_latex(latex: str) -> str:
    """Return a formula in LaTeX known to ziamath; unknown commands stay."""
    for pattern, replacement in _COMPILED:
        latex = pattern.sub(replacement, latex)
    # Cells outside of a table: aligned, as written for a document's `align`.
    has_cells = "&" in _NO_CELLS.sub("", latex)
    return rf"\begin{{align*}}{latex}\end{{align*}}" if has_cells else latex.strip()


K = TypeVar("K")
V = TypeVar("V")

_MAX_PARTS = 2_000


class MissingParts(Generic[K, V]):
    """Cache for drawn parts; collects the keys requested but still missing."""

    def __init__(self) -> None:
        self._known: dict[K, V | None] = {}
        self._missing: dict[K, None] = {}

    def get(self, key: K) -> V | None:
        """Return a part, or None if not drawn yet or impossible to draw."""
        if key not in self._known:
            self._missing[key] = None
        return self._known.get(key)

    def take_missing(self) -> tuple[K, ...]:
        """Return and forget the keys missed since the last call."""
        missing = tuple(self._missing)
        self._missing.clear()
        return missing

    def keep(self, key: K, part: V | None) -> None:
        """Keep a part, or None if impossible to draw; drop the oldest."""
        self._known[key] = part
        while len(self._known) > _MAX_PARTS:
            # Two threads may render at once, and drop the same key.
            with suppress(StopIteration, KeyError):
                del self._known[next(iter(self._known))]

    def clear(self) -> None:
        """Forget all parts: some may have changed."""
        self._known.clear()


_log = logging.getLogger(__name__)

FONT_SIZE = 16.0
"""Font size in a drawing, in SVG units."""
_MAX_FORMULA_CHARS = 4_000
_MAX_EFFORT = 8_000
"""About a second: each level of braces doubles the library's work for the contents."""
_BRACE_LEVELS = re.compile(r"(\{|\\left\b|\\begin\b)|(\}|\\right\b|\\end\b)|.", re.DOTALL)
_SVG_ROOT = re.compile(r'<svg\b[^>]*viewBox="([^"]*)"[^>]*>')
_UNKNOWN_COMMAND = re.compile(r">(?:[^<>\\]|\\(?![A-Za-z]))*+\\[A-Za-z]")


def draw_formulas(formulas: Sequence[tuple[str, bool]]) -> list[tuple[Formula, str] | None]:
    """Draw formulas, given as (LaTeX, whether a display formula); None for those impossible to draw."""
    return [_draw_formula(latex, is_block) for latex, is_block in formulas]


def _draw_formula(latex: str, is_block: bool) -> tuple[Formula, str] | None:
    if not latex.strip() or len(latex) > _MAX_FORMULA_CHARS or _estimate_effort(latex) > _MAX_EFFORT:
        return None
    from latex2mathml.converter import convert
    from ziamath.config import config
    from ziamath.zmath import Latex

    # Qt draws SVG 1.2.
    config.svg2 = False
    prepared = translate_latex(latex)
    try:
        # The library writes unknown commands as letters; the source is then easier to read.
        if _UNKNOWN_COMMAND.search(convert(prepared)):
            return None
        drawing = Latex(prepared, size=FONT_SIZE, color="currentColor", inline=not is_block).svg()
    # The parsers raise anything, even assertions.
    except Exception as error:
        _log.info("formula not drawn because=%s", type(error).__name__)
        return None
    root = _SVG_ROOT.match(drawing)
    if root is None or root[0].endswith("/>"):
        return None
    left, top, width, height = map(float, root[1].split())
    # The page layout relies on this size.
    if not 0 < width < 100 * FONT_SIZE or not 0 < height < 100 * FONT_SIZE:
        return None
    inner = drawing[root.end() :].removesuffix("</svg>")
    formula = Formula(latex, is_block, width / FONT_SIZE, -top / FONT_SIZE, (height + top) / FONT_SIZE)
    return formula, f'<g transform="translate({-left:.3f} 0)">{inner}</g>'


def _estimate_effort(latex: str) -> int:
    effort, weight = 0, 1
    for match in _BRACE_LEVELS.finditer(latex):
        if match[1]:
            weight *= 2
        elif match[2]:
            weight = max(1, weight // 2)
        effort += weight
    return effort


def format_svg(formula: Formula, drawing: str) -> str:
    """Return a formula's picture, scaled by `FONT_SIZE`, with the baseline at zero."""
    top, height = -formula.ascent * FONT_SIZE, (formula.ascent + formula.descent) * FONT_SIZE
    width = formula.width * FONT_SIZE
    box = f'width="{width:.2f}" height="{height:.2f}" viewBox="0 {top:.3f} {width:.3f} {height:.3f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawing}</svg>'


_MARKED_FORMULA = re.compile(r"<code class='formula (line|block)'>(.*?)</code>", re.DOTALL)


def mark_formula(latex: str, *, is_block: bool) -> str:
    """Write a formula's source, for `Formulas.draw_marked` to draw."""
    kind, source = ("block", latex.strip().strip("$").strip()) if is_block else ("line", latex)
    code = f"<code class='formula {kind}'>{escape(source)}</code>"
    return f"<p>{code}</p>\n" if is_block else code


class Formulas(MissingParts["tuple[str, bool]", "tuple[Formula, str]"]):
    """Drawn formulas, keyed by (LaTeX, whether a display formula)."""

    def formula(self, latex: str, *, is_block: bool) -> Formula | None:
        """Return a formula, or None if not drawn yet or impossible to draw."""
        drawn = self.get((latex, is_block))
        return None if drawn is None else drawn[0]

    def picture(self, formula: Formula) -> str | None:
        """Return a formula's SVG, or None if dropped."""
        drawn = self._known.get((formula.latex, formula.is_block))
        return None if drawn is None else format_svg(*drawn)

    def draw_marked(self, html: str) -> str:
        """Replace marked formulas by pictures within the page; those not drawn yet stay source."""

        def draw(match: re.Match[str]) -> str:
            drawn = self.get((unescape(match[2]), match[1] == "block"))
            if drawn is None:
                return match[0]
            code = b64encode(format_svg(*drawn).encode()).decode()
            size = f"width='{drawn[0].width * FONT_SIZE:.0f}' style='vertical-align: middle'"
            return f"<img src='{SVG_ADDRESS}{code}' {size}>"

        return _MARKED_FORMULA.sub(draw, html)


# Diagrams are drawn by JavaScript in a separate process, killed by the caller after a timeout.

# A longer fence may be cut into several parts, and no part would be a diagram.
_MAX_DIAGRAM_CHARS = 4_000
_MAX_PIXELS = 16_000_000
_UNDRAWABLE_LETTER = re.compile(
    r"[\u0590-\u1dff\u2e80-\ud7ff\uf900-\ufdff\ufe30-\uffef\U00010000-\U0010ffff]"
)
"""Letters left out by the library, which only uses the first font."""
_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_DIAGRAM_ADDRESS = re.compile(r"<img src='(mermaid:[^']*)'")


def is_drawable(source: str) -> bool:
    """Return whether to draw a diagram: if words would be lost, or it takes seconds, source is better."""
    fits = bool(source.strip()) and len(source) <= _MAX_DIAGRAM_CHARS
    return fits and not _UNDRAWABLE_LETTER.search(source)


def diagrams_in(html: str) -> Iterator[Diagram]:
    """Yield the diagrams shown on a page."""
    for match in _DIAGRAM_ADDRESS.finditer(html):
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            yield diagram


def draw_diagram(diagram: Diagram) -> bytes:
    """Draw a diagram as PNG; return b"" if it is invalid, or would show a file from the disk."""
    limit_addresses()
    try:
        from mermaidx import render, svg_to_png

        drawing = render(diagram.source, theme="dark" if diagram.is_dark else "default").svg()
        # A node may refer to a picture file, which the library would read from anywhere.
        if picture_format(drawing.encode()) != "svg" or (box := _VIEW_BOX.search(drawing)) is None:
            return b""
        width, height = float(box[1]), float(box[2])
        scale = min(diagram.scale, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
        png: bytes = svg_to_png(drawing, width=max(1.0, width * scale))
    # The engine raises anything, also for lack of memory.
    except Exception as error:
        _log.info("diagram not drawn because=%s", type(error).__name__)
        return b""
    return png
