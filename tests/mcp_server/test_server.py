"""The server as a client sees it: a real process with the real models, called over its pipes."""

import asyncio
import json
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import ListToolsResult

from tests.builders import present, write_notes
from tests.mcp_server.serving import NOTES, Asked, command, index, make_vault, served, served_here, writer
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.core import memory
from vaultsearch.core.memory import drop_at_rest
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.threads import in_thread
from vaultsearch.mcp_server import server
from vaultsearch.mcp_server.answers_as_text import WRITERS
from vaultsearch.service.parts.components import ComponentFactory

TOOLS = [
    *("context", "explore", "fetch", "history", "links", "list_notes", "read_document"),
    *("related", "search", "search_passage", "status", "suggest_links", "tags", "topics"),
]
NOT_FOR_MODELS = ("ask", "suggest", "open_in_window")
"""A note may say "ask ..." to a model: it would have a language model be sent other notes."""
MODES = ("hybrid", "semantic", "fulltext")


def test_the_tools_say_what_they_do_and_that_they_only_read(ask: Asked) -> None:
    tools = ask.call(ask.client.list_tools).tools
    assert sorted(tool.name for tool in tools) == TOOLS
    assert {*TOOLS} - {"context"} == WRITERS.keys(), "a context is a text already"
    for tool in tools:
        assert present(tool.annotations).read_only_hint
        assert tool.title
        assert tool.input_schema["additionalProperties"] is False
        assert "\n  " not in present(tool.description)
        assert any(other.name in tool.description for other in tools if other is not tool), "its neighbour"
        assert all("description" in field for field in tool.input_schema["properties"].values())


def test_all_tools_together_take_less_than_three_thousand_seven_hundred_tokens(ask: Asked) -> None:
    # Eleven tools with the schemas of their answers took 6,800: what each session of an agent begins with.
    # The tokenizer is that of the default model, which the program's own packages ship; for JSON, it counts
    # 1.8 times as many as those of the large models do.
    tools = ask.call(ask.client.list_tools).tools
    sent = ListToolsResult(tools=tools).model_dump_json(by_alias=True, exclude_none=True)
    assert 1_000 < ComponentFactory(Parameters(), None).encoder.counter.count([sent])[0] <= 3_700


def test_a_search_gives_passages_with_heading_path_and_link(ask: Asked) -> None:
    best = ask("search", query="how many coats of varnish?", n=3)["results"][0]
    assert best == best | {
        "path": "Boat/Mast.md", "heading_path": ["Mast", "Varnish"],
        "url": "obsidian://open?vault=vault&file=Boat%2FMast%23Varnish", "tags": ["boat"], "line_start": 9,
        "line_end": 9,
    }  # fmt: skip
    assert "seven coats" in best["text"]


BOTH = {"Boat/Launch.md", "Boat/Mast.md"}


@pytest.mark.parametrize(("query", "arguments", "paths"), [
    ("launch", {"filter": "tag:boat -path:Launch"}, {"Boat/Mast.md"}),
    ("launch", {"filter": "tag:boat -path:Launch", "mode": "fulltext"}, {"Boat/Mast.md"}),
    ("launch", {"filter": "tag:boat -path:Launch", "mode": "grep"}, {"Boat/Mast.md"}), ("tag:boat", {}, BOTH),
    *(("launch tag:boat", {"mode": mode}, BOTH) for mode in MODES),
    *(("launch tag:boat", {"mode": mode, "filter": "path:Mast"}, {"Boat/Mast.md"}) for mode in MODES),
    *(("tag:boat", {"mode": mode, "filter": "path:Mast"}, {"Boat/Mast.md"}) for mode in MODES),
    ("a present for a potter", {"mode": "semantic", "n": 1}, {"Gifts.md"}),
    ("launch tag:boat", {"when": "today"}, BOTH), ("launch tag:boat", {"when": "1990-01/1990-03"}, set()),
])  # fmt: skip
def test_conditions_narrow_search(ask: Asked, query: str, arguments: dict[str, Any], paths: set[str]) -> None:
    assert set(ask.paths(query, **arguments)) == paths


