"""An index's status, cached in the index folder: computing it imports the database. Light to import."""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from vaultsearch.core.files import expand_home, is_folder, write_atomically
from vaultsearch.core.index.writer_lock import WRITER_FILES, writer_of
from vaultsearch.core.parameters import Parameters
from vaultsearch.core.values.sync import IndexStatus
from vaultsearch.service.wire import WireError, decode_value, encode_value, program_digest
from vaultsearch.settings import settings

_log = logging.getLogger(__name__)

_STATUS_FILE = "status.json"
_MAX_BYTES = 16 << 20
"""The folder may have come from another computer: what is longer is cut, and then no status."""


class _Cached(Struct, frozen=True):
    """A status, and a digest over everything it depends on."""

    key: str
    status: IndexStatus


class CachedStatus:
    """The status last computed by a reader, valid until anything it depends on changes.

    This includes every file in the index folder (a commit to a table adds some), the parameters, the
    installed packages and models, and the program itself.
    """

    def __init__(self, index: Path, parameters: Parameters) -> None:
        self._index = index
        self._parameters = parameters
        # Before the status is computed: a change meanwhile must not count as part of it.
        self._key, self._bytes = self._state()

    def current(self) -> IndexStatus | None:
        """Return the status as it is now, None if it has to be computed."""
        try:
            with (self._index / _STATUS_FILE).open("rb") as file:
                content = file.read(_MAX_BYTES)
            cached: _Cached = decode_value(content, _Cached)
        except FileNotFoundError:
            return None
        # Whatever is wrong with the file, the index itself has the answer.
        except (OSError, WireError) as error:
            _log.info("no cached status because=%s", error)
            return None
        if cached.key != self._key:
            return None
        status, writer = cached.status, writer_of(self._index)
        is_away = not (status.published or is_folder(status.vault))
        return replace(status, writer=writer, index_bytes=self._bytes, is_away=is_away)

    def write(self, status: IndexStatus) -> None:
        """Cache a status computed after this was made, if the disk allows it."""
        with suppress(OSError, UnicodeError):
            write_atomically(self._index / _STATUS_FILE, encode_value(_Cached(self._key, status)))

    def _state(self) -> tuple[str, int]:
        """Return a digest over everything a status depends on, and the index size in bytes."""
        settings_in_force = [(s.parameter.name, s.value) for s in self._parameters.settings()]
        digest = hashlib.blake2b(repr((program_digest(), str(self._index), settings_in_force)).encode())
        size = 0
        files = (Path(folder, name) for folder, _, names in os.walk(self._index) for name in names)
        for file in sorted(map(str, files)):
            stamp = _file_stamp(Path(file))
            size += stamp[0] if stamp is not None else 0
            if stamp is not None and Path(file).name not in (_STATUS_FILE, *WRITER_FILES):
                digest.update(repr((file, stamp)).encode())
        # A model of the settings may be a folder of the user's.
        folders = [expand_home(value) for _, value in settings_in_force if isinstance(value, str) and value]
        # As the hub's library computes its folder; to import it takes .1 s.
        named = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
        caches = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
        hub = expand_home(named or Path(os.environ.get("HF_HOME") or caches / "huggingface") / "hub")
        for folder in (
            # The others change for reasons that are none, such as the folder that a command is called in.
            *(Path(entry) for entry in sys.path if entry.endswith("packages")),
            *(folder for folder in folders if folder.is_absolute()),
            *(settings.models_folder(), hub, *sorted(hub.glob("models--*/snapshots/*"))),
        ):
            digest.update(repr((str(folder), _file_stamp(folder))).encode())
        return digest.hexdigest(), size


def _file_stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino
