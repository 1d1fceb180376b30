"""`vaultsearch serve`: the tools as plain JSON over HTTP, for readers with tokens of their own."""

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx2
import openapi_spec_validator
import pytest
from jsonschema import Draft202012Validator
from starlette.requests import Request

from tests.builders import self_signed, write_notes
from tests.cli.command import Command
from tests.mcp_server.serving import command, index, make_vault, telling
from tests.patience import PROCESS_S, SIGNAL_S
from tests.scripted_model import MODEL, ScriptedModel
from tests.scripted_model import serving as model_serving
from vaultsearch.core.errors import SettingsError
from vaultsearch.mcp_server.http_transport import open_listening_socket, reader_tokens
from vaultsearch.mcp_server.json_api import make_routes

TOOLS = (
    "/search", "/search_passage", "/suggest", "/ask", "/read", "/related", "/links", "/topics", "/status",
)  # fmt: skip
PATHS = (*TOOLS, "/events", "/openapi.json")
ANNA, BEN = "anna-has-a-long-token", "ben-has-another-token"


@contextmanager
def serving(home: Path, *options: str) -> Iterator[str]:
    """Serve the vault, on any port unless options name one; yield the address, when all are told."""
    port = () if "--http" in options else ("--http", "127.0.0.1:0")
    words, environment = command(home / "vault", "serve")
    with telling([*words, *port, *options], environment) as (first, stream):
        base = first.split()[1].rstrip(",").removesuffix("/mcp")
        assert [stream.readline().strip() for _ in PATHS] == [f"{base}{path}" for path in PATHS]
        yield base


@pytest.fixture(scope="module")
def tokens(home: Path) -> tuple[str, str]:
    """The option that names a file of two readers' tokens."""
    (home / "tokens").write_text(f"# readers\nanna: {ANNA}\nben: {BEN}\n", "utf-8")
    return "--tokens", str(home / "tokens")


@pytest.fixture(scope="module")
def address(home: Path, tokens: tuple[str, str]) -> Iterator[str]:
    """The address of a server with two readers."""
    with serving(home, *tokens, "--origin", "https://notes.example") as served:
        yield served


HEADERS = {"Authorization": f"Bearer {ANNA}"}


def ask(address: str, path: str, token: str = ANNA, **arguments: object) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.post(f"{address}{path}", json=arguments, headers=headers, timeout=120)


def got(address: str, path: str, **asked: Any) -> httpx2.Response:
    return httpx2.get(f"{address}{path}", params=asked, headers=HEADERS, timeout=120)


def code_of_trouble(address: str, answer: httpx2.Response) -> str:
    """The code of an error that is as the interface describes it."""
    trouble = answer.json()
    described = got(address, "/openapi.json").json()
    assert str(answer.status_code) in described["paths"]["/search"]["post"]["responses"]
    error = {**described["components"]["schemas"]["Error"], "additionalProperties": False}
    Draft202012Validator(error).validate(trouble)
    return str(trouble["code"])


def test_each_reader_has_a_token(address: str) -> None:
    expected = {ANNA: 200, BEN: 200, "somebody-without-one": 401}
    assert {token: ask(address, "/search", token, query="oven").status_code for token in expected} == expected
    assert ask(address, "/openapi.json", "guessed-token-guessed").status_code == 401
    missing = httpx2.get(f"{address}/search?query=sourdough")
    assert (missing.status_code, code_of_trouble(address, missing)) == (401, "unauthorized")
    assert missing.headers["www-authenticate"] == "Bearer"


def test_a_search_and_a_note_are_json(address: str) -> None:
    found = ask(address, "/search", query="sourdough", n=2).json()
    assert 0 < len(found["results"]) <= 2
    path = found["results"][0]["path"]
    by_get = got(address, "/search", query="sourdough", n="2").json()
    assert [result["path"] for result in by_get["results"]] == [one["path"] for one in found["results"]]
    assert "text" in str(ask(address, "/read", note=path).json())
    assert ask(address, "/related", note=path).status_code == 200


@pytest.mark.parametrize("also", ["rye", ["rye", "flour"], '["rye"]'])
def test_an_address_may_hold_one_value_of_a_list_or_several(address: str, also: str | list[str]) -> None:
    assert got(address, "/search", query="sourdough", also=also).status_code == 200


def test_a_note_is_read_by_its_address(address: str) -> None:
    # GET /read?note=Home was a traceback, as the note may be one or several.
    by_get, by_post = got(address, "/read", note="Gifts"), ask(address, "/read", note="Gifts")
    assert by_get.json() == by_post.json()
    assert by_get.json()["documents"][0]["path"] == "Gifts.md"
    two = got(address, "/read", note=["Gifts", "Bread"]).json()["documents"]
    assert [document["path"] for document in two] == ["Gifts.md", "Bread.md"]
    lines = got(address, "/read", note="Long:3-4").json()["documents"][0]
    assert (lines["line_start"], lines["line_end"]) == (3, 4)


