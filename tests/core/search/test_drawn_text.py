"""The text of snippets: as a reader sees it, with words that answer by letter or meaning marked in it."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultsearch.core.languages.names import Routing
from vaultsearch.core.models.onnx_encoding import OnnxEncoder
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.query.question_language import QueryLanguages
from vaultsearch.core.search.drawn_text import diagram_text, formula_text
from vaultsearch.core.search.late_interaction import MeaningMarker, WordMeaningMarker
from vaultsearch.core.search.results import make_snippet, snippet_text
from vaultsearch.core.values.note import Span
from vaultsearch.core.values.search import Chunk


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
        ("harbour.png\n- loaf", ("harbour",), "harbour.png · loaf"), ("harbour.png\n- loaf", (), "loaf"),
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


class Mixed:
    """Tells the language of the questions here; late interaction reads the English of the notes alone."""

    async def __call__(self, query: str) -> str:
        german = ("Geschenk", "Medikament")
        return "zh" if "药" in query else "de" if any(word in query for word in german) else "en"

    async def routing(self) -> Routing:
        return Routing.of({"en": 50, "de": 40, "zh": 10}, multilingual=True)


LANGUAGES: QueryLanguages = Mixed()  # type: ignore[assignment]  # as far as it is asked


def chunk(text: str, language: str = "en", title: str = "Kitchen") -> Chunk:
    return Chunk(text, "a.md", title, 0, (), 1, 1, text, text, language=language)


@pytest.fixture(scope="module")
def marker(models_folder: Path) -> MeaningMarker:
    encoder = OnnxEncoder.installed(models_folder)
    return MeaningMarker(encoder, encoder.counter, LANGUAGES)


async def marked(marker: MeaningMarker | WordMeaningMarker, query: str, passage: Chunk) -> list[str]:
    found = await marker(query, [passage])
    return [passage.text[span.start : span.end] for span in found.get(passage.id, ())]


async def test_other_words_for_the_same_are_marked_and_small_words_are_not(marker: MeaningMarker) -> None:
    bread = chunk("The loaf was heavy because the dough proofed too briefly.")
    meant = await marked(marker, "how do I stop my bread from being dense", bread)
    assert meant == ["loaf", "heavy", "dough"]
    poems = chunk("She wrote melancholic verses, and the sonnets are full of grief.")
    assert "grief" in await marked(marker, "sad poems", poems)


async def test_few_words_are_marked_for_those_the_passage_does_not_spell(marker: MeaningMarker) -> None:
    text = "The loaf, the baguette, the brioche, the ciabatta and the sourdough were gone."
    assert len(await marked(marker, "bread", chunk(text))) == 3
    assert await marked(marker, "bread", chunk("Bread again. " + text)) == []
    # What else is asked for is still looked for.
    assert await marked(marker, "bread money", chunk("Bread for a dollar.")) == ["dollar"]


async def test_the_title_is_read_with_the_passage_and_not_marked(marker: MeaningMarker) -> None:
    passage = chunk("It costs 620 euros to Tokyo.", title="Tickets to Tokyo")
    found = (await marker("cheap flights to japan", [passage]))[passage.id]
    assert Span(22, 27) in found
    assert all(0 <= span.start < span.end <= len(passage.text) for span in found)


async def test_what_the_model_cannot_read_is_not_marked(marker: MeaningMarker) -> None:
    assert await marker("gift ideas", [chunk("Anna wünscht sich einen Töpferkurs.", "de")]) == {}
    assert await marker("Geschenke für die Familie", [chunk("A present for father.")]) == {}


async def test_a_passage_is_marked_as_far_as_read(marker: MeaningMarker) -> None:
    passage = chunk("The loaf was heavy. " + "Nothing of interest happened that day. " * 60)
    assert (await marked(marker, "bread", passage))[:1] == ["loaf"]


def test_a_snippet_shows_the_words_that_are_meant_where_none_is_spelt_so() -> None:
    text = "Filler words go here. " * 30 + "\n\n  The loaf\nwas heavy.  " + "More filler. " * 30
    start = text.index("loaf")
    shown = make_snippet(text, ["bread"], meant=[Span(start, start + 4)])
    assert [shown.text[span.start : span.end] for span in shown.semantic_spans] == ["loaf"]
    assert shown.matches == ()


def test_a_word_is_not_marked_twice() -> None:
    shown = make_snippet("Bread, a loaf of bread", ["bread"], meant=[Span(0, 5), Span(9, 13)])
    assert [shown.text[span.start : span.end] for span in shown.semantic_spans] == ["loaf"]
    assert len(shown.matches) == 2


@pytest.fixture(scope="module")
def word_marker() -> WordMeaningMarker:
    return WordMeaningMarker(UniversalSentenceEncoder.installed(), LANGUAGES)


DRUGS, DOCTOR = "Welche Medikamente verschreibt der Arzt", "what did the doctor say about bread"


@pytest.mark.parametrize(
    ("question", "language", "text", "meant"),
    [
        (DRUGS, "de", "Die Arzneimittel standen im Regal, der Doktor kam.", ["Arzneimittel", "Doktor"]),
        # Of a word that the passage spells no other is marked; of a passage three words at most.
        (DRUGS, "de", "Medikamente gibt der Doktor aus, Arzneimittel nicht.", ["Doktor"]),
        (DRUGS, "de", "Doktor, Doktoren, Mediziner, Doktor.", ["Doktor", "Doktoren", "Doktor"]),
        (DOCTOR, "de", "Der Arzt rät vom weißen Brot ab.", ["Arzt", "Brot"]),
        (DRUGS, "en", "These drugs are kept on the shelf.", ["drugs"]),
        ("Medikamente 1788", "de", "Im Jahr 1803.", []),
        ("Medikamente 1788", "de", "… 1803 …", []),
        ("医生开了什么药", "zh", "医生建议吃药。", []),
    ],
)
async def test_words_that_mean_the_same_are_marked_across_languages_but_no_numbers(
    word_marker: WordMeaningMarker, question: str, language: str, text: str, meant: list[str]
) -> None:
    assert await marked(word_marker, question, chunk(text, language)) == meant


async def test_what_late_interaction_reads_is_left_to_it(word_marker: WordMeaningMarker) -> None:
    assert await word_marker(DOCTOR, [chunk("The loaf is heavy.")]) == {}
