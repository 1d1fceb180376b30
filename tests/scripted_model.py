"""A scripted server in the shape of OpenAI's: real HTTP on loopback, with the faults that servers have."""

import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.patience import PROCESS_S

MODEL = "scripted"


@dataclass
class Request:
    """A request as it came: its path, its headers in lower case, and its body."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class ScriptedModel:
    """What the server does, and what it was asked.

    Attributes:
        answers: The texts of its answers, one after the other; the last one again and again.
        reply: Makes the answer to a request of its body, instead of ``answers``.
        status: The status of every answer; with another than 200, ``error`` is its message.
        fault: "stall" after the first word until `release`, "drop" the connection there, "json" that is
            none, "whole" instead of a stream, "endless" words, "redirect" to ``elsewhere``.
        raw: The bytes of every answer, in parts, instead of an answer in the shape of OpenAI's.
        kind: The content type of ``raw``.
        encoding: The content encoding of ``raw``, "" for none.
        score: Scores a text for `/rerank`.
        embed: Makes the vector of a text for `/embeddings`.
        most_texts: Texts that `/embeddings` takes at once.
        longest_text: Characters of a text that it takes.
        tokens: Tokens per character that `/tokenize` counts; None for a server that has none.
        requests: The requests, the first one first.
    """

    answers: Sequence[str] = ("Yes.",)
    reply: Callable[[dict[str, Any]], str] | None = None
    status: int = 200
    error: str = ""
    fault: str = ""
    elsewhere: str = ""
    raw: Iterable[bytes] | None = None
    kind: str = "text/event-stream"
    encoding: str = ""
    tokens: float | None = None
    score: Callable[[str], float] = len
    embed: Callable[[str], list[float]] = lambda text: [float(len(text)), 1.0]
    most_texts: int = 1000
    longest_text: int = 1_000_000
    requests: list[Request] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    stalled: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    """Set once a client has closed the connection before the end."""
    address: str = ""
    asked: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, count: int) -> bool:
        """Wait until so many answers were asked for; return False if that takes too long."""
        with self.asked:
            return self.asked.wait_for(lambda: len(self.chats) >= count, PROCESS_S)

    @property
    def chats(self) -> list[Request]:
        return [request for request in self.requests if request.path.endswith("/chat/completions")]


class _Server(ThreadingHTTPServer):
    """The server of one model."""

    daemon_threads = True
    model: ScriptedModel


class _Handler(BaseHTTPRequestHandler):
    @property
    def model(self) -> ScriptedModel:
        assert isinstance(self.server, _Server)
        return self.server.model

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._note({})
        if self.model.raw is not None:
            self._send_raw(self.model.raw)
            return
        models = {"object": "list", "data": [_model(MODEL), _model("another")]}
        error = {"error": {"message": self.model.error}}
        self._send(self.model.status, models if self.model.status == 200 else error)

    def do_POST(self) -> None:
        model = self.model
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self._note(body)
        if model.raw is not None:
            self._send_raw(model.raw)
        elif self.path == "/tokenize":
            count = round((model.tokens or 0) * len(body["content"]))
            self._send(404 if model.tokens is None else 200, {"tokens": [0] * count})
        elif self.path.endswith("/rerank") and model.status == 200:
            texts = enumerate(body["documents"])
            ranked = [{"index": place, "relevance_score": model.score(text)} for place, text in texts]
            self._send(200, {"results": ranked})
        elif self.path.endswith("/embeddings") and not _takes(model, body["input"]):
            self._send(500, {"error": {"message": "input is too large to process"}})
        elif self.path.endswith("/embeddings") and model.status == 200:
            vectors = [
                {"index": place, "embedding": model.embed(text)} for place, text in enumerate(body["input"])
            ]
            self._send(200, {"data": vectors[::-1]})
        elif model.fault == "redirect":
            self.send_response(307)
            self.send_header("location", model.elsewhere)
            self.end_headers()
        elif model.status != 200:
            self._send(model.status, {"error": {"message": model.error}})
        elif model.reply is not None and not body.get("stream"):
            message = {"role": "assistant", "content": model.reply(body)}
            self._send(200, {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
        elif model.fault == "whole":
            self._send(200, {"choices": [{"message": {"role": "assistant", "content": "Yes."}}]})
        else:
            with suppress(BrokenPipeError, ConnectionResetError):
                self._stream(body)
                return
            model.left.set()

    def _note(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        with self.model.asked:
            self.model.requests.append(Request(self.path, headers, body))
            self.model.asked.notify_all()

    def _send(self, status: int, content: dict[str, Any]) -> None:
        written = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def _send_raw(self, parts: Iterable[bytes]) -> None:
        self.send_response(200)
        self.send_header("content-type", self.model.kind)
        if self.model.encoding:
            self.send_header("content-encoding", self.model.encoding)
        self.end_headers()
        try:
            for part in parts:
                self.wfile.write(part)
        except (BrokenPipeError, ConnectionResetError):
            self.model.left.set()

    def _stream(self, body: dict[str, Any]) -> None:
        model = self.model
        replied = model.reply(body) if model.reply is not None else None
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        if model.fault == "json":
            self.wfile.write(b"data: {no json\n\n")
            return
        answer = model.answers[min(len(model.chats), len(model.answers)) - 1] if replied is None else replied
        words = [f"{word} " for word in answer.split(" ")]
        for number, word in enumerate(words * (10_000 if model.fault == "endless" else 1)):
            if number == 1 and model.fault == "stall":
                self._stall()
            if number == 1 and model.fault == "drop":
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self._part({"choices": [{"index": 0, "delta": {"content": word}, "finish_reason": None}]})
        self._part({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        usage = {"prompt_tokens": 321, "completion_tokens": 1, "total_tokens": 322}
        self._part({"choices": [], "usage": usage})
        self.wfile.write(b"data: [DONE]\n\n")

    def _stall(self) -> None:
        """Send nothing but signs of life, by which a closed connection is noticed, until `release`."""
        self.model.stalled.set()
        while not self.model.release.wait(0.05):
            self.wfile.write(b": still here\n\n")
            self.wfile.flush()

    def _part(self, content: dict[str, Any]) -> None:
        head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": MODEL}
        self.wfile.write(b"data: " + json.dumps({**head, **content}).encode() + b"\n\n")
        self.wfile.flush()


def _takes(model: ScriptedModel, texts: Sequence[str]) -> bool:
    return len(texts) <= model.most_texts and max(map(len, texts)) <= model.longest_text


def _model(name: str) -> dict[str, object]:
    return {"id": name, "object": "model", "created": 1, "owned_by": "tests"}


@contextmanager
def serving(model: ScriptedModel) -> Iterator[ScriptedModel]:
    """Serve a model on a free port of loopback while the context is open; its ``address`` is set."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.model = model
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    model.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield model
    finally:
        model.release.set()
        server.shutdown()
        server.server_close()
