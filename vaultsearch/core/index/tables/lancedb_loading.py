"""Import lancedb without unused parts, which take most of the import time."""

from __future__ import annotations

import ctypes
import dataclasses
import importlib
import os
import sys
import types
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_LEFT_OUT = (
    # The clients of its cloud and of catalogues, with some two hundred classes for their messages.
    *("lance_namespace", "lance_namespace_urllib3_client", "lancedb.namespace", "lancedb.remote"),
    # Models that compute vectors, functions that fill columns, tables described by pydantic's classes.
    *("lancedb.embeddings", "lancedb.functions", "lancedb.pydantic"),
    *("pyarrow.dataset", "pyarrow.fs"),  # read folders of files, also in clouds
    "overrides",  # compares the signatures of all methods with those of their base classes
    # Checks the types of queries; its own import and that of six classes take a quarter of the time.
    "pydantic",
)
_SHARED_LIBRARIES = (
    *(("pyarrow", "libarrow.so.*"), ("pyarrow", "libarrow_python.so.*"), ("pyarrow", "lib.*.so")),
    ("lancedb", "_lancedb*.so"),
)
"""The slowest to load, among 300 MB, by package; each before those linking to it."""
_DEFERRED = ("pyarrow.compute",)
"""Modules imported when first used."""


def load_lancedb() -> Any:
    """Import lancedb and return the module.

    WORKAROUND lancedb 0.40: importing it imports all unused parts, too. Empty classes replace them during the
    import; afterwards, a plain import finds the real ones. This depends on which modules import them, on
    `list_tables`, which answers with such a class, on `add`, which asks a registry for embedding functions,
    and on queries, whose classes become plain dataclasses.
    """
    # WORKAROUND lancedb 0.40: without this, listing the indices warns in the terminal.
    os.environ.setdefault("LANCE_INCLUDE_VECTOR_CENTROIDS", "false")
    # Of damage, the program says what to do; lancedb warned of each file on the terminal.
    os.environ.setdefault("LANCEDB_LOG", "error")
    # Arrow's own pool keeps some 20 MB of freed memory; the system's returns it when asked to.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # It may have been imported without the stand-ins, by a script that uses it itself.
    if "lancedb" in sys.modules:
        return sys.modules["lancedb"]
    # An import holds the interpreter's lock while a library is read and linked, and the window freezes;
    # ctypes releases it. On Windows no file matches.
    for package, pattern in _SHARED_LIBRARIES:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for library in Path(folder).glob(pattern):
                with suppress(OSError):  # the import tells what is wrong with it
                    ctypes.CDLL(str(library))
    stand_ins = _StandIns()
    sys.meta_path.insert(0, stand_ins)
    try:
        import lancedb
    finally:
        sys.meta_path.remove(stand_ins)
        # Other packages may need the real ones: pyarrow.dataset and pydantic are imported as usual after
        # this.
        for name in [name for name, module in sys.modules.items() if isinstance(module, _StandIn)]:
            del sys.modules[name]
    return lancedb


class _Bare(Exception):  # noqa: N818 - some of the classes are caught as errors
    """An object with the given attributes: table names are listed in such an object."""

    def __init__(self, **values: object) -> None:
        super().__init__()
        vars(self).update(values)


class _NoFunctions:
    """A registry without embedding functions."""

    @classmethod
    def get_instance(cls) -> _NoFunctions:
        return cls()

    @staticmethod
    def parse_functions(_metadata: object) -> dict[str, object]:
        return {}


_GIVEN: dict[str, Any] = {
    "EmbeddingFunctionRegistry": _NoFunctions,
    "EnforceOverrides": type("EnforceOverrides", (), {}),
    "override": lambda decorated: decorated,
    "dataclasses": dataclasses,
    "Field": lambda default, *, kw_only=False: dataclasses.field(default=default, kw_only=kw_only),
}
"""The names needing more than an empty class."""


class _StandIn(types.ModuleType):
    """A module with an empty class under every name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        # A class of its own under each name: type annotations and `except` clauses of lancedb refer to them.
        bare = _GIVEN.get(name) or type(name, (_Bare,), {})
        setattr(self, name, bare)
        return bare


class _Deferred(_StandIn):
    """A module imported when an attribute is first needed."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


class _StandIns(MetaPathFinder, Loader):
    """Finds a stand-in for each omitted module."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        # A part of pydantic is only left out with the whole: some process may have imported that before.
        within = isinstance(sys.modules.get(name.rpartition(".")[0]), _StandIn)
        left_out = within or name in _LEFT_OUT or name in _DEFERRED
        return ModuleSpec(name, self, is_package=True) if left_out else None

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return (_Deferred if spec.name in _DEFERRED else _StandIn)(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass
