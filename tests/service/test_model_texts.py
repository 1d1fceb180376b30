"""Texts by a language model: one request for each content, whatever ends the program meanwhile."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.builders import chunk, write_notes
from tests.cli.command import Command
from tests.core.search.indexed_notes import synced_vault
from tests.scripted_model import MODEL, ScriptedModel
from tests.thoroughness import THOROUGH
from vaultsearch.core.errors import IndexInUseError
from vaultsearch.core.index.index_folder import MODEL_TEXTS
from vaultsearch.core.index.model_texts import ModelTexts
from vaultsearch.core.models.chat_client import ConsentNeededError, EndpointDownError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.components import MODEL_TEXTS as LEG
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.search import Space
from vaultsearch.service.parts.model_access import allow_host
from vaultsearch.service.sync.model_texts import _text_around
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

NOTES = {
    "Boat.md": "The planks are held by copper rivets.\n",
    "Copy.md": "The planks are held by copper rivets.\n",
    "Bread.md": "---\ntags: [food]\n---\nThe sourdough stands for twelve hours.\n",
}
LONG = "".join(
    f"## Part {name}\n\n" + f"It is about {name}, which is kept in the {name} drawer. " * 30 + "\n\n"
    for name in ("rivets", "planks", "sails")
)
"""A note of several passages."""


@pytest.fixture(autouse=True)
def ask_about_two_sentences(model: ScriptedModel) -> None:
    model.answers = ("Is it about two sentences?",)


def asking(folder: Path, model: ScriptedModel, notes: dict[str, str]) -> AbstractAsyncContextManager[Vault]:
    """Index notes, and open their vault, which asks the model."""
    return synced_vault(folder, notes, Parameters({"ask.base_url": model.address, "ask.model": MODEL}))


def texts_sent(model: ScriptedModel) -> Counter[str]:
    return Counter(request.body["messages"][-1]["content"] for request in model.chats)


def characters_sent(model: ScriptedModel) -> int:
    return sum(len(message["content"]) for request in model.chats for message in request.body["messages"])


async def test_each_text_is_summarized_once_and_when_changed(tmp_path: Path, model: ScriptedModel) -> None:
    async with asking(tmp_path, model, NOTES) as vault:
        requests, characters = await vault.estimate_by_model(TextKind.SUMMARY)
        assert not model.requests
        assert await vault.write_by_model(TextKind.SUMMARY, "tag:food") == 1
        assert await vault.write_by_model(TextKind.SUMMARY) == 1
        assert await vault.write_by_model(TextKind.SUMMARY) == 0
        assert (requests, characters) == (2, characters_sent(model))
        assert await vault.model_texts.summary_of("Copy.md") == "Is it about two sentences?"
        write_notes(tmp_path / "vault", {"Boat.md": "Bronze screws now.\n"})
        await vault.index.sync()
        assert await vault.model_texts.summary_of("Boat.md") is None
        assert await vault.write_by_model(TextKind.SUMMARY) == 1
    assert set(texts_sent(model).values()) == {1}


@pytest.mark.parametrize("kind", [TextKind.CONTEXT, TextKind.QUESTIONS])
async def test_only_changed_passages_are_asked(tmp_path: Path, model: ScriptedModel, kind: TextKind) -> None:
    async with asking(tmp_path, model, {"Ship.md": LONG, "Empty.md": ""}) as vault:
        requests, characters = await vault.estimate_by_model(kind)
        assert requests > 2
        assert await vault.write_by_model(kind, "path:Ship.md") == requests
        assert characters == characters_sent(model)
        assert await vault.write_by_model(kind) == 0
        write_notes(tmp_path / "vault", {"Ship.md": LONG + "## Oars\n\n" + "Ash is best for oars. " * 40})
        await vault.index.sync()
        more = await vault.write_by_model(kind)
        assert 0 < more < requests
    assert len(model.chats) == requests + more
    assert sum(map(bool, ModelTexts(tmp_path / "index").load()[kind].values())) == requests + more


async def test_a_context_is_asked_for_unless_the_passage_is_it(tmp_path: Path, model: ScriptedModel) -> None:
    async with asking(tmp_path, model, {"Ship.md": LONG, "Boat.md": NOTES["Boat.md"]}) as vault:
        assert await vault.write_by_model(TextKind.CONTEXT, "path:Boat.md") == 0
        await vault.write_by_model(TextKind.CONTEXT)
    note, passage = model.chats[0].body["messages"][1]["content"].split("\n\n[2] ")
    assert note.startswith("<notes>\n[1] Ship\n")
    words = ("rivets", "planks")
    assert [[word in text for word in words] for text in (note, passage)] == [[True, True], [True, False]]


@pytest.mark.parametrize("case", ["6:0:0123", "6:2:0123", "6:3:1234", "6:5:45", "4:0:0123", "4:3:0123"])
def test_both_sides_of_a_passage_are_sent_as_far_as_there_is_room(case: str) -> None:
    count, place, sent = case.split(":")
    chunks = [chunk(text=f"{number}" * (3000 if number == 5 else 1000)) for number in range(int(count))]
    assert [text[0] for text in _text_around(chunks, int(place)).text.split("\n\n")] == [*sent]


async def test_only_questions_are_kept_of_an_answer(tmp_path: Path, model: ScriptedModel) -> None:
    questions = '1. What holds the planks?\n- **Which metal?**\n"Who?"\nA fourth one?'
    model.answers = (f"<think>Why me?</think>Sure, here they are:\n{questions}",)
    async with asking(tmp_path, model, {"Boat.md": NOTES["Boat.md"]}) as vault:
        assert await vault.write_by_model(TextKind.QUESTIONS) == 1
    (kept,) = ModelTexts(tmp_path / "index").load()[TextKind.QUESTIONS].values()
    assert kept == "What holds the planks?\nWhich metal?\nWho?"


async def test_a_consent_for_questions_is_none_for_the_text_of_all_notes(tmp_path: Path) -> None:
    server, all_notes = "http://192.0.2.1:1/v1", r"192\.0\.2\.1 is not this computer: the text of your notes"
    parameters = Parameters({"ask.base_url": server, "ask.model": MODEL})
    async with synced_vault(tmp_path, NOTES, parameters) as vault:
        for hosts in ((), ("192.0.2.1",)):
            settings.change_settings(model_hosts=hosts)
            for kind in TextKind:
                with pytest.raises(ConsentNeededError, match=all_notes):
                    await vault.write_by_model(kind)
        allow_host(server, all_notes=True)
        assert await vault.write_by_model(TextKind.SUMMARY, "path:None.md") == 0
        # Whoever may have all notes may have a question's passages, too.
        settings.change_settings(model_hosts=())
        assert await vault.ask.host_to_allow() == ""


async def test_a_server_that_dies_leaves_what_was_made(tmp_path: Path, model: ScriptedModel) -> None:
    async with asking(tmp_path, model, NOTES) as vault:
        assert await vault.write_by_model(TextKind.SUMMARY, "path:Bread.md") == 1
        model.status = 500
        with pytest.raises(EndpointDownError):
            await vault.write_by_model(TextKind.SUMMARY)
        model.status = 200
        assert await vault.write_by_model(TextKind.SUMMARY) == 1


async def test_what_has_no_answer_is_asked_about_next_time(tmp_path: Path, model: ScriptedModel) -> None:
    model.answers = ("First.", "", "Third.", "Fourth.")
    async with asking(tmp_path, model, {f"{n}.md": f"Note {n} of rivets." for n in range(4)}) as vault:
        assert await vault.write_by_model(TextKind.SUMMARY) == 3
        assert await vault.write_by_model(TextKind.SUMMARY) == 1
    assert max(texts_sent(model).values()) == 2


def test_a_line_not_written_whole_and_a_later_versions_kind_spoil_no_other(tmp_path: Path) -> None:
    later = {"kind": "limericks", "hash": "a", "model": MODEL, "text": "There was."}
    (tmp_path / MODEL_TEXTS).write_text(json.dumps(later) + "\n", "utf-8")
    texts = ModelTexts(tmp_path)
    texts.add(TextKind.SUMMARY, "a", "First.\u2028Line.", MODEL)
    with (tmp_path / MODEL_TEXTS).open("a", encoding="utf-8") as file:
        file.write('{"hash": "b", "te')
    texts.add(TextKind.QUESTIONS, "a", "Third?", MODEL)
    kept = texts.load()
    assert kept[TextKind.SUMMARY] == {"a": "First.\u2028Line."}
    assert kept[TextKind.QUESTIONS] == {"a": "Third?"}


async def test_two_processes_do_not_send_the_same(tmp_path: Path, model: ScriptedModel) -> None:
    from filelock import FileLock

    async with asking(tmp_path, model, NOTES) as vault:
        with FileLock(tmp_path / "index" / f"{MODEL_TEXTS}.lock"), pytest.raises(IndexInUseError):
            await vault.write_by_model(TextKind.CONTEXT)
    assert not model.requests


WORDS = ("rivets", "bread", "pottery", "violins", "maps", "bees", "clocks", "cheese", "kites", "moss")
KILLS = 3 if THOROUGH else 2


@pytest.mark.parametrize(("kind", "before_each_kill"), [
    (TextKind.SUMMARY, 8), (TextKind.TOPICS, 2),
    *([(TextKind.QUESTIONS, 8), (TextKind.ENTITIES, 8)] if THOROUGH else []),
])  # fmt: skip
def test_killed_again_and_again_it_goes_on_where_it_was(
    tmp_path: Path,
    model: ScriptedModel,
    models_folder: Path,
    own_home: Path,
    kind: TextKind,
    before_each_kill: int,
) -> None:
    (own_home / "models").symlink_to(models_folder)
    command, vault = Command(own_home), str(tmp_path / "vault")
    texts = {
        f"{word} {n}": f"Number {n} of {word}. See [[{word} {(n + 1) % 4}]]."
        for word in WORDS
        for n in range(4)
    }
    write_notes(tmp_path / "vault", {f"{name}.md": text for name, text in texts.items()})
    words = ["--set", f"ask.base_url={model.address}", "--set", f"ask.model={MODEL}", "--kind", kind.value]
    write = ["summaries", "--by-model", "--vault", vault, *words]
    command("index", vault)
    count = json.loads(command(*write, "--estimate", "--json").stdout)["requests"]
    assert not model.requests
    for kill in range(1, KILLS + 1):
        killed = [sys.executable, "-m", "vaultsearch", *write]
        with subprocess.Popen(killed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            assert model.wait_for(before_each_kill * kill)
            os.kill(process.pid, signal.SIGKILL)
    assert "made" in command(*write).stdout
    sent = texts_sent(model)
    assert len(sent) == count > KILLS * before_each_kill
    assert sent.total() <= count + KILLS  # but for the text that was on its way, each is sent once
    assert len(ModelTexts(settings.index_folder(tmp_path / "vault")).load()[kind]) == count
    found = command("search", "--vault", vault, "--json", "two sentences").stdout
    # Entities and sentences about topics are not searched; nor does the scripted answer hold any.
    is_searched = kind in (TextKind.SUMMARY, TextKind.QUESTIONS)
    assert ("your model's texts #" in found) is is_searched


async def found_by_texts(vault: Vault, query: str) -> set[str]:
    results = await vault.search(query, 10)
    assert all(("your model's texts #" in result.why) == (LEG in result.chunk.ranks) for result in results)
    return {result.chunk.path for result in results if LEG in result.chunk.ranks}


QUESTION = "Why does the ferry to the island stay dry inside?"


async def test_a_passage_is_found_by_questions_until_it_changes(tmp_path: Path, model: ScriptedModel) -> None:
    others = {f"{n}.md": f"Note {n} is about tax form {n * 7} and the office." for n in range(60)}
    boats = {"Boat.md": NOTES["Boat.md"], "old/Boat.md": NOTES["Boat.md"]}
    model.answers = (QUESTION,)
    async with asking(tmp_path, model, boats | others) as vault:
        assert await found_by_texts(vault, QUESTION) == set()
        await vault.write_by_model(TextKind.QUESTIONS, "path:old")
        # Two passages of one content and title have the same question, which is encoded once.
        assert await vault.index.encode_model_texts(lambda _: None) == 2
        assert await vault.index.encode_model_texts(lambda _: None) == 0
        assert await found_by_texts(vault, QUESTION) == {"Boat.md", "old/Boat.md"}
        assert await found_by_texts(vault, f"{QUESTION} path:old") == {"old/Boat.md"}
        await vault.use({"retrieval.extra": "none"})
        assert await found_by_texts(vault, QUESTION) == set()
        await vault.use({"retrieval.extra": LEG})
        write_notes(tmp_path / "vault", {"Boat.md": "Bronze screws now.\n"})
        (vault.folder / "old").rename(vault.folder / "new")
        await vault.index.sync()
        assert await found_by_texts(vault, QUESTION) == {"new/Boat.md"}
        (vault.folder / "new" / "Boat.md").unlink()
        await vault.index.sync()
        assert await found_by_texts(vault, QUESTION) == set()
    assert len(model.chats) == 1


async def test_a_question_that_leads_elsewhere_is_not_searched(tmp_path: Path, model: ScriptedModel) -> None:
    breads = {f"Bread {n}.md": f"The sourdough of day {n} stands for twelve hours." for n in range(5)}
    question = "How long does the sourdough stand?"
    model.answers = (question,)
    async with asking(tmp_path, model, breads | {"Tax.md": "The form goes to the office."}) as vault:
        await vault.write_by_model(TextKind.QUESTIONS)
        assert await vault.index.encode_model_texts(lambda _: None) == 6
        found = await found_by_texts(vault, question)
        assert (bool(found), "Tax.md" in found) == (True, False)


@pytest.mark.parametrize("kind", [TextKind.SUMMARY, TextKind.CONTEXT])
async def test_summaries_and_contexts_are_found(tmp_path: Path, model: ScriptedModel, kind: TextKind) -> None:
    model.answers = ("It is about the ferry to the island.",)
    async with asking(tmp_path, model, {"Ship.md": LONG, "Tax.md": "The form goes to the office."}) as vault:
        await vault.write_by_model(kind)
        assert not vault._corpus.model_texts.spaces
        # Of a single note, as the window syncs after each save: all texts are new to it.
        write_notes(tmp_path / "vault", {"Tax.md": "The form goes to another office."})
        await vault.index.sync()
        assert "Ship.md" in await found_by_texts(vault, "Which ferry goes to the island?")


async def test_texts_are_found_in_every_language_by_their_model(tmp_path: Path, model: ScriptedModel) -> None:
    german = "Die Planken werden von kupfernen Nieten gehalten. Das Boot liegt im Hafen und wird gestrichen."
    model.answers = ("Warum bleibt die Fähre zur Insel trocken?",)
    async with asking(tmp_path, model, {"Boot.md": german, "Bread.md": NOTES["Bread.md"]}) as vault:
        await vault.write_by_model(TextKind.QUESTIONS, "path:Boot.md")
        await vault.index.encode_model_texts(lambda _: None)
        assert Space.MULTILINGUAL in vault._corpus.model_texts.spaces
        assert await found_by_texts(vault, "Warum bleibt die Fähre zur Insel trocken?") == {"Boot.md"}
