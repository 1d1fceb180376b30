"""Prompts, what completes their arguments, who is told of changes, and the configuration of clients."""

import asyncio
import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPDeprecationWarning
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, PromptReference, ResourceTemplateReference, ResourceUpdatedNotification

from tests.builders import write_notes
from tests.mcp_server.serving import Asked, index, make_vault
from vaultsearch.cli.mcp import ClientName, client_configuration, program_words
from vaultsearch.core.parameters import Parameters
from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults
from vaultsearch.mcp_server.server import VaultServer


def test_prompts_name_only_tools_that_are_there(ask: Asked) -> None:
    prompts = ask.call(ask.client.list_prompts).prompts
    titles = ["Answer from my notes", "Weekly review", "Find contradictions", "Summarise a topic"]
    assert [prompt.title for prompt in prompts] == titles
    tools = {tool.name for tool in ask.call(ask.client.list_tools).tools}
    for prompt in prompts:
        wanted = {one.name: "seven" for one in prompt.arguments if one.required} | {"filter": "tag:boat"}
        text = ask.call(ask.client.get_prompt, prompt.name, wanted).messages[0].content.text
        assert 'the filter "tag:boat"' in text
        assert "{" not in text
        assert tools & set(text.replace(",", " ").replace(":", " ").split())


TOPIC = PromptReference(type="ref/prompt", name="summarise_topic")
NOTE = ResourceTemplateReference(type="ref/resource", uri="note:///{+path}")


@pytest.mark.parametrize(
    ("of", "argument", "typed", "proposed"),
    [
        (TOPIC, "filter", "varnish tag:bo", "varnish tag:boat"), (TOPIC, "filter", "path:Bo", "path:Boat"),
        (TOPIC, "topic", "bo", "boat"), (NOTE, "path", "mas", "Boat/Mast.md"),
    ],
)  # fmt: skip
def test_tags_and_paths_of_prompts_and_resources_are_completed(
    ask: Asked, of: PromptReference | ResourceTemplateReference, argument: str, typed: str, proposed: str
) -> None:
    completed = ask.call(ask.client.complete, of, {"name": argument, "value": typed})
    assert proposed in [value.strip() for value in completed.completion.values]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_who_subscribed_to_a_note_is_told_when_it_has_changed(
    tmp_path: Path, models_folder: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(tmp_path))
    vault = make_vault(tmp_path, models_folder, {"Bread.md": "Rye.\n", "Other.md": "Tea.\n"})

    async def changed() -> list[str]:
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
    for name, arguments, sentence in (
        ("weekly_reviw", {}, r"no prompt weekly_reviw.*weekly_review"),
        ("weekly_review", {"days": "0"}, r"days: .* greater than or equal to 1\."),
        ("weekly_review", {"days": "abc"}, r"days: .* valid integer"),
        ("answer_from_notes", {}, r"answer_from_notes needs: question\."),
    ):
        with pytest.raises(MCPError, match=sentence) as raised:
            ask.call(ask.client.get_prompt, name, arguments)
        assert raised.value.code == INVALID_PARAMS
    for uri in ("note:///Nowhere.md", "note:///" + "x" * 100_000, "file:///etc/passwd"):
        with pytest.warns(MCPDeprecationWarning), pytest.raises(MCPError, match="no note") as raised:
            ask.call(ask.client.subscribe_resource, uri)
        assert raised.value.code == INVALID_PARAMS
        assert len(raised.value.message) < 300


@pytest.mark.parametrize("client", ClientName)
@pytest.mark.parametrize("home", ["", "/my home"])
def test_a_configuration_is_in_its_clients_form_and_starts_this_program(
    client: ClientName, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", home)
    written = client_configuration(client, ["--vault", "/my notes"])
    program, *words = [*program_words(), "mcp", "--vault", "/my notes"]
    if client is ClientName.CLAUDE_CODE:
        moved = ["-e", f"VAULTSEARCH_HOME={home}"] if home else []
        assert shlex.split(written) == ["claude", "mcp", "add", "notes", *moved, "--", program, *words]
        return
    read = tomllib.loads(written) if client is ClientName.CODEX else json.loads(written)
    ((server,),) = (servers.values() for servers in read.values())
    assert (server["command"], server["args"]) == (program, words)
    assert server.get("env", {}) == ({"VAULTSEARCH_HOME": home} if home else {})
