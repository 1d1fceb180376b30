"""Texts in other markup than Markdown are read below their headings, their code as code."""

from __future__ import annotations

import codecs

import pytest

from vaultsearch.core.values.note import Revision
from vaultsearch.core.vault.reading import DOCUMENT_FORMATS, read_file

ORG = """#+TITLE: River life
#+AUTHOR: Ada Weaver
* Otters :pond:
:PROPERTIES:
:ID: 17
:END:
They [[https://example.org][dive]] for #eels.
** Holts
#+begin_src python
* not a heading
#+end_src
"""
RST = """=====
Otters
=====
They dive.

Holts
-----
In banks.

::

    Not a heading

水獺
----
潛水
"""
TEX = r"""\documentclass{article}
\usepackage{river}
\title{River \emph{life}}
\author{J\"urgen M{\"u}ller}
\begin{document}
\section[Short]{Otters \& \textbf{eels}}\label{sec:x}
They dive 50\% deeper~than \'Elise, gr\"o\ss er, \c{c}a. % not shown
\begin{verbatim}
\section{Not a heading}
\end{verbatim}
\subsection*{Holts}
\item in banks\footnote{at night}
\end{document}
"""
ADOC = """= River life
:toc: left

== Otters
They dive.

[source,ruby]
----
== Not a heading
----

=== Holts
// not shown
"""
TYP = """#set document(title: "River life")
= Otters
They dive.
```c
= Not a heading
```
== Holts
// not shown
"""


@pytest.mark.parametrize(
    ("ending", "written", "headings"),
    [
        (".org", ORG, ["# Otters :pond:", "## Holts"]),
        (".rst", RST, ["# Otters", "## Holts", "## 水獺"]),
        (".tex", TEX, ["# Otters & eels", "## Holts"]),
        (".adoc", ADOC, ["# River life", "## Otters", "### Holts"]),
        (".typ", TYP, ["# Otters", "## Holts"]),
    ],
)
def test_headings_are_known_and_code_has_none(ending: str, written: str, headings: list[str]) -> None:
    text = DOCUMENT_FORMATS[ending](written.encode()).text
    assert [line for line in text.split("\n") if line.startswith("#")] == headings
    assert "ot a heading" in text
    assert "not shown" not in text


@pytest.mark.parametrize(
    ("ending", "written"), [(".org", ORG), (".tex", TEX), (".adoc", ADOC), (".typ", TYP)]
)
def test_a_title_that_the_text_names_is_its_title(ending: str, written: str) -> None:
    assert DOCUMENT_FORMATS[ending](written.encode()).title == "River life"


def test_authors_are_properties() -> None:
    assert DOCUMENT_FORMATS[".org"](ORG.encode()).properties == {"author": "Ada Weaver"}
    assert DOCUMENT_FORMATS[".tex"](TEX.encode()).properties == {"author": "Jürgen Müller"}


def test_links_of_org_are_read_as_their_words_and_what_looks_like_a_tag_is_none() -> None:
    assert "They dive for \\#eels." in DOCUMENT_FORMATS[".org"](ORG.encode()).text


def test_the_words_of_latex_are_read_as_they_are_typeset() -> None:
    text = DOCUMENT_FORMATS[".tex"](TEX.encode()).text
    assert "They dive 50% deeper than Élise, größer, ça." in text
    assert "- in banks (at night)" in text
    assert "usepackage" not in text


