"""Documents of each format as their programs write them, in few bytes."""

import io
import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage

from openpyxl import Workbook

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_SLIDE = f'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" {_DRAWING}'
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
_ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in {
        "office": "office", "text": "text", "table": "table", "draw": "drawing", "presentation": "presentation",
        "meta": "meta", "style": "style",
    }.items()
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>River life</dc:title><dc:creator>Ada Weaver</dc:creator>"
    "<dcterms:created>2021-03-04T05:06:07Z</dcterms:created></cp:coreProperties>"
)


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in parts.items():
            opened.writestr(name, content)
    return written.getvalue()


def parts_of(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def docx(body: str, **parts: str) -> bytes:
    """Return a Word document of the elements within its body, and of further parts by their names."""
    # A header1 is of the type header.
    types = {name: name.rstrip("0123456789") for name in parts}
    related = "".join(
        f'<Relationship Id="{n}" Type="{_RELATED}/{t}" Target="{n}.xml"/>' for n, t in types.items()
    )
    return archive(
        {
            **{f"word/{name}.xml": part for name, part in parts.items()},
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "_rels/.rels": f'<Relationships {_RELATIONS}><Relationship Id="r" Type="{_RELATED}/officeDocument" '
            'Target="word/document.xml"/></Relationships>',
            "word/styles.xml": f'<w:styles {WORD}><w:style w:type="paragraph" w:styleId="H2">'
            '<w:name w:val="heading 2"/></w:style></w:styles>',
            "word/_rels/document.xml.rels": f'<Relationships {_RELATIONS}><Relationship Id="s" '
            f'Type="{_RELATED}/styles" Target="styles.xml"/>{related}</Relationships>',
            "word/document.xml": f"<w:document {WORD}><w:body>{body}</w:body></w:document>",
            "docProps/core.xml": _CORE,
        }
    )


def word_paragraph(text: str, style: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{styled}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def odf(
    body: str, styles: str = "", title: str = "", common: str = "", parts: Mapping[str, str] | None = None
) -> bytes:
    """Return an OpenDocument file of the elements within its body, of its styles, and its title.

    ``styles`` are the automatic ones beside the body, ``common`` the named ones, which are in a file of their
    own, as are further ``parts``.
    """
    within = f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>{body}</office:body>"
    root = f"<office:document-content {_ODF}>{within}</office:document-content>"
    meta = f"<office:document-meta {_ODF}><office:meta><meta:creation-date>2021-03-04T05:06:07</meta:creation-date>"
    meta += f"<dc:title xmlns:dc='http://purl.org/dc/elements/1.1/'>{title}</dc:title>"
    named = f"<office:document-styles {_ODF}><office:styles>{common}</office:styles></office:document-styles>"
    meta += "</office:meta></office:document-meta>"
    return archive({"content.xml": root, "styles.xml": named, "meta.xml": meta, **(parts or {})})


def pptx() -> bytes:
    """Return two slides, which the presentation shows in the reverse order of their names."""

    def shape(kind: str, *paragraphs: tuple[int, str]) -> str:
        texts = (f'<a:p><a:pPr lvl="{n}"/><a:r><a:t>{text}</a:t></a:r></a:p>' for n, text in paragraphs)
        return (
            f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
            f"<p:txBody>{''.join(texts)}</p:txBody></p:sp>"
        )

    def slide(*shapes: str) -> str:
        return f"<p:sld {_SLIDE}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"

    def relations(**targets: str) -> str:
        each = (
            f'<Relationship Id="{i}" Type="{_RELATED}/{i[:-1]}" Target="{t}"/>' for i, t in targets.items()
        )
        return f"<Relationships {_RELATIONS}>{''.join(each)}</Relationships>"

    cells = "".join(f"<a:tc><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:tc>" for text in ("Trout", "2.5"))
    table = f"<p:graphicFrame><a:tbl><a:tr>{cells}</a:tr></a:tbl></p:graphicFrame>"
    shown = "".join(f'<p:sldId r:id="slide{n}"/>' for n in (2, 1))
    return archive(
        {
            "ppt/presentation.xml": f'<p:presentation {_SLIDE} xmlns:r="{_RELATED}">{shown}</p:presentation>',
            "ppt/_rels/presentation.xml.rels": relations(
                slide1="slides/slide1.xml", slide2="slides/slide2.xml"
            ),
            "ppt/slides/slide1.xml": slide(shape("body", (0, "Otters dive"), (1, "for eels")), table),
            "ppt/slides/slide2.xml": slide(shape("title", (0, "River life")), shape("sldNum", (0, "99"))),
            "ppt/slides/_rels/slide1.xml.rels": relations(diagramData1="data.xml", chart1="chart.xml"),
            "ppt/slides/data.xml": slide(shape("", (0, "Holt"), (0, "Isar"))),
            "ppt/slides/chart.xml": "<c><tx><v>Eels</v></tx><cat><v>2024</v></cat><val><v>7</v></val></c>",
            "ppt/slides/_rels/slide2.xml.rels": relations(notesSlide1="../notesSlides/notesSlide1.xml"),
            "ppt/notesSlides/notesSlide1.xml": slide(shape("body", (0, "Speak slowly here"))),
            "docProps/core.xml": _CORE,
        }
    )


def saved(book: Workbook) -> bytes:
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def xlsx() -> bytes:
    """Return a workbook of two sheets, one of them empty."""
    book = Workbook()
    book.active.title = "Catch"
    for row in (("Fish", "Weight", "Day"), ("Trout|pike", 2.5, datetime(2024, 5, 6)), (), ("Eel", 7)):
        book.active.append(row)
    book.create_sheet("Nothing")
    return saved(book)


def epub(**chapters: str) -> bytes:
    """Return a book of chapters by name, each named "Chapter <name>" in its table of contents."""
    items = "".join(f'<item id="{n}" href="text/{n}.xhtml" media-type="x"/>' for n in chapters)
    spine = "".join(f'<itemref idref="{n}"/>' for n in chapters)
    entries = "".join(f'<li><a href="text/{n}.xhtml">Chapter {n}</a></li>' for n in chapters)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>River life</dc:title><dc:creator>Ada Weaver</dc:creator><dc:date>1999</dc:date></metadata>"
        f'<manifest><item id="nav" href="nav.xhtml" properties="nav"/>{items}</manifest><spine>{spine}</spine>'
        "</package>"
    )
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
    return archive(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfile full-path="OEBPS/book.opf"/></container>',
            "OEBPS/book.opf": package,
            "OEBPS/nav.xhtml": xhtml.format(f"<nav><ol>{entries}</ol></nav>"),
            **{f"OEBPS/text/{name}.xhtml": xhtml.format(text) for name, text in chapters.items()},
        }
    )


