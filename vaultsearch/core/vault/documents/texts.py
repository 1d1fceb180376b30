"""Convert plain texts (txt), rich texts (rtf) and other markup (org, rst, tex, adoc, typ) to Markdown.

For other markup, reads only what a search needs, headings and code. Markup within lines stays as written,
unless it splits or replaces words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.file_content import Decoded, UnreadableNoteError, decode_text

_RTF_FIELDS = [re.compile(rf"\{{\\{name} ([^{{}}\\]{{1,300}})\}}") for name in ("title", "author")]
_RTF_BRACE = re.compile(r"\{(?:\\\*)?\\footnote\b ?|\\.|[{}]", re.DOTALL)
_RTF_LAST_PARAGRAPH = re.compile(r"\\par((?:\s*\})*+\s*+)\)\}")
_RTF_CELL = re.compile(r"\s{0,99}\|[ \t]*")
_INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_RULE_LINE = re.compile(r"^([ \t]*)(?=(?:[-=_*~#] ?){3,}[ \t]*$)", re.MULTILINE)


@document.guard_reader("a text")
def read_txt(raw: bytes) -> document.DocumentText:
    """Read a text line by line, keeping line numbers; lists and headings in Markdown count as such."""
    decoded = decode_text(raw)
    return document.DocumentText(escape_text(decoded.text), problems=decoded.problems)


@document.guard_reader("a rich text")
def read_rtf(raw: bytes) -> document.DocumentText:
    """Read paragraphs, footnotes, title and author."""
    from striprtf.striprtf import rtf_to_text

    raw = raw.strip()
    if not raw.startswith(b"{\\"):
        raise UnreadableNoteError("It isn't a rich text.", document.SAVE_AGAIN_REMEDY)
    # An excerpt has no enclosing group, and the library stops at the end of the first group.
    raw = raw if raw.startswith(b"{\\rtf") else b"{" + raw + b"}"
    # Latin-1 maps each byte to a character, so nothing is lost before the library decodes.
    source = _inline_footnotes(raw.decode("latin-1"))
    # Characters beyond Latin-1 are escaped, or in the declared code page.
    lines = _RTF_CELL.sub(" | ", document.clean_text(rtf_to_text(source, errors="replace"))).split("\n")
    text = "\n\n".join(document.escape_paragraph(" ".join(line.split())) for line in lines if line.strip())
    matches = (pattern.search(source) for pattern in _RTF_FIELDS)
    title, author = (match[1] if match else "" for match in matches)
    return document.DocumentText(text, title.strip(), document.properties_of(author=author))


def _inline_footnotes(source: str) -> str:
    """Put footnotes, ignored by striprtf, in parentheses into the text."""
    are_notes: list[bool] = []

    def marked(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == "}":
            return ")}" if are_notes and are_notes.pop() else sign
        if sign.startswith("{"):
            are_notes.append(len(sign) > 1)
            return "{ (" if are_notes[-1] else sign
        return sign

    return _RTF_LAST_PARAGRAPH.sub(r"\1)}", _RTF_BRACE.sub(marked, source))


def escape_text(text: str) -> str:
    """Escape a text written without Markdown, or almost, line by line."""
    # A row of dashes below a line would make a heading of it.
    lines = _RULE_LINE.sub(r"\1\\", document.escape_inline(document.clean_text(text)))
    # An indentation of four makes code of a line.
    return _INDENT.sub(lambda indent: indent[0].expandtabs(2)[:3], lines)


class _Heading(NamedTuple):
    """A heading with a level from 1 up and the number of lines taken."""

    level: int
    text: str
    lines: int = 1


@dataclass(frozen=True, slots=True)
class _Markup:
    """The syntax of a markup language.

    Attributes:
        headings: Finds headings in lines, keyed by their first line's index.
        opens: The line above code, with groups ``language`` and ``mark``.
        closes: Returns the pattern for the line below code, given the ``opens`` match.
        left_out: Lines without text.
        title: The line with the document title; ``author`` likewise.
        plain: Converts a line to text.
    """

    headings: Callable[[Sequence[str]], Mapping[int, _Heading]] = field(default=lambda _: {})
    opens: re.Pattern[str] = re.compile(r"(?!)")
    closes: Callable[[re.Match[str]], str] = field(default=lambda opened: re.escape(opened["mark"]))
    left_out: re.Pattern[str] = re.compile(r"(?!)")
    title: re.Pattern[str] = re.compile(r"(?!)")
    author: re.Pattern[str] = re.compile(r"(?!)")
    plain: Callable[[str], str] = str

    def read(self, raw: bytes) -> document.DocumentText:
        """Read a text in this markup."""
        return self.read_decoded(decode_text(raw))

    def read_decoded(self, decoded: Decoded) -> document.DocumentText:
        """Read a decoded text in this markup."""
        text = document.clean_text(decoded.text)
        matches = (pattern.search(text) for pattern in (self.title, self.author))
        title, author = (self.plain(match[1]).strip() if match else "" for match in matches)
        content = "\n".join(self._to_markdown(text.split("\n")))
        properties = document.properties_of(author=author)
        return document.DocumentText(content, title, properties, problems=decoded.problems)

    def _to_markdown(self, lines: list[str]) -> Iterator[str]:
        """Yield Markdown, keeping code and headings at their line numbers."""
        codes = dict(self._code_blocks(lines))
        hidden = {index for start, (end, _) in codes.items() for index in range(start, end)}
        headings = self.headings(["" if index in hidden else line for index, line in enumerate(lines)])
        position = 0
        while position < len(lines):
            if position in codes:
                end, language = codes[position]
                yield document.format_code_block("\n".join(lines[position + 1 : end - 1]), language)
                position = end
            elif position in headings:
                heading = headings[position]
                yield document.format_heading(heading.level, document.escape_inline(self.plain(heading.text)))
                position += heading.lines
            else:
                line = lines[position]
                yield "" if self.left_out.match(line) else escape_text(self.plain(line))
                position += 1

    def _code_blocks(self, lines: Sequence[str]) -> Iterator[tuple[int, tuple[int, str]]]:
        """Yield the first line, end line and language for each code block."""
        end = 0
        for index, line in enumerate(lines):
            if index < end or not (opened := self.opens.fullmatch(line)):
                continue
            closing = re.compile(rf"\s*{self.closes(opened)}\s*", re.IGNORECASE)
            closed = next((i for i in range(index + 1, len(lines)) if closing.fullmatch(lines[i])), None)
            if closed is None:
                # Unclosed code is text.
                return
            end = closed + 1
            yield index, (end, opened["language"] or "")


def _prefixed_headings(sign: str, deepest: int, lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings that begin with as many signs as their level."""
    pattern = re.compile(rf"({re.escape(sign)}{{1,{deepest}}})[ \t]+(\S.*)")
    numbered_matches = ((index, pattern.match(line)) for index, line in enumerate(lines))
    return {index: _Heading(len(match[1]), match[2]) for index, match in numbered_matches if match}


