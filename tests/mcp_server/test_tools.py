"""The tools and prompts as an agent uses them: phrasings, budgets, lines, links, strict names; clients."""

import asyncio
import json
import re
import shlex
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client, MCPDeprecationWarning
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, PromptReference, ResourceTemplateReference, ResourceUpdatedNotification

from tests.builders import write_notes
from tests.mcp_server.serving import NOTES, Asked, index, make_vault, served_here
from vaultsearch.cli.mcp import ClientName, client_configuration, program_words
from vaultsearch.core.errors import OutsideVaultError, QueryError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.context import ReadNote
from vaultsearch.core.values.times import ChangeKind, NoteDifference, NoteHistory, WordChange
from vaultsearch.core.vault.links import note_ids
from vaultsearch.mcp_server import server
from vaultsearch.mcp_server.answers import PAGE_CHARACTERS, convert_document, convert_history, split_pages
from vaultsearch.mcp_server.answers_as_text import as_text
from vaultsearch.mcp_server.note_tools import within_vault
from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults
from vaultsearch.mcp_server.server import VaultServer
from vaultsearch.service.parts.components import ComponentFactory


def test_several_phrasings_are_one_answer(ask: Asked) -> None:
    asked = {"mode": "fulltext", "n": 4}
    assert set(ask.paths("rye flour", **asked)) == {"Bread.md"}
    assert {"Bread.md", "Gifts.md"} <= set(ask.paths("rye flour", also=["pottery course"], **asked))
    passages = ask("search", query="rye flour", also=["water and salt", "rye flour"], **asked)["results"]
    assert len({passage["line_start"] for passage in passages}) == len(passages)


def test_a_time_narrows_both_sides_of_an_or_and_a_filter_alone_lists_notes(ask: Asked) -> None:
    either = "tag:boat OR file:Bread"
    assert ask.paths("varnish", filter=either, when="2001") == []
    assert "Boat/Mast.md" in ask.paths("varnish", filter=either, when="since 2001")
    for mode in ("hybrid", "grep"):
        assert set(ask.paths("", filter=either, mode=mode)) == {"Boat/Mast.md", "Boat/Launch.md", "Bread.md"}
    assert ask.paths("", also=["rye"], when="2001") == []


def test_a_least_score_leaves_out_what_hardly_answers_and_says_if_it_could_not_be_applied(ask: Asked) -> None:
    everything = ask("search", query="how many coats of varnish?")["results"]
    best = everything[0]["probability"]
    assert ask.paths("how many coats of varnish?", min_probability=best) == ["Boat/Mast.md"]
    assert len(everything) > 1
    # "No results" alone said that the notes hold nothing.
    none = ask("search", query="how many coats of varnish?", min_probability=1)
    assert none["results"] == []
    assert f"Less probable passages are left out; the best has {best:.2f}." in none["notice"]
    beyond = ask("search", query="rye flour", mode="fulltext", offset=20)
    assert (beyond["results"], beyond["notice"]) == ([], "Passages in all: 1; none from offset 20 on.")
    by_words = ask("search", query="varnish", mode="fulltext", min_probability=0.9)
    assert by_words["results"]
    assert "no model has read" in by_words["notice"]


@pytest.mark.parametrize("budget", [60, 140, 300, 2_000])
def test_a_budget_is_that_of_all_that_a_client_receives(ask: Asked, budget: int) -> None:
    # With its structure, an answer took 856 tokens for a budget of 60, and 3,059 for 2,000.
    asked = {"query": "varnish of the mast", "also": ["launch by crane"], "budget": budget}
    answer = ask.call(ask.client.call_tool, "context", asked)
    assert answer.structured_content is None
    (content,) = answer.content
    assert 0 < ComponentFactory(Parameters(), None).encoder.counter.count([content.text])[0] <= budget
    assert len(content.text) <= 4 * budget
    assert ("seven coats" in content.text) == (budget > 60)


