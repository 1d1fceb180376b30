"""Convert saved web pages (html, mhtml) to their article in Markdown, and EPUBs to their chapters.

readability-lxml finds the article: F1 0.951 over 23 saved pages in 14 languages, against 0.923 for
trafilatura (four times the size) and 0.728 for the page's <article> or <main>.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from email import message_from_bytes
from email.message import Message
from itertools import chain, takewhile
from typing import TYPE_CHECKING
from zipfile import ZipFile

from vaultsearch.core.vault.documents import document
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_declared

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

# Own HTML to Markdown, in one pass: markdownify takes quadratic time for lists and nested elements, and
# escapes neither tags nor comments, so text would vanish.

# fmt: off
_IGNORED_TAGS = frozenset((
    "script", "style", "template", "svg", "noscript", "iframe", "object", "embed", "canvas", "audio",
    "video", "head", "title", "button", "select", "input", "textarea", "rp", "rt", "area", "map",
))
_INLINE_TAGS = frozenset((
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
_LANGUAGE_CLASS = re.compile(r"(?:language|lang|highlight-source|brush)[-:]\s*([\w+#-]+)")
_OUTER_LINK = re.compile(r"(?:https?|mailto):[^\s<>()]+", re.IGNORECASE)
_NESTED_BLOCKS = ".//table|.//ul|.//ol|.//pre|.//h1|.//h2|.//h3|.//h4"
_BACKLINK_SIGNS = "↑↩⏎^"
"""Link texts that lead from a footnote back to the text."""
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LIST_TAGS = ("ul", "ol", "menu", "dir")
_HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_MAX_LIST_DEPTH = 12
_MAX_COLSPAN = 20


def html_to_markdown(tree: HtmlElement) -> str:
    """Convert an HTML tree to Markdown: paragraphs, headings, lists, quotes, tables, code and outer links."""
    writer = _HtmlWriter()
    writer.walk(tree)
    return writer.finish()


class _LinePrefix:
    """Prefixes for the first line and for further lines in a list item or quote."""

    __slots__ = ("element", "first", "is_used", "rest")

    def __init__(self, element: HtmlElement, first: str, rest: str) -> None:
        self.element, self.first, self.rest, self.is_used = element, first, rest, False


class _HtmlWriter:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._run: list[str] = []
        self._open_elements: list[tuple[HtmlElement, int]] = []
        self._prefixes: list[_LinePrefix] = []
        self._numbers: list[int | None] = []
        self._heading = 0
        self._code_depth = 0
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
        return document.clean_text("\n".join(self._lines))

    def _text(self, text: str | None) -> None:
        if text:
            line = _SPACES.sub(" ", text)
            self._run.append(line if self._code_depth else document.escape_inline(line))

    def _start(self, element: HtmlElement) -> bool:
        """Begin an element; return whether to walk the content."""
        tag = element.tag
        if tag in _IGNORED_TAGS or "hidden" in element.attrib or _HIDDEN.search(element.get("style") or ""):
            return False
        if tag == "math":
            written = element.findtext(".//annotation")
            # In TeX if the page has it, unless a dollar sign would end the formula.
            if written and "$" not in written:
                self._run.append(f"${' '.join(written.split())}$")
            else:
                signs = " ".join(document.linearize_formula(element).split())
                self._run.append(document.escape_inline(signs))
            return False
        if tag in _INLINE_TAGS:
            self._start_inline(element, tag)
            return True
        self._flush()
        if tag == "pre":
            classes = " ".join(inner.get("class") or "" for inner in (element, *element[:1]))
            language = match[1] if (match := _LANGUAGE_CLASS.search(classes)) else ""
            self._block(document.format_code_block("".join(element.itertext()), language))
            return False
        # A table with nested tables, lists or headings only lays out the page, as in old pages and mails.
        if tag == "table" and not element.xpath(_NESTED_BLOCKS):
            caption = element.find("caption")
            self._block(_texts_of_cell(caption)[0] if caption is not None else "")
            rows = ([cell for cell in row if cell.tag in ("td", "th")] for row in element.iter("tr"))
            texts = ([text for cell in row for text in _texts_of_cell(cell)] for row in rows)
            self._block(document.format_table(texts))
            return False
        self._start_block(element, tag)
        return True

    def _start_inline(self, element: HtmlElement, tag: str) -> None:
        if tag == "br":
            self._run.append("\n")
        elif tag == "img":
            self._text(element.get("alt"))
        elif tag in _MARKS or tag in ("a", "sup"):
            self._code_depth += _MARKS.get(tag) == "`"
            self._open_elements.append((element, len(self._run)))

    def _start_block(self, element: HtmlElement, tag: str) -> None:
        if tag in _LIST_TAGS:
            start = document.parse_number(element.get("start") or "", 1)
            self._numbers.append(start if tag == "ol" else None)
            self._begins_list = not any(prefix.element.tag == "li" for prefix in self._prefixes)
        elif tag == "blockquote" and len(self._prefixes) < _MAX_LIST_DEPTH:
            self._prefixes.append(_LinePrefix(element, "> ", "> "))
        elif tag == "li" and len(self._prefixes) < _MAX_LIST_DEPTH:
            number = self._numbers[-1] if self._numbers else None
            if number is not None:
                self._numbers[-1] = number + 1
            bullet = "- " if number is None else f"{number}. "
            self._prefixes.append(_LinePrefix(element, bullet, " " * len(bullet)))
        elif tag == "hr":
            self._block("---")
        elif tag in _HEADING_TAGS:
            self._heading = int(tag[1])

    def _end(self, element: HtmlElement) -> None:
        tag = element.tag
        if self._open_elements and self._open_elements[-1][0] is element:
            self._close(*self._open_elements.pop())
        if tag in _INLINE_TAGS or tag in _IGNORED_TAGS or tag == "math":
            return
        self._flush()
        if tag in _LIST_TAGS:
            self._numbers.pop()
        elif tag in _HEADING_TAGS:
            self._heading = 0
        if self._prefixes and self._prefixes[-1].element is element:
            self._prefixes.pop()

    def _close(self, element: HtmlElement, start: int) -> None:
        """Wrap the text of an inline element in Markdown marks."""
        mark = _MARKS.get(element.tag, "")
        self._code_depth -= mark == "`"
        whole = "".join(self._run[start:])
        text = whole.strip()
        if not text:
            return
        inner = "sup" if element.tag == "a" else "a"
        named = f"{element.get('role')} {element.get('class')} {element.get('epub:type')}"
        target = element.get("href") or ""
        if mark:
            put = text if "\n" in text or mark in text else f"{mark}{text}{mark}"
        elif "noteref" in named or "footnote-ref" in named or element.find(f".//{inner}") is not None:
            # A footnote reference must not become part of the word before.
            put = " \\[" + text.strip("\\[] ") + "]"
        elif target.startswith("#") and text[0] in _BACKLINK_SIGNS:
            put = ""
        else:
            # Links within the page lead nowhere in the vault.
            linked = _OUTER_LINK.fullmatch(target) and "\n" not in text and "](" not in text
            put = f"[{text}]({target})" if linked and text != document.escape_inline(target) else text
        before, after = " " * (whole[0].isspace()), " " * (whole[-1].isspace())
        self._run[start:] = [before, put, after]

    def _flush(self) -> None:
        """Write the pending text as a paragraph or heading."""
        if not self._run:
            return
        text = "\n".join(" ".join(line.split()) for line in "".join(self._run).split("\n")).strip()
        self._run.clear()
        # An inline element may go on in the next paragraph: HTML allows blocks within a link.
        self._open_elements = [(element, 0) for element, _ in self._open_elements]
        level = self._heading
        self._block(document.format_heading(level, text) if level else document.escape_line_starts(text))

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


def _texts_of_cell(cell: HtmlElement) -> list[str]:
    """Return the text of a cell, followed by "" for each further column spanned."""
    span = document.parse_number(cell.get("colspan") or "", 1)
    return [" ".join(html_to_markdown(cell).split()), *[""] * (min(span, _MAX_COLSPAN) - 1)]


_CHARSET = re.compile(
    rb"""<(?:meta[^>]{0,200}|\?xml[^>]{0,100})(?:charset|encoding)\s*=\s*["']?([\w-]{1,40})""", re.IGNORECASE
)
_DECLARATION_BYTES = 4096
_NO_TEXT = ".//script|.//style|.//noscript|.//template"
_PAGE_PARTS = (
    # A converter writes title and author into the header named title-block-header.
    ".//nav|.//header[not(ancestor::article or @id='title-block-header')]|.//footer|.//aside|.//form"
    "|.//*[@role='navigation']"
)
_SLIDES = ".//*[contains(concat(' ', normalize-space(@class), ' '), ' slide ')]"
_SLIDES_SHARE = 0.5
"""Minimum share of the page's text in slides for a presentation, not a page with a few pictures."""
_NAVIGATION = ".//nav|.//footer|.//aside|.//form|.//*[@role='navigation']"
_EXPORTED_SHARE = 0.9
"""Minimum share of text outside links in a page exported by a program, without navigation."""
_SAVED_FROM = re.compile(r"saved from url=(?:\(\d+\))?(\S+)|^[ \t]*url:\s*(\S+)", re.MULTILINE)
_NO_LETTER = re.compile(r"[\W\d_]+")
_MIN_ARTICLE_SHARE = 0.15
"""Minimum share of the page's text in an article: less is a piece of a list, form or index."""
_NEGLIGIBLE_SHARE = 0.05
"""Keep the rest of the page, before or after, if below this share of the article."""
_XHTML = "http://www.w3.org/1999/xhtml"
_SELF_CLOSED = re.compile(r"<(?!(?:br|hr|img|meta|link|col|input|area|wbr)\b)([A-Za-z][\w:-]*)([^<>]*)/>")
"""An empty title or anchor in XHTML, which an HTML parser would leave open."""
_KEY_LETTERS = 20
"""Letters at the beginning of a paragraph compared to locate the article."""
_FIRST_REFERENCE = r"\[1]"
"""The first footnote reference in Markdown."""
_FOOTNOTES_HEADING = re.compile(
    r"#+ (?:footnotes|notes|references|fußnoten|anmerkungen|einzelnachweise|脚注|注释|参考资料|参考文献)",
    re.IGNORECASE,
)
_MARKDOWN_RULE = "---"
_FURTHER_NOTE = re.compile(r" {3}|(?!1\.)\d+\. ")
_MAX_HTML_CHARS = 16 << 20


