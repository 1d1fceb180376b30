"""``vaultsearch ask``: a scripted server, real HTTP, and what is printed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders import write_notes
from tests.cli.command import Command, with_models
from tests.scripted_model import MODEL, ScriptedModel, serving

NOTES = {
    "Boat.md": "# Fastenings\n\nThe planks are held by copper rivets of 4 mm. The roves came from Leiston.\n",
    "Bread.md": "# Rye\n\nThe sourdough stands for twelve hours at 22 degrees in the oven.\n",
}
QUESTION = "what holds the planks of the boat?"


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Command:
    """The command line with a home and an indexed vault."""
    folder = tmp_path_factory.mktemp("ask")
    write_notes(folder / "vault", NOTES)
    run = with_models(folder / "home", models_folder)
    run("index", str(folder / "vault"))
    return run


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with serving(ScriptedModel()) as served:
        yield served


def ask(command: Command, model: ScriptedModel, *words: str, code: int = 0) -> tuple[str, str]:
    once = () if "--set" in words else ("--set", "ask.second_look=false")
    endpoint = ("--set", f"ask.base_url={model.address}", "--set", f"ask.model={MODEL}", *once)
    done = command("ask", *words, *endpoint, code=code)
    return done.stdout, done.stderr


def test_the_answer_comes_with_sources_and_what_notes_lack(command: Command, model: ScriptedModel) -> None:
    said = "The planks are held by copper rivets of 4 mm"
    model.answers = (f"{said} [1]. Copper rivets hold the planks [1]. They are 9 mm thick [1].",)
    printed, told = ask(command, model, QUESTION)
    assert printed == (
        "The planks are held by copper rivets of 4 mm. [1] (checked)\n"
        "Copper rivets hold the planks. [1] (compare)\n"
        "(not in your notes: 9) They are 9 mm thick.\n"
        "[1] Boat > Fastenings  Boat.md:3\n"
    )
    assert f"{MODEL} on 127.0.0.1, 321 tokens sent" in told
    assert "copper rivets" in command("read", "1").stdout  # a passage is read by its number
    answer = json.loads(ask(command, model, QUESTION, "--json")[0])
    keys = ("text", "citations", "supported", "objection", "detail")
    assert [tuple(map(one.get, keys)) for one in answer["answer"]["sentences"]] == [
        (f"{said}.", [1], True, None, ""), ("Copper rivets hold the planks.", [1], None, None, ""),
        ("They are 9 mm thick.", [1], False, "number", "9"),
    ]  # fmt: skip
    assert (answer["model"], answer["sent_to"], answer["tokens"]) == (MODEL, "127.0.0.1", 321)
    assert (answer["passages"][0]["path"], answer["passages"][0]["number"]) == ("Boat.md", 1)


def test_a_sentence_the_model_denies_is_said_after_the_answer(command: Command, model: ScriptedModel) -> None:
    said, looked = "Copper rivets hold the planks [1].", "1. no\n2. yes"
    model.reply = lambda body: looked if "Statements:" in str(body) else said
    printed, told = ask(command, model, QUESTION, "--set", "ask.second_look=true")
    assert printed.splitlines()[:2] == [
        "Copper rivets hold the planks. [1] (compare)",
        "(compare: asked again, the model said no) Copper rivets hold the planks.",
    ]
    assert "642 tokens sent" in told


def test_without_an_answer_the_exit_code_says_nothing_found(command: Command, model: ScriptedModel) -> None:
    question = "who won the football match in Montevideo?"
    for options, code in (((), 1), (("--dry-run",), 0)):
        printed, told = ask(command, model, question, *options, code=code)
        assert (printed, "nothing was sent" in told) == ("", True)
    assert not model.requests
    model.answers = ("NOT IN THE NOTES.",)
    assert "found no answer" in ask(command, model, question, "--anyway", code=1)[1]


def test_a_dry_run_is_printed_and_the_models_steps_are_told(command: Command, model: ScriptedModel) -> None:
    assert "copper rivets of 4 mm" in ask(command, model, QUESTION, "--dry-run")[0]
    assert not model.requests
    model.answers = ("SEARCH sourdough", "ANSWER", "Copper rivets hold the planks [3].")
    assert "search: sourdough (" in ask(command, model, QUESTION, "--steps", "2", code=1)[1]


def test_trouble_has_a_sentence_and_a_remedy(command: Command, model: ScriptedModel) -> None:
    assert "Set its address and name" in command("ask", QUESTION, code=2).stderr
    assert "No question." in command("ask", code=2).stderr
    model.status = 401
    assert "refuses the key" in ask(command, model, QUESTION, code=2)[1]
    assert "refuses the key" in ask(command, model, "--test", code=2)[1]
    model.status = 200
    assert "It works: scripted answered" in ask(command, model, "--test")[0]


def test_another_computer_is_asked_only_once_it_is_allowed(command: Command) -> None:
    words = (QUESTION, "--set", "ask.base_url=https://api.invalid", "--set", "ask.model=m")
    refused = command("ask", *words, code=2).stderr
    assert "api.invalid is not this computer" in refused
    assert "vaultsearch ask --allow api.invalid" in refused
    for host in ("api.invalid", "https://API.invalid/v1", "api.invalid:443"):
        assert "sent to api.invalid." in command("ask", "--allow", host).stderr
    assert 'model_hosts = [\n    "api.invalid",\n]' in (command.home / "settings.toml").read_text("utf-8")


def test_notes_are_embedded_on_another_computer_once_allowed(command: Command, tmp_path: Path) -> None:
    notes = tmp_path / "own"
    write_notes(notes, {"Boat.md": "Copper rivets hold the planks.\n"})
    server = ("--set", "embedding.embedding_model=https://gpu.invalid/v1#large")
    command("ask", "--allow", "gpu.invalid")  # for questions
    refused = command("index", str(notes), *server, code=2).stderr
    assert "gpu.invalid is not this computer: the text of all your notes" in refused
    assert "vaultsearch index --allow gpu.invalid" in refused
    allowed = command("index", str(notes), "--allow", "gpu.invalid", *server, code=2).stderr
    assert "The text of all notes may be sent to gpu.invalid." in allowed
    assert "No server answers at https://gpu.invalid/v1." in allowed


def test_no_key_is_shown(command: Command, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    model.answers = ("Copper rivets hold the planks [1].",)
    (command.home / "model-keys.json").write_text("[1]")
    for key, header, deed in (("secret", "Bearer secret", "stored"), ("", None, "deleted")):
        monkeypatch.setattr("typer.prompt", lambda *_, key=key, **__: key)
        assert ask(command, model, "--key")[1].endswith(f"The key is {deed}.\n")
        ask(command, model, QUESTION)
        assert model.chats[-1].headers.get("authorization") == header
        shown = command("config", "--json").stdout + (command.home / "settings.toml").read_text("utf-8")
        assert "secret" not in shown
