"""A note in parts, and as HTML for other programs: nothing is lost, runs or is fetched."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.vault.reading import parse
from vaultsearch.core.values.note import LinkKind, ParsedLink
from vaultsearch.core.vault.rendering.excerpt import excerpt_html
from vaultsearch.core.vault.rendering.note_parts import MIN_PART_CHARS, NoteParts
from vaultsearch.core.vault.rendering.page import NotePage

WORDS = "some words that go on for a while until there are enough of them " * 4


def link(*heading: str, block: str | None = None) -> ParsedLink:
    return ParsedLink(LinkKind.WIKILINK, "", 0, heading, block)


def test_a_short_note_is_one_part() -> None:
    assert NoteParts.of("# A\n\nwords\n").starts == (1,)
    assert NoteParts.of("").starts == (1,)


def test_a_long_note_is_cut_at_headings_and_every_line_is_in_one_part() -> None:
    text = "\n".join(f"## Heading {i}\n\n{WORDS}\n" for i in range(200))
    parts = NoteParts.of(text)
    assert len(parts.parts) > 5
    assert all(part.lines[0].startswith("## ") for part in parts.parts)
    assert max(sum(map(len, part.lines)) for part in parts.parts) < 2 * MIN_PART_CHARS
    assert [n for part in parts.parts for n in part.numbers] == list(range(1, text.count("\n") + 2))
    assert [parts.part_of(start) for start in parts.starts] == list(range(len(parts.starts)))


def test_a_long_table_is_shown_as_a_table_in_every_part() -> None:
    rows = "\n".join(f"| {i} | {WORDS} |" for i in range(200))
    page = NotePage("a.md", "a", f"| n | words |\n|---|---|\n{rows}\n")
    htmls = [page.html(number, None) for number in range(len(page.parts.parts))]
    assert len(htmls) > 2
    assert all("<th align='left'>words</th>" in html for html in htmls)
    assert "<td align='left'>199</td>" in htmls[-1]


def test_a_line_of_a_megabyte_is_several_paragraphs() -> None:
    page = NotePage("a.md", "a", "word " * 200_000)
    htmls = [page.html(number, None) for number in range(len(page.parts.parts))]
    assert max(map(len, htmls)) < 4 * MIN_PART_CHARS
    assert sum(html.count("word") for html in htmls) == 200_000


def test_the_outline_holds_headings_and_not_what_only_looks_like_one() -> None:
    text = (
        "---\na: 1\n---\n# **One** [[x|y]]\n```\n# code\n```\n%%\n# hidden\n%%\n"
        "## Two ##\nSetext\n======\n\n$$\n# x\n$$\n\n####### seven\n#tag\n"
    )
    found = [(heading.level, heading.text, heading.line) for heading in NoteParts.of(text).outline]
    assert found == [(1, "One y", 4), (2, "Two", 11), (1, "Setext", 12)]


@pytest.mark.parametrize(
    "text",
    [
        "<h2>Fungi</h2>\n\nwords", "- item\nTitle\n=====\n\nwords", "of two\nlines\n=====\n\nwords",
        "of two\nlines\n-----\n\nwords", "- item\nmore\n-----\n\nwords",
        "```npm install```\n\n# A", "1. ```sh\n   # x\n   ```\n2. y\n\n# A", "> ```\n> # x\n# A",
        "````\n```\n# x\n````\n# A", "```md\n> ```\n# x\n    ```\n- ```\n```\n# A",
        "- a\n    - b\n\n        ```\n        # x\n        ```\n# A", "# A # #",
    ],
)  # fmt: skip
def test_the_outline_is_that_of_the_note(text: str) -> None:
    assert NoteParts.of(text).outline == parse(text).headings


def test_what_a_note_defines_at_its_end_is_known_in_its_beginning() -> None:
    text = f"a[^1] and [there][ref]\n\n{(WORDS + chr(10) * 2) * 60}\n\n[^1]: the note\n[ref]: https://e.org\n"
    page = NotePage("a.md", "a", text)
    assert len(page.parts.starts) > 1
    line = text[: text.index("[^1]: ")].count("\n") + 1
    assert f"<a href='#line-{line}'>[1]</a>" in page.html(0, None)
    assert "<a href='https://e.org'>there</a>" in page.html(0, None)
    assert f"<a name='line-{line}'></a>1. the note" in page.html(len(page.parts.starts) - 1, None)


def test_a_link_to_a_heading_leads_to_it_through_the_headings_above_it() -> None:
    page = NotePage("a.md", "A", "# One\n\n## Same\n\n# Two\n\n## Same\n\nwords\n")
    assert page.at_link(link("same")).anchor == "line-3"
    found = page.at_link(link("Two", "Same"))
    assert (found.anchor, found.heading_path) == ("line-7", ("Two", "Same"))
    assert "<a name='line-7'></a>Same" in found.html
    assert page.at_link(link("nowhere")).anchor == ""


@pytest.mark.parametrize("name", ["The `foo_bar` function", "the foo_bar function", "the-foo_bar-function"])
def test_a_link_to_a_heading_with_code_in_it_leads_there(name: str) -> None:
    page = NotePage("a.md", "A", "# One\n\n## The `foo_bar` function\n\nwords\n")
    assert page.at_link(link(name)).anchor == "line-3"


def test_a_link_to_a_page_of_a_pdf_leads_to_it_and_one_to_no_page_to_the_first() -> None:
    text = "# Page 1\n\nrye\n\n# Page 2 (iv)\n\n## Sowing\n\noats\n\n# Page 3\n\nbarley\n"
    pdf = NotePage("Grain.pdf", "Grain", text)
    found = pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=2))
    assert (found.anchor, found.heading_path) == ("line-5", ("Page 2 (iv)", "Sowing"))
    assert pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=3)).anchor == "line-11"
    assert pdf.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.pdf", 0, page=4)).anchor == ""
    note = NotePage("Grain.md", "Grain", text)
    of_note = note.at_link(ParsedLink(LinkKind.WIKILINK, "Grain.md", 0, page=2))
    assert of_note.anchor == "", "notes have no pages"


@pytest.mark.parametrize(
    ("text", "passage", "shown"),
    [
        ("# One\n\nfirst ^one\n\n- item", (3, 3), "first "), ("# One", None, None),
        ("first\nsecond\nthird ^one\n\nfourth", (1, 3), "first second third "),
        ("---\na: 1\n---\nfirst\nsecond\n^one\n\nthird", (4, 6), "first second "),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n^one", (1, 3), "a b 1 2"),
        ("> [!note] Call\n> out\n\n^one", (1, 2), "Call out"),
        ("- item\n- other\n\n^one\n\nend", (1, 2), "item other"),
        ("- above\n\t- item ^one\n\t\t- child\n\t- other", (2, 3), "item child"),
        ("```\ncode\n```\n^one", (1, 3), "code"),
    ],
)  # fmt: skip
def test_a_linked_block_is_whole(text: str, passage: tuple[int, int] | None, shown: str | None) -> None:
    page, around = NotePage("a.md", "A", text), NotePage("b.md", "B", "![[Whole#^one]]")
    around.embeds.keep(("b.md", "Whole#^one"), page)
    assert page.at_link(link(block="one")).passage == passage
    embedded = around.shown_text(0).partition("Whole")[2]
    assert " ".join(embedded.split()) == " ".join((shown or "").split())


LINES = ("# H", "", "text", "```", "~~~", "$$", "%%", "| a |", "|--|", "<!--", "- x", "  y", "===", "[^1]: n")


@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_no_line_is_lost_whatever_is_left_open(lines: list[str]) -> None:
    text = "\n".join(lines)
    parts = NoteParts.of(text)
    numbers = [number for part in parts.parts for number in part.numbers if number]
    assert numbers == list(range(numbers[0], text.count("\n") + 2)) if numbers else not text
    assert len(parts.starts) == len(parts.parts)


HARMLESS = frozenset(
    [
        "a", "p", "br", "b", "strong", "em", "s", "i", "code", "pre", "blockquote", "ul", "ol", "li", "hr",
        "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
    ]
)  # fmt: skip


class Elements(HTMLParser):
    """Collects the elements and the attributes of an HTML text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("**b** *c* ~~d~~ `e<f>`", "<p><strong>b</strong> <em>c</em> <s>d</s> <code>e&lt;f&gt;</code></p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"), ("[[Note#Part|shown]]", "<p><i>shown</i></p>"),
        ("![[boat.png|The boat|300]]", "<p><i>The boat</i></p>"),
        ("![The boat](https://evil.example/x.png)", "<p><i>The boat</i></p>"),
        ("[out](https://example.org)", '<p><a href="https://example.org">out</a></p>'),
        ("[in](Other.md)", "<p><a>in</a></p>"), ("[run](javascript:alert(1))", "<p><a>run</a></p>"),
        ("see https://e.org/a.", '<p>see <a href="https://e.org/a">https://e.org/a</a>.</p>'),
        ("==marked== #tag", "<p>marked #tag</p>"), ("a %%hidden%% b", "<p>a  b</p>"),
        ("a <b onclick=x>c</b><br>d", "<p>a c<br>d</p>"), ("3. three", '<ol start="3"><li>three</li>\n</ol>'),
        ("- [x] done\n- [ ] open", "<ul><li>☑ done</li>\n<li>☐ open</li>\n</ul>"),
        ("```py\n1 < 2\n```", "<pre><code>1 &lt; 2\n</code></pre>"),
        ("$$x<y$$", "<pre><code>$$x&lt;y$$</code></pre>"),
        ("- [-] off\n- [>] on", "<ul><li>☒ off</li>\n<li>→ on</li>\n</ul>"),
        ("> [!warning] Mind\n> the gap", "<blockquote><p><b>Mind</b><br>\nthe gap</p>\n</blockquote>"),
        ("by 5[^1], and^[a **b**]\n\n[^1]: Of *c*.\n\n    d",
         "<p>by 5[1], and (a <strong>b</strong>)</p>\n<p>[1] Of <em>c</em>.</p>\n<p>d</p>"),
        (
            "| a |\n| -: |\n| 1 |",
            '<table><thead><tr><th style="text-align:right">a</th>\n</tr>\n</thead>\n'
            '<tbody><tr><td style="text-align:right">1</td>\n</tr>\n</tbody>\n</table>',
        ),
    ],
)  # fmt: skip
def test_a_note_is_written_as_plain_html(markdown: str, html: str) -> None:
    assert excerpt_html(markdown) == html