def test_the_numbers_of_a_context_are_those_of_the_session_and_its_places_can_be_read(ask: Asked) -> None:
    text = ask.text("context", query="varnish of the mast", also=["launch by crane"], budget=400)
    number, place = re.findall(r"\[(\d+)\] ([^;:\n]+:\d+-\d+)", text.partition("Lines: ")[2])[0]
    assert f"### [{number}]" in text
    document = ask("read_document", note=place)["documents"][0]
    assert ask("read_document", note=number)["documents"][0]["path"] == document["path"]
    assert document["text"].strip().splitlines()[-1] in text


def test_a_budget_that_nothing_fits_in_is_told_with_the_one_that_it_takes(ask: Asked) -> None:
    asked = {"query": "screws and bolts", "filter": "path:Long"}
    nothing = ask.text("context", **asked, budget=50)
    needed = re.search(r"the smallest passage takes a budget of ([\d,]+)", nothing)
    assert needed
    least = int(needed[1].replace(",", ""))
    assert "long list of screws" in ask.text("context", **asked, budget=least)
    assert "takes a budget of" in ask.text("context", **asked, budget=least - 1)


def test_who_waits_is_told_that_it_goes_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Clients give up after a minute without a word, which a long text takes.
    monkeypatch.setattr(server, "REPORTED_EVERY_S", 0.001)
    told: list[tuple[float, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))

    with served_here(home / "vault") as ask:
        for tool, arguments in (
            ("search_passage", {"text": "varnish " * 200}),
            ("read_document", {"note": "Mast", "question": "How many coats?"}),
        ):
            told.clear()
            answer = ask.call(partial(ask.client.call_tool, tool, arguments, progress_callback=note))
            assert answer.structured_content
            assert (told, told[0]) == (sorted(told), (0.001, "At work for 0 s."))


def test_names_of_other_servers_arguments_are_understood(ask: Asked) -> None:
    # `path`, `top_k`, `limit` and `query` were refused.
    assert ask("read_document", path="Bread.md")["documents"][0]["text"] == NOTES["Bread.md"]
    assert len(ask("search", query="varnish", top_k=1)["results"]) == 1
    assert len(ask("list_notes", limit=2)["notes"]) == 2
    assert ask("search_passage", query="How many coats of varnish?")["results"][0]["path"] == "Boat/Mast.md"
    # As are null for what may be left out, and one phrasing for a list of them.
    nothing = {"filter": None, "when": None, "n": None}
    assert ask.paths("rye", mode="fulltext", also=None, **nothing) == ["Bread.md"]
    assert "Gifts.md" in ask.paths("rye", mode="fulltext", also="pottery course")
    assert "query: Field required" in ask.refused("search", query=None)


def test_one_missing_note_does_not_fail_a_list_of_reads(ask: Asked) -> None:
    missing, bread, outside = ask("read_document", note=["Braed", "Bread", "../secret.md"])["documents"]
    assert "Did you mean: Bread" in missing["notice"]
    assert bread["text"] == NOTES["Bread.md"]
    assert "outside the vault" in outside["notice"]
    assert "Did you mean: Bread" in ask.text("read_document", note=["Braed", "Bread"])


def test_a_question_without_a_note_quotes_the_best_passages_and_not_the_first_note_alone(ask: Asked) -> None:
    # The first note that was found for "what is the storage limit" held no answer, and nothing was quoted.
    (mast,) = ask("read_document", question="How many coats of varnish does the mast need?")["documents"]
    assert mast["path"] == "Boat/Mast.md"
    assert "seven coats" in mast["quotes"][0]["text"]
    nothing = ask("read_document", question="Who won the football world cup?")
    assert (nothing["documents"], nothing["notice"]) == ([], "No sentence surely answers; try search.")


