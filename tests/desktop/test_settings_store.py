"""What the settings store remembers from one start to the next."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.builders import present
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.search import Mode
from vaultsearch.desktop.settings_store import FileSettingsStore
from vaultsearch.settings import settings
from vaultsearch.settings.history import recent_file, save_recent
from vaultsearch.settings.protocol import WindowState

ONE, OTHER = Path("/vaults/One"), Path("/vaults/Other")
Start = Callable[..., FileSettingsStore]


@pytest.fixture
def start() -> Iterator[Start]:
    """Open the settings as the next start does, once the former one has ended."""
    stores: list[FileSettingsStore] = []

    def start(**parameters: object) -> FileSettingsStore:
        for former in stores:
            former.close()
        stores.append(FileSettingsStore(Parameters(file=parameters)))
        return stores[-1]

    yield start
    stores[-1].close()


def test_all_vaults_are_open_again_at_the_next_start_until_one_is_chosen(start: Start) -> None:
    first = start()
    first.set_last_vault(ONE)
    first.set_last_vault(OTHER)
    assert not first.all_vaults_open
    first.set_all_vaults_open()
    assert (first.all_vaults_open, first.last_vault) == (True, OTHER)
    second = start()
    assert (second.all_vaults_open, second.vaults) == (True, (OTHER, ONE))
    second.set_last_vault(ONE)
    assert not second.all_vaults_open
    second.set_all_vaults_open()
    second.remove_vault(OTHER)
    assert not second.all_vaults_open, "one is left"
    second.set_last_vault(ONE)
    second.close()
    assert not settings.load_settings().all_vaults


def test_the_window_is_as_it_was_left(start: Start) -> None:
    state = WindowState(
        geometry="geometry", splitters={"reading_split": "state"}, preview_folded=True, mode="words",
        zoom=120, table_shown=True, table_columns=(("title", 200),), compact_size=(600, 400),
        properties_folded=True, hidden_beginnings=("tasks",), timeline_shown=True,
        last_read={str(ONE): ("Hull.md", 12)},
    )  # fmt: skip
    plain = WindowState()
    assert [name for name in WindowState.__slots__ if getattr(state, name) == getattr(plain, name)] == []
    start().set_window_state(state)
    assert start().window_state == state


def test_the_note_last_read_is_known_by_vault_until_the_history_is_cleared(start: Start) -> None:
    store = start()
    for vault, path in ((ONE, "Hull.md"), (OTHER, "Sails.md")):
        store.set_last_vault(vault)
        assert store.last_read is None
        store.set_last_read(path, 12)
    last_read = {str(ONE): ("Hull.md", 12), str(OTHER): ("Sails.md", 12)}
    assert store.window_state == WindowState(zoom=100, last_read=last_read)
    # As the window does on closing, which knows no note last read.
    store.set_window_state(WindowState(zoom=120))
    again = start()
    assert again.last_read == ("Sails.md", 12)
    again.set_last_vault(ONE)
    assert again.last_read == ("Hull.md", 12)
    again.clear_recent_queries()
    assert start().window_state == WindowState(zoom=120)


def test_what_is_searched_for_in_the_manual_is_no_recent_query_of_the_users_vault(start: Start) -> None:
    store = start()
    store.set_last_vault(ONE)
    store.add_recent_query("keel bolts")
    store.set_last_vault(store.manual)
    assert not store.recent_queries
    store.add_recent_query("shortcuts")
    store.set_last_vault(ONE)
    assert store.recent_queries == ("keel bolts",)
    assert store.last_vault == ONE


def test_each_vault_and_all_together_have_their_own_queries_and_saved_searches(start: Start) -> None:
    store = start()
    for vault, query in ((ONE, "tag:project 水"), (OTHER, "oak")):
        store.set_last_vault(vault)
        store.add_recent_query(query)
        store.set_saved_searches((SavedSearch(query, query, Mode.GREP),))
    store.set_all_vaults_open()
    assert (store.recent_queries, store.saved_searches) == ((), ())
    again = start()
    again.set_last_vault(ONE)
    assert again.recent_queries == ("tag:project 水",)
    assert again.saved_searches == (SavedSearch("tag:project 水", "tag:project 水", Mode.GREP),)
    again.clear_recent_queries()
    again.set_last_vault(OTHER)
    assert not again.recent_queries
    assert not again.has_recent_queries


def test_none_are_kept_and_those_that_were_are_forgotten_where_the_user_wants_none(start: Start) -> None:
    save_recent({"/a": ("secret",)})
    store = start(**{"window.recent_queries": 0})
    store.add_recent_query("another")
    store.close()
    assert store.recent_queries == ()
    assert not recent_file().exists()


def test_the_sidebar_is_as_wide_as_it_was(start: Start) -> None:
    assert start().sidebar_width == 0
    for width in (260, 0):
        start().set_sidebar_width(width)
        assert start().sidebar_width == width


def test_a_change_that_cannot_be_saved_is_told_until_one_is(start: Start, own_home: Path) -> None:
    store, outcomes = start(), list[SettingsError | None]()
    store.on_saved = outcomes.append
    (own_home / "settings.toml").write_text("broken =")
    store.set_parameter("window.n_results", "20")
    store.set_ignore_lines(("Private/",), None)
    store.wait_until_saved()
    lost = "This change can't be saved, and is lost when the program ends."
    assert list(map(str, outcomes)) == [lost, "These exclusions can't be saved, and don't apply."]
    assert present(outcomes[0]).remedy.endswith("Correct the file, or delete it.")
    (own_home / "settings.toml").unlink()
    settings.remember_vault(OTHER)  # as a command does meanwhile
    store.set_last_vault(ONE)
    store.wait_until_saved()
    assert outcomes[2:] == [None]
    assert settings.load_settings().vaults == (ONE, OTHER)