@document.guard_reader("a web page")
def read_html(raw: bytes) -> document.DocumentText:
    """Read a saved web page."""
    return extract_page(decode_html(raw))


@document.guard_reader("a saved web page")
def read_mhtml(raw: bytes) -> document.DocumentText:
    """Read a web page saved with all parts in one file."""
    whole = message_from_bytes(raw)
    part = next((part for part in whole.walk() if part.get_content_subtype() in ("html", "xhtml+xml")), None)
    if part is None:
        raise UnreadableNoteError("There is no page in it.", document.SAVE_AGAIN_REMEDY)
    source = str(whole["Snapshot-Content-Location"] or part["Content-Location"] or "")
    return extract_page(decode_html(decode_part(part), part.get_content_charset()), source)


def decode_part(part: Message) -> bytes:
    """Decode the content of a message part."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def decode_html(raw: bytes, charset: str | None = None) -> str:
    """Decode HTML with ``charset``, the byte order mark or the charset declared in a meta element."""
    declared = _CHARSET.search(raw[:_DECLARATION_BYTES])
    return decode_declared(raw, charset, declared[1].decode() if declared else None)


def parse_html(html: str) -> HtmlElement | None:
    """Parse HTML; return None without any element."""
    from lxml import etree
    from lxml import html as lxml_html

    html = document.clean_text(html)
    if _XHTML in html[:_DECLARATION_BYTES]:
        html = _SELF_CLOSED.sub(r"<\1\2></\1>", html)
    if len(html) > _MAX_HTML_CHARS:
        raise UnreadableNoteError("The page is too large.", "Save it without its pictures.")
    # Encoded again: lxml refuses a decoded text that declares an encoding.
    parser = lxml_html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    # Of a lone comment, or nothing, it says that the document is empty.
    with suppress(etree.ParserError):
        return lxml_html.document_fromstring(html.encode(), parser=parser)
    return None


def extract_page(html: str, source: str = "") -> document.DocumentText:
    """Extract a page's article, or the whole page without navigation if it has none."""
    tree = parse_html(html)
    if tree is None:
        return document.DocumentText("")
    meta = {
        (element.get("property") or element.get("name") or "").lower(): element.get("content") or ""
        for element in tree.iter("meta")
    }
    title = " ".join((meta.get("og:title") or tree.findtext(".//title") or "").split())
    # Browsers and SingleFile save the address in a comment.
    comments = tree.getroottree().xpath("//comment()")[:20]
    matches = (_SAVED_FROM.search(comment.text or "") for comment in comments)
    saved = (str(match[1] or match[2]) for match in matches if match)
    canonical = (str(link.get("href")) for link in tree.iter("link") if link.get("rel") == "canonical")
    source = source or next(chain(saved, canonical), "") or meta.get("og:url", "")
    dates = ("article:published_time", "date", "dc.date", "dcterms.date", "created")
    date = next(filter(None, map(meta.get, dates)), None)
    properties = document.properties_of(
        author=meta.get("author") or meta.get("article:author"),
        source=source if source.startswith(("http://", "https://")) else None,
        site=meta.get("og:site_name"),
    )
    return document.DocumentText(_extract_article(tree), title, properties, document.parse_iso_date(date))


