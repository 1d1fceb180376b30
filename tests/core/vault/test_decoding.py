"""Bytes of a note become text, whatever their encoding, and runs of data in it are left out."""

import codecs
import json
import random
from base64 import b64encode, encodebytes
from itertools import product

import pytest

from tests.core.vault.reading import parse, texts
from vaultsearch.core.values.note import Revision
from vaultsearch.core.vault.canvas import parse_canvas
from vaultsearch.core.vault.file_content import UnreadableNoteError, decode_text, remove_data

GERMAN = "Größe und Übermaß: die Straße führt über die Brücke, schön wär's. " * 3
POLISH = "Zażółć gęślą jaźń. Pchnąć w tę łódź jeża lub ośm skrzyń fig. Wszystkie ryby śpią w jeziorze. " * 3
RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. Мама мыла раму вечером. " * 3
CHINESE = "人之初，性本善。性相近，习相远。苟不教，性乃迁。教之道，贵以专。" * 3
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。" * 3


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *product((GERMAN, RUSSIAN, CHINESE), ("utf-8", "utf-8-sig", "utf-16", "utf-32")),
        # Without a mark, known by its zeros.
        *product((GERMAN, GERMAN[:-1]), ("utf-16-le", "utf-16-be")),
    ],
)
def test_unicode_is_read_with_or_without_a_mark(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert (decoded.text, decoded.problems) == (text, ())


IN_OLD_ENCODINGS = {
    "cp1252": (
        GERMAN, "„Straße“ – so schön, café crème", "Señor Muñoz llegó mañana a la fábrica",
        "À la recherche du temps perdu, l'été où j'étais", "It’s a “quoted” word — yes, at 10 µm ± 3 °C",
        "naïve", "café", "1½ cups of flour at 200 °C; crème", "Le cœur de ma sœur a été opéré à Noël",
        "¿Qué pasó mañana?",
    ),
    "cp1254": ("Ünlü Türk şairi, çok güzel bir ağaç gördü İstanbul", "İstanbul şehri güzel, ığdır"),
    "cp1250": (POLISH, "Příliš žluťoučký kůň úpěl ďábelské ódy", "cześć, dziękuję", "Đurđevac, Šibenik"),
    "cp1251": (RUSSIAN, "Привет мир, как дела?"), "koi8-r": (RUSSIAN,), "gb18030": (CHINESE,),
    "cp932": (JAPANESE,), "euc_jp": (JAPANESE, "カタカナのメモ"),
    "iso8859_2": (
        "Česká šťáva a žížala", "Příliš žluťoučký kůň úpěl ďábelské ódy", "Dziś byłem w bibliotece, dziękuję",
    ),
    # Of DOS and of old Macs.
    "cp850": (GERMAN, "München", "café à la crème où l'été déjà", "El niño comió piñas mañana, ¿qué?"),
    "cp852": ("Zażółć gęślą jaźń w ogrodzie",), "cp866": (RUSSIAN,),
    "mac_roman": (GERMAN, "Die Äpfel und Bäume wachsen schön.", "café à la crème où l'été déjà"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "encoding"), [(text, name) for name, texts in IN_OLD_ENCODINGS.items() for text in texts]
)
def test_old_encodings_are_detected_and_told_of(text: str, encoding: str) -> None:
    decoded = decode_text(text.encode(encoding))
    assert decoded.text == text
    (problem,) = decoded.problems
    assert problem.startswith("Not UTF-8; read as ")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        # A line by an older program, in a list that is UTF-8.
        ("Müller;Köln\nCafé".encode() + b"\nPe\xf1a;Roma", "Müller;Köln\nCafé\nPeña;Roma"),
        (b"caf\xe9 \xc3\xbc", "café ü"),
        # Cut off within a character.
        ("Größe".encode() + b"\xe4\xbd", "Größe\ufffd"),
        ("日本語".encode()[:-1], "日本\ufffd"), (CHINESE.encode() + b"\xff" + b"a", f"{CHINESE}\ufffda"),
        # No more is valid than is not: an older encoding throughout.
        (b"na\xefve caf\xe9 \xc3\xbc and na\xefve".replace(b" \xc3\xbc", b""), "naïve café and naïve"),
    ],
)  # fmt: skip
def test_single_stray_bytes_leave_the_rest_utf_8(raw: bytes, text: str) -> None:
    assert decode_text(raw).text == text


def test_damage_behind_a_byte_order_mark_is_told() -> None:
    for raw in (codecs.BOM_UTF8 + b"caf\xc3\xa9 \xff " + GERMAN.encode(), GERMAN.encode("utf-16") + b"x"):
        decoded = decode_text(raw)
        assert "Straße" in decoded.text
        assert "characters replaced: 1." in decoded.problems[0]


