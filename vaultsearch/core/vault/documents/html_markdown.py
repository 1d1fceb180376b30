"""A tree of HTML -> Markdown, in one pass; a formula in MathML or in Office's markup -> one line.

markdownify was weighed: its lists and its nested elements take quadratic time, and it escapes neither tags
nor comments, so that text would vanish.

"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vaultsearch.core.vault.documents.document import (
    attribute,
    cleaned,
    escape_starts,
    escaped,
    fence,
    heading,
    local,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element
    from lxml.html import HtmlElement


# fmt: off
_LEFT_OUT = frozenset((
    "script", "style", "template", "svg", "noscript", "iframe", "object", "embed", "canvas", "audio",
    "video", "head", "title", "button", "select", "input", "textarea", "rp", "rt", "area", "map",
))
_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "label", "mark", "q", "ruby", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
))
# fmt: on
_MARKS = {
    **dict.fromkeys(("b", "strong"), "**"),
    **dict.fromkeys(("em", "i", "cite", "dfn"), "*"),
    **dict.fromkeys(("s", "strike", "del"), "~~"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "`"),
    "mark": "==",
}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|brush)[-:]\s*([\w+#-]+)")
_LINKED = re.compile(r"(?:https?|mailto):[^\s<>()]+", re.IGNORECASE)
_NESTED = ".//table|.//ul|.//ol|.//pre|.//h1|.//h2|.//h3|.//h4"
_BACK = "↑↩⏎^"
"""Signs of the links that lead from a footnote back to the text."""
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LISTS = ("ul", "ol", "menu", "dir")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_DEEPEST_LIST = 12
_MOST_SPANNED = 20


def markdown_of(tree: HtmlElement) -> str:
    """Return the text of a tree: its paragraphs, headings, lists, quotes, tables, code and outer links."""
    writer = _Writer()
    writer.walk(tree)
    return writer.finish()


class _Prefix:
    """The beginning of the first and of the further lines within a list item or a quote."""

    __slots__ = ("element", "first", "is_used", "rest")

    def __init__(self, element: HtmlElement, first: str, rest: str) -> None:
        self.element, self.first, self.rest, self.is_used = element, first, rest, False


class _Writer:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._run: list[str] = []
        self._opened: list[tuple[HtmlElement, int]] = []
        self._prefixes: list[_Prefix] = []
        self._numbers: list[int | None] = []
        self._heading = 0
        self._codes = 0
        self._begins_list = False

    def walk(self, tree: HtmlElement) -> None:
        from lxml import etree

        # Without recursion: pages nest elements by the thousand.
        walk = etree.iterwalk(tree, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event == "start":
                if self._start(element):
                    self._text(element.text)
                else:
                    walk.skip_subtree()
                continue
            if event == "end":
                self._end(element)
            if element is not tree:
                self._text(element.tail)

    def finish(self) -> str:
        self._flush()
        return cleaned("\n".join(self._lines))

    def _text(self, text: str | None) -> None:
        if text:
            line = _SPACES.sub(" ", text)
            self._run.append(line if self._codes else escaped(line))

    def _start(self, element: HtmlElement) -> bool:
        """Begin an element. Return whether its content is still to be walked."""
        tag = element.tag
        if tag in _LEFT_OUT or "hidden" in element.attrib or _HIDDEN.search(element.get("style") or ""):
            return False
        if tag == "math":
            self._run.append(_formula(element))
            return False
        if tag in _INLINE:
            self._start_inline(element, tag)
            return True
        self._flush()
        if tag == "pre":
            self._block(fence("".join(element.itertext()), _language(element)))
            return False
        # A table that holds others, lists or headings lays out the page, as old pages and mails do.
        if tag == "table" and not element.xpath(_NESTED):
            self._block(_cell(caption)[0] if (caption := element.find("caption")) is not None else "")
            self._block(table(_rows(element)))
            return False
        self._start_block(element, tag)
        return True

    def _start_inline(self, element: HtmlElement, tag: str) -> None:
        if tag == "br":
            self._run.append("\n")
        elif tag == "img":
            self._text(element.get("alt"))
        elif tag in _MARKS or tag in ("a", "sup"):
            self._codes += _MARKS.get(tag) == "`"
            self._opened.append((element, len(self._run)))

    def _start_block(self, element: HtmlElement, tag: str) -> None:
        if tag in _LISTS:
            start = element.get("start") or "1"
            self._numbers.append(None if tag != "ol" else int(start) if start[:9].isdecimal() else 1)
            self._begins_list = not any(prefix.element.tag == "li" for prefix in self._prefixes)
        elif tag in ("li", "blockquote") and len(self._prefixes) < _DEEPEST_LIST:
            first = "> " if tag == "blockquote" else self._bullet()
            self._prefixes.append(_Prefix(element, first, "> " if tag == "blockquote" else " " * len(first)))
        elif tag == "hr":
            self._block("---")
        elif tag in _HEADINGS:
            self._heading = int(tag[1])

    def _bullet(self) -> str:
        number = self._numbers[-1] if self._numbers else None
        if number is None:
            return "- "
        self._numbers[-1] = number + 1
        return f"{number}. "

    def _end(self, element: HtmlElement) -> None:
        tag = element.tag
        if self._opened and self._opened[-1][0] is element:
            self._close(*self._opened.pop())
        if tag in _INLINE or tag in _LEFT_OUT or tag == "math":
            return
        self._flush()
        if tag in _LISTS:
            self._numbers.pop()
        elif tag in _HEADINGS:
            self._heading = 0
        if self._prefixes and self._prefixes[-1].element is element:
            self._prefixes.pop()

    def _close(self, element: HtmlElement, start: int) -> None:
        """Put the marks of an inline element around its text."""
        mark = _MARKS.get(element.tag, "")
        self._codes -= mark == "`"
        whole = "".join(self._run[start:])
        text = whole.strip()
        if not text:
            return
        if mark:
            put = text if "\n" in text or mark in text else f"{mark}{text}{mark}"
        elif _is_reference(element):
            # A reference to a footnote must not become part of the word before it.
            put = " \\[" + text.strip("\\[] ") + "]"
        else:
            put = _link(element.get("href") or "", text)
        before, after = " " * (whole[0].isspace()), " " * (whole[-1].isspace())
        self._run[start:] = [before, put, after]

    def _flush(self) -> None:
        """Write the text so far as a paragraph or heading."""
        if not self._run:
            return
        text = "\n".join(" ".join(line.split()) for line in "".join(self._run).split("\n")).strip()
        self._run.clear()
        # An inline element may go on in the next paragraph: HTML allows blocks within a link.
        self._opened = [(element, 0) for element, _ in self._opened]
        self._block(heading(self._heading, text) if self._heading else escape_starts(text))

    def _block(self, text: str) -> None:
        if not text:
            return
        begins_item = any(not prefix.is_used and prefix.first != "> " for prefix in self._prefixes)
        if self._lines and (self._begins_list or not begins_item):
            self._lines.append("".join(prefix.rest for prefix in self._prefixes if prefix.is_used).rstrip())
        first, *further = text.split("\n")
        starts = (prefix.rest if prefix.is_used else prefix.first for prefix in self._prefixes)
        self._lines.append("".join(starts) + first)
        rest = "".join(prefix.rest for prefix in self._prefixes)
        self._lines += [(rest + line).rstrip() for line in further]
        self._begins_list = False
        for prefix in self._prefixes:
            prefix.is_used = True


def _rows(element: HtmlElement) -> Iterator[list[str]]:
    for row in element.iter("tr"):
        yield [text for cell in row if cell.tag in ("td", "th") for text in _cell(cell)]


def _cell(cell: HtmlElement) -> list[str]:
    """Return the text of a cell, and an empty one for each further column that it spans."""
    span = cell.get("colspan") or "1"
    empty = min(int(span), _MOST_SPANNED) - 1 if span[:4].isdecimal() else 0
    return [" ".join(markdown_of(cell).split()), *[""] * empty]


def _formula(element: HtmlElement) -> str:
    """Return a formula as it was written in TeX, else its signs in a line."""
    written = element.findtext(".//annotation")
    # A dollar sign within would end the formula.
    if written and "$" not in written:
        return f"${' '.join(written.split())}$"
    return escaped(in_a_line(element))


def _is_reference(element: HtmlElement) -> bool:
    """Return whether a link or a raised number refers to a footnote."""
    inner = "sup" if element.tag == "a" else "a"
    named = f"{element.get('role')} {element.get('class')}"
    return "noteref" in named or "footnote-ref" in named or element.find(f".//{inner}") is not None


def _link(target: str, text: str) -> str:
    if target.startswith("#") and text[0] in _BACK:
        return ""
    # Links within the page lead nowhere outside of it.
    linked = _LINKED.fullmatch(target) and "\n" not in text and "](" not in text
    return f"[{text}]({target})" if linked and text != escaped(target) else text


def _language(element: HtmlElement) -> str:
    classes = " ".join(inner.get("class") or "" for inner in (element, *element[:1]))
    match = _LANGUAGE.search(classes)
    return match[1] if match else ""


_FORMULA_LEFT_OUT = frozenset(("annotation", "annotation-xml", "chr", "rPr"))
_FORMULA_BETWEEN = {
    "msup": "^",
    "msub": "_",
    "mfrac": "/",
    "mover": "^",
    "munder": "_",
    "msubsup": "_^",
    "munderover": "_^",
}
"""Between the parts of an element of MathML."""
_FORMULA_BEFORE = {"sup": "^", "sub": "_", "num": "", "den": "/"}
"""Before a part of a formula of Office."""
_INTEGRAL = "∫"
"""The sign of a sum or the like in a formula of Office that names none (ECMA-376, 22.1.2.20)."""


def in_a_line(formula: _Element) -> str:
    """Return a formula's signs in their order, powers, indices and fractions as they are typed."""
    name = local(formula)
    if name in _FORMULA_LEFT_OUT:
        return ""
    parts = [in_a_line(part) for part in formula]
    if signs := _FORMULA_BETWEEN.get(name):
        further = zip(signs, parts[1:], strict=False)
        return "".join([*map(_grouped, parts[:1]), *(sign + _grouped(part) for sign, part in further)])
    line = "".join([" ".join((formula.text or "").split()), *parts])
    if name in _FORMULA_BEFORE:
        return _FORMULA_BEFORE[name] + _grouped(line) if line else ""
    if name in ("msqrt", "rad"):
        return f"√{_grouped(line)}"
    if name == "nary":
        chosen = next((attribute(sign, "val") for sign in formula.iterfind("{*}naryPr/{*}chr")), _INTEGRAL)
        return f"{chosen}{line}"
    return f"({line})" if name == "d" else line


def _grouped(line: str) -> str:
    return line if line.isalnum() or len(line) <= 1 else f"({line})"