def test_an_answer_tells_of_the_filters_in_its_query_and_of_a_limit_that_cut_something(ask: Asked) -> None:
    assert ask("search", query="rye flour", mode="fulltext")["reading"] is None
    assert "Read as: words: launch · tagged boat" in ask.text("search", query="launch tag:boat")
    assert "Only the best 1; raise n for more." in ask.text("search", query="varnish", n=1)
    assert "raise n" not in ask.text("search", query="rye flour", mode="fulltext", n=50)


def test_a_notice_is_written_once() -> None:
    assert as_text("topics", {"topics": [], "notice": "Too few notes."}) == "Notice: Too few notes."


def test_lines_of_several_notes_are_read_at_once(ask: Asked) -> None:
    one, other = ask("read_document", note=["Long.md:3-4", "Mast:9"])["documents"]
    assert one["text"].splitlines() == NOTES["Long.md"].splitlines()[2:4]
    assert (other["path"], other["line_start"], other["line_end"]) == ("Boat/Mast.md", 9, 9)
    assert "seven coats" in other["text"]
    assert "Leave out" in ask.refused("read_document", note="Mast:9", question="How many coats?")


def test_links_go_both_ways_and_further_with_depth(ask: Asked) -> None:
    mast = ask("links", note="Mast")
    assert [link["path"] for link in mast["backlinks"]] == ["Boat/Launch.md"]
    assert "by crane" in mast["backlinks"][0]["text"]
    assert ask("links", note="Launch")["outgoing"][0]["path"] == "Boat/Mast.md"
    assert mast["further"] == []


def test_links_are_listed_in_pages_and_by_kind(home: Path) -> None:
    # A note with many backlinks was answered with 11,000 tokens, of 13,700 with those behind them.
    vault = home / "hub"
    write_notes(vault, {"Hub.md": "See [[Nowhere]].\n"})
    write_notes(vault, {f"{n:02}.md": f"{'word ' * 200} and [[Hub]] for {n}.\n" for n in range(40)})
    asyncio.run(index(vault))
    with served_here(vault) as ask:
        first = ask("links", note="Hub")
        assert first["total"] == {"backlinks": 40, "unresolved": 1}
        assert (len(first["backlinks"]), first["next_offset"]) == (30, 30)
        rest = ask("links", note="Hub", offset=30)
        assert (len(rest["backlinks"]), len(rest["unresolved"]), rest["next_offset"]) == (10, 1, None)
        assert max(len(link["text"]) for link in first["backlinks"]) <= 240
        assert "More from offset 30 on" in ask.text("links", note="Hub")
        assert "Only the best 1" in ask.text("related", note="Hub", n=1)
        only = ask("links", note="Hub", kind="unresolved")
        assert (only["backlinks"], len(only["unresolved"])) == ([], 1)
        # "No links." was said of a note with links of other kinds, or beyond the last page.
        for chosen in ({"kind": "mentions"}, {"offset": 99}):
            assert "None of this kind, or none from this offset on." in ask.text(
                "links", note="Hub", **chosen
            )
        assert "none from this offset on" in ask.text("list_notes", offset=99)


def test_tags_are_counted_and_the_last_saved_notes_come_first(ask: Asked) -> None:
    assert ask("tags")["tags"] == [{"tag": "boat", "notes": 2}]
    assert ask("tags", filter="-tag:boat") == {"total": 0, "tags": []}
    saved = [note.get("modified", note["date"]) for note in ask("list_notes", days=1)["notes"]]
    assert saved == sorted(saved, reverse=True)
    assert len(saved) >= len(NOTES)
    bread = ask("list_notes", filter="file:Bread")["notes"][0]
    assert list(bread) == ["id", "path", "title", "date", "url"]  # nothing twice, nothing empty


def test_search_and_fetch_have_the_shape_of_connectors(ask: Asked) -> None:
    best = ask("search", query="rye flour", mode="fulltext")["results"][0]
    fetched = ask("fetch", id=best["id"])
    assert fetched["text"] == NOTES["Bread.md"]
    named = {"id": best["id"], "title": "Bread", "url": "obsidian://open?vault=vault&file=Bread"}
    assert {name: fetched[name] for name in named} == named


