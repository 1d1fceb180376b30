"""Exploring: what lies one or two links away from the answers to a question, and the way to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.builders import found_paths, last_stage
from tests.core.search.indexed_notes import synced_vault
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.search import Mode
from vaultsearch.service.vault import Vault

NOTES = {
    "Zither.md": "The zither of aunt Malwine went to [[Brandt and Sons]] for repair.\n",
    "Brandt and Sons.md": "Three people at the canal. Accounts: [[Ledger 40]].\n",
    "Ledger 40.md": "---\ntags: [ledger]\n---\nInvoices are due on the third of each month.\n",
    "Ledger 41.md": "---\ntags: [ledger]\n---\nPaid in gold.\n",
    "Index.md": "[[Zither]] [[Brandt and Sons]] [[Garden]] [[Weather]] [[Tea]] [[Bread]] [[Song]]\n",
    "Templates/Instrument.md": "{{title}} [[Zither]]\n",
    **{f"{name}.md": f"All about {name}.\n" for name in ("Garden", "Weather", "Tea", "Bread", "Song")},
}
QUESTION = "who repaired the zither of aunt Malwine"


@pytest.fixture
async def vault(folder: Path) -> AsyncIterator[Vault]:
    async with await Vault.open(folder / "vault", folder / "index", Parameters()) as vault:
        yield vault


async def test_notes_two_links_away_are_reached_and_a_hub_stands_behind_the_specific(vault: Vault) -> None:
    results = await vault.search(QUESTION, 10, Mode.EXPLORE)
    ways = {result.path: result.via for result in results}
    assert (ways["Brandt and Sons.md"], ways["Ledger 40.md"]) == (("Zither",), ("Zither", "Brandt and Sons"))
    assert not ways.keys() & {"Zither.md", "Templates/Instrument.md"}
    assert not any("Ledger 40" in via for via in ways.values())  # a tag behind two links leads no further
    scores = [result.score or 0.0 for result in results]
    assert scores == sorted(scores, reverse=True)
    assert list(ways).index("Brandt and Sons.md") < list(ways).index("Index.md")


async def test_a_filter_narrows_what_is_reached(vault: Vault) -> None:
    narrowed = await found_paths(vault, QUESTION, 10, Mode.EXPLORE, within="-tag:ledger")
    assert {"Brandt and Sons.md", "Ledger 40.md"} & set(narrowed) == {"Brandt and Sons.md"}


async def test_an_answer_without_links_says_that_none_lead_on(tmp_path: Path) -> None:
    async with synced_vault(tmp_path, {"Alone.md": "A hermit crab.\n"}) as vault:
        stage = await last_stage(vault, "hermit crab", 5, Mode.EXPLORE)
    expected = (True, (), "No links lead on from the answers to this.")
    assert (stage.final, stage.results, stage.notice) == expected
