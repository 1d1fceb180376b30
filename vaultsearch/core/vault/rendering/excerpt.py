"""HTML for other programs: an excerpt of a note without scripts and pictures; a whole note as a document."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from vaultsearch.core.values.note import Diagram, Formula, with_folds
from vaultsearch.core.vault.inline_text import html_text, parse_inline
from vaultsearch.core.vault.links import read_wikilink, without_size
from vaultsearch.core.vault.markdown import markdown_parser
from vaultsearch.core.vault.rendering.block_html import split_titles
from vaultsearch.core.vault.rendering.inline_html import is_picture
from vaultsearch.core.vault.syntax_rules import mark_callouts_and_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from markdown_it.token import Token

    from vaultsearch.core.vault.rendering.page import NotePage


_URL = re.compile(r"(?:https?|obsidian)://[^\s<>\"]*[^\s<>\".,;:!?'()\[\]*_~]")
_FOLLOWED = ("http://", "https://", "obsidian://")
_DONE = ("x", "X")
_ALIGNED = frozenset(f"text-align:{side}" for side in ("left", "center", "right"))


def excerpt_html(markdown: str, note_uri: Callable[[str], str] | None = None) -> str:
    """Render Markdown; pictures become their texts.

    Wikilinks lead to the address that ``note_uri`` returns for them as written; without it, they become their
    texts, too.
    """
    md = markdown_parser()
    env: dict[str, Any] = {}
    tokens: list[Token] = []
    md.block.parse(markdown, md, env, tokens)
    mark_callouts_and_tasks(tokens)
    parse_inline(md, tokens, env)
    split_titles(tokens)
    return _ExcerptWriter(note_uri).write(tokens).strip()


class _ExcerptWriter:
    """Writer of tokens. A type without a rule is one of CommonMark's elements, written without attributes."""

    def __init__(self, note_uri: Callable[[str], str] | None) -> None:
        self._note_uri = note_uri
        self._in_link = False
        self._rules: dict[str, Callable[[Token], str]] = {
            "inline": self._paragraph,
            "text": self._text,
            "text_special": self._text,
            "softbreak": lambda _: "<br>\n",
            "link_open": self._link_open,
            "link_close": lambda _: self._link_close(),
            "wikilink": self._wikilink,
            "image": lambda token: f"<i>{escape(without_size(token.content))}</i>",
            "mark": _mark,
            "tag": lambda token: escape(token.content),
            "footnote_ref": lambda token: escape(token.content),
            "code_inline": _code,
            "math_inline": _code,
            "fence": _code_block,
            "code_block": _code_block,
            "math_block": _code_block,
            "field": lambda _: ": ",
            "field_open": lambda token: f"<b>{escape(token.meta['key'])}</b>: ",
            "html_inline": lambda token: "<br>" if token.content.lower().startswith("<br") else "",
            "html_block": _html,
            "list_item_open": _item,
        }

    def write(self, tokens: Sequence[Token]) -> str:
        """Return the HTML of tokens."""
        return "".join(self._rules.get(token.type, _element)(token) for token in tokens)

    def _paragraph(self, inline: Token) -> str:
        title, children = inline.meta.get("title"), inline.children or []
        head = f"<b>{self._line(title)}</b>" if title else ""
        return head + ("<br>\n" if head and children else "") + self._line(children)

    def _line(self, tokens: Sequence[Token]) -> str:
        return self.write(tokens) + self._link_close()

    def _text(self, token: Token) -> str:
        if self._in_link:
            return escape(token.content)
        html, position = "", 0
        for match in _URL.finditer(token.content):
            address = escape(match[0])
            html += f'{escape(token.content[position : match.start()])}<a href="{address}">{address}</a>'
            position = match.end()
        return html + escape(token.content[position:])

    def _link_open(self, token: Token) -> str:
        """Open a link; one that leads nowhere outside the vault has no address."""
        self._in_link = True
        address = str(token.attrs.get("href", ""))
        # Scripts have addresses, too ("javascript:"), and the excerpt goes into other programs.
        return f'<a href="{escape(address)}">' if address.lower().startswith(_FOLLOWED) else "<a>"

    def _wikilink(self, token: Token) -> str:
        link, shown = read_wikilink(token.content, token.meta["alias"], token.meta["embed"], 0)
        text = escape(shown or token.content)
        # An embedded picture has no text of its own but its name.
        if self._note_uri is None or self._in_link or not link.target or is_picture(link.target):
            return f"<i>{text}</i>"
        return f'<a href="{escape(self._note_uri(token.content))}">{text}</a>'

    def _link_close(self) -> str:
        was_open, self._in_link = self._in_link, False
        return "</a>" if was_open else ""


