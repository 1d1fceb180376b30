"""Notes and questions in several languages, with the real models, from the disk to the answer."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders import last_stage, present
from tests.core.search.indexed_notes import synced_vault
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models import universal_sentence_encoder
from vaultsearch.core.models.model_files import UNIVERSAL
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode, ReadingPlan, SearchStage
from vaultsearch.service.vault import Vault

ENGLISH = {
    "Mast.md": "The mast was cut from a single larch and has to be oiled every autumn against the rot.\n",
    "Bread.md": "The dough rests overnight in the cold, then it is baked in a pot with the lid on.\n",
    "Rent.md": "The landlord wants the rent on the third of each month and never answers letters.\n",
}
CHINESE = {
    "种树.md": "院子里的柿子树每年冬天都要修剪，剪下来的枝条可以用来生火。\n",
    "账单.md": "房东要求每月三号之前把房租转到他的账户里。\n",
}
GERMAN_QUESTION = "Womit wird das Brot gebacken und wie lange ruht der Teig?"


def opened(folder: Path, notes: dict[str, str], **settings: str) -> AbstractAsyncContextManager[Vault]:
    command = {name.replace("__", "."): value for name, value in settings.items()}
    return synced_vault(folder, notes, Parameters(command=command))


async def asked(session: Vault, query: str, mode: Mode = Mode.HYBRID) -> SearchStage:
    return await last_stage(session, query, 3, mode)


def first(stage: SearchStage) -> str:
    return stage.results[0].chunk.path


async def test_english_notes_are_read_for_another_language_once_the_user_wants_it(tmp_path: Path) -> None:
    async with opened(tmp_path, ENGLISH) as session:
        changes = session.index.changes()
        assert [reader.model for reader in (await session.status()).readers] == ["all-MiniLM-L6-v2"]
        stage = await asked(session, GERMAN_QUESTION)
        assert "This looks like German: 3 English passages are matched by keywords only." in stage.hints
        assert (await session.index.sync()).embedded == 0, "a question alone reads nothing"
        await session.index.read_for(present(stage.unread).language)
        await anext(changes)
        assert (await session.index.sync()).embedded == 3
        stage = await asked(session, GERMAN_QUESTION, Mode.SEMANTIC)
        assert (first(stage), stage.hints) == ("Bread.md", ())
        assert "best sentence #1" in stage.results[0].why
        assert first(await asked(session, "what is baked in a pot?", Mode.SEMANTIC)) == "Bread.md"
        await changes.aclose()


async def test_reading_for_another_language_can_be_undone(tmp_path: Path) -> None:
    async with opened(tmp_path, ENGLISH) as session:
        await session.index.read_for("de")
        await session.index.read_for("de", enabled=False)
        assert (await session.index.sync(lambda _: None)).embedded == 0
        assert present((await asked(session, GERMAN_QUESTION)).unread).reading is ReadingPlan.OFFERED


async def test_a_chinese_vault_answers_in_chinese_and_in_english(tmp_path: Path) -> None:
    async with opened(tmp_path, CHINESE) as session:
        status = await session.status()
        (reader,) = status.readers
        assert reader.model == "universal-sentence-encoder-multilingual"
        assert (reader.languages, status.embedded) == ((("Chinese", 2),), 2)
        assert "late interaction" not in status.reranker
        assert first(await asked(session, "什么时候付租金？")) == "账单.md"
        assert first(await asked(session, "when do I prune the persimmon tree?")) == "种树.md"


async def test_words_of_another_language_are_not_taken_for_misspelt_ones(tmp_path: Path) -> None:
    german = {
        f"{number}.md": f"Ich habe mich sehr über den Brief Nummer {number} gefreut.\n" for number in range(9)
    }
    async with opened(tmp_path, german) as session:
        await session.search_service.expand.prepare()
        assert (await asked(session, "how much was the letter?")).spelling is None
        assert present((await asked(session, "Was stand in dem Breif?")).spelling).corrected == "brief"


async def test_in_a_mixed_vault_an_english_question_finds_notes_in_both_languages(tmp_path: Path) -> None:
    async with opened(tmp_path, ENGLISH | CHINESE) as session:
        stage = await asked(session, "when is the rent due?")
        assert {result.chunk.path for result in stage.results[:2]} == {"Rent.md", "账单.md"}
        legs = {leg for result in stage.results for leg in result.chunk.ranks}
        assert {"meaning", "semantic", "multilingual", "late"} <= legs
        only = await asked(session, "when is the rent due? lang:zh")
        assert {result.chunk.path for result in only.results} <= CHINESE.keys()


async def test_the_user_decides_which_language_it_is_and_if_another_model_reads(tmp_path: Path) -> None:
    async with opened(tmp_path, ENGLISH, language__notes="sv") as session:
        (reader,) = (await session.status()).readers
        assert reader.languages == (("Swedish", 3),)
    async with opened(tmp_path / "zh", CHINESE, embedding__multilingual_model="none") as session:
        assert [reader.model for reader in (await session.status()).readers] == ["all-MiniLM-L6-v2"]
        assert first(await asked(session, "房租")) == "账单.md"


async def test_without_the_model_words_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, CHINESE) as session:
        assert first(await asked(session, "房租")) == "账单.md"
    nowhere = replace(UNIVERSAL, folder="a_package_that_nobody_has")
    monkeypatch.setattr(universal_sentence_encoder, "UNIVERSAL", nowhere)
    async with await Vault.open(tmp_path / "vault", tmp_path / "index", write=False) as session:
        assert first(await asked(session, "房租", Mode.FULLTEXT)) == "账单.md"
        with pytest.raises(ModelUnavailableError, match="isn't on this computer"):
            await asked(session, "房租")


async def test_a_word_that_notes_hold_in_another_form_is_answered(tmp_path: Path) -> None:
    """`бабушке` showed the note *Бабушка Тоня*, below "No clear answer in your notes"."""
    notes = {
        "Бабушка Тоня.md": "Живёт в Костроме, печёт пироги с капустой и любит, когда ей звонят.\n",
        "Борщ.md": "Свёклу запечь в фольге, час при двухстах градусах, бульон из грудинки.\n",
        "Дача.md": "Колодец чистили, ключи у соседки, теплицу накрыть до заморозков.\n",
    }
    async with opened(tmp_path, notes) as session:
        stages = [await asked(session, query) for query in ("бабушке", "свекла", "ипотека")]
    assert [stage.unanswered for stage in stages] == [False, False, True]
    assert list(map(first, stages[:2])) == ["Бабушка Тоня.md", "Борщ.md"]


async def test_what_is_found_literally_is_never_said_to_be_unanswered(tmp_path: Path) -> None:
    """The address of a link was found, below "No clear answer in your notes"."""
    notes = ENGLISH | {"shop.md": "We bought the lamp in the [shop](https://lamps.example/till).\n"}
    async with opened(tmp_path, notes) as session:
        stage = await asked(session, "lamps.example")
        assert (first(stage), stage.unanswered, stage.notice) == ("shop.md", False, None)
        assert (await asked(session, "quarterly revenue of a bakery in Hamburg")).unanswered
        # Of a time alone, the notes' dates tell.
        asked_times = [(await asked(session, query)).unanswered for query in ("today", "in May 2019")]
        assert asked_times == [False, True]
