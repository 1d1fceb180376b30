"""Token vectors for every passage: the part of a sync that late interaction (ColBERT) needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.index.note_reading import (
    ENCODED_AT_ONCE,
    FEW_AT_ONCE,
    FEW_PASSAGES,
    EncodingClock,
    run_bisected,
)
from vaultsearch.core.index.token_table import HalfVectors, pooled_passages
from vaultsearch.core.values.sync import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vaultsearch.core.index.corpus import LanceCorpus
    from vaultsearch.core.index.stored_notes import PendingText
    from vaultsearch.core.protocols import Runner, TokenEncoder

_WRITTEN_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class TokenPipeline:
    """Brings the token vectors up to date with the passages; only texts that are new are encoded.

    One vector is kept for every ``pool_factor`` tokens.
    """

    encoder: TokenEncoder
    pool_factor: int = 2

    @property
    def fingerprint(self) -> str:
        """The name of this way to pool: other fingerprints mean other vectors of the same model."""
        return f"tokens-1:{self.pool_factor}"

    async def sync(
        self,
        corpus: LanceCorpus,
        run: Runner,
        run_small: Runner,
        *,
        on_progress: Callable[[EncodingClock], None],
        is_cancelled: Callable[[], bool],
    ) -> tuple[int, list[Failure]]:
        """Remove superfluous token vectors and make the missing ones. Return their number, and failures."""
        await corpus.tokens.delete_superfluous()
        keys = await corpus.tokens.pending_keys()
        few = len(keys) <= FEW_PASSAGES
        chosen, at_once = (run_small, FEW_AT_ONCE) if few else (run, ENCODED_AT_ONCE)
        clock, left_out, done = EncodingClock(len(keys)), list[Failure](), 0

        async def encode(batch: Sequence[PendingText]) -> list[HalfVectors]:
            texts = [text.text for text in batch]
            return await chosen(pooled_passages, self.encoder, texts, self.pool_factor)

        def leave_out(text: PendingText) -> None:
            reason = "Indexing the tokens of a passage of this note crashed; it was skipped."
            left_out.append(Failure(text.path, reason))

        for start in range(0, len(keys), _WRITTEN_AT_ONCE):
            page = await corpus.tokens.pending(keys[start : start + _WRITTEN_AT_ONCE])
            page.sort(key=lambda text: len(text.text))
            encoded: dict[str, HalfVectors] = {}
            for at in range(0, len(page), at_once):
                if is_cancelled():
                    break
                batch = page[at : at + at_once]
                for part, vectors in await run_bisected(
                    batch, encode, leave_out=leave_out, is_cancelled=is_cancelled
                ):
                    encoded |= zip((text.key for text in part), vectors, strict=True)
                clock.advance(len(batch))
                on_progress(clock)
            if encoded:
                await corpus.tokens.add(list(encoded), list(encoded.values()))
            clock.note_written(clock.encoded)
            on_progress(clock)
            done += len(encoded)
            if is_cancelled():
                break
        return done, left_out