def test_a_name_that_no_note_has_is_answered_with_one_that_notes_have(ask: Asked) -> None:
    answers = [ask("search", query="launch", filter="tag:baot"), ask("search", query="tag:baot")]
    tries = "This finds something: launch (tag:boat); launch.", "This finds something: tag:boat."
    assert [(answer["results"], answer["notice"]) for answer in answers] == [([], each) for each in tries]


def test_a_whole_text_is_answered_by_topics_and_nothing_in_it_is_a_condition(ask: Asked) -> None:
    gifts = 'For Anna: "the -potter" (tag:boat), a pottery course on Tuesday evenings at the studio. ' * 12
    bread = "The rye dough rests in a cold room for twelve hours, then flour, water and salt are added. " * 12
    answer = ask("search_passage", text=f"{gifts}\n\n{bread}")
    assert {"Bread.md", "Gifts.md"} <= {passage["path"] for passage in answer["results"]}
    assert [topic["results"][0]["path"] for topic in answer["topics"]] == ["Gifts.md", "Bread.md"]
    assert [topic["line_start"] for topic in answer["topics"]] == [1, 3]


def test_a_note_is_read_by_path_title_alias_and_its_number(ask: Asked) -> None:
    number = ask("search", query="rye flour", mode="fulltext")["results"][0]["number"]
    for note in ("Bread.md", "bread", number, str(number), f"[{number}]"):
        assert read(ask, note)["text"] == NOTES["Bread.md"]
    for name in ("the spar", "[[Mast#Varnish|coats]]", "Boat/Mast.md#Varnish", "note:///Boat/Mast.md"):
        assert read(ask, name)["path"] == "Boat/Mast.md"
    url = ask("search", query="varnish", mode="fulltext")["results"][0]["url"]
    assert read(ask, url)["path"] == "Boat/Mast.md"


def read(ask: Asked, note: object, **arguments: object) -> Any:
    (document,) = ask("read_document", note=note, **arguments)["documents"]
    return document


def test_a_long_note_is_read_in_pages(ask: Asked) -> None:
    pages = read(ask, "Long.md")["pages"]
    assert pages > 1
    assert "".join(read(ask, "Long.md", page=n + 1)["text"] for n in range(pages)) == NOTES["Long.md"]
    assert f"1 to {pages}" in ask.refused("read_document", note="Long.md", page=99)


def test_a_question_to_a_note_gives_its_quotes_word_for_word(ask: Asked) -> None:
    quote = read(ask, "Boat/Mast.md", question="How many coats of varnish does it need?")["quotes"][0]
    assert "seven coats of varnish" in quote["text"]
    assert quote["text"] in NOTES["Boat/Mast.md"]
    assert (quote["heading_path"], quote["line_start"]) == (["Mast", "Varnish"], 9)
    nothing = read(ask, "Bread.md", question="Who won the football match?")
    assert (nothing["quotes"], nothing["notice"]) == ([], "No answer in this note.")


def test_related_notes_come_with_their_reasons(ask: Asked) -> None:
    answer = ask("related", note="Boat/Launch.md", n=2)
    first = answer["related"][0]
    assert (answer["path"], first["path"]) == ("Boat/Launch.md", "Boat/Mast.md")
    assert "shares #boat" in first["reasons"]
    assert first["url"].startswith("obsidian://open?vault=vault&file=Boat%2FMast")
    suggested = ask("suggest_links", note="Boat/Mast.md")
    links = [link["link"] for link in suggested["suggestions"]]
    assert (suggested["path"], links) == ("Boat/Mast.md", ["[[Launch|launch]]"])
    for name in ("Boat/Launch.md", "Boat/Launch#Tides"):
        assert ask("history", note=name)["notice"].startswith("This note is in no git repository")


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
    assert status["summary"].startswith(f"{len(NOTES)} notes are indexed, in ")
    assert ask.text("status") == status["summary"]
    assert (status["vault"], status["notes"], status["failed"]) == (str(home / "vault"), len(NOTES), [])
    (home / "vault").rename(home / "gone")
    status = ask("status")
    (home / "gone").rename(home / "vault")
    assert ("The folder with the notes is away." in status["summary"], status["is_away"]) == (True, True)


