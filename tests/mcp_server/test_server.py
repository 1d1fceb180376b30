"""The server as a client sees it: a real process with the real models, called over its pipes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client, MCPError, StdioServerParameters

from tests.builders import write_notes
from tests.patience import PROCESS_S
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.worker import in_thread
from vaultsearch.service.vault import Vault
from vaultsearch.service.workers import Workers
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOTES = {
    "Boat/Mast.md": "---\ntags: [boat]\naliases: [The spar]\n---\n# Mast\n\n## Varnish\n\n"
    "The mast was sanded to bare wood. It needs seven coats of varnish before the launch in May.\n\n"
    "## Rigging\n\nThe shrouds are wire.\n",
    "Boat/Launch.md": "---\ntags: [boat]\n---\nThe [[Mast]] goes in on the day of the launch, by crane.\n",
    "Bread.md": "# Bread\n\nRye flour, water and salt. The dough rests for twelve hours in a cold room.\n",
    "Gifts.md": "For Anna a pottery course at the studio, on Tuesday evenings.\n",
    "Long.md": "\n".join(f"Line {number} of a long list of screws and bolts." for number in range(600))
    + "\n",
}
TOOLS = ["list_notes", "read_document", "related", "search", "search_passage", "status"]


class Asked:
    """A client of a server process; its calls wait for the answer on the test's thread."""

    def __init__(self, call: Callable[..., Any], client: Client) -> None:
        self.call = call
        self.client = client

    def __call__(self, tool: str, **arguments: object) -> Any:
        answer = self.call(self.client.call_tool, tool, arguments)
        assert not answer.is_error, answer.content[0].text
        assert json.loads(answer.content[0].text) == answer.structured_content
        return answer.structured_content

    def refused(self, tool: str, **arguments: object) -> str:
        answer = self.call(self.client.call_tool, tool, arguments)
        assert answer.is_error
        return str(answer.content[0].text)

    def paths(self, query: str, **arguments: object) -> list[str]:
        found = self("search", query=query, **arguments)["passages"]
        return list(dict.fromkeys(passage["path"] for passage in found))


def command(vault: Path) -> tuple[list[str], dict[str, str]]:
    words = [sys.executable, "-m", "vaultsearch", "mcp", "--no-sync", "--vault", str(vault)]
    return words, os.environ | {"VAULTSEARCH_HOME": str(vault.parent)}


def served(vault: Path, stack: ExitStack, *options: str) -> Asked:
    """Start a server as clients of today do, with the handshake."""
    (program, *words), environment = command(vault)
    parameters = StdioServerParameters(command=program, args=[*words, *options], env=environment)
    portal = stack.enter_context(start_blocking_portal())
    client = Client(parameters, mode="legacy")
    stack.enter_context(portal.wrap_async_context_manager(client))
    return Asked(portal.call, client)


async def writer(vault: Path, *, follow_links_out: bool = False) -> Vault:
    """Open a vault to write its index, with the folder of models."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(vault.parent))
        place, models = settings.index_folder(vault), settings.models_folder()
    workers = Workers(in_thread, in_thread)
    parameters = Parameters({"source.follow_links_out": follow_links_out})
    return await Vault.open(vault, place, parameters, workers, write=True, models=models)


async def index(vault: Path, *, anew: bool = False, follow_links_out: bool = False) -> None:
    session = await writer(vault, follow_links_out=follow_links_out)
    await session.index.sync(lambda _: None, anew=anew)
    await session.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with a vault, its index, and a secret beside it."""
    folder = tmp_path_factory.mktemp("mcp")
    (folder / "models").symlink_to(models_folder)
    (folder / "vault" / ".obsidian").mkdir(parents=True)
    write_notes(folder / "vault", NOTES)
    (folder / "secret.md").write_text("Nobody may read of the kumquat.\n")
    asyncio.run(index(folder / "vault"))
    # Made after the index: what is read comes out of the index, and out of no file.
    (folder / "vault" / "Linked.md").symlink_to(folder / "secret.md")
    (folder / "vault" / "Boat" / "Outside").symlink_to(folder)
    return folder


@pytest.fixture(scope="module")
def ask(home: Path) -> Iterator[Asked]:
    with ExitStack() as stack:
        yield served(home / "vault", stack)


def test_the_tools_say_what_they_do_and_that_they_only_read(ask: Asked) -> None:
    tools = ask.call(ask.client.list_tools).tools
    assert sorted(tool.name for tool in tools) == TOOLS
    for tool in tools:
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.description
        assert "\n  " not in tool.description
        assert all("description" in field for field in tool.input_schema["properties"].values())


