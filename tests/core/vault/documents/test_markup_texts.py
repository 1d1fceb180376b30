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
