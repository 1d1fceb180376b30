"""The text of snippets: as a reader sees it, formulas and diagrams in words, every mark on its words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.search.drawn_text import diagram_text, formula_text
from vaultsearch.core.search.results import make_snippet, snippet_text
from vaultsearch.core.values.note import Span


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"$x^2 + y_{10}$", "x² + y₁₀"), (r"$\textcolor{orange}{\sum_{k=0}^n x_k}$", "∑ₖ₌₀ⁿ xₖ"),
        (r"$\frac{1}{2}\sqrt{x+1}$", "1/2√(x+1)"), (r"$f: \mathbb{R} \to \mathbb{R}$", "f: ℝ → ℝ"),
        (r"$\lim_{x \to \infty} f(x) \leq 3$", "lim_(x → ∞) f(x) ≤ 3"), (r"$e^{-x^2}$", "e^(-x²)"),
        (r"$\hat{a}$", "â"), ("$$\\begin{array}{cc} a & b \\\\ c & d \\end{array}$$", "a b ; c d"),
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
        (r"$\binom{n}{k} \cancelto{0}{x}$", "(n k) x"), (r"$\frac{1}$", "1/"),
        (r"$\left(\iint_{\Sigma$", "(∬_Σ"), (r"$a } + b^$", "a + b"),
        ("$" + "{" * 500 + "x^2$", "$" + "{" * 500 + "x^2$"),
    ],
)  # fmt: skip
def test_a_formula_is_read_as_a_line_of_text(written: str, read: str) -> None:
    assert formula_text(written) == read


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("> $$\n> \\frac{a}\n> {b}\n> $$", "a/b"), ("$$" + "\\alpha + " * 60 + "1$$", "α + " * 60 + "1"),
        ("`\\begin{x}` and \\d{4} and C:\\Users\\{me}", "\\begin{x} and \\d{4} and C:\\Users\\{me}"),
        ("so\n\\nabla \\cdot \\mathbf{E} &= 0 \\\\\nend", "so ∇ · E = 0 ; end"),
        ("```latex\n\\frac{a}{b}\n```", "\\frac{a}{b}"), ("a --> b", "a → b"),
        ("$$\n\\begin{cases} x & y \\\\ z\n\\end{cases}\n$$", "x y ; z"),
        ("a --- b -> c => d", "a --- b -> c => d"), ("\\alpha &= 1 \\\\\nend", "α = 1 ; end"),
        ("\\begin{aligned}", "\\begin{aligned}"),
        ("```mermaid\ngraph TD\n  A[Hull] -->|then| B(Deck)\n  B --> A\n```",
         "Hull → then Deck · Deck → Hull"),
        ('> ```Mermaid\n> pie title Pets\n>   "Dogs" : 4\n> ```', "Pets · Dogs : 4"),
        ("graph TD\n  A[Hull] --> B\n  style A fill:#fff", "Hull → B style A fill:#fff"),
        ("```js\na --> b\n```", "a --> b"),
    ],
)  # fmt: skip
def test_a_row_shows_what_obsidian_draws(source: str, read: str) -> None:
    """Rows of a mathematician's notes were full of backslashes, those of flowcharts of brackets."""
    shown = "\n".join(
        line for line in re.sub(r"(?m)^> ", "", source).split("\n") if not line.startswith("```")
    )
    assert make_snippet(shown.replace("`", "").replace("$$", ""), (), source=source).text == read


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("sequenceDiagram\nparticipant A\nA->>John: Hello (all), A?\nJohn-->>A: Great!",
         "A → John: Hello all , A? · John → A: Great!"),
        ("stateDiagram-v2\n[*] --> Still\nStill --> [*]", "* → Still · Still → *"),
        ("classDiagram\nAnimal <|-- Duck : is\nDuck *-- Wing", "Animal → Duck : is · Duck → Wing"),
        ("flowchart LR\nsubgraph Yard\na1-->a2\nend\nclassDef x fill:#f9f", "Yard · a1 → a2"),
        ('flowchart LR\nA["A boat"] -.-> B{{Sea}}:::big;\n%% why\nB ==> C((Port))',
         "A boat → Sea · Sea → Port"),
        ("gantt\ntitle Plan\ndateFormat YYYY\nsection Hull\nCaulk :a1, 30d", "Plan · Hull · Caulk :a1, 30d"),
        ("mindmap\n  root((Boat))\n    Hull\n      Planks", "Boat · Hull · Planks"),
    ],
)  # fmt: skip
def test_a_diagram_is_read_as_its_words(source: str, read: str) -> None:
    assert diagram_text(source) == read


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        *((text, (), text) for text in ("It costs $5 and $6 more", "echo $HOME/$USER", "from $3.50 to 4$")),
        (r"a \$x^2\$ b", (), r"a \$x^2\$ b"),
        # A picture's name is left out unless it was searched for, or nothing else is there.
        ("see harbour.png there", ("harbour",), "see harbour.png there"), ("harbour.png", (), "harbour.png"),
        ("see harbour.png there", ("there",), "see there"),
    ],
)  # fmt: skip
def test_what_is_no_formula_stays_as_it_is(text: str, words: tuple[str, ...], shown: str) -> None:
    assert make_snippet(text, words, source=text).text == shown


def test_words_beside_a_formula_are_marked_where_they_stand() -> None:
    text, source = r"The area \pi r^2 of a circle, \pi again", r"The area $\pi r^2$ of a circle, $\pi$ again"
    place = text.index("circle")
    shown = make_snippet(text, ("again",), meant=(Span(place, place + 6),), source=source)
    assert shown.text == "The area π r² of a circle, π again"
    (match,), (near,) = shown.matches, shown.semantic_spans
    assert shown.text[match.start : match.end] == "again"
    assert shown.text[near.start : near.end] == "circle"


MARKS = ("- ", "[x] ", "`", "``", "**", "](", ")", "![[", "[[", "]]", "!", "[", "|", " | ", "- - ")
WORDS = ("\n", " ", "word", "x.png", "她说", "🚂", "loaf of bread", "Note")
PIECES = st.sampled_from((*MARKS, *WORDS))
WHOLE = r"(?<!\S)(?:word|loaf of bread)(?!\S)"
TEXTS = st.lists(PIECES, max_size=40).map("".join)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("| a | b |\n| --- | :---: |\n|  | d |", "a · b\n\nd"), ("a |  | c\n--- | ---\n--x", "a · c\n\n--x"),
        ("see [!info] there", "see [!info] there"), ("![250](a (1).png) after ![x|250](b.png)", " after "),
        ("![[icon.svg]] Garden", " Garden"), ("Pasted image 20240102.png\nThe garden", "\nThe garden"),
        ("Run `git rebase` **now**", "Run git rebase now"), ("x**2 stays", "x**2 stays"),
        ("x || y |z", "x || y |z"), ("[!info] Title\n- [!quote]+ body", "Title\n· body"),
        ("see [the list](lists.md) and [[Notes|mine]]", "see the list and mine"),
        ("as in home.png here", "as in  here"), ("a | b", "a · b"), ("well - no list", "well - no list"),
        ("- flour\n- water\n  - salt", "flour\n· water\n· salt"),
        ("- [x] call Anna\n- [ ] paint", "call Anna\n· paint"),
    ],
)  # fmt: skip
def test_a_snippet_reads_as_text(text: str, read: str) -> None:
    assert snippet_text(text).text == read


@given(TEXTS)
def test_no_raw_mark_is_left(text: str) -> None:
    read = snippet_text(text).text
    assert not re.search(r"`|\]\(|!\[\[", read)
    assert not re.search(r"(?m)^\s*- ", read)
    assert not re.search(r"(?<!\w)\*\*|\*\*(?!\w)", read)


@given(TEXTS, st.data())
def test_each_character_that_is_kept_is_where_its_place_says(text: str, data: st.DataObject) -> None:
    read = snippet_text(text)
    start = data.draw(st.integers(0, len(text)))
    span = read.span(Span(start, data.draw(st.integers(start, len(text)))))
    assert 0 <= span.start <= span.end <= len(read.text)
    for at, until in [match.span() for match in re.finditer(WHOLE, text)]:
        kept = read.span(Span(at, until))
        assert read.text[kept.start : kept.end] in (text[at:until], "")


@given(TEXTS)
def test_marks_stand_on_the_words_that_they_mark(text: str) -> None:
    spans = [Span(*match.span()) for match in re.finditer(WHOLE, text) if match.group() != "word"]
    shown = make_snippet(text, ["word"], meant=spans)
    assert {shown.text[one.start : one.end] for one in shown.matches} <= {"word"}
    assert {shown.text[one.start : one.end] for one in shown.semantic_spans} <= {"loaf of bread"}


@pytest.mark.parametrize(
    ("lead", "begins"),
    [
        ("By the way, rent a shed before you buy a ", "… way, rent a shed"),
        ("Rent a shed before you buy the ", "Rent a shed"), ("她说她想要一个陶艺课" * 3 + "，", "她说她想要"),
    ],
)  # fmt: skip
def test_a_snippet_never_begins_within_the_first_word(lead: str, begins: str) -> None:
    text = f"{lead}boat. {'A boat out of doors rots as quickly as one person can mend it. ' * 5}"
    assert " ".join(make_snippet(text, ("boat",)).text.split()).startswith(begins)
