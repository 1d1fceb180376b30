"""The ask area: answers by a language model from the passages found, each sentence checked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from vaultsearch.core.errors import SettingsError, VaultSearchError
from vaultsearch.core.filters import AllOf, AnyOf
from vaultsearch.core.generation import prompts
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_answer import ChatAnswer
from vaultsearch.core.models.chat_client import ChatClient, Messages
from vaultsearch.core.query.conditions import Condition, Holds
from vaultsearch.core.query.reading import locate_parts
from vaultsearch.core.threads import in_thread
from vaultsearch.core.today import today
from vaultsearch.core.values.context import (
    PASSAGES_CONSIDERED,
    AnswerState,
    CitedSentence,
    ContextPiece,
    EndpointReport,
    ModelAnswer,
    Objection,
    StepKind,
    Turn,
    Verdict,
)
from vaultsearch.core.values.query import LONGEST_QUERY
from vaultsearch.service.parts.contexts import Contexts
from vaultsearch.service.parts.model_access import allow_host

_log = logging.getLogger(__name__)

_MAX_TURNS = 4
"""Questions of a conversation that are sent along with a new one."""
_MAX_SENTENCES = 12
_PASSAGES_PER_STEP = 4
"""Passages that a step of the model's own brings."""
_MAX_NOTE_LENGTH = 4000
"""Characters of a note that the model reads by itself."""
_SECOND_LOOK_S = 20.0
"""Seconds for the model's second look; a small computer reads some thousand tokens in them."""
_MIN_PASSAGE_LENGTH = 80
"""Characters of a passage that are worth being sent."""
_QUOTES = '"“”„«»「」'
"""Put around a question by models."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks the configured language model about a vault, or several, and checks each sentence."""

    vault: Contexts

    async def answers(
        self, question: str, conversation: Sequence[Turn] = (), *, anyway: bool = False
    ) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer to a question as it is written; closing the generator closes the connection.

        Args:
            question: May have operators, which choose all passages and are not sent.
            conversation: Earlier questions and answers, to which it may refer. The last one's operators hold
                unless the question has some.
            anyway: Whether to ask even if probably no passage answers.

        Raises:
            ModelNotSetError: There is no endpoint in the settings.
            ConsentNeededError: It is on another computer, and the user has not agreed.
            SettingsError: No passage fits in the budget.
            EndpointError: It cannot be reached, refuses, or sends something else.
        """
        client = await self.vault.language_model.client()
        # Before the search: without consent, neither the question nor a passage may leave this computer.
        client.endpoint.require_consent()
        answer = ModelAnswer(
            question, AnswerState.SEARCHING, model=client.endpoint.model, standalone_question=question
        )
        yield answer
        asked, filters = _split_question(question)
        if conversation:
            turns = [replace(turn, question=_split_question(turn.question)[0]) for turn in conversation]
            filters = filters or _split_question(conversation[-1].question)[1]
            messages = prompts.rewriting_messages(asked, turns[-_MAX_TURNS:])
            rewritten, answer = await self._completed(client, messages, answer)
            standalone = " ".join(rewritten.split()).strip(_QUOTES)
            # A model may write a text instead.
            asked = standalone if 0 < len(standalone) <= LONGEST_QUERY else asked
            answer = replace(answer, standalone_question=f"{filters} {asked}".strip())
            yield answer
            # Whatever a model writes is searched for as words.
            passages, is_likely = await self._passages(asked, within=filters, operators=False)
        else:
            passages, is_likely = await self._passages(question)
        if passages and self.vault.parameters.ask.steps:
            answer = replace(answer, passages=passages)
            async with aclosing(self._looked_for(client, answer, asked, filters)) as looking:
                async for answer_so_far in looking:
                    answer = answer_so_far
                    yield answer
            passages, is_likely = answer.passages, True
        # Without a passage, a model would answer from what it was trained on.
        if not passages or not (is_likely or anyway):
            yield replace(answer, state=AnswerState.NOT_IN_NOTES, passages=passages)
            return
        messages, passages, tokens = await self._within_budget(client, asked, passages)
        if not passages:
            raise SettingsError(
                Message("No passage fits in a budget of {} tokens.", self.vault.parameters.context.budget),
                "Raise context.budget in the settings file.",
            )
        answer = replace(answer, passages=passages, sent_to=client.endpoint.host)
        yield replace(answer, state=AnswerState.WAITING, tokens=answer.tokens + tokens)
        async with aclosing(self._written(client, messages, answer, tokens)) as states:
            async for state in states:
                yield state

    async def preview(self, question: str, *, anyway: bool = False) -> str:
        """Return the text to be sent for a question, "" if none would be, without sending it."""
        client = await self.vault.language_model.client()
        passages, is_likely = await self._passages(question)
        if not passages or not (is_likely or anyway):
            return ""
        asked, _ = _split_question(question)
        messages, _, _ = await self._within_budget(client, asked, passages, counts=False)
        return prompts.as_text(messages)

    async def test(self) -> EndpointReport:
        """Test the configured endpoint. Raise ModelNotSetError or ConsentNeededError."""
        client = await self.vault.language_model.client()
        client.endpoint.require_consent()
        return await client.test()

    async def host_to_allow(self) -> str:
        """Return the host notes would go to without the user's consent so far, or ""."""
        endpoint = (await self.vault.language_model.client()).endpoint
        return "" if endpoint.may_be_asked else endpoint.host

    async def allow(self, host: str) -> None:
        """Allow questions and passages to be sent to a host."""
        await in_thread(allow_host, host)

    async def _passages(
        self, question: str, n: int = PASSAGES_CONSIDERED, **options: Any
    ) -> tuple[tuple[ContextPiece, ...], bool]:
        """Return passages for a question, and whether any probably answers it."""
        found = self.vault.search_stages(question, n, learned=False, per_note=0, **options)
        last = [stage async for stage in found][-1]
        chunks = [result.chunk for result in last.results]
        # In order of relevance: when the budget is spent, the last ones are left out.
        context = await self.vault.context(chunks, keep_order=True)
        return context.pieces, not last.unanswered

    async def _completed(
        self, client: ChatClient, messages: Messages, answer: ModelAnswer
    ) -> tuple[str, ModelAnswer]:
        """Return what the model writes, and the answer with what was sent for it."""
        reply = ChatAnswer()
        text = await client.complete(messages, reply)
        tokens = await self.vault.count_tokens(prompts.as_text(messages), is_english=False)
        return text, replace(_with_request(answer, reply, tokens), sent_to=client.endpoint.host)

    async def _looked_for(
        self, client: ChatClient, answer: ModelAnswer, question: str, filters: str
    ) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer after each step the model takes by itself to find passages, within the filters."""
        for left in range(self.vault.parameters.ask.steps, 0, -1):
            _, shown, _ = await self._within_budget(client, question, answer.passages)
            messages = prompts.step_messages(question, answer.steps, shown, left)
            text, answer = await self._completed(client, messages, answer)
            step = prompts.next_step(text, len(shown))
            brought: tuple[ContextPiece, ...] = ()
            try:
                if step is not None and step.kind is StepKind.READ:
                    chosen = shown[int(step.argument) - 1]
                    step = replace(step, argument=chosen.title)
                    text = (await self.vault.read(chosen.path)).text[:_MAX_NOTE_LENGTH]
                    last = 1 + text.count("\n")
                    brought = (replace(chosen, heading_path=(), line_start=1, line_end=last, text=text),)
                elif step is not None:
                    options = {"within": filters, "operators": False}
                    brought, _ = await self._passages(step.argument, _PASSAGES_PER_STEP, **options)
            except VaultSearchError as error:
                # What a model asks for in vain brings nothing, and ends no answer.
                _log.info("a model's step failed because=%s", error)
            # A small model repeats itself: a step that was taken before brings nothing new.
            if step is None or any(
                (step.kind, step.argument) == (earlier.kind, earlier.argument) for earlier in answer.steps
            ):
                yield answer
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

    async def _within_budget(
        self, client: ChatClient, question: str, passages: tuple[ContextPiece, ...], *, counts: bool = True
    ) -> tuple[Messages, tuple[ContextPiece, ...], int]:
        """Return messages with as many passages as the budget allows, and their tokens.

        The server's own count decides if it offers any.
        """
        budget = self.vault.parameters.context.budget
        while True:
            messages = prompts.question_messages(question, passages)
            text = prompts.as_text(messages)
            # Only the server knows the tokenizer of its model; where it offers no count, that of contexts
            # serves.
            tokens = await client.count_tokens(text) if counts else None
            if tokens is None:
                tokens = await self.vault.count_tokens(text, is_english=text.isascii())
            if tokens <= budget or not passages:
                return messages, passages, tokens
            # The last passages are the least relevant ones; a single long one is halved rather than dropped.
            if len(passages) > 1:
                passages = passages[:-1]
            else:
                # Half of a single passage; nothing of a short one.
                half = passages[0].text[: len(passages[0].text) // 2]
                passages = (replace(passages[0], text=half),) if len(half) > _MIN_PASSAGE_LENGTH else ()

    async def _written(
        self, client: ChatClient, messages: Messages, answer: ModelAnswer, tokens: int
    ) -> AsyncGenerator[ModelAnswer, None]:
        """Yield the answer as it grows; check each sentence when the next begins."""
        check, reply, before = await in_thread(self.vault.support_check), ChatAnswer(), answer
        checked: list[CitedSentence] = []
        text = ""
        async with aclosing(client.stream(messages, reply)) as answers:
            async for text in answers:
                sentences = prompts.sentences_in(text)
                # The last sentence may still grow: it is checked once the next one has begun.
                checked += [await check(each, answer.passages) for each in sentences[len(checked) : -1]]
                unfinished = [] if prompts.is_declined(text) else sentences[len(checked) :]
                answer = _with_request(before, reply, tokens)
                yield replace(answer, state=AnswerState.WRITING, sentences=(*checked, *unfinished))
                # Small models go on without end, or repeat themselves.
                repeats = len(checked) > 1 and checked[-1].text == checked[-2].text
                if len(checked) >= _MAX_SENTENCES or repeats:
                    break
        # Of an answer that was cut, the last sentence may be half of one.
        is_cut, declined = reply.is_cut or not reply.is_finished, prompts.is_declined(text)
        rest = prompts.sentences_in(text)[len(checked) : -1 if is_cut else None]
        checked += [await check(each, answer.passages) for each in rest]
        answer = replace(
            _with_request(before, reply, tokens),
            state=AnswerState.DECLINED if declined else AnswerState.DONE,
            sentences=() if declined else tuple(checked),
            notice="The model's answer was cut off before its end." if is_cut and not declined else None,
        )
        if self.vault.parameters.ask.second_look and client.looks_again and answer.text:
            yield replace(answer, state=AnswerState.REVIEWING)
            answer = await self._second_look(client, answer)
        yield answer

    async def _second_look(self, client: ChatClient, answer: ModelAnswer) -> ModelAnswer:
        """Ask the model whether the passages say its sentences, and leave to compare those it denies.

        A model's opinion of its own sentence is weaker than the check: it confirms none, and strikes none.
        Nothing changes if the model is slow, fails, or denies a sentence copied from a note; it is not asked
        to look again then.
        """
        kept = [sentence for sentence in answer.sentences if sentence.is_kept]
        messages = prompts.second_look_messages(kept, answer.passages)
        reply, denied, numbers = ChatAnswer(), None, count(1)
        try:
            async with asyncio.timeout(_SECOND_LOOK_S):
                text = await client.complete(messages, reply)
                denied = prompts.denied_statements(text, len(kept) + 1)
        except (TimeoutError, VaultSearchError) as error:
            _log.info("no second look because=%r", error)
        client.looks_again = denied is not None
        tokens = await self.vault.count_tokens(prompts.as_text(messages), is_english=False)
        return replace(
            _with_request(answer, reply, tokens),
            sentences=tuple(
                replace(each, verdict=Verdict.UNSURE, objection=Objection.DENIED)
                if each.is_kept and next(numbers) in (denied or ())
                else each
                for each in answer.sentences
            ),
        )


def _split_question(text: str) -> tuple[str, str]:
    """Return what a question says, with its phrases, and its other conditions, both as typed."""
    said, filters = text, list[str]()
    for part in reversed(locate_parts(text, today())):
        if part.condition is not None and not _is_said(part.condition):
            filters.insert(0, text[part.start : part.end])
            said = f"{said[: part.start]} {said[part.end :]}"
    return " ".join(said.split()) or text, " ".join(filters)


def _is_said(part: Condition) -> bool:
    """Return whether a condition is words or phrases alone."""
    return all(map(_is_said, part.parts)) if isinstance(part, AllOf | AnyOf) else isinstance(part, Holds)


def _with_request(answer: ModelAnswer, reply: ChatAnswer, tokens: int) -> ModelAnswer:
    """Return an answer with one more request; ``tokens`` are its own if the server does not count them."""
    sent = "\n\n".join(filter(None, (answer.sent, reply.sent)))
    counted = (reply.prompt_tokens or tokens) if reply.sent else 0
    return replace(answer, sent=sent, tokens=answer.tokens + counted)
