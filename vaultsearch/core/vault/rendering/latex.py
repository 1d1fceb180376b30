r"""Translate the LaTeX drawn by Obsidian's MathJax to the LaTeX known to ziamath.

One table, applied in order. To draw another command, add a row, and a formula to its test.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
_TABLE_OR_ESCAPE = re.compile(r"(?s)\\begin\{(\w+\*?)\}.*?\\end\{\1\}|\\(?:\w*matrix|cases|eqalign)\{.*|\\.")


def translate_latex(latex: str) -> str:
    """Return a formula in LaTeX known to ziamath; unknown commands stay."""
    for pattern, replacement in _COMPILED:
        latex = pattern.sub(replacement, latex)
    # Cells outside of a table: aligned, as written for a document's `align`.
    has_cells = "&" in _TABLE_OR_ESCAPE.sub("", latex)
    return rf"\begin{{align*}}{latex}\end{{align*}}" if has_cells else latex.strip()