def test_a_search_gives_passages_with_heading_path_uri_and_number(ask: Asked) -> None:
    best = ask("search", query="how many coats of varnish?", n=3)["passages"][0]
    assert (best["number"], best["path"], best["heading_path"]) == (1, "Boat/Mast.md", ["Mast", "Varnish"])
    assert best["uri"] == "obsidian://open?vault=vault&file=Boat%2FMast%23Varnish"
    assert "seven coats" in best["text"]
    assert best["tags"] == ["boat"]
    assert best["line_start"] == best["line_end"] == 9


def test_a_text_with_properties_nested_without_bounds_does_not_end_the_server(ask: Asked) -> None:
    text = f"---\na: {'[' * 100_000}\n---\nHow many coats of varnish does the mast need?\n"
    assert ask("search_passage", text=text)["passages"][0]["path"] == "Boat/Mast.md"
    assert ask("status")["notes"] == len(NOTES)


def test_a_search_is_narrowed_by_conditions_in_every_mode(ask: Asked) -> None:
    assert ask.paths("launch", filter="tag:boat -path:Launch") == ["Boat/Mast.md"]
    assert ask.paths("launch", filter="tag:boat -path:Launch", mode="fulltext") == ["Boat/Mast.md"]
    assert ask.paths("launch", filter="tag:boat -path:Launch", mode="grep") == ["Boat/Mast.md"]
    assert sorted(ask.paths("tag:boat")) == ["Boat/Launch.md", "Boat/Mast.md"]
    assert ask.paths("a present for a potter", mode="semantic", n=1) == ["Gifts.md"]


@pytest.mark.parametrize("mode", ["hybrid", "semantic", "fulltext"])
def test_a_filter_holds_beside_the_conditions_of_the_query_itself(ask: Asked, mode: str) -> None:
    assert sorted(ask.paths("launch tag:boat", mode=mode)) == ["Boat/Launch.md", "Boat/Mast.md"]
    assert ask.paths("launch tag:boat", mode=mode, filter="path:Mast") == ["Boat/Mast.md"]
    assert ask.paths("tag:boat", mode=mode, filter="path:Mast") == ["Boat/Mast.md"]


def test_a_query_of_a_hundred_thousand_words_is_refused_with_a_way_on(ask: Asked) -> None:
    # It was never answered.
    long = "varnish " * 100_000
    for tool, arguments in (
        ("search", {"query": long}),
        ("search", {"query": long, "mode": "grep"}),
        ("search", {"query": "varnish", "filter": long}),
        ("list_notes", {"filter": long}),
        ("read_document", {"note": "Mast", "question": long}),
    ):
        told = ask.refused(tool, **arguments)
        assert "can have 1,000 characters" in told
        assert "search_passage" in told


def test_a_whole_text_is_answered_by_topics_and_nothing_in_it_is_a_condition(ask: Asked) -> None:
    gifts = 'For Anna: "the -potter" (tag:boat), a pottery course on Tuesday evenings at the studio. ' * 12
    bread = "The rye dough rests in a cold room for twelve hours, then flour, water and salt are added. " * 12
    answer = ask("search_passage", text=f"{gifts}\n\n{bread}")
    assert {"Bread.md", "Gifts.md"} <= {passage["path"] for passage in answer["passages"]}
    assert [topic["passages"][0]["path"] for topic in answer["topics"]] == ["Gifts.md", "Bread.md"]
    assert [topic["line_start"] for topic in answer["topics"]] == [1, 3]


def test_a_note_is_read_by_path_title_alias_and_the_number_it_had_last(ask: Asked) -> None:
    assert ask.paths("rye flour", mode="fulltext") == ["Bread.md"]
    for note in ("Bread.md", "bread", 1, "1", "[1]"):
        assert ask("read_document", note=note)["text"] == NOTES["Bread.md"]
    assert ask("read_document", note="the spar")["path"] == "Boat/Mast.md"


def test_a_long_note_is_read_in_pages(ask: Asked) -> None:
    first = ask("read_document", note="Long.md")
    rest = [ask("read_document", note="Long.md", page=n)["text"] for n in range(2, first["pages"] + 1)]
    assert first["pages"] > 1
    assert "".join([first["text"], *rest]) == NOTES["Long.md"]
    assert f"1 to {first['pages']}" in ask.refused("read_document", note="Long.md", page=99)


