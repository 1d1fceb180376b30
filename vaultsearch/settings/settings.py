"""Read and change the settings file: the model with defaults and bounds; and find the program's folders."""

from __future__ import annotations

import hashlib
import os
import stat
import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import platformdirs
import tomli_w

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import expand_home, is_unicode, restrict_file, restrict_folder, write_atomically
from vaultsearch.core.messages import Message
from vaultsearch.core.parameters import PARAMETER_NAMES, Parameters

if TYPE_CHECKING:
    from vaultsearch.core.vault.ignoring import UserRules

T = TypeVar("T")

THEMES = ("system", "light", "dark")
DENSITIES = ("comfortable", "compact")
OPENERS = ("obsidian", "editor")
READING_WIDTHS = ("narrow", "medium", "wide")
LANGUAGES = ("system", "en", "de", "zh")
_COUNTS = range(1 << 63)
_CHOICES, _EXPECTED = "choices", "expected"


def _entry(default: object, expected: str, choices: Container[object] | None = None) -> Any:
    """Return a dataclass field that is an entry in the settings file.

    Args:
        default: The default value, or a function that makes it.
        expected: Names what the entry should be, for the sentence about an unreadable entry.
        choices: The values that its type does not tell from others.
    """
    metadata = {_EXPECTED: expected, _CHOICES: choices}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def _choice(default: str, choices: tuple[str, ...], name: str) -> Any:
    return _entry(default, f"{name} ({', '.join(choices)})", choices)


@dataclass(frozen=True, slots=True)
class Preferences:
    """The window's looks and how it closes.

    ``theme`` is "system", "light" or "dark"; ``language`` "system" or a code such as "de". With ``tray`` the
    window has a tray icon, and hides there when closed (``closing_hides``) and on Esc in the empty field
    (``escape_hides``). ``global_shortcut`` is a portable key sequence to show and hide it from any program;
    with ``compact``, only the search field and the results then appear. The list's ``density`` is
    "comfortable" or "compact"; ``snippet_lines``, 1 to 4, is how much of a passage a row shows. ``opener`` is
    the app in which Enter opens notes: "obsidian", or "editor" for the default. Notes are read in
    ``reading_font``, a family, "" for the system's, in "narrow", "medium" or "wide" lines. ``keys`` are the
    user's own portable key sequences by action name, "" for none. With ``serves``, other programs on this
    computer may search the open vault.
    """

    theme: str = _choice("system", THEMES, "theme")
    language: str = _choice("system", LANGUAGES, "language")
    tray: bool = False
    closing_hides: bool = True
    escape_hides: bool = True
    global_shortcut: str = _entry("", 'key sequence, such as "Ctrl+Alt+N"')
    compact: bool = False
    density: str = _choice("comfortable", DENSITIES, "density")
    snippet_lines: int = _entry(2, "number of lines, 1 to 4", range(1, 5))
    opener: str = _choice("obsidian", OPENERS, "opener")
    reading_font: str = _entry("", 'name of a font, such as "Georgia"')
    reading_width: str = _choice("medium", READING_WIDTHS, "width")
    keys: Mapping[str, str] = _entry(dict, 'table of keys, such as sync = "Ctrl+F5"')
    serves: bool = False


_KEY = "ask.key"
_CORRECT_RULES = "Nothing is indexed until it is corrected or deleted, as it may exclude notes."
_COMPUTED = ("parameters", "problems", "unread_rules")
"""Fields that are no entries of their own in the file."""
_EXCLUSIONS = ("ignore", "vault_ignore")


