"""The preview's HTML: the passage is marked, nothing is fetched or executed, formulas are drawn."""

import re
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import chunk, drawn_page, present
from vaultsearch.core.values.note import Diagram, Formula, picture_format, with_folds
from vaultsearch.core.vault.rendering.drawn_parts import (
    Formulas,
    diagrams_in,
    draw_diagram,
    draw_formulas,
    is_drawable,
)
from vaultsearch.core.vault.rendering.inline_html import read_address
from vaultsearch.core.vault.rendering.page import NotePage, render_document, render_parts
from vaultsearch.core.worker import WorkerProcess


def render(text: str, start: int = 1, end: int = 1) -> str:
    passage = replace(chunk(), line_start=start, line_end=end)
    return NotePage(passage.path, passage.title, text).around(passage).html


def plain(text: str) -> str:
    return NotePage("a.md", "a", text).html(0, None)


def test_the_passage_is_marked() -> None:
    html = render("# A\n\nfirst\n\nsecond\n\nthird\n", 5, 5)
    assert "<p>first</p><p data-passage>second</p><p>third</p>" in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[Note|alias]]", "<a class='wikilink' href='note:Note'>alias</a>"),
        ("[[a/Note#Head]]", "<a class='wikilink' href='note:a%2FNote%23Head'>a/Note &gt; Head</a>"),
        ("[[#^block]]", "<a class='wikilink' href='note:%23%5Eblock'>#^block</a>"),
        ("[x](b%20c.md#d)", "<a href='place:b%2520c.md%23d'>x</a>"),
        ("[x](https://e.org)", "<a href='https://e.org'>x</a>"),
        ("see https://e.org/a_b.", "see <a href='https://e.org/a_b'>https://e.org/a_b</a>."),
        ("[x](javascript:alert%281%29)", "<p>x</p>"), ("[x](file:///etc/passwd)", "<p>x</p>"),
        ("==warm== words", "<span class='highlight'>warm</span> words"),
        ("secret %%hidden%% end", "secret  end"), ("one\ntwo", "one<br>two"),
        ("- [x] done\n- [ ] open", "<li class='checked'>done</li><li class='unchecked'>open</li>"),
        ("- [/] half", "<li style='list-style-type: none'><span class='status'>◐</span> half</li>"),
        ("- [~] odd", "<li style='list-style-type: none'><span class='status'>[~]</span> odd</li>"),
        ("1. [x] a\n2. [ ] b", "<li><span class='status'>☑</span> a</li><li><span class='status'>☐</span> b"),
        ("- [ ]\n-\n- a", "<li class='unchecked'>&nbsp;</li><li>&nbsp;</li><li>a</li>"),
        ("<table><tr><td>a</td><td>b</td></tr>\n<tr><td>c</td></tr></table>", "<p>a b<br>c</p>"),
        ("```\n# no heading\n```", "<pre dir='ltr'># no heading</pre>"),
        ("```python\nif x:\n    1\n```", "<span class='code-keyword'>if</span> x:\n    "),
        ("```no-such-language\nif\n```", "<pre dir='ltr'>if</pre>"),
        ("$$\nx^2\n$$", "<pre dir='ltr'>x^2</pre>"), ("a $x^2$", "<code>x^2</code>"),
        ("a #tag/sub", "<a class='tag' href='tag:tag%2Fsub'>#tag/sub</a>"),
        ("![a plan](plan.png)", "<img src='image:plan.png' alt='a plan'>"),
        ("![[plan.png|300]]", "<img src='embed:plan.png' alt='plan.png' width='300' height='1'>"),
        ("![[Note]]", "<a class='wikilink' href='note:Note'>Note</a>"),
        ("![](a/talk.mp3)", "<a href='place:a%2Ftalk.mp3'>talk.mp3</a>"),
        ("![far](https://e.org/x.png)", "<i class='unseen'>far</i>"), ("H<sub>2</sub>O", "H<sub>2</sub>O"),
        ("a <mark>b</mark> c</b> <mark>d",
         "a <span class='highlight'>b</span> c <span class='highlight'>d</span>"),
        ("a[^1]\n\n[^1]: note", "<sup><a href='#line-3'>[1]</a></sup>"),
        ("a[^1]\n\n[^1]: note", "<a name='line-3'></a>1. note"),
        ("> said", "<table class='quotation' width='100%' cellspacing='0'>"),
        ("---\ntitle: x\n---\nbody", "<p>body</p>"),
    ],
)  # fmt: skip
def test_each_construct_is_shown(text: str, shown: str) -> None:
    assert shown in plain(text)