# --- Org (https://orgmode.org/manual/) ----------------------------------------------------------------

_ORG_LINK = re.compile(r"\[\[([^\[\]]+)\](?:\[([^\[\]]+)\])?\]")
_ORG_TAGS = re.compile(r"(?<!\s)\s++(:[\w@#%:]+:)\s*$")
_ORG_SIGNS = re.compile(r"(\*+)[ \t]")
_ORG_EXCLUDE = re.compile(r"^#\+exclude_tags:(.*)", re.IGNORECASE | re.MULTILINE)
_ORG_EXCLUDED = "noexport"
"""Org's default exclusion tag."""
_ORG = _Markup(
    headings=partial(_prefixed_headings, "*", 20),
    opens=re.compile(r"\s*#\+begin_(?P<mark>src|example|export)\b *(?P<language>[\w+-]*).*", re.IGNORECASE),
    closes=lambda opened: rf"#\+end_{opened['mark']}",
    left_out=re.compile(r"\s*(?:#\+(?!caption)\w+|:[\w-]+:(?:\s|$)|# )", re.IGNORECASE),
    title=re.compile(r"^#\+title: *(\S.*)", re.IGNORECASE | re.MULTILINE),
    author=re.compile(r"^#\+author: *(\S.*)", re.IGNORECASE | re.MULTILINE),
    plain=lambda line: _ORG_LINK.sub(lambda link: link[2] or link[1], _ORG_TAGS.sub(r" \1", line)),
)

