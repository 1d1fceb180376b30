"""What a reader of a PDF sees is what its note holds: pages, headings, columns, and no running heads."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.pdf_files import Pdf, PdfPage, TextLine, width
from vaultsearch.core.values.note import FileKind, Note, Revision
from vaultsearch.core.vault import pdf as reader
from vaultsearch.core.vault.file_content import UnreadableNoteError
from vaultsearch.core.vault.reading import read_file

HEAD = TextLine(50, 810, "On the Habits of Moths", 8)


def read(raw: bytes, path: str = "Papers/moths.pdf") -> Note:
    return read_file(Revision(path, len(raw), 0), raw)


def column(x: float, texts: list[str]) -> list[TextLine]:
    return [TextLine(x, 700 - at * 12, text) for at, text in enumerate(texts)]


def numbered(*pages: list[TextLine]) -> Pdf:
    """Make a PDF with a running head and page numbers."""
    lines = ([HEAD, *page, TextLine(290, 30, str(at))] for at, page in enumerate(pages, start=1))
    return Pdf(list(map(PdfPage, lines)))


LEFT = ["The moths of the valley come out", "in the early summer and are exam-", "ined by many people."]
RIGHT = ["In the second column other insects", "are described, well-known bees and", "a few beetles."]
LATER = "Later pages stand under the same heading."


def texts(note: Note) -> list[tuple[int | None, tuple[str, ...], list[str]]]:
    return [(one.page, one.heading_path, [block.text for block in one.blocks]) for one in note.sections]


@pytest.mark.parametrize(("scaled", "turned"), [(False, False), (True, False), (False, True)])
def test_a_page_is_read_in_columns_with_its_running_head_once(scaled: bool, turned: bool) -> None:
    sides = zip(column(50, LEFT), column(310, RIGHT), strict=True)
    first = [TextLine(50, 760, "Of Insects", 16), *(line for pair in sides for line in pair)]
    pdf = numbered(first, column(50, [LATER]))
    for page in pdf.pages:
        page.lines = [replace(line, scaled=scaled, turned=turned) for line in page.lines]
    note = read(pdf.written())
    moths = "The moths of the valley come out in the early summer and are examined by many people."
    others = "In the second column other insects are described, well-known bees and a few beetles."
    assert texts(note) == [
        (1, ("Page 1",), [HEAD.text]), (1, ("Page 1", "Of Insects"), [moths, others]),
        (2, ("Page 2", "Of Insects"), [LATER]),
    ]  # fmt: skip
    assert [one.text for one in note.headings] == ["Page 1", "Of Insects", "Page 2"]
    lines = note.text.split("\n")
    assert all(lines[one.line - 1].endswith(one.text) for one in note.headings)
    assert all(lines[b.line_start - 1] == b.content for one in note.sections for b in one.blocks)


def justified(x: float, texts: list[str], room: float = 180) -> list[TextLine]:
    """Make lines as wide as a column, except for the last one; a hyphen hangs out of it."""
    lines = column(x, texts)
    for at, line in enumerate(lines[:-1]):
        free = room + 2.3 * line.text.endswith("-") - width(line.text, 10)
        lines[at] = replace(line, stretch=free / line.text.count(" "))
    return lines


def test_justified_columns_as_near_as_latex_puts_them_are_read_below_an_abstract_across_both() -> None:
    left = [
        "The moths of the valley come out in", "the early part of summer, and they",
        "have often been counted and exam-", "ined by many people who live there", "and have long nights.",
    ]  # fmt: skip
    right = [
        "In the second column other insects", "are described, the well-known bees",
        "among them, and a few beetles that", "nobody has counted before, nor will", "count again.",
    ]  # fmt: skip
    sides = zip(justified(50, left), justified(240, right), strict=True)
    across = "This abstract goes across both columns, from the left side of the one to the end of the other."
    below = "What follows is in one column again, from the left side of the page to its right side."
    columns = (line for pair in sides for line in pair)
    lines = [
        *(TextLine(50, 760, across, 8), TextLine(330, 745, "In April 1923"), *columns),
        *(TextLine(50, 615, "Ada Weaver"), TextLine(50, 600, below, 8)),
    ]
    assert [one for _, _, found in texts(read(Pdf([PdfPage(lines)]).written())) for one in found] == [
        across,
        "In April 1923",
        "The moths of the valley come out in the early part of summer, and they have often been counted and "
        "examined by many people who live there and have long nights.",
        "In the second column other insects are described, the well-known bees among them, and a few beetles "
        "that nobody has counted before, nor will count again.",
        "Ada Weaver",
        below,
    ]


def test_a_space_that_is_the_distance_of_two_letters_alone_is_one() -> None:
    """Ghostscript writes ``any person`` as ``an``, ``yp`` with letters set apart, and ``erson``."""
    places = (50, 50 + width("an", 10), 53.7 + width("anyp", 10))
    parts = [TextLine(x, 700, text) for x, text in zip(places, ("an", "yp", "erson"), strict=True)]
    parts[1] = replace(parts[1], apart=3.7)
    note = read(Pdf([PdfPage([*parts, TextLine(50, 600, "SPREAD", apart=4)])]).written())
    assert [one for _, _, found in texts(note) for one in found] == ["any person SPREAD"]


def test_pages_without_larger_fonts_have_no_headings_but_the_page() -> None:
    note = read(Pdf([PdfPage([TextLine(50, 730, "Of insects", 11), *column(50, LEFT)])]).written())
    assert [one.text for one in note.headings] == ["Page 1"]


def test_a_title_in_the_metadata_is_another_name_of_the_file_unless_a_program_left_it() -> None:
    for title, aliases in (("Of Insects", ("Of Insects",)), ("Microsoft Word - draft 3.doc", ())):
        assert read(Pdf([PdfPage()], info={"Title": title}).written()).aliases == aliases


NORTH = "The long way home of the otters of the north"
MIDDLE = (595 - width("otters of the north", 22)) / 2


@pytest.mark.parametrize(
    ("first", "second", "headings"),
    [
        ("The long way home of the", TextLine(72, 674, "otters of the north", 22), [NORTH]),
        ("The long way home of the", TextLine(MIDDLE, 672, "otters of the north", 22), [NORTH]),
        ("The long way home of ot-", TextLine(72, 674, "ters", 22), ["The long way home of otters"]),
        ("Home in", TextLine(72, 674, "1945 to the present", 22), ["Home in 1945 to the present"]),
        ("Chapter 4", TextLine(72, 674, "The long way home", 22), ["Chapter 4 The long way home"]),
        # Their number, size or distance keeps them apart.
        ("1. Otters", TextLine(72, 674, "1.1 Of the north", 22), ["1. Otters", "1.1 Of the north"]),
        ("Otters", TextLine(72, 676, "Of the north", 16), ["Otters", "Of the north"]),
        ("Otters", TextLine(72, 660, "Of the north", 22), ["Otters", "Of the north"]),
    ],
)
def test_large_lines_below_another_are_one_heading(first: str, second: TextLine, headings: list[str]) -> None:
    text = column(72, ["The otter eats an eel, and swims along the river bank"] * 9)
    below = [replace(line, y=line.y - 140) for line in text]
    note = read(Pdf([PdfPage([TextLine(72, 700, first, 22), second, *below])]).written())
    assert [one.text for one in note.headings] == ["Page 1", *headings]


def test_an_outline_gives_the_headings_and_labels_name_the_pages() -> None:
    first = column(50, ["1. Beginnings", "All of it began with a lamp."])
    pdf = numbered(first, column(50, ["Text without its title."]))
    pdf.outline = [("Beginnings", 0), ("Endings", 1)]
    pdf.labels = {0: "/S /r", 1: "/S /D"}
    assert texts(read(pdf.written())) == [
        (1, ("Page 1 (i)",), [HEAD.text]),
        (1, ("Page 1 (i)", "Beginnings"), ["1. Beginnings All of it began with a lamp."]),
        (2, ("Page 2 (1)", "Endings"), ["Text without its title."]),
    ]


def test_a_table_is_read_row_by_row_and_a_lone_heading_can_be_found() -> None:
    rows = [("Moth", "12"), ("Bee", "30"), ("Wasp", "7")]
    cells = [
        TextLine(x, 600 - at * 12, text)
        for at, row in enumerate(rows)
        for x, text in zip((50, 300), row, strict=True)
    ]
    body = column(50, ["Insects were counted on three days of the year, as the table below shows in full."])
    note = read(numbered([*body, *cells, TextLine(50, 300, "What follows", 16)]).written())
    assert texts(note)[0][2][2:] == ["Moth 12 Bee 30 Wasp 7"]
    assert texts(note)[1][1:] == (("Page 1", "What follows"), ["What follows"])


def test_highlights_are_quotes_and_metadata_are_properties() -> None:
    pdf = numbered(column(50, ["An important word stands here."]))
    pdf.pages[0].highlights = [((50, 697, 50 + width("An important word", 10), 711), "Look this up")]
    pdf.info = {"Title": "Moths", "Author": "Ada Müller", "CreationDate": "D:20230512093000+02'00'"}
    note = read(pdf.written())
    assert note.sections[0].blocks[-1].text == "An important word — Look this up"
    assert (note.title, note.kind, note.properties["author"]) == ("moths", FileKind.PDF, "Ada Müller")
    assert note.created == datetime(2023, 5, 12, 7, 30, tzinfo=UTC)


def test_a_ticked_box_and_a_text_that_fields_share_are_found() -> None:
    box = (50.0, 690.0, 200.0, 700.0)
    raw = Pdf([PdfPage([TextLine(50, 700, "A form")], [(box, "1"), (box, "2"), (box, "3")])]).written()
    widgets = (
        b"/Parent 98 0 R/was (",
        b"/FT/Btn/T(keel)/TU(Keel of oak)/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>/was (",
        b"/FT/Btn/T(mast)/V/Off/AS/Off/AP<</N<</Yes null/Off null>>>>/was (",
    )
    numbers = [match[1] for match in re.finditer(rb"(\d+) 0 obj\n<</Type/Annot", raw)]
    for widget in widgets:
        raw = raw.replace(b"/Contents (", widget, 1)
    parent = b"98 0 obj\n<</T(ship)/FT/Tx/V(Minnow)/Kids[%s 0 R]>>\nendobj\nxref\n" % numbers[0]
    fields = b"/Catalog/AcroForm<</Fields[98 0 R %s 0 R %s 0 R]>>" % tuple(numbers[1:])
    raw = raw.replace(b"xref\n", parent, 1).replace(b"/Highlight", b"/Widget").replace(b"/Catalog", fields)
    said = read(raw).text
    assert "> Minnow" in said
    assert "> ☑ Keel of oak" in said
    assert "mast" not in said


def test_what_was_filled_in_a_form_is_found() -> None:
    pdf = numbered(column(50, ["Your favourite moth:"]))
    pdf.pages[0].highlights = [((50, 640, 200, 660), "Garden tiger")]
    raw = pdf.written().replace(b"/Highlight", b"/Widget/FT/Tx").replace(b"/Contents (", b"/V (")
    assert read(raw).sections[0].blocks[-1].text == "Garden tiger"


def test_glyphs_without_meaning_go_and_syntax_stays_text() -> None:
    note = read(numbered(column(50, ["# no heading of Markdown's"])).written())
    assert note.sections[0].blocks[1].text == "# no heading of Markdown's"
    assert note.sections[0].blocks[1].content.startswith("\\#")
    from vaultsearch.core.vault.pdf_pages import clean_glyphs

    assert clean_glyphs("\ufb01n\ue012d\u00ad\x02ing") == "finding"


WHOLE = numbered(column(50, LEFT)).written()


@pytest.mark.parametrize(
    ("raw", "path", "reason"),
    [
        (Pdf(numbered([]).pages, encrypted=True).written(), "a.pdf", "protected by a password"),
        (WHOLE[:200], "a.pdf", "damaged or incomplete"), (b"", "a.pdf", "The file is empty."),
        (b"PK\x03\x04 and so on", "a.pdf", "its content is something else"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_its_reason(raw: bytes, path: str, reason: str) -> None:
    with pytest.raises(UnreadableNoteError, match=reason):
        read(raw, path)


def test_pages_without_text_and_too_many_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_PAGES", 2)
    scan = read(Pdf([PdfPage(), PdfPage(), PdfPage()]).written())
    assert scan.problems == (
        "Only the first 2 of 3 pages were indexed.",
        "No text on its pages; it is probably a scan.",
    )
    assert (len(scan.headings), scan.sections) == (2, ())


def test_pages_of_which_only_a_number_or_a_stamp_is_text_are_told_as_a_scan() -> None:
    stamp = "Downloaded from a library"
    pages = [PdfPage([TextLine(50, 815, stamp, 8), TextLine(290, 25, str(at), 8)]) for at in range(1, 5)]
    scan = read(Pdf(pages).written())
    assert (scan.sections, scan.problems) == ((), ("No text on its pages; it is probably a scan.",))
