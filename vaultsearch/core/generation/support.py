"""Check whether a sentence in an answer is supported by the passages it cites.

Numbers and names must stand in the passages. In English and German, decision trees judge the rest: how
literally it stands there, which words were exchanged, moved or added, whether it says the opposite, and how
similar the rerankers' models find it. In other languages thresholds decide.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from vaultsearch.core.analyzer import passage_terms
from vaultsearch.core.context.quotes import SentenceScorer
from vaultsearch.core.generation import facts
from vaultsearch.core.generation.alignment import Alignment, clause_places, passage_sentences
from vaultsearch.core.generation.comparison import Claim, ClaimComparison, Unsaid
from vaultsearch.core.generation.terms import TITLES, UNSPACED_LANGUAGES
from vaultsearch.core.generation.word_alignment import align_words
from vaultsearch.core.generation.wording import without_markup
from vaultsearch.core.languages.detection import detect_language, function_words
from vaultsearch.core.languages.names import ENGLISH, UNDETERMINED
from vaultsearch.core.protocols import Vectors
from vaultsearch.core.search.late_interaction import max_similarities
from vaultsearch.core.text import fold_text
from vaultsearch.core.values.context import CitedSentence, ContextPiece, Objection, Verdict

JUDGED_LANGUAGES = (ENGLISH, "de")
"""Languages of the sentences that the trees were fitted on."""
_TREES = Path(__file__).with_name("judgement.json")


@cache
def _load_trees() -> Mapping[str, Any]:
    trees: Mapping[str, Any] = json.loads(_TREES.read_text("utf-8"))
    return trees


def judge_doubt(features: Mapping[str, float]) -> float:
    """Return the boosted trees' sum, the log-odds that a sentence is not supported (Friedman, 2001).

    Above ``limit`` in the trees' file it is struck; up to ``sure`` all signs agree that it is supported.

    A node is a feature's name, a threshold, and the nodes up to it and above; a leaf is a number.
    """
    total = 0.0
    for tree in _load_trees()["trees"]:
        node = tree
        while isinstance(node, list):
            feature, threshold, low, high = node
            node = low if features[feature] <= threshold else high
        total += node
    return total


_WINDOWS = (1, 2, 3)
"""Sentences of a passage that are compared with the claim together."""
_READ = 4
"""Windows that the models read."""
_GERMAN = "de"
_HAN = re.compile("[\u4e00-\u9fff]")
_HAN_CLAUSE = re.compile(r"[，；;（）()]|(?<=[^\d])[,:](?=\s)")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_ALIKE = 5
"""Letters in a row by which words are alike: languages have long compounds."""
_LEAST_COSINE = 0.25
"""The least cosine of a supported sentence in another language than the passages'."""
_LEAST_SUM, _LEAST_SUM_HAN = 1.05, 1.18
"""The least sum of the share of known words, cosine and likeness, in other languages than English."""
_SURE_LIKENESS = 0.9
"""The least likeness, in languages without trees, of a sentence that is surely supported."""
_SURE = 0.85
"""The least probability of two languages that are taken for different ones."""
_CLOSING, _CHANGING, _ELSEWHERE = 0.31, 0.3, 0.1
"""Weights of the distance an exchange closes, of the change to the sentence, and of a word said elsewhere."""
_SHOWN = 0.2
"""The least score of an exchange that is shown."""
_ALL_BUT, _STRANGE, _KIN = 1.05, 0.0, 0.25
"""A cosine that none reaches, that of words of no kind, and of such that one can stand for the other."""
_MOST_PLACES, _MOST_UNSAID = 8, 12
"""Words in whose place a word is tried, and words that are tried."""
_NO_LATE, _NO_CROSS = 0.7, 0.0
"""Scores for the trees in German, which these models do not know."""
_MAX_OTHERS, _LEAST_COVERAGE = 2, 0.75
"""Passages read for a sentence that those cited do not support, and the content they must share with it."""
_LONGEST = 1_000
"""Characters of a sentence that can be checked: what is longer is none, and would take minutes."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages' support for a sentence, and objections to it.

    Attributes:
        known: The share of words (in Chinese, characters) the passages hold in some form, 0 to 1.
        cosine: The multilingual model's largest cosine.
        likeness: The clauses' likeness to the nearest ones in the passages, 0 to 1; None across languages.
        least_sum: The least sum over these three in languages without trees.
        number: A number missing from the passages, or "".
        name: A name missing from the passages, or "".
        late: The largest late interaction score; None in languages other than English.
        cross: The cross-encoder's largest score; None likewise, or without a cross-encoder.
        misplaced: A number the passages use about something else, or "".
        contradicts: Whether sentence and passages contradict each other.
        exchanged: How surely a word missing from the passages replaces another, 0 and more.
        exchanged_known: The same for words in the passages.
        word: The most surely exchanged word, or "".
        words: The result from `align_words`; None in languages without trees.
    """

    known: float
    cosine: float
    likeness: float | None
    least_sum: float
    number: str
    name: str
    late: float | None = None
    cross: float | None = None
    misplaced: str = ""
    contradicts: bool = False
    exchanged: float = 0.0
    exchanged_known: float = 0.0
    word: str = ""
    words: Mapping[str, float] | None = None

    @property
    def features(self) -> dict[str, float]:
        """The numbers by which the trees judge."""
        return {
            "known": self.known,
            "cosine": self.cosine,
            "likeness": self.likeness or 0.0,
            "late": _NO_LATE if self.late is None else self.late,
            "cross": _NO_CROSS if self.cross is None else self.cross,
            "misplaced": float(bool(self.misplaced)),
            "contradicts": float(self.contradicts),
            "exchanged": self.exchanged,
            "exchanged_known": self.exchanged_known,
            **(self.words or {}),
        }

    @property
    def is_doubtful(self) -> bool:
        """Whether the sentence is unsupported, though the passages have the same numbers and names."""
        if self.words:
            return judge_doubt(self.features) > float(_load_trees()["limit"])
        if self.misplaced or self.contradicts:
            return True
        if self.likeness is None:
            return self.cosine < _LEAST_COSINE
        return self.known + self.cosine + self.likeness < self.least_sum

    @property
    def is_literal(self) -> bool:
        """Whether the sentence stands in the passages nearly word for word."""
        return bool((self.words or {}).get("literal")) and not self.misplaced and not self.contradicts

    @property
    def verdict(self) -> Verdict:
        """Whether the passages say so: if not surely, the reader has to compare."""
        if self.objection[0] is not None:
            return Verdict.STRUCK
        if self.words:
            is_sure = self.is_literal or judge_doubt(self.features) <= _load_trees()["sure"]
        else:
            is_sure = self.known == 1.0 and (self.likeness or 0.0) >= _SURE_LIKENESS
        return Verdict.CHECKED if is_sure else Verdict.UNSURE

    @property
    def objection(self) -> tuple[Objection | None, str]:
        """Why the sentence is unsupported, and the word causing it; None if it is supported."""
        if self.number:
            return Objection.NUMBER, self.number
        if self.name:
            return Objection.NAME, self.name
        if not self.is_doubtful:
            return None, ""
        if self.misplaced:
            return Objection.NUMBER, self.misplaced
        return (Objection.NEGATION, "") if self.contradicts else (Objection.MEANING, self.word)