@dataclass(frozen=True, slots=True)
class Settings(Preferences):
    """The settings file's content: each entry with type and default."""

    parameters: Mapping[str, object] = field(default_factory=dict)
    last_vault: Path | None = _entry(None, "path in quotes")  # noqa: RUF009  # a field
    ignore: tuple[str, ...] = _entry((), 'list of texts, such as ["Archive/"]')
    """Lines in gitignore's syntax: files left out of every vault."""
    indexes: Path | None = _entry(None, "path in quotes")  # noqa: RUF009  # a field
    """The folder for indexes; None for the usual one."""
    problems: tuple[str, ...] = ()
    """Sentences about skipped entries; not in the file."""
    unread_rules: str = ""
    """The problem that hides exclusions, if any; not in the file."""
    vaults: tuple[Path, ...] = _entry((), "list of paths")
    """The opened vaults, latest first."""
    all_vaults: bool = False
    """Whether all vaults were open together when the program ended."""
    vault_ignore: Mapping[str, tuple[str, ...]] = _entry(
        dict, "table of lists of texts, by the vaults' paths"
    )
    """Lines like `ignore`, for single vaults, by their paths."""
    model_hosts: tuple[str, ...] = _entry((), 'list of hosts, such as ["api.example.com"]')
    """Other computers to which questions and passages may be sent, for answers by a language model."""
    embedding_hosts: tuple[str, ...] = _entry((), 'list of hosts, such as ["gpu.example.com"]')
    """Other computers to which the text of all notes may be sent, for embeddings."""
    server_seconds: int = _entry(600, "number of seconds", _COUNTS)
    """How long the process that a command leaves waits for the next; 0 leaves none."""
    sidebar_width: int = _entry(0, "number of pixels", _COUNTS)
    """In device-independent pixels; 0 if the sidebar is folded away."""

    @property
    def preferences(self) -> Preferences:
        """The window's looks and how it closes."""
        return Preferences(**{field.name: getattr(self, field.name) for field in fields(Preferences)})


NO_SERVER_VARIABLE = "VAULTSEARCH_NO_SERVER"
"""If set, commands leave no process behind, whatever `server_seconds` says."""
_APP = "vaultsearch"
_MAX_VAULTS = 20
_KEPT_FILES = (
    "settings.toml",
    "settings.damaged.toml",
    "window.json",
    "recent-queries.json",
    "saved-searches.json",
    "model-keys.json",
)

_DEFAULTS = Settings()
_ENTRIES = {entry.name for entry in fields(Settings)} - {"problems", "unread_rules"} | {"rerankers"}


def settings_file() -> Path:
    """Return the settings file's path; VAULTSEARCH_HOME moves it."""
    return (_home_folder() or platformdirs.user_config_path(_APP)) / "settings.toml"


def index_folder(vault: Path) -> Path:
    """Return a vault's index folder. Raise SettingsError if inside the vault, which is never written to."""
    indexes = indexes_folder()
    whole = expand_home(vault).resolve()
    # Nothing is ever written into a vault.
    if indexes.resolve().is_relative_to(whole):
        raise SettingsError(
            Message("The folder for indexes, {}, is inside the vault.", indexes),
            Message("Choose the folder with your notes, or set `indexes` in {} to another.", settings_file()),
        )
    # Two vaults of one name have two indexes; the name is for a person who looks into the folder.
    digest = hashlib.blake2b(os.fsencode(whole), digest_size=6).hexdigest()
    plain_name = "".join(c if c.isalnum() or c in "-_" else "-" for c in whole.name)[:40]
    return indexes / f"{plain_name}-{digest}"


def indexes_folder() -> Path:
    """Return the folder for all vaults' indexes: as set, else in the user's data folder.

    A relative path starts at the settings file, whichever folder a command is run in.
    """
    chosen = load_settings().indexes
    return settings_file().parent / chosen if chosen else data_folder() / "indexes"


def models_folder() -> Path:
    """Return the folder for models laid out here, in the user's data folder."""
    return data_folder() / "models"


def sessions_folder() -> Path:
    """Return the folder for note numbers in each session."""
    return data_folder() / "sessions"


def mcp_token_file() -> Path:
    """Return the file with the token presented by clients of the MCP server over HTTP."""
    return data_folder() / "mcp.token"


def data_folder() -> Path:
    """Return the folder for indexes, models and sessions; VAULTSEARCH_HOME moves it."""
    return _home_folder() or platformdirs.user_data_path(_APP)


def _home_folder() -> Path | None:
    home = os.environ.get("VAULTSEARCH_HOME")
    return expand_home(home) if home else None


