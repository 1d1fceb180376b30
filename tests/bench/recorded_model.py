"""A language model's answers, recorded once and served again: real HTTP, and the same answers each time.

A recording is a file of JSON lines, one for each request: the hash of its messages, and the answer. With the
address of a server, requests that are not in it yet are sent there and added; without, they are counted as
missing, and answered with nothing.
"""

import hashlib
import json
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.scripted_model import ScriptedModel, serving

_LONGEST_S = 300.0
_MOST_TOKENS = 200
"""A small model repeats itself to the limit that the program sets, which took a minute for a question."""


def request_key(messages: list[dict[str, str]]) -> str:
    """Return the hash by which a request is known: of its messages alone, whichever model answers."""
    written = json.dumps([[message["role"], message["content"]] for message in messages])
    return hashlib.sha256(written.encode()).hexdigest()[:16]


@dataclass
class RecordedModel:
    """Answers from a recording.

    Attributes:
        file: The recording, which may not exist yet.
        upstream: The address of the server that answers what is not recorded, such as
            http://127.0.0.1:11434/v1; "" to replay alone.
        model: The model's name there.
        until: The moment of `time.monotonic` after which nothing is requested from there.
        nothing: The answer for want of one.
        address: The address at which the answers are served.
        missing: Requests that were neither recorded nor answered.
    """

    file: Path
    upstream: str = ""
    model: str = "recorded"
    until: float = math.inf
    nothing: str = ""
    address: str = ""
    missing: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        if self.file.is_file():
            lines = map(json.loads, self.file.read_text("utf-8").splitlines())
            self.answers = {line["request"]: line["answer"] for line in lines}

    def reply(self, body: dict[str, Any]) -> str:
        """Return the answer to a request for a chat's completion; called on threads of the server."""
        messages = body["messages"]
        key = request_key(messages)
        if (answer := self.answers.get(key)) is not None:
            return answer or self.nothing
        if not self.upstream or time.monotonic() > self.until:
            with self._lock:
                self.missing += 1
            return self.nothing
        answer = self._requested(messages)
        line = {"request": key, "answer": answer}
        with self._lock:
            self.answers[key] = answer
            self.file.parent.mkdir(parents=True, exist_ok=True)
            # Line by line: a recording that is broken off goes on where it was.
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line, ensure_ascii=False) + "\n")
        return answer or self.nothing

    def _requested(self, messages: list[dict[str, str]]) -> str:
        import httpx2

        body = {"model": self.model, "messages": messages, "temperature": 0, "max_tokens": _MOST_TOKENS}
        answered = httpx2.post(
            f"{self.upstream.rstrip('/')}/chat/completions", json=body, timeout=_LONGEST_S, trust_env=False
        )
        answered.raise_for_status()
        return str(answered.json()["choices"][0]["message"]["content"])


@contextmanager
def recorded(
    file: Path, upstream: str = "", model: str = "recorded", **others: Any
) -> Iterator[RecordedModel]:
    """Serve a recording on loopback while the context is open; its ``address`` is set.

    The arguments are those of `RecordedModel`.
    """
    made = RecordedModel(file, upstream, model, **others)
    with serving(ScriptedModel(reply=made.reply)) as server:
        made.address = server.address
        yield made
