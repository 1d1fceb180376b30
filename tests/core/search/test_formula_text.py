"""Formulas in rows: a line of text in place of LaTeX, and its source where it cannot be read."""

from __future__ import annotations

import pytest

from vaultsearch.core.search.formula_text import formula_text
from vaultsearch.core.search.results import snippet
from vaultsearch.core.values.note import Span


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"$x^2 + y_{10}$", "x² + y₁₀"),
        (r"$\textcolor{orange}{\sum_{k=0}^n x_k}$", "∑ₖ₌₀ⁿ xₖ"),
        (r"$\frac{1}{2}\sqrt{x+1}$", "1/2√(x+1)"),
        (r"$f: \mathbb{R} \to \mathbb{R}$", "f: ℝ → ℝ"),
        (r"$\lim_{x \to \infty} f(x) \leq 3$", "lim_(x → ∞) f(x) ≤ 3"),
        (r"$e^{-x^2}$", "e^(-x²)"),
        (r"$\hat{a}$", "â"),
        ("$$\\begin{array}{cc} a & b \\\\ c & d \\end{array}$$", "a b ; c d"),
        (r"$\unheardof{x}$", r"$\unheardof{x}$"),
        (r"$\frac{1}$", r"$\frac{1}$"),
        ("$" + "{" * 500 + "x^2$", "$" + "{" * 500 + "x^2$"),
    ],
)
def test_a_formula_is_read_as_a_line_of_text(written: str, read: str) -> None:
    assert formula_text(written) == read


@pytest.mark.parametrize(
    "text", ["It costs $5 and $6 more", "echo $HOME/$USER", "from $3.50 to 4$", r"a \$x^2\$ b"]
)
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert snippet(text, (), source=text).text == text


def test_words_beside_a_formula_are_marked_where_they_stand() -> None:
    text, source = r"The area \pi r^2 of a circle, \pi again", r"The area $\pi r^2$ of a circle, $\pi$ again"
    place = text.index("circle")
    shown = snippet(text, ("again",), meant=(Span(place, place + 6),), source=source)
    assert shown.text == "The area π r² of a circle, π again"
    (match,), (near,) = shown.matches, shown.semantic_spans
    assert shown.text[match.start : match.end] == "again"
    assert shown.text[near.start : near.end] == "circle"
