"""Pictures are found by what the notes that embed them say, and shown above it."""

from __future__ import annotations

import os
from pathlib import Path

from tests.builders import write_notes
from tests.core.index.test_files import sync
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.vault import Vault

NOTE = "# Trip\n\nThe old harbour at dusk ![[harbour.png|lighthouse|300]] in June.\n\nElsewhere.\n"


async def stored(index: Path) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    corpus = await LanceCorpus.open(index)
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    async for one in corpus.get_all_text():
        found.setdefault(one.path, []).append((one.heading_path, one.text))
    corpus.close()
    return found


async def test_a_picture_holds_paragraphs_that_embed_it(vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"trip.md": NOTE, "other.md": "A caption above.\n\n![[harbour.png]]\n\nAnd below.\n"})
    (vault / "harbour.png").write_bytes(b"\x89PNG not really")
    os.utime(vault / "harbour.png", (0, 0))  # one saved just now is read again by the next sync
    index = tmp_path / "index"
    report = await sync(vault, index)
    assert (report.added, report.changed) == (3, 0)
    assert (await stored(index))["harbour.png"] == [
        (("other",), "A caption above.\n\nAnd below."),
        (("trip",), "The old harbour at dusk lighthouse in June."),
    ]
    write_notes(vault, {"other.md": "Nothing of pictures."})
    assert (await sync(vault, index)).changed == 1
    assert (await stored(index))["harbour.png"] == [
        (("trip",), "The old harbour at dusk lighthouse in June.")
    ]
    assert (await sync(vault, index)).embedded == 0
    (vault / "trip.md").unlink()
    await sync(vault, index)
    ((headings, text),) = (await stored(index))["harbour.png"]
    assert headings == ()
    assert "dusk" not in text


async def test_pictures_read_again_for_paragraphs_are_counted_once(vault: Path, tmp_path: Path) -> None:
    """2,770 of 1,806 files were told to be indexed, and 636 of 404 found by keywords."""
    embedded = "\n\n".join(f"Paragraph {at} has a picture: ![[{at}.png]]" for at in range(300))
    write_notes(vault, {"album.md": embedded})
    for at in range(300):
        (vault / f"{at}.png").write_bytes(b"\x89PNG not really")
        os.utime(vault / f"{at}.png", (0, 0))
    index = tmp_path / "index"
    counts: list[tuple[int, int]] = []

    def note(_: object) -> None:
        if (manifest := read_manifest(index)) is not None:
            counts.append((manifest.waiting, manifest.n_files))

    await sync(vault, index, on_changes=note, on_progress=note)
    assert counts
    assert all(0 <= waiting <= found for waiting, found in counts)


async def test_a_note_is_listed_without_the_picture_it_embeds(vault: Path, tmp_path: Path) -> None:
    harbour = "The old harbour at dusk in June, as the boats came home.\n\n![[harbour.png]]\n"
    meadow = "A meadow with ![[meadow.png|a red gate]] behind the mill.\n\nIts grass is cut in August.\n"
    other = "The boats of the harbour are old, too."
    write_notes(vault, {"trip.md": harbour, "walk.md": meadow, "other.md": other})
    for name in ("harbour", "meadow"):
        (vault / f"{name}.png").write_bytes(b"\x89PNG not really")
    saved = "<html><body><p>Whoever mends nets wants tar and patience and a long winter.</p></body></html>"
    (vault / "nets.html").write_text(saved)
    write_notes(vault, {"work.md": "Whoever mends nets wants tar and patience and a long winter."})
    parameters = Parameters(command={"embedding.multilingual_model": "none"})
    async with await Vault.open(vault, tmp_path / "index", parameters) as opened:
        await opened.index.sync()
        for mode in (Mode.HYBRID, Mode.FULLTEXT):
            for words, first, beside in (
                ("harbour at dusk", "trip.md", "harbour.png"),
                ("red gate behind the mill", "walk.md", "meadow.png"),
            ):
                async for stage in opened.search_stages(words, mode=mode):
                    paths = [result.chunk.path for result in stage.results]
                    assert (paths[0], beside in paths) == (first, False)
                async for stage in opened.search_stages(f"{words} type:image", mode=mode):
                    assert stage.results[0].chunk.path == beside
            async for stage in opened.search_stages("tar and patience", mode=mode):
                assert [one.chunk.path for one in stage.results][:2] == ["work.md", "nets.html"]