def test_a_question_to_a_note_gives_its_quotes_word_for_word(ask: Asked) -> None:
    answer = ask("read_document", note="Boat/Mast.md", question="How many coats of varnish does it need?")
    quote = answer["quotes"][0]
    assert "seven coats of varnish" in quote["text"]
    assert quote["text"] in NOTES["Boat/Mast.md"]
    assert (quote["heading_path"], quote["line_start"]) == (["Mast", "Varnish"], 9)
    nothing = ask("read_document", note="Bread.md", question="Who won the football match?")
    assert (nothing["quotes"], nothing["notice"]) == ([], "No answer in this note.")


def test_related_notes_come_with_their_reasons(ask: Asked) -> None:
    answer = ask("related", note="Boat/Launch.md", n=2)
    first = answer["related"][0]
    assert (answer["path"], first["path"]) == ("Boat/Launch.md", "Boat/Mast.md")
    assert "shares #boat" in first["reasons"]
    assert first["uri"].startswith("obsidian://open?vault=vault&file=Boat%2FMast")


def test_notes_are_listed_in_pages_and_by_conditions(ask: Asked) -> None:
    pages, offset = list[Any](), 0
    while offset is not None:
        pages.append(ask("list_notes", offset=offset, n=2))
        offset = pages[-1]["next_offset"]
    assert {page["total"] for page in pages} == {len(NOTES)}
    assert sorted(note["path"] for page in pages for note in page["notes"]) == sorted(NOTES)
    assert [note["path"] for note in ask("list_notes", filter='"rye flour"')["notes"]] == ["Bread.md"]
    assert ask("list_notes", filter="tag:boat -file:Launch")["notes"][0]["aliases"] == ["The spar"]


def test_the_status_counts_the_notes(ask: Asked, home: Path) -> None:
    status = ask("status")
    assert (status["vault"], status["notes"], status["failed"]) == (str(home / "vault"), len(NOTES), [])


def test_notes_are_resources(ask: Asked) -> None:
    listed = ask.call(ask.client.list_resources).resources
    mast = next(one for one in listed if one.title == "Mast")
    assert ask.call(ask.client.read_resource, mast.uri).contents[0].text == NOTES["Boat/Mast.md"]
    (template,) = ask.call(ask.client.list_resource_templates).resource_templates
    assert template.uri_template == "note:///{+path}"


@pytest.mark.parametrize("note", ["../secret.md", "Boat/../../secret.md", "/etc/passwd", "~/secret.md"])
def test_a_path_that_leaves_the_vault_is_refused(ask: Asked, note: str) -> None:
    for tool in ("read_document", "related"):
        told = ask.refused(tool, note=note)
        assert "outside the vault" in told
        assert "path within the vault" in told


def test_nothing_outside_is_reached_by_an_absolute_path_or_a_link_on_the_disk(ask: Asked, home: Path) -> None:
    assert "outside the vault" in ask.refused("read_document", note=str(home / "secret.md"))
    for note in ("Linked.md", "Boat/Outside/secret.md", str(home / "vault" / "Linked.md"), "secret"):
        told = ask.refused("read_document", note=note)
        assert "No note called" in told
        assert "kumquat" not in told
    for uri in (
        "../secret.md",
        "%2E%2E/secret.md",
        "/etc/passwd",
        "Linked.md",
        "Boat/Outside/secret.md",
        "1",
    ):
        with pytest.raises(MCPError) as refused:
            ask.call(ask.client.read_resource, f"note:///{uri}")
        assert "kumquat" not in str(refused.value)


def test_a_note_outside_of_the_vault_is_served_only_by_a_flag_of_its_own_though_it_is_indexed(
    home: Path,
) -> None:
    vault = home / "vault with a link"
    write_notes(vault, {"Bread.md": NOTES["Bread.md"], "Dough.md": "Rye dough, see [[Linked]].\n"})
    (vault / "Linked.md").symlink_to(home / "secret.md")
    asyncio.run(index(vault, follow_links_out=True))
    for options, served_notes in (((), {"Bread.md", "Dough.md"}), (("--follow-links-out",), {"Linked.md"})):
        with ExitStack() as stack:
            ask = served(vault, stack, *options)
            modes = ("hybrid", "semantic", "fulltext", "grep")
            found = {path for mode in modes for path in ask.paths("kumquat", mode=mode)}
            found |= {p["path"] for p in ask("search_passage", text="Who reads of the kumquat?")["passages"]}
            found |= {one["path"] for one in ask("related", note="Dough")["related"]}
            found |= {note["path"] for note in ask("list_notes")["notes"]}
            assert served_notes <= found
            assert ("Linked.md" in found) == bool(options)
            if not options:
                assert "No note called" in ask.refused("read_document", note="Linked")
                with pytest.raises(MCPError):
                    ask.call(ask.client.read_resource, "note:///Linked.md")


