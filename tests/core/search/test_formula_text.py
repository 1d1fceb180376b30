"""Formulas and diagrams in rows: a line of words in place of their source, also of a part that was cut."""

from __future__ import annotations

import re

import pytest

from vaultsearch.core.search.diagram_text import diagram_text
from vaultsearch.core.search.formula_text import formula_text
from vaultsearch.core.search.results import make_snippet
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
        (r"$\begin{align*}& \textcolor{red}{a} + b = c \\ & d\end{align*}$", "a + b = c ; d"),
        (
            r"$\left\{ \|x\|_2 \;\middle|\; \underset{\theta}{\operatorname{arg\,max}} \right\} \tag{1}$",
            "{ ‖x‖₂ ∣ arg max_θ } (1)",
        ),
        (
            r"$\sin{x} \stackrel{!}{=} \ln 2 \not= \R^n \xrightarrow{f} \softmax(\boldsymbol\mu)$",
            "sin x =^! ln 2 ≠ Rⁿ →f softmax(μ)",
        ),
        (r"$\ket{\psi} = \braket{0}$", "|ψ⟩ = ⟨0⟩"),
        (r"$\unheardof{x} \unheardof y$", "unheardof x unheardof y"),
        (r"$\binom{n}{k} \cancelto{0}{x}$", "(n k) x"),
        (r"$\frac{1}$", "1/"),
        (r"$\left(\iint_{\Sigma$", "(∬_Σ"),
        (r"$a } + b^$", "a + b"),
        ("$" + "{" * 500 + "x^2$", "$" + "{" * 500 + "x^2$"),
    ],
)
def test_a_formula_is_read_as_a_line_of_text(written: str, read: str) -> None:
    assert formula_text(written) == read


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("$$\n\\begin{cases} x & y \\\\ z\n\\end{cases}\n$$", "x y ; z"),
        ("> $$\n> \\frac{a}\n> {b}\n> $$", "a/b"),
        ("$$" + "\\alpha + " * 60 + "1$$", "α + " * 60 + "1"),
        ("\\begin{aligned}", "\\begin{aligned}"),
        ("so\n\\nabla \\cdot \\mathbf{E} &= 0 \\\\\nend", "so ∇ · E = 0 ; end"),
        ("\\alpha &= 1 \\\\\nend", "α = 1 ; end"),
        ("`\\begin{x}` and \\d{4} and C:\\Users\\{me}", "\\begin{x} and \\d{4} and C:\\Users\\{me}"),
        ("```latex\n\\frac{a}{b}\n```", "\\frac{a}{b}"),
        ("a --> b", "a → b"),
        ("a --- b -> c => d", "a --- b -> c => d"),
        (
            "```mermaid\ngraph TD\n  A[Hull] -->|then| B(Deck)\n  B --> A\n```",
            "Hull → then Deck · Deck → Hull",
        ),
        ('> ```Mermaid\n> pie title Pets\n>   "Dogs" : 4\n> ```', "Pets · Dogs : 4"),
        ("graph TD\n  A[Hull] --> B\n  style A fill:#fff", "Hull → B style A fill:#fff"),
        ("```js\na --> b\n```", "a --> b"),
    ],
)
def test_a_row_shows_what_obsidian_draws(source: str, read: str) -> None:
    """Rows of a mathematician's notes were full of backslashes, those of flowcharts of brackets."""
    shown = "\n".join(
        line for line in re.sub(r"(?m)^> ", "", source).split("\n") if not line.startswith("```")
    )
    assert make_snippet(shown.replace("`", "").replace("$$", ""), (), source=source).text == read


@pytest.mark.parametrize(
    ("source", "read"),
    [
        (
            "sequenceDiagram\nparticipant A\nA->>John: Hello (all), A?\nJohn-->>A: Great!",
            "A → John: Hello all , A? · John → A: Great!",
        ),
        ("stateDiagram-v2\n[*] --> Still\nStill --> [*]", "* → Still · Still → *"),
        ("classDiagram\nAnimal <|-- Duck : is\nDuck *-- Wing", "Animal → Duck : is · Duck → Wing"),
        ("flowchart LR\nsubgraph Yard\na1-->a2\nend\nclassDef x fill:#f9f", "Yard · a1 → a2"),
        (
            'flowchart LR\nA["A boat"] -.-> B{{Sea}}:::big;\n%% why\nB ==> C((Port))',
            "A boat → Sea · Sea → Port",
        ),
        ("gantt\ntitle Plan\ndateFormat YYYY\nsection Hull\nCaulk :a1, 30d", "Plan · Hull · Caulk :a1, 30d"),
        ("mindmap\n  root((Boat))\n    Hull\n      Planks", "Boat · Hull · Planks"),
    ],
)
def test_a_diagram_is_read_as_its_words(source: str, read: str) -> None:
    assert diagram_text(source) == read


@pytest.mark.parametrize(
    "text", ["It costs $5 and $6 more", "echo $HOME/$USER", "from $3.50 to 4$", r"a \$x^2\$ b"]
)
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert make_snippet(text, (), source=text).text == text


def test_words_beside_a_formula_are_marked_where_they_stand() -> None:
    text, source = r"The area \pi r^2 of a circle, \pi again", r"The area $\pi r^2$ of a circle, $\pi$ again"
    place = text.index("circle")
    shown = make_snippet(text, ("again",), meant=(Span(place, place + 6),), source=source)
    assert shown.text == "The area π r² of a circle, π again"
    (match,), (near,) = shown.matches, shown.semantic_spans
    assert shown.text[match.start : match.end] == "again"
    assert shown.text[near.start : near.end] == "circle"
