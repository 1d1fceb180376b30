"""The command line as a person and a program use it: real index, real model, processes where they matter."""

import json
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.builders import write_notes
from tests.cli.command import Command, Done, imported
from tests.pdf_files import Pdf, PdfPage, TextLine
from vaultsearch.cli import window
from vaultsearch.cli.output import shell_command
from vaultsearch.core.index.writer_lock import WriterLock
from vaultsearch.core.query import expansion
from vaultsearch.service.shapes import VERSION
from vaultsearch.settings import settings

NOTES = {
    "Sea/Dugongs.md": "---\ntags: [sea/mammal]\n---\n# Habits\n\nDugongs graze on seagrass meadows.\n\n"
    "## Young\n\nOne calf in years.\n",
    "Land/Numbats.md": "Numbats eat termites.\n\nThey have [[Dugongs|a distant cousin]] at sea.\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cli-home")


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault that every test of this file reads."""
    folder = tmp_path_factory.mktemp("cli") / "my notes"
    write_notes(folder, NOTES)
    return folder


@pytest.fixture(scope="module")
def first_index(home: Path, notes: Path) -> Done:
    """The first index, with the imports of all its processes on stderr."""
    return Command(home).in_a_process("index", str(notes), "--json", tell_imports=True)


@pytest.fixture(scope="module")
def command(home: Path, first_index: Done) -> Command:
    """The commands, for which the vault is the last one."""
    return Command(home)


def parsed(command: Command, *words: str, code: int = 0) -> Any:
    """Return what a command says to programs."""
    return json.loads(command(*words, "--json", code=code).stdout)


@pytest.fixture
def elsewhere(first_index: Done, home: Path, tmp_path: Path) -> Command:
    """The commands with another home, for other vaults; the model made in the first serves here too."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "models").symlink_to(home / "models", target_is_directory=True)
    return Command(tmp_path / "home")


def test_no_first_index_or_question_imports_torch(first_index: Done, command: Command, home: Path) -> None:
    asked = command.in_a_process("search", "animals that live in water", tell_imports=True)
    assert "Dugongs" in asked.stdout
    for done in (first_index, asked):
        assert "onnxruntime" in imported(done)
        assert imported(done).isdisjoint({"torch", "transformers"})
    assert len(list(home.glob("models/*/model.onnx"))) == 1


def test_commands_leave_out_what_settings_do(elsewhere: Command, vault: Path, tmp_path: Path) -> None:
    write_notes(vault, {"Bread.md": "Flour, water, salt.", "Archive/Old.md": "Yeast."})
    rules = f"[vault_ignore]\n{json.dumps(str(vault))} = ['Archive/']\n"
    (tmp_path / "home" / "settings.toml").write_text(rules, encoding="utf-8")
    assert parsed(elsewhere, "index", str(vault))["added"] == 1
    # A slip in the file made all that it left out searchable, and the file was replaced.
    for slip in ("ignore = 'Archive/'\n", f"theme = dark\n{rules}"):
        (tmp_path / "home" / "settings.toml").write_text(slip, encoding="utf-8")
        for words in (("index", str(vault)), ("watch", str(vault))):
            assert "Nothing is indexed until it is corrected or deleted" in elsewhere(*words, code=2).stderr
        assert (tmp_path / "home" / "settings.toml").read_text(encoding="utf-8") == slip
    assert parsed(elsewhere, "status", "--vault", str(vault))["notes"] == 1


def test_index_tells_in_numbers_what_it_did(command: Command, notes: Path) -> None:
    again = parsed(command, "index", str(notes))
    counts = {"added": 0, "changed": 0, "unchanged": 2, "removed": 0, "moved": 0, "chunks": 3, "failed": []}
    assert again == again | counts
    assert isinstance(again["seconds"], float)
    assert command("index", str(notes)).stdout == "Up to date: 2 files, 3 passages.\n"


