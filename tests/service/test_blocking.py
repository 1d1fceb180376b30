"""A vault for scripts: what a closed one says, and its passages as a table of pandas."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.builders import write_notes
from vaultsearch.core.errors import PandasMissingError, VaultClosedError
from vaultsearch.core.index.index_folder import is_marked
from vaultsearch.core.values.search import Mode, unfold_results
from vaultsearch.service.blocking import open_vault
from vaultsearch.service.vault import Vault
from vaultsearch.settings import settings


@pytest.fixture
def notes(tmp_path: Path, token_parts: None) -> Path:
    settings.change_settings(parameters={"embedding.multilingual_model": "none", "reranker.chain": "none"})
    write_notes(tmp_path / "notes", {"Bread.md": "# Bread\n\nRye flour.\n", "Tea.md": "Green.\n"})
    return tmp_path / "notes"


@pytest.mark.filterwarnings("error")
def test_a_closed_vault_says_so(notes: Path) -> None:
    # It said "Event loop is closed", and Python warned of a coroutine that was never awaited.
    with open_vault(notes) as vault:
        assert vault.search("rye")
    search, search_stages = partial(vault.search, "rye"), partial(vault.search_stages, "rye")
    for call in (search, search_stages, vault.sync, vault.measure, lambda: vault.writes):
        with pytest.raises(VaultClosedError, match=r"The vault is closed\."):
            call()
    vault.close()


async def test_searching_a_closed_vault_takes_no_index_for_damaged(notes: Path, tmp_path: Path) -> None:
    # The index was called damaged, marked as such, and built anew by the next sync.
    vault = await Vault.open(notes, tmp_path / "index")
    await vault.index.sync(lambda _: None)
    await vault.close()
    for call in (vault.search("rye"), vault.read("Bread.md"), vault.status(), vault.index.sync()):
        with pytest.raises(VaultClosedError):
            await call
    assert not is_marked(tmp_path / "index")


def test_passages_are_a_table_if_pandas_is_installed(notes: Path) -> None:
    with open_vault(notes) as vault:
        if find_spec("pandas") is None:
            with pytest.raises(PandasMissingError, match="pandas is not installed") as missing:
                vault.to_pandas("rye")
            assert missing.value.remedy == "Install it: pip install pandas"
            return
        table = vault.to_pandas("rye flour", n=2)
        assert list(table.columns[:3]) == ["path", "title", "heading_path"]
        assert (table.path[0], table.line_start[0]) == ("Bread.md", 3)
        assert list(vault.to_pandas("path:nowhere").columns)[:2] == ["path", "title"]


def test_lists_longer_than_the_first_candidates_have_each_passage_once(notes: Path) -> None:
    each = {f"{number}.md": f"---\ntags: [tea]\n---\n# {number}\n\nRye.\n" for number in range(70)}
    write_notes(notes, each)
    with open_vault(notes) as vault:
        listed = [result.path for result in vault.search("tag:tea", 65)]
        assert (len(listed), len(set(listed))) == (65, 65), "of conditions alone, a row a note"
        for mode in ("fulltext", "grep", "hybrid"):
            ids = [result.chunk.id for result in unfold_results(vault.search("rye", 65, mode))]
            assert (len(ids), len(set(ids))) == (65, 65)
            assert [result.chunk.id for result in vault.search("rye", 10, mode)] == ids[:10]


@pytest.mark.filterwarnings("error")
def test_a_mode_may_be_named_and_what_is_no_number_of_results_is_refused(notes: Path) -> None:
    # n=0 gave 50 passages and n=-1 49; mode="grep" was an AttributeError and a coroutine never awaited.
    with open_vault(notes) as vault:
        for mode in ("grep", "fulltext", "hybrid", Mode.GREP):
            assert [result.path for result in vault.search("rye", 1, mode)] == ["Bread.md"]
            assert [stage.final for stage in vault.search_stages("rye", 1, mode)][-1]
        modes = "hybrid, semantic, fulltext, grep, explore"
        for call in (vault.search, lambda query, n, mode: list(vault.search_stages(query, n, mode))):
            for n in (0, -1):
                with pytest.raises(ValueError, match=f"n is {n}: give 1 or more"):
                    call("rye", n, Mode.HYBRID)
            with pytest.raises(ValueError, match=f"'greb' is no mode: {modes}"):
                call("rye", 1, "greb")