def _extract_article(tree: HtmlElement) -> str:
    from lxml import html as lxml_html
    from readability import Document

    # readability logs an error for each page without paragraphs.
    logging.getLogger("readability").setLevel(logging.CRITICAL)
    html = lxml_html.tostring(tree, encoding="unicode")
    # Word processors export neither scripts nor stylesheets: of such a page with many links, half was lost.
    least_prose = _EXPORTED_SHARE if tree.xpath(".//script|.//link") else 0
    least_prose = 1 if tree.xpath(_NAVIGATION) else least_prose
    _drop_elements(tree, _NO_TEXT)
    slides = tree.xpath(_SLIDES)
    # readability looks for prose: it dropped some slides and the speakers' names.
    if len(slides) > 1 and sum(map(_count_prose, slides)) > _SLIDES_SHARE * _count_prose(tree):
        return html_to_markdown(tree)
    _drop_elements(tree, _PAGE_PARTS)
    whole = html_to_markdown(tree)
    if _count_prose(tree) > least_prose * len("".join(tree.itertext()).strip()):
        return whole
    try:
        article = parse_html(Document(html).summary(html_partial=True))
    # readability raises anything on a broken page; the whole page is then as good.
    except Exception:
        article = None
    if article is None or _count_prose(article) < _MIN_ARTICLE_SHARE * _count_prose(tree):
        return whole
    return _join_article_blocks(whole.split("\n\n"), html_to_markdown(article).split("\n\n"))