def test_a_callout_has_its_look_its_title_and_what_is_in_it_even_where_it_is_folded() -> None:
    whole = plain("> [!tip]- Title\n> body\n> > [!bug]\n> > nested")
    html = with_folds(whole, lambda *_: True).replace("&nbsp;<a class='fold' href='fold:1'>▾</a>", "")
    tip = ("<td class='callout tip'><p class='callout-title tip'>", "src='icon:callout-tip'")
    bug = ("<td class='callout danger'>", "<b>Bug</b></p><p>nested</p>")
    assert [html.count(each) for each in (*tip, "<b>Title</b></p><p>body</p>", *bug)] == [1] * 5
    folded = with_folds(whole, lambda *_: False)
    assert "<b>Title</b>&nbsp;<a class='fold' href='fold:1'>▸</a></p></td>" in folded
    assert [folded.count(hidden) for hidden in ("body", "nested")] == [0, 0]


def test_of_a_table_the_rows_of_the_passage_are_marked() -> None:
    html = render("| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n", 3, 3)
    assert html.count("data-passage") == 2
    assert "<td align='right' data-passage>2</td>" in html


HEBREW = "שלום עולם ומה שלומך היום ומה שלום כולם בבית הגדול"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# עברית", "<h1 dir='rtl'>"), ("- [x] אחד", "<ul dir='rtl'>"),
        ("שלום עולם", "<p dir='rtl'>שלום עולם</p>"),
        ("> [!tip] כותרת\n> גוף", "<td class='callout-rtl tip-rtl'>"),
        ("| א | ב |\n|---|---|\n| ג | ד |", "<th>ב</th><th>א</th>"),
        ("an English paragraph", "<p dir='ltr'>an English paragraph</p>"),
        ("```\ncode\n```", "<pre dir='ltr'>code</pre>"),
        ("> English quote", "<table class='quotation' width='100%' cellspacing='0' dir='ltr'>"),
    ],
)  # fmt: skip
def test_a_note_from_right_to_left_is_laid_out_so_except_for_english_and_code(text: str, shown: str) -> None:
    assert shown in plain(f"{HEBREW}\n\n{text}\n")
    assert "dir=" not in plain("only English")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>", "<img src='https://example.org/x.png'>",
        "![x](https://example.org/x.png)", "![x](//example.org/x.png)", "![x](file:///etc/passwd.png)",
        "![x](data:image/png;base64,AAAA)", "![[https://example.org/x.png]]",
        "<iframe src='https://example.org'></iframe>", "a <b onclick='x()'>b</b>", "```\n<script>\n```",
        "```html\n<script src='https://example.org'></script>\n```", "[[<script>|<script>]]", "[[<img src=]]",
        "#<script>", "<svg onload=x()>", "<style>@import url(https://example.org);</style>",
        "<link rel=stylesheet href=https://example.org>",
    ],
)  # fmt: skip
def test_nothing_runs_and_nothing_is_fetched(text: str) -> None:
    assert_harmless(render(text))
    assert_harmless(plain(f"> [!tip] {text}\n\n| {text} |\n|---|\n"))


def assert_harmless(html: str) -> None:
    tags = re.findall(r"<[^>]*>", html)
    assert not [tag for tag in tags if re.match(r"</?(script|iframe|svg|style|link|object|meta)\b", tag)]
    assert not [tag for tag in tags if re.search(r"\son\w+\s*=|url\(|background=", tag)]
    sources = [source for tag in tags for source in re.findall(r"\ssrc='([^']*)'", tag)]
    assert [source for source in sources if not source.startswith(("icon:", "embed:", "image:"))] == []
    assert not [tag for tag in tags if re.search(r"src\s*=", tag) and " src='" not in tag]