def test_notes_are_resources(ask: Asked) -> None:
    first = ask.call(ask.client.list_resources)
    listed = first.resources
    assert first.next_cursor is None
    mast = next(one for one in listed if one.title == "Mast")
    assert ask.call(ask.client.read_resource, mast.uri).contents[0].text == NOTES["Boat/Mast.md"]
    (template,) = ask.call(ask.client.list_resource_templates).resource_templates
    assert template.uri_template == "note:///{+path}"


def test_nothing_outside_is_reached_by_an_absolute_path_or_a_link_on_the_disk(ask: Asked, home: Path) -> None:
    assert "outside the vault" in ask.refused("read_document", note=str(home / "secret.md"))
    for note in ("Linked.md", "Boat/Outside/secret.md", str(home / "vault" / "Linked.md"), "secret"):
        told = ask.refused("read_document", note=note)
        assert "No note called" in told
        assert "kumquat" not in told
    outside = ("../secret.md", "%2E%2E/secret.md", "/etc/passwd", "Linked.md", "Boat/Outside/secret.md", "1")
    for uri in outside:
        with pytest.raises(MCPError) as refused:
            ask.call(ask.client.read_resource, f"note:///{uri}")
        assert "kumquat" not in str(refused.value)


def test_an_indexed_note_outside_of_the_vault_is_served_only_by_a_flag_of_its_own(home: Path) -> None:
    vault = home / "vault with a link"
    write_notes(vault, {"Bread.md": NOTES["Bread.md"], "Dough.md": "Rye dough, see [[Linked]].\n"})
    (vault / "Linked.md").symlink_to(home / "secret.md")
    asyncio.run(index(vault, follow_links_out=True))
    for followed, served_notes in ((False, {"Bread.md", "Dough.md"}), (True, {"Linked.md"})):
        with served_here(vault, follow_links_out=followed) as ask:
            modes = ("hybrid", "semantic", "fulltext", "grep")
            found = {path for mode in modes for path in ask.paths("kumquat", mode=mode)}
            found |= {p["path"] for p in ask("search_passage", text="Who reads of the kumquat?")["results"]}
            found |= {one["path"] for one in ask("related", note="Dough")["related"]}
            found |= {note["path"] for note in ask("list_notes")["notes"]}
            assert served_notes <= found
            assert ("Linked.md" in found) == followed
            if not followed:
                assert "No note called" in ask.refused("read_document", note="Linked")
                with pytest.raises(MCPError):
                    ask.call(ask.client.read_resource, "note:///Linked.md")


