"""The disk space that thousands of edits of one note take, compared with a fresh index."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from unittest.mock import patch

from tests.bench.figures import Figure
from tests.bench.generated_vault import path_of
from tests.bench.ground import bytes_of, opened
from tests.bench.stand_in import NOT_MEASURED
from vaultsearch.core.index import upkeep
from vaultsearch.core.index.corpus import LanceCorpus
from vaultsearch.core.threads import in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.ground import Ground

_MOST_NOTES = 1000


def measure_growth(ground: Ground) -> list[Figure]:
    """Edit one note of a vault of its own again and again, a sync after each; then index that vault anew."""
    notes = min(ground.notes, _MOST_NOTES)
    if ground.stand_in:
        return [Figure("growth", None, "", f"{NOT_MEASURED}; of {notes:,} notes at any size", skipped=True)]
    own = replace(ground, vault=ground.vault.with_name(f"growth-{notes}"), notes=notes)
    own.prepare()
    own.ensure_index()
    asyncio.run(_edit(own))
    grown = bytes_of(own.index)
    edited = asyncio.run(tidied_bytes(own))
    own.forget_index()
    own.ensure_index()
    fresh = asyncio.run(tidied_bytes(own))
    own.forget_index()
    peer = f"fresh {fresh / 1e6:.1f} MB, edited {edited / 1e6:.1f} MB"
    kept = f"{grown / 1e6:.1f} MB before the old versions were dropped"
    return [
        Figure(
            "growth",
            edited / fresh,
            peer,
            f"{ground.effort.growth_edits} edits in {notes:,} notes; {kept}",
        )
    ]


async def _edit(ground: Ground) -> None:
    file = ground.vault / path_of(0)
    text = await in_thread(file.read_text, encoding="utf-8")
    async with opened(ground) as session:
        for number in range(ground.effort.growth_edits):
            ground.say(f"growth: edit {number + 1} of {ground.effort.growth_edits}")
            await in_thread(_write, file, f"{text}\n## Draft\n\nThe {number}th draft of this.\n")
            await session.index.sync(lambda _: None)


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


async def tidied_bytes(ground: Ground) -> int:
    """Tidy as the program does, once no old version is kept any more; return the size of the index."""
    with patch.object(upkeep, "VERSIONS_KEPT_FOR", timedelta(milliseconds=1)):
        index = await LanceCorpus.open(ground.index)
        try:
            await index.upkeep.tidy()
        finally:
            index.close()
    return bytes_of(ground.index)
