"""LaTeX formulas as a line of plain text, for places too small for a drawing: ``x^2`` is written x²."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

FORMULA = (
    r"\$\$[^$]{1,400}\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]{0,398}[^\s$\\]\$(?![\d$])|(?<![\\$\w])\$\w\$(?!\d)"
)
"""As Obsidian has it: no space within the dollars, no digit behind them. ``$5 and $6`` is none."""

_IS_WRITTEN = re.compile(r"\\[A-Za-z]|(?:^|[^A-Za-z])[A-Za-z)\]}][_^]|[=<>+]|^.{1,3}$")
"""It tells a formula from two variables of a shell with a path between them."""
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
_RAISED = str.maketrans(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ′",
)
_LOWERED = str.maketrans("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")
_ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0305",
    "vec": "\u20d7",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "dot": "\u0307",
    "ddot": "\u0308",
    "underline": "\u0332",
}
_ALPHABETS = {"mathbb", "mathcal", "mathfrak", "mathscr"}
# fmt: off
_PLAIN = {
    "text", "textbf", "textit", "textrm", "texttt", "mathrm", "mathbf", "mathit", "mathsf",
    "boldsymbol", "operatorname", "mbox", "ce", "overbrace", "underbrace", "cancel", "boxed", "pmb",
    "bm", "substack",
}
_SILENT = {
    "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "displaystyle",
    "textstyle", "limits", "nolimits", "nonumber", "middle", "hline",
}
_NAMED = {
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan",
    "log", "ln", "lg", "exp", "lim", "max", "min", "sup", "inf", "det", "dim", "ker", "gcd", "deg",
    "arg", "hom", "Pr", "liminf", "limsup", "mod",
}
# fmt: on
_COLOURED = {"textcolor", "colorbox"}
_SPACES = {"\\,", "\\;", "\\:", "\\ ", "\\quad", "\\qquad", "&", "\\!", "~"}
_FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac"}
_BINOMIALS = {"binom", "dbinom", "tbinom"}
_OF_ARGUMENTS = {*_FRACTIONS, *_BINOMIALS, *_ALPHABETS, *_PLAIN, *_ACCENTS, "sqrt"}
_ROWS_WITH_COLUMNS = {"array", "tabular"}


# Each stage of an answer shows nearly the same formulas.
@lru_cache(maxsize=2048)
def formula_text(written: str) -> str:
    """Return a formula between dollars as text; as it is written where it has what cannot be read."""
    latex = written.strip("$")
    if not _IS_WRITTEN.search(latex):
        return written
    try:
        text = _Reader(_TOKEN.findall(latex)).read()
    # An unclosed group, an unknown command, or hundreds of braces: the source is better than a guess.
    except (IndexError, KeyError, RecursionError):
        return written
    return " ".join(text.split())


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0

    def read(self, end: str = "") -> str:
        """Return the text up to a token, or to the end."""
        parts: list[str] = []
        while self._next < len(self._tokens):
            part = self._take()
            if part == end:
                return "".join(parts)
            parts.append(self._text_of(part))
        if end:
            raise IndexError
        return "".join(parts)

    def _take(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1]

    def _argument(self) -> str:
        """Return the text of the next group, or of the next token."""
        part = self._take()
        while part.isspace():
            part = self._take()
        return self._text_of(part)

    def _text_of(self, part: str) -> str:
        if part == "{":
            return self.read("}")
        if part in "_^":
            return _scripted(part, self._argument().strip())
        if part in _SPACES:
            return " "
        if part == "\\\\":
            return "; "
        if len(part) > 1 and part[0] == "\\":
            return self._command(part[1:].rstrip("*"))
        return part

    def _command(self, name: str) -> str:
        text = ""
        if name in _OF_ARGUMENTS:
            text = self._of_arguments(name)
        elif name in _COLOURED:
            self._argument()
            text = self._argument()
        elif name in ("begin", "end"):
            # The second argument of an array tells the alignment of its columns.
            if self._argument() in _ROWS_WITH_COLUMNS and name == "begin":
                self._argument()
            text = " "
        elif name in _NAMED:
            follows = self._tokens[self._next] if self._next < len(self._tokens) else ""
            text = name if follows in ("_", "^", "(", "{") else f"{name} "
        elif name not in _SILENT:
            text = _sign(name)
        return text

    def _of_arguments(self, name: str) -> str:
        first = self._argument()
        if name in _FRACTIONS:
            return f"{_enclosed(first)}/{_enclosed(self._argument())}"
        if name in _BINOMIALS:
            return f"({first} {self._argument()})"
        if name == "sqrt":
            return f"√{_enclosed(first)}"
        if name in _ALPHABETS:
            return "".join(_symbol(f"\\{name}{{{letter}}}") or letter for letter in first)
        if name in _ACCENTS and len(first) == 1:
            return unicodedata.normalize("NFC", first + _ACCENTS[name])
        return first


def _sign(name: str) -> str:
    symbol = _symbol(f"\\{name}")
    if symbol is None:
        raise KeyError(name)
    return symbol


def _scripted(sign: str, text: str) -> str:
    table = _RAISED if sign == "^" else _LOWERED
    close = text.replace(" ", "")
    # Unicode has only some letters raised or lowered; a mixture of both would be misread.
    if all(ord(letter) in table for letter in close):
        return close.translate(table)
    return f"{sign}{text}" if len(text) == 1 else f"{sign}({text})"


def _enclosed(text: str) -> str:
    text = text.strip()
    return text if len(text) < 2 or text.isalnum() else f"({text})"


def _symbol(command: str) -> str | None:
    # Imported late: most passages hold no formula.
    from latex2mathml.symbols_parser import convert_symbol

    code = convert_symbol(command)
    return None if code is None else chr(int(code, 16))
