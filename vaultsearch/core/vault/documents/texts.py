"""Texts (txt, rtf), those in other markup (org, rst, tex, adoc, typ), source code and notebooks -> Markdown.

Of other markup, no more is read than a search needs, headings and code: the markup within lines stays as it
is written, but for what parts or replaces words.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from vaultsearch.core.vault.documents.document import (
    SAVE_AGAIN,
    DocumentText,
    cleaned,
    escaped,
    fence,
    heading,
    joined,
    paragraph,
    properties_of,
    reads,
)
from vaultsearch.core.vault.documents.web_pages import markdown_of, tree_of
from vaultsearch.core.vault.file_content import Decoded, UnreadableNoteError, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_TITLE = re.compile(r"\{\\title ([^{}\\]{1,300})\}")
_AUTHOR = re.compile(r"\{\\author ([^{}\\]{1,300})\}")
_BRACE = re.compile(r"\{(?:\\\*)?\\footnote\b ?|\\.|[{}]", re.DOTALL)
_LAST_PARAGRAPH = re.compile(r"\\par((?:\s*\})*+\s*+)\)\}")
_CELL = re.compile(r"\s*\|[ \t]*")
_INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_RULE = re.compile(r"^([ \t]*)(?=(?:[-=_*~#] ?){3,}[ \t]*$)", re.MULTILINE)


@reads("a text")
def read_txt(raw: bytes) -> DocumentText:
    """Read a text. Its lines keep their numbers; lists and headings that it has are read as such."""
    decoded = decode(raw)
    return DocumentText(written_text(decoded.text), problems=(decoded.problem,) if decoded.problem else ())


@reads("a rich text")
def read_rtf(raw: bytes) -> DocumentText:
    """Read an rtf: its paragraphs and footnotes, title and author."""
    from striprtf.striprtf import rtf_to_text

    raw = raw.strip()
    if not raw.startswith(b"{\\"):
        raise UnreadableNoteError("It isn't a rich text.", SAVE_AGAIN)
    # A part of a rich text has no group around it, and the library stops at the end of the first one.
    raw = raw if raw.startswith(b"{\\rtf") else b"{" + raw + b"}"
    # Latin-1 maps each byte to one character, so that nothing is lost before the library decodes.
    source = _with_footnotes(raw.decode("latin-1"))
    # Its characters beyond Latin-1 are escaped, or in the code page that it names.
    lines = _CELL.sub(" | ", cleaned(rtf_to_text(source, errors="replace"))).split("\n")
    text = "\n\n".join(paragraph(" ".join(line.split())) for line in lines if line.strip())
    title, author = (match[1] if (match := pattern.search(source)) else "" for pattern in (_TITLE, _AUTHOR))
    return DocumentText(text, title.strip(), properties_of(author=author))


def _with_footnotes(source: str) -> str:
    """Put the footnotes, which striprtf leaves out, in parentheses into their text."""
    are_notes: list[bool] = []

    def marked(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == "}":
            return ")}" if are_notes and are_notes.pop() else sign
        if sign.startswith("{"):
            are_notes.append(len(sign) > 1)
            return "{ (" if are_notes[-1] else sign
        return sign

    return _LAST_PARAGRAPH.sub(r"\1)}", _BRACE.sub(marked, source))


def written_text(text: str) -> str:
    """Return a text that someone wrote without Markdown, or almost, with its lines as they are."""
    # A row of dashes below a line would make a heading of it.
    lines = _RULE.sub(r"\1\\", escaped(cleaned(text)))
    # An indentation of four makes code of a line.
    return _INDENT.sub(lambda indent: indent[0].expandtabs(2)[:3], lines)


class _Heading(NamedTuple):
    """A heading: its level from 1 on, its text, and how many lines it takes."""

    level: int
    text: str
    lines: int = 1


@dataclass(frozen=True, slots=True)
class _Markup:
    """The signs of a markup.

    Attributes:
        headings: Finds the headings in lines, by the index of their first line.
        opens: The line above code, whose groups are ``language`` and ``mark``.
        closes: Makes of this match the pattern of the line below the code.
        left_out: Lines that are no text.
        title: The line with the title of the whole, likewise that of its author.
        plain: Makes text of a line.
    """

    headings: Callable[[Sequence[str]], Mapping[int, _Heading]] = field(default=lambda _: {})
    opens: re.Pattern[str] = re.compile(r"(?!)")
    closes: Callable[[re.Match[str]], str] = field(default=lambda opened: re.escape(opened["mark"]))
    left_out: re.Pattern[str] = re.compile(r"(?!)")
    title: re.Pattern[str] = re.compile(r"(?!)")
    author: re.Pattern[str] = re.compile(r"(?!)")
    plain: Callable[[str], str] = str

    def read(self, raw: bytes) -> DocumentText:
        """Read a text in this markup."""
        return self.read_decoded(decode(raw))

    def read_decoded(self, decoded: Decoded) -> DocumentText:
        """Read a decoded text in this markup."""
        text = cleaned(decoded.text)
        title, author = (
            self.plain(match[1]).strip() if (match := named.search(text)) else ""
            for named in (self.title, self.author)
        )
        problems = (decoded.problem,) if decoded.problem else ()
        content = "\n".join(self._written(text.split("\n")))
        return DocumentText(content, title, properties_of(author=author), problems=problems)

    def _written(self, lines: list[str]) -> Iterator[str]:
        """Yield Markdown; code and headings in the places of their lines."""
        codes = dict(self._codes(lines))
        hidden = {index for start, (end, _) in codes.items() for index in range(start, end)}
        headings = self.headings(["" if index in hidden else line for index, line in enumerate(lines)])
        position = 0
        while position < len(lines):
            if position in codes:
                end, language = codes[position]
                yield fence("\n".join(lines[position + 1 : end - 1]), language)
                position = end
            elif position in headings:
                yield heading(headings[position].level, escaped(self.plain(headings[position].text)))
                position += headings[position].lines
            else:
                line = lines[position]
                yield "" if self.left_out.match(line) else written_text(self.plain(line))
                position += 1

    def _codes(self, lines: Sequence[str]) -> Iterator[tuple[int, tuple[int, str]]]:
        """Yield the first line of each code, the one after its last, and its language."""
        end = 0
        for index, line in enumerate(lines):
            if index < end or not (opened := self.opens.fullmatch(line)):
                continue
            closing = re.compile(rf"\s*{self.closes(opened)}\s*", re.IGNORECASE)
            closed = next((i for i in range(index + 1, len(lines)) if closing.fullmatch(lines[i])), None)
            if closed is None:
                # What is left open is text.
                return
            end = closed + 1
            yield index, (end, opened["language"] or "")


def _starred(sign: str, deepest: int) -> Callable[[Sequence[str]], dict[int, _Heading]]:
    """Make a finder of headings that begin with as many signs as their level."""
    pattern = re.compile(rf"({re.escape(sign)}{{1,{deepest}}})[ \t]+(\S.*)")

    def headings(lines: Sequence[str]) -> dict[int, _Heading]:
        numbered_matches = ((index, pattern.match(line)) for index, line in enumerate(lines))
        return {index: _Heading(len(match[1]), match[2]) for index, match in numbered_matches if match}

    return headings


# --- Org (https://orgmode.org/manual/) ----------------------------------------------------------------

_ORG_LINK = re.compile(r"\[\[([^\[\]]+)\](?:\[([^\[\]]+)\])?\]")
_ORG_TAGS = re.compile(r"\s+(:[\w@#%:]+:)\s*$")
_ORG_SIGNS = re.compile(r"(\*+)[ \t]")
_ORG_EXCLUDE = re.compile(r"^#\+exclude_tags:(.*)", re.IGNORECASE | re.MULTILINE)
_ORG_EXCLUDED = "noexport"
"""Org's own tag, which holds where a file names none."""
_ORG = _Markup(
    headings=_starred("*", 20),
    opens=re.compile(r"\s*#\+begin_(?P<mark>src|example|export)\b *(?P<language>[\w+-]*).*", re.IGNORECASE),
    closes=lambda opened: rf"#\+end_{opened['mark']}",
    left_out=re.compile(r"\s*(?:#\+(?!caption)\w+|:[\w-]+:(?:\s|$)|# )", re.IGNORECASE),
    title=re.compile(r"^#\+title: *(\S.*)", re.IGNORECASE | re.MULTILINE),
    author=re.compile(r"^#\+author: *(\S.*)", re.IGNORECASE | re.MULTILINE),
    plain=lambda line: _ORG_LINK.sub(lambda link: link[2] or link[1], _ORG_TAGS.sub(r" \1", line)),
)