def check_home() -> None:
    """Raise SettingsError if VAULTSEARCH_HOME cannot be a folder."""
    home = _home_folder()
    if home is None:
        return
    if home.is_file() or str(home).startswith("~"):
        trouble = "is not a folder" if home.is_file() else "names an unknown user"
    elif not is_unicode(home):
        trouble = "is not valid UTF-8"
    else:
        return
    sentence = Message("VAULTSEARCH_HOME {}: {}.", trouble, home)
    raise SettingsError(sentence, "Set it to another folder, or unset it.")


def mend_rights() -> None:
    """Withdraw other users' rights to files written by former versions.

    Folders named by the user, in VAULTSEARCH_HOME or `indexes`, are left alone, as they may hold other files:
    an index in such a folder is restricted when opened.
    """
    for name in _KEPT_FILES:
        restrict_file(settings_file().with_name(name))
    if _home_folder():
        for folder in (models_folder(), sessions_folder(), data_folder() / "indexes"):
            restrict_folder(folder)
    else:
        restrict_folder(settings_file().parent)
        restrict_folder(data_folder())


def load_settings() -> Settings:
    """Read the settings file; an unusable entry becomes a problem, and keeps the default."""
    try:
        content = _read_content()
    except (OSError, ValueError) as error:
        unreadable = _unreadable(error)
        return Settings(problems=(unreadable.message,), unread_rules=unreadable.sentence)
    parameters, problems = _usable_parameters(_with_rerankers(content))
    usable: dict[str, object] = {"parameters": parameters}
    unread_rules = ""
    steps = {name.partition(".")[0] for name in PARAMETER_NAMES}
    problems += [
        Message("[{}] in the settings is ignored: write it as [parameters.{}].", name, name)
        if name in steps
        else Message("Unknown entry {} in the settings; it is ignored.", f"{name!r}")
        for name in content
        if name not in _ENTRIES
    ]
    for entry in fields(Settings):
        if entry.name in content and entry.name not in _COMPUTED:
            import msgspec

            kind, choices = get_type_hints(Settings)[entry.name], entry.metadata.get(_CHOICES)
            try:
                # Entry by entry: one that cannot be read must not take the others with it.
                read: object = msgspec.convert(content[entry.name], kind, dec_hook=_read_path)
                if choices is not None and read not in choices:
                    raise ValueError(read)
                usable[entry.name] = read
            except (ValueError, msgspec.ValidationError):
                expected = entry.metadata.get(_EXPECTED, "true or false")
                problems.append(Message("{} in the settings is ignored: expected {}.", entry.name, expected))
                unread_rules = problems[-1] if entry.name in _EXCLUSIONS else unread_rules
    return Settings(**usable, problems=tuple(problems), unread_rules=unread_rules)  # type: ignore[arg-type]  # the entries' types


def _unreadable(error: Exception) -> SettingsError:
    sentence = Message("The settings in {} can't be read ({}).", settings_file(), error)
    return SettingsError(sentence, "Correct the file, or delete it.")


def _read_path(_kind: type, value: object) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return expand_home(value)


