"""A language model's answers, recorded once and served again: real HTTP, and the same answers each time.

A recording is a file of JSON lines, one for each request: the hash of its messages, the beginning of the last
of them, and the answer. With the address of a server, requests that are not in it yet are sent
there and added; without, they are counted as missing, and answered with nothing.
"""

from __future__ import annotations

import hashlib
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.scripted_model import ScriptedModel, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LONGEST_S = 300.0
_MOST_TOKENS = 200
"""A small model repeats itself to the limit that the program sets, which took a minute for a question."""
_LABEL = 120


def request_key(messages: list[dict[str, str]]) -> str:
    """Return the hash by which a request is known: of its messages alone, whichever model answers."""
    written = json.dumps(messages, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(written.encode(), digest_size=12).hexdigest()


@dataclass
class RecordedModel:
    """Answers from a recording.

    Attributes:
        file: The recording, which may not exist yet.
        upstream: The address of the server that answers what is not recorded, such as
            http://127.0.0.1:11434/v1; "" to replay alone.
        model: The model's name there.
        most_tokens: Tokens that an answer from there may have.
        address: The address at which the answers are served.
        missing: Requests that were neither recorded nor answered.
    """

    file: Path
    upstream: str = ""
    model: str = "recorded"
    most_tokens: int = _MOST_TOKENS
    address: str = ""
    missing: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        if self.file.is_file():
            lines = map(json.loads, self.file.read_text("utf-8").splitlines())
            self.answers = {line["key"]: line["answer"] for line in lines}

    def reply(self, body: dict[str, Any]) -> str:
        """Return the answer to a request for a chat's completion; called on threads of the server."""
        messages = body["messages"]
        key = request_key(messages)
        if (answer := self.answers.get(key)) is not None:
            return answer
        if not self.upstream:
            with self._lock:
                self.missing += 1
            return ""
        answer = self._requested(messages)
        line = {"key": key, "question": messages[-1]["content"][:_LABEL], "answer": answer}
        with self._lock:
            self.answers[key] = answer
            self.file.parent.mkdir(parents=True, exist_ok=True)
            # Line by line: a recording that is broken off goes on where it was.
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line, ensure_ascii=False) + "\n")
        return answer

    def _requested(self, messages: list[dict[str, str]]) -> str:
        import httpx2

        body = {"model": self.model, "messages": messages, "temperature": 0, "max_tokens": self.most_tokens}
        answered = httpx2.post(
            f"{self.upstream.rstrip('/')}/chat/completions", json=body, timeout=_LONGEST_S, trust_env=False
        )
        answered.raise_for_status()
        return str(answered.json()["choices"][0]["message"]["content"])


@contextmanager
def recorded(file: Path, upstream: str = "", model: str = "recorded") -> Iterator[RecordedModel]:
    """Serve a recording on loopback while the context is open; its ``address`` is set.

    Args:
        file: The recording; what is requested from ``upstream`` is added to it.
        upstream: The address of the server with its version, "" to replay alone.
        model: The model's name there.
    """
    made = RecordedModel(file, upstream, model)
    with serving(ScriptedModel(reply=made.reply)) as server:
        made.address = server.address
        yield made