@pytest.mark.parametrize(("tool", "arguments"), [
    ("search", {"query": "rye flour", "mode": "fulltext"}),
    ("search_passage", {"text": "How many coats of varnish does the mast need?"}),
    ("context", {"query": "rye flour", "budget": 200}),
    ("read_document", {"question": "How many coats of varnish?"}),
    ("read_document", {"note": "Mast", "question": "How many coats of varnish?"}),
    ("fetch", {"id": "Bread.md"}), ("related", {"note": "Launch"}), ("links", {"note": "Mast"}),
    ("list_notes", {}), ("list_notes", {"days": 1}), ("tags", {}), ("status", {}),
])  # fmt: skip
def test_the_text_of_an_answer_is_no_json(ask: Asked, tool: str, arguments: dict[str, object]) -> None:
    text = ask.text(tool, **arguments)
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    assert not {"{'", '{"'} & {text[at : at + 2] for at in range(len(text))}
    assert len(text) > 5


def test_several_vaults_are_one(home: Path) -> None:
    other = home / "second"
    write_notes(other, {"Bread.md": "Wheat bread with a [[Starter]].\n", "Starter.md": "Feed it daily.\n"})
    asyncio.run(index(other))
    (home / "unread").mkdir(exist_ok=True)
    with served_here(home / "vault", other, home / "unread") as ask:
        assert set(ask.paths("bread", mode="fulltext")) >= {"vault/Bread.md", "second/Bread.md"}
        assert ask.paths("bread", mode="fulltext", filter="path:second") == ["second/Bread.md"]
        assert ask.paths("bread", mode="fulltext", vault="second") == ["second/Bread.md"]
        assert set(ask.paths("bread", vault="vault")) <= {f"vault/{path}" for path in NOTES}
        assert "The vaults: vault, second." in ask.refused("search", query="bread", vault="secon")
        why = f"{home / 'unread'} has not been indexed yet."
        for answer in (ask("search", query="bread", mode="fulltext"), ask("search_passage", text="bread")):
            assert f"unread was not searched: {why}" in answer["notice"]
        assert f"unread was not searched: {why}" in ask.text("context", query="bread")
        assert ask.refused("search", query="bread", vault="unread").startswith(why)
        assert ask.refused("read_document", note="unread/Bread.md").startswith(why)
        wheat = ask("read_document", note=str(other / "Bread.md"))["documents"][0]
        assert (wheat["path"], wheat["url"]) == ("second/Bread.md", "obsidian://open?vault=second&file=Bread")
        assert ask("links", note="second/Starter")["backlinks"][0]["path"] == "second/Bread.md"
        listed = ask("list_notes", filter="path:second")["notes"]
        assert {note["path"] for note in listed} == {"second/Bread.md", "second/Starter.md"}
        ids = {note["path"]: note["id"] for note in ask("list_notes")["notes"]}
        assert ids["second/Starter.md"] == note_ids(["Starter.md"])["Starter.md"], "as commands print it"
        assert ids["second/Bread.md"] == "second/Bread.md", "both vaults have a Bread.md"
        for path, short in ids.items():
            assert ask("fetch", id=short)["metadata"]["path"] == path
        status = ask("status")
        assert status["notes"] >= len(NOTES) + 2
        assert status["vaults"]["unread"].startswith(why)
        assert "vaultsearch" not in status["summary"].replace(str(home), "")
        assert "read completely" not in status["summary"], "a vault is no file"
        assert "outside the vault" in ask.refused("read_document", note=str(home / "secret.md"))


VAULT = {"": Path("/home/me/vault")}
SEVERAL = {"a/": Path("/home/me/a"), "b/": Path("/home/me/b")}


