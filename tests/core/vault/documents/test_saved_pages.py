"""Of a saved page, the article is read, whole, without the page around it."""

from datetime import UTC, datetime

import pytest

from tests.core.vault.documents.files import EVERY, PAGE, epub
from vaultsearch.core.vault.documents.web_pages import read_html, read_mhtml
from vaultsearch.core.vault.reading import DOCUMENT_FORMATS

ARTICLE = """# Otters

Otters dive for eels in the cold river, \\[1] and they play on its banks, in all seasons, for as long as there is \
light.

| Fish | Weight |
| --- | --- |
| Trout | 2.5 |

- holts
  - in banks

```python
#tag
dive()
```

Most of the time they sleep, and nobody knows what of; see [a study](https://example.org/o), or do **not**, \
because the study is long and old and mostly about other animals of the same river."""


def test_the_article_is_read_with_its_tables_and_lists_and_without_navigation() -> None:
    read = read_html(PAGE.encode())
    assert read.text == ARTICLE
    assert (read.title, read.properties) == ("River life", {"author": "Ada Weaver"})
    assert read.created == datetime(2021, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_a_page_saved_with_its_parts_tells_where_it_is_from() -> None:
    read = read_mhtml(EVERY[".mhtml"])
    assert read.text == "# Otters\n\nOtters dive über Nacht"
    assert read.properties == {"source": "https://example.org/otter"}
    forms = ("<!-- saved from url=(0025){} -->", "<!--\n url: {}\n -->", "<link rel=canonical href={}>")
    for form in (*forms, "<meta name=og:url content={}>"):
        page = f"<link rel=icon href=/otter.png>{form.format('https://example.org/otter')}<p>Otters"
        assert read_html(page.encode()).properties == read.properties


def test_a_page_that_is_no_article_is_read_as_a_whole() -> None:
    rows = "".join(f"<li>Station {i}: <a href='#s{i}'>map</a></li>" for i in range(30))
    text = read_html(f"<html><body><h2>Stations</h2><ol start=3>{rows}</ol></body></html>".encode()).text
    assert text.startswith("## Stations\n\n3. Station 0: map\n")
    assert text.endswith("\n32. Station 29: map")


def test_an_attribute_that_only_begins_with_digits_is_no_number() -> None:
    table = "<table><tr><td colspan='2000px'>Otters<td>dive</table>"
    page = f"<body><ol start='123456789x'><li>swim</ol>{table}</body>"
    assert read_html(page.encode()).text == "1. swim\n\n| Otters | dive |\n| --- | --- |"


def test_a_page_without_navigation_is_read_to_its_last_footnote() -> None:
    article = "<p>Otters dive for eels in the cold river, and they play on its banks for hours.</p>" * 9
    notes = "".join(f"<li>The count of the year {year}.</li>" for year in range(2000, 2020))
    page = f"<html><body>{article}<section class='footnotes'><ol>{notes}</ol></section></body></html>"
    assert read_html(page.encode()).text.endswith("\n20. The count of the year 2019.")
    links = "<ul>" + "<li><a href='https://example.org'>A link of some words</a> to eels</li>" * 9 + "</ul>"
    see = "<p>See <a href='https://example.org'>this page of many words</a>.</p><ul><li>a holt</ul>"
    exported = f"<h1>Otters</h1>{article}{see}{links}<p>Bye.</p>"
    assert read_html(exported.encode()).text.endswith(" to eels\n\nBye.")


@pytest.mark.parametrize(
    ("declared", "words", "encoding"),
    [
        ("windows-1251", "Выдры ныряют", "cp1251"), ("iso-8859-1", "“Otter”", "cp1252"),
        ("iso-2022-jp", "川獺は泳ぐ", "iso-2022-jp"),
        *((name, "Größe – 水獺", "utf-8") for name in ("utf-8", "iso-8859-1", "windows-1252", "shift_jis")),
        *((name, "Größe – 水獺", "utf-8") for name in ("us-ascii", "nothing-known")),
        ("", "über Nacht", "latin-1"),
    ],
)  # fmt: skip
def test_valid_utf_8_is_read_as_such_another_as_declared(declared: str, words: str, encoding: str) -> None:
    page = f'<html><head><meta charset="{declared}"><title>{words}</title></head><body><p>{words}</p></body></html>'
    read = read_html((page if declared else f"<title>{words}</title><p>{words}</p>").encode(encoding))
    assert (read.title, read.text) == (words, words)


TEX = '<annotation encoding="application/x-tex">a_1^2 + b</annotation>'


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # Blocks within one another stay what they are.
        ("<blockquote><p>one</p><ul><li><p>two</p><p>three</p></li><li>four<br>five</li></ul></blockquote><p>six",
         "> one\n>\n> - two\n>\n>   three\n> - four\n>   five\n\nsix"),
        # Formulas are read as they were written, else by their signs.
        (f"Let <math><semantics><mi>a</mi>{TEX}</semantics></math> be", "Let $a_1^2 + b$ be"),
        ("Let <math><msup><mi>c</mi><mn>2</mn></msup></math> be", "Let c\\^2 be"),
        # Pictures within the page cost nothing.
        (f'See <img alt="an otter" src="data:image/png;base64,{"A" * 4_000_000}">.', "See an otter."),
    ],
    ids=["blocks", "formula", "signs", "picture"],
)  # fmt: skip
def test_a_part_of_a_page_is_read_as_what_it_is(html: str, text: str) -> None:
    assert read_html(f"<p>{html}".encode()).text == text


