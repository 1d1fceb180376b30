"""Whether one vault or all were open at last, from one start to the next."""

from __future__ import annotations

from pathlib import Path

from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings import settings

ONE, OTHER = Path("/vaults/One"), Path("/vaults/Other")


def test_all_vaults_are_open_again_at_the_next_start_until_one_is_chosen() -> None:
    first = FileSettingsStore(Parameters())
    first.remember_vault(ONE)
    first.remember_vault(OTHER)
    assert not first.all_vaults
    first.remember_all_vaults()
    assert (first.all_vaults, first.last_vault) == (True, OTHER)
    first.close()
    second = FileSettingsStore(Parameters())
    assert (second.all_vaults, second.vaults) == (True, (OTHER, ONE))
    second.remember_vault(ONE)
    assert not second.all_vaults
    second.close()
    assert not settings.load().all_vaults


def test_where_one_vault_is_left_it_is_opened_by_itself() -> None:
    store = FileSettingsStore(Parameters())
    store.remember_vault(ONE)
    store.remember_vault(OTHER)
    store.remember_all_vaults()
    store.forget_vault(OTHER)
    assert not store.all_vaults
    store.close()
