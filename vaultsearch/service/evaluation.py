"""Measure retrieval quality with an open vault's parts, on questions made from notes.

A leg is a retriever alone or the whole chain. Questions go to an index without the texts they quote.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path

from vaultsearch.core.errors import IndexInUseError, NotIndexedError
from vaultsearch.core.evaluation.figures import Comparisons, evaluate_legs, measure_generated
from vaultsearch.core.evaluation.generated_questions import (
    QUESTION_KINDS,
    QUESTION_LIMITS,
    RIGHT_UNIT,
    AlteredVault,
    GeneratedQuestion,
    NoteFacts,
    gather_facts,
    generate_questions,
    required_alterations,
)
from vaultsearch.core.evaluation.runs import Ask, EvaluatedLeg, rank_questions
from vaultsearch.core.files import expand_home
from vaultsearch.core.filters import Filter
from vaultsearch.core.index.index_folder import read_manifest
from vaultsearch.core.index.writer_lock import writer_of
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.protocols import Retriever
from vaultsearch.core.search.fusion import reciprocal_rank_fusion
from vaultsearch.core.search.retrieval import HybridRetriever
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.components import RERANKERS
from vaultsearch.core.values.evaluation import EvaluationProgress, LegRun, MissedQuestion, OwnReport
from vaultsearch.core.values.search import Chunk, Mode
from vaultsearch.core.values.sync import Progress
from vaultsearch.core.vault.source import ObsidianVault
from vaultsearch.service.parts.workers import Workers
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings

OnProgress = Callable[[EvaluationProgress], None]


_ABLATED = tuple(kind for kind in RERANKERS.values() if kind.ablation)
_WITHOUT_RERANKERS = tuple(
    (
        f"without {left_out.ablation}",
        {"reranker.chain": "+".join(kind.name for kind in _ABLATED if kind is not left_out)},
    )
    for left_out in reversed(_ABLATED)
)
ABLATIONS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("without reranking", {"reranker.chain": "none"}),
    *_WITHOUT_RERANKERS,
    ("fused by ranks", {"fusion.method": "reciprocal_rank"}),
    ("without words", {"fusion.words_weight": "0"}),
    ("without meaning", {"fusion.words_weight": "1"}),
)
"""The parts of the ranking left out, and the parameters that leave each out."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Parameters and a label for their rows."""

    label: str
    parameters: Parameters


def ablation_variants(parameters: Parameters) -> list[Variant]:
    """Return a variant without each part in the ranking; raise SettingsError for a bad parameter."""
    return [Variant(label, _change_parameters(parameters, changes)) for label, changes in ABLATIONS]


def sweep_variants(parameters: Parameters, compared: Sequence[tuple[str, str]]) -> list[Variant]:
    """Return all combinations for comma-separated parameter values; raise SettingsError."""
    written = [[(name, value.strip()) for value in values.split(",")] for name, values in compared]
    if not written:
        return []
    return [
        Variant(
            " ".join(f"{name}={value}" for name, value in choice),
            _change_parameters(parameters, dict(choice)),
        )
        for choice in product(*written)
    ]


def _change_parameters(parameters: Parameters, changes: Mapping[str, object]) -> Parameters:
    changed = Parameters(parameters.file, {**parameters.command, **changes})
    changed.check()
    return changed


CHAIN = "chain"
BASELINE = "rrf"
_CANDIDATES = 50


def _rank_by_chain(session: Vault, *, rerank: bool = True) -> Ask:
    """Rank as the window does, without operators: a question made from notes is no query."""

    async def ranked(question: str, n: int) -> list[Chunk]:
        search = session.search_stages(question, n, rerank=rerank, operators=False, per_note=0)
        stages = [stage async for stage in search]
        return [result.chunk for result in stages[-1].results]

    return ranked


def _bare(retriever: Callable[[Vault], Retriever]) -> Callable[[Vault], Ask]:
    def make(session: Vault) -> Ask:
        made = retriever(session)

        async def ranked(question: str, n: int) -> list[Chunk]:
            return (await made(question, n))[:n]

        return ranked

    return make


def _bare_rrf(session: Vault) -> Retriever:
    """Fuse words and meaning by reciprocal ranks alone, with the usual constant: the baseline."""
    legs: dict[str, tuple[Retriever, int]] = {
        Mode.FULLTEXT.value: (session.search_service.retriever(Mode.FULLTEXT), _CANDIDATES),
        Mode.SEMANTIC.value: (passages_alone(session.search_service.retriever(Mode.SEMANTIC)), _CANDIDATES),
    }
    return HybridRetriever(legs, fuse=lambda _, rankings: reciprocal_rank_fusion(list(rankings.values())))


