"""The cells of a sheet are read as it shows them, with the comments on them and where they link to."""

import re
from datetime import date, datetime, time, timedelta

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from tests.builders import present
from tests.core.vault.documents.files import archive, odf, parts_of, saved
from vaultsearch.core.vault.documents.open_document import read_odf
from vaultsearch.core.vault.documents.tables import format_value, read_csv, read_xlsx

MOMENT = datetime(2026, 3, 5, 9, 7, 3)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.125, "0%", "12%"), (0.5, "0.00%", "50.00%"), (1.5, "#,##0.0#%", "150.0%"),
        (-0.05, '"about "0%;[Red]-0%', "-5%"), (MOMENT, "dd.mm.yyyy", "05.03.2026"),
        (MOMENT, "d/m/yy h:mm", "5/3/26 9:07"), (MOMENT, "h:mm AM/PM", "9:07 AM"),
        (MOMENT, "[$-407]d. mmmm yyyy", "5. März 2026"), (MOMENT, "dddd, d mmm", "Thursday, 5 Mar"),
        (MOMENT, "[$-407]ddd, d. mmm", "Do, 5. Mär"), (MOMENT, "mmmmm yyy", "M 2026"),
        (MOMENT, 'yyyy"年"m"月"d"日"', "2026年3月5日"),
        (datetime(2026, 3, 5), "dd.mm.yyyy hh:mm", "05.03.2026"), (date(2026, 3, 5), "yyyy", "2026"),
        (time(9, 5), "hh:mm:ss", "09:05:00"), (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
    ],
)  # fmt: skip
def test_percentages_dates_and_times_are_shown_by_their_format(value: object, code: str, text: str) -> None:
    assert format_value(value, code) == text


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (0.5, "0.00"), (5, '0 "%"'), (True, "0%"), (MOMENT, "General"), (MOMENT, "mm-dd-yy"),
        (MOMENT, "[$-F800]dddd"), (MOMENT, "[$-40C]d mmmm yyyy"), (time(9, 5), "dd.mm.yyyy"),
    ],
)  # fmt: skip
def test_a_format_that_depends_on_the_system_or_says_nothing_is_not_guessed(value: object, code: str) -> None:
    assert format_value(value, code) is None


def test_a_workbook_is_read_as_it_is_shown_with_comments_and_links() -> None:
    book = Workbook()
    page = present(book.active)
    page.title = "Catch"
    page.append(["Fish", "Share", "Day", "Source"])
    page.append(["Eel", 0.125, datetime(2024, 5, 6), "study"])
    page["B2"].number_format, page["C2"].number_format = "0.0%", "dd.mm.yyyy"
    page["A2"].comment = Comment("Only at night\n#count", "Ada")
    page["D2"].hyperlink = "https://example.org/eel_1"
    page["A1"].hyperlink = "#Catch!B2"
    book.create_sheet("Empty")["A1"].comment = Comment("To be filled", "Ada")
    assert read_xlsx(saved(book)).text.split("\n") == [
        "# Catch", "",
        "| Fish | Share | Day | Source |",
        "| --- | --- | --- | --- |",
        "| Eel | 12.5% | 06.05.2024 | study (https://example.org/eel_1) |", "",
        "- A2: Only at night \\#count", "",
        "# Empty", "",
        "- A1: To be filled",
    ]  # fmt: skip


def test_a_table_begins_at_its_first_column_and_the_delimiter_named_for_excel_is_no_row() -> None:
    book = Workbook()
    page = present(book.active)
    page["C3"], page["E3"], page["C4"], page["E4"] = "Fish", "Share", "Eel", "half"
    table = "| Fish | Share |\n| --- | --- |\n| Eel | half |"
    assert read_xlsx(saved(book)).text == f"# Sheet\n\n{table}"
    assert read_csv(b"sep=;\r\nFish;Share\r\nEel;half\r\n").text == table
    quoted = b'"Fish";"Share, on, average"\n"Eel";"one, or, two"\n'
    assert read_csv(quoted).text == "| Fish | Share, on, average |\n| --- | --- |\n| Eel | one, or, two |"


def test_the_address_of_a_link_that_a_formula_makes_is_read() -> None:
    book = Workbook()
    present(book.active).append(["Fish", '=HYPERLINK("mailto:ada@example.org?subject=eel","Ask")'])
    calculated = re.compile(r'(<c r="B1")[^>]*>(<f>.*?</f>)<v ?/?>(?:</v>)?')
    parts = parts_of(saved(book))
    sheet = calculated.sub(r'\1 t="str">\2<v>Ask</v>', parts["xl/worksheets/sheet1.xml"].decode())
    raw = archive(parts | {"xl/worksheets/sheet1.xml": sheet})
    assert "| Fish | Ask (ada@example.org) |" in read_xlsx(raw).text


def test_a_conversation_on_a_cell_is_read_instead_of_the_notice_for_older_versions() -> None:
    book = Workbook()
    page = present(book.active)
    page["A1"] = "Eel"
    page["A1"].comment = Comment("[Threaded comment] Your version shows this notice alone.", "tc")
    comment = '<threadedComment ref="A1"><text>{}</text></threadedComment>'
    said = comment.format("Really?") + comment.format("Yes.")
    names = 'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"'
    kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
    related = f'<Relationship Id="t" Type="{kind}" Target="../threadedComments/one.xml"/></Relationships>'
    parts = parts_of(saved(book))
    parts["xl/threadedComments/one.xml"] = f"<ThreadedComments {names}>{said}</ThreadedComments>".encode()
    relations = "xl/worksheets/_rels/sheet1.xml.rels"
    parts[relations] = parts[relations].replace(b"</Relationships>", related.encode())
    assert read_xlsx(archive(parts)).text == "# Sheet\n\nEel\n\n- A1: Really? / Yes."


ANNOTATED = (
    "<office:annotation><dc:creator xmlns:dc='http://purl.org/dc/elements/1.1/'>Ada</dc:creator>"
    "<text:p>Only at night</text:p></office:annotation>"
)
LINK = '<text:a xlink:href="https://example.org/eel">study</text:a>'


def test_an_opendocument_sheet_has_its_shown_values_comments_and_links() -> None:
    cells = (
        f"<table:table-cell>{ANNOTATED}<text:p>Eel</text:p></table:table-cell>"
        '<table:table-cell office:value="0.125"><text:p>12,5 %</text:p></table:table-cell>'
        f"<table:table-cell><text:p>{LINK}</text:p></table:table-cell>"
    )
    rows = f'<table:table-row table:number-rows-repeated="3"/><table:table-row>{cells}</table:table-row>'
    table = f'<table:table table:name="Catch">{rows}</table:table>'
    assert read_odf(odf(f"<office:spreadsheet>{table}</office:spreadsheet>")).text.split("\n") == [
        "# Catch", "",
        "| Eel | 12,5 % | study (https://example.org/eel) |", "| --- | --- | --- |", "",
        "- A4: Only at night",
    ]  # fmt: skip


def test_comments_and_links_of_an_opendocument_text_stand_at_their_words() -> None:
    raw = odf(f"<office:text><text:p>Otters{ANNOTATED} dive, says a {LINK}.</text:p></office:text>")
    assert read_odf(raw).text == "Otters (Only at night) dive, says a study (https://example.org/eel)."
