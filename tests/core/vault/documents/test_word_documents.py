"""Of a Word document, everything that it shows is read, in its place or below a heading of its own."""

from tests.core.vault.documents.files import WORD, docx, word_paragraph
from vaultsearch.core.vault.documents.word import read_docx

NAMES = (
    f'{WORD} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*within: str) -> str:
    return f"<w:p {NAMES}>{''.join(within)}</w:p>"


def part(name: str, *within: str) -> str:
    return f"<w:{name} {NAMES}>{''.join(within)}</w:{name}>"


def read(*body: str, **parts: str) -> str:
    return read_docx(docx("".join(body), **parts)).text


def test_the_words_below_phonetic_guides_are_read_without_them() -> None:
    ruby = f"<w:r><w:ruby><w:rt>{run('かわうそ')}</w:rt><w:rubyBase>{run('川獺')}</w:rubyBase></w:ruby></w:r>"
    assert read(paragraph(run("この"), ruby, run("は泳ぐ。"))) == "この川獺は泳ぐ。"


def test_simple_fields_and_turned_text_are_read_in_their_places() -> None:
    field = f'<w:fldSimple w:instr="DOCPROPERTY River">{run("Isar")}</w:fldSimple>'
    turned = f'<w:bdo w:val="rtl">{run("נהר")}</w:bdo>'
    assert read(paragraph(run("The "), field, run(" is a "), turned)) == "The Isar is a נהר"


def test_content_controls_are_read_around_paragraphs_within_them_and_in_tables() -> None:
    control = "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>"
    cells = f"<w:tc>{word_paragraph('Eel')}</w:tc><w:tc>{word_paragraph('7')}</w:tc>"
    table = f"<w:tbl>{control.format(f'<w:tr>{cells}</w:tr>')}</w:tbl>"
    inline = paragraph(run("Counted by "), control.format(run("Ada")))
    text = read(control.format(word_paragraph("Otters")), inline, table)
    assert text == "Otters\n\nCounted by Ada\n\n| Eel | 7 |\n| --- | --- |"


def test_signs_within_a_word_do_not_part_it() -> None:
    parted = (
        "<w:r><w:t>Fisch</w:t><w:softHyphen/><w:t>otter</w:t><w:noBreakHyphen/><w:t>Bau</w:t><w:cr/><w:t>hier</w:t></w:r>"
        '<w:r><w:br w:type="page"/><w:t>dort</w:t></w:r>'
    )
    assert read(paragraph(parted)) == "Fischotter-Bau\nhier\ndort"


def box(kind: str, text: str) -> str:
    content = f"<w:txbxContent>{word_paragraph(text)}</w:txbxContent>"
    if kind == "older":
        return f"<w:pict><v:oval><v:textbox>{content}</v:textbox></v:oval></w:pict>"
    return f"<w:drawing><wp:anchor><wps:wsp><wps:txbx>{content}</wps:txbx></wps:wsp></wp:anchor></w:drawing>"


def test_a_text_box_is_read_once_behind_the_paragraph_in_which_it_stands() -> None:
    twice = (
        f"<mc:AlternateContent><mc:Choice>{box('newer', 'first box')}</mc:Choice>"
        f"<mc:Fallback>{box('older', 'first box')}</mc:Fallback></mc:AlternateContent>"
    )
    text = read(
        paragraph(
            run("Before "), f"<w:r>{twice}</w:r>", f"<w:r>{box('newer', 'second box')}</w:r>", run("behind")
        ),
        paragraph(f"<w:r>{box('older', 'third box')}</w:r>"),
        word_paragraph("Last"),
    )
    assert text.split("\n\n") == ["Before behind", "first box", "second box", "third box", "Last"]


def test_headers_and_footers_are_read_once_below_a_heading_and_page_numbers_are_not() -> None:
    number = f'<w:fldSimple w:instr="PAGE">{run("3")}</w:fldSimple>'
    seal = f"<w:r>{box('newer', 'Seal')}</w:r>"
    text = read(
        word_paragraph("Dear Ada,"),
        header1=part("hdr", paragraph(run("River office, file "), run("O-17"))),
        header2=part("hdr", paragraph(run("River office, file O-17")), paragraph(seal)),
        footer1=part("ftr", paragraph(number), word_paragraph("#1 bank of the river")),
    )
    assert text.split("\n\n") == [
        "Dear Ada,", "# Header and footer", "River office, file O-17", "Seal", "\\#1 bank of the river",
    ]  # fmt: skip


def test_comments_and_both_kinds_of_notes_are_read() -> None:
    named = {"footnote": 2, "endnote": 3, "comment": 0}
    references = (f'<w:r><w:{kind}Reference w:id="{number}"/></w:r>' for kind, number in named.items())
    body = paragraph(run("Otters dive"), *references)
    noted = paragraph(run("for "), f'<w:fldSimple w:instr="x">{run("eels")}</w:fldSimple>')
    text = read(
        body,
        footnotes=part("footnotes", f'<w:footnote w:id="2">{noted}</w:footnote>'),
        endnotes=part("endnotes", f'<w:endnote w:id="3">{word_paragraph("at night")}</w:endnote>'),
        comments=part(
            "comments", f'<w:comment w:id="0" w:initials="AW">{word_paragraph("Who says so?")}</w:comment>'
        ),
    )
    notes = "1. for eels\n2. at night\n\nComment \\[AW1]\n\nWho says so?"
    assert text == f"Otters dive \\[1] \\[2]\\[AW1]\n\n{notes}"
