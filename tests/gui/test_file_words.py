"""Words that the readers of files write are in the window's language; those of the file stay as they are."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.core.vault.documents.files import EVERY
from tests.gui.conftest import TRANSLATIONS
from tests.gui.fake_script import passage
from tests.gui.results.test_results import result
from vaultsearch.core.messages import Message
from vaultsearch.core.values.note import FileKind, Note, Revision, Span
from vaultsearch.core.values.search import Snippet
from vaultsearch.core.values.sync import KindCount
from vaultsearch.core.vault.reading import read_file
from vaultsearch.core.vault.rendering.page import NotePage, visible_text
from vaultsearch.gui.file_kinds import describe_covered, heading_name, translate_file_words
from vaultsearch.gui.rows.row_texts import heading_line, heading_marks, shown_snippet
from vaultsearch.gui.translations import install_language, translate_message

pytestmark = pytest.mark.usefixtures("german")


def read(ending: str) -> Note:
    raw = EVERY[ending]
    return read_file(Revision(f"file{ending}", len(raw), 0), raw)


def shown(note: Note, passage: tuple[int, int] | None) -> str:
    html = NotePage(note.path, note.title, note.text).html(0, passage)
    return visible_text(translate_file_words(note.path, html))


@pytest.mark.parametrize("passage", [None, (1, 30)])
def test_the_labels_of_a_base_a_mail_and_slides_are_shown_in_german(passage: tuple[int, int] | None) -> None:
    for ending, words in {
        # "Deep dives" is a view's own name.
        ".base": ("Filter\n", "alle von:", "Formeln", "Ansicht: table", "Spalten: ", "Deep dives"),
        ".eml": ("Von: Jürgen", "An: ada", "Anhänge: Bill"),
        ".pptx": ("Sprechernotizen",),
    }.items():
        page = shown(read(ending), passage)
        assert [word for word in words if word not in page] == [], ending


def test_a_list_within_the_text_of_a_mail_keeps_its_words() -> None:
    mail = replace(read(".eml"), text="- From: Ada\n\nNext train:\n\n- From: Ulm\n- To: Bonn")
    lines = [line for line in shown(mail, None).splitlines() if line.strip()]
    assert [line.split(":")[0].lstrip("• ") for line in lines] == ["Von", "Next train", "From", "To"]


def test_what_is_indexed_stays_in_english_and_words_of_a_note_are_its_own() -> None:
    assert "- From: Jürgen" in read(".eml").text
    assert "# Filters" in read(".base").text
    assert heading_name("Plan.md", "Filters") == "Filters"
    assert translate_file_words("Plan.md", "<ul><li>From: me</li></ul>") == "<ul><li>From: me</li></ul>"


def test_a_row_has_the_labels_in_german_and_its_marks_at_their_words() -> None:
    chunk = replace(passage("Bill", "", ()), path="Bill.eml", kind=FileKind.MAIL)
    text = "- From: Ada\n- To: Bob, said: To: be\n- Attached: From.pdf"
    marks = tuple(Span(text.index(word), text.index(word) + len(word)) for word in ("From", "Ada", "Bob"))
    told = shown_snippet(replace(result("Bill"), chunk=chunk, snippet_source=Snippet(text, marks)))
    assert told.text == "- Von: Ada\n- An: Bob, said: To: be\n- Anhänge: From.pdf"
    assert [told.text[one.start : one.end] for one in told.matches] == ["Von", "Ada", "Bob"]


def test_labels_joined_in_a_row_are_in_german() -> None:
    base, own = "Shown as: table · Columns: a · Mine: b", "Properties: To: a · Properties: c"
    labels = {base: "Ansicht: table · Spalten: a · Mine: b", own: "Eigenschaften: To: a · Properties: c"}
    places = (
        ("a.base", FileKind.BASE, 3, base),
        ("a.md", FileKind.NOTE, 2, own),
        ("a.md", FileKind.NOTE, 1, own),
    )
    for path, kind, line, text in places:
        chunk = replace(passage("a", text), path=path, kind=kind, line_start=line)
        row = shown_snippet(replace(result("a"), chunk=chunk, snippet_source=Snippet(text)))
        assert row.text == (text if line == 1 else labels[text])


def test_a_row_names_the_notes_of_a_slide_in_german() -> None:
    headings = ("Slide 3", "Otters", "Notes")
    chunk = replace(passage("Talk", "", headings), path="Talk.pptx", kind=FileKind.SLIDES, page=3)
    found = replace(result("Talk"), chunk=chunk, heading_matches=((), (Span(0, 6),), (Span(0, 5),)))
    line = heading_line(chunk)
    assert line.endswith("Otters  ›  Sprechernotizen")
    assert [line[one.start : one.end] for one in heading_marks(found)] == ["Otters"]


def test_the_notes_of_a_slide_are_named_in_chinese_as_presentation_programs_do(qapp: QApplication) -> None:
    install_language(qapp, TRANSLATIONS, "zh")
    assert "备注" in heading_name("Talk.pptx", "Notes")
    assert "备注" in shown(read(".pptx"), None)


@pytest.mark.parametrize("waiting", [1, 3])
def test_one_file_or_several_wait_for_recognition_in_a_whole_german_sentence(waiting: int) -> None:
    told = describe_covered([KindCount(FileKind.PDF, read=5, waiting=waiting)], recognizes=True)
    assert told == f"5 von {5 + waiting} PDFs gelesen, bei {waiting} fehlt noch die Texterkennung"


def test_counts_within_a_sentence_of_the_core_are_written_as_in_german() -> None:
    sentence = translate_message(Message("Only the first {} of {} pages were indexed.", "5,000", "12,345"))
    assert "5.000" in sentence
    assert "12.345" in sentence
    assert "1,234" in translate_message(Message("No note called {}.", "1,234 ways"))