class SupportCheck:
    """Checks an answer's sentences with the rerankers' models."""

    def __init__(self, scorer: SentenceScorer) -> None:
        self._scorer = scorer
        self._encoder = scorer.sentences or scorer.multilingual or scorer.encoder

    async def __call__(self, sentence: CitedSentence, passages: Sequence[ContextPiece]) -> CitedSentence:
        """Return a sentence with the outcome; without citations, cite the nearest passage.

        Small models often cite the wrong number: a sentence that another passage supports cites that one.
        """
        if len(sentence.text) > _LONGEST:
            return replace(sentence, verdict=Verdict.STRUCK, objection=Objection.MEANING)
        if not sentence.citations:
            cosines = await self._cosines(sentence.text, [_text_with_header(piece) for piece in passages])
            sentence = replace(sentence, citations=(1 + int(np.argmax(cosines)),))
        cited = [passages[number - 1] for number in sentence.citations if 0 < number <= len(passages)]
        # One number that no passage has is enough: the model has made it up.
        if len(cited) < len(sentence.citations):
            return replace(sentence, verdict=Verdict.STRUCK, objection=Objection.NO_PASSAGE)
        claim = _Wording(without_markup(sentence.text), detect_language(sentence.text).language or ENGLISH)
        evidence = await self.evidence(sentence.text, cited)
        objection, detail = evidence.objection
        checked = replace(sentence, verdict=evidence.verdict, objection=objection, detail=detail)
        if objection is not None:
            checked = await self._in_another(sentence, claim, passages) or checked
        return replace(checked, line=claim.nearest_line(passages[checked.citations[0] - 1]))

    async def _in_another(
        self, sentence: CitedSentence, claim: _Wording, passages: Sequence[ContextPiece]
    ) -> CitedSentence | None:
        """Return a sentence citing a passage that supports it in place of those cited, or None."""
        shares = {number: claim.coverage(piece.text) for number, piece in enumerate(passages, start=1)}
        others = [
            number
            for number in sorted(shares, key=lambda number: -shares[number])
            if number not in sentence.citations and shares[number] >= _LEAST_COVERAGE
        ]
        for number in others[:_MAX_OTHERS]:
            verdict = (await self.evidence(sentence.text, [passages[number - 1]])).verdict
            if verdict is not Verdict.STRUCK:
                return replace(sentence, citations=(number,), miscited=sentence.citations, verdict=verdict)
        return None

    async def evidence(self, sentence: str, passages: Sequence[ContextPiece]) -> Evidence:
        """Return what passages say for a sentence and against it."""
        sentence = without_markup(sentence)
        passages = [replace(piece, text=without_markup(piece.text)) for piece in passages]
        whole = "\n".join(map(_text_with_header, passages))
        language, theirs = _detect_languages(sentence, whole)
        claim = _Wording(sentence, language)
        windows = [window for piece in passages for window in _sentence_windows(piece)] or [whole]
        # The models read a few windows only: each takes as long as a candidate of a search.
        nearest = sorted(windows, key=lambda window: -claim.coverage(window))[:_READ]
        if language != theirs:
            cosine = float(max(await self._cosines(sentence, windows)))
            # Names of two scripts cannot be compared: 斯坦福, Stanford.
            is_one_script = detect_language(sentence).script == detect_language(whole).script
            name = claim.missing_name(whole) if is_one_script else ""
            # Words of two languages cannot be compared, so all that rests on them is left open.
            number = claim.missing_number(whole, theirs)
            return Evidence(1.0, cosine, None, 0.0, number, name)
        late, cross = await self._scores_in_english(sentence, nearest, language)
        header = " ".join(dict.fromkeys(map(_passage_header, passages)))
        text = "\n".join(piece.text for piece in passages)
        comparison = await self._comparison(Claim(sentence, text, language, header), passages)
        word, exchanged, exchanged_known = await self._exchanges(comparison.unsaid(), language)
        stated = [each for piece in passages for _, each in passage_sentences(piece.text)]
        return Evidence(
            claim.known_in(whole),
            float(max(await self._cosines(sentence, nearest))),
            comparison.likeness,
            _LEAST_SUM_HAN if language in UNSPACED_LANGUAGES else _LEAST_SUM,
            claim.missing_number(whole, language),
            claim.missing_name(whole) or comparison.misplaced_name(),
            late,
            cross,
            comparison.misplaced_number(),
            comparison.is_opposed(),
            exchanged,
            exchanged_known,
            word,
            align_words(sentence, stated, header, language) if language in JUDGED_LANGUAGES else None,
        )

    async def _scores_in_english(
        self, sentence: str, windows: Sequence[str], language: str
    ) -> tuple[float | None, float | None]:
        """Return the largest scores by late interaction and the cross-encoder, which know English alone."""
        if language not in (ENGLISH, UNDETERMINED):
            return None, None
        run, model = self._scorer.run, self._scorer.cross_encoder
        late = max(await run(max_similarities, self._scorer.encoder, sentence, windows))
        return late, max(await run(model.scores, sentence, windows)) if model is not None else None

    async def _comparison(self, claim: Claim, passages: Sequence[ContextPiece]) -> ClaimComparison:
        stated = [place for piece in passages for place in clause_places(piece.text, claim.language)]
        # A passage may be empty, or a heading alone.
        stated = stated or clause_places(claim.passages, claim.language)
        vectors = await self._encoded([*claim.clauses, *(place.clause for place in stated)])
        own, theirs = vectors[: len(claim.clauses)], vectors[len(claim.clauses) :]
        return ClaimComparison(claim, Alignment(stated, claim.language), own @ theirs.T)

    async def _exchanges(self, unsaid: Sequence[Unsaid], language: str) -> tuple[str, float, float]:
        """Return the most surely exchanged word, or "", and the best scores among new and known words."""
        word, scores = "", [0.0, 0.0]
        for each in (each for each in unsaid[:_MOST_UNSAID] if each.others):
            score = await self._otherness(each, language)
            if score > max(_SHOWN, *scores):
                word = each.word
            scores[each.is_elsewhere] = max(score, scores[each.is_elsewhere])
        return word, scores[0], scores[1]

    async def _otherness(self, unsaid: Unsaid, language: str) -> float:
        """Return how surely a word replaces another in the passages, 0 and more.

        The score rises as the replacement changes the sentence's meaning and closes the distance to the
        clause. Words unlike in kind, such as copper and tomorrow, cannot be exchanged.
        """
        encoders = [self._encoder]
        if language in (ENGLISH, UNDETERMINED) and self._scorer.encoder is not encoders[0]:
            encoders.append(self._scorer.encoder)
        words = await self._encoded([unsaid.word, *unsaid.others])
        kinship = words[1:] @ words[0]
        tried = np.argsort(-kinship)[:_MOST_PLACES]
        exchanged = [unsaid.sentence.replace(unsaid.word, unsaid.others[place]) for place in tried]
        texts = [unsaid.sentence, unsaid.clause, *exchanged]
        vectors = [await self._scorer.run(encoder.encode_passages, texts) for encoder in encoders]
        likeness = np.mean([each[2:] @ each[0] for each in vectors], axis=0)
        before = np.mean([each[0] @ each[1] for each in vectors])
        after = np.mean([each[2:] @ each[1] for each in vectors], axis=0)
        closed = (after - before) / (_ALL_BUT - before)
        score = 1 - likeness.max() + _CLOSING * closed + _CHANGING * (1 - likeness)
        # A word that is said elsewhere may be what the clause is about, which it does not repeat.
        is_of_kind = kinship[tried] > (_KIN if unsaid.is_elsewhere else _STRANGE)
        return float(max(score[is_of_kind], default=0.0)) - _ELSEWHERE * unsaid.is_elsewhere

    async def _encoded(self, texts: Sequence[str]) -> Vectors:
        return await self._scorer.run(self._encoder.encode_passages, texts)

    async def _cosines(self, sentence: str, texts: Sequence[str]) -> Vectors:
        vector = (await self._scorer.run(self._encoder.encode_queries, [sentence]))[0]
        cosines: Vectors = await self._encoded(texts) @ vector
        return cosines