def mail() -> bytes:
    """Return a mail with two versions and an attachment."""
    message = EmailMessage()
    message["From"] = "Jürgen Müller <j@example.org>"
    message["To"] = "ada@example.org"
    message["Subject"] = "Über Otter"
    message["Date"] = "Tue, 3 Mar 2020 10:11:12 +0100"
    message.set_content("Grüße vom Fluss #1\n> Otters dive", charset="iso-8859-1")
    message.add_alternative("<p>never shown</p>", subtype="html")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="Bill 7.pdf")
    return message.as_bytes()


def notebook() -> bytes:
    """Return a notebook whose first cell leaves a fence open."""
    cells = [
        {"cell_type": "markdown", "source": ["# Otters\n", "```\n", "open"]},
        {
            "cell_type": "code", "source": "dive(3)",
            "outputs": [{"output_type": "stream", "text": ["\x1b[31mdeep\x1b[0m\n"]},
                        {"output_type": "error", "ename": "KeyError", "evalue": "'eel'"}],
        },
    ]  # fmt: skip
    return json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}}).encode()


PAGE = """<html><head><title>River life</title><meta name="author" content="Ada Weaver">
<meta property="article:published_time" content="2021-03-04T05:06:07Z"></head><body>
<nav><ul><li><a href="/">Home page</a></li><li><a href="/shop">Shop of things</a></li></ul></nav>
<article><h1>Otters</h1><p>Otters dive for eels in the cold river,<sup><a href="#n1">1</a></sup> and they play on
its banks, in all seasons, for as long as there is light.</p><p hidden>secret words</p>
<table><tr><th>Fish</th><th>Weight</th></tr><tr><td>Trout</td><td>2.5</td></tr></table>
<ul><li>holts<ul><li>in banks</li></ul></li></ul>
<pre><code class="language-python">#tag
dive()</code></pre>
<p>Most of the time they sleep, and nobody knows what of; see <a href="https://example.org/o">a study</a>, or do
<b>not</b>, because the study is long and old and mostly about other animals of the same river.</p></article>
<footer>All rights reserved by nobody</footer></body></html>"""
"""A saved page with navigation and a footer."""

