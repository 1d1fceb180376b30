"""The same question has the same results with the same numbers in the library, a shell and over MCP."""

from __future__ import annotations

import asyncio
import json
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from mcp import Client, MCPDeprecationWarning
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, PromptReference, ResourceTemplateReference, ResourceUpdatedNotification

from tests.builders import write_notes
from tests.cli.command import Command
from tests.core.search.test_fusion import is_in_order
from tests.mcp_server.serving import Asked, index
from vaultsearch.cli.mcp import ClientName, client_configuration, program_words
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode, Result
from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults
from vaultsearch.mcp_server.server import VaultServer
from vaultsearch.service.blocking import BlockingVault

QUESTIONS = [
    "how many coats of varnish does it need?",
    "Mast ",
    "#boat",
    "twelve hours in a cold",
    "spar day",
]
# The other modes answer by fewer steps, and are numbered in the same place.
ASKED = [(question, Mode.HYBRID) for question in QUESTIONS] + [
    (question, mode) for mode in Mode if mode is not Mode.HYBRID for question in (QUESTIONS[0], "#boat")
]
N = 8
MISSING = -1e9

Place: TypeAlias = tuple[str, int | None, str]


def numbers(rows: Iterable[tuple[str, int | None, float | None, float | None]]) -> dict[Place, float]:
    """Map places to numbers, which depend a little on what is cached; a missing one is near no other."""
    named = {}
    for path, line, *values in rows:
        for name, value in zip(("score", "probability"), values, strict=True):
            named[path, line, name] = MISSING if value is None or value != value else value  # noqa: PLR0124  # NaN
    return named


def of_library(results: Iterable[Result]) -> dict[Place, float]:
    return numbers(
        (one.path, None if one.chunk.is_generated else one.chunk.line_start, one.score, one.probability)
        for one in results
    )


def of_json(results: Iterable[Mapping[str, Any]]) -> dict[Place, float]:
    return numbers((one["path"], one["line_start"], one["score"], one["probability"]) for one in results)


@pytest.fixture(scope="module")
def library(home: Path) -> Iterable[BlockingVault]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(home))
        with BlockingVault(home / "vault") as vault:
            yield vault


@pytest.mark.parametrize(("question", "mode"), ASKED)
def test_a_question_has_the_same_scores_and_probabilities_through_each_door(
    ask: Asked, library: BlockingVault, home: Path, question: str, mode: Mode
) -> None:
    # `score` was a raw number in JSON and the library, and a probability over MCP, which did not descend.
    stages = list(library.search_stages(question, N, mode))
    assert all(map(is_in_order, stages))
    results = library.search(question, N, mode)
    # A vector is compared in memory or in the table, which rounds it otherwise.
    expected = pytest.approx(of_library(results), 1e-3, 5e-4)
    assert of_library(stages[-1].results) == expected
    if mode is Mode.EXPLORE:
        asked = ask("explore", query=question, n=N)
    else:
        asked = ask("search", query=question, mode=mode.value, n=N)
    assert of_json(asked["results"]) == expected
    words = ["search", question, "--mode", mode.value, "-n", str(N), "--vault", str(home / "vault")]
    command, code = Command(home), 0 if results else 1
    printed = command(*words, "--json", code=code).stdout
    assert of_json(json.loads(printed)["results"]) == expected
    if mode is not Mode.HYBRID:
        return
    lines = command(*words, "--format", "jsonl", code=code).stdout
    assert of_json(map(json.loads, lines.splitlines())) == expected
    rows = command(*words, "--format", "tsv", code=code).stdout.splitlines()
    scores = [float(row.split("\t")[2] or MISSING) for row in rows]
    listed = [MISSING if one.score is None else one.score for one in results]
    assert scores == pytest.approx(listed, 1e-3, 1e-3)
    if find_spec("pandas"):
        table = library.to_pandas(question, N, mode)
        columns = (table[name] for name in ("path", "line_start", "score", "probability"))
        assert numbers(zip(*columns, strict=True)) == expected


def test_an_exact_title_stands_first_though_others_answer_likelier(library: BlockingVault) -> None:
    results = library.search("Long", N)
    assert results[0].is_exact_title
    assert results[0].path == "Long.md"
    scores = [one.score or 0.0 for one in results]
    assert scores == sorted(scores, reverse=True)


