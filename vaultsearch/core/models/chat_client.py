"""A language model's endpoint, and a client by `openai`, which is imported once an endpoint is set.

Nothing else opens a connection: redirects are not followed, proxies not asked, requests not retried, and no
header reveals this machine. An endpoint on another computer needs the user's consent for every caller.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from vaultsearch.core.errors import ModelUnavailableError, SettingsError, VaultSearchError
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_answer import ChatAnswer, fault_words
from vaultsearch.core.values.context import EndpointReport

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_VERSION = re.compile(r"/v\d")
_OPERATION = re.compile(r"/(?:chat/completions|completions|models|embeddings)/?$")

_PASSAGES_SENT = "{} is not this computer: your question and the passages found for it would be sent there."
_ALL_NOTES_SENT = (
    "{} is not this computer: the text of all your notes, and each question, would be sent there."
)
_NOTES_SENT = "{} is not this computer: the text of your notes would be sent there."
_ALLOW_PASSAGES = "Nothing was sent. To allow it: vaultsearch ask --allow {}"
_ALLOW_ALL_NOTES = (
    "Nothing was sent. To allow it, press Test in Settings > Models, or run: vaultsearch index --allow {}"
)
_ALLOW_NOTES = "Nothing was sent. To allow it: vaultsearch index --allow {}"


class EndpointError(ModelUnavailableError):
    """A model's endpoint cannot be used, or failed."""


class EndpointDownError(EndpointError):
    """The endpoint does not answer, or not in time."""


class ModelNotSetError(EndpointError):
    """No language model is set."""

    @classmethod
    def missing(cls) -> ModelNotSetError:
        """Return the error for a question without a model."""
        return cls(
            "No language model is set.",
            "Set its address and name: Settings > Language model, or base_url and model under "
            "[parameters.ask] in the settings file.",
        )


class InputRefusedError(EndpointError):
    """The endpoint refuses texts, perhaps as too long or too many."""


class ConsentNeededError(EndpointError):
    """The endpoint is on another computer, and the user has not agreed to send notes there."""

    @classmethod
    def of(cls, host: str, *, all_notes: bool = False) -> ConsentNeededError:
        """Return the error for a host about to receive a question's passages, or all notes."""
        sent = (_ALL_NOTES_SENT, _ALLOW_ALL_NOTES) if all_notes else (_PASSAGES_SENT, _ALLOW_PASSAGES)
        return cls(*(Message(sentence, host) for sentence in sent))

    @classmethod
    def of_texts(cls, host: str) -> ConsentNeededError:
        """Return the error for a host about to write texts about notes, which it receives one by one."""
        return cls(Message(_NOTES_SENT, host), Message(_ALLOW_NOTES, host))


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible server and a model on it.

    Attributes:
        base_url: The address with version, such as http://127.0.0.1:11434/v1.
        key: Sent as a bearer token; "" for none.
        allowed_hosts: Other computers the user agreed to, for this use.
        timeout: Seconds until the first token, and between tokens.
        for_embeddings: Whether it receives the text of all notes. This needs separate consent: agreeing to
            send a question's passages to a host does not cover it.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    allowed_hosts: frozenset[str] = frozenset()
    timeout: float = 60.0
    for_embeddings: bool = False

    @classmethod
    def from_address(cls, address: str, model: str, **others: object) -> Endpoint:
        """Return the endpoint at an address as people write it, with or without version.

        Raises:
            ModelNotSetError: Address or model is empty.
            SettingsError: The address is not a server's.
        """
        if not address.strip() or not model.strip():
            raise ModelNotSetError.missing()
        return cls(normalize_address(address), model.strip(), **others)  # type: ignore[arg-type]

    @property
    def host(self) -> str:
        """The host name, without port."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether this is the same computer: a loopback address, 0.0.0.0, or localhost."""
        try:
            # Names are not resolved: a name server could call another computer local.
            address = ip_address(self.host)
            return address.is_loopback or address.is_unspecified
        except ValueError:
            return self.host == "localhost"

    @property
    def may_be_asked(self) -> bool:
        """Whether notes may be sent there: it is this computer, or the user agreed to the host."""
        return self.is_local or self.host in self.allowed_hosts

    def require_consent(self) -> None:
        """Raise ConsentNeededError unless notes may be sent there."""
        if not self.may_be_asked:
            raise ConsentNeededError.of(self.host, all_notes=self.for_embeddings)


