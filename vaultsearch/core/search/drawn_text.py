"""Formulas and diagrams as plain text, for places too small for a drawing.

``x^2`` becomes x², and Mermaid's ``A[Hull] --> B`` Hull → B.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_QUOTE_MARKS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_FENCE = re.compile(
    r"^[ \t]*(`{3,}+|~{3,}+)[ \t]*(?P<language>\w*)[^\n]*\n(?P<code>.*?)^[ \t]*\1", re.MULTILINE | re.DOTALL
)
_CODE_SPAN = re.compile(r"`[^`\n]+`")
_FORMULA = re.compile(
    r"\$\$[^$]{1,4000}\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]{0,398}[^\s$\\]\$(?![\d$])|(?<![\\$\w])\$\w\$(?!\d)"
)
"""As in Obsidian: no space inside the dollars, no digit after. ``$5 and $6`` is no formula."""
_FORMULA_LINE = re.compile(r"^.*(?:(?<![\w\\/:.])\\[A-Za-z]{2,}\*?[{_^]|\\\\$).*$", re.MULTILINE)
"""A line of a formula cut in two or without dollars; excludes paths and regular expressions."""

_IS_WRITTEN = re.compile(r"\\[A-Za-z]|(?:^|[^A-Za-z])[A-Za-z)\]}][_^]|[=<>+]|^.{1,3}$")
"""Distinguishes a formula from two shell variables with a path in between."""
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
_SUPERSCRIPTS = str.maketrans(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ′",
)
_SUBSCRIPTS = str.maketrans(
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
)
_ACCENTS = {
    **{"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0305", "vec": "\u20d7"},
    **{"tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "underline": "\u0332"},
    "not": "\u0338",
}
_ALPHABETS = {"mathbb", "mathcal", "mathfrak", "mathscr"}
_STACKED_COMMANDS = {"overset": "^", "stackrel": "^", "underset": "_"}
_FRAMED_COMMANDS = {"ket": "|{}⟩", "bra": "⟨{}|", "braket": "⟨{}⟩", "tag": "({})"}
_DROPPED_COMMANDS = {
    *("begin", "end", "textcolor", "color", "colorbox", "label", "require", "hspace", "vspace"),
    *("phantom", "hphantom", "vphantom", "cancelto"),
}
"""Commands followed by a name, a color or a length."""
_SILENT_COMMANDS = re.compile(
    r"left|right|middle|[bB]igg?[lr]?|\w+style|(no)?limits|nonumber|notag|[hb]line|(under|over)brace"
    r"|(math|text|bold)\w+|bm|pmb|rm|bf|it|sf|tt|cr|operatorname|[mhf]box|boxed|ce|cancel|substack"
)
_SPACES = {"\\,", "\\;", "\\:", "\\ ", "\\quad", "\\qquad", "&", "\\!", "~"}
_FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac"}
_BINOMIALS = {"binom", "dbinom", "tbinom"}
_OF_ARGUMENTS = {
    *_FRACTIONS,
    *_BINOMIALS,
    *_ALPHABETS,
    *_ACCENTS,
    *_STACKED_COMMANDS,
    *_FRAMED_COMMANDS,
    "sqrt",
}
_ROWS_WITH_COLUMNS = {"array", "tabular"}


# Each stage of an answer shows nearly the same formulas.
@lru_cache(maxsize=2048)
def formula_text(written: str) -> str:
    """Return a formula, or a line of a formula, as text; unknown commands by name."""
    latex = written.strip("$")
    if not _IS_WRITTEN.search(latex):
        return written
    try:
        text = _Reader(_TOKEN.findall(latex)).read()
    except RecursionError:  # of hundreds of braces
        return written
    # A stroke between spaces would be read as that of a table.
    return " ".join(text.split()).replace(" | ", " ∣ ")


class _Reader:
    """Reads tokens from left to right; an unclosed group ends with the tokens."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens[::-1]

    def read(self, end: str = "") -> str:
        """Return the text up to a token, or to the end."""
        parts: list[str] = []
        while (part := self._take()) not in (end, ""):
            parts.append(self._text_of(part))
        return "".join(parts)

    def _take(self) -> str:
        return self._tokens.pop() if self._tokens else ""

    def _argument(self) -> str:
        """Return the text of the next group or token."""
        part = self._take()
        while part.isspace():
            part = self._take()
        return self._text_of(part)

    def _text_of(self, part: str) -> str:
        if part == "{":
            return self.read("}")
        if part in ("_", "^"):
            return _script_text(part, self._argument().strip())
        if part in _SPACES:
            return " "
        if part == "\\\\":
            return "; "
        if len(part) > 1 and part[0] == "\\":
            return self._command(part[1:].rstrip("*"))
        return part.strip("}")

    def _command(self, name: str) -> str:
        if name in _OF_ARGUMENTS:
            return self._of_arguments(name)
        if name in _DROPPED_COMMANDS:
            # The second argument of an array tells the alignment of its columns.
            if self._argument() in _ROWS_WITH_COLUMNS and name == "begin":
                self._argument()
            return " "
        if _SILENT_COMMANDS.fullmatch(name):
            return ""
        if symbol := _command_symbol(f"\\{name}") or _command_symbol(
            f"\\{name.removeprefix('x')}"
        ):  # \xrightarrow
            return symbol
        return name if self._tokens and self._tokens[-1] in "_^(" else f"{name} "

    def _of_arguments(self, name: str) -> str:
        first = text = self._argument()
        if name in _STACKED_COMMANDS:
            text = self._argument() + _script_text(_STACKED_COMMANDS[name], first)
        elif name in _FRAMED_COMMANDS:
            text = _FRAMED_COMMANDS[name].format(first)
        elif name in _FRACTIONS:
            text = f"{_parenthesize(first)}/{_parenthesize(self._argument())}"
        elif name in _BINOMIALS:
            text = f"({first} {self._argument()})"
        elif name == "sqrt":
            text = f"√{_parenthesize(first)}"
        elif name in _ALPHABETS:
            text = "".join(_command_symbol(f"\\{name}{{{letter}}}") or letter for letter in first)
        elif name in _ACCENTS and len(first) == 1:
            text = unicodedata.normalize("NFC", first + _ACCENTS[name])
        return text


