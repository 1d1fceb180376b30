"""Render Markdown blocks as HTML for QTextDocument; a box with background is a table with a single cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from html import escape
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, cast

import regex
from markdown_it.token import Token

from vaultsearch.core.values.note import FOLD_BEGIN, FOLD_END, FOLD_SIGN, PASSAGE_MARK, Diagram
from vaultsearch.core.vault.rendering.drawn_parts import Formulas, is_drawable
from vaultsearch.core.vault.rendering.inline_html import InlineWriter, formula_html, icon_html, paragraph_of
from vaultsearch.core.vault.rendering.note_parts import EMBED_BEGIN

if TYPE_CHECKING:
    from pygments.lexer import Lexer


MAX_HIGHLIGHTED_CHARS = 20_000
"""Maximum characters in highlighted code."""

_TOKEN_CLASSES = (
    ("Comment", "comment"), ("Keyword", "keyword"), ("Operator.Word", "keyword"),
    ("Name.Tag", "keyword"), ("Literal.String", "string"), ("Literal.Number", "number"),
    ("Literal", "number"), ("Name.Function", "name"), ("Name.Class", "name"),
    ("Name.Decorator", "name"), ("Name.Attribute", "name"), ("Name.Builtin", "builtin"),
    ("Name.Exception", "builtin"), ("Name.Constant", "number"), ("Generic.Inserted", "string"),
    ("Generic.Deleted", "deleted"), ("Generic.Heading", "keyword"),
)  # fmt: skip


def highlight_code(code: str, language: str) -> str:
    """Highlight ``code`` as HTML, unless the language is unknown or the code too long."""
    lexer = _find_lexer(language.lower()) if language and len(code) <= MAX_HIGHLIGHTED_CHARS else None
    if lexer is None:
        return escape(code)
    spans = []
    for name, alike in groupby(lexer.get_tokens(code), key=lambda word: _class_of(str(word[0]))):
        text = "".join(text for _, text in alike)
        is_marked = name and text.strip()
        spans.append(f"<span class='code-{name}'>{escape(text)}</span>" if is_marked else escape(text))
    return "".join(spans).rstrip("\n")


@lru_cache(maxsize=64)
def _find_lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    with suppress(ClassNotFound):
        # By default, lexers strip blank lines and add a final line; show code as written.
        return cast("Lexer", get_lexer_by_name(language, stripnl=False, ensurenl=False))
    return None


@lru_cache(maxsize=256)
def _class_of(kind: str) -> str:
    kind = kind.removeprefix("Token.")
    return next((name for start, name in _TOKEN_CLASSES if kind == start or kind.startswith(start + ".")), "")


_BOXED = "<table class='{css}' width='100%' cellspacing='0'{dir}><tr><td class='{cell}'>"
_END_BOX = "</td></tr></table>"
_CLOSED_TYPES = ("heading_close", "bullet_list_close", "ordered_list_close", "list_item_close", "table_close")
_CHECKBOXES = {" ": "unchecked", "x": "checked", "X": "checked"}
_TASK_STATE_SIGNS = {
    " ": "☐", "x": "☑", "X": "☑", "/": "◐", ">": "→", "<": "◷", "-": "☒", "*": "★", "b": "⚑", "i": "ℹ",
    "I": "✦", "k": "⚷", "p": "+", "c": "−", "u": "↑", "d": "↓", '"': "❝",
}  # fmt: skip
"""Signs for tasks open, completed, begun, forwarded, scheduled, cancelled and so on, as in common themes."""
_DRAWING_LANGUAGE = "compressed-json"
_MIRRORED = " dir='rtl'"
_MIN_WIDE_COLUMNS = 6
"""Columns from which a table has smaller letters, so fewer words are broken."""
_CALLOUTS_BY_LOOK = {
    "note": ("note", "info", "todo", "abstract", "summary", "tldr"),
    "tip": ("tip", "hint", "important"),
    "done": ("success", "check", "done"),
    "question": ("question", "help", "faq"),
    "warning": ("warning", "caution", "attention"),
    "danger": ("danger", "error", "failure", "fail", "missing", "bug"),
    "example": ("example",),
    "quote": ("quote", "cite"),
}
_LOOK_OF_CALLOUT = {kind: look for look, kinds in _CALLOUTS_BY_LOOK.items() for kind in kinds}
_RIGHT_TO_LEFT = regex.compile(
    r"[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}--\p{N}]", regex.V1
)
_LETTER = regex.compile(r"\p{L}")
_DIRECTION_SAMPLE_CHARS = 2_000


class BlockWriter:
    """Writes a part's blocks.

    ``right_to_left`` is the direction of the whole note; ``embedded`` renders the note embedded by a link, or
    returns None to keep the link.
    """

    def __init__(
        self,
        footnotes: Mapping[str, int],
        formulas: Formulas,
        right_to_left: bool,
        embedded: Callable[[Token], str | None],
    ) -> None:
        self._inline = InlineWriter(footnotes, formulas)
        self._formulas = formulas
        self._embedded = embedded
        self._rtl = right_to_left
        self._tokens: Sequence[Token] = ()
        self._index = 0
        self._open: list[str] = []
        self._folds: list[str] = []
        self._mirrored = self._is_mixed = False
        self._before = ""
        self._writers: dict[str, Callable[[Token], str]] = {
            "inline": self._line,
            "paragraph_open": self._paragraph,
            "paragraph_close": lambda _: self._open.pop(),
            "heading_open": self._heading,
            "bullet_list_open": self._list,
            "ordered_list_open": self._list,
            "list_item_open": self._item,
            "blockquote_open": self._quote,
            "blockquote_close": lambda _: f"{self._folds.pop()}{_END_BOX}",
            "fence": self._code,
            "code_block": self._code,
            "math_block": self._formula,
            "html_block": lambda token: paragraph_of(token.content, _attributes(token)),
            "hr": lambda _: "<hr>",
            "table_open": self._table,
            **dict.fromkeys(_CLOSED_TYPES, lambda token: f"</{token.tag}>"),
            "tr_open": self._row,
            "footnote_reference_open": self._footnote,
            "footnote_reference_close": lambda _: _END_BOX,
        }

    def write(self, tokens: Sequence[Token]) -> str:
        """Return a part's tokens as HTML."""
        self._tokens, self._index = tokens, 0
        html = []
        while self._index < len(tokens):
            token = tokens[self._index]
            writer = self._writers.get(token.type)
            if writer is not None:
                html.append(writer(token))
            self._index += 1
        return "".join(html)

    def _line(self, token: Token) -> str:
        return self._inline.write(token.children or [])

    def _paragraph(self, token: Token) -> str:
        inline = self._tokens[self._index + 1]
        title = self._title(inline) if "title" in inline.meta else ""
        if title and not inline.children:
            self._open.append("")
            return title
        before, self._before = self._before, ""
        match inline.children:
            case [link] if link.type == "wikilink" and link.meta["embed"]:
                if (html := self._embedded(link)) is not None:
                    # The embedded note replaces the link.
                    self._index += 1
                    self._open.append("")
                    return f"{title}{before}{_mark_embed(token, html)}"
        # Behind a box in its list item, text without an element would have no line height.
        if token.hidden and self._tokens[self._index - 1].type == "list_item_open":
            self._open.append("")
            return before
        name = "div" if token.hidden else "p"
        self._open.append(f"</{name}>")
        return f"{title}<{name}{_attributes(token)}{self._dir(inline.content)}>{before}"

    def _title(self, inline: Token) -> str:
        opening, quote = self._tokens[self._index], self._tokens[self._index - 1]
        look = look_of(str(quote.meta["callout"]))
        css = _attributes(opening, f"callout-title {look}")
        caption = f"{icon_html('callout-' + look)}&nbsp;<b>{self._inline.write(inline.meta['title'])}</b>"
        line = self._fold_number(quote)
        fold = f"&nbsp;{FOLD_SIGN.format(line=line)}" if line else ""
        begin = FOLD_BEGIN.format(line=line) if line else ""
        return f"<p{css}{self._dir(inline.content)}>{caption}{fold}</p>{begin}"

    def _heading(self, token: Token) -> str:
        inline = self._tokens[self._index + 1]
        line = token.meta.get("lines", (0, 0))[0]
        name = f"<a name='line-{line}'></a>"
        return f"<{token.tag}{_attributes(token)}{self._dir(inline.content)}>{name}"

    def _list(self, token: Token) -> str:
        start = token.attrs.get("start")
        begun = "" if start is None else f" start='{int(start)}'"
        return f"<{token.tag}{begun}{self._dir(self._text_ahead())}>"

    def _item(self, token: Token) -> str:
        task, css, style = token.meta.get("task"), "", ""
        before = "" if task is None else f"<span class='status'>{escape(task_sign(task))}</span> "
        # For these two classes, Qt draws a checkbox instead of the bullet, but over an item's number.
        if task in _CHECKBOXES and not token.info:
            css = _CHECKBOXES[task]
            # Qt draws the checkbox over the start of text from right to left.
            before = "&nbsp;" if self._runs_right_to_left(self._text_ahead()) else ""
        elif before and not token.info:
            style = " style='list-style-type: none'"
        begun, *following = self._tokens[self._index + 1 : self._index + 3]
        is_empty = begun.type == "paragraph_open" and not following[0].content.strip()
        # Qt leaves out an item without text.
        self._before = before or "&nbsp;" * is_empty
        return f"<li{_attributes(token, css)}{style}>{'&nbsp;' * (begun.type == 'list_item_close')}"

    def _quote(self, token: Token) -> str:
        kind = token.meta.get("callout")
        css = "quotation" if kind is None else f"callout {look_of(kind)}"
        line = self._fold_number(token)
        self._folds.append(FOLD_END.format(line=line) if line else "")
        return _begin_box(css, self._dir(self._text_ahead()))

    @staticmethod
    def _fold_number(quote: Token) -> int:
        """Return a folded callout's line, that of an open one as a negative number, 0 for any other quote."""
        line, _ = quote.meta.get("lines", (0, 0))
        return int(line) * {"-": 1, "+": -1}.get(quote.meta.get("fold", ""), 0)

    def _footnote(self, token: Token) -> str:
        label = str(token.meta.get("label", ""))
        line = token.meta.get("lines", (0, 0))[0]
        self._before = f"<a name='line-{line}'></a>{escape(label)}. "
        return _begin_box("footnote", self._dir(self._text_ahead()))

    def _code(self, token: Token) -> str:
        language = (token.info.split() or [""])[0] if token.type == "fence" else ""
        if language == _DRAWING_LANGUAGE:
            return ""
        if language == "base" and (html := self._embedded(token)) is not None:
            return _mark_embed(token, html)
        if language == "mermaid" and is_drawable(token.content):
            diagram = Diagram(token.content.rstrip("\n"))
            picture = f"<img src='{diagram.address}' alt='{escape(diagram.written)}'>"
            return f"<p{_attributes(token)}>{picture}</p>"
        return _preformatted(token, highlight_code(token.content.rstrip("\n"), language.strip("{}.")))

    def _formula(self, token: Token) -> str:
        latex = token.content.strip().strip("$").strip()
        formula = self._formulas.formula(latex, is_block=True)
        if formula is None:
            return _preformatted(token, escape(latex))
        return f"<p align='center'{_attributes(token, 'formula')}>{formula_html(formula)}</p>"

    def _table(self, _: Token) -> str:
        direction = self._dir(self._text_ahead())
        self._mirrored = direction == _MIRRORED
        header = takewhile(lambda token: token.type != "tr_close", self._tokens[self._index :])
        css = "data wide" if sum(token.type == "th_open" for token in header) >= _MIN_WIDE_COLUMNS else "data"
        width = " width='100%'" if self._mirrored else ""
        return f"<table class='{css}' cellspacing='0'{width}{direction}>"

    def _row(self, _: Token) -> str:
        """Write a whole row at once: Qt lays out columns from left to right in tables with any direction."""
        cells = []
        while self._tokens[self._index].type != "tr_close":
            token = self._tokens[self._index]
            if token.type in ("th_open", "td_open"):
                html = self._line(self._tokens[self._index + 1])
                align = "" if self._mirrored else " align='left'"
                style = str(token.attrs.get("style", ""))
                if style.startswith("text-align:"):
                    align = f" align='{style.partition(':')[2]}'"
                cells.append(f"<{token.tag}{align}{_attributes(token)}>{html}</{token.tag}>")
            self._index += 1
        return f"<tr>{''.join(reversed(cells) if self._mirrored else cells)}</tr>"

    def _text_ahead(self) -> str:
        """Return the beginning of the text in the block opening here."""
        level, texts, size = self._tokens[self._index].level, [], 0
        for token in self._tokens[self._index + 1 :]:
            # Within the block, all tokens are at higher levels.
            if token.level <= level or size > 500:
                break
            if token.type == "inline":
                texts.append(token.content)
                size += len(token.content)
        return "\n".join(texts)

    def _runs_right_to_left(self, text: str) -> bool:
        """Return whether a text runs right to left; without letters, it follows the note."""
        # Nearly all notes have no such letter: a quick search.
        if not self._rtl and not _RIGHT_TO_LEFT.search(text):
            return False
        return runs_right_to_left(text) or (self._rtl and not any(sign.isalpha() for sign in text))

    def _dir(self, text: str) -> str:
        if self._runs_right_to_left(text):
            self._is_mixed = True
            return _MIRRORED
        # Qt takes a table for one of the same direction as the table above, unless told.
        return " dir='ltr'" if self._rtl or self._is_mixed else ""