# --- reStructuredText (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html) -----------

_ADORNED = re.compile(r"([!-/:-@\[-`{-~])\1*\s*")


def _adorned(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings between or above lines of one sign, whose order tells their levels."""
    headings_by_line: dict[int, _Heading] = {}
    levels: dict[str, int] = {}
    last_line = 0
    for index in range(1, len(lines)):
        text, below = lines[index - 1].strip(), _ADORNED.fullmatch(lines[index])
        # docutils, too, takes a line of four signs for one that is meant to be as long as the heading.
        wide = len(lines[index].rstrip()) >= max(2, min(4, len(text)))
        if not below or not text or not wide or index - 1 < last_line or _ADORNED.fullmatch(text):
            continue
        above = lines[index - 2].rstrip() if index - 2 >= last_line else ""
        is_between = above == lines[index].rstrip()
        style = below[1] * (2 if is_between else 1)
        level = levels.setdefault(style, len(levels) + 1)
        headings_by_line[index - 1 - is_between] = _Heading(level, text, 2 + is_between)
        last_line = index + 1
    return headings_by_line


_RST = _Markup(headings=_adorned, left_out=re.compile(r"\.\. _[^:]+:\s*$|\.\. (?:contents|toctree)::"))

# --- LaTeX ------------------------------------------------------------------------------------------------

_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_BRACED = r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}){0,1000})\}"
_TEX_HEADING = re.compile(
    rf"^[ \t]*\\({'|'.join(_LEVELS)})\*?\s*(?:\[[^\]]*\])?\s*{_BRACED}"
    r"(?:[ \t]*\\label\{[^{}]*\})?[ \t]*\n?",
    re.MULTILINE,
)
_TEX_ITEM_ALONE = re.compile(r"(\\item\b(?:\[[^\]]*\])?)[ \t]*\n[ \t]*(?=\S)(?!\\(?:item|end)\b)")
_TEX_COMMENT = re.compile(r"(?<!\\)%.*")
_TEX_STYLE = re.compile(
    r"(?:\\(?:text(?:bf|it|tt|sc|sf|rm|up|sl|normal)|emph|underline|caption|mbox)\s*|(?<![\w\\^}\]*]))"
    r"\{(?:\\(?:bf|it|em|tt|sc|sf|rm|sl)(?:series|shape|family)?\b\s*)?([^{}]*)\}"
)
_TEX_NOTE = re.compile(rf"\s*\\footnote\s*{_BRACED}")
_TEX_NO_TEXT = re.compile(
    r"\\(?:begin|end|label|vspace\*?|hspace\*?|centering|noindent|maketitle|tableofcontents|tightlist"
    r"|newpage|clearpage)"
    r"(?![A-Za-z])(?:\[[^\]]*\])?(?:\{[^{}]*\})?"
)
_TEX_SIGNS = re.compile(r"\\([%&#_{}$])|(~)|\\,|\\-|\\item\b(?:\[([^\]]*)\])?")
_TEX_ACCENT = re.compile(r"""\\(["'`^~=.]|[ckruvH](?=[\s{]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))""")
_TEX_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?:\{\}|\s+|(?![A-Za-z]))")
_TEX_BRACED_LETTER = re.compile(r"\{([^\W\d_A-Za-z])\}")
_COMBINING = dict(
    zip(
        "\"'`^~=.ckruvH",
        "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0327\u0328\u030a\u0306\u030c\u030b",
        strict=True,
    )
)
_LETTERS = dict(
    zip(
        ("ss", "ae", "AE", "oe", "OE", "aa", "AA", "o", "O", "l", "L", "i", "j"), "ßæÆœŒåÅøØłŁıȷ", strict=True
    )
)


def _commanded(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings by their commands, the highest one that occurs as level 1."""
    matches = {index: match for index, line in enumerate(lines) if (match := _TEX_HEADING.match(line))}
    used = [command for command in _LEVELS if any(match[1] == command for match in matches.values())]
    return {index: _Heading(used.index(match[1]) + 1, match[2]) for index, match in matches.items()}


def _without_commands(line: str) -> str:
    """Return a line of LaTeX with its accents as letters, and without what styles or places its words."""
    line = _TEX_ACCENT.sub(_accented, _TEX_COMMENT.sub("", line))
    line = _TEX_BRACED_LETTER.sub(r"\1", _TEX_LETTER.sub(lambda match: _LETTERS[match[1]], line))
    line = _TEX_NO_TEXT.sub("", _TEX_NOTE.sub(r" (\1)", line))
    # Commands of style within one another, as in \textbf{\emph{word}}; deeper ones are rare.
    for _ in range(4):
        line = _TEX_STYLE.sub(r"\1", line)
    line = _TEX_SIGNS.sub(_sign, line)
    # Alone, it would make a heading of the line above.
    return line if line.strip() != "-" else ""


def _accented(accent: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", (accent[2] or accent[3]) + _COMBINING[accent[1]])


def _sign(match: re.Match[str]) -> str:
    if match[0].startswith("\\item"):
        return f"- {match[3]}" if match[3] else "-"
    return match[1] or (" " if match[2] else "")


_TEX = _Markup(
    headings=_commanded,
    opens=re.compile(
        r"\s*\\begin\{(?P<mark>verbatim|lstlisting|minted)\}(?:\[.*\])?(?:\{(?P<language>\w*)\})?\s*"
    ),
    closes=lambda opened: rf"\\end\{{{opened['mark']}\}}",
    title=re.compile(rf"\\title\s*(?:\[[^\]]{{0,200}}\])?\s*{_BRACED}"),
    author=re.compile(rf"\\author\s*(?:\[[^\]]{{0,200}}\])?\s*{_BRACED}"),
    plain=_without_commands,
)
_TEX_BODY = re.compile(r"\\begin\{document\}")

# --- AsciiDoc and Typst ---------------------------------------------------------------------------------

_ADOC = _Markup(
    headings=_starred("=", 6),
    opens=re.compile(r"(?P<mark>-{4,}|\.{4,}|\+{4,}|/{4,}|```)(?P<language>\w*)\s*"),
    left_out=re.compile(r"//|:[\w!-]+:(?:\s|$)|\[[^\]]*\]\s*$"),
    title=re.compile(r"\A(?:\s*//.*\n|\s*\n)*= +(\S.*)"),
)


def _outside_formulas(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings of Typst, of which a line of a formula may have the sign."""
    is_open, outside = False, []
    for line in lines:
        outside.append("" if is_open else line)
        # A blank line ends the search, as a sign of currency opens no formula.
        is_open = bool(line.strip()) and is_open != (len(_TYP_DOLLAR.findall(line)) % 2 == 1)
    return _starred("=", 6)(outside)


_TYP_DOLLAR = re.compile(r"(?<!\\)\$")
_TYP = _Markup(
    headings=_outside_formulas,
    opens=re.compile(r"\s*(?P<mark>`{3,})(?P<language>\w*)\s*"),
    left_out=re.compile(r"\s*(?://|#(?:set|import|include|show|let)\b)"),
    title=re.compile(r"#set document\([^)]{0,400}title: *\"([^\"]+)\""),
)

read_rst = reads("a text in reStructuredText")(_RST.read)
read_adoc = reads("a text in AsciiDoc")(_ADOC.read)
read_typ = reads("a text in Typst's markup")(_TYP.read)


@reads("a text in Org's markup")
def read_org(raw: bytes) -> DocumentText:
    """Read an org without the subtrees whose tags exclude them from what is made of it."""
    decoded = decode(raw)
    listed = " ".join(_ORG_EXCLUDE.findall(decoded.text)) or _ORG_EXCLUDED
    lines, excluded_level = decoded.text.split("\n"), 0
    for index, line in enumerate(lines):
        if heading_signs := _ORG_SIGNS.match(line):
            level, tags = len(heading_signs[1]), _ORG_TAGS.search(line)
            if not excluded_level or level <= excluded_level:
                is_excluded = tags is not None and not set(listed.split()).isdisjoint(tags[1].split(":"))
                excluded_level = level if is_excluded else 0
        if excluded_level:
            lines[index] = ""
    return _ORG.read_decoded(replace(decoded, text="\n".join(lines)))


@reads("a text in LaTeX")
def read_tex(raw: bytes) -> DocumentText:
    """Read a tex; of what stands above its text, the title and author alone."""
    decoded = decode(raw)
    # What stands behind a heading, and what an item begins with, on a line of its own.
    text = _TEX_HEADING.sub(lambda heading: " ".join(heading[0].split()) + "\n", decoded.text)
    text = _TEX_ITEM_ALONE.sub(r"\n\1 ", text)
    whole = _TEX.read_decoded(replace(decoded, text=text))
    if begun := _TEX_BODY.search(text):
        return replace(whole, text=_TEX.read_decoded(Decoded(text[begun.end() :])).text)
    return whole


# Source code -> Markdown, a heading for each class and function; Jupyter notebooks, with their output.

_MODIFIER = (
    r"(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|unsafe|extern|"
    r"inline|override|virtual|sealed|open|data|partial|const|local|declare|suspend|create(?: or replace)?)"
)
_KEYWORD = (
    r"(?:class|interface|struct|enum|trait|impl|module|namespace|protocol|extension|object|record|"
    r"def|defp|defmodule|fn|func|function|fun|sub|procedure|table|view|trigger|type)"
)
_NAME = r"[*&]?[A-Za-z_$][\w$.:-]{0,120}"
_SYMBOLS = re.compile(
    rf"(?P<indent>[ \t]*)(?:"
    rf"(?:{_MODIFIER}[ \t]+){{0,5}}(?P<keyword>{_KEYWORD})(?:<[^>]{{0,60}}>)?\*?[ \t]+"
    rf"(?:\([^)]{{0,80}}\)[ \t]*)?(?P<name>{_NAME})"
    # const name = (...) =>, name <- function, name() {
    rf"|(?:export[ \t]+)?(?:const|let|var)[ \t]+(?P<arrow>{_NAME})[ \t]*=[ \t]*(?:async[ \t]*)?"
    rf"(?:function\b|\([^)]{{0,200}}\)[ \t]*=>)"
    rf"|(?P<assigned>{_NAME})[ \t]*(?:<-|=)[ \t]*function\b"
    rf"|(?P<shell>[\w-]{{1,80}})[ \t]*\(\)[ \t]*\{{"
    # a function of C, in the first column
    rf"|(?<![ \t])(?:[A-Za-z_]\w{{0,60}}[ \t*&]+){{1,5}}(?P<c>[A-Za-z_]\w{{0,100}}(?:::~?\w+)?)"
    rf"\([^;{{}}]{{0,300}}\)?[ \t]*\{{?[ \t]*$"
    rf")",
    re.IGNORECASE,
)
_CONTROL = frozenset(
    ("if", "for", "while", "switch", "return", "else", "catch", "elif", "do", "try", "new", "delete", "throw")
)
_BEFORE = ("#", "//", "/*", "*", "@", "--", ";", "'''", '"""')
"""Beginnings of lines right above a symbol that belong to it: comments and decorators."""
_LONGEST_LINE = 2_000
"""Maximum characters of a line; longer ones are of generated or packed code, and hold no symbol."""
_DEEPEST_INDENT = 4


def read_source(raw: bytes, language: str) -> DocumentText:
    """Read a file of source code. Raise UnreadableNoteError if it isn't text."""
    lines = cleaned(decode(raw).text).split("\n")
    return DocumentText(joined(_parts(lines, language)))


def _parts(lines: list[str], language: str) -> Iterator[str]:
    start, title, level = 0, "", 1
    for i, line in enumerate(lines):
        symbol = _symbol(line)
        if symbol is None:
            continue
        begin = i
        while begin > start and lines[begin - 1].lstrip().startswith(_BEFORE):
            begin -= 1
        yield from _part(title, level, lines[start:begin], language)
        start, (level, title) = begin, symbol
    yield from _part(title, level, lines[start:], language)


def _part(title: str, level: int, lines: list[str], language: str) -> Iterator[str]:
    yield heading(level, escaped(title))
    yield fence("\n".join(lines), language)


def _symbol(line: str) -> tuple[int, str] | None:
    """Return the level and name of the class or function that a line begins."""
    if not line or len(line) > _LONGEST_LINE or not (match := _SYMBOLS.match(line)):
        return None
    indent = len(match["indent"].expandtabs(4))
    keyword = match["keyword"] or ""
    name = next(name for name in match.group("name", "arrow", "assigned", "shell", "c") if name)
    if indent > _DEEPEST_INDENT or name.lower() in _CONTROL or line.split(None, 1)[0].lower() in _CONTROL:
        return None
    return (2 if indent else 1), f"{keyword} {name.rstrip(':.-')}".strip()


_MOST_PRINTED = 4_000
"""Maximum characters of a cell's output: beyond, it is a log."""
_OBJECT = re.compile(r"<[\w.]+ [^<>]*>")
"""Python's words for an object that the notebook shows in another way, such as a figure."""
_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


@reads("a Jupyter notebook")
def read_ipynb(raw: bytes) -> DocumentText:
    """Read a notebook of format 3 or 4."""
    content = json.loads(decode(raw).text)
    cells = content.get("cells")
    # Format 3 has its cells in worksheets.
    if cells is None:
        cells = [cell for sheet in content.get("worksheets", []) for cell in sheet.get("cells", [])]
    elif not isinstance(cells, list):
        raise UnreadableNoteError("The notebook has no cells.", SAVE_AGAIN)
    metadata = content.get("metadata") or {}
    language = (metadata.get("language_info") or metadata.get("kernelspec") or {}).get("name", "python")
    language = re.sub(r"[^\w+#-].*|3$", "", str(language))
    text = joined(part for cell in cells if isinstance(cell, dict) for part in _cell_parts(cell, language))
    title = metadata.get("title")
    return DocumentText(text, title if isinstance(title, str) else "")


def _cell_parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _cell_text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield _closed(source)
        case "heading":
            yield f"{'#' * min(6, int(cell.get('level', 1)))} {source}"
        case "code":
            yield fence(source, language)
            for output in cell.get("outputs") or ():
                yield _output(output)
        case _:
            yield fence(source)


def _output(output: dict[str, Any]) -> str:
    """Return the output of a cell: as it was printed, else as the notebook shows it."""
    # The name and message of an error; its traceback is full of paths and colours.
    if output.get("output_type") == "error" or output.get("ename"):
        return fence(f"{output.get('ename', '')}: {output.get('evalue', '')}"[:_MOST_PRINTED])
    if printed := _cell_text(output.get("text")):
        return fence(printed[:_MOST_PRINTED])
    data = output.get("data") or output
    plain = _cell_text(data.get("text/plain"))
    if plain.strip() and not _OBJECT.fullmatch(plain.strip()):
        return fence(plain[:_MOST_PRINTED])
    if markdown := _cell_text(data.get("text/markdown")):
        return _closed(markdown[:_MOST_PRINTED])
    tree = tree_of(_cell_text(data.get("text/html") or output.get("html")))
    return _closed(markdown_of(tree)[:_MOST_PRINTED]) if tree is not None else ""


def _closed(markdown: str) -> str:
    """Return a cell's Markdown with its last fence closed, so that it ends with the cell."""
    marks = _FENCE.findall(markdown)
    return f"{markdown}\n{marks[-1]}" if len(marks) % 2 else markdown


def _cell_text(value: object) -> str:
    lines = value if isinstance(value, list) else [value]
    text = "".join(line for line in lines if isinstance(line, str))
    return cleaned(_ESCAPE_SEQUENCE.sub("", text))