async def _read_until(deadline: float, parts: AsyncIterator[bytes]) -> bytes | None:
    """Return an answer's next part, b"" at the end, or None if the deadline passed."""
    left = deadline - time.monotonic()
    if left > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                return await anext(parts, b"")
    return None


def normalize_address(address: str) -> str:
    """Complete an address by scheme and version, and strip any operation; raise SettingsError."""
    written = address.strip()
    whole = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(whole)
        is_server = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_server = False
    if not is_server or parts.query or parts.fragment or parts.username:
        raise SettingsError(
            # Behind the question mark may stand a signature, which is a key.
            Message("{} is not the address of a server.", re.split(r"[?#]", written)[0]),
            "Use an address such as http://127.0.0.1:11434/v1.",
        )
    path = _OPERATION.sub("", parts.path).rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path if _VERSION.search(path) else f'{path}/v1'}"


Messages: TypeAlias = "tuple[tuple[str, str], ...]"
"""Pairs of a role and a content."""

_CONNECTED_WITHIN_S, _FAR_CONNECTED_WITHIN_S = 0.5, 5.0
"""Seconds to connect to this computer, and to others, where looking up the name and encryption take time."""
_SENT_WITHIN_S = 10.0
_COUNTED_WITHIN_S = 2.0
_MAX_FAILURES = 2
"""Failures in a row after which a server is left alone."""
_LEFT_ALONE_S = 30.0
_MAX_CHARACTERS = 12_000
"""Maximum characters read from an answer: a small model may repeat itself without end."""
_MAX_CHAT_BYTES = 16_000_000
"""Maximum bytes in a chat answer: each of some ten thousand tokens comes in an event of a few hundred."""
_MAX_LINE_BYTES = 1_000_000
"""Maximum bytes per line in a stream, or of an answer that comes whole."""
_LAST_EVENT_S = 2.0
"""Seconds for the server's token count, which follows the answer."""
_WHOLE_ANSWER_FACTOR = 10
"""Maximum time for a whole answer, as a multiple of the timeout, thoughts included."""
_REPEATED, _TIMES_REPEATED = 80, 3
"""An answer repeats itself if it holds so many of its last characters so many times."""
_MAX_TOKENS = 8_000
"""Tokens requested: they include thoughts, which take several thousand."""
_REVEALING_HEADERS = ("x-stainless", "openai-")
"""Prefixes of headers by which the library reveals machine, language and account."""
_SHAPE_ERRORS = (ValueError, AttributeError, LookupError, TypeError, OverflowError, RecursionError)
"""Raised when reading an unexpected shape."""
_RERANK = "/rerank"
_OTHER_MODELS_TAKE = ("temperature", "max_tokens", "stream_options")
"""Arguments some models refuse."""
_OK, _REDIRECTS, _NOT_FOUND, _SERVER = 200, 3, 404, 500
_KEY_REFUSED = (401, 403)
_UNAVAILABLE = 503
_BAD_INPUT = (400, 413, 422)
_TOO_LONG = re.compile("too (?:large|long|many)|exceed|maximum|longer than")


class _Words(NamedTuple):
    """Sentences and remedies depending on the endpoint's use."""

    no_path: str
    address: str
    key: str
    model: str