@dataclass(frozen=True)
class _Wording:
    """A sentence in a language."""

    text: str
    language: str

    @cached_property
    def _content(self) -> frozenset[str]:
        """Stems for words with content; in Chinese, pairs of characters."""
        functions = function_words(self.language)
        terms = self._terms(self.text)
        if self.language in UNSPACED_LANGUAGES:
            return frozenset(term for term in terms if len(term) > 1 and functions.isdisjoint(term))
        return frozenset(
            term for term in terms if term.startswith("~") and term.partition(":")[2] not in functions
        )

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(passage_terms(text, self.language).split())

    def coverage(self, text: str) -> float:
        """Return how much content a text shares, 0 to 1."""
        return len(self._content & self._terms(text)) / max(1, len(self._content))

    def nearest_line(self, piece: ContextPiece) -> int:
        """Return the line of the note that shares most content, the first of equals; 0 in a canvas."""
        shares = [self.coverage(line) for line in piece.text.splitlines()] or [0.0]
        return piece.line_start + shares.index(max(shares)) if piece.line_start else 0

    def known_in(self, text: str) -> float:
        """Return the share of words a text holds in some form, 0 to 1."""
        if self.language in UNSPACED_LANGUAGES:
            letters, held = _HAN.findall(self.text), set(_HAN.findall(text))
            return sum(letter in held for letter in letters) / max(1, len(letters))
        functions, folded = function_words(self.language), fold_text(text)
        words = [word for word in _LONG_WORD.findall(fold_text(self.text)) if word not in functions]
        known = (
            any(word[i : i + _ALIKE] in folded for i in range(max(1, len(word) - _ALIKE + 1)))
            for word in words
        )
        return sum(known) / max(1, len(words))

    def missing_number(self, text: str, language: str) -> str:
        """Return a number missing from a text in a language, or ""."""
        stated = facts.stated_numbers(text, language)
        claimed = facts.claimed_numbers(self.text, self.language)
        return next((written for readings, written in claimed if readings.isdisjoint(stated)), "")

    def missing_name(self, text: str) -> str:
        """Return a name missing from a text. Always "" in German, whose nouns look like names."""
        if self.language == _GERMAN:
            return ""
        if self.language in UNSPACED_LANGUAGES and (name := facts.missing_unspaced_name(self.text, text)):
            return name
        known = facts.word_forms(text, self.language)
        # Months and weekdays.
        others = {fold_text(written) for _, written in facts.claimed_numbers(self.text, self.language)}
        names = facts.find_names(self.text, self.language)
        named = (name for name in names if fold_text(name) not in others | TITLES)
        return next((name for name in named if not facts.has_form(name, known, self.language)), "")


