"""The language model of the user's: its key and its one client; the ask area, whose answers are checked."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, VaultSearchError
from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.core.generation.prompts import (
    as_text,
    is_declined,
    next_step,
    question_messages,
    rewriting_messages,
    sentences_in,
    step_messages,
)
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import ChatClient, ConsentNeededError, Endpoint, EndpointError
from vaultsearch.core.query.query import parse
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import (
    PASSAGES_CONSIDERED,
    AnswerState,
    EndpointReport,
    ModelAnswer,
    StepKind,
    Turn,
)
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence
    from pathlib import Path

    from vaultsearch.core.generation.support import SupportCheck
    from vaultsearch.core.models.chat_client import Messages
    from vaultsearch.core.parameters import Parameters
    from vaultsearch.core.values.context import CitedSentence, ContextPiece
    from vaultsearch.service.protocol import VaultService


_SERVICE = "vaultsearch"
_REMEMBERED_S = 60.0
"""Seconds for which a key is not read again."""
_read: dict[str, tuple[str, float]] = {}
"""The keys that were read, by address, each with the time of that."""
_log = logging.getLogger(__name__)


def keys_file() -> Path:
    """Return the file of the keys that the system's store does not take."""
    return settings.settings_file().with_name("model-keys.json")


def load_key(address: str) -> str:
    """Return the key of an endpoint's address, "" if there is none.

    One that was read lately is not read again: the system's store may take a while, or ask.
    """
    key, read = _read.get(address, ("", -_REMEMBERED_S))
    if time.monotonic() - read >= _REMEMBERED_S:
        # Without a store of passwords, or before one was installed, keys went to the file.
        key = _in_system(address) or _in_file().get(address, "")
        _read[address] = key, time.monotonic()
    return key


def store_key(address: str, key: str) -> None:
    """Store the key of an endpoint's address; "" deletes it. Raise OSError if it can be stored nowhere."""
    _read.pop(address, None)
    in_file = {other: own for other, own in _in_file().items() if other != address}
    if not _stored_in_system(address, key) and key:
        in_file[address] = key
    if in_file:
        write_atomically(keys_file(), json.dumps(in_file), make_folder=True)
        restrict_file(keys_file())
    else:
        keys_file().unlink(missing_ok=True)


def _in_file() -> dict[str, str]:
    with suppress(OSError, ValueError):
        stored = json.loads(keys_file().read_text("utf-8"))
        return {str(address): str(key) for address, key in stored.items()}
    return {}


def _in_system(address: str) -> str:
    try:
        import keyring

        return keyring.get_password(_SERVICE, address) or ""
    except Exception as error:
        # Each system's store has errors of its own, and some have no common base.
        _log.debug("no store of passwords because=%r", error)
        return ""


def _stored_in_system(address: str, key: str) -> bool:
    """Store a key, or delete it; return False if the system's store does not hold it afterwards."""
    try:
        import keyring

        if key:
            keyring.set_password(_SERVICE, address, key)
        elif keyring.get_password(_SERVICE, address) is not None:
            keyring.delete_password(_SERVICE, address)
    except Exception as error:
        # As above; the key then goes to the file.
        _log.debug("no store of passwords because=%r", error)
        return False
    return _in_system(address) == key


def configured_endpoint(address: str, model: str) -> Endpoint:
    """Return the endpoint at an address, with its key and the hosts that the user agreed to.

    Raises:
        ModelNotSetError: Address or model is empty.
        SettingsError: It is no address of a server.
        ModelUnavailableError: The extra is not installed.
    """
    return _with_key(Endpoint.from_address(address, model), settings.load().model_hosts)


def embedding_endpoint(address: str, model: str) -> Endpoint:
    """Return the endpoint for embeddings at an address, with its key; raises as `configured_endpoint`.

    It has the hosts that all notes may be sent to: those that questions may be sent to are others.
    """
    endpoint = Endpoint.from_address(address, model, for_embeddings=True)
    return _with_key(endpoint, settings.load().embedding_hosts)


def _with_key(endpoint: Endpoint, hosts: Sequence[str]) -> Endpoint:
    if not has_extra("ask"):
        raise ModelUnavailableError("A server's model needs the extra “ask”.", how_to_add("ask"))
    return replace(endpoint, key=load_key(endpoint.base_url), allowed_hosts=frozenset(hosts))


