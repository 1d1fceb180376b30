"""The settings store remembers from one start to the next whether one vault or all were open."""

from __future__ import annotations

from pathlib import Path

from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings import settings

ONE, OTHER = Path("/vaults/One"), Path("/vaults/Other")


def test_all_vaults_are_open_again_at_the_next_start_until_one_is_chosen() -> None:
    first = FileSettingsStore(Parameters())
    first.set_last_vault(ONE)
    first.set_last_vault(OTHER)
    assert not first.all_vaults_open
    first.set_all_vaults_open()
    assert (first.all_vaults_open, first.last_vault) == (True, OTHER)
    first.close()
    second = FileSettingsStore(Parameters())
    assert (second.all_vaults_open, second.vaults) == (True, (OTHER, ONE))
    second.set_last_vault(ONE)
    assert not second.all_vaults_open
    second.close()
    assert not settings.load().all_vaults


def test_where_one_vault_is_left_it_is_opened_by_itself() -> None:
    store = FileSettingsStore(Parameters())
    store.set_last_vault(ONE)
    store.set_last_vault(OTHER)
    store.set_all_vaults_open()
    store.remove_vault(OTHER)
    assert not store.all_vaults_open
    store.close()
