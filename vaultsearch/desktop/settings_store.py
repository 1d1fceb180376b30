"""The window's `SettingsStore`: read once before the window opens, written on a separate thread."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import PARAMETERS, Parameters
from vaultsearch.core.usage_store import UsageStore
from vaultsearch.core.values.query import SavedSearch
from vaultsearch.core.values.sync import ALL_VAULTS
from vaultsearch.desktop.storage import DiskStorage
from vaultsearch.service.wire import WireError, decode_value
from vaultsearch.settings import history, settings
from vaultsearch.settings.protocol import Tunable, WindowState
from vaultsearch.settings.resources import MANUAL, SAMPLE_VAULT, resources_folder
from vaultsearch.settings.settings import Preferences, settings_file
from vaultsearch.settings.vault_records import rename_vault, settings_after_move

_log = logging.getLogger(__name__)
_LOST = "This change can't be saved, and is lost when the program ends."
_NOT_EXCLUDED = "These exclusions can't be saved, and don't apply."


class FileSettingsStore:
    """The window's settings and histories, in memory and, soon after a change, on disk.

    ``parameters`` are the parameters in force at start.
    """

    def __init__(self, parameters: Parameters) -> None:
        self._loaded = settings.load_settings()
        self.in_force = parameters
        self.on_saved: Callable[[SettingsError | None], object] = lambda _: None
        self.sample_vault, self.manual = resources_folder() / SAMPLE_VAULT, resources_folder() / MANUAL
        # The open vault's name in the histories, which are kept apart by vault.
        self._open = str(ALL_VAULTS if self._loaded.all_vaults else self._loaded.last_vault or "")
        vaults = tuple(map(str, (*self.vaults, ALL_VAULTS)))
        self._recent = history.load_recent(self._most, vaults)
        self._saved = history.load_saved(vaults)
        self.window_state: WindowState | None = None
        # If there is no usable file, the default geometry serves.
        with suppress(OSError, WireError):
            self.window_state = decode_value(_window_state_file().read_bytes(), WindowState)
        self.usage = UsageStore(settings_file().with_name("opened-notes.sqlite"))
        self.storage = DiskStorage(self.usage)
        # One thread, so that writes keep their order; started later, beside imports, it held the window up.
        self._writing = ThreadPoolExecutor(1, "remembering")
        self._writing.submit(int)
        if not self._most:
            self._write(self.usage.forget_all)

    def close(self) -> None:
        """Wait until everything is written."""
        self._writing.shutdown()

    def wait_until_saved(self) -> None:
        """Block until all changes so far are written, or could not be."""
        self._writing.submit(int).result()

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences about unusable entries of the settings file."""
        return self._loaded.problems

    # -- vaults

    @property
    def last_vault(self) -> Path | None:
        """The last opened vault."""
        return self._loaded.last_vault

    @property
    def vaults(self) -> tuple[Path, ...]:
        """Opened vaults, latest first."""
        last = self._loaded.last_vault
        return self._loaded.vaults or ((last,) if last is not None else ())

    def set_last_vault(self, folder: Path) -> None:
        """Record the last opened vault, except the manual: the next start opens the user's vault."""
        self._open = str(folder)
        if folder == self.manual:
            return
        vaults = settings.with_latest(self.vaults, folder)
        self._loaded = replace(self._loaded, last_vault=folder, vaults=vaults, all_vaults=False)
        # The file may list vaults that a command has indexed meanwhile.
        self._write(partial(settings.remember_vault, folder, all_vaults=False), _LOST)

    def follow_move(self, former: Path, vault: Path) -> None:
        """Follow a vault that was moved, as the files already do."""
        old, new = str(former), str(vault)
        self._loaded = replace(self._loaded, **settings_after_move(self._loaded, former, vault))
        self._open = new if self._open == old else self._open
        self._recent = rename_vault(self._recent, old, new)
        self._saved = rename_vault(self._saved, old, new)
        if self.window_state is not None:
            last_read = rename_vault(self.window_state.last_read, old, new)
            self.window_state = replace(self.window_state, last_read=last_read)

    @property
    def all_vaults_open(self) -> bool:
        """Whether all vaults were open together last, and there are still several."""
        return self._loaded.all_vaults and len(self.vaults) > 1

    def set_all_vaults_open(self) -> None:
        """Record all vaults being open together."""
        self._open = str(ALL_VAULTS)
        self._change(all_vaults=True)

    def remove_vault(self, folder: Path) -> None:
        """Remove a vault from the list, keeping the index."""
        left = tuple(vault for vault in self.vaults if vault != folder)
        last = self.last_vault if self.last_vault != folder else None
        self._change(vaults=left, last_vault=last)

    # -- the window

    @property
    def preferences(self) -> Preferences:
        """The window's appearance and behaviour."""
        return self._loaded.preferences

    def set_preferences(self, preferences: Preferences) -> None:
        """Replace the preferences."""
        self._change(**asdict(preferences))

    def set_window_state(self, state: WindowState) -> None:
        """Record the window's geometry; the notes last read are kept."""
        known = self.window_state.last_read if self.window_state is not None else {}
        self.window_state = replace(state, last_read={**state.last_read, **known})
        content = json.dumps(asdict(self.window_state), indent=0)
        self._write(partial(write_atomically, _window_state_file(), content, make_folder=True))

    @property
    def last_read(self) -> tuple[str, int] | None:
        """Path and line of the note last read in the open vault."""
        return self.window_state.last_read.get(self._open) if self.window_state is not None else None

    def set_last_read(self, path: str, line: int) -> None:
        """Record the note last read, with the window's state, unless recording is turned off."""
        if self._most:
            state = self.window_state or WindowState()
            self.window_state = replace(state, last_read={**state.last_read, self._open: (path, line)})
            self.set_window_state(self.window_state)

    @property
    def sidebar_width(self) -> int:
        """The sidebar's width in device-independent pixels, 0 if folded away."""
        return self._loaded.sidebar_width

    def set_sidebar_width(self, width: int) -> None:
        """Record the sidebar's width."""
        if width != self.sidebar_width:
            self._change(sidebar_width=width)

    # -- saved searches and recent queries

    @property
    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """The open vault's saved searches."""
        return self._saved.get(self._open, ())

    def set_saved_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        """Replace the open vault's saved searches."""
        self._saved = {**self._saved, self._open: searches}
        self._write(partial(history.save_searches, self._saved), _LOST)

    @property
    def recent_queries(self) -> tuple[str, ...]:
        """The open vault's recent queries."""
        return self._recent.get(self._open, ())

    @property
    def has_recent_queries(self) -> bool:
        """Whether any vault has recent queries."""
        return any(self._recent.values())

    @property
    def _most(self) -> int:
        return self.in_force.window.recent_queries

    def add_recent_query(self, query: str) -> None:
        """Record a query as the latest, unless recording is turned off."""
        latest = settings.with_latest(self.recent_queries, query, self._most)
        self._recent = {**self._recent, self._open: latest}
        if self._most:
            self._write(partial(history.save_recent, self._recent))

    def clear_recent_queries(self) -> None:
        """Delete recent queries and the notes last read in all vaults."""
        self._recent = {}
        if self.window_state is not None:
            self.window_state = replace(self.window_state, last_read={})
            self.set_window_state(self.window_state)
        # Reading none of them removes the file.
        self._write(partial(history.load_recent, 0, ()))

    # -- parameters

    @property
    def parameters(self) -> Mapping[str, object]:
        """Parameters set in the settings file."""
        return self.in_force.file

    def tunables(self) -> tuple[Tunable, ...]:
        """All parameters with current values."""
        return tuple(
            Tunable(
                step=setting.parameter.step,
                key=setting.parameter.key,
                help=setting.parameter.help,
                default=_setting_text(setting.parameter.default),
                value=_setting_text(setting.value),
                source=setting.source,
                kind=setting.parameter.kind,
                choices=setting.parameter.choices,
                several=setting.parameter.several,
                reads_again=setting.parameter.of_index,
            )
            for setting in self.in_force.settings()
        )

    def parameter_error(self, name: str, value: str) -> str:
        """Return why ``value`` is invalid, or ""."""
        try:
            Parameters(file={name: value}).check()
        except SettingsError as error:
            return error.sentence
        return ""

    def set_parameter(self, name: str, value: str | None) -> None:
        """Set a parameter to ``value``; None restores the default."""
        parsed = None if value is None else _PARAMETERS_BY_NAME[name].parse(value)
        file = {known: assigned for known, assigned in self.in_force.file.items() if known != name}
        if parsed is not None:
            file[name] = parsed
        self.in_force = replace(self.in_force, file=file)
        self._write(partial(settings.change_settings, parameters={name: parsed}), _LOST)
        if name == "window.recent_queries" and not self._most:
            self.clear_recent_queries()
            # The record of opened notes holds questions, too.
            self._write(self.usage.forget_all)

    # -- ignored notes

    def ignore_lines(self, vault: Path | None) -> tuple[str, ...]:
        """Return the ignore lines for a vault, or for every vault."""
        return self._loaded.ignore if vault is None else self._loaded.vault_ignore.get(str(vault), ())

    def set_ignore_lines(self, lines: tuple[str, ...], vault: Path | None) -> None:
        """Replace the ignore lines for a vault, or for every vault."""
        if vault is None:
            self._change(_NOT_EXCLUDED, ignore=lines)
        else:
            of_vaults = {**self._loaded.vault_ignore, str(vault): lines}
            self._change(_NOT_EXCLUDED, vault_ignore=of_vaults)

    def ignore_line_error(self, line: str) -> str:
        """Return why a line ignores nothing, or "" for a valid pattern."""
        from vaultsearch.core.vault.ignoring import is_rule

        return "" if is_rule(line) else Message("{} isn't a valid pattern.", f"{line!r}")

    def _change(self, lost: str = _LOST, /, **changes: object) -> None:
        self._loaded = replace(self._loaded, **changes)  # type: ignore[arg-type]  # by the fields' names
        self._write(partial(settings.change_settings, **changes), lost)

    def _write(self, work: Callable[[], object], lost: str = "") -> None:
        """Write on the writing thread; pass the outcome to `on_saved` if ``lost`` says what failing means."""

        def end(done: Future[object]) -> None:
            error = done.exception()
            if error is not None:
                _log.warning("not_remembered error=%r", error)
            if lost:
                reason = error.message if isinstance(error, SettingsError) else f"{error}."
                self.on_saved(None if error is None else SettingsError(lost, reason))

        self._writing.submit(work).add_done_callback(end)


_PARAMETERS_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


def _setting_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _window_state_file() -> Path:
    return settings_file().with_name("window.json")