SCRAPS = (
    "![ ]( ) [[ ]] |300 https://e.org/x.png //e.org <script>"
    " <img\tsrc= ' \" > >\t[!tip]\t -\t[\t]\t ``` ` | |--| "
    "#\t $$ %% == * _ [^1] [^1]:\t <b> </b> <mark> text &#60; \\ שלום ^[ key::\t x.png \x00 \u2028"
)
MARKDOWN = st.lists(
    st.sampled_from([*(scrap.replace("\t", " ") for scrap in SCRAPS.split(" ")), "\n", "\n\n"]), max_size=40
).map("".join)


@given(MARKDOWN | st.text(max_size=300), st.integers(1, 12), st.integers(0, 5))
def test_any_note_can_be_shown_and_none_fetches_or_runs(text: str, start: int, more: int) -> None:
    assert_harmless(render(text, start, start + more))


@pytest.mark.parametrize("target", ["Note", "a/b c", "../x", "50% off", "日本 語", "x.y:z", "a&b='c'"])
def test_an_address_says_what_was_linked(target: str) -> None:
    found = present(re.search(r"href='(note:[^']*)'", plain(f"[[{target}]]")))
    assert present(read_address(found[1])).target == target


def test_of_a_long_note_the_part_with_the_passage_is_rendered() -> None:
    html = render("\n".join(f"line {i}\n" for i in range(5000)), 6001, 6001)
    assert len(html) < 60_000
    assert "<p data-passage>line 3000<" in html


def test_a_part_that_begins_within_a_fence_is_shown_as_code() -> None:
    code = "\n".join(f"# step {i}" for i in range(6000))
    html = render(f"```bash\n{code}\n```\n\nafter\n", 5000, 5000)
    assert "<h1>" not in html
    assert "# step 4998" in html


def test_each_part_knows_what_the_note_defines_anywhere_and_none_what_another_one_rendered() -> None:
    """Each part parsed all definitions anew: with 50,000, a second per part."""
    filling = "\n\n".join(["A paragraph of some length, so that a part ends before the next."] * 60)
    text = f"See [a][far] and[^1].\n\n{filling}\n\nSee [b][far] and[^1] and[^2].\n\n" + (
        "[far]: https://example.org/far\n\n[^1]: one\n\n[^2]: two\n"
    )
    page = NotePage("n.md", "n", text)
    count = len(page.parts.parts)
    assert count > 1
    whole = [page.html(number, None) for number in range(count)]
    assert sum(html.count("https://example.org/far") for html in whole) >= 2
    assert [page.html(number, None) for number in reversed(range(count))] == whole[::-1]
    assert [NotePage("n.md", "n", text).html(number, None) for number in range(count)] == whole


def test_a_passage_within_a_line_of_many_parts_is_in_the_part_that_is_shown() -> None:
    """A note of two megabytes in one line opened at its end, whichever passage was found."""
    words = [f"word{number}" for number in range(20_000)]
    shown = NotePage("a.md", "a", " ".join(words)).around(chunk(content=" ".join(words[9000:9100])))
    assert "word9000 word9001" in shown.html
    assert len(shown.starts) > 20


NOTE = """---
status: draft <b>
tags: [boat, "#wood"]
created: 2026-03-04
seen: 2026-03-04T10:30
done: true
sure: false
related: "[[Keel|the keel]]"
places:
  - https://example.org/a
  - "[[Rig]]"
nothing:
size: {width: 3}
---
Text.
"""


def table(text: str) -> str:
    return with_folds(NotePage("a.md", "a", text).html(0, None), lambda *_: True)


def test_each_property_is_a_row_with_its_value() -> None:
    html = table(NOTE)
    for name, value in {
        "status": "draft &lt;b&gt;", "created": "2026-03-04", "seen": "2026-03-04 10:30", "done": "☑",
        "sure": "☐", "related": "<a class='wikilink' href='note:Keel'>the keel</a>", "nothing": "",
        "size": "<span class='chip'>&nbsp;width: 3&nbsp;</span>",
    }.items():  # fmt: skip
        assert f"<td class='property'>{name}</td><td>{value}</td>" in html
    assert "<a class='tag' href='tag:wood'>#wood</a>" in html
    assert "<span class='chip'>&nbsp;<span" not in html
    assert "<a class='wikilink' href='https://example.org/a'>https://example.org/a</a>" in html
    assert "<a class='wikilink' href='note:Rig'>Rig</a>" in html
    assert html.endswith("<p>Text.</p>")


