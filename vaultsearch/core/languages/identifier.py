"""py3langid's model, unpacked once and memory-mapped by every process."""

from __future__ import annotations

import hashlib
import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING, Any

from vaultsearch.core.languages.names import LANGUAGE_NAMES

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_LAYOUT = 1
"""Incremented when the format of the unpacked files changes."""
_TABLES = ("moves", "weights", "rows", "features", "priors")
_RECORD = "unpacked.json"
_loading = Lock()
"""Several vaults load it at once, and each would unpack it."""


def load_identifier(models: Path | None) -> LanguageIdentifier:
    """Load the identifier of the supported languages, with normalized probabilities for texts of any length.

    Its 52 MB are kept unpacked below ``models``: unpacking takes most of a second, and the memory is not
    shared between processes. Without a folder, or if it is not writable, they are unpacked each time.
    """
    with _loading:
        return _loaded(models)


@cache
def _loaded(models: Path | None) -> LanguageIdentifier:
    if models is None:
        return _unpacked()
    folder = models / f"languages-{_fingerprint()}-{_LAYOUT}"
    try:
        if not _is_intact(folder):
            _keep(_unpacked(), folder)
        return _mapped(folder)
    except (OSError, ValueError):  # not writable, or another process is unpacking the same
        return _unpacked()


def _unpacked() -> LanguageIdentifier:
    import numpy as np
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(LANGUAGE_NAMES))
    # WORKAROUND py3langid 0.4: choosing languages leaves each feature's row scattered over the table, and
    # gathering the rows took a third of the time that telling a passage's language takes.
    identifier.nb_ptc = np.ascontiguousarray(identifier.nb_ptc)
    return identifier


def _mapped(folder: Path) -> LanguageIdentifier:
    # WORKAROUND py3langid 0.4: it unpacks its model in each process. The names and types of the tables in
    # `_mapped` and `_keep` are those of its own attributes, which it does not document.
    import numpy as np
    from py3langid.langid import LanguageIdentifier

    tables: dict[str, Any] = {
        name: np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r")) for name in _TABLES
    }
    identifier = LanguageIdentifier(
        tables["weights"],
        np.array(tables["priors"]),
        json.loads((folder / _RECORD).read_text(encoding="utf-8"))["languages"],
        memoryview(tables["moves"]),
        memoryview(tables["features"]),
        norm_probs=True,
        tk_row=(),
    )
    # WORKAROUND py3langid 0.4: it makes two lists of a number for each of its 104,583 states, 8 MB. Of equal
    # numbers that are held once, one list takes 2 MB; an array would make reading slower by an eighth.
    identifier.tk_row = tables["rows"]
    shared: dict[int, int] = {}
    identifier._rowbase = [
        shared.setdefault(start, start) for start in (row << 8 for row in memoryview(tables["rows"]))
    ]
    return identifier


def _keep(identifier: LanguageIdentifier, folder: Path) -> None:
    """Write a model's tables, then the record of their digests, in one atomic rename. Can raise OSError."""
    import numpy as np

    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = Path(mkdtemp(prefix=f"{folder.name}.", suffix=".tmp", dir=folder.parent))
    try:
        values = (
            identifier.tk_nextmove,
            identifier.nb_ptc,
            identifier.tk_row,
            np.asarray(identifier.tk_output, dtype=np.int32),
            identifier.nb_pc,
        )
        for name, value in zip(_TABLES, values, strict=True):
            np.save(temporary / f"{name}.npy", np.asarray(value), allow_pickle=False)
        record = {"languages": identifier.nb_classes, "sha256": _digests(temporary)}
        (temporary / _RECORD).write_text(json.dumps(record), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _is_intact(folder: Path) -> bool:
    """Return whether the files match their recorded digests; reads them whole."""
    try:
        record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
        return isinstance(record, dict) and record.get("sha256") == _digests(folder)
    except (OSError, ValueError):
        return False


def _digests(folder: Path) -> dict[str, str]:
    digests = {}
    for name in _TABLES:
        with (folder / f"{name}.npy").open("rb") as stream:
            digests[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return digests


def _fingerprint() -> str:
    """Hash the model's version and the selection of languages."""
    from importlib.metadata import version

    description = f"{version('py3langid')} {' '.join(sorted(LANGUAGE_NAMES))}"
    return hashlib.blake2b(description.encode(), digest_size=6).hexdigest()