def allow_host(host: str, *, all_notes: bool = False) -> None:
    """Allow questions and passages, or all notes, to be sent to a host, from now on."""
    name = "embedding_hosts" if all_notes else "model_hosts"
    hosts = (*getattr(settings.load(), name), host.strip().lower())
    settings.change(**{name: tuple(dict.fromkeys(hosts))})


async def check_endpoint(
    address: str, model: str, *, for_embeddings: bool, within_s: float
) -> EndpointReport:
    """Have a server answer a word or encode made-up texts; say which consent or model is missing.

    No note is sent. Raises as `configured_endpoint` does, but for a model.
    """
    configured = embedding_endpoint if for_embeddings else configured_endpoint
    # Whoever has not chosen a model yet wants to see which there are.
    endpoint = await in_thread(lambda: configured(address, model.strip() or _NO_MODEL))
    endpoint = replace(endpoint, timeout=within_s)
    if not endpoint.may_be_asked:
        error = ConsentNeededError.of(endpoint.host, all_notes=for_embeddings)
        return EndpointReport(False, error.sentence, (), endpoint.host)
    client = ChatClient(endpoint)
    try:
        if endpoint.model == _NO_MODEL:
            return await _listed(client)
        if not for_embeddings:
            return await client.test()
        from vaultsearch.core.models.server_encoder import check_embeddings

        return await check_embeddings(client)
    finally:
        await client.close()


_NO_MODEL = "-"


async def _listed(client: ChatClient) -> EndpointReport:
    try:
        models = await client.models()
    except EndpointError as error:
        return EndpointReport(False, error.message)
    if not models:
        return EndpointReport(False, Message("{} offers no model.", client.endpoint.base_url))
    return EndpointReport(False, Message("It answers. Choose one of its {} models.", len(models)), models)


class LanguageModel:
    """Holds the client of a server; ``named`` returns the address and the model that the settings name."""

    def __init__(self, named: Callable[[], tuple[str, str]]) -> None:
        self._named = named
        self._client: ChatClient | None = None
        self._renewing = asyncio.Lock()

    @classmethod
    def for_chat(cls, parameters: Parameters) -> LanguageModel:
        """Return the model that answers."""
        return cls(lambda: (parameters.ask.base_url, parameters.ask.model))

    @classmethod
    def for_reranking(cls, parameters: Parameters) -> LanguageModel:
        """Return the model that scores passages, at an address of its own."""
        return cls(lambda: (parameters.ask.rerank_url, parameters.ask.rerank_model))

    async def client(self) -> ChatClient:
        """Return the client of the endpoint as it is set now; the same one as long as that is the same.

        Raises as `configured_endpoint` does.
        """
        # Two questions at once would make two clients, of which one is never closed.
        async with self._renewing:
            endpoint = await in_thread(lambda: configured_endpoint(*self._named()))
            if self._client is None or self._client.endpoint != endpoint:
                await self.close()
                self._client = ChatClient(endpoint)
            return self._client

    async def close(self) -> None:
        """Close the connections to the server."""
        if self._client is not None:
            await self._client.close()


_TURNS = 4
"""Questions of a conversation that are sent along with a new one."""
_MOST_SENTENCES = 12
_FOUND_BY_STEP = 4
"""Passages that a step of the model's own brings."""
_LONGEST_NOTE = 4000
"""Characters of a note that the model reads by itself."""
_SHORTEST = 80
"""Characters of a passage that are worth being sent."""