_OF_CHAT = _Words(
    "There is no chat at {}.",
    "Start it, or correct the address in Settings > Language model.",
    "Enter another one in Settings > Language model.",
    "Load it there, or choose one of the list in Settings > Language model.",
)
_OF_EMBEDDINGS = _Words(
    "There are no embeddings at {}.",
    "Start it, or correct the address in Settings > Models.",
    "Enter another one in Settings > Models.",
    "Load it there, or choose one of the list in Settings > Models.",
)
_REFUSALS = {
    429: ("{} is busy, or its quota is used up.", "Try again in a while."),
    _REDIRECTS: (
        "{} leads to another address, which is not followed.",
        "Enter the address of the server itself.",
    ),
}
_SEE_SERVER = "See the server's own messages."
_OTHER_REFUSAL = (
    "{} refuses the question with status {}.",
    "See the server's own messages: the question may be longer than the model's context.",
)
"""Sentences and remedies by status."""
_log = logging.getLogger(__name__)


_asked: ContextVar[ChatAnswer | None] = ContextVar("asked", default=None)
"""The answer to the request being sent: a client asks several questions at once."""


class ChatClient:
    """Asks an endpoint."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint, self._name = endpoint, endpoint.base_url
        self._words = _OF_EMBEDDINGS if endpoint.for_embeddings else _OF_CHAT
        self.looks_again = True  # at its own answers, until it once does not manage to
        self._failures = 0
        self._left_alone_until = 0.0
        self._http: httpx2.AsyncClient | None = None
        self._made: AsyncOpenAI | None = None
        self._counts = endpoint.is_local

    @property
    def left_alone_s(self) -> float:
        """Seconds for which the server is still left alone after two failures, or 0."""
        return max(0.0, self._left_alone_until - time.monotonic())

    def _client(self) -> AsyncOpenAI:
        self.endpoint.require_consent()
        if self._made is None:
            import httpx2
            from openai import AsyncOpenAI

            from vaultsearch.core.models.bounded_response import bound_response

            # The library adds its headers to each request, so they are taken off where all requests pass.
            async def without_telling(request: httpx2.Request) -> None:
                for name in [name for name in request.headers if name.startswith(_REVEALING_HEADERS)]:
                    del request.headers[name]
                request.headers["user-agent"] = "vaultsearch"
                request.headers["accept-encoding"] = "identity"
                # The library insists on a key and sends a made-up one; only the user's own is to go out.
                request.headers.pop("authorization", None)
                if (answer := _asked.get()) is not None:
                    answer.sent = request.content.decode(errors="replace")
                if self.endpoint.key:
                    request.headers["authorization"] = f"Bearer {self.endpoint.key}"

            connect = _CONNECTED_WITHIN_S if self.endpoint.is_local else _FAR_CONNECTED_WITHIN_S
            timeout = httpx2.Timeout(self.endpoint.timeout, connect=connect, write=_SENT_WITHIN_S)
            self._http = httpx2.AsyncClient(
                follow_redirects=False,
                trust_env=False,
                timeout=timeout,
                event_hooks={"request": [without_telling], "response": [bound_response]},
            )
            self._made = AsyncOpenAI(
                base_url=self.endpoint.base_url,
                api_key=self.endpoint.key or "none",
                max_retries=0,
                timeout=timeout,
                http_client=self._http,
            )
        return self._made

    async def stream(self, messages: Messages, answer: ChatAnswer | None = None) -> AsyncGenerator[str, None]:
        """Yield the growing answer, without thoughts, and fill ``answer``; closing closes the connection.

        Raises:
            EndpointError: The server cannot be reached, refuses, stops, or sends something else.
        """
        if self.left_alone_s:
            raise self._left_alone()
        answer = answer or ChatAnswer()
        with self._explained():
            async with aclosing(self._read(messages, answer)) as grown:
                async for _ in grown:
                    if text := answer.text[:_MAX_CHARACTERS]:
                        yield text
                    if len(text) == _MAX_CHARACTERS:
                        return
        if answer.fault:
            raise self._failed(Message("{} failed ({}).", self._name, answer.fault), _SEE_SERVER)
        # A server that dies in mid-sentence closes the stream as one that has finished does.
        if not answer.is_finished:
            raise self._broken_off()
        if not answer.text.strip() and answer.has_thoughts:
            sentence = Message("{} thought, but wrote no answer.", self.endpoint.model)
            raise self._failed(sentence, "Ask again, or choose a model that thinks less.")
        if not answer.text.strip():
            raise self._failed(Message("{} sent no text.", self._name), "Check that the model can chat.")

    async def complete(self, messages: Messages, answer: ChatAnswer | None = None) -> str:
        """Return a whole answer, or the beginning if it goes in circles; raises like `stream`."""
        text = ""
        async with aclosing(self.stream(messages, answer)) as answers:
            async for text in answers:
                # A small model repeats itself until its limit, which takes a minute on a small computer.
                if len(text) > _REPEATED and text.count(text[-_REPEATED:]) >= _TIMES_REPEATED:
                    break
        return text

    async def _read(self, messages: Messages, answer: ChatAnswer) -> AsyncGenerator[None, None]:
        """Read an answer, and yield whenever it has grown."""
        patience = self.endpoint.timeout
        end = time.monotonic() + _WHOLE_ANSWER_FACTOR * patience
        async with self._limited():
            response: httpx2.Response = (await self._request(messages, answer)).response
        is_stream = "event-stream" in response.headers.get("content-type", "")
        parts = response.aiter_raw()
        unread = bytearray()
        received, alive = 0, time.monotonic()
        try:
            while not answer.is_complete:
                # Signs of life without a text do not count, as a server may send them for ever.
                left = min(alive + (_LAST_EVENT_S if answer.is_finished else patience), end)
                part = await _read_until(left, parts)
                if part is None and not answer.is_finished:
                    raise TimeoutError
                received += len(part or b"")
                unread += part or b"\n"
                if is_stream and b"\n" in (part or b"\n"):
                    *lines, unread = unread.split(b"\n")
                    for line in lines:
                        if answer.read_line(line):
                            alive = time.monotonic()
                            yield
                            # Hundreds may have come at once, and others want to be answered, too.
                            await asyncio.sleep(0)
                if received > _MAX_CHAT_BYTES or len(unread) > _MAX_LINE_BYTES:
                    raise ValueError("an answer that is too long")
                if not part:
                    break
            if not is_stream:
                answer.read(unread)
                yield
        finally:
            await response.aclose()

    async def _request(self, messages: Messages, answer: ChatAnswer) -> Any:
        arguments: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": [{"role": role, "content": content} for role, content in messages],
            "temperature": 0,
            "max_tokens": _MAX_TOKENS,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        import openai

        client = self._client()
        before = _asked.set(answer)
        try:
            return await client.chat.completions.create(**arguments)
        except openai.BadRequestError as error:
            # vLLM names the most tokens as those in the completion.
            if not any(name in error.message for name in (*_OTHER_MODELS_TAKE, "in the completion")):
                raise
            # All of them at once: a server names only the first argument that it refuses.
            for name in _OTHER_MODELS_TAKE:
                arguments.pop(name, None)
            return await client.chat.completions.create(**arguments)
        finally:
            _asked.reset(before)

    async def count_tokens(self, text: str) -> int | None:
        """Count a text's tokens by a local server's tokenizer, or return None if it has none."""
        if not self._counts or self.left_alone_s:
            return None
        import httpx2

        self._client()
        # llama.cpp and vLLM have it beside the versioned interface, each with a field of its own for the
        # text.
        address = f"{self.endpoint.base_url.rsplit('/v', 1)[0]}/tokenize"
        body = {"content": text, "model": self.endpoint.model, "prompt": text}
        try:
            if self._http is None:
                return None
            answer = await self._http.post(address, json=body, timeout=_COUNTED_WITHIN_S)
            content = answer.json() if answer.status_code == _OK else {}
            count = int(content.get("count") or len(content.get("tokens", ())))
        except (httpx2.HTTPError, *_SHAPE_ERRORS) as error:
            _log.debug("tokens not counted because=%r", error)
            count = 0
        # A server that does not offer it once is not asked again.
        self._counts = bool(count)
        return count or None

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score texts by Cohere's rerank interface, which Jina, TEI and vLLM share; raises like `stream`."""
        if self.left_alone_s:
            raise self._left_alone()
        body = {
            "model": self.endpoint.model,
            "query": query,
            "documents": list(texts),
            "texts": list(texts),  # as TEI calls them
            "top_n": len(texts),
            "return_documents": False,
        }
        with self._explained():
            async with self._limited():
                answer: Any = await self._client().post(_RERANK, body=body, cast_to=object)
            ranked = answer["results"] if isinstance(answer, dict) else answer
            scores = [float("-inf")] * len(texts)
            for each in ranked:
                scores[each["index"]] = float(each.get("relevance_score", each.get("score")))
        finite = [score for score in scores if math.isfinite(score)]
        # Texts that a server leaves out of its answer, or scores with no number, rank last.
        return [score if math.isfinite(score) else min(finite, default=0.0) for score in scores]

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Encode texts on an embeddings server; raises EndpointError."""
        # The consent of any other endpoint is for the passages of a question.
        if not (self.endpoint.for_embeddings or self.endpoint.is_local):
            raise ConsentNeededError.of(self.endpoint.host, all_notes=True)
        body = {"model": self.endpoint.model, "input": list(texts), "encoding_format": "float"}
        with self._explained():
            async with self._limited():
                answer: Any = await self._client().post("/embeddings", body=body, cast_to=object)
            vectors = sorted(answer["data"], key=lambda each: each["index"])
            return [[float(value) for value in each["embedding"]] for each in vectors]

    async def models(self) -> tuple[str, ...]:
        """List the models the server offers; raises EndpointError."""
        with self._explained():
            async with self._limited():
                # Not by the library's own call, whose objects take a kilobyte each.
                answer: Any = await self._client().get("/models", cast_to=object)
            return tuple(sorted(str(each["id"]) for each in answer["data"][:2_000]))

    async def listed_models(self) -> tuple[str, ...]:
        """List like `models`, none if the server lists none; raises EndpointDownError alone."""
        try:
            return await self.models()
        except EndpointDownError:
            raise
        except EndpointError as error:
            _log.debug("no list of models because=%s", error)
            return ()

    async def test(self) -> EndpointReport:
        """Request the models and a word, and say in a sentence whether this works."""
        # Whoever tests has perhaps just started the server.
        self._failures, self._left_alone_until = 0, 0.0
        models: tuple[str, ...] = ()
        try:
            models = await self.listed_models()
            start, first = time.monotonic(), 0.0
            async for _ in self.stream((("user", "Say yes"),)):
                first = first or time.monotonic() - start
        except EndpointError as error:
            return EndpointReport(False, error.message, models)
        sentence = Message("It works: {} answered after {} s.", self.endpoint.model, f"{first:.1f}")
        return EndpointReport(True, sentence, models)

    async def close(self) -> None:
        """Close the connections."""
        if self._http is not None:
            await self._http.aclose()
        self._http = self._made = None

    def _limited(self) -> asyncio.Timeout:
        """Limit the time for a whole answer: a server may send a byte now and then for ever."""
        return asyncio.timeout(_WHOLE_ANSWER_FACTOR * self.endpoint.timeout)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Translate the library's errors into EndpointError, and count server failures."""
        import httpx2
        import openai

        try:
            yield
        except VaultSearchError:
            raise
        except (openai.APITimeoutError, TimeoutError) as error:
            raise self._timed_out(error) from error
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise self._unreachable(error) from error
        except openai.APIStatusError as error:
            raise self._refused(error) from error
        except (openai.OpenAIError, httpx2.HTTPError, *_SHAPE_ERRORS) as error:
            _log.info("no answer host=%s because=%r", self.endpoint.host, error)
            raise self._no_answer() from error
        else:
            self._failures = 0

    def _timed_out(self, error: Exception) -> EndpointError:
        import httpx2

        cause = error.__cause__ or error.__context__
        # The library wraps both kinds of timeouts in one class; only one means that nothing listens there.
        if isinstance(cause, httpx2.ConnectTimeout):
            return self._unreachable(error)
        return self._failed(
            Message("{} took longer than {} s to answer.", self._name, f"{self.endpoint.timeout:g}"),
            "Try again once the model is loaded, or choose a smaller one.",
        )

    def _unreachable(self, error: Exception) -> EndpointError:
        import httpx2

        _log.info("no answer host=%s because=%r", self.endpoint.host, error)
        cause = error if isinstance(error, httpx2.HTTPError) else error.__cause__ or error.__context__
        if isinstance(cause, httpx2.ReadTimeout):
            return self._timed_out(cause)
        if isinstance(cause, httpx2.ReadError | httpx2.RemoteProtocolError):
            return self._broken_off()
        if isinstance(cause, (httpx2.DecodingError, *_SHAPE_ERRORS)):
            return self._no_answer()
        if "CERTIFICATE_VERIFY_FAILED" in str(cause):
            sentence = Message("The certificate of {} is not trusted.", self._name)
            return self._failed(sentence, "Only those of public authorities are.")
        return self._failed(Message("No server answers at {}.", self._name), self._words.address)

    def _no_answer(self) -> EndpointError:
        sentence = Message("{} sent something that is no answer.", self._name)
        return self._failed(sentence, "Check that it is an OpenAI-compatible server.")

    def _broken_off(self) -> EndpointError:
        return self._failed(Message("{} broke off in the middle of the answer.", self._name), "Ask again.")

    def _refused(self, error: Any) -> EndpointError:
        status, name, words = int(error.status_code), self._name, self._words
        if self.endpoint.for_embeddings and (
            refusal := self._refused_embedding(status, fault_words(error.body) or str(error.message))
        ):
            return refusal
        if status == _UNAVAILABLE and "loading" in str(error.message).lower():
            return self._failed(Message("{} is still loading the model.", name), "Try again in a moment.")
        if status >= _SERVER:
            return self._failed(Message("{} failed with status {}.", name, status), _SEE_SERVER)
        # Servers answer with the same status for an unknown model and for a wrong path.
        if status == _NOT_FOUND and "model" in str(error.message).lower():
            return EndpointError(Message("{} has no model {}.", name, self.endpoint.model), words.model)
        if status // 100 == _REDIRECTS:
            status = _REDIRECTS
        refusals = {
            **_REFUSALS,
            _NOT_FOUND: (words.no_path, "Correct the path of the address; most end in /v1."),
            **dict.fromkeys(_KEY_REFUSED, ("{} refuses the key.", words.key)),
        }
        sentence, remedy = refusals.get(status, _OTHER_REFUSAL)
        if (sentence, remedy) == _OTHER_REFUSAL and (own_words := fault_words(error.body)):
            return EndpointError(Message("{} refuses the question ({}).", name, own_words), remedy)
        return EndpointError(Message(sentence, name, status), remedy)

    def _refused_embedding(self, status: int, message: str) -> EndpointError | None:
        """Return the error if a server makes no embeddings, or refuses these texts; else None."""
        model = self.endpoint.model
        # The name of a model that is not there may hold the word.
        about = message.replace(model, "").lower()
        if "embedding" in about and "not found" not in about and status not in _KEY_REFUSED:
            return EndpointError(
                Message("{} makes no embeddings with {}.", self._name, model),
                "Choose a model that is made for embeddings; llama.cpp is to be started with --embeddings.",
            )
        if status in _BAD_INPUT or (status >= _SERVER and _TOO_LONG.search(about)):
            return InputRefusedError(
                Message("{} refuses texts ({}).", self._name, message),
                "See the server's own messages: a passage may be longer than the model's context.",
            )
        return None

    def _failed(self, sentence: str, remedy: str) -> EndpointDownError:
        """Count a server failure and return the error; after two in a row, pause requests for a while."""
        self._failures += 1
        if self._failures >= _MAX_FAILURES:
            self._left_alone_until = time.monotonic() + _LEFT_ALONE_S
        return EndpointDownError(sentence, remedy)

    def _left_alone(self) -> EndpointDownError:
        return EndpointDownError(
            Message("{} failed twice and is left alone for {} s.", self._name, round(self.left_alone_s)),
            "Test it in Settings > Language model to try at once.",
        )