# --- reStructuredText (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html) -----------

_ADORNED = re.compile(r"([!-/:-@\[-`{-~])\1*\s*")


def _adorned_headings(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings underlined (and overlined) with a repeated sign, with levels in order of first use."""
    headings_by_line: dict[int, _Heading] = {}
    levels: dict[str, int] = {}
    last_line = 0
    for index in range(1, len(lines)):
        text, below = lines[index - 1].strip(), _ADORNED.fullmatch(lines[index])
        # Like docutils, accept four signs even under a longer heading.
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


_RST_LEFT_OUT = re.compile(r"\.\. _[^:]+:\s*$|\.\. (?:contents|toctree)::")
_RST = _Markup(headings=_adorned_headings, left_out=_RST_LEFT_OUT)

# --- LaTeX ------------------------------------------------------------------------------------------------

_TEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_TEX_BRACED = r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}){0,1000})\}"
_TEX_HEADING = re.compile(
    rf"^[ \t]*\\({'|'.join(_TEX_LEVELS)})\*?\s*(?:\[[^\]]*\])?\s*{_TEX_BRACED}"
    r"(?:[ \t]*\\label\{[^{}]*\})?[ \t]*\n?",
    re.MULTILINE,
)
_TEX_ITEM_ALONE = re.compile(r"(\\item\b(?:\[[^\]]*\])?)[ \t]*\n[ \t]*(?=\S)(?!\\(?:item|end)\b)")
_TEX_COMMENT = re.compile(r"(?<!\\)%.*")
_TEX_STYLE = re.compile(
    r"(?:\\(?:text(?:bf|it|tt|sc|sf|rm|up|sl|normal)|emph|underline|caption|mbox)\s*|(?<![\w\\^}\]*]))"
    r"\{(?:\\(?:bf|it|em|tt|sc|sf|rm|sl)(?:series|shape|family)?\b\s*)?([^{}]*)\}"
)
_TEX_NOTE = re.compile(rf"(?:(?<!\s)\s++)?\\footnote\s*{_TEX_BRACED}")
_TEX_NO_TEXT = re.compile(
    r"\\(?:begin|end|label|vspace\*?|hspace\*?|centering|noindent|maketitle|tableofcontents|tightlist"
    r"|newpage|clearpage|thanks)"
    rf"(?![A-Za-z])(?:\[[^\]]*\])?(?:{_TEX_BRACED})?"
)
_TEX_SIGNS = re.compile(r"\\([%&#_{}$])|(~)|\\,|\\-|\\item\b(?:\[([^\]]*)\])?")
_TEX_ACCENT = re.compile(r"""\\(["'`^~=.]|[ckruvH](?=[\s{]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))""")
_TEX_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?:\{\}|\s+|(?![A-Za-z]))")
_TEX_BRACED_LETTER = re.compile(r"\{([^\W\d_A-Za-z])\}")
_ACCENTS = "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0327\u0328\u030a\u0306\u030c\u030b"
_COMBINING = dict(zip("\"'`^~=.ckruvH", _ACCENTS, strict=True))
_LETTER_COMMANDS = ("ss", "ae", "AE", "oe", "OE", "aa", "AA", "o", "O", "l", "L", "i", "j")
_TEX_LETTERS = dict(zip(_LETTER_COMMANDS, "ßæÆœŒåÅøØłŁıȷ", strict=True))


def _tex_headings(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find headings by command, with level 1 for the highest command used."""
    matches = {index: match for index, line in enumerate(lines) if (match := _TEX_HEADING.match(line))}
    used = [command for command in _TEX_LEVELS if any(match[1] == command for match in matches.values())]
    return {index: _Heading(used.index(match[1]) + 1, match[2]) for index, match in matches.items()}


def _remove_commands(line: str) -> str:
    """Convert a LaTeX line to text: accents become letters, styling and layout commands go."""
    line = _TEX_ACCENT.sub(
        lambda accent: unicodedata.normalize("NFC", (accent[2] or accent[3]) + _COMBINING[accent[1]]),
        re.sub(r"\s*\\and\b", ",", _TEX_COMMENT.sub("", line)),
    )
    line = _TEX_BRACED_LETTER.sub(r"\1", _TEX_LETTER.sub(lambda match: _TEX_LETTERS[match[1]], line))
    line = _TEX_NO_TEXT.sub("", _TEX_NOTE.sub(r" (\1)", line))
    # Nested styles, as in \textbf{\emph{word}}; deeper nesting is rare.
    for _ in range(4):
        line = _TEX_STYLE.sub(r"\1", line)
    line = _TEX_SIGNS.sub(
        lambda sign: (
            (f"- {sign[3]}" if sign[3] else "-")
            if sign[0].startswith("\\item")
            else sign[1] or (" " if sign[2] else "")
        ),
        line,
    )
    # A lone "-" would make a heading of the line above.
    return line if line.strip() != "-" else ""


_TEX = _Markup(
    headings=_tex_headings,
    opens=re.compile(
        r"\s*\\begin\{(?P<mark>verbatim|lstlisting|minted)\}(?:\[.*\])?(?:\{(?P<language>\w*)\})?\s*"
    ),
    closes=lambda opened: rf"\\end\{{{opened['mark']}\}}",
    title=re.compile(rf"\\title\s*(?:\[[^\]]{{0,200}}\])?\s*{_TEX_BRACED}"),
    author=re.compile(rf"\\author\s*(?:\[[^\]]{{0,200}}\])?\s*{_TEX_BRACED}"),
    plain=_remove_commands,
)

# --- AsciiDoc and Typst ---------------------------------------------------------------------------------

_ADOC = _Markup(
    headings=partial(_prefixed_headings, "=", 6),
    opens=re.compile(r"(?P<mark>-{4,}|\.{4,}|\+{4,}|/{4,}|```)(?P<language>\w*)\s*"),
    left_out=re.compile(r"//|:[\w!-]+:(?:\s|$)|\[[^\]]*\]\s*$"),
    title=re.compile(r"\A(?:\s*//.*\n|\s*\n)*= +(\S.*)"),
)


def _typst_headings(lines: Sequence[str]) -> dict[int, _Heading]:
    """Find Typst headings outside formulas, whose lines may begin with the same sign."""
    is_open, outside = False, []
    for line in lines:
        outside.append("" if is_open else line)
        # A blank line ends the formula: a currency sign opens none.
        is_open = bool(line.strip()) and is_open != (len(_TYP_DOLLAR.findall(line)) % 2 == 1)
    return _prefixed_headings("=", 6, outside)


_TYP_DOLLAR = re.compile(r"(?<!\\)\$")
_TYP = _Markup(
    headings=_typst_headings,
    opens=re.compile(r"\s*(?P<mark>`{3,})(?P<language>\w*)\s*"),
    left_out=re.compile(r"\s*(?://|#(?:set|import|include|show|let)\b)"),
    title=re.compile(r"#set document\([^)]{0,400}title: *\"([^\"]+)\""),
)

read_rst = document.guard_reader("a text in reStructuredText")(_RST.read)
read_adoc = document.guard_reader("a text in AsciiDoc")(_ADOC.read)
read_typ = document.guard_reader("a text in Typst's markup")(_TYP.read)


@document.guard_reader("a text in Org's markup")
def read_org(raw: bytes) -> document.DocumentText:
    """Read an Org file without the subtrees excluded from export by tag."""
    decoded = decode_text(raw)
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


@document.guard_reader("a text in LaTeX")
def read_tex(raw: bytes) -> document.DocumentText:
    """Read a LaTeX file; take only title and author from the preamble."""
    decoded = decode_text(raw)
    # Cut first: a heading may stand on the line that begins the document.
    body = decoded.text.split(r"\begin{document}", 1)[-1]
    # Put text after a heading on a separate line, and join an item with the text on the next line.
    body = _TEX_HEADING.sub(lambda heading: " ".join(heading[0].split()) + "\n", body)
    body = _TEX_ITEM_ALONE.sub(r"\n\1 ", body)
    return replace(_TEX.read_decoded(decoded), text=_TEX.read_decoded(Decoded(body)).text)