def test_folded_there_is_a_line_with_the_names() -> None:
    html = with_folds(NotePage("a.md", "a", NOTE).html(0, None), lambda *_: False)
    assert "<table" not in html
    names = "<span class='status' title='0'>status · tags · created"
    assert f"<a class='fold' href='fold:0'>▸</a> {names}" in html
    assert " · tags · " not in table(NOTE), "the names are not said twice"


def test_a_note_of_properties_alone_shows_them_and_one_without_has_no_table() -> None:
    """It opened as an empty page."""
    assert "<td class='property'>status</td><td>open</td>" in table("---\nstatus: open\n---\n")
    assert table("Text.\n") == "<p>Text.</p>"
    assert "<td class='property'>not</td><td>[closed</td>" in table("---\nnot: [closed\n---\nText.\n")


DRAWN_NOTE = "A sum $n^2$ in a line.\n\n$$\n\\frac{a}{b}\n$$\n\nand $\\unheardof{x}$\n"


def test_formulas_become_pictures_once_they_are_drawn() -> None:
    page = NotePage("a.md", "a", DRAWN_NOTE)
    assert "<code>n^2</code>" in page.html(0, None)
    assert page.formulas.take_missing() == (("n^2", False), (r"\frac{a}{b}", True), (r"\unheardof{x}", False))
    html = drawn_page(DRAWN_NOTE).html(0, None)
    assert "alt='$n^2$'" in html
    assert "<p align='center' class='formula'><img src='math:block:" in html
    assert r"<code>\unheardof{x}</code>" in html, "what cannot be read stays source"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{k=0}^n \textcolor{orange}{k^2}", r"\begin{cases}x & y>0\\ -x & \text{else}\end{cases}",
        r"\begin{aligned}a&=b\\c&=d\end{aligned}", r"\cancel{x}\underbrace{x+y}_{n}\mathbb{R}",
        r"\ce{SO4^2- + 2H2O <=> Na+}", r"x = 1 \tag{3} \label{eq:x}",
        r"\Big\vert x \Big\vert + \biggl\langle y \biggr\rangle", r"\\ a = b \\",
        r"\textcolor{orange}{a & = b}", r"\begin{align} \textcolor{red}{a &= b \\} c &= d \\ \end{align}",
        r"\begin{aligned}[t] a &= b \\ \\ & \\ c &= d\end{aligned}",
        r"\begin{eqnarray} a &=& b \\ c &=& d \end{eqnarray}",
        r"\begin{alignat}{2} a &= b & c &= d \end{alignat}",
        r"\mathop{\text{argmin}}\limits_{x} f(x) \nonumber", r"\cancelto{0}{x^2} + \bbox[yellow]{z}",
        r"\begin{dcases} a & \text{if $n > 0$} \\ b \end{dcases}",
    ],
)  # fmt: skip
def test_what_students_write_is_drawn(latex: str) -> None:
    ((formula, drawing),) = filter(None, draw_formulas([(latex, True)]))
    assert formula.ascent + formula.descent > 0.5
    assert "<path" in drawing
    known = present(Formula.of_address(formula.address))
    assert (known.latex, known.is_block) == (latex, True)
    assert known.width == pytest.approx(formula.width, abs=0.001)


@pytest.mark.parametrize(
    ("written", "alike"),
    [
        (r"\begin{align} a &= b \\ c &= d \\ \end{align}", r"\begin{align*} a &= b \\ c &= d \end{align*}"),
        (r"\begin{equation} a \end{equation}", r"\begin{gather*} a \end{gather*}"),
        (r"a \not= b", r"a \neq b"), (r"a \not{=} b \not\to c", r"a \neq b \nrightarrow c"),
        (r"\color{red}{x} + y", r"\textcolor{red}{x} + y"), (r"\Big\lvert x", r"\Big| x"),
        (r"50\% % of it", r"50\%"),
    ],
)  # fmt: skip
def test_commands_that_the_library_lacks_are_drawn_like_those_it_knows(written: str, alike: str) -> None:
    """Obsidian numbers no line; `align` had "(1)" beside each, even beside an empty one."""
    (drawn, known) = (found for found in draw_formulas([(written, True), (alike, True)]) if found)
    assert drawn[1] == known[1]
    assert (drawn[0].width, drawn[0].ascent) == (known[0].width, known[0].ascent)