def passages_alone(retriever: Retriever) -> Retriever:
    """Return a retriever by meaning ordering by the passages' own cosines, ignoring their notes' cosines."""

    def own_cosine(chunk: Chunk) -> float:
        own = chunk.ranks.get(Mode.SEMANTIC.value)
        return own.score if own is not None else chunk.score or 0.0

    async def retrieve(query: str, n: int, where: Filter | None = None) -> list[Chunk]:
        return sorted(await retriever(query, n, where), key=own_cosine, reverse=True)

    return retrieve


LEGS: dict[str, Callable[[Vault], Ask]] = {
    "semantic": _bare(lambda session: session.search_service.retriever(Mode.SEMANTIC)),
    "fulltext": _bare(lambda session: session.search_service.retriever(Mode.FULLTEXT)),
    "tokens": _bare(lambda session: session.search_service.token_retriever()),
    BASELINE: _bare(_bare_rrf),
    "hybrid": _bare(lambda session: session.search_service.retriever(Mode.HYBRID)),
    CHAIN: _rank_by_chain,
}
USUAL_LEGS = tuple(name for name in LEGS if name != "tokens")
"""Those measured by default, as they need no setting."""
COMPARISONS = Comparisons(("semantic", "fulltext"), (BASELINE, CHAIN))
"""The chain must not fall below single legs."""


def make_leg(name: str, session: Vault) -> EvaluatedLeg:
    """Return a leg by name; beyond the window's first passages the chain is not reranked."""
    ask = LEGS[name](session)
    return EvaluatedLeg(
        name, ask, _rank_by_chain(session, rerank=False) if name == CHAIN else ask, _CANDIDATES
    )


_READ_AT_ONCE = 64
_INDEX_STEPS = ("source", "chunking", "embedding")
_ALSO_IN_INDEX = ("files.other_mb", "language.notes")


async def up_to_date(
    vault: Path,
    parameters: Parameters,
    on_progress: OnProgress,
    workers: Callable[[], Workers] = Workers.one_process,
    questions: Sequence[str] = (),
) -> Vault:
    """Update a vault's index, then open it for reading, so others may write.

    Passages are embedded for all languages in ``questions``. An index written by another process is used as
    it is. Raises VaultSearchError.
    """
    place = await in_thread(index_place, vault, parameters)
    writing = await open_vault(vault, place, parameters, workers(), write=True)
    try:
        await writing.index.complete_sync(lambda progress: on_progress(of_sync(progress)))
        # The notes' languages are known only after a first sync: without them, English questions were taken
        # for others.
        languages = await writing.search_service.languages.of_questions(questions)
        if await writing.index.expect_languages(languages):
            await writing.index.complete_sync(lambda progress: on_progress(of_sync(progress)))
    except IndexInUseError:
        manifest = await in_thread(read_manifest, place)
        if manifest is None or manifest.last_sync is None:
            raise
    finally:
        await writing.close()
    # Opened again for reading: an evaluation takes minutes, and the lock would keep the window from indexing.
    return await open_vault(vault, place, parameters, workers(), write=False)


async def open_vault(
    vault: Path, place: Path, parameters: Parameters, workers: Workers, *, write: bool
) -> Vault:
    """Open a vault with an index at ``place``."""
    user_rules = partial(settings.user_rules, await in_thread(lambda: expand_home(vault).resolve()))
    models = settings.models_folder()
    return await Vault.open(
        vault, place, parameters, workers, write=write, models=models, user_rules=user_rules
    )


def index_place(vault: Path, parameters: Parameters) -> Path:
    """Return the folder with a vault's index for these parameters.

    This is the vault's own if it exists and these parameters would make the same; otherwise an index reserved
    for evaluations, in the same data folder.
    """
    own = settings.index_folder(vault)
    made_by = _index_parameters(parameters)
    if own.exists() and made_by == _index_parameters(Parameters(parameters.file)):
        return own
    digest = hashlib.blake2b(repr(made_by).encode(), digest_size=6).hexdigest()
    return own.parent / "evaluation" / f"{own.name}-{digest}"


def _index_parameters(parameters: Parameters) -> Mapping[str, object]:
    return {
        setting.parameter.name: setting.value
        for setting in parameters.settings()
        if setting.parameter.name in _ALSO_IN_INDEX or setting.parameter.step in _INDEX_STEPS
    }


def of_sync(progress: Progress) -> EvaluationProgress:
    """Convert sync progress to evaluation progress."""
    if progress.phase == "embedding":
        return EvaluationProgress("indexing", progress.chunks_done, progress.chunks_total)
    return EvaluationProgress(progress.phase, progress.notes_done, progress.notes_total)