@pytest.mark.parametrize(("mode", "legs"), [
    ("hybrid", {"semantic", "note", "fulltext", "title", "literal"}),
    ("semantic", {"semantic", "note", "literal"}), ("fulltext", {"fulltext", "literal"}), ("grep", {"grep"}),
])  # fmt: skip
def test_search_finds_lines_in_every_mode(command: Command, notes: Path, mode: str, legs: set[str]) -> None:
    done = command("search", "seagrass meadows", "--vault", str(notes), "--mode", mode, "--json")
    answer = json.loads(done.stdout)
    assert set(answer) == {"version", "query", "reading", "when", "results", "topics", "notice"}
    first = answer["results"][0]
    assert first == first | {
        "number": 1, "vault": str(notes), "path": "Sea/Dugongs.md", "file": str(notes / "Sea/Dugongs.md"),
        "text": "Dugongs graze on seagrass meadows.", "snippet": "Dugongs graze on seagrass meadows.",
        "line_start": 6, "line_end": 6, "title": "Dugongs", "heading_path": ["Habits"],
        "tags": ["sea/mammal", "sea"], "url": "obsidian://open?vault=my%20notes&file=Sea%2FDugongs%23Habits",
    }  # fmt: skip
    # One note holds the words as typed: no model reads passages.
    assert set(first["ranks"]) - {"cross"} == legs
    assert done.stderr == ""


