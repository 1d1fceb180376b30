"""Documents are read as their programs write them; whatever the bytes, within limits or refused by a sentence."""

import contextlib
import json
import random
from datetime import UTC, datetime

import pytest

from tests.core.vault.documents import files
from tests.thoroughness import THOROUGH
from vaultsearch.core.values.note import FileKind, Revision, page_of
from vaultsearch.core.vault.documents.document import DocumentText
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.reading import DOCUMENT_FORMATS, kind_of, read_file

WRITTEN = datetime(2021, 3, 4, 5, 6, 7, tzinfo=UTC)


def text_of(ending: str, raw: bytes | None = None) -> str:
    return DOCUMENT_FORMATS[ending](files.EVERY[ending] if raw is None else raw).text


def test_each_format_has_its_reader() -> None:
    read = {ending: DOCUMENT_FORMATS[ending](raw) for ending, raw in files.EVERY.items()}
    assert [ending for ending, one in read.items() if len(one.text) < 9] == []
    same = {".htm .xhtml": ".html", ".docm": ".docx", ".ods .odp": ".odt", ".pptm .ppsx": ".pptx"}
    same |= {".xlsm": ".xlsx", ".tsv": ".csv", ".mht": ".mhtml", ".asciidoc": ".adoc"}
    same |= {".log .srt .vtt": ".txt", ".ics .vcf": ".vcf"}
    alike = [(ending, of) for endings, of in same.items() for ending in endings.split()]
    assert all(DOCUMENT_FORMATS[ending].read == DOCUMENT_FORMATS[of].read for ending, of in alike)
    others = DOCUMENT_FORMATS.keys() - files.EVERY.keys() - dict(alike).keys()
    assert {DOCUMENT_FORMATS[ending].kind for ending in others} == {FileKind.CODE}


def test_a_word_document_has_headings_lists_tables_and_notes() -> None:
    cell = "<w:tc>{}</w:tc>"
    row = "".join(cell.format(files.word_paragraph(text)) for text in ("Trout", "a | b"))
    table = f"<w:tbl><w:tr>{row}</w:tr></w:tbl>"
    raw = files.docx(files.word_paragraph("Otters", "H2") + files.word_paragraph("They dive.") + table)
    read = DOCUMENT_FORMATS[".docx"](raw)
    assert read.text == "## Otters\n\nThey dive.\n\n| Trout | a \\| b |\n| --- | --- |"
    assert (read.title, read.properties, read.created) == ("River life", {"author": "Ada Weaver"}, WRITTEN)


MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def signs(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def test_formulas_of_a_word_document_are_read_in_a_line_in_their_places() -> None:
    power = f"<m:sSup><m:e>{signs('x')}</m:e><m:sup>{signs('n+1')}</m:sup></m:sSup>"
    half = f"<m:f><m:num>{signs('∞')}</m:num><m:den>{signs('2')}</m:den></m:f>"
    total = f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{signs('i=1')}</m:sub><m:sup/><m:e>{half}</m:e>"
    root = f"<m:rad><m:radPr/><m:deg/><m:e><m:d><m:e>{signs('b')}</m:e></m:d></m:e></m:rad>"
    inline = f"<m:oMath {MATH}>{power}</m:oMath>"
    own = f"<m:oMathPara {MATH}><m:oMath>{total}</m:nary>{signs('+')}{root}</m:oMath></m:oMathPara>"
    run = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
    raw = files.docx(f"<w:p>{run.format('Let ')}{inline}{run.format(' be.')}</w:p><w:p>{own}</w:p>")
    assert text_of(".docx", raw) == "Let x^(n+1) be.\n\n∑\\_(i=1)∞/2+√((b))"


def test_formulas_of_an_opendocument_text_are_read_from_their_own_parts() -> None:
    math = "<mrow><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><mo>=</mo><mfrac><mi>b</mi><mi>c</mi></mfrac></mrow>"
    noted = "<annotation encoding='StarMath 5.0'>x^2_1</annotation>"
    part = f"<math xmlns='http://www.w3.org/1998/Math/MathML'><semantics>{math}{noted}</semantics></math>"
    link = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./Object 1"'
    body = f"<office:text><text:p>Let <draw:frame><draw:object {link}/></draw:frame>.</text:p></office:text>"
    assert text_of(".odt", files.odf(body, parts={"Object 1/content.xml": part})) == "Let x_1^2=b/c."


def test_what_looks_like_syntax_in_a_document_is_shown_and_is_no_tag_nor_link() -> None:
    written = "#dive [[Herons]] %%hidden%% key:: 5 &lt;b&gt; *star* $5 and $6 ==mark== a_b ^id"
    raw = files.docx(files.word_paragraph(written) + files.word_paragraph("1984. A year"))
    note = read_file(Revision("Otters.docx", 9, 0), raw)
    shown = [block.text for section in note.sections for block in section.blocks]
    assert shown == [written.replace("&lt;", "<").replace("&gt;", ">"), "1984. A year"]
    assert (note.tags, note.links, set(note.properties)) == ((), (), {"title", "author"})


def test_an_opendocument_text_has_nested_lists_notes_and_repeated_cells() -> None:
    listed = (
        "<text:list><text:list-item><text:p>holts</text:p><text:list><text:list-item><text:p>banks</text:p>"
    )
    listed += "</text:list-item></text:list></text:list-item></text:list>"
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>or sleep</text:p>"
    table = (
        '<table:table><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p>'
    )
    raw = files.odf(
        f'<office:text><text:h text:outline-level="2">Otters</text:h><text:p>dive{note}</text:note-body></text:note>'
        f'<text:s text:c="3"/>deep</text:p>{listed}{table}</table:table-cell></table:table-row></table:table>'
        "<text:table-of-content><text:p>Otters 1</text:p></text:table-of-content></office:text>"
    )
    read = DOCUMENT_FORMATS[".odt"](raw)
    assert read.text == "## Otters\n\ndive (or sleep) deep\n\n- holts\n  - banks\n\n| x | x |\n| --- | --- |"
    assert read.created == WRITTEN


def test_lists_of_an_opendocument_text_are_numbered_as_their_style_says() -> None:
    def listed(style: str, *items: str) -> str:
        within = "</text:list-item><text:list-item>".join(items)
        styled = f' text:style-name="{style}"' if style else ""
        return f"<text:list{styled}><text:list-item>{within}</text:list-item></text:list>"

    def said(text: str) -> str:
        return f"<text:p>{text}</text:p>"

    level = '<text:list-level-style-{} text:level="{}" {}/>'
    numbers = level.format("number", 1, 'style:num-format="1"') + level.format("bullet", 2, "")
    letters = level.format("number", 1, 'style:num-format="a" text:start-value="3"')
    letters += level.format("number", 2, 'style:num-format="1"')
    bare = level.format("number", 1, 'style:num-format=""')
    first = level.format("number", 1, 'style:num-format="1" text:start-value="3"')
    styles = "".join(
        f'<text:list-style style:name="{name}">{levels}</text:list-style>'
        for name, levels in (("Numbers", numbers), ("Letters", letters), ("Bare", bare), ("First", first))
    )
    dives = said("dives") + said("in the river") + listed("", said("deep"), said("long"))
    body = listed("Numbers", said("eats"), dives, said("sleeps"))
    seventh = '</text:list-item><text:list-item text:start-value="7">'
    body += listed("Letters", said("eels") + listed("", said("in spring")) + seventh + said("swims"))
    body += listed("Bare", said("plain") + listed("First", said("inner")))
    assert text_of(".odt", files.odf(f"<office:text>{body}</office:text>", styles)).split("\n") == [
        "1. eats", "2. dives", "   in the river", "   - deep", "   - long", "3. sleeps", "",
        "3. eels", "   1. in spring", "7. swims", "", "- plain", "  3. inner",
    ]  # fmt: skip


def test_a_list_of_an_opendocument_text_goes_on_after_a_paragraph_if_it_says_so() -> None:
    def listed(text: str, attributes: str = "", start: str = "") -> str:
        item = f"<text:list-item {start}><text:p>{text}</text:p></text:list-item>"
        return f'<text:list text:style-name="Common" {attributes}>{item}</text:list><text:p>.</text:p>'

    style = '<text:list-level-style-number text:level="1" style:num-format="1"/>'
    common = f'<text:list-style style:name="Common">{style}</text:list-style>'
    body = listed("eats", 'xml:id="day"', 'text:start-value="4"')
    body += listed("dives", 'text:continue-numbering="true"') + listed("rests")
    body += listed("sleeps", 'text:continue-list="day"')
    body += listed("hides", start='text:start-value="123456789x"')
    text = text_of(".odt", files.odf(f"<office:text>{body}</office:text>", common=common))
    said = [line for line in text.split("\n") if line.strip(".")]
    assert said == ["4. eats", "5. dives", "1. rests", "5. sleeps", "1. hides"]


SAYING = (
    "River life", "Documents of the river", "1984", "Microsoft Excel 2019 Bible", "Untitled Goose Game",
    "How to write an index.html",
)  # fmt: skip
LEFT_BEHIND = (
    "  ", "Document1", "Microsoft Word - draft 3.doc", "Microsoft Word 97-2003 Document", "otters_final.docx",
    "PowerPoint Presentation", "PowerPoint-Präsentation", "PowerPoint 演示文稿", "untitled",
    "Untitled document 2", "Unbenanntes Dokument", "无标题", "无标题文档", "未命名", "Unknown Title",
)  # fmt: skip


@pytest.mark.parametrize("title", [*SAYING, *LEFT_BEHIND])
def test_a_title_is_the_notes_unless_a_program_left_it_behind(title: str) -> None:
    note = read_file(Revision("Zoo/Otters.odt", 9, 0), files.titled(".odt", title))
    shown = (title, title) if title in SAYING else ("Otters", None)
    assert (note.title, note.properties.get("title")) == shown


@pytest.mark.parametrize("ending", [".docx", ".odt", ".rtf", ".epub", ".pptx", ".xlsx"])
def test_a_document_of_each_office_format_without_a_title_has_the_files_name(ending: str) -> None:
    titles = [
        read_file(Revision(f"Zoo/Otters{ending}", 9, 0), files.titled(ending, title)).title
        for title in ("The river", "", " ", "untitled")
    ]
    assert titles == ["The river", "Otters", "Otters", "Otters"]


def test_slides_are_pages_in_the_order_of_the_presentation_with_their_notes() -> None:
    note = read_file(Revision("Talk.pptx", 9, 0), files.EVERY[".pptx"])
    told = [(one.page, one.heading_path[1:], one.blocks[0].text) for one in note.sections]
    assert told == [(1, ("River life", "Notes"), "Speak slowly here"), (2, (), "- Otters dive\n  - for eels")]
    assert [one.text for one in note.sections[1].blocks[1:]] == [
        "Trout | 2.5",
        "- Holt\n- Isar\n- Eels\n- 2024",
    ]
    assert "99" not in note.text, "the slide's number stands on each slide"


def test_a_table_of_more_cells_than_are_read_says_so() -> None:
    read = DOCUMENT_FORMATS[".csv"]((b"a," * 200 + b"\n") * 1_100)
    assert read.problems == ("Only its first 200,000 cells were read.",)
    assert read.text.count(" a |") > 190_000


def test_a_book_has_its_chapters_and_names_those_without_a_heading() -> None:
    read = DOCUMENT_FORMATS[".epub"](
        files.epub(b="<h2>Holts</h2><p>in banks</p>", a="<p>Otters <i>dive</i></p>")
    )
    assert read.text == "## Holts\n\nin banks\n\n# Chapter a\n\nOtters *dive*"
    assert (read.title, read.properties["author"]) == ("River life", "Ada Weaver")
    assert read.created == datetime(1999, 1, 1, tzinfo=UTC)


def test_a_mail_tells_who_wrote_what_is_attached_and_its_plain_text() -> None:
    read = DOCUMENT_FORMATS[".eml"](files.EVERY[".eml"])
    assert read.text.split("\n") == [
        "- From: Jürgen Müller j@example.org", "- To: ada@example.org", "- Attached: Bill 7.pdf", "",
        "Grüße vom Fluss \\#1", "> Otters dive", "",
    ]  # fmt: skip
    assert (read.title, read.created) == ("Über Otter", datetime(2020, 3, 3, 9, 11, 12, tzinfo=UTC))


FRAME = '<draw:frame presentation:class="{}"><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>'
SLIDE = f"{FRAME.format('title', 'Otters')}{FRAME.format('outline', 'They dive')}"
NUMBER = "<text:page-number>&lt;number&gt;</text:page-number>"
SPOKEN = f"<presentation:notes>{FRAME.format('notes', 'Speak slowly')}{FRAME.format('', NUMBER)}</presentation:notes>"
SLIDES = f"<office:presentation><draw:page>{SLIDE}{SPOKEN}</draw:page></office:presentation>"
FISH = "| Fish | Weight | Day |\n| --- | --- | --- |\n| Trout\\|pike | 2.5 | 2024-05-06 |\n| Eel | 7 |  |"


@pytest.mark.parametrize(
    ("ending", "raw", "text"),
    [
        (".odp", files.odf(SLIDES), "# Slide 1\n\n## Otters\n\nThey dive\n\n### Notes\n\nSpeak slowly"),
        (".xlsx", files.EVERY[".xlsx"], f"# Catch\n\n{FISH}"),
        (".csv", files.EVERY[".csv"], "| Fish | Weight |\n| --- | --- |\n| Otters dive | 2,5 |"),
        # A quotation mark is left open.
        (".csv", b'"one, two",3\n"open, 4\n', "| one, two | 3 |\n| --- | --- |\n| open, 4 |  |"),
        (".txt", "Otters\n------\n- dive #deep\n        far in".encode("utf-16"),
         "Otters\n\\------\n- dive \\#deep\n   far in"),
        (".rtf", files.EVERY[".rtf"], "Otters dive for ü€"),
        (".rtf", rb"{\rtf1 Otters{\super\chftn}{\*\footnote\chftn{\pard of Asia\par}} \{deep\}{\footnote .}\par}",
         "Otters (of Asia) {deep} (.)"),
        # The comments above a symbol belong to it.
        (".py", b"import os\n# deep\n@cached\ndef dive(): pass\n",
         "```python\nimport os\n```\n\n# def dive\n\n```python\n# deep\n@cached\ndef dive(): pass\n```"),
    ],
)  # fmt: skip
def test_a_document_is_read_as_its_program_shows_it(ending: str, raw: bytes, text: str) -> None:
    assert text_of(ending, raw) == text


def test_a_notebook_shows_its_cells_and_what_they_printed() -> None:
    assert text_of(".ipynb").split("\n\n") == [
        "# Otters\n```\nopen\n```", "```python\ndive(3)\n```", "```\ndeep\n```", "```\nKeyError: 'eel'\n```",
    ]  # fmt: skip


def shown_by(*outputs: dict[str, object]) -> str:
    """Return the text of a notebook of one empty cell with these outputs."""
    shown = [{"output_type": "display_data", "data": data} for data in outputs]
    cells = [{"cell_type": "code", "source": "", "outputs": shown}]
    return text_of(".ipynb", json.dumps({"cells": cells, "metadata": {}}).encode())


def test_a_notebook_shows_what_was_given_out_as_html_or_markdown() -> None:
    rich = "<script>draw()</script><h3>Otters</h3><table><tr><th>day</th><th>n</th></tr><tr><td>1</td><td>4</td></table>"
    table = "### Otters\n\n| day | n |\n| --- | --- |\n| 1 | 4 |"
    four = shown_by({"text/html": [rich]}, {"text/markdown": ["**four** ", "otters"]})
    assert four == f"{table}\n\n**four** otters"
    assert shown_by({"text/plain": "<IPython.core.display.HTML object>", "text/html": rich}) == table
    assert shown_by({"text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": "AAAA"}) == ""
    assert shown_by({"text/plain": "   n\n1  4", "text/html": rich}) == "```\n   n\n1  4\n```"


def test_a_base_shows_its_views_and_filters_and_links_to_nothing() -> None:
    note = read_file(Revision("Otters.base", 9, 0), files.BASE)
    assert note.text.split("\n") == [
        "# Filters", "", "- all of:", '  - `file.hasTag("otter")`',
        '  - `!file.name.contains("[[Template]]")`', "",
        "# Formulas", "", "- depth: `dives * 2`", "",
        "# Deep dives", "", "- Shown as: table", "- Columns: file.name, depth",
    ]  # fmt: skip
    assert note.links == ()


def test_a_drawing_shows_its_texts_from_top_to_bottom_and_what_it_embeds() -> None:
    note = read_file(Revision("Pond.excalidraw.md", 9, 0), files.drawing_note())
    assert note.text == (
        "Back of the card\n\nherons stand\n\neels go to sea\n\n# Wading birds – Reiher\n\nsee [[Herons]]\n\n"
        "- [[Pond map.png]]"
    )
    assert [link.target for link in note.links] == ["Herons", "Pond map.png"]
    assert (note.kind, note.tags) == (FileKind.DRAWING, ("pond",))


def test_the_note_beside_a_drawing_has_tags_and_fields_as_any_note() -> None:
    back = b"# About\n\nA walk to the #river/bank with (width:: 3) in May"
    raw = files.drawing_note().replace(b"Back of the card", back)
    note = read_file(Revision("Pond.excalidraw.md", 9, 0), raw)
    assert (note.tags, note.properties["width"]) == (("pond", "river/bank"), 3)
    assert read_file(Revision("Otters.txt", 9, 0), b"A walk to the #river").tags == ()


def test_a_drawing_that_is_damaged_keeps_the_texts_beside_it() -> None:
    whole = files.drawing_note()
    assert text_of(".excalidraw.md", whole[: whole.index(b"compressed-json") + 120] + b"\n```\n") == (
        "Back of the card\n\nherons stand\n\neels go to sea\n\n- [[Pond map.png]]"
    )


@pytest.mark.parametrize(
    ("ending", "source", "headings"),
    [
        (".py", "import os\n\n# deep\n@cached\nclass Otter:\n    async def dive(self):\n        if x: pass\n",
         ["# class Otter", "## def dive"]),
        (".js", "export default function swim(a) {}\nconst dive = async (a) => a\nfoo(1)\n",
         ["# function swim", "# dive"]),
        (".c", "static int *dive(int a)\n{\n    return foo(a);\n}\n#define X\n", ["# dive"]),
        (".sh", "dive() {\n  if true; then x; fi\n}\n", ["# dive"]),
        (".go", "func (o *Otter) Dive() error {\n", ["# func Dive"]),
        (".sql", "CREATE TABLE otters (id int);\n", ["# TABLE otters"]),
    ],
)  # fmt: skip
def test_source_code_has_its_symbols_for_headings(ending: str, source: str, headings: list[str]) -> None:
    lines = text_of(ending, source.encode()).split("\n")
    assert [line for line in lines if line.startswith("#") and line not in source] == headings
    assert [line for line in source.split("\n") if line and line not in lines] == []


@pytest.mark.parametrize("ending", [".md", ".markdown", ".mdx", ".qmd", ".Rmd", ".MD"])
def test_markdown_of_other_programs_is_a_note_as_any(ending: str) -> None:
    raw = b"---\ntags: [pond]\n---\n# Page 3\n#river [[Eels]]\n\n```{r}\nplot(x)\n```\n"
    note = read_file(Revision(f"Otters{ending}", len(raw), 0), raw)
    assert (note.kind, note.title, note.tags) == (FileKind.NOTE, "Otters", ("pond", "river"))
    assert [link.target for link in note.links] == ["Eels"]
    assert page_of(note.path, ("Page 3",)) is None


def test_an_ending_of_two_parts_counts_before_that_of_one() -> None:
    paths = ("a/Pond.EXCALIDRAW.md", "a/Pond.old.md", "a.excalidraw.md/Pond")
    assert [*map(kind_of, paths)] == [FileKind.DRAWING, FileKind.NOTE, None]


MUTATIONS = 200 if THOROUGH else 12
_SYNTAX = b"<>&;\"'={}[]\\|`#-: \n\0\xff/09"
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
FILE_NAMED = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
CIPHER = "<e><EncryptionMethod Algorithm='aes'/></e>"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def with_part(raw: bytes, name: str, content: str | bytes) -> bytes:
    return files.archive(files.parts_of(raw) | {name: content})


@pytest.mark.parametrize(
    ("ending", "raw", "reason"),
    [
        (".docx", b"", "empty"), (".txt", b"\0" * 900, "empty"),
        (".docx", files.EVERY[".docx"][:-100], "damaged, incomplete"),
        (".epub", b"<html>", "damaged, incomplete, or of another type"),
        (".docx", COMPOUND + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        (".xlsx", COMPOUND, "Office before 2007"), (".docx", files.EVERY[".xlsx"], "isn't a Word document"),
        (".odt", with_part(files.odf(""), "META-INF/manifest.xml", "<encryption-data xmlns='x'/>"), "password"),
        (".epub", with_part(files.epub(a=""), "META-INF/encryption.xml", CIPHER), "copy protection"),
        (".docx", with_part(files.docx(""), "word/media/a.png", b"\0" * 40_000_000), "unpack to more"),
        (".pptx", with_part(files.EVERY[".pptx"], "ppt/slides/slide1.xml", " " * 34_000_000), "unpack to more"),
        (".docx", with_part(files.docx(""), "word/document.xml", LAUGHS), "entities"),
        (".xlsx", with_part(files.EVERY[".xlsx"], "xl/workbook.xml", FILE_NAMED), "entities"),
        (".odt", with_part(files.odf(""), "content.xml", LAUGHS.encode("utf-16")), "entities"),
        (".eml", b"no header\n\ntext", "isn't a mail"), (".mhtml", b"MIME-Version: 1.0\n\ntext", "no page"),
        (".rtf", b"text", "isn't a rich text"), (".ipynb", b"[" * 100_000, "isn't a Jupyter notebook"),
        (".base", b"a: [", "valid base"), (".excalidraw", b"{}", "no elements"),
        (".txt", bytes(range(256)) * 20, "isn't text"),
    ],
)  # fmt: skip
def test_an_unreadable_document_is_told_and_the_remedy(ending: str, raw: bytes, reason: str) -> None:
    with pytest.raises(UnreadableNoteError, match=reason) as raised:
        DOCUMENT_FORMATS[ending](raw)
    assert raised.value.remedy


@pytest.mark.parametrize("ending", files.EVERY)
def test_damaged_bytes_are_read_or_refused_and_nothing_else(ending: str) -> None:
    chance = random.Random(ending)
    for _ in range(MUTATIONS):
        raw = _damaged(files.EVERY[ending], chance)
        with contextlib.suppress(UnreadableNoteError):
            assert isinstance(DOCUMENT_FORMATS[ending](raw), DocumentText)


def _damaged(raw: bytes, chance: random.Random) -> bytes:
    """Cut bytes off, or change some: of an archive, those of one of its parts, so that it still opens."""
    if chance.random() < 0.2:
        return raw[: chance.randrange(len(raw))]
    if not raw.startswith(b"PK"):
        return _changed(raw, chance)
    parts = files.parts_of(raw)
    victim = chance.choice([name for name, content in parts.items() if content])
    return files.archive(parts | {victim: _changed(parts[victim], chance)})


def _changed(raw: bytes, chance: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(chance.choice((1, 5, 50))):
        changed[chance.randrange(len(changed))] = chance.choice(_SYNTAX)
    return bytes(changed)


ROW = "<table:table-row table:number-rows-repeated='999999'>"
CELL = "<table:table-cell table:number-columns-repeated='999999'>"


@pytest.mark.parametrize(
    ("ending", "raw"),
    [
        (".html", b"<div>" * 100_000 + b"words"), (".html", b"<table><tr><td>" * 2_000 + b"words" * 1_000),
        (".html", b"<li>item" * 5_000), (".eml", b"From: " + b"a@b, " * 100_000 + b"\n\nwords"),
        (".csv", b"," * 500_000), (".rtf", b"{\\rtf1 " + b"{" * 100_000),
        (".ods", files.odf("<text:p>" + "<text:s text:c='999999999'/>words" * 100 + "</text:p>")),
        (".ods",
         files.odf(f"<table:table>{ROW}{CELL}<text:p>x</text:p></table:table-cell></table:table-row></table:table>")),
        (".excalidraw.md", b"# Drawing\n```compressed-json\n" + b"A" * 50_000 + b"\n```"),
        (".txt", b"_" * 200_000 + b"- " * 100_000),
    ],
)  # fmt: skip
def test_what_is_nested_or_repeated_without_end_gives_little_text(ending: str, raw: bytes) -> None:
    assert len(DOCUMENT_FORMATS[ending](raw).text) < 2 * len(raw) + 10_000


_REPEATED = 20_000


@pytest.mark.timeout(60)
def test_text_boxes_within_text_boxes_are_written_once() -> None:
    """Each box was written again by each around it: 30 of them, in 1 KB, a billion times."""
    depth = 40
    inner = "".join(f"<text:p>words {n}<draw:frame><draw:text-box>" for n in range(depth))
    ends = "</draw:text-box></draw:frame></text:p>" * depth
    text = text_of(".odt", files.odf(f"<office:text>{inner}{ends}</office:text>"))
    assert text.split("\n\n") == [f"words {n}" for n in range(depth)]


@pytest.mark.timeout(60)
def test_a_formula_that_many_places_share_is_read_once_and_written_no_more_than_can_be_read() -> None:
    """20,000 places, in 2 KB, named one formula: 20 GB of text."""
    place = '<text:p><draw:frame><draw:object xlink:href="./f"/></draw:frame></text:p>'
    formula = f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>{"x" * 1_000_000}</mi></math>'
    raw = files.odf(f"<office:text>{place * _REPEATED}</office:text>", parts={"f/content.xml": formula})
    assert 1_000_000 <= len(text_of(".odt", raw)) <= 6_000_000


@pytest.mark.timeout(60)
def test_a_chapter_that_the_spine_repeats_is_read_once() -> None:
    items = "".join(f'<item id="c{n}" href="text/a.xhtml"/>' for n in range(_REPEATED))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(_REPEATED))
    package = f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>"
    book = with_part(files.epub(a="<p>The harbour.</p>"), "OEBPS/book.opf", package)
    assert text_of(".epub", book) == "The harbour."


@pytest.mark.timeout(60)
def test_a_slide_that_a_presentation_repeats_is_read_once() -> None:
    shape = "<sp><p><r><t>The harbour</t></r></p></sp>"
    ids = "".join(f'<sldId r:id="s{n}"/>' for n in range(_REPEATED))
    relation = '<Relationship Id="s{}" Type="slide" Target="slides/a.xml"/>'
    related = "".join(map(relation.format, range(_REPEATED)))
    slides = files.archive(
        {
            "ppt/presentation.xml": f'<presentation xmlns:r="r">{ids}</presentation>',
            "ppt/_rels/presentation.xml.rels": f"<Relationships>{related}</Relationships>",
            "ppt/slides/a.xml": f"<sld>{shape}</sld>",
        }
    )
    assert text_of(".pptx", slides).count("The harbour") == 1
