"""Ranking of notes beside other files: the notes as if they were alone, the files by themselves among them.

A hundred PDFs hold more passages than many vaults of notes. In one ranking they take the places of notes
among the candidates, and alter mean and deviation of every leg's scores: with 94 PDFs of another subject
beside the sample vault, nDCG@10 of its questions fell by .05.

The rest of the loss comes from files that models hold likelier than notes of which none is likely. With a
hundred PDFs beside them, over 18 pairs of a set and such PDFs, nDCG@10 of questions to notes changes by
-.002 in the mean; by -.008 if a file needed twice a note's odds by the models that read both, and no more.
Answers in files gain .009 if half of the notes are made files, and lose .03 if a hundred PDFs of another
subject lie beside these, too; answers in notes gain .02 there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from vaultsearch.core.filters import AllOf, AnyOf, OfKind
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.search.fusion import answer_log_odds, coverage, falling, filled
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL
from vaultsearch.core.values.note import NOTE_KINDS, FileKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultsearch.core.filters import Filter
    from vaultsearch.core.protocols import NamedReranker, Retriever
    from vaultsearch.core.values.search import Chunk

_NOTES_ABOVE = 5
"""Notes that stand above the first file that is only as likely to answer."""
_CLEARLY = math.log(2)
"""Log odds by which a file must answer likelier than a note to stand above it, if both kinds hold as much."""
_SEEN = 0.5
"""The weight of vectors and words beside models that have read the passages.

As fitted to the first file and the first note of 1,243 questions (logistic regression, .35 beside .72); with
both, answers in files and those in notes are told apart better (AUC .971 instead of .965).
"""
_CROWDED = 0.75
"""The log odds of the margin for each unit of the logarithm of `passages of files / passages of notes`.

The best of many passages that do not answer is likelier than the best of few. In full, 1, the margin would be
Bayes' for questions that ask as often for notes as for files; fitted as above, .83.
With 94 PDFs of another subject beside, nDCG@10 of 427 questions to notes changes by -.0012 in the mean. In
full it would by -.0004, but answers in files would lose .02 if half of the sample vault's notes are web pages
beside such PDFs. If files that by themselves are unlikely to answer (`is_unanswered`) stood below the notes,
these answers would lose .12 even without the PDFs.
"""
_MOST_CROWDED = 32.0
"""Times as many passages of files as of notes; beyond, nothing was measured."""
_ALL_WORDS = 3.0
"""Log odds that all of the question's words in a passage are worth, while no model has read it."""
_FILES_READ = 8
"""Passages of files that a reranker reads, besides those of notes."""


