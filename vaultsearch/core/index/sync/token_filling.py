"""Fill in missing token vectors after encoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.index.sync.note_reading import ENCODED_AT_ONCE, FEW_AT_ONCE, FEW_PASSAGES, run_bisected
from vaultsearch.core.index.sync.passage_encoding import EncodingClock, Watch
from vaultsearch.core.index.tables.stored_notes import PendingText
from vaultsearch.core.index.token_table import HalfVectors, encode_pooled
from vaultsearch.core.protocols import Runner, TokenEncoder
from vaultsearch.core.values.sync import Failure

_TEXTS_PER_COMMIT = 256


@dataclass(frozen=True, slots=True)
class TokenPipeline:
    """Makes token vectors for new passage texts, one for every ``pool_factor`` tokens."""

    encoder: TokenEncoder
    pool_factor: int = 2

    @property
    def fingerprint(self) -> str:
        """The pooling's fingerprint: a different one means different vectors from the same model."""
        return f"tokens-1:{self.pool_factor}"

    async def sync(
        self, corpus: LanceCorpus, run: Runner, run_small: Runner, watch: Watch
    ) -> tuple[int, list[Failure]]:
        """Remove superfluous token vectors and make missing ones. Return their number, and failures."""
        # First, as each superfluous row takes a place among the candidates of a search.
        await corpus.tokens.delete_superfluous()
        keys = await corpus.tokens.pending_keys()
        few = len(keys) <= FEW_PASSAGES
        chosen, at_once = (run_small, FEW_AT_ONCE) if few else (run, ENCODED_AT_ONCE)
        clock, left_out, done = EncodingClock(len(keys)), list[Failure](), 0

        async def encode(batch: Sequence[PendingText]) -> list[HalfVectors]:
            texts = [text.text for text in batch]
            return await chosen(encode_pooled, self.encoder, texts, self.pool_factor)

        def leave_out(text: PendingText) -> None:
            reason = "Indexing the tokens of a passage of this note crashed; it was skipped."
            left_out.append(Failure(text.path, reason))

        for start in range(0, len(keys), _TEXTS_PER_COMMIT):
            page = await corpus.tokens.pending(keys[start : start + _TEXTS_PER_COMMIT])
            # Texts of one length in a batch need little padding.
            page.sort(key=lambda text: len(text.text))
            encoded: dict[str, HalfVectors] = {}
            for batch_start in range(0, len(page), at_once):
                if watch.is_cancelled():
                    break
                batch = page[batch_start : batch_start + at_once]
                for part, vectors in await run_bisected(
                    batch, encode, leave_out=leave_out, is_cancelled=watch.is_cancelled
                ):
                    encoded |= zip((text.key for text in part), vectors, strict=True)
                clock.advance(len(batch))
                watch.on_progress(clock)
            # Also after a cancellation: what was encoded until then need not be encoded again.
            if encoded:
                await corpus.tokens.add(list(encoded), list(encoded.values()))
            clock.done = clock.encoded
            watch.on_progress(clock)
            done += len(encoded)
            if watch.is_cancelled():
                break
        return done, left_out
