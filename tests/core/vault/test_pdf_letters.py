"""The letters of a PDF are read in the order of their script, unless no font tells which they are."""

import pytest

from tests.core.vault.reading import texts
from tests.pdf_files import HELVETICA, Pdf, PdfPage, TextLine, width
from vaultsearch.core.recognized_texts import picture_pages
from vaultsearch.core.values.note import Note, Revision
from vaultsearch.core.vault.pdf_layout import are_glyph_numbers_letters, is_right_to_left, order_letters
from vaultsearch.core.vault.pdf_pages import open_pdf, read_page, render_for_ocr
from vaultsearch.core.vault.reading import read_file

SIZE = 10
HEBREW = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ#", "אבגדהוזחטיךכלםמןנסעףפץצקרשת", strict=True))
CODES = {letter: code for code, letter in HEBREW.items()}


def read(pdf: Pdf) -> Note:
    raw = pdf.written()
    return read_file(Revision("a.pdf", len(raw), 0), raw)


def hebrew(right: float, y: float, text: str, as_seen: bool) -> list[TextLine]:
    """Return words that begin at the right, letter by letter, as they are read or as they are seen."""
    placed = []
    for word in text.split():
        for char in word:
            code = CODES.get(char, char)
            right -= width(code, SIZE)
            placed.append(TextLine(right, y, code, SIZE))
        right -= width(" ", SIZE)
    return placed[::-1] if as_seen else placed


@pytest.mark.parametrize("as_seen", [False, True])
def test_hebrew_is_read_from_right_to_left_whatever_the_order_of_its_file(as_seen: bool) -> None:
    lines = ["הלוטרה שוחה בנהר כל הלילה", "ומביאה אבנים אל הגדה"]
    drawn = [one for at, line in enumerate(lines) for one in hebrew(500, 700 - 12 * at, line, as_seen)]
    assert texts(read(Pdf([PdfPage(drawn)], letters=HEBREW))) == [" ".join(lines)]


def test_the_right_one_of_two_hebrew_columns_is_read_first() -> None:
    right = ["הלוטרה שוחה בנהר כל", "הלילה והיא מביאה אבנים", "אל הגדה של הנהר"]
    left = ["בבוקר היא ישנה מתחת", "לשורשים של העץ הגדול", "עד שהשמש שוקעת"]
    drawn = [
        one
        for at in range(3)
        for x, side in ((500, right), (240, left))
        for one in hebrew(x, 700 - 12 * at, side[at], as_seen=False)
    ]
    assert " ".join(texts(read(Pdf([PdfPage(drawn)], letters=HEBREW)))) == " ".join([*right, *left])


def test_words_of_another_script_within_a_line_keep_their_order() -> None:
    start = TextLine(50, 700, "see the words ", SIZE)
    at = 50 + width("see the words ", SIZE)
    inner = "הלוטרה שוחה"
    end = at + sum(width(CODES.get(char, char), SIZE) for char in inner)
    drawn = [start, *hebrew(end, 700, inner, as_seen=False), TextLine(end + 3, 700, "in a book", SIZE)]
    assert texts(read(Pdf([PdfPage(drawn)], letters=HEBREW))) == [f"see the words {inner} in a book"]


@pytest.mark.parametrize(("text", "is_so"), [("א", True), ("אבa", True), ("אa", False), ("", False)])
def test_a_text_runs_from_right_to_left_if_most_of_its_letters_do(text: str, is_so: bool) -> None:
    assert is_right_to_left([text]) == is_so


def test_numbers_and_brackets_in_a_word_stand_where_they_are_read() -> None:
    def boxes(*lefts: float) -> list[tuple[float, ...]]:
        return [(left, 0, left + 5, 9) for left in lefts]

    assert order_letters("ב-24", boxes(20, 15, 5, 10)) == "ב-24"
    assert order_letters("24-ב", boxes(5, 10, 15, 20)) == "ב24-"
    assert order_letters("(גבא)", boxes(0, 5, 10, 15, 20)) == "(אבג)"


def test_arabic_in_the_shapes_of_a_word_is_read_as_its_letters() -> None:
    letters = dict(zip("ABCD", "\ufe91\ufea4\ufeae\ufefb", strict=True))
    drawn = [TextLine(100 - width("ABCD"[: at + 1], SIZE), 700, code, SIZE) for at, code in enumerate("ABCD")]
    assert texts(read(Pdf([PdfPage(drawn)], letters=letters))) == ["بحرلا"]


LOST = "The e\x01cient o\x01ce classi\x02es the tra\x01c of the river"
WHOLE = "The otters of the valley dive for eels in the cold river, and play on its banks all day long"


def test_a_page_whose_letters_are_not_told_is_left_to_text_recognition() -> None:
    pdf = Pdf([PdfPage([TextLine(50, 700, LOST)])])
    note = read(pdf)
    assert (texts(note), picture_pages(note)) == ([], (1,))
    problem = "Its fonts don't say which letters its pages show; text recognition can read them."
    assert note.problems == (problem,)
    with open_pdf(pdf.written()) as document:
        assert render_for_ocr(document, 0) is not None


def test_of_several_pages_those_are_named_whose_letters_are_not_told() -> None:
    pages = [PdfPage([TextLine(50, 700, one)]) for one in (LOST, LOST, WHOLE, LOST)]
    note = read(Pdf(pages))
    assert (texts(note), picture_pages(note)) == ([WHOLE], (1, 2, 4))
    assert note.problems == ("Its fonts don't say which letters are on these pages: 1–2, 4.",)


def test_a_few_words_without_their_ligatures_are_left_out_and_counted() -> None:
    torn = TextLine(50, 680, "in \x01elds of \x01\x02owers, e\x01ective in the long run,")
    lines = [TextLine(50, 700, WHOLE), torn, *(TextLine(50, y, WHOLE) for y in (660, 648, 636))]
    raw = Pdf([PdfPage(lines)]).written()
    widths = " ".join(map(str, [556] * 31 + HELVETICA[:95])).encode()
    raw = raw.replace(b"/Encoding", b"/FirstChar 1/LastChar 126/Widths[%s]/Encoding" % widths)
    note = read_file(Revision("a.pdf", len(raw), 0), raw)
    assert "in … of … in the long run" in " ".join(texts(note))
    assert note.problems == ("Words whose fonts don't say their letters were left out: 3.",)


def test_bullets_and_quotation_marks_without_a_meaning_cost_no_words() -> None:
    note = read(Pdf([PdfPage([TextLine(50, 700, f"\x01 {WHOLE}"), TextLine(50, 680, "\x01")])]))
    assert (texts(note), note.problems) == ([WHOLE], ())


def test_numbers_of_glyphs_are_letters_if_they_read_as_such() -> None:
    assert are_glyph_numbers_letters(WHOLE)
    assert not are_glyph_numbers_letters("".join(chr(ord(one) - 29) for one in WHOLE))
    assert not are_glyph_numbers_letters("\x01\x02\x03")


def test_the_words_of_a_page_that_is_not_told_are_not_marked_in_its_picture() -> None:
    with open_pdf(Pdf([PdfPage([TextLine(50, 700, LOST)])]).written()) as document:
        page = read_page(document, 0)
    assert (page.lines, page.is_unmapped) == ((), True)
