"""What is kept between runs: parameters, places, excluded files. Loads what it finds, saves whole."""

from __future__ import annotations

import hashlib
import os
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import tomli_w

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.files import expand_home, is_unicode, restrict_file, restrict_folder
from vaultsearch.core.parameters import NAMES, Parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vaultsearch.core.vault.ignoring import UserRules

SYSTEM = "system"
"""The theme or the language that the system has."""
THEMES = (SYSTEM, "light", "dark")
LANGUAGES = (SYSTEM, "en", "de", "zh")


def _path(value: object) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return expand_home(value)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(value)
    return tuple(value)


def _paths(value: object) -> tuple[Path, ...]:
    return tuple(_path(one) for one in _texts(value))


def _table_of_texts(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return {name: _texts(lines) for name, lines in value.items()}


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _one_of(*choices: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        return choices[choices.index(str(value))]

    return read


READERS: Mapping[str, tuple[Callable[[object], object], str]] = {
    "last_vault": (_path, "path in quotes"),
    "ignore": (_texts, 'list of texts, such as ["Archive/"]'),
    "indexes": (_path, "path in quotes"),
    "vaults": (_paths, "list of paths"),
    "all_vaults": (_flag, "true or false"),
    "vault_ignore": (_table_of_texts, "table of lists of texts, by the vaults' paths"),
    "theme": (_one_of(*THEMES), f"theme ({', '.join(THEMES)})"),
    "language": (_one_of(*LANGUAGES), f"language ({', '.join(LANGUAGES)})"),
    "tray": (_flag, "true or false"),
    "closing_hides": (_flag, "true or false"),
    "escape_hides": (_flag, "true or false"),
    "sidebar_width": (_count, "number of pixels"),
}
"""By the entry's name: what reads it, and what it should have been."""


_APP = "vaultsearch"
_MOST_VAULTS = 20
_KEPT = (
    "settings.toml",
    "settings.damaged.toml",
    "window.json",
    "recent-queries.json",
    "saved-searches.json",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings file's content; ``problems`` are the sentences about what was passed over.

    ``ignore`` are lines in gitignore's syntax: what is left out of every vault; ``vault_ignore`` those of
    single vaults, by their paths. ``indexes`` is the folder that holds the indexes, None for the usual
    place. ``vaults`` are those that were opened, the latest first, ``all_vaults`` whether they were open
    together at last. With ``tray``, the window may hide to
    an icon of its own: when it is closed, and on Esc in the empty field. ``sidebar_width`` is in
    device-independent pixels, 0 where the sidebar is folded away.
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    last_vault: Path | None = None
    ignore: tuple[str, ...] = ()
    indexes: Path | None = None
    problems: tuple[str, ...] = ()
    vaults: tuple[Path, ...] = ()
    all_vaults: bool = False
    vault_ignore: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    theme: str = SYSTEM
    language: str = SYSTEM
    tray: bool = False
    closing_hides: bool = True
    escape_hides: bool = True
    sidebar_width: int = 0


def settings_file() -> Path:
    """Give the settings file's place; VAULTSEARCH_HOME moves it."""
    return (_home() or platformdirs.user_config_path(_APP)) / "settings.toml"


def index_folder(vault: Path) -> Path:
    """Give the place of a vault's index: where the settings say, else in the user's data folder.

    Raises SettingsError where that would be inside the vault, which is never written to.
    """
    indexes = indexes_folder()
    whole = expand_home(vault).resolve()
    if indexes.resolve().is_relative_to(whole):
        raise SettingsError(
            f"The indexes are to lie in {indexes}, which is inside the vault.",
            f"Set `indexes` in {settings_file()} to a folder outside of it.",
        )
    digest = hashlib.blake2b(os.fsencode(whole), digest_size=6).hexdigest()
    plain_name = "".join(c if c.isalnum() or c in "-_" else "-" for c in whole.name)[:40]
    return indexes / f"{plain_name}-{digest}"


def indexes_folder() -> Path:
    """Give the folder that holds the indexes of all vaults."""
    return load().indexes or _data_folder() / "indexes"


def models_folder() -> Path:
    """Give the place of what is made of the models, in the user's data folder."""
    return _data_folder() / "models"


def _data_folder() -> Path:
    return _home() or platformdirs.user_data_path(_APP)


def _home() -> Path | None:
    home = os.environ.get("VAULTSEARCH_HOME")
    return expand_home(home) if home else None


def check_home() -> None:
    """Raise SettingsError where VAULTSEARCH_HOME is nothing that a folder can be."""
    home = _home()
    if home is None:
        return
    if home.is_file() or str(home).startswith("~"):
        trouble = "is not a folder" if home.is_file() else "names a user who is not known"
    elif not is_unicode(home):
        trouble = "is not valid UTF-8"
    else:
        return
    raise SettingsError(f"VAULTSEARCH_HOME {trouble}: {home}.", "Set it to another folder, or unset it.")


def mend_rights() -> None:
    """Take the rights of others from what former versions wrote.

    Not from folders that the user named, by VAULTSEARCH_HOME or `indexes`, which may hold other things, too:
    an index that lies there is seen to when it is opened.
    """
    for name in _KEPT:
        restrict_file(settings_file().with_name(name))
    if _home():
        restrict_folder(models_folder())
        restrict_folder(_data_folder() / "indexes")
    else:
        restrict_folder(settings_file().parent)
        restrict_folder(_data_folder())


def load() -> Settings:
    """Read the settings file; what it cannot use becomes a problem, and the default stands."""
    try:
        content = _content()
    except (OSError, ValueError) as error:
        path = settings_file()
        return Settings(problems=(f"The settings in {path} could not be read ({error}): defaults are used.",))
    parameters, problems = _usable_parameters(_with_rerankers(content))
    usable: dict[str, object] = {"parameters": parameters}
    for name, (read, wanted) in READERS.items():
        if name in content:
            try:
                usable[name] = read(content[name])
            except (TypeError, ValueError):
                problems.append(f"{name} in the settings is no {wanted}: passed over.")
    return Settings(**usable, problems=tuple(problems))  # type: ignore[arg-type]  # the readers' types


def _content() -> dict[str, object]:
    """Read the file as it stands; raises OSError or ValueError."""
    with suppress(FileNotFoundError):
        return tomllib.loads(settings_file().read_text(encoding="utf-8"))
    return {}


def user_rules(vault: Path | None = None) -> UserRules:
    """Give what the user excludes: the file beside the settings, and their lists, also that of ``vault``."""
    from vaultsearch.core.vault.ignoring import IGNORE_FILE, UserRules

    path, loaded = settings_file(), load()
    lines = loaded.ignore if vault is None else (*loaded.ignore, *loaded.vault_ignore.get(str(vault), ()))
    return UserRules(path.with_name(IGNORE_FILE), lines, f"ignore in {path}")


def _with_rerankers(content: Mapping[str, object]) -> object:
    """Give the parameters; ``rerankers = ["late_interaction", ...]`` says what ``reranker.chain`` does."""
    table = content.get("parameters", {})
    if "rerankers" not in content or not isinstance(table, dict):
        return table
    return {"reranker.chain": content["rerankers"], **table}


def _usable_parameters(table: object) -> tuple[dict[str, object], list[str]]:
    if not isinstance(table, dict):
        return {}, ["[parameters] in the settings is no table: defaults are used."]
    usable: dict[str, object] = {}
    problems = []
    for name, value in _flattened(table):
        if name not in NAMES:
            problems.append(f"The settings name {name!r}, which is no parameter: passed over.")
            continue
        try:
            Parameters(file={name: value}).check()
        except SettingsError as error:
            problems.append(f"{error} The default is used.")
        else:
            usable[name] = value
    return usable, problems


def _flattened(table: Mapping[str, object]) -> list[tuple[str, object]]:
    """Read both ``"step.key" = value`` and ``[parameters.step] key = value``."""
    flat: list[tuple[str, object]] = []
    for name, value in table.items():
        if isinstance(value, dict):
            flat += [(f"{name}.{key}", inner) for key, inner in value.items()]
        else:
            flat.append((name, value))
    return flat


def save(settings: Settings) -> None:
    """Write the settings whole, by renaming over: a crash leaves the old file or the new."""
    _write(_written(settings))


def change(**changes: object) -> None:
    """Write some of the settings anew, by the names that `Settings` has for them, and leave the rest.

    A value that is the default leaves the file. Of ``parameters``, each name is set, or with None left out.
    A file that cannot be read is kept beside the new one, as settings.damaged.toml.
    """
    try:
        content = _content()
    except (OSError, ValueError):
        settings_file().replace(settings_file().with_suffix(".damaged.toml"))
        content = {}
    for name, value in changes.items():
        if name == "parameters" and isinstance(value, dict):
            _set_parameters(content, value)
            continue
        written = _written(Settings(**{name: value}))  # type: ignore[arg-type]  # the caller's types
        content.pop(name, None)
        if name in written:
            content[name] = written[name]
    _write(content)


def _set_parameters(content: dict[str, object], changes: Mapping[str, object]) -> None:
    table = _with_rerankers(content)
    flat = dict(_flattened(table)) if isinstance(table, dict) else {}
    content.pop("rerankers", None)
    for name, value in changes.items():
        flat.pop(name, None)
        if value is not None:
            flat[name] = value
    content["parameters"] = flat


def _written(settings: Settings) -> dict[str, object]:
    """Give what is not the default, as TOML has it."""
    plain = Settings()
    content: dict[str, object] = {}
    for one in fields(Settings):
        value = getattr(settings, one.name)
        if value == getattr(plain, one.name) or one.name == "problems":
            continue
        if isinstance(value, tuple):
            value = [str(each) for each in value]
        elif one.name == "vault_ignore":
            value = {vault: list(lines) for vault, lines in value.items() if lines}
        content[one.name] = str(value) if isinstance(value, Path) else value
    return content


def _write(content: Mapping[str, object]) -> None:
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.touch(mode=0o600)
    temporary.write_bytes(tomli_w.dumps(content).encode())
    temporary.replace(path)


def with_latest_vault(vaults: tuple[Path, ...], vault: Path) -> tuple[Path, ...]:
    """Put ``vault`` first, once, and let go of the oldest where there are many."""
    return (vault, *(other for other in vaults if other != vault))[:_MOST_VAULTS]


def remember_vault(vault: Path) -> None:
    """Note which vault was open last."""
    whole = vault.resolve()
    change(last_vault=whole, vaults=with_latest_vault(load().vaults, whole))
