"""The tools as an agent uses them: phrasings, budgets, lines, links, strict names, readable text."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.builders import write_notes
from tests.mcp_server.serving import NOTES, Asked, index, served_here
from vaultsearch.core.context.note_ids import note_ids

if TYPE_CHECKING:
    from pathlib import Path


def test_several_phrasings_are_one_answer(ask: Asked) -> None:
    asked = {"mode": "fulltext", "n": 4}
    assert set(ask.paths("rye flour", **asked)) == {"Bread.md"}
    assert {"Bread.md", "Gifts.md"} <= set(ask.paths("rye flour", also=["pottery course"], **asked))
    passages = ask("search", query="rye flour", also=["water and salt", "rye flour"], **asked)["results"]
    assert len({passage["line_start"] for passage in passages}) == len(passages)


def test_a_least_score_leaves_out_what_hardly_answers_and_says_if_it_could_not_be_applied(ask: Asked) -> None:
    everything = ask("search", query="how many coats of varnish?")["results"]
    best = everything[0]["score"]
    assert ask.paths("how many coats of varnish?", min_score=best) == ["Boat/Mast.md"]
    assert len(everything) > 1
    by_words = ask("search", query="varnish", mode="fulltext", min_score=0.9)
    assert by_words["results"]
    assert "no model has read" in by_words["notice"]


def test_a_context_keeps_within_its_budget_and_its_numbers_are_those_of_the_session(ask: Asked) -> None:
    found = ask("context", query="varnish of the mast", also=["launch by crane"], budget=120)
    assert 0 < found["tokens"] <= 120
    first = found["pieces"][0]
    assert f"[{first['number']}]" in found["text"]
    assert ask("read_document", note=first["number"])["documents"][0]["path"] == first["path"]
    nothing = ask("context", query="screws and bolts", filter="path:Long", budget=50)
    assert nothing["pieces"] == []
    assert "the smallest passage takes" in nothing["notice"]


def test_lines_of_several_notes_are_read_at_once(ask: Asked) -> None:
    one, other = ask("read_document", note=["Long.md:3-4", "Mast:9"])["documents"]
    assert one["text"].splitlines() == NOTES["Long.md"].splitlines()[2:4]
    assert (other["path"], other["line_start"], other["line_end"]) == ("Boat/Mast.md", 9, 9)
    assert "seven coats" in other["text"]
    assert "1 to 600" in ask.refused("read_document", note="Long.md:700-800")


def test_links_go_both_ways_and_further_with_depth(ask: Asked) -> None:
    mast = ask("links", note="Mast")
    assert [link["path"] for link in mast["backlinks"]] == ["Boat/Launch.md"]
    assert "by crane" in mast["backlinks"][0]["text"]
    assert ask("links", note="Launch")["outgoing"][0]["path"] == "Boat/Mast.md"
    assert mast["further"] == []


def test_tags_are_counted_and_the_last_saved_notes_come_first(ask: Asked) -> None:
    assert ask("tags")["tags"] == [{"tag": "boat", "notes": 2}]
    assert ask("tags", filter="-tag:boat") == {"total": 0, "tags": []}
    saved = [note["modified"] for note in ask("recent", days=1)["notes"]]
    assert saved == sorted(saved, reverse=True)
    assert len(saved) >= len(NOTES)


def test_search_and_fetch_have_the_shape_of_connectors(ask: Asked) -> None:
    best = ask("search", query="rye flour", mode="fulltext")["results"][0]
    fetched = ask("fetch", id=best["id"])
    assert fetched["text"] == NOTES["Bread.md"]
    assert {name: fetched[name] for name in ("id", "title", "url")} == {
        "id": best["id"],
        "title": "Bread",
        "url": "obsidian://open?vault=vault&file=Bread",
    }


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "rye flour", "mode": "fulltext"}),
        ("search_passage", {"text": "How many coats of varnish does the mast need?"}),
        ("context", {"query": "rye flour", "budget": 200}),
        ("read_document", {"note": "Mast", "question": "How many coats of varnish?"}),
        ("fetch", {"id": "Bread.md"}),
        ("related", {"note": "Launch"}),
        ("links", {"note": "Mast"}),
        ("list_notes", {}),
        ("recent", {}),
        ("tags", {}),
        ("status", {}),
    ],
)
def test_the_text_beside_an_answer_is_readable_and_no_json(
    ask: Asked, tool: str, arguments: dict[str, object]
) -> None:
    text = ask.text(tool, **arguments)
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    assert not {"{'", '{"'} & {text[at : at + 2] for at in range(len(text))}
    assert len(text) > 5


def test_an_unknown_name_is_told_with_the_nearest_right_one(ask: Asked) -> None:
    assert "did you mean query" in ask.refused("search", qeury="rye")
    assert "did you mean read_document" in ask.refused("read_documents", note="Bread")
    told = ask.refused("search", query="rye", mode="telepathy", n="many")
    assert "mode: " in told
    assert "n: " in told
    assert "pydantic" not in told


def test_no_error_speaks_of_a_command(ask: Asked) -> None:
    for tool, arguments in (
        ("read_document", {"note": "Xylophone"}),
        ("read_document", {"note": "999999"}),
        ("search", {"query": "varnish " * 1000}),
    ):
        told = ask.refused(tool, **arguments)
        assert "vaultsearch " not in told
        assert "--" not in told


def test_several_vaults_are_one(home: Path) -> None:
    other = home / "second"
    write_notes(other, {"Bread.md": "Wheat bread with a [[Starter]].\n", "Starter.md": "Feed it daily.\n"})
    asyncio.run(index(other))
    with ExitStack() as stack:
        ask = served_here(stack, home / "vault", other, home / "never indexed")
        assert set(ask.paths("bread", mode="fulltext")) >= {"vault/Bread.md", "second/Bread.md"}
        assert ask.paths("bread", mode="fulltext", filter="path:second") == ["second/Bread.md"]
        wheat = ask("read_document", note=str(other / "Bread.md"))["documents"][0]
        assert (wheat["path"], wheat["url"]) == ("second/Bread.md", "obsidian://open?vault=second&file=Bread")
        assert ask("links", note="second/Starter")["backlinks"][0]["path"] == "second/Bread.md"
        assert {note["path"] for note in ask("list_notes", filter="path:second")["notes"]} == {
            "second/Bread.md",
            "second/Starter.md",
        }
        ids = {note["path"]: note["id"] for note in ask("list_notes")["notes"]}
        assert ids["second/Starter.md"] == note_ids(["Starter.md"])["Starter.md"], "as commands print it"
        assert ids["second/Bread.md"] == "second/Bread.md", "both vaults have a Bread.md"
        for path, short in ids.items():
            assert ask("fetch", id=short)["metadata"]["path"] == path
        status = ask("status")
        assert status["notes"] >= len(NOTES) + 2
        assert "doesn't exist" in status["vaults"]["never indexed"]
        assert "outside the vault" in ask.refused("read_document", note=str(home / "secret.md"))