@pytest.mark.parametrize(("method", "target", "body", "status", "code"), [
    ("GET", "/read?note=Nowhere", b"", 400, "note_not_found"),
    ("POST", "/read", b'{"note": "Nowhere"}', 400, "note_not_found"),
    ("POST", "/search", b'{"query": "x", "colour": "red"}', 400, "unknown_argument"),
    ("POST", "/search", b'{"query": "x", "n": 0}', 400, "invalid_argument"),
    ("GET", "/search?query=x&n=many", b"", 400, "invalid_argument"),
    ("POST", "/search", b'{"query": "/(/", "mode": "grep"}', 400, "query"),
    ("POST", "/search", b'{"query": "x", "vault": "Work"}', 400, "query"),
    ("POST", "/read", b'{"note": "\\ud800"}', 400, "note_not_found"),
    ("POST", "/suggest", b'{"query": "%s"}' % (b"path:a " * 50_000), 400, "query"),
    ("POST", "/search", b'{"query": "%s"}' % (b"x" * 2_000), 400, "query"),
    ("GET", "/read?note=999999", b"", 400, "note_not_found"),
    ("POST", "/search", b"{", 400, "no_json_object"), ("POST", "/search", b"[]", 400, "no_json_object"),
    ("POST", "/search", b"[" * 500_000, 400, "no_json_object"),
    ("POST", "/search", b" " * (2 << 20), 413, "too_large"), ("GET", "/nowhere", b"", 404, "not_found"),
    ("DELETE", "/search", b"", 405, "method_not_allowed"),
    ("POST", "/ask", b'{"question": "mast?"}', 400, "model_not_set"),
])  # fmt: skip
def test_trouble_is_a_sentence_and_a_code(
    address: str, method: str, target: str, body: bytes, status: int, code: str
) -> None:
    answer = httpx2.request(method, f"{address}{target}", content=body, headers=HEADERS, timeout=120)
    assert (answer.status_code, code_of_trouble(address, answer)) == (status, code)
    assert answer.json()["error"].endswith(".")
    assert "search_passage" not in answer.json()["error"], "a tool of agents alone"