def _detect_languages(sentence: str, passage: str) -> tuple[str, str]:
    """Return the languages a sentence and passages are in; the same for both unless they surely differ.

    Across languages, only numbers, names and the multilingual model are compared.
    """
    own, theirs = detect_language(sentence), detect_language(passage)
    is_chinese = bool(_HAN.search(sentence) and _HAN.search(passage))  # with many names in Latin script
    is_sure = own.script != theirs.script or min(own.confidence, theirs.confidence) >= _SURE
    if not is_chinese and own.language != theirs.language and is_sure and own.script and theirs.script:
        return own.language, theirs.language
    # Together they are longer, and so more surely recognized.
    both = detect_language(f"{sentence}\n{passage}").language or ENGLISH
    return both, both


def _text_with_header(piece: ContextPiece) -> str:
    return f"{_passage_header(piece)}\n{piece.text}"


def _passage_header(piece: ContextPiece) -> str:
    folder = piece.path.rpartition("/")[0]
    return " > ".join(filter(None, (folder, piece.title, *piece.heading_path)))


def _sentence_windows(piece: ContextPiece) -> list[str]:
    units: list[str] = []
    for heading, sentence in passage_sentences(piece.text):
        # A long Chinese sentence is read by clauses, others are whole.
        clauses = [clause for clause in _HAN_CLAUSE.split(sentence) if clause.strip()]
        parts = clauses if len(clauses) > 1 and _HAN.search(sentence) else [sentence]
        units += [f"{heading}: {part}" if heading else part for part in parts]
    starts = [(start, size) for size in _WINDOWS for start in range(max(0, len(units) - size) + 1)]
    return [f"{_passage_header(piece)}: {' '.join(units[start : start + size])}" for start, size in starts]