AROUND = """<nav><a href="/">Home page</a></nav><article><h1>Otters</h1>{}<p>They dive.<sup><a href="#n1">1</a></sup>
</p>{}</article><ul><li><a href="/t">Share it</a></li></ul><h3>Related posts</h3><ul><li><a href="/b">Beavers</a></li>
</ul><h3>2 comments</h3><ol><li><b>Ann</b><p>What a lovely article, I read it twice.</p></li></ol>"""
"""A page with links and comments below its article."""
TABLE = "<table><tr><th>Fish</th><th>cm</th></tr><tr><td>Eel</td><td>40</td></tr></table>"
EELS = "| Fish | cm |\n| --- | --- |\n| Eel | 40 |"


@pytest.mark.parametrize(
    ("end", "read"),
    [
        (TABLE, EELS),
        (f"<hr>{TABLE}<hr><p>Ada, 1901.</p>", f"---\n\n{EELS}\n\n---\n\nAda, 1901."),
        ("<p>Count so:</p><pre><code>otter --count 3</code></pre>", "Count so:\n\n```\notter --count 3\n```"),
        ("<h2>Gear</h2><ul><li>a boat</li><li>a lamp</li></ul>", "## Gear\n\n- a boat\n- a lamp"),
        ("<section><ol><li id='n1'>Weaver, 1901. <a href='#r'>↩</a></li></ol></section>", "1. Weaver, 1901."),
        (
            "<hr><section><h2>Footnotes</h2><ol><li id='n1'><p>Weaver, 1901.</p><p>In the north.</p></li>"
            "<li id='n2'><p>Fuller, 1902.</p></li></ol></section>",
            "---\n\n## Footnotes\n\n1. Weaver, 1901.\n\n   In the north.\n2. Fuller, 1902.",
        ),
        ("<hr><ol><li id='n1'><p>Weaver, 1901.</p></li></ol>", "---\n\n1. Weaver, 1901."),
        ("", ""),
    ],
)
def test_the_end_of_an_article_is_read_whatever_it_is_and_nothing_below_it(end: str, read: str) -> None:
    dives = "<p>Otters dive for eels in the cold river, and they play on its banks for hours.</p>" * 9
    text = read_html(f"<html><body>{AROUND.format(dives, end)}</body></html>".encode()).text
    assert text.endswith(f"They dive. \\[1]\n\n{read}".rstrip())


TITLE = '<h1 class="title">My deck</h1><p class="author">Ada Weaver</p>'


@pytest.mark.parametrize(
    "slides",
    [
        f'<div class="layout"><div id="footer">2026</div></div><div class="titlepage slide">{TITLE}</div>'
        '<div class="slide section"><h1>First</h1><ul><li>otters</li></ul></div>'
        '<div class="slide section"><h1>Last</h1><p>Some words.</p></div>',
        '<section class="title"><h1>My deck</h1><footer>Ada Weaver</footer></section>'
        '<section class="slide"><h1>First</h1><ul><li>otters</li></ul></section>'
        '<section class="slide"><h1>Last</h1><p>Some words.</p></section>',
    ],
)
def test_slides_are_read_whole_with_their_title_and_who_speaks(slides: str) -> None:
    """The search for an article took the longest list for it, and left out the rest."""
    page = f"<html><head><title>Deck</title><script>{'x' * 3000}</script></head><body>{slides}</body></html>"
    words = " ".join(DOCUMENT_FORMATS[".html"](page.encode()).text.removeprefix("2026").split())
    assert words == "# My deck Ada Weaver # First - otters # Last Some words."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('<p>Mass here<a href="#n" epub:type="noteref">1</a>.</p>', "Mass here \\[1]."),
        ("<p><math><mi>x</mi><mtext>in<a href='#n'>2</a> Asia</mtext></math></p>", "x in \\[2] Asia"),
    ],
)
def test_the_number_of_a_footnote_is_no_part_of_a_word_or_formula(body: str, text: str) -> None:
    assert DOCUMENT_FORMATS[".epub"](epub(one=body)).text == f"# Chapter one\n\n{text}"