def test_nothing_found_says_what_is(command: Command, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A command waits until the words are counted, which took too long on a busy machine.
    monkeypatch.setattr(expansion, "_PATIENCE_S", 0.0)
    query = ("search", "seagrass tag:train", "--vault", str(notes))
    done = command(*query, code=1)
    assert done.stdout == ""
    again = f"Try: vaultsearch search --vault {shlex.quote(str(notes))}"
    assert done.stderr.splitlines() == ["No results.", f"{again} seagrass  # 1 file with its words"]
    done = command("search", "dugnogs", "--mode", "grep", "--vault", str(notes), "--json", code=1)
    assert json.loads(done.stdout)["results"] == []
    lines = [f"{again} --mode grep dugongs  # 2 files", f"{again} --mode semantic dugnogs"]
    assert done.stderr.splitlines() == lines


def test_a_passage_before_any_heading_has_an_empty_path_and_shows_the_alias(command: Command) -> None:
    (found,) = parsed(command, "search", "termites", "--mode", "fulltext")["results"]
    assert (found["heading_path"], found["line_start"], found["line_end"]) == ([], 1, 3)
    assert found["snippet"] == "Numbats eat termites. They have a distant cousin at sea."


def test_explain_shows_why_how_long_and_how_the_query_was_read(command: Command, notes: Path) -> None:
    shown = command("search", "a marine mammal", "--explain").stdout
    assert re.search(r"meaning #1 \(0\.\d\d\)", shown)
    for step in ("fulltext", "semantic", "late interaction"):
        assert re.search(rf"{step}\s+\d+\.\d", shown)
    assert "late interaction" not in command("search", "a marine mammal", "--explain", "--no-rerank").stdout
    shown = command("search", "mammal path:Sea tag:", "--mode", "fulltext", "--explain").stdout
    assert shown.startswith("words: mammal · path contains Sea\nhint: tag: needs a value and is ignored.\n")
    plain = command("search", "tag:sea tag:", "--vault", str(notes), "--mode", "fulltext", "--json")
    assert [found["path"] for found in json.loads(plain.stdout)["results"]] == ["Sea/Dugongs.md"]
    assert plain.stderr == ""


def test_status_says_what_is_indexed(command: Command, notes: Path) -> None:
    status = parsed(command, "status", "--vault", str(notes))
    assert status == status | {
        "vault": str(notes), "notes": 2, "chunks": 3, "failed": [], "embedding_model": "all-MiniLM-L6-v2",
        "reranker": "late interaction + cross-encoder ms-marco-MiniLM-L-12-v2", "writer": None,
        "searched_vectors": [{"space": "vector", "vectors": 3, "comparison": "memory"}],
    }  # fmt: skip
    assert status["index_bytes"] > 0
    assert status["last_sync"]
    printed = command("status").stdout
    assert "late interaction" in printed
    assert re.search(r"search by meaning +exact, all 3 vectors in memory *\n", printed)


def test_a_status_is_computed_again_once_something_has_changed(elsewhere: Command, vault: Path) -> None:
    write_notes(vault, NOTES)
    elsewhere("index", str(vault))
    first = elsewhere("status", "--json").stdout
    again = elsewhere.in_a_process("status", "--json", tell_imports=True)
    assert json.loads(again.stdout) | {"index_bytes": 0} == json.loads(first) | {"index_bytes": 0}
    assert {"lancedb", "numpy"}.isdisjoint(imported(again))

    # Another setting, another answer.
    one_only = elsewhere("status", "--json", "--set", "reranker.chain=late_interaction").stdout
    assert json.loads(one_only)["reranker"] == "late interaction"
    assert parsed(elsewhere, "status")["reranker"] == json.loads(first)["reranker"]
    # Another note, another answer.
    write_notes(vault, {"Land/Quolls.md": "Quolls hunt at night."})
    elsewhere("index", str(vault))
    assert [parsed(elsewhere, "status")["notes"] for _ in range(2)] == [3, 3]


def test_no_odd_status_is_believed(elsewhere: Command, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_notes(vault, NOTES)
    elsewhere("index", str(vault))
    first = parsed(elsewhere, "status")
    monkeypatch.setenv("VAULTSEARCH_HOME", str(elsewhere.home))
    file = settings.index_folder(vault) / "status.json"
    key = json.loads(file.read_bytes())["key"].encode()
    not_believed = {
        "nothing": b"", "a pickle": b"\x80\x04\x95", "half an object": b"{", "depth": b"[" * 1_000_000,
        "no key": b"{}", "another key": b'{"key": 3, "status": {}}',
        "no status": b'{"key": "%s", "status": {}}' % key,
        "another type": b'{"key": "%s", "status": {"vault": 3}}' % key,
        "megabytes": b" " * (17 << 20) + b"{}",
    }  # fmt: skip
    answers = {}
    for name, written in not_believed.items():
        file.write_bytes(written)
        answers[name] = parsed(elsewhere, "status")["notes"], json.loads(file.read_bytes())["status"]["files"]
    assert answers == dict.fromkeys(not_believed, (2, first["files"]))


def test_a_pdf_is_found_by_its_page_and_a_scan_is_counted_and_listed_with_the_reason(tmp_path: Path) -> None:
    vault, command = tmp_path / "files", Command(tmp_path / "home")
    write_notes(vault, {"a.md": "Numbats eat termites."})
    lines = ("Herons wade", "Otters dive", "Dugongs graze on seagrass")
    (vault / "sea.pdf").write_bytes(Pdf([PdfPage([TextLine(50, 700, line)]) for line in lines]).written())
    (vault / "scan.pdf").write_bytes(Pdf([PdfPage()]).written())
    for name in ("a.doc", "b.DOC", "README"):
        (vault / name).touch()
    command("index", str(vault))
    (first,) = json.loads(command("search", "dugongs graze", "--json", "-n", "1").stdout)["results"]
    assert (first["path"], first["kind"], first["page"]) == ("sea.pdf", "pdf", 3)
    assert "\nsea.pdf, page 3\n" in command("context", "dugongs graze").stdout
    status = " ".join(command("status").stdout.split())
    assert "1 of 2 read, 1 need text recognition: `--set files.recognize_text=true`" in status
    assert "not read 2 .doc, 1 without an ending" in status
    assert parsed(command, "status")["unread_endings"] == {".doc": 2, "": 1}
    (listed,) = command("files", "--failed").stdout.splitlines()
    assert (listed.split()[0], listed.endswith("it is probably a scan.")) == ("scan.pdf", True)


def test_a_writer_elsewhere_is_named_and_reading_goes_on(
    command: Command, notes: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTSEARCH_HOME", str(home))
    lock = WriterLock(settings.index_folder(notes))
    lock.acquire()
    try:
        refused = command.in_a_process("index", str(notes), code=2)
        assert f"being updated by another program (process {os.getpid()})" in refused.stderr
        assert parsed(command, "status")["writer"] == os.getpid()
        assert "Numbats" in command("search", "termites", "--mode", "fulltext").stdout
    finally:
        lock.release()


def test_config_lists_every_parameter_with_its_source(command: Command, tmp_path: Path) -> None:
    listed = json.loads(command("config", "--json", "--set", "passages.top_k=10").stdout)["settings"]
    (most,) = [one for one in listed if (one["step"], one["key"]) == ("passages", "top_k")]
    assert (most["value"], most["default"], most["source"]) == (10, 5, "command line")
    shown = Command(tmp_path / "[b]home")("config").stdout
    follow = "    also follow links to files and folders outside the vault\nsource."
    assert f"source.follow_links_out = False  (default)\n{follow}" in shown
    assert shown.endswith(f"\nSettings file: {tmp_path}/[b]home/settings.toml\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("index", "{tmp}/nowhere"), "doesn't exist"), (("index", "{tmp}/file.txt"), "is not a folder"),
        (("index", "{tmp}/empty"), "No notes or documents in"),
        (("search", "x", "--vault", "{tmp}/empty"), "has not been indexed yet"),
        (("status", "--vault", "{tmp}/nowhere"), "doesn't exist"),
        (("mcp", "--http", "127.0.0.1:0", "--vault", "{tmp}/nowhere"), "doesn't exist"),
        (("search", "/(/", "--mode", "grep"), "isn't a valid regular expression"),
        (("search", "-draft"), "No such option: -d. Words that begin with a hyphen stand last, behind --"),
        (("search", "x", "--set", "no.such=1"), "Unknown parameter 'no.such'"),
        (("search", "x", "--set", "fusion.method"), "has no value"),
        (("search", "x", "--mode", "fuzzy"), "'fuzzy' is not one of 'hybrid', 'semantic'"),
        (("search", "x", "--moed", "grep"), "(Possible options: --mode). See: "),
        (("search", "x", "--all", "--from-file", "x"), "--all can't be combined with --from-file"),
        (("search", "x", "--from-file", "{tmp}/file.txt"), "can't be combined with a query. Remove one"),
        (("search", "--from-file", "{tmp}/file.txt", "--mode", "grep"), "can't be combined with --mode"),
        (("search", "--from-file", "{tmp}/file.txt", "--per-note", "0"), "combined with --per-note"),
        (("search", "--from-file", "{tmp}/file.txt", "--no-rerank"), "combined with --no-rerank"),
        (("context", "x", "--from-file", "{tmp}/file.txt"), "can't be combined with a query"),
        (("ask", "x", "--dry-run", "--json"), "--dry-run can't be combined with --json"),
        (("mcp", "--http", "127.0.0.1:0", "--all", "--vault", "{tmp}/no"), "can't be combined with --vault"),
        (("serve", "--all", "--vault", "{tmp}/no"), "--all can't be combined with --vault"),
        (("mcp", "--http", "127.0.0.1:0", "--print-config", "codex"), "combined with --http"),
        (("search", "--from-file", "{tmp}/no.md"), "no.md can't be read"),
        (("read", "Dugong"), "No note called Dugong. Did you mean: Dugongs?"),
        (("related", "Nobody"), "No note called Nobody. Search for it; a new note is found once it is"),
        (("context",), "No query"),
        (("recent", "after:nope"), "“after:nope” can't be used. after: needs a date"),
        (("export", "--filter", "tag:"), "“tag:” can't be used. tag: needs a value"),
        (("export", "{tmp}/no/file.csv"), "no/file.csv couldn't be read or written: No such file"),
        (("export", "{notes}/Sea/Dugongs.md"), "is in the vault {notes}, where nothing is written. Use a"),
        (("timeline", "asof:2025-06-01 seagrass"), "The past can only be searched"),
        (("summaries", "Dugongs", "--estimate"), "need --by-model"),
        (("index", "{notes}", "--vault", "{tmp}/plain"), "A folder can't be combined with --vault"),
        (("index", ""), "An empty path names no folder"), (("search", "x", "--vault", ""), "names no folder"),
        (("watch", "{notes}", "--vault", "{tmp}/plain"), "A folder can't be combined with --vault"),
        (("evaluate", "--legs", "chain,smell"), "Unknown leg 'smell'"),
        (("evaluate", "--legs", ","), "No leg given"),
        (("evaluate", "--compare", "reranker.chain"), "has no value"),
        (("evaluate", "--vault", "{tmp}/no", "--compare", "reranker.chain=none,magic"), "must be one or"),
        (("evaluate", "--compare", "reranker.nome=none"), "Unknown parameter 'reranker.nome'"),
        (("evaluate", "--self", "--vault", "{tmp}/nowhere"), "nowhere"),
        (("evaluate", "--self", "--vault", "{tmp}/plain"), "No questions can be made from these notes"),
        (("index", "{notes}", "--set", "embedding.embedding_model=nobody/knows"),
         "neither a folder nor in the local"),
        (("search", "x", "--set", "reranker.chain=cross_encoder", "--set", "reranker_model=nobody/knows"),
         "neither a folder nor in the local"),
        (("watch", "{notes}", "--every", "soon"),
         "vaultsearch: “soon” is no time. Write it like 30m, 1h or 1d.\n"),
        (("serve", "--tls-cert", "cert.pem"), "belong together"),
        (("open", "{tmp}/nowhere"), "is not a folder"),
        (("open", "--vault", "{tmp}/nowhere"), "doesn't exist"),
        (("serch", "two words"), "Did you mean: vaultsearch search 'two words'"),
        (("dugongs",), "To search for it: vaultsearch search dugongs"),
        (("{tmp}/nowhere", "{tmp}/empty"), "is not a folder"),  # a desktop hands over all that are selected
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_a_known_trouble_is_one_sentence_and_a_remedy(
    command: Command, notes: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").write_text("x")
    write_notes(tmp_path / "plain", {"a.md": "Nothing to ask.\n"})
    done = command(*(w.format(tmp=tmp_path, notes=notes) for w in words), code=2)
    assert done.stdout == ""
    assert sentence.replace("{notes}", str(notes)) in done.stderr
    assert done.stderr.startswith("vaultsearch: ")
    asks_the_last = f"vaultsearch: using the last vault, {notes}.\n"
    assert len(done.stderr.removeprefix(asks_the_last).strip().split("\n")) == 1


def test_a_closed_input_is_an_empty_one(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for words, code, sentence in (
        (("search", "--from-file", "-"), 1, "No text to search with."),
        (("context", "--from-file", "-"), 2, "No query."),
        (("vaults", "forget", "."), 2, "is not a known vault"),
    ):
        monkeypatch.setattr(sys, "stdin", None)
        assert sentence in command(*words, code=code).stderr
        sys.stdin.close()


def test_programs_are_told_a_notice_once(command: Command) -> None:
    question = "Womit wird das Boot gebaut und was fressen die Tiere?"
    assert parsed(command, "search", question, code=1)["notice"].count("matched by keywords only") == 1


def test_without_a_display_the_window_says_so(command: Command, notes: Path) -> None:
    for words in (("open", str(notes)), (str(notes),), ("--sample",)):
        assert "No display to open a window on" in command.in_a_process(*words, display=False, code=2).stderr


@pytest.mark.skipif(os.name == "nt", reason="its programs are no scripts")
@pytest.mark.parametrize(
    ("system", "opener", "quoted"),
    [("linux", "xdg-open", "'a b'"), ("darwin", "open", "'a b'"), ("win32", "explorer", '"a b"')],
)
def test_each_system_opens_a_link_and_quotes_a_command_in_its_own_way(
    system: str, opener: str, quoted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    (tmp_path / opener).write_text(f"#!/bin/sh\necho $1 > {tmp_path}/opened; exit {int(system == 'win32')}\n")
    (tmp_path / opener).chmod(0o700)
    window._open_link("obsidian://open?file=A")
    assert (tmp_path / "opened").read_text() == "obsidian://open?file=A\n"
    assert shell_command("read", "a b") == f"vaultsearch read {quoted}"


def test_nothing_that_could_be_read_is_exit_code_one(elsewhere: Command, vault: Path) -> None:
    (vault / "a.md").write_bytes(bytes(range(256)) * 40)
    (failure,) = parsed(elsewhere, "index", str(vault), code=1)["failed"]
    assert failure["path"] == "a.md"
    for name in ("a", "[[A.md]]", str(vault / "a.md")):
        assert f"a.md: {failure['reason']}" in elsewhere("read", name, "--vault", str(vault), code=2).stderr


def test_twenty_unreadable_files_are_named_and_the_rest_counted(elsewhere: Command, vault: Path) -> None:
    (vault / "a.md").write_text("words")
    for number in range(22):
        (vault / f"{number:02}.md").write_bytes(bytes(range(256)) * 40)
    lines = elsewhere("index", str(vault)).stdout.splitlines()
    start = lines.index("22 couldn't be read completely:")
    named = {line.split(":")[0].strip() for line in lines[start + 1 : start + 21]}
    assert len(named) == 20
    assert named < {f"{number:02}.md" for number in range(22)}
    assert lines[start + 21] == "  and 2 more: see `vaultsearch status --json`"


def test_help_and_version_need_no_vault(command: Command) -> None:
    assert "index" in command.in_a_process("--help").stdout
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", command.in_a_process("--version").stdout)


@pytest.mark.parametrize("mode", ["fulltext", "grep", "semantic"])
def test_a_search_imports_neither_torch_nor_what_few_need(command: Command, notes: Path, mode: str) -> None:
    words = ("search", "termites", "--vault", str(notes), "--mode", mode)
    done = command.in_a_process(*words, tell_imports=True)
    assert "Numbats" in done.stdout
    assert "lancedb" in imported(done)
    models = {"torch", "transformers", "sentence_transformers"}
    assert imported(done).isdisjoint(models | {"PySide6", "pathspec", "numpy.ma", "pyarrow._compute"})


def test_notes_are_found_while_the_vault_is_away(elsewhere: Command, vault: Path, tmp_path: Path) -> None:
    write_notes(vault, NOTES)
    elsewhere("index", str(vault))
    assert "away" not in elsewhere("status", "--vault", str(vault)).stdout
    vault.rename(tmp_path / "gone")
    assert f"{vault} (folder is away)" in elsewhere("status", "--vault", str(vault)).stdout
    status = json.loads(elsewhere("status", "--vault", str(vault), "--json").stdout)
    assert (status["vault"], status["is_away"]) == (str(vault), True)
    assert "No such option" in elsewhere(str(vault), "--nonsense", code=2).stderr  # no more of open
    assert "Numbats" in elsewhere("search", "termites", "--vault", str(vault), "--mode", "fulltext").stdout


def test_a_found_cards_canvas_is_opened_whole(elsewhere: Command, sample_vault: Path, tmp_path: Path) -> None:
    folder = tmp_path / "boats"
    folder.mkdir()
    shutil.copy(sample_vault / "Projects/Boat jobs.canvas", folder)
    elsewhere("index", str(folder))
    asked = ("search", "antifouling", "--vault", str(folder), "--mode", "fulltext")
    (found,) = parsed(elsewhere, *asked)["results"]
    assert (found["path"], found["heading_path"]) == ("Boat jobs.canvas", ["Before the launch"])
    assert found["url"] == "obsidian://open?vault=boats&file=Boat%20jobs.canvas"
    assert re.search(r"Boat jobs\.canvas  [0-9a-f]{6}$", elsewhere(*asked).stdout, re.MULTILINE)


def test_a_context_numbers_notes_and_read_knows_them(command: Command, notes: Path, tmp_path: Path) -> None:
    done = command("context", "what do dugongs eat", "--vault", str(notes))
    assert done.stdout.startswith("### [1] Dugongs\nSea · ")
    assert "\nSection: Habits\n\nDugongs graze on seagrass meadows.\n" in done.stdout
    assert "\n### [2] Numbats\n" in done.stdout
    assert done.stderr == ""
    refused = command("read", "1:1-3", "-q", "what do dugongs eat", "--vault", str(notes), code=2)
    assert "Leave out" in refused.stderr, "the question went unanswered, and nothing said so"
    quoted = parsed(command, "read", "1", "--question", "what do dugongs eat", "--vault", str(notes))
    short, (quote,), lines = quoted["id"], quoted["quotes"], {"line_start": 6, "line_end": 6}
    dugongs = {"id": short, "path": "Sea/Dugongs.md", "title": "Dugongs"}
    url = "obsidian://open?vault=my%20notes&file=Sea%2FDugongs"
    assert quoted == {**dugongs, "version": VERSION, "url": url, "quotes": [quote]}
    text = {"text": "Dugongs graze on seagrass meadows."}
    assert quote == {**text, **lines, "probability": quote["probability"]}
    nothing = command("read", "2", "--question", "who won the football world cup", code=1)
    assert (nothing.stdout, nothing.stderr) == ("", "No answer in this note.\n")
    file = tmp_path / "draft.txt"
    file.write_text("They live at sea, those who graze on meadows: -land tag:none\n", encoding="utf-8")
    found = command("context", "--from-file", str(file), "--format", "json", "--vault", str(notes))
    made = json.loads(found.stdout)
    assert set(made) == {"version", "tokens", "budget", "text", "pieces", "left_out"}
    section = {"heading_path": ["Habits"], "url": f"{url}%23Habits", "number": 1}
    assert made["pieces"][0] == {**dugongs, **section, **lines, "tokens": made["pieces"][0]["tokens"]}
    # What is left out is listed.
    done = command("context", "animals", "--budget", "100", "--vault", str(notes))
    assert done.stderr.startswith("left out (over budget): ")
    assert done.stdout.count("### [") == 1
    unanswered = command("context", "who won the football world cup", "-n", "1", "--vault", str(notes))
    notice = "No clear answer in your notes. Closest matches:\n"
    assert (unanswered.stdout.count("### ["), unanswered.stderr) == (1, notice)


def test_a_text_with_properties_nested_endlessly_is_searched_with(command: Command, tmp_path: Path) -> None:
    """The process was gone at 100,000 brackets, with exit code 139."""
    text = tmp_path / "deep.md"
    text.write_text(f"---\na: {'[' * 100_000}\n---\nHow do dugongs live in the meadows of the sea?", "utf-8")
    assert parsed(command, "search", "--from-file", str(text))["results"][0]["path"] == "Sea/Dugongs.md"


def test_texts_ask_by_topics(command: Command, tmp_path: Path) -> None:
    text = tmp_path / "draft.md"
    text.write_text(
        "How do dugongs live, and what do they graze on in the meadows of the sea?\n\n"
        "And what do numbats eat, apart from termites, in the dry woodlands?\n",
        encoding="utf-8",
    )
    arguments = ("search", "--from-file", str(text))
    answer = parsed(command, *arguments)
    listed = [result["path"] for result in answer["results"]]
    for n, paths in (("0", listed), ("1", listed[:1])):
        assert [result["path"] for result in parsed(command, *arguments, "-n", n)["results"]] == paths
    assert {result["path"] for result in answer["results"]} == {"Sea/Dugongs.md", "Land/Numbats.md"}
    # Both pieces find both notes, all that there are: they are one topic.
    assert [(topic["line_start"], topic["line_end"]) for topic in answer["topics"]] == [(1, 3)]
    shown = command(*arguments, "--by-topic", "--explain").stdout
    assert "lines 1 to 3" in shown
    assert "2 pieces" in shown