async def measure_own_vault(
    vault: Path,
    legs: Sequence[str],
    parameters: Parameters,
    variants: Sequence[Variant] = (),
    *,
    most: int,
    on_progress: OnProgress = lambda _: None,
    workers: Callable[[], Workers] = Workers.one_process,
) -> OwnReport:
    """Measure the legs on questions generated from the vault's notes, at most ``most`` per kind.

    The vault is only read. It can be cancelled; temporary files are always removed. Raises VaultSearchError,
    NotIndexedError if no question can be generated.
    """
    facts = await facts_of(vault, parameters, workers(), on_progress)
    questions = await in_thread(generate_questions, facts, most)
    if not questions:
        raise NotIndexedError(
            "No questions can be made from these notes: they have no suitable headings, link "
            "texts, aliases or first sentences.",
            "Give some notes headings, links or aliases, then measure again.",
        )
    runs = await run_legs(vault, parameters, legs, questions, on_progress, workers)
    missed: list[MissedQuestion] = []
    for question, answer in zip(questions, runs[-1].answers, strict=True):
        ranking = question.ranking(answer.passages)
        if ranking[:1] != [RIGHT_UNIT]:
            rank = ranking.index(RIGHT_UNIT) + 1 if RIGHT_UNIT in ranking else 0
            first = answer.passages[0].title if answer.passages else ""
            missed.append(MissedQuestion(question.text, question.path, rank, first))
    composed = [leg for leg in legs if leg in ("hybrid", CHAIN)] or legs
    for variant in variants:
        again = await run_legs(vault, variant.parameters, composed, questions, on_progress, workers)
        runs += [replace(run, leg=f"{run.leg} {variant.label}") for run in again]
    measured = await in_thread(measure_generated, questions, runs)
    overall, *by_kind = [evaluate_legs([measurement], COMPARISONS) for measurement in measured]
    kinds = tuple(f"{kind}: {what}" for kind, what in QUESTION_KINDS.items())
    return OwnReport(overall, tuple(by_kind), kinds, QUESTION_LIMITS, tuple(missed))


async def facts_of(
    vault: Path, parameters: Parameters, workers: Workers, on_progress: OnProgress
) -> list[NoteFacts]:
    """Read facts for making questions from a vault's notes; closes ``workers``."""

    def make_source() -> ObsidianVault:
        folder = expand_home(vault).resolve()
        return ObsidianVault(
            folder,
            max_file_bytes=parameters.files.other_mb * 2**20,
            user_rules=settings.user_rules(folder),
            follow_links_out=parameters.source.follow_links_out,
        )

    source = await in_thread(make_source)
    facts: list[NoteFacts] = []
    try:
        revisions, _ = await in_thread(source.scan)
        for start in range(0, len(revisions), _READ_AT_ONCE):
            on_progress(EvaluationProgress("making questions", start, len(revisions)))
            facts += await workers.indexing(gather_facts, source, revisions[start : start + _READ_AT_ONCE])
    finally:
        await in_thread(workers.close)
    return facts


async def run_legs(
    vault: Path,
    parameters: Parameters,
    legs: Sequence[str],
    questions: Sequence[GeneratedQuestion],
    on_progress: OnProgress,
    workers: Callable[[], Workers],
) -> list[LegRun]:
    """Return the legs' answers to questions, from an index copy without the questions' source texts."""
    await (await up_to_date(vault, parameters, on_progress, workers)).close()
    index = await in_thread(index_place, vault, parameters)
    copy = index.parent / f"{index.name}-questions-{os.getpid()}"
    try:
        await in_thread(_copy_index, index, copy)
        # A question quotes its note. With the quoted text left in the index, any leg would find it word for
        # word.
        altered = required_alterations(questions)
        async with await open_vault(vault, copy, parameters, workers(), write=True) as writing:
            writing.index.wrap = lambda source: AlteredVault(source, altered)
            await writing.index.complete_sync(lambda progress: on_progress(of_sync(progress)))
            await writing.warm_up()
            questions_asked = [question.text for question in questions]
            return [
                await rank_questions(make_leg(leg, writing), questions_asked, 0, on_progress) for leg in legs
            ]
    finally:
        await in_thread(shutil.rmtree, copy, ignore_errors=True)


def _copy_index(index: Path, copy: Path) -> None:
    """Copy an index, so only altered notes must be indexed again; remove copies left by killed evaluations.

    A copy torn by another process writing meanwhile is damaged; the sync rebuilds it.
    """
    for abandoned in index.parent.glob(glob.escape(index.name) + "-questions-*"):
        if writer_of(abandoned) is None:
            shutil.rmtree(abandoned, ignore_errors=True)
    try:
        shutil.copytree(index, copy, ignore=shutil.ignore_patterns("writer.*"))
    except shutil.Error:
        # The writer removed old files meanwhile. An incomplete copy would be taken for a damaged index; none
        # is built anew.
        shutil.rmtree(copy, ignore_errors=True)
