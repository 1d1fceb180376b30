"""Markdown as HTML for other programs: what a note says, and nothing that runs or is fetched."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.vault.rendering.excerpt import excerpt_html

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
        (
            "a **b** *c* ~~d~~ `e<f>`",
            "<p>a <strong>b</strong> <em>c</em> <s>d</s> <code>e&lt;f&gt;</code></p>",
        ),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("[[Note#Part|shown]]", "<p><i>shown</i></p>"),
        ("![[boat.png|The boat|300]]", "<p><i>The boat</i></p>"),
        ("![The boat](https://evil.example/x.png)", "<p><i>The boat</i></p>"),
        ("[out](https://example.org)", '<p><a href="https://example.org">out</a></p>'),
        ("[in](Other.md)", "<p><a>in</a></p>"),
        ("[run](javascript:alert(1))", "<p><a>run</a></p>"),
        (
            "see https://example.org/a.",
            '<p>see <a href="https://example.org/a">https://example.org/a</a>.</p>',
        ),
        ("==marked== #tag", "<p>marked #tag</p>"),
        ("a %%hidden%% b", "<p>a  b</p>"),
        ("a <b onclick=x>c</b><br>d", "<p>a c<br>d</p>"),
        ("3. three", '<ol start="3"><li>three</li>\n</ol>'),
        ("- [x] done\n- [ ] open", "<ul><li>☑ done</li>\n<li>☐ open</li>\n</ul>"),
        ("```py\n1 < 2\n```", "<pre><code>1 &lt; 2\n</code></pre>"),
        ("$$x<y$$", "<pre><code>$$x&lt;y$$</code></pre>"),
    ],
)
def test_a_note_is_written_as_plain_html(markdown: str, html: str) -> None:
    assert excerpt_html(markdown) == html


def test_the_title_of_a_callout_stands_in_bold() -> None:
    html = excerpt_html("> [!warning] Mind\n> the gap")
    assert html == "<blockquote><p><b>Mind</b><br>\nthe gap</p>\n</blockquote>"


def test_a_table_keeps_its_columns() -> None:
    html = excerpt_html("| a | b |\n| - | -: |\n| 1 | 2 |")
    assert "<th>a</th>" in html
    assert '<td style="text-align:right">2</td>' in html


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
        "<script>alert(1)</script>",
        "<img src=https://evil.example/x.png onerror=alert(1)>",
        '<iframe src="https://evil.example"></iframe>',
        "![x](javascript:alert(1)) <a href='javascript:x'>y</a>",
        "a <img src=x> b <svg onload=alert(1)>",
    ],
)
def test_scripts_and_remote_pictures_are_left_out(markdown: str) -> None:
    elements = Elements(excerpt_html(markdown))
    assert elements.names <= HARMLESS
    assert elements.attributes == []


def test_a_wikilink_leads_to_its_note_in_obsidian() -> None:
    html = excerpt_html("[[A&B#Part|shown]] ![[x.png]] [[#Here]]", lambda written: f"obsidian://{written}")
    assert html == '<p><a href="obsidian://A&amp;B#Part">shown</a> <i>x.png</i> <i>Here</i></p>'