class Ask:
    """Asks the language model that is set about a vault, or several.

    Args:
        vault: Finds the passages.
        parameters: Returns those in force.
        model: Returns the language model that they name.
        check: Returns the check of an answer's sentences.
    """

    def __init__(
        self,
        vault: VaultService,
        parameters: Callable[[], Parameters],
        model: Callable[[], LanguageModel],
        check: Callable[[], SupportCheck],
    ) -> None:
        self._vault = vault
        self._parameters = parameters
        self._model = model
        self._check = check

    async def answers(
        self, question: str, conversation: Sequence[Turn] = (), *, anyway: bool = False
    ) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer to a question as it is written; closing the generator closes the connection.

        Args:
            question: May have operators, by which passages are chosen, and which are not sent.
            conversation: The questions before it, which it may refer to, with their answers.
            anyway: Whether to ask even if probably no passage answers.

        Raises:
            ModelNotSetError: There is no endpoint in the settings.
            ConsentNeededError: It is on another computer, and the user has not agreed to that.
            EndpointError: It cannot be reached, refuses, or sends something else.
        """
        client = await self._model().client()
        # Before the search: without consent, neither the question nor a passage may leave this computer.
        client.endpoint.require_consent()
        answer = ModelAnswer(
            question, AnswerState.SEARCHING, model=client.endpoint.model, standalone_question=question
        )
        yield answer
        if conversation:
            messages = rewriting_messages(question, conversation[-_TURNS:])
            standalone = " ".join((await client.complete(messages)).split()) or question
            answer = replace(
                answer, standalone_question=standalone, sent_to=client.endpoint.host, sent=client.sent
            )
            yield answer
        try:
            passages, is_likely = await self._passages(answer.standalone_question)
        except VaultSearchError:
            # A model may write what cannot be searched, such as asof: where no versions are kept.
            answer = replace(answer, standalone_question=question)
            passages, is_likely = await self._passages(question)
        if passages and self._parameters().ask.steps:
            async with aclosing(self._looked_for(client, replace(answer, passages=passages))) as looking:
                async for answer_so_far in looking:
                    answer = answer_so_far
                    yield answer
            passages, is_likely = answer.passages or passages, True
        # Without a passage, a model would answer from what it was trained on.
        if not passages or not (is_likely or anyway):
            yield replace(answer, state=AnswerState.NOT_IN_NOTES, passages=passages)
            return
        words = parse(answer.standalone_question).words.strip() or answer.standalone_question
        messages, passages, tokens = await self._within_budget(client, words, passages)
        answer = replace(
            answer,
            state=AnswerState.WAITING,
            passages=passages,
            sent_to=client.endpoint.host,
            tokens=tokens,
        )
        yield answer
        async with aclosing(self._written(client, messages, answer)) as states:
            async for state in states:
                yield state

    async def preview(self, question: str) -> str:
        """Return the text that would be sent for a question; nothing is."""
        client = await self._model().client()
        passages, _ = await self._passages(question)
        words = parse(question).words or question
        messages, _, _ = await self._within_budget(client, words, passages, counts=False)
        return as_text(messages)

    async def test(self) -> EndpointReport:
        """Test the endpoint that is set. Raise ModelNotSetError or ConsentNeededError."""
        client = await self._model().client()
        client.endpoint.require_consent()
        return await client.test()

    async def host_to_allow(self) -> str:
        """Return the host that notes would be sent to and may not yet, "" if there is none."""
        endpoint = (await self._model().client()).endpoint
        return "" if endpoint.may_be_asked else endpoint.host

    async def allow(self, host: str) -> None:
        """Allow questions and passages to be sent to a host."""
        await in_thread(allow_host, host)

    async def _passages(self, question: str, n: int | None = None) -> tuple[tuple[ContextPiece, ...], bool]:
        """Return the passages found for a question, and whether one of them probably answers it."""
        n = n or PASSAGES_CONSIDERED
        stages = [stage async for stage in self._vault.search_stages(question, n, learned=False, per_note=0)]
        last = stages[-1]
        chunks = [result.chunk for result in last.results]
        # In order of relevance: when the budget is spent, the last ones are left out.
        context = await self._vault.context(chunks, keep_order=True)
        return context.pieces, not last.unanswered

    async def _looked_for(self, client: ChatClient, answer: ModelAnswer) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer with each step that the model takes by itself to find passages."""
        most, question = self._parameters().ask.steps, answer.standalone_question
        for left in range(most, 0, -1):
            _, shown, _ = await self._within_budget(client, question, answer.passages)
            text = await client.complete(step_messages(question, answer.steps, shown, left))
            answer = replace(answer, sent=client.sent, sent_to=client.endpoint.host)
            step = next_step(text, len(shown))
            brought: tuple[ContextPiece, ...] = ()
            try:
                if step is not None and step.kind is StepKind.READ:
                    chosen = shown[int(step.argument) - 1]
                    step = replace(step, argument=chosen.title)
                    brought = await self._whole_note(chosen)
                elif step is not None:
                    brought, _ = await self._passages(step.argument, _FOUND_BY_STEP)
            except VaultSearchError as error:
                # What a model asks for in vain brings nothing, and ends no answer.
                _log.info("a model's step failed because=%s", error)
            # A small model repeats itself: a step that was taken before brings nothing new.
            if step is None or any(
                (step.kind, step.argument) == (earlier.kind, earlier.argument) for earlier in answer.steps
            ):
                return
            known = {(piece.path, piece.line_start, piece.text) for piece in answer.passages}
            new = tuple(piece for piece in brought if (piece.path, piece.line_start, piece.text) not in known)
            # What was looked for comes first: what does not fit the budget is left out at the end.
            answer = replace(
                answer,
                passages=(*new, *answer.passages),
                steps=(*answer.steps, replace(step, passages=len(new))),
            )
            yield answer

    async def _whole_note(self, piece: ContextPiece) -> tuple[ContextPiece, ...]:
        """Return a passage's note from its beginning on, as far as a passage may be long."""
        note = await self._vault.read(piece.path)
        text = note.text[:_LONGEST_NOTE]
        return (replace(piece, heading_path=(), line_start=1, line_end=1 + text.count("\n"), text=text),)

    async def _within_budget(
        self,
        client: ChatClient,
        question: str,
        passages: tuple[ContextPiece, ...],
        *,
        counts: bool = True,
    ) -> tuple[Messages, tuple[ContextPiece, ...], int]:
        """Return the messages with as many passages as the budget allows, and their tokens.

        The server's own count decides if it offers one.
        """
        budget = self._parameters().context.budget
        while True:
            messages = question_messages(question, passages)
            text = as_text(messages)
            # Only the server knows the tokenizer of its model; where it offers no count, that of contexts
            # serves.
            tokens = await client.count_tokens(text) if counts else None
            if tokens is None:
                tokens = await self._vault.count_tokens(text, is_english=text.isascii())
            if tokens <= budget or not passages:
                return messages, passages, tokens
            # The last passages are the least relevant ones; a single long one is halved rather than dropped.
            passages = passages[:-1] if len(passages) > 1 else _halved(passages)

    async def _written(
        self, client: ChatClient, messages: Messages, answer: ModelAnswer
    ) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer as it grows; each sentence is checked once the next one begins."""
        check = await in_thread(self._check)
        checked: list[CitedSentence] = []
        text = ""
        async with aclosing(client.stream(messages)) as answers:
            async for text in answers:
                sentences = sentences_in(text)
                # The last sentence may still grow: it is checked once the next one has begun.
                checked += [await check(each, answer.passages) for each in sentences[len(checked) : -1]]
                unfinished = [] if is_declined(text) else sentences[len(checked) :]
                answer = replace(
                    answer,
                    state=AnswerState.WRITING,
                    sentences=(*checked, *unfinished),
                    sent=client.sent,
                    tokens=client.sent_tokens or answer.tokens,
                )
                yield answer
                # Small models go on without end.
                if len(checked) >= _MOST_SENTENCES or _repeats_itself(checked):
                    break
            else:
                checked += [await check(each, answer.passages) for each in sentences_in(text)[len(checked) :]]
        if is_declined(text):
            checked = []
        tokens = client.sent_tokens or answer.tokens
        state = AnswerState.DECLINED if is_declined(text) else AnswerState.DONE
        yield replace(answer, state=state, sentences=tuple(checked), sent=client.sent, tokens=tokens)


def _halved(passages: tuple[ContextPiece, ...]) -> tuple[ContextPiece, ...]:
    """Return the first half of a single passage; none of a short one."""
    half = passages[0].text[: len(passages[0].text) // 2]
    return (replace(passages[0], text=half),) if len(half) > _SHORTEST else ()


def _repeats_itself(sentences: Sequence[CitedSentence]) -> bool:
    """Return whether the last sentence says what the one before it says, as small models do without end."""
    return len(sentences) > 1 and sentences[-1].text == sentences[-2].text