def test_resources_are_listed_in_pages_by_a_cursor(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A vault of thousands of notes listed its first hundred, and nothing said that there were more.
    monkeypatch.setattr(server, "_PAGE_OF_RESOURCES", 2)
    with served_here(home / "vault") as ask:
        names, cursor = list[str](), None
        while cursor is not None or not names:
            page = ask.call(partial(ask.client.list_resources, cursor=cursor))
            assert len(page.resources) <= 2
            names += [one.name for one in page.resources]
            cursor = page.next_cursor
        assert sorted(names) == sorted(NOTES)
        with pytest.raises(MCPError, match="no cursor x"):
            ask.call(partial(ask.client.list_resources, cursor="x"))


LONG = "varnish " * 100_000
"""It was never answered."""
TOO_LONG = ["can have 1,000 characters", "search_passage"]


@pytest.mark.parametrize(("tool", "arguments", "sentences"), [
    ("read_document", {"note": "Braed"}, ["Did you mean: Bread"]),
    ("read_document", {"note": "999999"}, ["No note has the number 999999"]),
    ("read_document", {}, ["No note and no question"]), ("search", {"query": " "}, ["No query. Give"]),
    ("read_document", {"note": "Long.md:700-800"}, ["1 to 600"]),
    ("read_documents", {"note": "Bread"}, ["did you mean read_document"]),
    ("read", {"note": "Bread"}, ["did you mean read_document"]),  # related is spelt more alike
    ("read_document", {"note": "b" * 100_000}, ["No note called bbb", "Search for it"]),
    ("list_notes", {"filter": "rye flour"}, ["plain words only rank"]),
    ("search", {"query": "rye", "filter": "flour"}, ["plain words only rank"]),
    ("search", {"query": "rye", "filter": "after:2026-13-45"}, ["“after:2026-13-45” can't", "a date"]),
    ("search", {"query": "rye", "filter": "tag:a) OR (tag:b", "when": "2026"}, ["Extra closing"]),
    ("context", {"query": "rye", "filter": 'path:"Boat', "when": "2026"}, ['Closing " assumed']),
    ("related", {"note": "Bread", "filter": "tag:"}, ["tag: needs a value"]),
    ("search", {"query": "/(/", "mode": "grep"}, ["/(/ isn't a valid regular expression"]),
    ("search", {"query": "launch", "when": "soon"}, ["“soon” is no time", "last week"]),
    ("search", {"query": "launch", "as_of": "soon"}, ["is no time"]),
    ("search", {"query": "launch", "as_of": "2025-06-01"}, ["in no git repository"]),
    ("search", {"query": "asof:2025-06-01 a", "as_of": "2024"}, ["names a past, and so does as_of"]),
    ("search", {"qeury": "rye"}, ["did you mean query"]),
    ("search", {"query": "rye", "text": "rye", "mood": "grep"}, ["did you mean"]),
    ("search", {"query": "rye", "mode": "telepathy", "n": "many"}, ["mode: ", "n: "]),
    ("related", {"note": "Boat/../../secret.md"}, ["outside the vault"]),
    ("search", {"query": LONG}, TOO_LONG), ("search", {"query": LONG, "mode": "grep"}, TOO_LONG),
    ("search", {"query": "a", "filter": LONG}, TOO_LONG), ("list_notes", {"filter": LONG}, TOO_LONG),
    ("read_document", {"note": "Mast", "question": LONG}, TOO_LONG),
    *((tool, {"question": "who?"}, [f"There is no tool {tool}"]) for tool in NOT_FOR_MODELS),
], ids=lambda value: str(value)[:60])  # fmt: skip
def test_errors_name_a_way_on(ask: Asked, tool: str, arguments: dict[str, str], sentences: list[str]) -> None:
    refusal = ask.refused(tool, **arguments)
    assert len(refusal) < 500
    assert [sentence for sentence in sentences if sentence not in refusal] == []
    assert [words for words in ("vaultsearch ", "--", "pydantic") if words in refusal] == []
    assert not {*NOT_FOR_MODELS} & set(refusal.partition("The tools: ")[2].rstrip(".").split(", "))


async def test_beside_a_writer_what_was_just_saved_is_found_while_it_indexes(ask: Asked, home: Path) -> None:
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
        by_words = partial(ask.paths, "kingfisher weir", mode="fulltext")
        await in_thread(lambda: wait_until(lambda: by_words() == ["New.md"]))
        # A reader looks for a new version of each table by itself, five times a second: for a moment it
        # may know the words of a note and not yet its vectors.
        by_meaning = partial(ask.paths, "a bird by the river", mode="semantic", n=1)
        await in_thread(lambda: wait_until(lambda: by_meaning() == ["New.md"]))
        assert await in_thread(lambda: ask("list_notes", n=1)["notes"][0]["path"]) == "New.md"
        assert "kingfisher" in (await in_thread(lambda: read(ask, "New")))["text"]
        (home / "vault" / "New.md").unlink()
        await session.index.sync(lambda _: None)
        # Within a second: what was read a moment before may be given once more.
        for _ in range(50):
            told = await in_thread(lambda: ask.call(ask.client.call_tool, "read_document", {"note": "New"}))
            if told.is_error:
                break
            await asyncio.sleep(0.1)
        assert "No note called" in told.content[0].text
    finally:
        await session.close()


def test_a_vault_is_served_from_when_it_is_indexed_and_after_it_was_built_anew(home: Path) -> None:
    vault = home / "new vault"
    write_notes(vault, {"Bread.md": NOTES["Bread.md"]})
    with served_here(vault) as ask:
        told = ask.refused("search", query="rye")
        assert re.search("has not been indexed yet.*ask the user to open the folder", told, re.DOTALL)
        assert ask.call(ask.client.list_resources).resources == []
        asyncio.run(index(vault))
        assert ask.paths("rye") == ["Bread.md"]
        write_notes(vault, {"Bread.md": "Wheat instead.\n"})
        asyncio.run(index(vault, anew=True))
        assert ask.paths("wheat", mode="fulltext") == ["Bread.md"]
        assert read(ask, "Bread")["text"] == "Wheat instead.\n"


def test_a_resting_server_drops_models_and_answers_alike(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped = threading.Event()
    with served_here(home / "vault") as ask:
        first = ask.paths("how many coats of varnish?")
        for name in ("_RELEASED_AFTER_S", "_TABLES_DROPPED_AFTER_S", "_MODELS_DROPPED_AFTER_S"):
            monkeypatch.setattr(memory, name, 0.01)
        drop_at_rest(dropped.set, is_model=True)
        assert ask.paths("rye", mode="fulltext") == ["Bread.md"]
        assert dropped.wait(PROCESS_S)
        assert ask.paths("how many coats of varnish?") == first


def test_it_ends_with_its_input_and_prints_the_protocol_alone(home: Path) -> None:
    def message(method: str, number: int | None = None, **parameters: object) -> str:
        identified = {} if number is None else {"id": number}
        return json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters, **identified}) + "\n"

    words, environment = command(home / "vault")
    client = {"name": "test", "version": "1"}
    begun = message("initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
    # Half of a character, as of a text that was cut within one: it was never answered.
    query = {"query": "varnish \ud83d", "mode": "fulltext"}
    asked = message("notifications/initialized") + message("tools/call", 2, name="search", arguments=query)
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, env=environment, text=True, **pipes) as process:
        stdin, stdout = present(process.stdin), present(process.stdout)
        stdin.write(begun + asked)
        stdin.flush()
        answers = [json.loads(stdout.readline()) for _ in range(2)]
        # It returns when nobody holds the pipes any more: no process is left behind.
        rest, _ = process.communicate(timeout=PROCESS_S)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert answers[1]["result"]["structuredContent"]["results"][0]["path"] == "Boat/Mast.md"
    assert (rest, process.returncode) == ("", 0)


