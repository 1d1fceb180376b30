"""The preview's HTML: the passage marked, nothing that fetches or runs."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk
from vaultsearch.core.vault.rendering.page import NotePage


def render(text: str, start: int = 1, end: int = 1) -> str:
    passage = replace(chunk(), line_start=start, line_end=end)
    return NotePage(passage.path, passage.title, text).around(passage).html


def test_the_passage_is_marked_and_anchored_once() -> None:
    html = render("# A\n\nfirst\n\nsecond\n\nthird\n", 5, 5)
    assert html.count("name='passage'") == 1
    assert "<p>first</p>" in html
    assert re.search(r"<a name='passage'></a><p class=\"passage\">second</p>", html)
    assert "<p>third</p>" in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[Note|alias]]", "<a class='wikilink' href='note:Note'>alias</a>"),
        ("==warm== words", "<span class='highlight'>warm</span> words"),
        ("secret %%hidden%% end", "secret  end"),
        ("> [!tip] Title\n> body", "<b>Title</b><br />\nbody</p>\n</blockquote>"),
        ("- [x] done\n- [ ] open", "☑"),
        ("```bash\n# no heading\n```", "<pre class='passage'># no heading\n</pre>"),
        ("$$\nx^2\n$$", "<pre>x^2</pre>"),
        ("a #tag", "<span class='tag'>#tag</span>"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "<td><div class='passage'>2</div></td>"),
        ("![a plan](plan.png)", "<i>a plan</i>"),
        ("---\ntitle: x\n---\nbody", "<p>body</p>"),
    ],
)
def test_each_construct_is_shown(text: str, shown: str) -> None:
    assert shown in render(text)


def test_a_table_is_marked_in_its_cells() -> None:
    html = render("| a | b |\n|---|--:|\n| 1 | 2 |\n", 1, 3)
    assert html.count("<div class='passage'>") == 4
    assert "<td style=\"text-align:right\"><div class='passage'>2</div></td>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src='https://example.org/x.png'>",
        "![x](https://example.org/x.png)",
        "<iframe src='https://example.org'></iframe>",
        "a <b onclick='x()'>b</b>",
        "```\n<script>\n```",
        "[[<script>|<script>]]",
        "#<script>",
        "<svg onload=x()>",
    ],
)
def test_nothing_runs_and_nothing_is_fetched(text: str) -> None:
    html = render(text)
    assert not re.search(r"<(script|img|iframe|svg|b )|onclick=|onload=", html)
    assert "src=" not in html


def test_of_a_long_note_the_part_in_view_is_rendered() -> None:
    lines = [f"line {i}\n" for i in range(5000)]
    html = render("\n".join(lines), 6001, 6001)
    assert len(html) < 60_000
    assert 'class="passage">line 3000<' in html
    assert html.startswith("<p class='elision'>")


def test_a_part_that_begins_within_a_fence_is_shown_as_code() -> None:
    code = "\n".join(f"# step {i}" for i in range(600))
    html = render(f"```bash\n{code}\n```\n\nafter\n", 500, 500)
    assert "<h1>" not in html
    assert "# step 498" in html


@given(st.text(max_size=300), st.integers(1, 12), st.integers(0, 5))
def test_any_note_can_be_shown(text: str, start: int, more: int) -> None:
    assert isinstance(render(text, start, start + more), str)
