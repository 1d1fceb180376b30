"""The keys of language models' endpoints: in the system's store of passwords, else in a file of this user's.

They are in no settings, no log and no output.
"""

from __future__ import annotations

import json
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.settings.settings import settings_file

if TYPE_CHECKING:
    from pathlib import Path

_SERVICE = "vaultsearch"
_REMEMBERED_S = 60.0
_read: dict[str, tuple[str, float]] = {}
"""The keys that were read, by address, each with the time of that."""
_log = logging.getLogger(__name__)


def keys_file() -> Path:
    """Return the file of the keys that the system's store does not take."""
    return settings_file().with_name("model-keys.json")


def load_key(address: str) -> str:
    """Return the key of an endpoint's address, "" if there is none.

    One that was read lately is not read again: the system's store may take a while, or ask.
    """
    key, read = _read.get(address, ("", -_REMEMBERED_S))
    if time.monotonic() - read >= _REMEMBERED_S:
        key = _in_system(address) or _in_file().get(address, "")
        _read[address] = key, time.monotonic()
    return key


def store_key(address: str, key: str) -> None:
    """Store the key of an endpoint's address; "" deletes it. Raise OSError if it can be stored nowhere."""
    _read.pop(address, None)
    kept = {other: own for other, own in _in_file().items() if other != address}
    if not _stored_in_system(address, key) and key:
        kept[address] = key
    if kept:
        write_atomically(keys_file(), json.dumps(kept), make_folder=True)
        restrict_file(keys_file())
    else:
        keys_file().unlink(missing_ok=True)


def _in_file() -> dict[str, str]:
    with suppress(OSError, ValueError):
        stored = json.loads(keys_file().read_text("utf-8"))
        return {str(address): str(key) for address, key in stored.items()}
    return {}


def _in_system(address: str) -> str:
    try:
        import keyring

        return keyring.get_password(_SERVICE, address) or ""
    except Exception as error:  # each system's store has errors of its own
        _log.debug("no store of passwords because=%r", error)
        return ""


def _stored_in_system(address: str, key: str) -> bool:
    """Store a key, or delete it; return False if the system's store does not hold it afterwards."""
    try:
        import keyring

        if key:
            keyring.set_password(_SERVICE, address, key)
        elif keyring.get_password(_SERVICE, address) is not None:
            keyring.delete_password(_SERVICE, address)
    except Exception as error:
        _log.debug("no store of passwords because=%r", error)
        return False
    return _in_system(address) == key