def _drop_elements(tree: HtmlElement, path: str) -> None:
    for element in tree.xpath(path):
        if element.getparent() is not None:
            element.drop_tree()


def _join_article_blocks(blocks: list[str], article: list[str]) -> str:
    """Join the blocks from the article's first to last paragraph.

    Keeps the small tables, lists and footnotes dropped by readability between and right after.
    """
    whole_keys = {_NO_LETTER.sub("", block) for block in article} - {""}
    telling_keys = {key[:_KEY_LETTERS] for key in whole_keys}
    keys = [_NO_LETTER.sub("", block) for block in blocks]
    long_keys = ((i, key) for i, key in enumerate(keys) if len(key) >= _KEY_LETTERS)
    indexes = [i for i, key in long_keys if key[:_KEY_LETTERS] in telling_keys]
    # A page of few words.
    if not indexes:
        return document.join_blocks(blocks)
    first, last = indexes[0], indexes[-1] + 1
    size = _NEGLIGIBLE_SHARE * sum(map(len, blocks[first:last]))
    first = 0 if sum(map(len, blocks[:first])) < size else first
    last = len(blocks) if sum(map(len, blocks[last:])) < size else last
    while first and blocks[first - 1].startswith("#"):
        first -= 1
    while (position := _skip_rule(blocks, last)) < len(blocks):
        # readability drops small tables and code, and lists below a heading or after a colon.
        is_announced = blocks[last - 1].startswith("#") or blocks[last - 1].endswith(":")
        dropped = ("|", "```", "- ", "1. ") if is_announced else ("|", "```")
        if not (keys[position] in whole_keys or blocks[position].startswith(dropped)):
            break
        last = position + 1
    if any(_FIRST_REFERENCE in block for block in blocks[first:last]):
        # The footnotes may stand below a rule or heading.
        begin = _skip_rule(blocks, last)
        begin += begin < len(blocks) and _FOOTNOTES_HEADING.fullmatch(blocks[begin]) is not None
        if begin < len(blocks) and blocks[begin].startswith("1. "):
            last = begin + 1 + sum(1 for _ in takewhile(_FURTHER_NOTE.match, blocks[begin + 1 :]))
    return document.join_blocks(blocks[first:last])


