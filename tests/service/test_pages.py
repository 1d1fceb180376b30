"""The pages of a vault: the targets of links by its rules, further parts of a note, pictures."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from tests.builders import chunk, present, stored
from tests.patience import PROCESS_S
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import Manifest, write_manifest
from vaultsearch.core.values.note import Diagram, FileKind, StoredNote, picture_format
from vaultsearch.core.values.pictures import SVG_ADDRESS
from vaultsearch.core.values.sync import Failure
from vaultsearch.core.vault.containment import Containment
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service.areas import pages
from vaultsearch.service.areas.pages import Pages

LONG = "\n\n".join(f"## Heading {i}\n\n" + "words " * 80 for i in range(40))


@dataclass
class Notes:
    """A corpus as far as pages need it: notes by path."""

    texts: dict[str, str] = field(
        default_factory=lambda: {
            "Home.md": "see [[Anna#Gifts]] and [[Ann]]\n",
            "People/Anna.md": "# Anna\n\n## Gifts\n\na pottery course ^course\n",
            "Long.md": LONG,
        }
    )
    _all: tuple[StoredNote, ...] = ()

    async def get_document(self, path: str) -> str:
        return self.texts[path]

    @property
    def notes(self) -> Notes:
        return self

    async def all(self) -> tuple[StoredNote, ...]:
        if {note.path: note.text for note in self._all} != self.texts:
            aliases = {"People/Anna.md": ("Ann",)}
            self._all = tuple(
                replace(stored(path, text), aliases=aliases.get(path, ()))
                for path, text in self.texts.items()
            )
        return self._all


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def reader(notes: Notes, tmp_path: Path) -> Pages:
    return Pages(Containment(tmp_path), cast("LanceCorpus", notes), tmp_path / "index")


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerProcess]:
    """A process that draws; on a busy computer, it takes longer than a reader waits."""
    monkeypatch.setattr(pages, "_DRAWN_WITHIN_S", PROCESS_S)
    with closing(WorkerProcess()) as process:
        yield process


@pytest.fixture
def drawer(notes: Notes, tmp_path: Path, drawing: WorkerProcess) -> Pages:
    return Pages(Containment(tmp_path), cast("LanceCorpus", notes), tmp_path / "index", drawing=drawing)


@pytest.mark.parametrize(("address", "within", "place"), [
    ("note:Anna%23Gifts", "Home.md", ("line-3", ("Anna", "Gifts"), None)),
    pytest.param("note:Ann", "Home.md", ("", (), None), id="alias"),
    pytest.param("note:%23%5Ecourse", "People/Anna.md", ("passage", ("Anna", "Gifts"), (5, 5)), id="own"),
])  # fmt: skip
async def test_a_link_leads_to_its_place(reader: Pages, address: str, within: str, place: object) -> None:
    found = present(await reader.linked(address, within))
    assert (found.path, found.title) == ("People/Anna.md", "Anna")
    assert (found.anchor, found.heading_path, found.passage) == place


async def test_a_note_that_is_new_can_be_linked_to_at_once(reader: Pages, notes: Notes) -> None:
    assert await reader.linked("note:New", "Home.md") is None
    notes.texts["New.md"] = "words"
    assert await reader.linked("note:New", "Home.md") is not None


@pytest.mark.parametrize(
    "address", ["note:Nowhere", "https://e.org", "", "tag:x", "place:http%3A%2F%2Fe.org"]
)
async def test_what_is_no_note_is_none(reader: Pages, address: str) -> None:
    assert await reader.linked(address, "Home.md") is None


async def test_the_parts_of_a_long_note_follow_until_it_changes(reader: Pages, notes: Notes) -> None:
    shown = await reader.preview(chunk("Long.md:0", line_start=60, line_end=60))
    assert 0 < shown.part < len(shown.starts) - 1
    assert await reader.part(shown, shown.part + 1) is not None
    assert "Heading 39" in present(await reader.part(shown, len(shown.starts) - 1))
    assert await reader.part(shown, len(shown.starts)) is None
    notes.texts["Long.md"] = "short"
    await reader.preview(chunk("Long.md:0"))
    assert await reader.part(shown, shown.part + 1) is None


async def test_a_passage_whose_note_is_gone_is_shown_alone(reader: Pages) -> None:
    assert "some words" in (await reader.preview(chunk("Gone.md:0"))).html


async def test_a_picture_is_read_from_the_vault(reader: Pages, notes: Notes, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "plan.png").write_bytes(b"\x89PNG\r\n\x1a\npicture")
    assert await reader.picture("embed:plan.png", "Home.md") == b"\x89PNG\r\n\x1a\npicture"
    assert await reader.picture("note:Home", "Home.md") is None
    # One that comes while another is being looked for in vain.
    assert await reader.picture("embed:later.png", "Home.md") is None
    (tmp_path / "files" / "later.png").write_bytes(b"\x89PNG\r\n\x1a\nlater")
    notes.texts["files/later.png"] = ""
    assert await reader.picture("embed:later.png", "Home.md") == b"\x89PNG\r\n\x1a\nlater"


async def test_a_pdfs_passage_is_boxed_on_its_page_alone(reader: Pages, notes: Notes, tmp_path: Path) -> None:
    said = "the keel is of oak"
    (tmp_path / "Boat.pdf").write_bytes(Pdf([PdfPage([TextLine(72, 700, said)])] * 2).written())
    notes.texts["Boat.pdf"] = f"# Page 1\n\n{said}\n\n# Page 2\n\n{said}"
    preview = await reader.preview(chunk("Boat.pdf:0", line_start=7, line_end=7, kind=FileKind.PDF))
    drawn = [await reader.sheet(preview, number, 100, ()) for number in (1, 2)]
    assert [sum(word.in_passage for word in page.words) for page in drawn if page] == [0, 5]


async def test_the_next_part_with_a_word_is_found_onwards_and_backwards(reader: Pages, notes: Notes) -> None:
    notes.texts["Long.md"] = LONG.replace("Heading 30", "Sourdough")
    shown = present(await reader.preview_at("Long.md", 0))

    async def find_from(part: int, step: int) -> tuple[int, str] | None:
        return await reader.part_with(shown, ("sourdough",), part, step)

    number, html = present(await find_from(1, 1))
    assert "Sourdough</h2>" in html
    assert await find_from(len(shown.starts) - 1, -1) == (number, html)
    assert [await find_from(number + 1, 1), await find_from(-1, -1)] == [None, None]
    notes.texts["Long.md"] = "Sourdough\n" * 500
    assert await reader.preview_at("Long.md", 0) is not None
    assert await find_from(1, 1) is None


async def test_typed_text_is_counted_in_every_part_as_it_is_shown(reader: Pages, notes: Notes) -> None:
    notes.texts["Long.md"] = LONG.replace("Heading 30", "Sour**dough** [bread](https://e.org/sourdough)")
    shown = present(await reader.preview_at("Long.md", 0))
    counts = present(await reader.occurrence_counts(shown, "sourdough bread"))
    assert (len(counts), sum(counts)) == (len(shown.starts), 1)
    assert sum(present(await reader.occurrence_counts(shown, "heading"))) == 39
    notes.texts["Long.md"] = "short"
    assert await reader.preview_at("Long.md", 0) is not None
    assert await reader.occurrence_counts(shown, "heading") is None


async def test_a_changed_note_is_rendered_where_read(notes: Notes, reader: Pages, tmp_path: Path) -> None:
    shown = present(await reader.preview_at("Long.md", 81))
    assert await reader.refreshed(shown, 81) is None
    notes.texts["Long.md"] = "A line\n\nand another\n\n" + LONG
    renewed = present(await reader.refreshed(shown, 81))
    assert (renewed.passage, "Heading 20" in renewed.html) == ((85, 85), True)
    assert await reader.part(shown, 0) is None
    del notes.texts["Long.md"]
    (tmp_path / "Long.md").write_text("on its way into a new index")
    assert await reader.refreshed(renewed, 81) is None
    (tmp_path / "Long.md").unlink()
    gone = present(await reader.refreshed(renewed, 81))
    assert gone == replace(renewed, is_gone=True)
    assert await reader.refreshed(gone, 81) is None
    notes.texts["Long.md"] = LONG
    assert not present(await reader.refreshed(gone, 81)).is_gone


async def test_a_formula_is_drawn_before_the_page_is_shown(reader: Pages, notes: Notes) -> None:
    notes.texts["Sum.md"] = "The sum $n^2$\n"
    address = present(await reader.preview_at("Sum.md", 0)).html.partition("src='")[2].partition("'")[0]
    picture = present(await reader.picture(address, "Sum.md"))
    assert picture.startswith(b"<svg")
    assert b"currentColor" in picture, "the page has its own color for text"


EMBEDDED = {"Whole": ["first", "second", "third"], "Part": ["second"], "Block": ["second"], "Nowhere": []}


async def test_an_embedded_note_is_shown_in_its_place(reader: Pages, notes: Notes) -> None:
    notes.texts |= {
        "Whole.md": "before\n\n![[Inner]]\n\nin ![[Inner]] a line\n",
        "Inner.md": "---\na: hidden\n---\nfirst\n\n## Below\nsecond ^here\n\n# Next\nthird[^1]\n\n[^1]: x\n",
        "Part.md": "![[Inner#Below]]\n",
        "Block.md": "![[Inner#^here]]\n",
        "Nowhere.md": "![[Inner#Missing]]\n",
    }

    shown = {name: present(await reader.preview_at(f"{name}.md", 0)).html for name in EMBEDDED}
    assert {name: re.findall("first|second|third|hidden", html) for name, html in shown.items()} == EMBEDDED
    whole = shown["Whole"]
    assert whole.count("<td class='embed'>") == 1, "within a line it stays a link"
    assert "<p class='embed-title'><a class='wikilink' href='note:Inner'>Inner</a></p>" in whole
    assert "line-" not in whole, "its headings and footnotes are not this note's"
    assert "<td class='embed'>" not in shown["Nowhere"]


async def test_notes_that_embed_one_another_and_many_embeds_end(reader: Pages, notes: Notes) -> None:
    notes.texts |= {"A.md": "a\n\n![[B]]\n", "B.md": "b\n\n![[A]]\n"}
    notes.texts |= {f"N{i}.md": f"level {i}\n\n![[N{i + 1}]]\n" for i in range(8)}
    notes.texts |= {f"L{i}.md": f"level {i}\n\n" + f"![[L{i + 1}]]\n\n" * 300 for i in range(4)}
    shown = {name: present(await reader.preview_at(f"{name}.md", 0)).html for name in ("A", "N0", "L0")}
    counts = {name: html.count("<td class='embed'>") for name, html in shown.items()}
    assert counts == {"A": 1, "N0": 3, "L0": 30}
    assert "<a class='wikilink' href='note:N4'>N4</a>" in shown["N0"], "the fourth level is a link"


async def test_a_page_follows_a_change_of_the_note_that_it_embeds(reader: Pages, notes: Notes) -> None:
    notes.texts |= {"Outer.md": "![[Inner]]\n", "Inner.md": "former words\n"}
    shown = present(await reader.preview_at("Outer.md", 0))
    assert await reader.refreshed(shown, 1) is None
    notes.texts["Inner.md"] = "later words\n"
    assert "later words" in (renewed := present(await reader.refreshed(shown, 1))).html
    del notes.texts["Inner.md"]
    assert "later words" not in (without := present(await reader.refreshed(renewed, 1))).html
    notes.texts["Inner.md"] = "back again\n"  # a sync brings notes in any order
    assert "back again" in present(await reader.refreshed(without, 1)).html


async def test_links_to_missing_notes_look_otherwise_once_all_notes_are_known(
    reader: Pages, notes: Notes, tmp_path: Path
) -> None:
    links = "[[Home]] [[Ann|her]] [[New]] [b](New.md#x) [[#Top]] [[torn]] [[a.zip]] [[v1.2]]"
    notes.texts["Links.md"] = f"---\nup: '[[Gone]]'\n---\n{links}\n"
    missing = re.compile("<a class='missing' href='(?:note|place):(.*?)'>").findall
    unknown = present(await reader.preview_at("Links.md", 0))
    assert missing(unknown.html) == []
    reader.index.mkdir()
    manifest = Manifest(str(tmp_path), "f", "m", datetime(2026, 5, 1, tzinfo=UTC), (Failure("torn.md", "?"),))
    write_manifest(reader.index, replace(manifest, waiting=1))
    assert await reader.refreshed(unknown, 1) is None
    write_manifest(reader.index, manifest)
    shown = present(await reader.refreshed(unknown, 1))
    assert missing(shown.html) == ["Gone", "New", "New.md%23x"]
    notes.texts["New.md"] = "words"
    assert missing(present(await reader.refreshed(shown, 1)).html) == ["Gone"]


async def test_a_diagram_that_takes_too_long_is_given_up_and_its_process_ended(
    drawer: Pages, drawing: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    await drawing(os.getpid)
    monkeypatch.setattr(pages, "_DRAWN_WITHIN_S", 0.0)
    late, other = (Diagram(f"graph TD\n A --> {name}").address for name in "BC")
    assert await drawer.picture(late, "Home.md") is None
    monkeypatch.setattr(pages, "_DRAWN_WITHIN_S", PROCESS_S)  # it starts anew
    with monkeypatch.context() as patched:
        patched.setattr(pages, "_STARTED_WITHIN_S", 0.0)
        assert await drawer.picture(other, "Home.md") is None
    assert picture_format(present(await drawer.picture(other, "Home.md"))) == "png", "not its own fault"
    assert await drawer.picture(late, "Home.md") is None


async def test_an_idle_drawer_restarts(notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = asyncio.Event()

    class Drawing(WorkerProcess):
        def close(self) -> None:
            super().close()
            ended.set()

    monkeypatch.setattr(pages, "_UNUSED_S", 0.0)
    drawing = Drawing()
    reader = Pages(Containment(tmp_path), cast("LanceCorpus", notes), tmp_path / "index", drawing=drawing)
    Image.new("RGB", (400, 400), "green").save(tmp_path / "a.png")
    try:
        assert await reader.thumbnail("a.png") is not None
        await ended.wait()
        (tmp_path / "index" / "thumbnails").rename(tmp_path / "moved")
        assert await reader.thumbnail("a.png") is not None
    finally:
        drawing.close()


async def test_a_canvas_shows_what_its_files_begin_with(notes: Notes, drawer: Pages, tmp_path: Path) -> None:
    notes.texts["Rigging.md"] = "---\ntags: x\n---\n# Rigging\n\nShrouds and **stays**.\n"
    Image.new("RGB", (400, 400), "green").save(tmp_path / "a.png")
    notes.texts["a.png"] = ""
    place = {"x": 0, "y": 0, "width": 100, "height": 100, "type": "file"}
    nodes = [{"id": name, "file": name, **place} for name in ("Rigging.md", "a.png", "Gone.md")]
    (tmp_path / "Plan.canvas").write_text(json.dumps({"nodes": nodes}))
    (tmp_path / "Broken.canvas").write_text("{")
    assert await drawer.canvas("Broken.canvas") is None
    rigging, picture, gone = present(await drawer.canvas("Plan.canvas")).cards
    assert ["stays" in rigging.html, "tags" in rigging.html] == [True, False]
    assert picture.picture.startswith(b"\xff\xd8")
    assert (gone.title, gone.html, gone.picture) == ("Gone", "", b"")


async def test_a_canvas_card_shows_its_formulas(drawer: Pages, tmp_path: Path) -> None:
    text = "Sum $a_1$ <b>bold</b>\n\n$$\n\\frac{a}{b}\n$$\n\n$\\unheardof{x<y}$"
    node = {"id": "n", "type": "text", "text": text, "x": 0, "y": 0, "width": 300, "height": 200}
    (tmp_path / "Plan.canvas").write_text(json.dumps({"nodes": [node]}))
    (card,) = present(await drawer.canvas("Plan.canvas")).cards
    assert card.html.count(f"<img src='{SVG_ADDRESS}") == 2
    assert "<code class='formula line'>\\unheardof{x&lt;y}</code>" in card.html, "the rest stays source"


async def test_a_document_has_its_diagrams_within_it(notes: Notes, drawer: Pages) -> None:
    notes.texts["Flow.md"] = "```mermaid\ngraph TD\n A --> B\n```\n\n```mermaid\nnone at all\n```\n"
    document = await drawer.document("Flow.md")
    pictures = document.count("src='data:image/png;base64,")
    assert (pictures, ">none at all</code>" in document) == (1, True)


async def test_an_embedded_page_of_a_pdf_is_drawn(reader: Pages, notes: Notes, tmp_path: Path) -> None:
    (tmp_path / "Plan.pdf").write_bytes(Pdf([PdfPage(), PdfPage([TextLine(60, 700, "Rivets")])]).written())
    notes.texts |= {"Plan.pdf": "Rivets", "Home.md": "![[Plan.pdf#page=2]]\n\n![[Plan.pdf#page=9]]\n"}
    preview = present(await reader.preview_at("Home.md", 0))
    second, ninth = map(unescape, re.findall(r"<img src='([^']*)'", preview.html))
    assert picture_format(present(await reader.picture(second, "Home.md"))) == "bmp"
    assert await reader.picture(ninth, "Home.md") is None
    assert "<a class='wikilink' href='note:Plan.pdf%23page%3D2'>" in preview.html


async def test_a_base_is_a_table_of_its_notes_anywhere(reader: Pages, notes: Notes, tmp_path: Path) -> None:
    base = "filters: file.hasLink(this)\nviews: [{type: table, name: Backlinks, order: [file.name]}]\n"
    (tmp_path / "Back.base").write_text(base)
    target = f"![[Back.base#Backlinks]]\n\n```base\n{base}```\n"
    notes.texts |= {"Back.base": "# Backlinks", "Target.md": target}
    shown = present(await reader.preview_at("Target.md", 0))
    assert shown.html.count("<b>Backlinks</b> · 0") == 2, "embedded, and written within the note"
    notes.texts["Source.md"] = "to [[Target]]\n"
    assert present(await reader.refreshed(shown, 1)).html.count("href='note:Source.md'>Source</a>") == 2
    alone = present(await reader.preview_at("Back.base", 0))
    assert "href='note:Target.md'>Target</a>" in alone.html, "which embeds it"
    (tmp_path / "Back.base").unlink()
    assert "class='embed'" not in present(await reader.preview_at("Back.base", 0)).html