def _element(token: Token) -> str:
    if token.hidden or not token.tag:
        return ""
    if token.nesting < 0:
        return f"</{token.tag}>" + ("\n" if token.block else "")
    start, style = token.attrs.get("start"), token.attrs.get("style")
    attributes = "" if start is None else f' start="{int(start)}"'
    attributes += f' style="{style}"' if style in _ALIGNED else ""
    return f"<{token.tag}{attributes}>"


def _mark(token: Token) -> str:
    return "" if token.meta.get("opens") or token.meta.get("closes") else escape(token.content)


def _code(token: Token) -> str:
    return f"<code>{escape(token.content)}</code>"


def _code_block(token: Token) -> str:
    return f"<pre><code>{escape(token.content)}</code></pre>\n"


def _html(token: Token) -> str:
    text = html_text(token.content).strip()
    return f"<p>{escape(text)}</p>\n" if text else ""


def _item(token: Token) -> str:
    task = token.meta.get("task")
    return "<li>" if task is None else "<li>☑ " if task in _DONE else "<li>☐ "


_PICTURE = re.compile(r"<img\b[^>]*?\bsrc='([^']*)'[^>]*>")
_ALT = re.compile(r"\balt='([^']*)'")
_INNER_LINK = re.compile(r"<a\b([^>]*) href='(?!https?:|#)[^']*'([^>]*)>")
_FOLD = re.compile(r"<p class='fold'>.*?</p>")
_DOCUMENT = """\
<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ max-width: 40em; margin: 2em auto; font: 16px/1.5 sans-serif; color: #1c1b19; background: #fff; }}
table {{ border-collapse: collapse; }}
.data td, .data th {{ border: 1px solid #ddd; padding: .2em .6em; }}
.properties td {{ padding: 0 1em .2em 0; }}
.property, .fold {{ color: #656057; }}
.chip, pre, code, .callout {{ background: #f1f0ed; }}
td.embed, td.callout, td.quotation {{ border-left: 3px solid #ccc; padding: .2em 1em; }}
.embed-heading {{ font-weight: 600; }}
.embed-title {{ font-size: 80%; color: #656057; }}
pre {{ white-space: pre-wrap; margin: 0; padding: .5em 1em; }}
.passage, .highlight {{ background: #fbf0c4; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def parts_of(page: NotePage) -> str:
    """Return the whole page, as the window shows it."""
    return "".join(page.html(part, None) for part in range(len(page.parts.parts)))


def document_of(page: NotePage, diagrams: Mapping[Diagram, bytes]) -> str:
    """Return the whole note as HTML: formulas and drawn ``diagrams`` as pictures.

    Other pictures, and links in the vault, are text.
    """

    def picture(match: re.Match[str]) -> str:
        alt = _ALT.search(match[0])
        if (diagram := Diagram.of_address(unescape(match[1]))) is not None:
            if diagram not in diagrams:
                return f"<code style='white-space: pre-wrap'>{escape(diagram.source)}</code>"
            drawn = diagrams[diagram]
            # The width stands in the PNG's first chunk; it is drawn with two pixels a unit.
            width = int.from_bytes(drawn[16:20], "big") // 2
            picture = f"data:image/png;base64,{b64encode(drawn).decode()}"
            return f"<img src='{picture}' alt='{escape(diagram.written)}' width='{width}'>"
        formula = Formula.of_address(unescape(match[1]))
        drawing = None if formula is None else page.formulas.picture(formula)
        if formula is None or drawing is None:
            return f"<i>{alt[1]}</i>" if alt else ""
        source = f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
        style = f"height: {formula.ascent + formula.descent:.3f}em; vertical-align: {-formula.descent:.3f}em"
        return f"<img src='{source}' alt='{escape(formula.source)}' style='{style}'>"

    shown = _FOLD.sub("", with_folds(parts_of(page), lambda _: True))
    # Links within the vault would lead nowhere from a file in another folder.
    body = _INNER_LINK.sub(r"<a\1\2>", _PICTURE.sub(picture, shown))
    return _DOCUMENT.format(title=escape(page.title), body=body)
