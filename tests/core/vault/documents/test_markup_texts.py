"""Texts in other markup than Markdown are read below their headings, their code as code."""

import codecs

import pytest

from vaultsearch.core.values.note import Revision
from vaultsearch.core.vault.file_content import UnreadableNoteError
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
\title{River \emph{life}\thanks{A \textbf{grant}}}
\author{J\"urgen M{\"u}ller\thanks{Mill} \and Ada}
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
OPML = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head><title>River life</title><ownerName>Ada Weaver</ownerName></head>
<body>
<outline text="Otters">
<outline text="Food" _note="by night&#10;# dive"><outline text="*eels*"/></outline>
<outline text="Holts"/>
</outline>
<outline text="Places"><outline text="Sea"><outline text="kelp"/></outline></outline>
<outline text="Feeds"><outline text="IUCN" type="rss" xmlUrl="https://iucn.org/rss" htmlUrl="https://iucn.org"/></outline>
</body>
</opml>
"""


@pytest.mark.parametrize(
    ("ending", "written", "title", "author", "lines"),
    [
        (".org", ORG, "River life", "Ada Weaver", [
            "# Otters :pond:", "They dive for \\#eels.", "## Holts", "```python", "* not a heading", "```",
        ]),
        (".rst", RST, "", None, [
            "# Otters", "They dive.", "## Holts", "In banks.", "\\::", "   Not a heading", "## 水獺", "潛水",
        ]),
        (".rst", "Rivers\n======\nIsar\n----\nwide", "", None, ["# Rivers", "## Isar", "wide"]),
        (".tex", TEX, "River life", "Jürgen Müller, Ada", [
            "# Otters & eels", "They dive 50% deeper than Élise, größer, ça. ", "```", "\\section{Not a heading}",
            "```", "## Holts", "- in banks (at night)",
        ]),
        (".adoc", ADOC, "River life", None, [
            "# River life", "## Otters", "They dive.", "```", "== Not a heading", "```", "### Holts",
        ]),
        (".typ", TYP, "River life", None, [
            "# Otters", "They dive.", "```c", "= Not a heading", "```", "## Holts",
        ]),
        (".opml", OPML, "River life", "Ada Weaver", [
            "# Otters", "- Food", "  by night", "  \\# dive", "  - \\*eels\\*", "- Holts",
            "# Places", "## Sea", "- kelp", "# Feeds", "- IUCN (https://iucn.org)",
        ]),
        # Code that nothing closes is text.
        (".adoc", "== Otters\n----\nthey dive\n== Holts\n", "", None, [
            "## Otters", "\\----", "they dive", "## Holts",
        ]),
        # Formulas of Typst are no headings.
        (".typ", "= Sums\n$ alpha\n= gamma $\n\n5 $ here.\n\n= Costs\nthree $a\n= b$ four\n= Five", "", None, [
            "# Sums", "\\$ alpha", "= gamma \\$", "5 \\$ here.", "# Costs", "three \\$a", "= b\\$ four", "# Five",
        ]),
        # Subtrees are left out as their tags say.
        (".org", "* A\na\n** B :noexport:\nb\n*** C\nc\n** D\nd", "", None, ["# A", "a", "## D", "d"]),
        (".org", "#+EXCLUDE_TAGS: no draft\n* A :x:draft:\na\n* B\nb :no:\n* C :noexport:\nc", "", None, [
            "# B", "b :no:", "# C :noexport:", "c",
        ]),
    ],
)  # fmt: skip
def test_a_text_is_read_below_its_headings_with_title_and_author_and_code_has_none(
    ending: str, written: str, title: str, author: str | None, lines: list[str]
) -> None:
    read = DOCUMENT_FORMATS[ending](written.encode())
    assert [line for line in read.text.split("\n") if line] == lines
    assert (read.title, read.properties.get("author")) == (title, author)


def test_an_outline_that_declares_entities_is_not_read() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aa">]><opml><body><outline text="&a;"/></body></opml>'
    with pytest.raises(UnreadableNoteError, match="declares entities"):
        DOCUMENT_FORMATS[".opml"](bomb)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.eml", "From: a@e.org\r\nSubject: Birds\r\n\r\nA vulture circled.\r\n", "A vulture circled."),
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
        (r"\section*[short]{Long}\label{l} Fennel grows.", "# Long\nFennel grows."), (r"\section {x}", "# x"),
        ("\\section{A long\n  title {of {many {braces}}}}\nWords", "# A long title of many braces\nWords"),
        (r"\textbf{a {\em b {c}}} and {\bf bold}", "a b c and bold"),
        (r"Rain\footnote{See {\it this}, \emph{there}.} falls", "Rain (See this, there.) falls"),
        (r"\frac{a}{b} and x^{10}", r"\frac{a}{b} and x^{10}"),
        # As pandoc writes lists: the item's sign alone on a line made a heading of the line above it.
        ("We buy:\n\\tightlist\n\\item\n  \\textbf{Fruit}: apricots,\n  plums\n\\item\n\\end{itemize}\nEnd",
         "We buy:\n\n\n- Fruit: apricots,\n  plums\n\n\nEnd"),
    ],
)  # fmt: skip
def test_a_tex_loses_nothing_beside_headings_and_items(written: str, read: str) -> None:
    # A heading may stand on the line that begins the document.
    for end in ("\n", ""):
        document = f"\\documentclass{{article}}\n\\begin{{document}}{end}{written}\n\\end{{document}}"
        assert DOCUMENT_FORMATS[".tex"](document.encode()).text.strip() == read


def test_a_tex_in_utf_16_begins_with_its_text() -> None:
    document = "\\documentclass{article}\n\\begin{document}\nA caracara.\n\\end{document}"
    assert DOCUMENT_FORMATS[".tex"](document.encode("utf-16")).text.strip() == "A caracara."


def test_tables_of_a_part_of_a_rich_text_are_read() -> None:
    """As converters write a part for another program, without a group around it."""
    raw = rb"{\pard Simple table:\par}{\trowd\cellx1{\pard\intbl Right\par}\cell{\pard\intbl Left\par}\cell\row}"
    assert read_file(Revision("a.rtf", len(raw), 0), b"\n" + raw).text == "Simple table:\n\nRight | Left |"
