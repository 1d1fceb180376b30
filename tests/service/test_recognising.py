"""Text in pictures is recognised in a process of its own: each picture once, none lost, none unasked."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.builders import present
from tests.cli.command import Command
from tests.pdf_files import Pdf, PdfPage, TextLine
from tests.plain_recogniser import DEADLY, ENDED, HEAD, HELD, LARGE, SCANNED, PlainRecogniser
from tests.service.test_following import kept_fresh
from tests.thoroughness import THOROUGH
from vaultsearch.cli.reports import print_sync_report
from vaultsearch.core.index.index_folder import read_manifest, write_manifest
from vaultsearch.core.installation import has_extra
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.pictures import RecognisedText, Recognition
from vaultsearch.core.values.search import Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.worker import WorkerProcess
from vaultsearch.service import commands
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.sync import text_recognition
from vaultsearch.service.sync.text_recognition import TextRecognition
from vaultsearch.service.vault import Vault


def draw(file: Path, words: str) -> None:
    file.write_bytes(HEAD + words.encode() + b"\0" * 6000)
    os.utime(file, (1_700_000_000, 1_700_000_000 + len(words)))


@pytest.fixture
def recogniser(vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlainRecogniser:
    """What reads pictures instead of the models; the vault has a note."""
    (vault / "a.md").write_text("a note")
    (tmp_path / "log").mkdir()
    found = PlainRecogniser(tmp_path / "log")
    monkeypatch.setattr(TextRecognition, "recogniser", found)
    monkeypatch.setattr(text_recognition, "on_battery", lambda: False)
    monkeypatch.setattr(text_recognition, "_LOOKED_EVERY_S", 0.01)
    return found


GIVEN_UP = "Recognizing its text crashed, needed too much memory or took longer than 60 s; it was skipped."
ON = Parameters(file={"files.recognize_text": True, "embedding.multilingual_model": "none"})


@asynccontextmanager
async def followed(vault: Path, index: Path, parameters: Parameters = ON) -> AsyncIterator[Vault]:
    """Open a vault and follow its changes, as the window does."""
    workers = Workers(in_thread, in_thread, recognising=WorkerProcess())
    opened = await Vault.open(vault, index, parameters, workers)
    async with kept_fresh(opened):
        yield opened


async def reached(vault: Vault, is_reached: Callable[[Recognition], bool]) -> Recognition:
    """Wait until recognition has come so far: nothing signals that, the window asks as well."""
    while not is_reached(found := (await vault.status()).recognition):  # noqa: ASYNC110 - no signal
        await asyncio.sleep(0.02)
    return found


async def recognised(vault: Vault) -> Recognition:
    return await reached(vault, lambda found: not found.waiting)


def contents(folder: Path) -> dict[Path, tuple[int, bytes]]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def held(log: Path) -> list[int]:
    """Return the processes that a picture holds."""
    return [int(one.name) for one in log.iterdir() if one.name.isdigit()]


async def test_text_in_pictures_is_marked(vault: Path, tmp_path: Path, recogniser: PlainRecogniser) -> None:
    (vault / "a.md").write_text("a note with ![[plan of the shed.png]]")
    draw(vault / "plan of the shed.png", "oak beams and a slate roof")
    draw(vault / "a copy.png", "oak beams and a slate roof")
    draw(vault / "newer.png", "a receipt for copper nails and paint")
    typed = PdfPage([TextLine(50, 700, "typed words about the harbour and its many ships")])
    (vault / "scan.pdf").write_bytes(Pdf([typed, PdfPage(), typed]).written())
    before = contents(vault)
    async with followed(vault, tmp_path / "index") as opened:
        status = await recognised(opened)
        found = await opened.search("slate roof", mode=Mode.FULLTEXT)
        pages = await opened.search("scanned sheet", mode=Mode.FULLTEXT)
        context = await opened.context([found[0].chunk])
    first, *others = recogniser.read
    assert first == "oak beams and a slate roof", "the one that a note shows comes first"
    # Each content once, and of the pages that without text alone.
    assert sorted(others) == ["a receipt for copper nails and paint", SCANNED]
    assert (status.recognised, status.refused, status.seconds_each) == (3, 0, 0.5)
    copies = {(one.chunk.path, one.chunk.is_recognised) for one in found[:2]}
    assert copies == {("plan of the shed.png", True), ("a copy.png", True)}
    best = pages[0].chunk
    assert (best.path, best.page, best.heading_path) == ("scan.pdf", 2, ("Page 2", "Text in picture"))
    assert "Section: Text in picture" in context.text
    assert before == contents(vault), "nothing is written into the vault"
    assert "cv2" not in sys.modules


async def test_killed_it_loses_no_picture(vault: Path, tmp_path: Path, recogniser: PlainRecogniser) -> None:
    for name in ("one", "two", "three"):
        draw(vault / f"{name}.png", f"{name} {HELD if name == 'two' else ''}")
    draw(vault / "four.png", f"{DEADLY} for every process")
    async with followed(vault, tmp_path / "index") as opened:
        await reached(opened, lambda _: bool(held(recogniser.log)))
        os.kill(held(recogniser.log)[0], signal.SIGKILL)
        (recogniser.log / "go on").touch()
        status = await recognised(opened)
        failed = (await opened.status()).failed
    assert recogniser.read == ["two held", "three ", "one "], "the newest first"
    assert (status.recognised, status.refused) == (3, 1)
    assert [(one.path, one.reason) for one in failed] == [("four.png", GIVEN_UP)]


async def test_after_a_full_disk_all_pictures_are_read_without_a_new_start(
    vault: Path, tmp_path: Path, recogniser: PlainRecogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_recognition, "_TRIED_AGAIN_AFTER_S", 0.01)
    for words in ("slate roof of the shed", "a full disk on the harbour"):  # the longer is newer
        draw(vault / f"{words[:6]}.png", words)
    async with followed(vault, tmp_path / "index") as opened:
        # One that cannot be read just now keeps back no other.
        await reached(opened, lambda found: found.waiting == 1)
        assert recogniser.read == ["slate roof of the shed"]
        assert {*recogniser.refused} == {"a full disk on the harbour"}
        (recogniser.log / "go on").touch()
        await recognised(opened)
        (found,) = await opened.search("harbour", mode=Mode.FULLTEXT)
        assert found.chunk.path == "a full.png"


async def test_no_pdf_is_drawn_as_a_picture_and_a_picture_may_take_as_much_memory_as_the_models_and_a_page(
    vault: Path, tmp_path: Path, recogniser: PlainRecogniser
) -> None:
    (vault / "shot.png").write_bytes(Pdf([PdfPage()]).written() + b"\xff" * 6000)
    draw(vault / "page.png", f"{LARGE} page of a book")
    async with followed(vault, tmp_path / "index") as opened:
        status = await recognised(opened)
    assert recogniser.read == [f"{LARGE} page of a book"]
    assert (status.recognised, status.refused) == (1, 1)


async def test_a_killed_picture_is_not_lost(vault: Path, tmp_path: Path, recogniser: PlainRecogniser) -> None:
    draw(vault / "shot.png", f"a shot, {ENDED} for want of memory")
    draw(vault / "other.png", "another")
    async with followed(vault, tmp_path / "index") as opened:
        status = await reached(opened, lambda found: found.waiting == 1)
    assert recogniser.deaths == 2 * [f"a shot, {ENDED} for want of memory"]
    assert (status.recognised, status.refused) == (1, 0)


async def test_pictures_are_tried_once_more(vault: Path, tmp_path: Path, recogniser: PlainRecogniser) -> None:
    draw(vault / "page.png", "a page of a book")
    draw(vault / "bad.png", f"{DEADLY} under any limits")
    draw(vault / "greek.png", "in an unknown script")
    index = tmp_path / "index"

    def keep_refusals(reasons: Mapping[str, str]) -> None:
        for name, reason in reasons.items():
            key = page_key((vault / f"{name}.png").read_bytes(), 1)
            RecognizedTexts.of(index).put(key, RecognisedText(reason=reason))

    keep_refusals(dict.fromkeys(("page", "bad", "greek"), "Too large."))
    async with followed(vault, index) as opened:
        assert (await opened.status()).recognition.waiting == 0
    crashed = "Recognising its text crashed or took longer than 60 s; it was skipped."
    unknown = "Text in Greek can't be recognized; install tesseract with its language."
    keep_refusals({"page": crashed, "bad": crashed, "greek": unknown})
    made = present(read_manifest(index))
    write_manifest(index, replace(made, made_by={**made.made_by, "readers": "readers-3"}))
    for _ in range(2):
        async with followed(vault, index) as opened:
            status = await recognised(opened)
            failed = {one.path: one.reason for one in (await opened.status()).failed}
        assert (status.recognised, status.refused) == (1, 2)
        assert failed == {"bad.png": GIVEN_UP, "greek.png": unknown}
    assert recogniser.read == ["a page of a book"]
    assert recogniser.deaths == 2 * [f"{DEADLY} under any limits"], "once, and at once again"


async def test_it_waits_until_it_is_switched_on_for_mains_and_until_nobody_types(
    vault: Path, tmp_path: Path, recogniser: PlainRecogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(vault / "one.png", "oak beams")
    monkeypatch.setattr(text_recognition, "on_battery", lambda: True)
    async with followed(vault, tmp_path / "index", Parameters()) as opened:
        off = (await opened.status()).recognition
        assert (off.enabled, off.waiting, off.seconds_left) == (False, 1, 2.0)
        await opened.use({"files.recognize_text": True})
        await opened.index.sync()
        await reached(opened, lambda found: found.pause == "battery")
        await opened.search("oak", mode=Mode.FULLTEXT)
        monkeypatch.setattr(text_recognition, "on_battery", lambda: False)
        await reached(opened, lambda found: found.pause == "typing")
        assert recogniser.read == []
        monkeypatch.setattr(text_recognition, "_TYPING_S", 0.0)
        await recognised(opened)
    assert recogniser.read == ["oak beams"]


async def test_the_command_line_waits_for_it_and_a_month_after_a_picture_its_text_is_dropped(
    vault: Path, tmp_path: Path, recogniser: PlainRecogniser, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("oak beams and a slate roof", "copper nails and white paint"):
        draw(vault / f"{words[:6]}.png", words)
    progress: list[Progress] = []
    index = partial(commands.sync_and_wait, on_progress=progress.append, read_for=(), anew=False)
    workers = Workers(in_thread, in_thread, recognising=WorkerProcess())
    async with await Vault.open(vault, tmp_path / "index", ON, workers) as opened:
        print_sync_report(await index(opened))
        assert "Pictures waiting for text recognition: 2." in capsys.readouterr().out
        print_sync_report(report := await index(opened, recognise=True))
        assert (report.chunks, report.embedded, report.removed) == (3, 2, 0)
        assert "waiting" not in capsys.readouterr().out
        assert ("recognizing", 1, 2) in [(one.phase, one.notes_done, one.notes_total) for one in progress]
        assert [one.chunk.path for one in await opened.search("slate", mode=Mode.FULLTEXT)] == ["oak be.png"]
        texts = list((tmp_path / "index" / "recognised").iterdir())
        (vault / "copper.png").unlink()
        await index(opened, recognise=True)
        for days, left in ((29, 2), (31, 1), (31, 1)):
            for text in texts:
                if text.exists():
                    os.utime(text, (time.time() - days * 86_400,) * 2)
            await opened.index.drop_unheld()
            assert sum(text.exists() for text in texts) == left
    assert sorted(recogniser.read) == ["copper nails and white paint", "oak beams and a slate roof"]


@pytest.mark.skipif(has_extra("ocr"), reason="it is installed")
def test_without_the_extra_the_command_line_says_how_to_add_it(vault: Path, tmp_path: Path) -> None:
    (vault / "a.md").write_text("a note")
    done = Command(tmp_path)("index", str(vault), "--recognize-text", code=2)
    assert "Text recognition needs the extra “ocr”. Add it:" in done.stderr


@pytest.mark.skipif(not THOROUGH, reason="needs the extra ocr, and seconds for its models")
async def test_a_real_scan_is_read_without_opencv_in_this_process(vault: Path, tmp_path: Path) -> None:
    from PIL import Image, ImageDraw, ImageFont

    (vault / "a.md").write_text("a note")
    picture = Image.new("RGB", (2480, 3508), "white")  # 300 dpi
    words = "Minutes of the orchard committee"
    ImageDraw.Draw(picture).text((200, 200), words, "black", ImageFont.load_default(60))
    picture.save(vault / "scan.pdf")
    picture.save(vault / "shot.png", compress_level=0)
    async with followed(vault, tmp_path / "index") as opened:
        status = await recognised(opened)
        found = await opened.search("orchard committee", mode=Mode.FULLTEXT)
    assert ({one.chunk.path for one in found}, status.recognised) == ({"scan.pdf", "shot.png"}, 2)
    assert "cv2" not in sys.modules
    assert not any("cv2" in one.path for one in psutil.Process().memory_maps())