def test_a_server_keeps_the_index_fresh_where_nobody_else_does(tmp_path: Path, models_folder: Path) -> None:
    # Over MCP, what was written since the window was closed was not found.
    vault = make_vault(tmp_path, models_folder, NOTES)
    write_notes(vault, {"Written/while away.md": "A marmot slept through it.\n"})
    with served(vault, "--sync") as ask:
        wait_until(lambda: ask.paths("marmot", mode="fulltext") == ["Written/while away.md"])
        (vault / "Bread.md").unlink()
        wait_until(lambda: ask.paths("rye flour", mode="fulltext") == [])


@pytest.mark.skipif(not THOROUGH, reason="reads hundreds of notes: python -m tests --thorough")
def test_a_question_in_another_language_is_answered_and_told(tmp_path: Path, models_folder: Path) -> None:
    # It came back empty, and nothing told of the reading.
    vault = make_vault(tmp_path, models_folder, NOTES)
    write_notes(vault, {f"{n}.md": f"Cranes in harbour {n}, and Anna's boat {n}.\n" for n in range(600)})
    with served(vault, "--sync") as ask:
        wait_until(lambda: ask("status")["under_way"] is not None)
        found = ask("search", query="Wie viele Lackschichten braucht der Mast vor dem Stapellauf?")
        assert found["results"][0]["path"] == "Boat/Mast.md"
        assert "This looks like German" in found["notice"]
        assert "Indexing is under way" in found["notice"]


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PROCESS_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
