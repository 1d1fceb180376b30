"""Processes that have a vault open are asked by those of the same program, and believe no bytes."""

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, Self, get_args

import pytest
from msgspec import ValidationError

from tests.builders import chunk, present
from vaultsearch.core.errors import DiskFullError, VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.query.query import parse_query
from vaultsearch.core.search.results import ObsidianVaultName, make_result
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.relations import NoteName, NoteSummary, VaultTopic
from vaultsearch.core.values.search import PER_NOTE, Elsewhere, Mode, SearchStage
from vaultsearch.core.values.times import NoteVersion
from vaultsearch.service import command_socket, commands, wire
from vaultsearch.service.command_socket import CommandServer, Question, Request, ask_elsewhere
from vaultsearch.service.serialization import fill_passage
from vaultsearch.service.shapes import Passage, Summary, Version
from vaultsearch.settings import settings
from vaultsearch.settings.settings import socket_folder

ON_SOCKETS = pytest.mark.skipif(sys.platform == "win32", reason="no such sockets")


def test_a_frozen_program_is_known_without_the_files_of_its_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = wire.program_digest.__wrapped__()
    monkeypatch.setattr(wire, "__file__", "/application/_internal/vaultsearch/service/wire.py")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert len(wire.program_digest.__wrapped__()) == len(installed) == 32
    assert wire.program_digest.__wrapped__() != installed


def received(ask: Any) -> Any:
    """Return a question as the other process understands it."""
    question = present(Question.of(ask))
    read: Question = wire.decode_value(wire.encode_value(question), Question)
    return read.function()


def test_a_question_arrives_with_its_arguments_as_they_were() -> None:
    search = received(partial(commands.search_vault, query="keel", mode=Mode.GREP, n=None, rerank=False))
    expected = {"query": "keel", "mode": Mode.GREP, "n": None, "rerank": False}
    assert (search.func, search.keywords) == (commands.search_vault, expected)
    assert isinstance(search.keywords["mode"], Mode)
    ask = partial(commands.list_related, n=3)
    about = received(partial(commands.about_note, ask=ask, name="2", numbers=("a.md", "b.md")))
    inner = about.keywords.pop("ask")
    assert (about.func, about.keywords) == (commands.about_note, {"name": "2", "numbers": ["a.md", "b.md"]})
    assert (inner.func, inner.keywords) == (commands.list_related, {"n": 3})
    orphans = present(Question.of(commands.list_orphans)).answer_type()
    noticed = present(Question.of(partial(commands.with_notice, ask=commands.list_orphans)))
    assert get_args(noticed.answer_type()) == (orphans, str | None)
    index = received(partial(commands.sync_and_wait, read_for=(("de", True),), anew=False))
    assert list(index.keywords["read_for"]) == [("de", True)]


class AskedVault(SimpleNamespace):
    """A vault, with all its parts, that notes how many passages it is asked for."""

    asked: tuple[object, ...] = ()
    results: Any = tuple(SimpleNamespace(path=f"{n}.md", chunk=chunk(f"{n}.md:0")) for n in "abcdef")
    topics_held = tuple(VaultTopic(0, name, (NoteName(f"{name}.md", name),)) for name in "xfedcba")

    def __getattr__(self, _part: str) -> Self:
        return self

    async def count_passages(self) -> int:
        return int(self.passages)

    async def search_stages(self, query: str, n: int, *_: Mode, **how: Any) -> AsyncIterator[SearchStage]:
        self.asked = n, how["per_note"], how["rerank"], how["learned"]
        for results in (self.results[:1], self.results):
            yield SearchStage(query, Mode.HYBRID, "fused", results, final=False)

    async def addresses(self, paths: Iterable[str]) -> dict[str, NoteAddress]:
        return {path: NoteAddress(Path("/v"), path, path, "") for path in paths}

    async def topics(self) -> tuple[VaultTopic, ...]:
        return self.topics_held

    async def facets(self, *asked: Any) -> Any:
        return asked