BASE = b"""filters:
  and:
    - file.hasTag("otter")
    - '!file.name.contains("[[Template]]")'
formulas:
  depth: dives * 2
views:
  - type: table
    name: Deep dives
    order: [file.name, depth]
"""

DRAWING_COMPRESSED = (
    "N4IgpgNmC2YHYBcDOIBcACA2qAlgEzXRADMAnAQ1jwAYBGEAGiIQE8AHMQkBMADwUZFehWtSYgWhAJzUxRCgHcAKnwEYQSMGCyYA"
    "EmFIB7OEgC6pwSQqwAkgXVlKYWfQC+TXPaIRDCsEgQ6S1YOLh5+S2EMOQlCAFZZcXC1Ii0IJHQAc0N0BBzNchB3dE8uAAscTLL/B"
    "Hok9k51ZMjCGMkMAFoAZgA6OKTVLkMIPHQFQ1I8HDhMoo8QfC48SDAePDrmBrDB8Sj0NtaBiPVsuE5xHCQAERW1wgRSAFcwYtKHa"
    "2cg+tD3pxbo8TtdAADmBMTgf3UAHVyFMZugAEY4SYZQDIBOgAEpgHDVUhFUyuIA="
)
"""Drawn: a frame "Wading birds" with a text in it, and two texts above; as lz-string compressed it."""


def drawing_note() -> bytes:
    """Return a drawing as Obsidian's plugin saves it, whose first text was changed after it was drawn."""
    lines = [DRAWING_COMPRESSED[i : i + 100] for i in range(0, len(DRAWING_COMPRESSED), 100)]
    return "\n".join(
        [
            "---", "excalidraw-plugin: parsed", "tags: [pond]", "---", "==⚠  Switch to EXCALIDRAW VIEW in the menu ⚠==",
            "Back of the card", "", "# Excalidraw Data", "## Text Elements", "herons stand ^highest1", "",
            "eels go to sea ^lowest01", "", "## Embedded Files", f"{'ab' * 20}: [[Pond map.png]]", "", "%%",
            "## Drawing", "```compressed-json", "\n\n".join(lines), "```", "%%",
        ]
    ).encode()  # fmt: skip


EVERY = {
    ".docx": docx(word_paragraph("Otters dive", "H2")),
    ".odt": odf("<office:text><text:p>Otters dive</text:p></office:text>"),
    ".rtf": rb"{\rtf1\ansi\ansicpg1252{\info{\title River life}}\pard Otters dive for \'fc\u8364?\par}",
    ".txt": b"Otters dive", ".org": b"* Otters dive\nfor eels\n",
    ".rst": b"Otters dive\n===========\n\nfor eels\n", ".tex": b"\\section{Otters dive}\nfor eels\n",
    ".adoc": b"== Otters dive\nfor eels\n", ".typ": b"= Otters dive\nfor eels\n",
    ".opml": b'<opml version="2.0"><body><outline text="Otters dive"/></body></opml>',
    ".epub": epub(one="<p>Otters dive</p>"), ".html": PAGE.encode(),
    ".mhtml": b"MIME-Version: 1.0\nSnapshot-Content-Location: https://example.org/otter\n"
    b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    b"<html><body><h1>Otters</h1><p>Otters dive =C3=BCber Nacht</p></body></html>",
    ".pptx": pptx(), ".xlsx": xlsx(), ".csv": b"Fish;Weight\nOtters dive;2,5\n", ".eml": mail(),
    ".ipynb": notebook(), ".base": BASE,
    ".excalidraw": json.dumps({"elements": [{"type": "text", "text": "Otters dive"}]}).encode(),
    ".excalidraw.md": drawing_note(), ".py": b"def dive():\n    return 'Otters dive'\n",
}  # fmt: skip
"""A document of each format by ending."""


def titled(ending: str, title: str) -> bytes:
    """Return the document of an ending with another title in its metadata."""
    if ending == ".odt":
        return odf("<office:text><text:p>They dive</text:p></office:text>", title=title)
    if ending == ".rtf":
        return EVERY[ending].replace(b"River life", title.encode("ascii"))
    parts = parts_of(EVERY[ending])
    written = f'<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">{title}</dc:title>'.encode()
    for name, part in parts.items():
        if name.endswith(("core.xml", ".opf")):
            bare = part.replace(b"<dc:title>River life</dc:title>", b"")
            parts[name] = bare.replace(b"<dc:creator", written + b"<dc:creator")
    return archive(parts)