@given(st.text(st.sampled_from("<>[]()!#*_`~=$%^|-> \n\"'&:/ascriptmgonx.:"), max_size=120))
def test_no_text_becomes_anything_but_harmless_elements(markdown: str) -> None:
    elements = Elements(excerpt_html(markdown))
    assert elements.names <= HARMLESS
    for name, value in elements.attributes:
        assert name in ("href", "start", "style")
        assert name != "href" or str(value).startswith(("http://", "https://", "obsidian://"))


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>", "<img src=https://evil.example/x.png onerror=alert(1)>",
        '<iframe src="https://evil.example"></iframe>',
        "![x](javascript:alert(1)) <a href='javascript:x'>y</a>", "a <img src=x> b <svg onload=alert(1)>",
    ],
)  # fmt: skip
def test_scripts_and_remote_pictures_are_left_out(markdown: str) -> None:
    elements = Elements(excerpt_html(markdown))
    assert elements.names <= HARMLESS
    assert elements.attributes == []


def test_a_wikilink_leads_to_its_note_in_obsidian() -> None:
    html = excerpt_html("[[A&B#Part|shown]] ![[x.png]] [[#Here]]", lambda written: f"obsidian://{written}")
    assert html == '<p><a href="obsidian://A&amp;B#Part">shown</a> <i>x.png</i> <i>Here</i></p>'