async def test_a_command_asks_for_as_many_passages_as_it_needs_and_answers_by_the_last_stage() -> None:
    ask, counted = partial(commands.search_vault, query="boat", mode=Mode.HYBRID, rerank=True), list[int]()
    for n, passages, limits in (
        (None, 6, (10, PER_NOTE)),
        (3, 6, (3, PER_NOTE)),
        (0, 6, (6, 0)),
        (0, 0, (1, 0)),
    ):
        vault: Any = AskedVault(passages=passages)
        last, notes = await ask(vault, n=n, on_stage=lambda _, notes: counted.append(len(notes)))
        assert vault.asked == (*limits, True, False)
    assert (counted, last.results, [*notes]) == (
        [1, 6] * 4, vault.results, [f"{name}.md" for name in "abcdef"],
    )  # fmt: skip
    topics = await commands.vault_topics(vault, "boat")
    assert ([topic.label for topic in topics], vault.asked) == ([*"abcde"], (30, 0, False, False))
    facets: Any = await commands.count_by_date(vault, "boat")
    assert (facets, vault.asked) == (("boat", Mode.HYBRID, notes.keys()), (100, 0, False, False))
    assert await commands.vault_topics(vault, " ") == vault.topics_held


def test_what_is_no_command_is_not_asked_elsewhere() -> None:
    query: Any = "keel"
    for ask in (lambda: None, print, partial(commands.search_vault, query), commands._read_note):
        assert Question.of(ask) is None