def test_prompts_name_only_tools_that_are_there(ask: Asked) -> None:
    prompts = ask.call(ask.client.list_prompts).prompts
    assert [prompt.title for prompt in prompts] == [
        "Answer from my notes",
        "Weekly review",
        "Find contradictions",
        "Summarise a topic",
    ]
    tools = {tool.name for tool in ask.call(ask.client.list_tools).tools}
    for prompt in prompts:
        wanted = {one.name: "seven" for one in prompt.arguments if one.required} | {"filter": "tag:boat"}
        text = ask.call(ask.client.get_prompt, prompt.name, wanted).messages[0].content.text
        assert 'the filter "tag:boat"' in text
        assert "{" not in text
        assert tools & set(text.replace(",", " ").replace(":", " ").split())


@pytest.mark.parametrize(
    ("argument", "typed", "proposed"),
    [
        ("filter", "varnish tag:bo", "varnish tag:boat"),
        ("filter", "path:Bo", "path:Boat"),
        ("topic", "bo", "boat"),
    ],
)
def test_prompts_complete_tags_and_paths(ask: Asked, argument: str, typed: str, proposed: str) -> None:
    completed = ask.call(
        ask.client.complete,
        PromptReference(type="ref/prompt", name="summarise_topic"),
        {"name": argument, "value": typed},
    )
    assert proposed in [value.strip() for value in completed.completion.values]


def test_paths_of_resources_are_completed(ask: Asked) -> None:
    note = ResourceTemplateReference(type="ref/resource", uri="note:///{+path}")
    completed = ask.call(ask.client.complete, note, {"name": "path", "value": "mas"})
    assert completed.completion.values == ["Boat/Mast.md"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_who_subscribed_to_a_note_is_told_when_it_has_changed(
    tmp_path: Path, models_folder: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(tmp_path))
    (tmp_path / "models").symlink_to(models_folder)
    vault = tmp_path / "vault"
    write_notes(vault, {"Bread.md": "Rye.\n", "Other.md": "Tea.\n"})

    async def changed() -> list[str]:
        await index(vault)
        told: asyncio.Queue[str] = asyncio.Queue()

        async def note(message: Any) -> None:
            if isinstance(message, ResourceUpdatedNotification):
                told.put_nowait(str(message.params.uri))

        served = ServedVaults([ServedVault(vault, Parameters())], Parameters())
        async with Client(VaultServer(served), mode=mode, message_handler=note) as client:
            if mode == "legacy":
                with pytest.warns(MCPDeprecationWarning):
                    await client.subscribe_resource("note:///Bread.md")
                await _change(vault)
                return [await told.get()]
            async with client.listen(resource_subscriptions=["note:///Bread.md"]) as events:
                await client.list_resources()
                await asyncio.sleep(0)
                await _change(vault)
                event = await anext(aiter(events))
                assert isinstance(event, ResourceUpdated)
                return [event.uri]

    async def _change(folder: Path) -> None:
        write_notes(folder, {"Other.md": "Coffee.\n", "Bread.md": "Wheat.\n"})
        await index(folder)

    assert asyncio.run(changed()) == ["note:///Bread.md"]


def test_an_unknown_prompt_and_a_note_that_is_not_there_are_errors_of_the_protocol(ask: Asked) -> None:
    with pytest.raises(MCPError, match=r"no prompt weekly_reviw.*weekly_review") as raised:
        ask.call(ask.client.get_prompt, "weekly_reviw")
    assert raised.value.code == INVALID_PARAMS
    for uri in ("note:///Nowhere.md", "note:///" + "x" * 100_000, "file:///etc/passwd"):
        with pytest.warns(MCPDeprecationWarning), pytest.raises(MCPError, match="no note") as raised:
            ask.call(ask.client.subscribe_resource, uri)
        assert raised.value.code == INVALID_PARAMS
        assert len(raised.value.message) < 300


@pytest.mark.parametrize("client", ClientName)
def test_a_configuration_is_in_its_clients_form_and_starts_this_program(client: ClientName) -> None:
    written = client_configuration(client, ["--vault", "/my notes"])
    program, *words = [*program_words(), "mcp", "--vault", "/my notes"]
    if client is ClientName.CLAUDE_CODE:
        assert shlex.split(written) == ["claude", "mcp", "add", "notes", "--", program, *words]
        return
    read = tomllib.loads(written) if client is ClientName.CODEX else json.loads(written)
    (servers,) = read.values()
    assert (servers["notes"]["command"], servers["notes"]["args"]) == (program, words)