def test_a_formula_of_spaces_leaves_the_others_drawn() -> None:
    """A drawing without an end tag raised an error: none on the page was drawn."""
    nothing, letter = draw_formulas([(r"\quad", False), ("a", False)])
    assert nothing is None
    assert letter is not None


def test_a_fraction_reaches_below_the_baseline_and_a_letter_does_not() -> None:
    fraction, letter = (found[0] for found in draw_formulas([(r"\frac{a}{b}", True), ("a", False)]) if found)
    assert fraction.descent > 0.4
    assert letter.descent < 0.15
    assert fraction.ascent > letter.ascent


def test_a_formula_is_wholly_in_its_address() -> None:
    formula = Formula("a:b,c < 50\\% '\"", True, 1.5, 0.75, 0.25)
    assert Formula.of_address(formula.address) == formula
    assert Formula.of_address("image:math") is None


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{" * 30 + "a" + "}{b}" * 30, "{" * 100_000, "x+" * 500_000, r"\left(" * 20 + r"\right)" * 20,
        r"\begin{pmatrix}" * 15 + r"\end{pmatrix}" * 15, r"\frac{a}", r"\newcommand{\a}{b}", "",
    ],
    ids=["fractions", "braces", "a megabyte", "brackets", "matrices", "half", "a definition", "nothing"],
)  # fmt: skip
def test_what_would_take_for_ever_stays_source_at_once(latex: str) -> None:
    """Thirty nested fractions took minutes: each level doubles the library's work."""
    assert draw_formulas([(latex, False)]) == [None]


def test_a_document_has_its_formulas_within_it_and_their_source_beside() -> None:
    page = drawn_page(f"{DRAWN_NOTE}[[Other]] ![[boat.png]] [out](https://example.org)\n\n- [x] done\n")
    document = render_document(page, {})
    styles = ('.checked { list-style-type: "☑ "; }', "<li class='checked'>done", "alt='$n^2$'")
    shown = (*styles, "<i>boat.png</i> <a href='https://example.org'>out</a>", "note:")
    assert [document.count(each) for each in shown] == [1, 1, 1, 1, 0]
    assert document.count("src='data:image/svg+xml;base64,") == 2


def test_the_oldest_drawings_are_dropped() -> None:
    formulas = Formulas()
    for number in range(2_100):
        formulas.keep((str(number), False), None)
    formulas.formula("0", is_block=False)
    formulas.formula("2099", is_block=False)
    assert formulas.take_missing() == (("0", False),)


FLOW = 'graph TD\n  A["Start & go"] --> B{Is it?}\n  B -->|Yes| C[Ready]'


async def test_a_diagram_is_drawn_at_the_screens_scale() -> None:
    with closing(WorkerProcess()) as process:
        single, double = [await process(draw_diagram, Diagram(FLOW, scale)) for scale in (1.0, 2.0)]
        assert picture_format(single) == "png"
        widths = [int.from_bytes(png[16:20], "big") for png in (single, double)]
        assert widths[1] == pytest.approx(2 * widths[0], abs=2)
        assert await process(draw_diagram, Diagram("no diagram at all")) == b""
        # The library would read the picture of a node from anywhere.
        picture = 'flowchart TD\n  A@{ img: "file:///etc/hostname.png", label: "x" }'
        assert await process(draw_diagram, Diagram(picture)) == b""


def test_a_page_has_the_address_of_a_diagram_and_its_source_as_words() -> None:
    html = render_parts(NotePage("a.md", "a", f"Text.\n\n```mermaid\n{FLOW}\n```\n"))
    assert list(diagrams_in(html)) == [Diagram(FLOW)]
    assert "alt='```mermaid\ngraph TD" in html
    assert Diagram.of_address(Diagram(FLOW, 1.5, is_dark=True).address) == Diagram(FLOW, 1.5, is_dark=True)


@pytest.mark.parametrize("source", ["graph TD\n  A[中文]", "  \n", "graph TD\n" + "A --> B\n" * 600])
def test_what_would_be_drawn_without_its_words_or_for_seconds_stays_source(source: str) -> None:
    assert not is_drawable(source)
    assert not list(diagrams_in(render_parts(NotePage("a.md", "a", f"```mermaid\n{source}\n```\n"))))