@pytest.mark.parametrize("written", [
    b"", b"\x80\x04\x95", b"{", b"[" * 100_000, b'{"name": "search_vault"}',
    b'{"name": "os.system", "arguments": {"command": "true"}}', b'{"name": "_read_note", "arguments": {}}',
    b'{"name": "numbered", "arguments": {}}', b'{"name": "search_vault", "arguments": {"query": 3}}',
    b'{"name": "search_vault", "arguments": {"vault": null}}',
    b'{"name": "search_vault", "arguments": {"mode": "telepathy"}}',
    b'{"name": "list_files", "arguments": {"shell": "true"}}',
    b'{"name": "about_note", "arguments": {"ask": {"name": "eval", "arguments": {}}}}',
    b'{"name": "about_note", "arguments": {"ask": "eval"}}',
])  # fmt: skip
def test_a_hostile_question_is_refused(written: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode_value(written, Question).function()


def test_an_error_keeps_its_class_if_that_is_known() -> None:
    written = wire.encode_value(wire.Trouble.of(DiskFullError("Full.", "Empty it.")))
    error: Any = wire.decode_value(written, wire.Trouble).error()
    assert (type(error), error.sentence, error.remedy) == (DiskFullError, "Full.", "Empty it.")
    assert type(wire.Trouble("SystemExit", "No.", "").error()) is VaultSearchError


class _Vault:
    """Would answer everything, and is never to be asked here."""

    async def answers_as(self, _parameters: Parameters, *, writes: bool) -> bool:
        raise AssertionError(writes)


async def _replies(index: Path, sockets: Path, messages: Sequence[bytes]) -> list[bytes]:
    server = CommandServer(_Vault(), index)  # type: ignore[arg-type]  # what it asks of one
    await server.start()
    (place,) = sockets.glob("*.sock")  # noqa: ASYNC240 - nothing else runs here
    replies = []
    for message in messages:
        reader, writer = await asyncio.open_unix_connection(place)
        writer.write(message)
        writer.write_eof()
        replies.append(await reader.read())
        writer.close()
    server.close()
    return replies


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of sockets, in a path that is short enough for them."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("r")))
    return present(socket_folder())


@ON_SOCKETS
def test_other_senders_are_cut_off(tmp_path: Path, sockets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_socket, "MAX_REQUEST_BYTES", 200_000)
    status, too_long = (Question("reader_status", given) for given in ({}, {"x": "y" * 200_000}))
    messages = (
        b"", b"GET / HTTP/1.1\r\n\r\n", b"{}\n", b"{",
        wire.encode_value(Request("x" * 32, status, {}, {})) + b"\n",
        wire.encode_value(Request(wire.program_digest(), Question("eval", {}), {}, {})) + b"\n",
        wire.encode_value(Request(wire.program_digest(), too_long, {}, {})), b"[" * 100_000 + b"\n",
        b"\x80\x04.\n",
    )  # fmt: skip
    assert asyncio.run(_replies(tmp_path, sockets, messages)) == [b""] * len(messages)


_ACCEPTED = b"{}\n"


@ON_SOCKETS
@pytest.mark.parametrize("reply", [
    b"", b"+", b"\x80\x04N.\n", _ACCEPTED, _ACCEPTED + b"{}\n", _ACCEPTED + b'{"value":',
    _ACCEPTED + b'{"value":"x"}\n', _ACCEPTED + b"[" * 100_000 + b"\n",
])  # fmt: skip
def test_a_command_goes_on_by_itself_after_a_hostile_reply(
    reply: bytes, tmp_path: Path, sockets: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "vaultsearch")
    place = sockets / f"{command_socket.index_digest(settings.index_folder(tmp_path))}-1-0.sock"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
        listening.listen()

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(reply)

        thread = Thread(target=answer)
        thread.start()
        assert ask_elsewhere(tmp_path, Parameters(), commands.reader_status) is None
        thread.join()
    assert ("not answered" in caplog.text) == (reply != b"")


def test_a_passage_says_where_its_note_has_the_other_words_and_whether_it_is_merely_related() -> None:
    plain = make_result(chunk("n.md:0"), parse_query("keel mast"), ObsidianVaultName("v"))
    assert (
        not {"elsewhere", "related"} & wire.plain_json(fill_passage(Passage, plain, number=1, id="n")).keys()
    )
    with_places = replace(plain, elsewhere=(Elsewhere("mast", "Rigging"),), is_related=True)
    passage = fill_passage(Passage, with_places, number=1, id="n")
    assert (passage.elsewhere, passage.related) == ({"mast": "Rigging"}, True)


def test_an_answer_has_the_keys_of_its_shape_in_their_order() -> None:
    moment = datetime(2025, 6, 1, 12, tzinfo=UTC)
    version = NoteVersion("c0ffee", moment, "Sail", "Boats/Keel.md", "blob", 3, 1)
    answer = wire.plain_json(wire.fill_answer(Version, version))
    assert list(answer) == ["commit", "date", "subject", "path", "added", "removed", "deleted"]
    shown = ["c0ffee", "2025-06-01T12:00:00+00:00", "Sail", "Boats/Keel.md", 3, 1, False]
    assert list(answer.values()) == shown
    address = NoteAddress(Path("/vault"), "Keel.md", "keel", "obsidian://open")
    summary = NoteSummary(NoteName("Keel.md", "Keel"), Message("{} sentences.", 3))
    # What was computed goes before a field, and the first value before the next one.
    made = wire.fill_answer(Summary, address, summary.note, summary, path="Bow.md", summary=summary.text)
    plain = wire.plain_json(made)
    same = {"id": "keel", "path": "Bow.md", "title": "Keel", "summary": "3 sentences.", "by_model": None}
    assert (plain, type(plain["summary"])) == (same, str)
    with pytest.raises(ValidationError, match="title"):
        wire.fill_answer(Summary, address, summary=None, by_model=None)
    with pytest.raises(ValidationError, match="title"):
        wire.fill_answer(Summary, address, summary.note, summary, title=wire.UNSET)
    with pytest.raises(ValidationError, match=r"Expected `str`, got `int` - at `\$.path`"):
        wire.fill_answer(Summary, address, summary.note, summary, path=3)
