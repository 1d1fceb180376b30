"""Ranking of notes beside other files: rank both apart, then place files among the notes.

A hundred PDFs have more passages than many vaults of notes. In a single ranking they displace notes among the
candidates, and change mean and deviation of every leg's scores: with 94 PDFs about another subject beside the
sample vault, nDCG@10 fell by .05.

The rest of the loss comes from files rated likelier by models than notes of which none is likely. With a
hundred PDFs beside them, over 18 pairs of a set and such PDFs, nDCG@10 of questions to notes changes by -.002
in the mean; by -.008 if a file needed twice a note's odds by the models that read both, and no more. Answers
in files gain .009 if half of the notes are made files, and lose .03 if a hundred PDFs about another subject
lie beside these, too; answers in notes gain .02 there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, filterfalse, zip_longest

from vaultsearch.core.filters import AllOf, AnyOf, Filter, OfKind
from vaultsearch.core.languages.names import ENGLISH
from vaultsearch.core.protocols import NamedReranker, Retriever
from vaultsearch.core.query.words import held_terms
from vaultsearch.core.search.fusion import answer_log_odds, fill_missing, fit_falling, word_coverage
from vaultsearch.core.search.routed_retrieval import MULTILINGUAL_LEG
from vaultsearch.core.values.note import EMBEDDED_KINDS, NOTE_KINDS, FileKind
from vaultsearch.core.values.search import Chunk
from vaultsearch.core.values.times import dated_stem

_N_NOTES_ABOVE = 5
"""Notes placed above the first file that is only as likely to answer."""
_CLEAR_MARGIN = math.log(2)
"""Log odds by which a file must be likelier than a note to be placed above it, if both kinds have equally
many passages."""
_SEEN_WEIGHT = 0.5
"""The weight of vectors and words beside models that have read the passages.

As fitted to the first file and the first note of 1,243 questions (logistic regression, .35 beside .72); with
both, answers in files and those in notes are told apart better (AUC .971 instead of .965).
"""
_CROWD_FACTOR = 0.75
"""Log odds added to the margin per unit of `log(file passages / note passages)`.

The best of many passages without an answer looks likelier than the best of few. In full, 1, the margin would
be Bayes' for questions about notes as often as files; fitted as above, .83. With 94 PDFs about another
subject beside, nDCG@10 of 427 questions to notes changes by -.0012 in the mean. In full it would by -.0004,
but answers in files would lose .02 if half of the sample vault's notes are web pages beside such PDFs. If
files unlikely to answer by themselves (`is_unanswered`) stood below the notes, these answers would lose .12
even without the PDFs.
"""
_MAX_CROWD = 32.0
"""The highest ratio of file passages to note passages measured."""
_ALL_WORDS_LOG_ODDS = 3.0
"""Log odds for all the question's words in a passage not read by any model."""
_MAX_FILES_READ = 8
"""Passages of files read by a reranker, besides those of notes."""