@pytest.mark.parametrize(("name", "inside"), [
    ("Boat.md", "Boat.md"), (" [[Boat]] ", "Boat"), ("7", "7"),
    ("Projects/../Boat.md", "Projects/../Boat.md"), ("Wait... what", "Wait... what"),
    ("~draft", "~draft"), ("/home/me/vault/Projects/Boat.md", "Projects/Boat.md"),
    ("/home/me/vault/a/../Boat.md", "Boat.md"), ("![[Boat#Mast|the spar]]", "Boat#Mast"),
    ("note:///A%20b/C%23.md", "A b/C#.md"), ("obsidian://open?vault=vault&file=A%20b%23c", "A b#c"),
])  # fmt: skip
def test_a_name_within_the_vault_is_kept(name: str, inside: str) -> None:
    assert within_vault(name, VAULT) == inside


def test_an_absolute_path_is_that_of_the_vault_among_several_that_it_lies_in() -> None:
    for name in ("/home/me/b/Boat.md", "note:///b/Boat.md", "obsidian://open?vault=b&file=Boat.md"):
        assert within_vault(name, SEVERAL) == "b/Boat.md"


@pytest.mark.parametrize("vaults", [VAULT, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("name", [
    *("../secret.md", "Projects/../../secret.md", "./../secret.md"),
    *("..\\secret.md", "[[../secret]]", "/etc/passwd", "/home/me/vault/../secret.md"),
    *("/home/me/vault-of-another/secret.md", "~/secret.md"),
    *("note:///../secret.md", "note:////etc/passwd", "obsidian://open?vault=vault&file=..%2Fsecret"),
    *("C:\\Users\\secret.md", "\\\\server\\share\\secret.md", "Boat.md\0.txt"),
])  # fmt: skip
def test_a_path_that_leaves_the_vaults_is_refused_with_a_remedy(name: str, vaults: dict[str, Path]) -> None:
    with pytest.raises(OutsideVaultError, match="outside the vault") as refused:
        within_vault(name, vaults)
    assert "path within the vault" in refused.value.remedy


@given(text=st.text(st.sampled_from("ab \n\r\u2028ü"), max_size=200), most=st.integers(1, 30))
def test_pages_put_together_are_the_text_and_none_is_too_long(text: str, most: int) -> None:
    cut = split_pages(text, most)
    assert "".join(cut) == text
    assert all(len(one) <= most for one in cut)
    assert all(cut) or cut == [""]


def test_of_changes_long_stretches_that_stayed_are_left_out() -> None:
    stretches = [("same", "Seven "), ("removed", "r" * 300), ("added", "a" * 300), ("same", "s" * 300)]
    changes = tuple(WordChange(ChangeKind(kind), text) for kind, text in stretches)
    none: Any = None  # which version that was is no part of the answer
    answer = convert_history(NoteHistory("a.md", ()), NoteDifference("a.md", none, changes))
    assert answer.changes == f"Seven [-{'r' * 300}-]{{+{'a' * 300}+}}"


def test_a_page_ends_with_a_line_and_one_that_is_not_there_is_an_error_that_says_which_are() -> None:
    assert split_pages("one\ntwo\nthree\n", 9) == ["one\ntwo\n", "three\n"]
    note = ReadNote("a.md", "a", "obsidian://a", "x" * PAGE_CHARACTERS + "y")
    second = convert_document(note, page=2)
    assert (second.text, second.page, second.pages) == ("y", 2, 2)
    with pytest.raises(QueryError, match="has no page 3") as missing:
        convert_document(note, page=3)
    assert missing.value.remedy == "It has pages 1 to 2."


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


@pytest.mark.parametrize(("of", "argument", "typed", "proposed"), [
    (TOPIC, "filter", "varnish tag:bo", "varnish tag:boat"), (TOPIC, "filter", "path:Bo", "path:Boat"),
    (TOPIC, "topic", "bo", "boat"), (NOTE, "path", "mas", "Boat/Mast.md"),
])  # fmt: skip
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