@pytest.mark.parametrize(("request_line", "headers", "status", "remedy"), [
    ("no request", "", 400, "Send HTTP/1.1"),
    ("POST /read HTTP/1.1", "Content-Length: -1", 400, "Send HTTP/1.1"),
    ("POST /mcp HTTP/1.1", "Content-Type: text/plain\r\nContent-Length: 0", 400, "application/json"),
    ("POST /mcp HTTP/1.1", "Content-Type: application/json\r\nContent-Length: 9999999", 413, "Send less"),
    ("OPTIONS /read HTTP/1.1", "Origin: https://x\r\nAccess-Control-Request-Method: GET", 403, "--origin"),
    ("GET /nowhere HTTP/1.1", "", 404, "See /openapi.json"),
])  # fmt: skip
def test_trouble_that_libraries_tell_as_plain_text_is_json_with_a_remedy(
    address: str, request_line: str, headers: str, status: int, remedy: str
) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    bearer = f"Authorization: {HEADERS['Authorization']}"
    lines = (request_line, f"Host: {host}", bearer, "Connection: close", headers)
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall("\r\n".join(filter(None, lines)).encode() + b"\r\n\r\n")
        head, _, body = b"".join(iter(lambda: connection.recv(4096), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"content-type: application/json" in head
    trouble = json.loads(body.split(b"\r\n")[-1])
    assert remedy in trouble["error"]
    assert trouble["code"] == HTTPStatus(status).name.lower()


def test_the_head_of_an_answer_is_that_of_get(address: str) -> None:
    assert httpx2.head(f"{address}/search?query=mast", headers=HEADERS, timeout=120).status_code == 200


class Broken:
    async def every_tool(self) -> list[object]:
        raise RuntimeError("a line of a note")


async def test_an_error_of_the_program_is_told_without_its_text(address: str) -> None:
    endpoint = make_routes(Broken())[0].endpoint  # type: ignore[arg-type]
    scope = {"type": "http", "method": "GET", "path": "/search", "query_string": b"", "headers": []}
    failed = await endpoint(Request(scope))
    answer = httpx2.Response(failed.status_code, content=bytes(failed.body))
    assert (answer.status_code, code_of_trouble(address, answer)) == (500, "internal_server_error")
    assert answer.json()["error"] == "Something went wrong; the program's log says more."


def test_pages_of_a_search_follow_one_another(address: str) -> None:
    whole = [one["text"] for one in got(address, "/search", query="boat", n=6).json()["results"]]
    pages = [got(address, "/search", query="boat", n=2, offset=offset).json() for offset in (0, 2, 4)]
    assert [one["text"] for page in pages for one in page["results"]] == whole
    assert got(address, "/search", query="boat", offset="9" * 30).json()["results"] == []


def test_a_query_is_continued_while_it_is_typed(address: str) -> None:
    suggested = got(address, "/suggest", query="mast tag:b").json()["suggestions"]
    assert [(one["query"].strip(), one["notes"]) for one in suggested] == [("mast tag:boat", 2)]


@pytest.mark.parametrize(("origin", "allowed"), [
    ("app://obsidian.md", "app://obsidian.md"), ("https://notes.example", "https://notes.example"),
    ("https://evil.example", None), ("null", None),
])  # fmt: skip
def test_obsidian_and_named_origins_may_ask(address: str, origin: str, allowed: str | None) -> None:
    preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    preflight["Access-Control-Request-Headers"] = "authorization, content-type"
    asked = httpx2.options(f"{address}/search", headers=preflight)
    assert (asked.status_code == 200) == (allowed is not None)
    answer = httpx2.get(f"{address}/status", headers={**HEADERS, "Origin": origin}, timeout=120)
    assert [one.headers.get("access-control-allow-origin") for one in (asked, answer)] == [allowed] * 2
    assert answer.status_code == (200 if allowed else 403)
    renamed = httpx2.get(f"{address}/status", headers={**HEADERS, "Origin": origin, "Host": "evil.example"})
    assert (renamed.status_code, code_of_trouble(address, renamed)) == (421, "misdirected_request")
    refused = httpx2.get(f"{address}/status", headers={"Origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")


def test_the_interface_describes_itself(address: str) -> None:
    described = got(address, "/openapi.json").json()
    openapi_spec_validator.validate(described)
    assert set(described["paths"]) == set(PATHS)
    answers = {path: methods["get"]["responses"]["200"] for path, methods in described["paths"].items()}
    streamed = {path for path, answer in answers.items() if "text/event-stream" in answer["content"]}
    assert streamed == {"/search", "/ask", "/events"}
    for path in TOOLS:
        by_get, by_post = described["paths"][path]["get"], described["paths"][path]["post"]
        schema = by_post["requestBody"]["content"]["application/json"]["schema"]
        assert {one["name"] for one in by_get["parameters"]} == set(schema["properties"])
        assert set(by_post["responses"]) == {"200", "400", "401", "403", "404", "405", "413", "421", "500"}


@pytest.mark.parametrize(("path", "asked"), [
    ("/search", {"query": "varnish", "n": 3}), ("/suggest", {"query": "tag:"}),
    ("/search_passage", {"text": "- How many coats has the mast?\n- What makes a good gift?\n" * 60}),
    ("/read", {"note": ["Gifts", "Nowhere"]}), ("/read", {"note": "Mast", "question": "how many coats?"}),
    ("/related", {"note": "Mast"}), ("/links", {"note": "Mast"}), ("/topics", {}), ("/status", {}),
])  # fmt: skip
def test_answers_are_as_they_are_described(address: str, path: str, asked: dict[str, Any]) -> None:
    described = got(address, "/openapi.json").json()
    schema = described["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    answer = ask(address, path, **asked)
    assert answer.status_code == 200
    Draft202012Validator({**schema, "components": described["components"]}).validate(answer.json())


Event = tuple[str, Any]


def events_of(answer: httpx2.Response) -> Iterator[Event]:
    lines = answer.iter_lines()
    for line in lines:
        name, data = line.removeprefix("event: "), next(lines).removeprefix("data: ")
        assert next(lines) == ""
        yield name, json.loads(data)


def streamed(address: str, path: str, **arguments: object) -> list[Event]:
    headers = {**HEADERS, "Accept": "text/event-stream"}
    with httpx2.stream("POST", f"{address}{path}", json=arguments, headers=headers, timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        return list(events_of(answer))


def test_a_search_is_streamed_as_it_gets_better(address: str) -> None:
    *better, (name, answer) = streamed(address, "/search", query="what does the mast need?", n=3)
    assert {name for name, _ in better} == {"better"}
    assert better[0][1]["results"][0]["path"] == "Boat/Mast.md"
    assert (name, answer) == ("answer", ask(address, "/search", query="what does the mast need?", n=3).json())
    ((name, trouble),) = streamed(address, "/search", query="x", n=0)
    assert (name, trouble["code"], list(trouble)) == ("error", "invalid_argument", ["error", "code"])


def test_a_models_sentences_are_checked_and_who_leaves_ends_it(home: Path, tokens: tuple[str, str]) -> None:
    question = "how many coats of varnish does the mast need?"
    said, looked = "Seven coats [1]. The mast is 9 m long [1].", "1. no\n2. yes"
    model = ScriptedModel(reply=lambda body: looked if "Statements:" in str(body) else said)
    with model_serving(model):
        endpoint = ("--set", f"ask.base_url={model.address}", "--set", f"ask.model={MODEL}")
        with serving(home, *tokens, *endpoint) as served:
            answer = ask(served, "/ask", question=question).json()
            *better, last = streamed(served, "/ask", question=question)
            described = got(served, "/openapi.json").json()
            model.fault = "stall"
            leaving = HTTPConnection(served.removeprefix("http://"))
            leaving.request("POST", "/ask", json.dumps({"question": question}), HEADERS)
            assert model.stalled.wait(PROCESS_S)
            leaving.close()
            assert model.left.wait(SIGNAL_S)
    sentences = [(each["text"], each["supported"], each["detail"]) for each in answer["answer"]["sentences"]]
    assert sentences == [("Seven coats.", None, ""), ("The mast is 9 m long.", False, "9")]
    assert answer["answer"]["sentences"][0]["objection"] == "denied"
    assert answer["passages"][0]["path"] == "Boat/Mast.md"
    assert last == ("answer", answer)
    told = [[each["text"] for each in state["answer"]["sentences"]] for _, state in better]
    both = [text for text, *_ in sentences]
    assert [sentences for sentences in told if sentences] == [both[:1], both, both]
    content = described["paths"]["/ask"]["post"]["responses"]["200"]["content"]
    for schema in (content["application/json"]["schema"], content["text/event-stream"]["schema"]["x-data"]):
        Draft202012Validator({**schema, "components": described["components"]}).validate(answer)


def test_changes_are_told_once_findable(tmp_path: Path, models_folder: Path, tokens: tuple[str, str]) -> None:
    vault = make_vault(tmp_path, models_folder, {"Knots.md": "A bowline.\n", "Gone.md": "Leaves.\n"})
    with (
        serving(tmp_path, *tokens) as served,
        httpx2.stream("GET", f"{served}/events", headers=HEADERS, timeout=120) as answer,
    ):
        events = events_of(answer)
        assert next(events) == ("ready", {})
        write_notes(vault, {"Knots.md": "A clove hitch.\n"})
        (vault / "Gone.md").unlink()
        asyncio.run(index(vault))
        changed: set[str] = set()
        while changed != {"Gone.md", "Knots.md"}:
            name, content = next(events)
            assert name == "changed"
            changed |= set(content["paths"])


def test_other_machines_are_served_by_tls_alone(home: Path, tmp_path: Path, tokens: tuple[str, str]) -> None:
    with pytest.raises(SettingsError, match="can be reached from other machines"):
        open_listening_socket("0.0.0.0:0")  # that is what is refused
    certificate, key = self_signed(tmp_path)
    options = ("--tls-cert", str(certificate), "--tls-key", str(key))
    with serving(home, "--http", "0.0.0.0:0", *options, *tokens) as served:
        assert served.startswith("https://0.0.0.0:")
        local = served.replace("0.0.0.0", "localhost")  # noqa: S104  # of the address that is served
        context = ssl.create_default_context(cafile=str(certificate))
        assert httpx2.get(f"{local}/status", headers=HEADERS, verify=context, timeout=120).status_code == 200
        with pytest.raises(httpx2.TransportError):
            httpx2.get(local.replace("https", "http") + "/status", headers=HEADERS)


@pytest.mark.parametrize(
    ("key", "trouble"), [("no.pem", "no.pem couldn't be read"), ("bad.pem", "PEM files")]
)
def test_certificates_that_will_not_do_are_told(home: Path, tmp_path: Path, key: str, trouble: str) -> None:
    bad, words = tmp_path / "bad.pem", ("--http", "127.0.0.1:0", "--tls-cert")
    bad.write_text("x")
    told = Command(home)(
        "serve", "--vault", str(home / "vault"), *words, str(bad), "--tls-key", str(tmp_path / key), code=2
    )
    assert trouble in told.stderr


@pytest.mark.parametrize(
    ("written", "trouble"),
    [(None, "can't be read"), ("# nobody\n", "has no tokens"), ("anna: short\n", "too short")],
)
def test_files_of_tokens_that_will_not_do_are_told(tmp_path: Path, written: str | None, trouble: str) -> None:
    if written is not None:
        (tmp_path / "tokens").write_text(written, "utf-8")
    with pytest.raises(SettingsError, match=trouble):
        reader_tokens(tmp_path / "tokens")