def task_sign(state: str) -> str:
    """Return the sign for the character between a task's brackets."""
    return _TASK_STATE_SIGNS.get(state, f"[{state}]")


def _begin_box(css: str, direction: str) -> str:
    cell = " ".join(f"{name}-rtl" for name in css.split()) if direction == _MIRRORED else css
    return _BOXED.format(css=css, cell=cell, dir=direction)


def _preformatted(token: Token, html: str) -> str:
    return f"{_begin_box('code', '')}<pre dir='ltr'{_attributes(token)}>{html}</pre>{_END_BOX}"


def _attributes(token: Token, css: str = "") -> str:
    """Return an element's class and mark; a mark changes no element, so that no line of the page moves."""
    mark = PASSAGE_MARK if token.meta.get("passage") else ""
    return f" class='{css}'{mark}" if css else mark


def _mark_embed(token: Token, html: str) -> str:
    return html.replace(EMBED_BEGIN, EMBED_BEGIN + _attributes(token), 1)


def look_of(kind: str) -> str:
    """Return a callout type's look; unknown types look like a note."""
    return _LOOK_OF_CALLOUT.get(kind, "note")


def split_titles(tokens: Sequence[Token]) -> None:
    """Move a callout's first line to ``meta["title"]`` in the inline token."""
    for opening, inline in zip(tokens, tokens[2:], strict=False):
        if "callout" not in opening.meta or inline.type != "inline" or not inline.children:
            continue
        breaks = (i for i, child in enumerate(inline.children) if child.type in ("softbreak", "hardbreak"))
        end = next(breaks, len(inline.children))
        inline.meta["title"] = inline.children[:end]
        inline.children = inline.children[end + 1 :]


def runs_right_to_left(text: str) -> bool:
    """Return whether most letters at the beginning belong to right-to-left scripts."""
    text = text[:_DIRECTION_SAMPLE_CHARS]
    count = len(_RIGHT_TO_LEFT.findall(text))
    return count > 0 and 2 * count > len(_LETTER.findall(text))
