"""What the settings store remembers from one start to the next."""

from __future__ import annotations

from pathlib import Path

from vaultsearch.core.parameters import Parameters
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings import settings
from vaultsearch.settings.protocol import WindowState

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
    assert not settings.load_settings().all_vaults


def test_where_one_vault_is_left_it_is_opened_by_itself() -> None:
    store = FileSettingsStore(Parameters())
    store.set_last_vault(ONE)
    store.set_last_vault(OTHER)
    store.set_all_vaults_open()
    store.remove_vault(OTHER)
    assert not store.all_vaults_open
    store.close()


def test_the_window_is_as_it_was_left() -> None:
    state = WindowState(
        geometry="geometry",
        splitters={"reading_split": "state"},
        preview_folded=True,
        mode="words",
        zoom=120,
        table_shown=True,
        table_columns=(("title", 200),),
        compact_size=(600, 400),
        properties_folded=True,
        hidden_beginnings=("tasks",),
        timeline_shown=True,
        last_read={str(ONE): ("Hull.md", 12)},
    )
    untouched = {
        name for name in WindowState.__slots__ if getattr(state, name) == getattr(WindowState(), name)
    }
    assert not untouched
    store = FileSettingsStore(Parameters())
    store.set_window_state(state)
    store.close()
    again = FileSettingsStore(Parameters())
    again.close()
    assert again.window_state == state


def test_the_note_last_read_is_known_by_vault_until_the_history_is_cleared() -> None:
    store = FileSettingsStore(Parameters())
    for vault, path in ((ONE, "Hull.md"), (OTHER, "Sails.md")):
        store.set_last_vault(vault)
        assert store.last_read is None
        store.set_last_read(path, 12)
    # As the window does on closing, which knows no note last read.
    store.set_window_state(WindowState(zoom=120))
    store.close()
    again = FileSettingsStore(Parameters())
    assert again.last_read == ("Sails.md", 12)
    again.set_last_vault(ONE)
    assert again.last_read == ("Hull.md", 12)
    again.clear_recent_queries()
    again.close()
    cleared = FileSettingsStore(Parameters())
    cleared.close()
    assert cleared.window_state == WindowState(zoom=120)


def test_what_is_searched_for_in_the_manual_is_no_recent_query_of_the_users_vault() -> None:
    store = FileSettingsStore(Parameters())
    store.set_last_vault(ONE)
    store.add_recent_query("keel bolts")
    store.set_last_vault(store.manual)
    assert not store.recent_queries
    store.add_recent_query("shortcuts")
    store.set_last_vault(ONE)
    assert store.recent_queries[0] == "keel bolts"
    assert store.last_vault == ONE
    store.close()