def test_line_numbers_are_those_of_an_editor() -> None:
    for raw in (
        b"\xef\xbb\xbf---\r\na: 1\r\n---\r\n# T\r\n\r\nx",
        b"---\ra: 1\r---\r# T\r\rx",
        b"---\na: 1\r\n---\r# T\n\nx",
    ):
        note = parse(raw)
        assert (note.properties, note.headings[0].line) == ({"a": 1}, 4)
        assert note.sections[0].blocks[0].line_start == 6
    assert parse("a\u2028b\x0bc\x0cd\x85e\n\n# T").headings[0].line == 3


def test_a_stray_nul_is_dropped_and_a_binary_file_is_refused() -> None:
    assert texts(parse(b"one\x00 two")) == ["one two"]
    # As a crash leaves a note whose last block was not written.
    assert texts(parse(b"A vicuna stood by the fence.\n" + bytes(400))) == ["A vicuna stood by the fence."]
    png = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    for raw in (png, b"\x00" * 1000, codecs.BOM_UTF8[:1] + bytes(1000)):
        with pytest.raises(UnreadableNoteError, match="isn't text") as caught:
            decode_text(raw)
        assert caught.value.remedy


_RANDOM = random.Random(7)
DATA = b64encode(_RANDOM.randbytes(3000)).decode()
WRAPPED = encodebytes(_RANDOM.randbytes(900)).decode().strip()
PICTURE = f"data:image/png;base64,{DATA}"
SVG = "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0L10 10'/></svg>"
DIRECTORIES = "\n".join(
    f"/home/anna/Documents/Projects2024/ClientA/Invoices/March/Paid/{n:03}" for n in range(9)
)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        (f"before ![sketch]({PICTURE}) after", "before ![sketch](data:image/png) after"),
        (f"![plan](<{PICTURE}>)", "![plan](<data:image/png>)"),
        (f"[file](data:application/pdf;base64,{DATA})", "[file](data:application/pdf)"),
        (f'<img alt="map" src="{PICTURE}">', '<img alt="map" src="data:image/png">'),
        (f"cover: {PICTURE}\nx: 1", "cover: data:image/png\nx: 1"),
        (f"koala ![d]({SVG}) z", "koala ![d](data:image/svg+xml) z"),
        ("![d](data:image/svg+xml,%3Csvg%20a='(b)'%3E%3C/svg%3E)", "![d](data:image/svg+xml)"),
        # Of an address torn by line breaks, the first line ends as the last one did.
        (f"a\n![x](data:image/png;base64,{WRAPPED})\nb",
         "a\n![x](data:image/png)" + "\n" * WRAPPED.count("\n") + "\nb"),
        (f"-----BEGIN\n{WRAPPED}\n-----END", "-----BEGIN" + "\n" * WRAPPED.count("\n") + "\n\n-----END"),
        (f"lyrebird\n\n{DATA}\n\nend", "lyrebird\n\n\n\nend"), ("dump " + DATA.encode().hex(), "dump "),
        # None of these is data.
        ("gattaca" * 100, "gattaca" * 100), (f"https://example.org/{DATA}", f"https://example.org/{DATA}"),
        (f"{DATA[:999]} {DATA[:1000]}", f"{DATA[:999]} "), (f"key={DATA}", "key="),
        ("data:text/plain,hello you", "data:text/plain,hello you"), (DIRECTORIES, DIRECTORIES),
    ],
)  # fmt: skip
def test_data_is_left_out_and_its_lines_stay(written: str, left: str) -> None:
    assert remove_data(written) == left
    assert left.count("\n") == written.count("\n")


def test_a_note_is_read_and_shown_without_its_pictures() -> None:
    text = f"before ![sketch]({PICTURE}) after\n\n<img alt='a map' src='{PICTURE}'>"
    note = parse(f"---\ncover: {PICTURE}\n---\n{text}")
    assert (texts(note), note.properties) == (["before sketch after", "a map"], {"cover": "data:image/png"})
    assert DATA[:40] not in note.text


def test_a_drawing_is_decoded_with_its_data() -> None:
    assert decode_text(DATA.encode(), keeps_data=True).text == DATA


def test_a_card_of_a_canvas_is_read_without_its_picture() -> None:
    card = {"id": "1", "type": "text", "x": 0, "y": 0, "width": 9, "height": 9}
    text = f"A sketch:\n![den]({PICTURE})\n{DATA}\nEnd"
    note = parse_canvas(Revision("a.canvas", 1, 0), json.dumps({"nodes": [card | {"text": text}]}).encode())
    assert DATA[:40] not in note.text
    assert " ".join(" ".join(texts(note)).split()) == "A sketch: den End"
