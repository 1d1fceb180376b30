"""Excerpts for other programs: passages under their citations, as Markdown and as HTML."""

from __future__ import annotations

import pytest

from tests.builders import chunk
from vaultsearch.core.context.excerpts import context_html, excerpt_of, join_excerpts
from vaultsearch.core.values.context import ContextFormat
from vaultsearch.core.values.search import Chunk

URI = "obsidian://open?vault=V&file=Gift%20ideas"


def test_a_passage_stands_under_its_citation_with_its_link() -> None:
    piece = chunk("Gift ideas.md:0", heading_path=("Family", "Anna"), content="- a *pottery* course\n")
    excerpt = excerpt_of(piece, URI)
    assert excerpt.text == (f"From Gift ideas (section: Family > Anna):\n\n- a *pottery* course\n\n{URI}\n")
    assert excerpt.html.startswith(
        '<p>From <a href="obsidian://open?vault=V&amp;file=Gift%20ideas">Gift ideas</a>'
        " (section: Family &gt; Anna):</p>"
    )
    assert "<li>a <em>pottery</em> course</li>" in excerpt.html


@pytest.mark.parametrize(
    ("passage", "text", "html"),
    [
        (
            chunk("Gift ideas.md:0", heading_path=("Gift Ideas", "Anna")),
            "From Gift ideas (section: Anna):\n\nsome words\n\nu\n",
            '<p>From <a href="u">Gift ideas</a> (section: Anna):</p>',
        ),
        (
            chunk("Papers/moths.pdf:0", heading_path=("Page 3 (iii)", "Of Insects")),
            "From moths.pdf, page 3 (section: Of Insects):\n\nsome words\n\nu\n",
            '<p>From <a href="u">moths.pdf, page 3</a> (section: Of Insects):</p>',
        ),
        (chunk("Home.md:0"), "From Home:\n\nsome words\n\nu\n", '<p>From <a href="u">Home</a>:</p>'),
        (
            chunk("Empty.md:0", content="", text=""),
            "From Empty:\n\n(empty note)\n\nu\n",
            '<p>From <a href="u">Empty</a>:</p>',
        ),
        (
            chunk("x.md:0", title="<img src=http://evil/x>", heading_path=("<b>",)),
            "From <img src=http://evil/x> (section: <b>):\n\nsome words\n\nu\n",
            '<p>From <a href="u">&lt;img src=http://evil/x&gt;</a> (section: &lt;b&gt;):</p>',
        ),
    ],
)
def test_a_passage_is_cited_by_its_place(passage: Chunk, text: str, html: str) -> None:
    excerpt = excerpt_of(passage, "u")
    assert excerpt.text == text
    assert excerpt.html.startswith(html)


def test_a_fence_that_a_passage_leaves_open_does_not_swallow_the_next_one() -> None:
    cut = chunk("Code.md:0", content="```python\nprint(1)")
    excerpt = join_excerpts([excerpt_of(cut, "u"), excerpt_of(chunk("Home.md:0"), "u")])
    assert "print(1)\n```\n\nu\n\nFrom Home:" in excerpt.text


def test_a_context_is_rendered_only_if_it_is_markdown() -> None:
    text = f"### [1] Gifts\n{URI}\n\n**a course**"
    html = context_html(text, ContextFormat.MARKDOWN)
    assert "<strong>a course</strong>" in html
    assert '<a href="obsidian://open?vault=V&amp;file=Gift%20ideas">' in html
    assert context_html("<note/> & **x**", ContextFormat.XML) == "<pre>&lt;note/&gt; &amp; **x**</pre>"
    assert context_html("**x**", ContextFormat.PLAIN) == "<pre>**x**</pre>"
