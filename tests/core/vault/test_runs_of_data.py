"""Runs of base64 and the like are no text: a pasted picture leaves its alternative text alone."""

from __future__ import annotations

import json
import random
from base64 import b64encode, encodebytes

import pytest

from tests.core.vault.reading import parse, texts
from vaultsearch.core.values.note import Revision
from vaultsearch.core.vault.canvas import parse_canvas
from vaultsearch.core.vault.file_content import decode_text, remove_data

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
        (
            f"a\n![x](data:image/png;base64,{WRAPPED})\nb",
            "a\n![x](data:image/png)" + "\n" * WRAPPED.count("\n") + "\nb",
        ),
        (f"lyrebird\n\n{DATA}\n\nend", "lyrebird\n\n\n\nend"),
        (f"-----BEGIN\n{WRAPPED}\n-----END", "-----BEGIN" + "\n" * WRAPPED.count("\n") + "\n\n-----END"),
        ("dump " + DATA.encode().hex(), "dump "),
        # None of these is data.
        ("data:text/plain,hello you", "data:text/plain,hello you"),
        (f"{DATA[:999]} {DATA[:1000]}", f"{DATA[:999]} "),
        (f"key={DATA}", "key="),
        ("gattaca" * 100, "gattaca" * 100),
        (f"https://example.org/{DATA}", f"https://example.org/{DATA}"),
        (DIRECTORIES, DIRECTORIES),
    ],
)
def test_data_is_left_out_and_its_lines_stay(written: str, left: str) -> None:
    assert remove_data(written) == left
    assert left.count("\n") == written.count("\n")


def test_a_note_is_read_and_shown_without_its_pictures() -> None:
    note = parse(
        f"---\ncover: {PICTURE}\n---\nbefore ![sketch]({PICTURE}) after\n\n<img alt='a map' src='{PICTURE}'>"
    )
    assert texts(note) == ["before sketch after", "a map"]
    assert note.properties == {"cover": "data:image/png"}
    assert DATA[:40] not in note.text


def test_a_drawing_is_decoded_with_its_data() -> None:
    assert decode_text(DATA.encode(), keeps_data=True).text == DATA


def test_a_card_of_a_canvas_is_read_without_its_picture() -> None:
    card = {"id": "1", "type": "text", "x": 0, "y": 0, "width": 9, "height": 9}
    text = f"A sketch:\n![den]({PICTURE})\n{DATA}\nEnd"
    note = parse_canvas(Revision("a.canvas", 1, 0), json.dumps({"nodes": [card | {"text": text}]}).encode())
    assert DATA[:40] not in note.text
    assert " ".join(" ".join(texts(note)).split()) == "A sketch: den End"