def test_errors_say_what_to_do(ask: Asked) -> None:
    assert "Did you mean: Bread" in ask.refused("read_document", note="Braed")
    assert "plain words only rank" in ask.refused("list_notes", filter="rye flour")
    assert "plain words only rank" in ask.refused("search", query="rye", filter="flour")
    assert "mode" in ask.refused("search", query="rye", mode="telepathy")
    assert "Error executing tool search:" in ask.refused("search", query="/(/", mode="grep")


def test_beside_a_writer_what_was_saved_a_second_ago_is_found_while_it_indexes(
    ask: Asked, home: Path
) -> None:
    async def save_and_ask() -> None:
        session = await writer(home / "vault")
        try:
            (home / "vault" / "Linked.md").unlink()
            (home / "vault" / "Boat" / "Outside").unlink()
            write_notes(home / "vault", {"New.md": "The kingfisher nests in the bank below the weir.\n"})
            syncing = asyncio.ensure_future(session.index.sync(lambda _: None))
            while not syncing.done():
                assert await in_thread(ask.paths, "seven coats of varnish") != []
            await syncing
            assert await in_thread(lambda: ask("status")["writer"]) == os.getpid()
            assert await in_thread(lambda: ask.paths("kingfisher weir", mode="fulltext")) == ["New.md"]
            assert await in_thread(lambda: ask.paths("a bird by the river", mode="semantic", n=1)) == [
                "New.md"
            ]
            assert await in_thread(lambda: ask("list_notes", n=1)["notes"][0]["path"]) == "New.md"
            assert "kingfisher" in (await in_thread(lambda: ask("read_document", note="New")))["text"]
            (home / "vault" / "New.md").unlink()
            await session.index.sync(lambda _: None)
            # Within a second: what was read a moment before may be given once more.
            for _ in range(50):
                told = await in_thread(
                    lambda: ask.call(ask.client.call_tool, "read_document", {"note": "New"})
                )
                if told.is_error:
                    break
                await asyncio.sleep(0.1)
            assert "No note called" in told.content[0].text
        finally:
            await session.close()

    asyncio.run(save_and_ask())


def test_a_vault_is_served_from_when_it_is_indexed_and_after_it_was_built_anew(home: Path) -> None:
    vault = home / "new vault"
    write_notes(vault, {"Bread.md": NOTES["Bread.md"]})
    with ExitStack() as stack:
        ask = served(vault, stack)
        told = ask.refused("search", query="rye")
        assert "has not been indexed yet" in told
        assert "vaultsearch index" in told
        assert ask.call(ask.client.list_resources).resources == []
        asyncio.run(index(vault))
        assert ask.paths("rye") == ["Bread.md"]
        write_notes(vault, {"Bread.md": "Wheat instead.\n"})
        asyncio.run(index(vault, anew=True))
        assert ask.paths("wheat", mode="fulltext") == ["Bread.md"]
        assert ask("read_document", note="Bread")["text"] == "Wheat instead.\n"


def test_it_ends_with_its_input_and_prints_the_protocol_alone(home: Path) -> None:
    def message(method: str, number: int | None = None, **parameters: object) -> str:
        identified = {} if number is None else {"id": number}
        return json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters, **identified}) + "\n"

    words, environment = command(home / "vault")
    client = {"name": "test", "version": "1"}
    begun = message("initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
    with subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(begun + message("notifications/initialized"))
        process.stdin.write(
            message("tools/call", 2, name="search", arguments={"query": "varnish", "mode": "fulltext"})
        )
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        # It returns when nobody holds the pipes any more: no process is left behind.
        rest, _ = process.communicate(timeout=PROCESS_S)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert answers[1]["result"]["structuredContent"]["passages"][0]["path"] == "Boat/Mast.md"
    assert (rest, process.returncode) == ("", 0)


def test_a_server_keeps_the_index_fresh_where_nobody_else_does(tmp_path: Path, models_folder: Path) -> None:
    # Over MCP, what was written since the window was closed was not found.
    (tmp_path / "models").symlink_to(models_folder)
    vault = tmp_path / "vault"
    write_notes(vault, NOTES)
    asyncio.run(index(vault))
    write_notes(vault, {"Written/while away.md": "A marmot slept through it.\n"})
    with ExitStack() as stack:
        ask = served(vault, stack, "--sync")
        wait_until(lambda: ask.paths("marmot", mode="fulltext") == ["Written/while away.md"])
        (vault / "Bread.md").unlink()
        wait_until(lambda: ask.paths("rye flour", mode="fulltext") == [])


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PROCESS_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
