"""Texts made once about notes and stored: summaries, and a language model's texts.

Making them takes minutes to hours; it can be interrupted at any time and resumes where it stopped.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Literal

from filelock import FileLock, Timeout

from vaultsearch.core.chunking.embedded_text import content_key
from vaultsearch.core.errors import IndexInUseError, NotIndexedError
from vaultsearch.core.filters import AtPath, AtPaths
from vaultsearch.core.generation.prompts import TEXT_PROMPTS, sentences_in
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.index_folder import MODEL_TEXTS, read_manifest
from vaultsearch.core.index.model_texts import ModelTexts
from vaultsearch.core.index.sync.filling import ModelTextFilling, SummaryFilling
from vaultsearch.core.index.sync.passage_encoding import PassageEncoding, Watch
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import ChatClient, EndpointError, Messages
from vaultsearch.core.relations.relations import CorpusRelations
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import ContextPiece, TextKind
from vaultsearch.core.values.relations import NoteName, VaultTopic
from vaultsearch.core.values.search import Chunk, Space
from vaultsearch.core.values.sync import Progress
from vaultsearch.service.parts.components import ComponentFactory
from vaultsearch.service.parts.workers import Workers

if TYPE_CHECKING:
    from vaultsearch.core.generation.support import SupportCheck


_log = logging.getLogger(__name__)


async def fill_texts(
    phase: Literal["summarizing", "texts"],
    vault: Path,
    index: Path,
    corpus: LanceCorpus,
    components: ComponentFactory,
    workers: Workers,
    on_progress: Callable[[Progress], None],
) -> int:
    """Make missing summaries from telling sentences, or vectors for a language model's texts.

    Return how many were made.

    Raises:
        NotIndexedError: Another model made the index.
    """
    encoder, multilingual = components.encoder, components.multilingual
    manifest = await in_thread(read_manifest, index)
    if manifest is None or manifest.made_by.get(Space.MAIN) != encoder.fingerprint:
        raise NotIndexedError(
            "The index was made by another version or model.",
            Message("Run: vaultsearch index {}", quote(str(vault))),
        )
    encoders = {Space.MAIN: encoder} | ({Space.MULTILINGUAL: multilingual} if multilingual else {})
    run, run_small = workers.indexing, workers.small or workers.indexing
    filling: SummaryFilling | ModelTextFilling = ModelTextFilling(corpus, encoders, run, run_small)
    if phase == "summarizing":
        filling = SummaryFilling(corpus, PassageEncoding(corpus, encoders, run, run_small), run, run_small)
    return await filling.fill(
        Watch(lambda clock: on_progress(Progress(phase, 0, 0, clock.done, clock.total)))
    )


_LONGEST_NOTE = 12_000
"""Characters of a note that its summary is made from: some three thousand tokens."""
_PROPERTIES = re.compile(r"\A---\n.*?^---$", re.DOTALL | re.MULTILINE)
_CENTRAL_NOTES, _BEGINNING_LENGTH = 12, 400
"""The notes that are sent about a topic, and the characters of one that has no summary."""
_LONGEST_CHECKED = 4_000
"""Characters of a note that sentences about its topic are checked by: each is encoded for that."""
_LONGEST_AROUND = 4_000
"""Characters of a note that are sent around each of its passages, which is a request for each of them."""


@dataclass(frozen=True, slots=True)
class _TextRequest:
    """A text to be made.

    Attributes:
        content_hash: The content's hash.
        messages: None if there is nothing to say.
        notes: Notes to support the sentences, numbered from 1 as sent; empty for unchecked texts.
    """

    content_hash: str
    messages: Messages = ()
    notes: tuple[ContextPiece, ...] = ()

    @property
    def characters(self) -> int:
        return sum(len(content) for _, content in self.messages)


@dataclass(eq=False)
class ModelTextJob:
    """Makes and reads an index's texts by a language model.

    Args:
        index: The index folder.
        corpus: The index.
        relations: Returns the part finding topics.
        check: Returns the check for sentences about topics.
    """

    index: Path
    corpus: LanceCorpus
    relations: Callable[[], CorpusRelations]
    check: Callable[[], SupportCheck]

    def __post_init__(self) -> None:
        self._texts = ModelTexts(self.index)

    async def summary_of(self, path: str) -> str | None:
        """Return the summary for a note's text as indexed now, or None."""
        states = await self.corpus.notes.revisions([path])
        if path not in states:
            return None
        return (await in_thread(self._texts.load))[TextKind.SUMMARY].get(states[path].content_hash)

    async def estimate(self, kind: TextKind, paths: Collection[str] | None) -> tuple[int, int]:
        """Count the requests `fill_texts` would send, and their characters, instructions included."""
        _, requests = await self._requests(kind, paths)
        lengths = [request.characters async for request in requests if request.messages]
        return len(lengths), sum(lengths)

    async def fill(
        self,
        kind: TextKind,
        client: ChatClient,
        paths: Collection[str] | None,
        on_progress: Callable[[Progress], None],
    ) -> int:
        """Make a kind's missing texts, about all notes or some, and return how many were made.

        If cancelled or killed, the next call resumes from there.

        Raises:
            IndexInUseError: Another process is making such texts.
            EndpointError: The model cannot be reached, or fails twice in a row.
        """
        # Two processes would pay for the same texts twice.
        # It is released in another thread of the pool than the one that took it.
        lock = FileLock(self.index / f"{MODEL_TEXTS}.lock", timeout=0, thread_local=False)
        try:
            await in_thread(lock.acquire)
        except Timeout:
            raise IndexInUseError(
                "Another process has the language model write these texts.", "Wait for it, or stop it."
            ) from None
        try:
            total, requests = await self._requests(kind, paths)
            done, made = 0, 0
            trouble: EndpointError | None = None
            async for request in requests:
                on_progress(Progress("writing", 0, 0, done, total))
                done += 1
                try:
                    answer = await _answer_request(client, request.messages) if request.messages else ""
                except EndpointError as error:
                    # A content that the model refuses, or has no word for, must not keep the others from
                    # theirs, and is tried again the next time; two in a row are the server's trouble.
                    if trouble is not None:
                        raise
                    _log.warning("no text kind=%s hash=%s", kind.value, request.content_hash)
                    trouble = error
                    continue
                text = TEXT_PROMPTS[kind].parse(answer)
                if request.notes:
                    text = await self._supported(text, request.notes)
                # Kept one by one, so that an interruption costs one request at most.
                await in_thread(self._texts.add, kind, request.content_hash, text, client.endpoint.model)
                if request.messages:
                    # An answer may hold no question: to ask for it again would better nothing.
                    made, trouble = made + bool(text), None
            if trouble is not None and not made:
                raise trouble
            return made
        finally:
            await in_thread(lock.release)

    async def _requests(
        self, kind: TextKind, paths: Collection[str] | None
    ) -> tuple[int, AsyncIterator[_TextRequest]]:
        """Return the number of missing texts, and a request for each."""
        if kind is TextKind.TOPICS:
            topics = await self._topic_requests(paths)

            async def of_topics() -> AsyncIterator[_TextRequest]:
                for request in topics:
                    yield request

            return len(topics), of_topics()
        # Content shared by several notes has a single text and request, and any of the notes names it.
        known = (await in_thread(self._texts.load))[kind]
        contents: dict[str, str] = {}
        if TEXT_PROMPTS[kind].of_passages:
            where = None if paths is None else AtPaths(frozenset(paths))
            async for chunk in self.corpus.get_all_text(where):
                contents[content_key(chunk)] = chunk.path
        else:
            states = await self.corpus.notes.revisions(paths)
            contents = {state.content_hash: path for path, state in states.items()}
        in_order = sorted((path, content) for content, path in contents.items() if content not in known)
        return len(in_order), self._note_requests(kind, {content: path for path, content in in_order})

    async def _note_requests(self, kind: TextKind, missing: Mapping[str, str]) -> AsyncIterator[_TextRequest]:
        prompt = TEXT_PROMPTS[kind]
        if not prompt.of_passages:
            for content_hash, path in missing.items():
                text = ""
                with suppress(KeyError):
                    text = (await self.corpus.get_document(path))[:_LONGEST_NOTE]
                note = _piece_of(path, path.rpartition("/")[2], (), text)
                yield _TextRequest(content_hash, prompt.messages(note) if text.strip() else ())
            return
        for path, contents in groupby(missing, key=missing.__getitem__):
            sought = set(contents)
            # In the note's order: a server that keeps what it has read of a prompt reads the note once.
            chunks = await self.corpus.get_chunks(AtPath(path))
            for place, chunk in enumerate(chunks):
                content_hash = content_key(chunk)
                if content_hash not in sought:
                    continue
                sought.remove(content_hash)
                passage = _piece_of(path, chunk.title, chunk.headings, chunk.text)
                pieces = [_text_around(chunks, place), passage] if prompt.with_note else [passage]
                # A passage that is the whole note needs no context.
                is_empty = not chunk.text.strip() or (prompt.with_note and len(chunks) == 1)
                yield _TextRequest(content_hash, () if is_empty else prompt.messages(*pieces))

    async def with_summaries(self, topics: tuple[VaultTopic, ...]) -> tuple[VaultTopic, ...]:
        """Return topics with a language model's sentences about their current notes."""
        known = (await in_thread(self._texts.load))[TextKind.TOPICS]
        if not known:
            return topics
        pieces_of = await self._topic_pieces()

        def summarized(topic: VaultTopic) -> VaultTopic:
            text = known.get(_topic_hash(pieces_of(topic)), "")
            return replace(
                topic,
                summary=" ".join(sentence.text for sentence in sentences_in(text)),
                children=tuple(map(summarized, topic.children)),
            )

        return await in_thread(lambda: tuple(map(summarized, topics)))

    async def _topic_requests(self, paths: Collection[str] | None) -> list[_TextRequest]:
        """Return a request for each topic without a summary, or each such topic with given notes."""
        topics = await self.relations().topics()
        known = (await in_thread(self._texts.load))[TextKind.TOPICS]
        pieces_of, notes = await self._topic_pieces(), (await self.relations().graphs()).notes
        requests: dict[str, _TextRequest] = {}
        for topic in _with_children(topics):
            pieces = pieces_of(topic)
            content_hash = _topic_hash(pieces)
            if content_hash in known or not any(paths is None or note.path in paths for note in topic.notes):
                continue
            # A summary of a note may be wrong itself: what is checked is checked by the note's own text.
            whole = tuple(replace(piece, text=notes[piece.path].text[:_LONGEST_CHECKED]) for piece in pieces)
            messages = TEXT_PROMPTS[TextKind.TOPICS].messages(*pieces)
            requests.setdefault(content_hash, _TextRequest(content_hash, messages, whole))
        return list(requests.values())

    async def _topic_pieces(self) -> Callable[[VaultTopic], tuple[ContextPiece, ...]]:
        """Return a function giving a topic's pieces to send: central notes, each in short."""
        summaries = (await in_thread(self._texts.load))[TextKind.SUMMARY]
        notes, states = (await self.relations().graphs()).notes, await self.corpus.notes.revisions()

        def piece(note: NoteName) -> ContextPiece:
            state = states.get(note.path)
            summary = summaries.get(state.content_hash, "") if state is not None else ""
            text = notes[note.path].text.strip()
            body = _PROPERTIES.sub("", notes[note.path].text).strip()
            # Its first characters, without properties unless there is little else.
            beginning = (body if len(body) >= _BEGINNING_LENGTH // 4 else text)[:_BEGINNING_LENGTH]
            return _piece_of(note.path, note.title, (), summary or beginning)

        def pieces(topic: VaultTopic) -> tuple[ContextPiece, ...]:
            central = [note for note in topic.notes if note.path in notes][:_CENTRAL_NOTES]
            return tuple(map(piece, central))

        return pieces

    async def _supported(self, text: str, notes: Sequence[ContextPiece]) -> str:
        """Return a text's sentences that are not struck, with the numbers they cite."""
        check = await in_thread(self.check)
        checked = [await check(sentence, notes) for sentence in sentences_in(text)]
        return " ".join(
            f"{sentence.text} {''.join(f'[{number}]' for number in sentence.citations)}"
            for sentence in checked
            if sentence.is_kept
        )


def _with_children(topics: Iterable[VaultTopic]) -> Iterator[VaultTopic]:
    for topic in topics:
        yield topic
        yield from _with_children(topic.children)


def _topic_hash(pieces: Iterable[ContextPiece]) -> str:
    # In any order: notes equally near to the topic change places when others are saved.
    texts = sorted(f"{piece.title}\n{piece.text}" for piece in pieces)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


async def _answer_request(client: ChatClient, messages: Messages) -> str:
    """Return a whole answer. Raise EndpointError if there is none, or nothing is in it."""
    answer = await client.complete(messages)
    if not answer.strip():
        raise EndpointError(
            Message("{} sent no text.", client.endpoint.base_url), "Check that the model can chat."
        )
    return answer


def _text_around(chunks: Sequence[Chunk], place: int) -> ContextPiece:
    """Return the note's text around a passage, or all if there is room."""
    first = last = place
    left = _LONGEST_AROUND - len(chunks[place].text)
    # Alternately, so that both sides are there; the side with nothing left leaves its room to the other.
    while first > 0 or last < len(chunks) - 1:
        is_before = first > 0 and (place - first <= last - place or last == len(chunks) - 1)
        neighbour = chunks[first - 1] if is_before else chunks[last + 1]
        left -= len(neighbour.text)
        if left < 0:
            break
        first, last = (first - 1, last) if is_before else (first, last + 1)
    text = "\n\n".join(chunk.text for chunk in chunks[first : last + 1])
    return _piece_of(chunks[place].path, chunks[place].title, (), text)


def _piece_of(path: str, title: str, headings: tuple[str, ...], text: str) -> ContextPiece:
    return ContextPiece(path, title, headings, 1, 1, 0, "", 1, text)