def by_kind(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """Return the passages of notes and those of other files, in their order."""
    notes = [chunk for chunk in chunks if chunk.kind in NOTE_KINDS]
    return notes, [chunk for chunk in chunks if chunk.kind not in NOTE_KINDS]


def first_of_each(chunks: Sequence[Chunk], n: int) -> list[Chunk]:
    """Return the n first passages of notes, and after them the n first of other files."""
    notes, files = by_kind(chunks)
    return [*notes[:n], *files[:n]]


async def retrieved(retriever: Retriever, query: str, n: int, where: Filter | None) -> list[Chunk]:
    """Retrieve the n best passages of notes, and of files at least those that are among the n best of all."""
    ranking = await retriever(query, n, where)
    notes, files = by_kind(ranking)
    if not files or len(notes) >= n or len(ranking) < n:
        return ranking
    of_notes = AnyOf(tuple(map(OfKind, sorted(NOTE_KINDS))))
    # Files have taken places of notes among the n best.
    alone = await retriever(query, n, of_notes if where is None else AllOf((where, of_notes)))
    return sorted([*by_kind(alone)[0], *files], key=lambda chunk: -(chunk.score or 0.0))


async def reranked(reranker: NamedReranker, query: str, chunks: list[Chunk]) -> list[Chunk]:
    """Rerank notes and other files apart; the same list if the reranker reads none of them."""
    notes, files = by_kind(chunks)
    if not notes or not files:
        return await reranker(query, chunks, len(chunks))
    read, rest = files[:_FILES_READ], files[_FILES_READ:]
    ordered = await reranker(query, notes, len(notes)), await reranker(query, read, len(read))
    # The engine shows no stage for a reranker that has read nothing, and knows it by the very list.
    if ordered[0] is notes and ordered[1] is read:
        return chunks
    return [*ordered[0], *ordered[1], *rest]


def interleave_files(
    chunks: Sequence[Chunk], query: str, language: str = ENGLISH, files_per_note: float = 1.0
) -> list[Chunk]:
    """Place the files among the notes, whose order stays, but for those that say the same as a file.

    A file stands above the notes that answer clearly less likely: by the models that have read both
    passages, by vectors and words; by these alone before, and if no model reads the language of either. Else
    it stands below the first notes, and there takes turns with those that answer no likelier.

    Args:
        chunks: the passages of both, each kind in its order.
        query: the question's words.
        language: the question's language.
        files_per_note: passages of files that the vault holds for each passage of a note.
    """
    notes, files = by_kind(chunks)
    if not notes or not files:
        return notes_first(chunks)
    seen = _by_vectors_and_words(chunks, query, language)
    read = {key: odds + _SEEN * seen[key] for key, odds in _by_reading(chunks).items()}
    # Fewer files than notes do not lower the margin.
    crowd = math.log(min(max(files_per_note, 1.0), _MOST_CROWDED))
    scales = (
        _Scale(read, _falling(notes, read), _CLEARLY + _CROWDED * crowd),
        # Vectors and words tell less surely than models that have read: twice the margin.
        _Scale(seen, _falling(notes, seen), 2 * _CLEARLY),
    )
    below = _below_the_first(notes)
    places: list[list[Chunk]] = [[] for _ in range(len(notes) + 1)]
    for file in files:
        position = len(notes)
        # Once models have read others, a file that none of them has read was too far down for them, and stays
        # below.
        if file.id in read or not read or MULTILINGUAL in file.ranks:
            position = _place(file, notes, scales, below)
        if position >= below:
            below = min(position + 1, len(notes))
        places[position].append(file)
    ordered = [chunk for files, note in zip_longest(places, notes) for chunk in (*files, note) if chunk]
    return notes_first(_with_falling_scores(ordered, notes[0].score))


@dataclass(frozen=True, slots=True)
class _Scale:
    """The log odds of passages by id, those of the notes in their order, and the margin of a file."""

    odds: Mapping[str, float]
    notes: Sequence[float]
    margin: float


def _place(file: Chunk, notes: Sequence[Chunk], scales: tuple[_Scale, _Scale], below: int) -> int:
    """Return the number of notes above a file; from ``below`` on, it need not be clearly likelier.

    Of the scales, the first is of passages that models have read.
    """
    for index, note in enumerate(notes):
        read, seen = scales
        scale = read if file.id in read.odds and note.id in read.odds else seen
        if scale.odds[file.id] > scale.notes[index] + (scale.margin if index < below else 0.0):
            return index
    return len(notes)


def _by_reading(chunks: Sequence[Chunk]) -> dict[str, float]:
    """Return the log odds that passages answer, by id, of those that models have read."""
    log_odds = {chunk.id: answer_log_odds(chunk, by_reading=True) for chunk in chunks}
    return {key: odds for key, odds in log_odds.items() if odds is not None}


def _by_vectors_and_words(chunks: Sequence[Chunk], query: str, language: str) -> dict[str, float]:
    """Return the log odds of all passages; one that meaning did not find is as far as the furthest."""
    log_odds = {chunk.id: answer_log_odds(chunk, by_reading=False) for chunk in chunks}
    furthest = min((odds for odds in log_odds.values() if odds is not None), default=0.0)
    return {
        chunk.id: (furthest if odds is None else odds) + _ALL_WORDS * coverage(query, [chunk], language)
        for chunk, odds in zip(chunks, log_odds.values(), strict=True)
    }


def _falling(notes: Sequence[Chunk], scale: Mapping[str, float]) -> list[float]:
    """Return the notes' worth in their order; below the last known, each has the same."""
    return falling(filled([scale.get(note.id) for note in notes]))


def _with_falling_scores(chunks: Sequence[Chunk], highest: float | None) -> list[Chunk]:
    """Set each file's score to that of the note above: its own says nothing beside those of notes."""
    ordered = []
    for chunk in chunks:
        if chunk.kind in NOTE_KINDS:
            highest = chunk.score
        ordered.append(chunk.scored(highest))
    return ordered


def _below_the_first(notes: Sequence[Chunk]) -> int:
    """Return the number of passages up to the last of the first notes, each counted where it stands first."""
    seen: set[str] = set()
    for index, note in enumerate(notes):
        seen.add(note.path)
        if len(seen) > _NOTES_ABOVE:
            return index
    return len(notes)


def notes_first(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Put the passage of a note above the first passage of another file that says the same.

    So does a picture, which is found by the paragraphs that embed it, each under its note's title.
    """
    ordered = list(chunks)
    if all(chunk.kind in NOTE_KINDS for chunk in chunks):
        return ordered
    # Text recognized in a picture has errors, and is in no note word by word.
    texts = {chunk.id: "" if chunk.is_recognised else " ".join(chunk.text.split()) for chunk in chunks}
    for file in chunks:
        if file.kind in NOTE_KINDS or not texts[file.id]:
            continue
        # Not `index`, which compares all fields of a hundred passages: it took 10 ms of a question.
        position = next(place for place, chunk in enumerate(ordered) if chunk is file)
        for note in ordered[position + 1 :]:
            if note.kind in NOTE_KINDS and _says_the_same(note, texts[note.id], file, texts[file.id]):
                ordered.remove(note)
                ordered.insert(position, replace(note, score=file.score))
                break
    return ordered


def without_borrowed(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Leave out the paragraph that a picture borrows from a note that is listed itself; bases go last.

    In a vault with a thousand pictures, many first rows were pictures beside the note that embeds them; "how
    should I name my files" listed seven bases before any note, for their `file.name`.
    """
    titles = {chunk.title for chunk in chunks if chunk.kind in NOTE_KINDS}
    shown = [chunk for chunk in chunks if not (chunk.is_borrowed and chunk.heading_path[0] in titles)]
    return sorted(shown, key=lambda chunk: chunk.kind is FileKind.BASE)


def _says_the_same(note: Chunk, note_text: str, file: Chunk, file_text: str) -> bool:
    is_embedded = file.kind is FileKind.IMAGE and file.heading_path[:1] == (note.title,)
    return (is_embedded or 2 * len(file_text) > len(note_text)) and file_text in note_text