def split_by_kind(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """Split passages into those of notes and those of other files, keeping the order."""
    notes = [chunk for chunk in chunks if chunk.kind in NOTE_KINDS]
    return notes, [chunk for chunk in chunks if chunk.kind not in NOTE_KINDS]


def first_of_each_kind(chunks: Sequence[Chunk], n: int) -> list[Chunk]:
    """Return the first n passages of notes, then the first n of other files."""
    notes, files = split_by_kind(chunks)
    return [*notes[:n], *files[:n]]


async def retrieve_both_kinds(retriever: Retriever, query: str, n: int, where: Filter | None) -> list[Chunk]:
    """Retrieve the n best passages of notes, and the files' passages among the n best of all."""
    ranking = await retriever(query, n, where)
    notes, files = split_by_kind(ranking)
    if not files or len(notes) >= n or len(ranking) < n:
        return ranking
    of_notes = AnyOf(tuple(map(OfKind, sorted(NOTE_KINDS))))
    # Files have taken places of notes among the n best.
    alone = await retriever(query, n, of_notes if where is None else AllOf((where, of_notes)))
    return sorted([*split_by_kind(alone)[0], *files], key=lambda chunk: -(chunk.score or 0.0))


async def rerank_both_kinds(reranker: NamedReranker, query: str, chunks: list[Chunk]) -> list[Chunk]:
    """Rerank notes and other files apart; return the same list if the reranker reads neither."""
    notes, files = split_by_kind(chunks)
    if not notes or not files:
        return await reranker(query, chunks, len(chunks))
    read, rest = files[:_MAX_FILES_READ], files[_MAX_FILES_READ:]
    ordered = await reranker(query, notes, len(notes)), await reranker(query, read, len(read))
    # The engine shows no stage for a reranker that has read nothing, and knows it by the very list.
    if ordered[0] is notes and ordered[1] is read:
        return chunks
    return [*ordered[0], *ordered[1], *rest]


def interleave_files(
    chunks: Sequence[Chunk], query: str, language: str = ENGLISH, files_per_note: float = 1.0
) -> list[Chunk]:
    """Place files among notes; notes keep their order, except near-copies of a file.

    A file goes above notes that are clearly less likely to answer: by models, vectors and words if models
    have read both passages; otherwise by vectors and words alone. Any other file goes below the first notes,
    alternating with notes that are no likelier.

    Args:
        chunks: the passages of both kinds, each kind in order.
        files_per_note: the vault's number of file passages per note passage.
    """
    notes, files = split_by_kind(chunks)
    if not notes or not files:
        return lift_notes_above_copies(chunks)
    seen = _by_vectors_and_words(chunks, query, language)
    by_reading = ((chunk.id, answer_log_odds(chunk, by_reading=True)) for chunk in chunks)
    read = {key: odds + _SEEN_WEIGHT * seen[key] for key, odds in by_reading if odds is not None}
    # Fewer files than notes do not lower the margin.
    crowd = math.log(min(max(files_per_note, 1.0), _MAX_CROWD))
    scales = (
        _Scale(read, _falling_worths(notes, read), _CLEAR_MARGIN + _CROWD_FACTOR * crowd),
        # Vectors and words tell less surely than models that have read: twice the margin.
        _Scale(seen, _falling_worths(notes, seen), 2 * _CLEAR_MARGIN),
    )
    # Where the first notes' passages end.
    first_notes = list(dict.fromkeys(note.path for note in notes))[:_N_NOTES_ABOVE]
    below = next((place for place, note in enumerate(notes) if note.path not in first_notes), len(notes))
    places: list[list[Chunk]] = [[] for _ in range(len(notes) + 1)]
    for file in files:
        position = len(notes)
        # Once models have read others, a file that none of them has read was too far down for them, and stays
        # below.
        if file.id in read or not read or MULTILINGUAL_LEG in file.ranks:
            position = _place_file(file, notes, scales, below)
        if position >= below:
            below = min(position + 1, len(notes))
        places[position].append(file)
    ordered, score = [], notes[0].score
    for files, note in zip_longest(places, notes):
        # A file has the score of the note above: file and note scores are not comparable.
        ordered += [file.scored(score) for file in files]
        if note:
            score = note.score
            ordered.append(note)
    return lift_notes_above_copies(ordered)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Log odds by passage id, the notes' log odds in order, and a file's margin."""

    odds: Mapping[str, float]
    notes: Sequence[float]
    margin: float


def _place_file(file: Chunk, notes: Sequence[Chunk], scales: tuple[_Scale, _Scale], below: int) -> int:
    """Count the notes above a file; from ``below`` on, it need not be clearly likelier."""
    for index, note in enumerate(notes):
        read, seen = scales
        scale = read if file.id in read.odds and note.id in read.odds else seen
        if scale.odds[file.id] > scale.notes[index] + (scale.margin if index < below else 0.0):
            return index
    return len(notes)


def _by_vectors_and_words(chunks: Sequence[Chunk], query: str, language: str) -> dict[str, float]:
    """Return the log odds by passage id; passages not found by meaning count as the furthest."""
    log_odds = {chunk.id: answer_log_odds(chunk, by_reading=False) for chunk in chunks}
    furthest = min((odds for odds in log_odds.values() if odds is not None), default=0.0)
    return {
        chunk.id: (furthest if odds is None else odds)
        + _ALL_WORDS_LOG_ODDS * word_coverage(query, [chunk], language)
        for chunk, odds in zip(chunks, log_odds.values(), strict=True)
    }


def _falling_worths(notes: Sequence[Chunk], scale: Mapping[str, float]) -> list[float]:
    """Return the notes' falling log odds, in order; unknown ones repeat the value above."""
    return fit_falling(fill_missing([scale.get(note.id) for note in notes]))


def lift_notes_above_copies(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Move notes, and notes embedding a picture, above other files with the same text."""
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
        text = texts[file.id]
        for note in ordered[position + 1 :]:
            if note.kind not in NOTE_KINDS:
                continue
            is_embedded = file.kind in EMBEDDED_KINDS and file.heading_path[:1] == (note.title,)
            if (is_embedded or 2 * len(text) > len(texts[note.id])) and text in texts[note.id]:
                ordered.remove(note)
                ordered.insert(position, replace(note, score=file.score))
                break
    return ordered


def _stem_of(chunk: Chunk) -> str:
    return chunk.path.rpartition(".")[0]


def lower_copies(chunks: Sequence[Chunk], fixed: int, terms: tuple[str, ...]) -> list[Chunk]:
    """Move copies of a listed note below all passages with a word, the original to their best place.

    They have a sync service's mark, or its text under a longer name. The first ``fixed`` passages stay.
    """
    by_stem: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_stem.setdefault(_stem_of(chunk), []).append(chunk)

    def held(chunk: Chunk) -> set[str]:
        return held_terms(f"{chunk.title}\n{chunk.text}", terms)

    def is_copy(copy: Chunk, chunk: Chunk) -> bool:
        if chunk.path == copy.path:
            return False
        is_same = copy.text.split() == chunk.text.split() or dated_stem(copy.path) == _stem_of(chunk)
        return is_same and held(copy) <= held(chunk)

    def originals(copy: Chunk) -> list[Chunk]:
        begun = (by_stem.get(beginning, ()) for beginning in accumulate(_stem_of(copy)))
        return [chunk for chunk in chain.from_iterable(begun) if is_copy(copy, chunk)]

    pairs = ((copy.id, originals(copy)) for copy in chunks[fixed:])
    copies = {key: found[0] for key, found in pairs if found}
    if not copies:
        return list(chunks)
    ordered = {chunk.id: chunk for chunk in (copies.get(each.id, each) for each in chunks)}
    first = [chunk for chunk in ordered.values() if chunk.id not in copies]
    # Rows that are merely related stay together at the end.
    end = max((place for place, chunk in enumerate(first, start=1) if held(chunk)), default=0)
    lower = [chunk for chunk in chunks if chunk.id in copies]
    return [*first[:end], *filter(held, lower), *first[end:], *filterfalse(held, lower)]


def drop_borrowed(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Drop paragraphs that pictures borrow from a listed note; move bases to the end.

    In a vault with a thousand pictures, many first rows were pictures beside the note embedding them; "how
    should I name my files" listed seven bases before any note, for their `file.name`.
    """
    titles = {chunk.title for chunk in chunks if chunk.kind in NOTE_KINDS}
    shown = [chunk for chunk in chunks if not (chunk.is_borrowed and chunk.heading_path[0] in titles)]
    return sorted(shown, key=lambda chunk: chunk.kind is FileKind.BASE)