def _skip_rule(blocks: Sequence[str], index: int) -> int:
    """Return the next index if the block at ``index`` is a rule, else ``index``."""
    return index + 1 if blocks[index : index + 1] == [_MARKDOWN_RULE] else index


def _count_prose(tree: HtmlElement) -> int:
    """Count the characters outside links; navigation consists of links."""
    return sum(len(text.strip()) for text in tree.xpath(".//text()[not(ancestor::a)]"))


_FONT_OBFUSCATION = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Methods that only obfuscate fonts."""


@document.guard_reader("an e-book in the EPUB format")
def read_epub(raw: bytes) -> document.DocumentText:
    """Read an EPUB; chapters without a heading get the title from the table of contents."""
    archive = document.open_archive(raw)
    encryption = document.xml_or_none(archive, "META-INF/encryption.xml")
    methods = encryption.iter("{*}EncryptionMethod") if encryption is not None else ()
    if any(document.attribute_value(method, "Algorithm") not in _FONT_OBFUSCATION for method in methods):
        raise UnreadableNoteError("Its shop's copy protection keeps it from being read.", "Exclude the file.")
    container = document.parse_xml(archive, "META-INF/container.xml")
    root = next(container.iter("{*}rootfile")).get("full-path", "")
    package = document.parse_xml(archive, root)
    items = {item.get("id", ""): item for item in package.iter("{*}item")}
    titles = _chapter_titles(archive, root, items)
    # In reading order (EPUB 3.3, 5.7.3), each once: a book of 20 KB whose spine repeated a chapter 100,000
    # times took hours to read.
    spine = (items.get(reference.get("idref", "")) for reference in package.iter("{*}itemref"))
    named = (item for item in spine if item is not None and "nav" not in item.get("properties", "").split())
    names = dict.fromkeys(document.resolve_part_name(root, item.get("href", "")) for item in named)
    chapters = [_read_chapter(archive, name, titles.get(name, "")) for name in names]
    date = document.first_text(package, "date")
    properties = document.properties_of(
        author=", ".join("".join(element.itertext()) for element in package.iter("{*}creator")),
        publisher=document.first_text(package, "publisher"),
        language=document.first_text(package, "language"),
        subject=", ".join("".join(element.itertext()) for element in package.iter("{*}subject")),
    )
    # Many books have only a year.
    created = document.parse_iso_date(f"{date}-01-01" if len(date.strip()) == 4 else date)
    title = " ".join(document.first_text(package, "title").split())
    return document.DocumentText(document.join_blocks(chapters), title, properties, created)


def _chapter_titles(archive: ZipFile, root: str, items: dict[str, _Element]) -> dict[str, str]:
    """Map part names to chapter titles, from all tables of contents."""
    titles: dict[str, str] = {}
    read: set[str] = set()
    for item in items.values():
        name = document.resolve_part_name(root, item.get("href", ""))
        is_page = "nav" in (item.get("properties") or "").split()
        is_contents = is_page or "ncx" in item.get("media-type", "")
        if not is_contents or name in read or name not in archive.NameToInfo:
            continue
        read.add(name)
        entries = []
        if is_page:
            tree = parse_html(decode_html(archive.read(name)))
            links = tree.iter("a") if tree is not None else ()
            entries = [(link.get("href") or "", "".join(link.itertext())) for link in links]
        else:
            for point in document.parse_xml(archive, name).iter("{*}navPoint"):
                content = next((part for part in point if document.local_name(part) == "content"), None)
                target = document.attribute_value(content, "src") if content is not None else ""
                entries.append((target, document.first_text(point, "text")))
        for target, title in entries:
            titles.setdefault(document.resolve_part_name(name, target), " ".join(title.split()))
    return titles


def _read_chapter(archive: ZipFile, name: str, title: str) -> str:
    """Return a chapter, or "" if missing: the other chapters are worth reading."""
    if name not in archive.NameToInfo:
        return ""
    tree = parse_html(decode_html(archive.read(name)))
    if tree is None:
        return ""
    has_heading = next(tree.iter("h1", "h2", "h3"), None) is not None
    text = html_to_markdown(tree)
    if not (text and title) or has_heading:
        return text
    return document.join_blocks([document.format_heading(1, document.escape_inline(title)), text])