def _script_text(sign: str, text: str) -> str:
    table = _SUPERSCRIPTS if sign == "^" else _SUBSCRIPTS
    close = text.replace(" ", "")
    # Unicode has only some letters raised or lowered; a mixture of both would be misread.
    if all(ord(letter) in table for letter in close):
        return close.translate(table)
    return f"{sign}{text}" if len(text) == 1 else f"{sign}({text})"


def _parenthesize(text: str) -> str:
    text = text.strip()
    return text if len(text) < 2 or text.isalnum() else f"({text})"


def _command_symbol(command: str) -> str | None:
    # Imported late: most passages hold no formula.
    from latex2mathml.symbols_parser import convert_symbol

    code = convert_symbol(command)
    return None if code is None else chr(int(code, 16))


_ARROW = r"(?:<\|?|[ox*|.]{1,9})?(?:-{2,}|={2,}|-\.+-|\.{2,}|~{3,}|-(?=[>)x]))(?:\|?>+|[ox*)]+(?!\w))?"
_SETTING = re.compile(
    r"""^[ \t]*(?:%%.*|end|[A-Za-z]+Diagram(?:-v2)?|(?:graph|flowchart)\b.*|gantt|mindmap|journey|timeline|pie
    |(?:style|classDef|class|linkStyle|click|direction|dateFormat|axisFormat|participant|actor)[ ].*)[ \t;]*$
    |^[ \t]*(?:pie[ ](?:showData[ ])?)?(?:title|subgraph|section)[ ]""",
    re.VERBOSE | re.MULTILINE,
)
_PART = re.compile(
    rf"""(?P<node>(?P<id>\b\w++)?(?:(?<!\[)\[++|(?<!\()\(++|(?<!{{){{++)[/\\"]*+(?P<label>[^\[\](){{}}"\n]++)["/\\]*+(?:\]+|\)+|}}+))
    |\|"?(?P<edge>[^|"\n]+)"?\||(?P<arrow>{_ARROW})|(?P<word>\w+)|(?P<mark>[;"]|:::\w+)""",
    re.VERBOSE,
)
_DIAGRAM_LINES = re.compile(
    r"""(?:^(?:[ \t]*+(?:graph|flowchart)[ ][TBLRD]{2}\b.*|.*[\w\])}"][ ]?(?:--+>|-\.+->|==+>|--?>>).*)
    (?:\n|\Z))+""",
    re.VERBOSE | re.MULTILINE,
)
"""Lines of a diagram cut in two."""


def diagram_text(source: str) -> str:
    """Return a diagram's words in order, with an arrow for each line drawn."""
    body = _SETTING.sub("", source)
    labels = {match["id"]: match["label"] for match in _PART.finditer(body) if match["id"]}

    def shown(part: re.Match[str]) -> str:
        kind = part.lastgroup
        if kind == "word":
            return labels.get(part.group(), part.group())
        if kind == "arrow":
            return " → "
        return "" if kind == "mark" else f" {part['label'] or part['edge']} "

    lines = (" ".join(line.split()) for line in _PART.sub(shown, body).split("\n"))
    return " · ".join(filter(None, lines))


def drawn_parts(source: str) -> Iterator[tuple[str, str]]:
    """Yield each formula and diagram as written and as text; of a part cut in two, each line."""
    unquoted = _QUOTE_MARKS.sub("", source)
    for fence in _FENCE.finditer(unquoted):
        if fence["language"].lower() == "mermaid":
            yield fence["code"], diagram_text(fence["code"])
    plain = _CODE_SPAN.sub("``", _FENCE.sub("\n", unquoted))
    for match in _FORMULA.finditer(plain):
        if (text := formula_text(match.group())) != match.group():
            yield match.group().strip("$"), text
    rest = _FORMULA.sub("\n", plain)
    for lines in _DIAGRAM_LINES.findall(rest):
        yield lines, diagram_text(lines)
    for line in _FORMULA_LINE.findall(rest):
        yield line, formula_text(line)