def test_code_that_nothing_closes_is_text() -> None:
    text = DOCUMENT_FORMATS[".adoc"](b"== Otters\n----\nthey dive\n== Holts\n").text
    assert text.split("\n") == ["## Otters", "\\----", "they dive", "## Holts", ""]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "a.eml",
            "From: a@example.org\r\nSubject: Birds\r\n\r\nA vulture circled.\r\n",
            "A vulture circled.",
        ),
        ("a.rtf", r"{\rtf1\ansi A caracara.}", "A caracara."),
        ("a.csv", "Name;Ort\nM\u00fcller;K\u00f6ln\n", "| Name | Ort |"),
        ("a.html", "<p>A hoopoe sat in the \u00f6ld tree.</p>", "A hoopoe sat in the \u00f6ld tree."),
    ],
)
def test_a_byte_order_mark_hides_nothing(name: str, text: str, words: str) -> None:
    raw = codecs.BOM_UTF8 + text.encode()
    note = read_file(Revision(name, len(raw), 0), raw)
    assert words in note.text
    assert "\ufeff" not in note.text + note.title


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\section{Intro} Kestrels follow.", "# Intro\nKestrels follow."),
        (r"\paragraph{Data.} We use turmeric.", "# Data.\nWe use turmeric."),
        (r"\section*[short]{Long}\label{l} Fennel grows.", "# Long\nFennel grows."),
        (r"\section {x}", "# x"),
        ("\\section{A long\n  title {of {many {braces}}}}\nWords", "# A long title of many braces\nWords"),
        (r"\textbf{a {\em b {c}}} and {\bf bold}", "a b c and bold"),
        (r"Rain\footnote{See {\it this}, \emph{there}.} falls", "Rain (See this, there.) falls"),
        (r"\frac{a}{b} and x^{10}", r"\frac{a}{b} and x^{10}"),
        # As pandoc writes lists: the item's sign alone on a line made a heading of the line above it.
        (
            "We buy:\n\\tightlist\n\\item\n  \\textbf{Fruit}: apricots,\n  plums\n\\item\n\\end{itemize}\nEnd",
            "We buy:\n\n\n- Fruit: apricots,\n  plums\n\n\nEnd",
        ),
    ],
)
def test_a_tex_loses_nothing_beside_headings_and_items(written: str, read: str) -> None:
    document = f"\\documentclass{{article}}\n\\begin{{document}}\n{written}\n\\end{{document}}"
    assert DOCUMENT_FORMATS[".tex"](document.encode()).text.strip() == read


def test_a_tex_in_utf_16_begins_with_its_text() -> None:
    document = "\\documentclass{article}\n\\begin{document}\nA caracara.\n\\end{document}"
    assert DOCUMENT_FORMATS[".tex"](document.encode("utf-16")).text.strip() == "A caracara."


def test_tables_of_a_part_of_a_rich_text_are_read() -> None:
    """As converters write a part for another program, without a group around it."""
    raw = rb"{\pard Simple table:\par}{\trowd\cellx1{\pard\intbl Right\par}\cell{\pard\intbl Left\par}\cell\row}"
    note = read_file(Revision("a.rtf", len(raw), 0), b"\n" + raw)
    assert note.text == "Simple table:\n\nRight | Left |"


@pytest.mark.parametrize(
    ("org", "left"),
    [
        ("* A\na\n** B :noexport:\nb\n*** C\nc\n** D\nd", ["# A", "a", "## D", "d"]),
        (
            "#+EXCLUDE_TAGS: no draft\n* A :x:draft:\na\n* B\nb :no:\n* C :noexport:\nc",
            ["# B", "b :no:", "# C :noexport:", "c"],
        ),
    ],
)
def test_subtrees_of_an_org_are_left_out_as_their_tags_say(org: str, left: list[str]) -> None:
    text = DOCUMENT_FORMATS[".org"](org.encode()).text
    assert [line for line in text.split("\n") if line] == left


def test_formulas_of_typst_are_no_headings() -> None:
    typ = "= Sums\n$ alpha\n= gamma $\n\nIt costs 5 $ here.\n\n= Costs\nthree $a\n= b$ four\n= Five"
    text = DOCUMENT_FORMATS[".typ"](typ.encode()).text
    assert [line for line in text.split("\n") if line.startswith("#")] == ["# Sums", "# Costs", "# Five"]
    assert "= gamma" in text