def _read_content() -> dict[str, object]:
    """Read the file; raise OSError or ValueError if unreadable."""
    try:
        # Some editors on Windows begin a file with a byte order mark.
        return tomllib.loads(settings_file().read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        # Such as a hundred thousand opening brackets.
        raise ValueError("too many brackets, one in another") from error


def user_rules(vault: Path | None = None) -> UserRules:
    """Return the user's exclusions: the file beside the settings, and the lists for all or this vault.

    If the settings hide some, these rules let no vault be listed: private notes would be indexed.
    """
    from vaultsearch.core.vault.ignoring import IGNORE_FILE, UserRules

    path, loaded = settings_file(), load_settings()
    lines = loaded.ignore if vault is None else (*loaded.ignore, *loaded.vault_ignore.get(str(vault), ()))
    hidden = SettingsError(loaded.unread_rules, _CORRECT_RULES) if loaded.unread_rules else None
    return UserRules(path.with_name(IGNORE_FILE), lines, f"ignore in {path}", hidden)


def _with_rerankers(content: Mapping[str, object]) -> object:
    """Return the parameter table; ``rerankers = [...]`` is another name for ``reranker.chain``."""
    table = content.get("parameters", {})
    if "rerankers" not in content or not isinstance(table, dict):
        return table
    return {"reranker.chain": content["rerankers"], **table}


def _usable_parameters(table: object) -> tuple[dict[str, object], list[str]]:
    if not isinstance(table, dict):
        return {}, ["[parameters] in the settings must be a table; defaults are used."]
    usable: dict[str, object] = {}
    problems: list[str] = []
    for name, value in _flatten_table(table).items():
        if name == _KEY:
            ignored = "{} in the settings is ignored: keys are stored elsewhere. {}"
            problems.append(Message(ignored, name, "Take it out, and run: vaultsearch ask --key"))
            continue
        if name not in PARAMETER_NAMES:
            problems.append(Message("Unknown parameter {} in the settings; it is ignored.", f"{name!r}"))
            continue
        try:
            Parameters(file={name: value}).check()
        except SettingsError as error:
            problems.append(Message.joined((error.sentence, "The default is used.")))
        else:
            usable[name] = value
    return usable, problems


def _flatten_table(table: Mapping[str, object]) -> dict[str, object]:
    """Read both ``"step.key" = value`` and ``[parameters.step] key = value``."""
    flat: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{key}": inner for key, inner in value.items()}
        else:
            flat[name] = value
    return flat


def change_settings(**changes: object) -> None:
    """Write some settings to the file, by field names in `Settings`, leaving the rest.

    Default values leave the file. Each name in ``parameters`` is set, or left out for None.

    Raises:
        SettingsError: The file cannot be read; it is left as it is, as it may exclude notes.
    """
    try:
        content = _read_content()
    except (OSError, ValueError) as error:
        raise _unreadable(error) from error
    for name, value in changes.items():
        if name == "parameters" and isinstance(value, dict):
            table = _with_rerankers(content)
            flat = _flatten_table(table) if isinstance(table, dict) else {}
            content.pop("rerankers", None)
            kept = {parameter: flat[parameter] for parameter in flat if parameter not in value}
            content["parameters"] = kept | {each: value[each] for each in value if value[each] is not None}
        elif value == getattr(_DEFAULTS, name):
            content.pop(name, None)
        elif isinstance(value, tuple):
            content[name] = [str(each) for each in value]
        elif name == "vault_ignore" and isinstance(value, dict):
            content[name] = {vault: list(lines) for vault, lines in value.items() if lines}
        else:
            content[name] = str(value) if isinstance(value, Path) else value
    write_atomically(settings_file(), tomli_w.dumps(content), make_folder=True)


def with_latest(known: tuple[T, ...], latest: T, most: int = _MAX_VAULTS) -> tuple[T, ...]:
    """Return ``known`` with ``latest`` first, once, and at most ``most`` in all."""
    return (latest, *(other for other in known if other != latest))[:most]


def remember_vault(vault: Path, **changes: object) -> None:
    """Record in the settings that ``vault``, an absolute path, was open last, and other ``changes``."""
    change_settings(last_vault=vault, vaults=with_latest(load_settings().vaults, vault), **changes)


_MAX_SOCKET_FOLDER_BYTES = 70
"""Maximum bytes in the folder's path: every Unix permits a hundred for a socket's."""


def socket_folder() -> Path | None:
    """Return the folder for this user's own sockets, or None if impossible, and on Windows."""
    if not hasattr(os, "getuid"):
        return None
    import tempfile

    # The runtime folder is private and emptied at logout; if there is none, or the path is too long for a
    # socket, the temporary folder serves.
    for parent in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir()):
        place = Path(parent or "") / f"vaultsearch-{os.getuid()}"
        if parent and len(os.fsencode(place)) <= _MAX_SOCKET_FOLDER_BYTES:
            try:
                place.mkdir(mode=0o700, exist_ok=True)
                status = place.lstat()
            except OSError:
                return None
            # Somebody else may have created a folder of that name in the shared temporary folder.
            is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
            return place if is_own and not status.st_mode & 0o077 else None
    return None
