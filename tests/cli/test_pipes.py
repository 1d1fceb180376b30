"""The output for other programs: formats, exit codes, colour, and the numbers and ids that lead back."""

import asyncio
import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner, Result

from tests.builders import WordTokenEncoder, index_vault, present, use_small_parts, write_notes
from tests.cli.contract import validate
from tests.patience import PROCESS_S
from tests.thoroughness import THOROUGH
from vaultsearch.cli.options import FormatOptions
from vaultsearch.cli.output import ListFormat, PrintedPlace, print_heading, print_indented, query_arguments
from vaultsearch.cli.program import app
from vaultsearch.core.errors import QueryError, VaultNotFoundError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.settings import settings

STYLES = ("text", "tsv", "paths", "vimgrep")
LONG = "Flensburg " + "liegt an der Förde und hat einen Hafen " * 30
NOTES = {
    "Äpfel & Birnen.md": "# Ernte\n\nDie Äpfel sind reif.\n\n\n\nUnd eine Zeile, in der die Birnen stehen.\n",
    "笔记/苹果.md": "苹果树在春天开花。 Äpfel.\n",
    "Escape\x1b[31m.md": "Äpfel in \x1b[31mred.\n",
    "Hafen.md": f"{LONG}\n\n## Mole\n\n" + "\n\n".join(f"## Kai {n}\n\n{LONG}" for n in range(14)) + "\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the index of the vault in it, which is the last one."""
    folder = tmp_path_factory.mktemp("pipes")
    write_notes(folder / "my vault", NOTES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTSEARCH_HOME", str(folder))
        use_small_parts(patch, WordTokenEncoder())
        settings.change_settings(
            parameters={"embedding.multilingual_model": "none", "reranker.chain": "late_interaction"}
        )
        asyncio.run(_index(folder / "my vault"))
        settings.remember_vault(folder / "my vault")
        yield folder


async def _index(vault: Path) -> None:
    await index_vault(vault, settings.index_folder(vault), Parameters(settings.load_settings().parameters))


@pytest.fixture(autouse=True)
def environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    monkeypatch.setenv("VAULTSEARCH_SESSION", "test")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.setenv(name, "")  # so that what --color sets is undone
        monkeypatch.delenv(name)


def run(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == code, done.output
    validate(words, done.stdout)
    return done


def search(*words: str, code: int = 0) -> str:
    return run("search", "--mode", "fulltext", *words, code=code).stdout


def test_a_record_of_each_format_is_one_whole_line_that_leads_to_the_file(home: Path) -> None:
    file = home / "my vault" / "Äpfel & Birnen.md"
    text = "Und eine Zeile, in der die Birnen stehen."
    assert search("birnen", "--format", "vimgrep") == f"{file}:7:28:{text}\n"
    assert search("birnen", "--format", "paths") == f"{file}\n"
    short = json.loads(search("birnen", "--json"))["results"][0]["id"]
    row = search("birnen", "--format", "tsv")[:-1].split("\t")
    assert float(row.pop(2)) > 0
    assert row == ["1", short, str(file), "7", "Äpfel & Birnen", "Ernte", text]
    assert search("birnen", "--null") == f"{file}\0"
    shown = search("hafen")
    assert max(map(len, shown.splitlines())) > 200
    assert "…\n" not in shown.splitlines()[0]


def test_no_note_or_name_is_a_terminals_command_or_ends_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert ["\x1b[31mred" in search("äpfel", "--format", style) for style in STYLES] == [False] * 4
    note = SimpleNamespace(vault=Path("/vault"), file=Path("/vault/a\x1b[31mred\nb.md"), id="id")
    place = SimpleNamespace(note=note, line=3, column=1, text="words")
    FormatOptions(ListFormat.VIMGREP).print_list((), (), [place])  # type: ignore[list-item]  # what is printed
    written = capsys.readouterr().out
    assert (written.count("\n"), "\x1b" in written) == (1, False)
    assert written.endswith("b.md:3:1:words\n")


def test_jsonl_has_a_line_for_each_result_and_streams_the_stages_if_asked_to() -> None:
    # Each stage was a line with all results, so that a program counted the best note four times.
    asked = ("reife äpfel im herbst", "--mode", "hybrid", "--format", "jsonl")
    found = [json.loads(line) for line in search(*asked).splitlines()]
    whole = json.loads(search(*asked[:3], "--json"))["results"]
    assert [(one["path"], one["text"]) for one in found] == [(one["path"], one["text"]) for one in whole]
    stages = [json.loads(line) for line in search(*asked, "--stream").splitlines()]
    assert [stage["final"] for stage in stages] == [*[False] * (len(stages) - 1), True]
    assert len(stages) > 1
    with pytest.raises(QueryError, match="--stream prints JSON Lines"):
        search("äpfel", "--stream")


def test_one_note_leaves_room_for_others() -> None:
    # Four results were four passages of one note.
    first, second = json.loads(search("hafen", "-n", "4", "--json"))["results"]
    assert [first["path"], second["path"]] == ["Hafen.md"] * 2
    every = json.loads(search("hafen", "-n", "0", "--json"))["results"]
    assert ("more" in first, second["more"]) == (False, len(every) - 2)
    assert f"   {second['more']} more in this note" in search("hafen", "-n", "4").splitlines()
    assert [one["path"] for one in every] == ["Hafen.md"] * len(every)
    assert len(json.loads(search("hafen", "-n", "4", "--per-note", "0", "--json"))["results"]) == 4


@pytest.mark.parametrize(("query", "sentence"), [
    ("tag:('", "Closing parenthesis assumed at the end."),
    ("birnen tag:", "tag: needs a value and is ignored."),
    ("birnen [status:", "Closing ] assumed at the end."),
])  # fmt: skip
def test_a_broken_filter_is_said_to_be_broken(query: str, sentence: str) -> None:
    done = CliRunner().invoke(app, ("search", "--mode", "fulltext", query))
    assert done.stderr.splitlines().count(sentence) == 1
    explained = CliRunner().invoke(app, ("search", "--mode", "fulltext", "--explain", query))
    assert explained.output.count(sentence) == 1


@pytest.mark.parametrize(("n", "count"), [("1", 1), ("0", 3), ("9" * 30, 3)])
def test_all_results_are_had_with_0(n: str, count: int) -> None:
    assert search("äpfel", "-n", n, "--format", "paths").count("\n") == count


def test_colour_is_for_a_terminal_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in search("birnen")
    coloured = run("search", "--mode", "fulltext", "birnen", "--color", "always").stdout
    assert "\x1b]8;" in coloured
    assert "obsidian://open?vault=my%20vault" in coloured
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run("--color=never", "search", "--mode", "fulltext", "birnen").stdout


def test_id_and_number_lead_to_the_note_and_sessions_have_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(search("birnen", "--json"))["results"][0]
    for name in ("1", found["id"], f"#{found['id']}"):
        assert run("read", name).stdout == NOTES["Äpfel & Birnen.md"], name
    monkeypatch.setenv("VAULTSEARCH_SESSION", "another")
    with pytest.raises(Exception, match=r"No note has the number 1; .* none yet"):
        run("read", "1")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions of terminals")
def test_a_number_outlives_the_shell_of_each_command(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Agents, `setsid bash -c` and `timeout 20 vaultsearch` lost the numbers of the command before.
    monkeypatch.delenv("VAULTSEARCH_SESSION")

    def in_a_shell_of_its_own(*words: str) -> str:
        words = (sys.executable, "-m", "vaultsearch", *words, "--vault", str(home / "my vault"))
        shell = ["/bin/sh", "-c", f"{shlex.join(words)} 2>&1; exit 0"]
        detached: dict[str, Any] = {"stdin": subprocess.DEVNULL, "start_new_session": True}
        output: str = subprocess.check_output(shell, text=True, timeout=PROCESS_S, **detached)
        return output

    assert "Birnen" in in_a_shell_of_its_own("search", "birnen", "--mode", "grep")
    assert in_a_shell_of_its_own("read", "1") == NOTES["Äpfel & Birnen.md"]
    in_a_shell_of_its_own("search", "xylophon", "--mode", "grep")
    assert "No note has the number 1" in in_a_shell_of_its_own("read", "1")


def test_several_notes_and_lines_of_them_are_read_at_once() -> None:
    search("birnen", "--json")
    apples = NOTES["Äpfel & Birnen.md"].splitlines()
    assert run("read", "1:3-4").stdout == "\n".join(apples[2:4])
    assert run("read", "Hafen", "1:7").stdout == (
        f"==> Hafen.md <==\n{NOTES['Hafen.md']}\n==> Äpfel & Birnen.md:7 <==\n{apples[6]}\n"
    )
    read = json.loads(run("read", "苹果", "1:7", "--json").stdout)["notes"]
    places = [(one["path"], one.get("line_start")) for one in read]
    assert places == [("笔记/苹果.md", None), ("Äpfel & Birnen.md", 7)]
    some = run("read", "Nowhere", "苹果", code=2)
    assert some.stdout == f"==> 笔记/苹果.md <==\n{NOTES['笔记/苹果.md']}"
    assert "No note called Nowhere" in some.stderr
    with pytest.raises(QueryError, match="has no such lines"):
        run("read", "1:90-95")


def test_a_note_is_printed_as_the_page_that_the_window_shows() -> None:
    page = run("read", "Hafen", "--format", "html").stdout
    assert re.fullmatch(r"<!DOCTYPE html>.*<title>Hafen</title>.*</html>\s*", page, re.DOTALL)


def test_a_text_is_searched_with_and_its_results_have_lines(tmp_path: Path) -> None:
    # Results of --from-file had a path without a line.
    (tmp_path / "text.txt").write_text("Die Birnen stehen in einer Zeile.", encoding="utf-8")
    shown = run("search", "--from-file", str(tmp_path / "text.txt")).stdout
    assert re.search(r"^\[\d\] .*\.md:\d+  [0-9a-f]{6}$", shown, re.MULTILINE)


def test_in_80_columns_a_heading_is_one_line_and_its_text_indented(monkeypatch: pytest.MonkeyPatch) -> None:
    # The heading was wrapped, and the lines of the text below its first began at the edge.
    out = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None, legacy_windows=False)
    address = NoteAddress(Path("/v"), f"Projekte/{'Boot ' * 20}/Mast und Rigg.md", "4a4209", "obsidian://x")
    print_heading(out, PrintedPlace(address, "Ein langer Titel " * 6, line=123, number=12))
    print_indented(out, Text("Worte " * 40))
    shown = re.sub(r"\x1b\][^\x1b]*\x1b\\\\", "", out.file.getvalue()).splitlines()  # type: ignore[attr-defined]
    assert re.fullmatch(r"\[12\] Ein langer Titel.*Mast und Rigg\.md:123  4a4209", shown[0])
    assert max(map(len, shown)) <= 80
    assert [line[:4] for line in shown[1:]] == ["   W"] * 4


def test_nothing_found_is_code_1_with_an_empty_output() -> None:
    assert [search("xylophon", "--format", style, code=1) for style in STYLES] == [""] * 4
    answer: dict[str, Any] = json.loads(search("xylophon", "--json", code=1))
    assert (answer["results"], answer["query"]) == ([], "xylophon")


def test_a_context_that_nothing_fits_in_tells_the_budget_that_it_takes() -> None:
    asked = ("context", "flensburg hafen", "-n", "1", "--budget")
    nothing = run(*asked, "100", code=1)
    assert nothing.stdout == ""
    needed = re.search(r"Nothing fits in 100 tokens; .* Use --budget (\d+) or more", nothing.stderr)
    assert needed
    assert "Flensburg" in run(*asked, needed[1]).stdout
    run(*asked, str(int(needed[1]) - 1), code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGPIPE")
def test_a_closed_pipe_ends_it_quietly(home: Path) -> None:
    command = [sys.executable, "-m", "vaultsearch", "config"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        present(process.stdout).close()
        told = present(process.stderr).read()
    assert (process.returncode, told) == (141, b"")


def test_the_newest_and_chance_notes_are_numbered_and_narrowed() -> None:
    newest = json.loads(run("recent", "--json").stdout)["notes"]
    assert {one["title"] for one in newest} == {"Äpfel & Birnen", "苹果", "Escape\x1b[31m", "Hafen"}
    assert [one["number"] for one in newest] == [1, 2, 3, 4]
    assert run("recent", "path:笔记").stdout.split("  ")[1] == "笔记/苹果.md"
    picked = json.loads(run("random", "path:笔记", "--json").stdout)["notes"]
    assert [one["path"] for one in picked] == ["笔记/苹果.md"]
    assert run("read", "1").stdout == NOTES["笔记/苹果.md"]
    assert run("recent", "path:nowhere", code=1).stdout == ""


def test_the_size_of_a_vault_is_counted_in_words_and_characters_without_spaces() -> None:
    counted = json.loads(run("stats", "--json").stdout)
    assert (counted["notes"], counted["files"], counted["links"], counted["orphans"]) == (4, 0, 0, 4)
    words = sum(len(NOTES[path].split()) for path in NOTES if "笔记" not in path)
    assert (counted["words"], counted["months"][-1]["total"]) == (words + len("苹果树在春天开花") + 2, 4)
    assert "words" in run("stats").stdout


@pytest.mark.parametrize("style", ["jsonl", "csv", "parquet"])
def test_an_export_holds_every_passage_and_its_vector(style: str, tmp_path: Path) -> None:
    file = tmp_path / "passages"
    run("export", str(file), "--format", style)
    if style == "parquet":
        from pyarrow.parquet import read_table

        rows = read_table(file).to_pylist()
    else:
        read: Any = csv.DictReader if style == "csv" else partial(map, json.loads)
        with file.open(encoding="utf-8", newline="") as lines:
            rows = list(read(lines))
    assert {row["path"] for row in rows} == set(NOTES)
    vectors = [json.loads(row["vector"]) if style == "csv" else row["vector"] for row in rows]
    assert all(abs(sum(x * x for x in vector) - 1) < 1e-4 for vector in vectors)
    if style == "jsonl":
        assert run("export", "--format", "jsonl").stdout == file.read_text(encoding="utf-8")
        assert "vector" not in json.loads(run("export", "--no-vectors").stdout.splitlines()[0])
    written = file.read_bytes()
    for name in ("passages", "other"):
        run("export", str(tmp_path / name), "--format", style, "--filter", "tag:misspelt", code=1)
    assert (file.read_bytes(), [*tmp_path.iterdir()]) == (written, [file])
    run("export", str(file), "--format", style, "--no-vectors")
    assert len(file.read_bytes()) < len(written)


def test_an_export_goes_into_a_pipe() -> None:
    reading, writing = os.pipe()
    run("export", f"/dev/fd/{writing}", "--filter", "path:笔记", "--no-vectors")
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        assert [json.loads(line)["title"] for line in lines] == ["苹果"]


def test_a_client_is_configured_with_all_that_was_asked_for(home: Path) -> None:
    given = ("--no-sync", "--follow-links-out", "--set", "context.budget=500")
    printed = json.loads(run("mcp", *given, "--print-config", "cursor").stdout)["mcpServers"]["notes"]["args"]
    assert printed[-6:] == ["--vault", str(home / "my vault"), "--follow-links-out", "--no-sync", *given[2:]]


def test_an_index_is_removed_once_it_is_confirmed(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write_notes(other, {"a.md": "words\n"})
    asyncio.run(_index(other))
    listed = {one["vault"]: one["notes"] for one in json.loads(run("vaults", "--json").stdout)["vaults"]}
    assert listed == {str(other): 1, str(home / "my vault"): 4}
    with pytest.raises(VaultNotFoundError, match="is not a known vault"):
        run("vaults", "forget", "~nobody-of-this-name/notes")
    with pytest.raises(QueryError, match="needs a confirmation"):
        run("vaults", "forget", str(other))
    run("vaults", "forget", str(other), "--yes")
    (left,) = json.loads(run("vaults", "--json", "list").stdout)["vaults"]
    assert left["vault"] == str(home / "my vault")
    assert run("vaults", "--null").stdout == f"{home / 'my vault'}\0"
    assert run("vaults", "list", "--format", "tsv").stdout.split("\t")[:2] == [str(home / "my vault"), "4"]
    assert json.loads(run("vaults", "--format", "jsonl").stdout)["vault"] == str(home / "my vault")
    with pytest.raises(QueryError, match="vimgrep is for places in notes"):
        run("vaults", "--format", "vimgrep")
    assert not settings.index_folder(other).exists()


def test_a_note_is_opened_in_the_editor(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, file = tmp_path / "told", str(home / "my vault" / "Äpfel & Birnen.md")
    search("birnen", "--json")
    for name, words in (("nano", ["+3", file]), ("code", ["--goto", f"{file}:3"]), ("mine", [file])):
        editor = tmp_path / name
        editor.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {shlex.quote(str(told))}\n')
        editor.chmod(0o700)
        monkeypatch.setenv("VISUAL", str(editor))
        run("open", "1", "--editor")
        assert told.read_text().splitlines() == words, "at the line of the passage"
    run("open", "苹果", "--editor")
    assert told.read_text().splitlines() == [str(home / "my vault" / "笔记/苹果.md")]
    with pytest.raises(VaultNotFoundError, match="nor a note"):
        run("open", "Nowhere")


def test_a_query_in_an_offered_command_is_short_and_no_option() -> None:
    assert query_arguments("-draft boat") == ("--", "-draft boat")
    (long,) = query_arguments("how do I fasten planks " * 40)
    assert len(long) <= 120
    assert ("how do I fasten planks " * 40).startswith(f"{long} ")


@pytest.mark.skipif(not THOROUGH, reason="loads the models: python -m tests --thorough")
def test_an_interrupted_index_exits_with_130(own_home: Path, tmp_path: Path) -> None:
    write_notes(tmp_path / "big", {f"{n}.md": f"Note {n} on {LONG}.\n" for n in range(2000)})
    command = [sys.executable, "-m", "vaultsearch", "index", str(tmp_path / "big")]
    former = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    with subprocess.Popen(command, env=os.environ | {"VAULTSEARCH_HOME": str(own_home)}) as process:
        signal.signal(signal.SIGINT, former)
        while not list(own_home.glob("indexes/*/notes.lance")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(PROCESS_S) == 130
