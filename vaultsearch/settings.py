"""What is kept between runs: parameters, places, excluded files. Loads what it finds, saves whole."""

from __future__ import annotations

import hashlib
import os
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import tomli_w

from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import PARAMETERS, Parameters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultsearch.core.vault.ignoring import UserRules

_APP = "vaultsearch"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings file's content; ``problems`` are the sentences about what was passed over.

    ``ignore`` are lines in gitignore's syntax: what is left out of every vault. ``indexes`` is the
    folder that holds the indexes, None for the usual place. ``sidebar_width`` is in device-independent
    pixels, 0 where the sidebar is folded away.
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    last_vault: Path | None = None
    ignore: tuple[str, ...] = ()
    indexes: Path | None = None
    problems: tuple[str, ...] = ()
    sidebar_width: int = 0


def settings_file() -> Path:
    """Give the settings file's place; VAULTSEARCH_HOME moves it."""
    home = os.environ.get("VAULTSEARCH_HOME")
    folder = Path(home).expanduser() if home else platformdirs.user_config_path(_APP)
    return folder / "settings.toml"


def index_folder(vault: Path) -> Path:
    """Give the place of a vault's index: where the settings say, else in the user's data folder.

    Raises SettingsError where that would be inside the vault, which is never written to.
    """
    indexes = load().indexes or _data_folder() / "indexes"
    whole = vault.expanduser().resolve()
    if indexes.resolve().is_relative_to(whole):
        raise SettingsError(
            f"The indexes are to lie in {indexes}, which is inside the vault.",
            f"Set `indexes` in {settings_file()} to a folder outside of it.",
        )
    digest = hashlib.blake2b(os.fsencode(whole), digest_size=6).hexdigest()
    plain_name = "".join(c if c.isalnum() or c in "-_" else "-" for c in whole.name)[:40]
    return indexes / f"{plain_name}-{digest}"


def models_folder() -> Path:
    """Give the place of what is made of the models, in the user's data folder."""
    return _data_folder() / "models"


def _data_folder() -> Path:
    home = os.environ.get("VAULTSEARCH_HOME")
    return Path(home).expanduser() if home else platformdirs.user_data_path(_APP)


def load() -> Settings:
    """Read the settings file; what it cannot use becomes a problem, and the default stands."""
    path = settings_file()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        return Settings(problems=(f"The settings in {path} could not be read ({error}): defaults are used.",))
    parameters, problems = _usable_parameters(_with_rerankers(content))
    ignore = content.get("ignore", [])
    if not (isinstance(ignore, list) and all(isinstance(line, str) for line in ignore)):
        problems.append('ignore in the settings is no list of texts, such as ["Archive/"]: passed over.')
        ignore = []
    places: dict[str, Path | None] = {}
    for name in ("last_vault", "indexes"):
        value = content.get(name)
        places[name] = Path(value).expanduser() if isinstance(value, str) and value else None
        if value is not None and places[name] is None:
            problems.append(f"{name} in the settings is no path in quotes: passed over.")
    sidebar = content.get("sidebar_width", 0)
    return Settings(
        parameters,
        places["last_vault"],
        tuple(ignore),
        places["indexes"],
        tuple(problems),
        sidebar if isinstance(sidebar, int) else 0,
    )


def user_rules() -> UserRules:
    """Give what the user excludes from every vault: the file beside the settings, and their list."""
    from vaultsearch.core.vault.ignoring import IGNORE_FILE, UserRules

    path = settings_file()
    return UserRules(path.with_name(IGNORE_FILE), load().ignore, f"ignore in {path}")


def _with_rerankers(content: Mapping[str, object]) -> object:
    """Give the parameters; ``rerankers = ["late_interaction", ...]`` says what ``reranker.chain`` does."""
    table = content.get("parameters", {})
    if "rerankers" not in content or not isinstance(table, dict):
        return table
    return {"reranker.chain": content["rerankers"], **table}


def _usable_parameters(table: object) -> tuple[dict[str, object], list[str]]:
    if not isinstance(table, dict):
        return {}, ["[parameters] in the settings is no table: defaults are used."]
    known = {p.name for p in PARAMETERS} | {p.key for p in PARAMETERS}
    usable: dict[str, object] = {}
    problems = []
    for name, value in _flattened(table):
        if name not in known:
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
    content: dict[str, object] = {"parameters": dict(settings.parameters)}
    if settings.ignore:
        content["ignore"] = list(settings.ignore)
    for name in ("last_vault", "indexes"):
        if (place := getattr(settings, name)) is not None:
            content[name] = str(place)
    if settings.sidebar_width:
        content["sidebar_width"] = settings.sidebar_width
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_bytes(tomli_w.dumps(content).encode())
    temporary.replace(path)


def remember_vault(vault: Path) -> None:
    """Note which vault was open last."""
    save(replace(load(), last_vault=vault.resolve()))


def remember_sidebar(width: int) -> None:
    """Note how wide the sidebar is, 0 where it is folded away."""
    save(replace(load(), sidebar_width=width))
