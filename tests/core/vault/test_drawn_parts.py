"""Formulas and diagrams are drawn, or stay source."""

from __future__ import annotations

import time

import pytest

from tests.builders import drawn_page, present
from vaultsearch.core.values.note import Diagram, Formula, picture_format
from vaultsearch.core.vault.rendering.drawn_parts import (
    Formulas,
    diagrams_in,
    draw_diagram,
    draw_formulas,
    is_drawable,
)
from vaultsearch.core.vault.rendering.page import NotePage, render_document, render_parts
from vaultsearch.core.worker import WorkerProcess

NOTE = "A sum $n^2$ in a line.\n\n$$\n\\frac{a}{b}\n$$\n\nand $\\unheardof{x}$\n"


def test_formulas_become_pictures_once_they_are_drawn() -> None:
    page = NotePage("a.md", "a", NOTE)
    assert "<code>n^2</code>" in page.html(0, None)
    assert page.formulas.take_missing() == (("n^2", False), (r"\frac{a}{b}", True), (r"\unheardof{x}", False))
    html = drawn_page(NOTE).html(0, None)
    assert "alt='$n^2$'" in html
    assert "<p align='center' class='formula'><img src='math:block:" in html
    assert r"<code>\unheardof{x}</code>" in html, "what cannot be read stays source"


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{k=0}^n \textcolor{orange}{k^2}",
        r"\begin{cases}x & y>0\\ -x & \text{else}\end{cases}",
        r"\begin{aligned}a&=b\\c&=d\end{aligned}",
        r"\cancel{x}\underbrace{x+y}_{n}\mathbb{R}",
        r"\ce{SO4^2- + 2H2O <=> Na+}",
        r"x = 1 \tag{3} \label{eq:x}",
        r"\Big\vert x \Big\vert + \biggl\langle y \biggr\rangle",
        r"\\ a = b \\",
        r"\textcolor{orange}{a & = b}",
        r"\begin{align} \textcolor{red}{a &= b \\} c &= d \\ \end{align}",
        r"\begin{aligned}[t] a &= b \\ \\ & \\ c &= d\end{aligned}",
        r"\begin{eqnarray} a &=& b \\ c &=& d \end{eqnarray}",
        r"\begin{alignat}{2} a &= b & c &= d \end{alignat}",
        r"\mathop{\text{argmin}}\limits_{x} f(x) \nonumber",
        r"\cancelto{0}{x^2} + \bbox[yellow]{z}",
        r"\begin{dcases} a & \text{if $n > 0$} \\ b \end{dcases}",
    ],
)
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
        (r"a \not= b", r"a \neq b"),
        (r"a \not{=} b \not\to c", r"a \neq b \nrightarrow c"),
        (r"\color{red}{x} + y", r"\textcolor{red}{x} + y"),
        (r"\Big\lvert x", r"\Big| x"),
        (r"50\% % of it", r"50\%"),
    ],
)
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
        r"\frac{" * 30 + "a" + "}{b}" * 30,
        "{" * 100_000,
        "x+" * 500_000,
        r"\left(" * 20 + r"\right)" * 20,
        r"\begin{pmatrix}" * 15 + r"\end{pmatrix}" * 15,
        r"\frac{a}",
        r"\newcommand{\a}{b}",
        "",
    ],
    ids=["fractions", "braces", "a megabyte", "brackets", "matrices", "half", "a definition", "nothing"],
)
def test_what_would_take_for_ever_stays_source_at_once(latex: str) -> None:
    """Thirty nested fractions took minutes: each level doubles the library's work."""
    before = time.process_time()
    assert draw_formulas([(latex, False)]) == [None]
    assert time.process_time() - before < 10


def test_a_document_has_its_formulas_within_it_and_their_source_beside() -> None:
    document = render_document(drawn_page(f"{NOTE}[[Other]] ![[boat.png]] [out](https://example.org)\n"), {})
    assert document.count("src='data:image/svg+xml;base64,") == 2
    assert "alt='$n^2$'" in document
    assert "note:" not in document
    assert "<i>boat.png</i>" in document
    assert "<a href='https://example.org'>out</a>" in document


def test_the_oldest_drawings_are_dropped() -> None:
    formulas = Formulas()
    for number in range(2_100):
        formulas.keep((str(number), False), None)
    formulas.formula("0", is_block=False)
    formulas.formula("2099", is_block=False)
    assert formulas.take_missing() == (("0", False),)


FLOW = 'graph TD\n  A["Start & go"] --> B{Is it?}\n  B -->|Yes| C[Ready]'


async def test_a_diagram_is_drawn_at_the_screens_scale() -> None:
    process = WorkerProcess()
    try:
        single, double = [await process(draw_diagram, Diagram(FLOW, scale)) for scale in (1.0, 2.0)]
        assert single is not None
        assert double is not None
        assert picture_format(single) == "png"
        widths = [int.from_bytes(png[16:20], "big") for png in (single, double)]
        assert widths[1] == pytest.approx(2 * widths[0], abs=2)
        assert await process(draw_diagram, Diagram("no diagram at all")) is None
        # The library would read the picture of a node from anywhere.
        picture = 'flowchart TD\n  A@{ img: "file:///etc/hostname.png", label: "x" }'
        assert await process(draw_diagram, Diagram(picture)) is None
    finally:
        process.close()


def test_a_page_has_the_address_of_a_diagram_and_its_source_as_words() -> None:
    page = NotePage("a.md", "a", f"Text.\n\n```mermaid\n{FLOW}\n```\n")
    html = render_parts(page)
    assert list(diagrams_in(html)) == [Diagram(FLOW)]
    assert "alt='```mermaid\ngraph TD" in html
    assert Diagram.of_address(Diagram(FLOW, 1.5, is_dark=True).address) == Diagram(FLOW, 1.5, is_dark=True)


@pytest.mark.parametrize("source", ["graph TD\n  A[中文]", "  \n", "graph TD\n" + "A --> B\n" * 600])
def test_what_would_be_drawn_without_its_words_or_for_seconds_stays_source(source: str) -> None:
    assert not is_drawable(source)
    assert not list(diagrams_in(render_parts(NotePage("a.md", "a", f"```mermaid\n{source}\n```\n"))))
