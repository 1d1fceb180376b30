"""The wire: values entering or leaving the process are declared as types, which define JSON and schemas.

Structs with optional keys omit those set to UNSET. Values in `vaultsearch.core.values` need no declaration:
they are written and read by field.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from inspect import cleandoc
from pathlib import Path, PurePath
from typing import Any, TypeAlias, TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.values.note import NoteAddress
from vaultsearch.core.values.search import Completeness, Snippet, SnippetSource

__all__ = ("UNSET", "Answer", "Trouble", "UnsetType", "WireError", "Written")

T = TypeVar("T")
NamedDays: TypeAlias = tuple[str, date | None, date | None]
"""Words of a query that name days, with the first and the last of these."""


class WireError(ValueError):
    """Bytes are not the expected value."""


class Answer(Struct):
    """An answer of the program, or a part of one; its docstring and fields are its published schema."""


A = TypeVar("A", bound=Answer)


class Trouble(Struct, frozen=True, tag="trouble"):
    """An expected error: class name, sentence and remedy."""

    name: str
    sentence: str
    remedy: str

    @classmethod
    def of(cls, error: VaultSearchError) -> Trouble:
        """Return an error's trouble."""
        return cls(type(error).__name__, error.sentence, error.remedy)

    def error(self) -> VaultSearchError:
        """Return the error, in the original class if it is known here."""
        classes = [VaultSearchError]
        for each in classes:
            classes += each.__subclasses__()
        own = (each for each in classes if each.__name__ == self.name)
        return next(own, VaultSearchError)(self.sentence, self.remedy)


class Written(str):
    """A path's, day's or moment's text, dates in ISO format."""

    __slots__ = ()


def fill_answer(shape: type[A], *values: object, **computed: object) -> A:
    """Fill an answer's fields: from ``computed``, else from the first value with such an attribute.

    Nested values are converted by their attributes as well. Optional fields may stay UNSET. Raise
    msgspec.ValidationError for a missing field or wrong type.
    """
    fields: dict[str, object] = {}
    for name, key in zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True):
        if name in computed:
            if computed[name] is not UNSET:
                fields[key] = computed[name]
        elif (owner := next((value for value in values if hasattr(value, name)), None)) is not None:
            fields[key] = getattr(owner, name)
    return msgspec.convert(fields, shape, from_attributes=True, dec_hook=_from_plain)


def plain_json(value: object) -> Any:
    """Return a value as objects, lists, texts and numbers."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_to_plain)


def encode_value(value: object) -> bytes:
    """Return a value as JSON for another process, or a later process."""
    return msgspec.json.encode(value, enc_hook=_to_plain)


def decode_value(content: bytes | msgspec.Raw, shape: type[T] | Any) -> T:
    """Decode a value written by `encode_value`. Raise WireError for anything else."""
    try:
        return cast("T", msgspec.json.decode(content, type=shape, dec_hook=_from_plain))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise WireError(str(error)) from error


def convert_plain(value: object, shape: type[T] | Any) -> T:
    """Convert a part read as plain JSON. Raise WireError if it has another type."""
    try:
        return cast("T", msgspec.convert(value, shape, dec_hook=_from_plain))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise WireError(str(error)) from error


def _to_plain(value: Any) -> Any:
    """Write what JSON does not have."""
    if isinstance(value, str | PurePath):
        # Such as a `Message`, of which only its sentence leaves the process.
        return str(value)
    if callable(value):
        # A snippet that was not cut out yet.
        return value()
    raise NotImplementedError(type(value).__name__)


def _from_plain(shape: Any, value: Any) -> Any:
    """Read types JSON lacks, by the expected type."""
    if shape is Written:
        return Written(value.isoformat() if isinstance(value, date) else value)
    if shape is SnippetSource:
        return msgspec.convert(value, Snippet)
    # Paths.
    return shape(value)


@cache
def program_digest() -> str:
    """Return a digest over this program's location and installation time.

    Only processes from the same program exchange values.
    """
    # The modules of a frozen program have no files.
    file = Path(sys.executable if getattr(sys, "frozen", False) else __file__)
    # The time of installation tells two versions in the same place apart.
    identity = f"{file} {file.stat().st_mtime_ns} {sys.version}"
    return hashlib.blake2b(identity.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class NumberedNote:
    """An answer's note: the address, and the number in the session, from 1 on."""

    address: NoteAddress
    number: int


Numbered: TypeAlias = Mapping[str, NumberedNote]
"""The notes of an answer by the paths of its passages, which in a group begin with a vault's name."""


def number_notes(addresses: Mapping[str, NoteAddress]) -> Numbered:
    """Assign numbers to notes in their order, from 1 on."""
    pairs = enumerate(addresses.items(), start=1)
    return {path: NumberedNote(address, number) for number, (path, address) in pairs}


def not_indexed_yet(held: Completeness, *, settled: bool) -> str | None:
    """Compose a sentence on how many notes were searched, None if ``settled``: all that were needed."""
    if settled:
        return None
    if not held.scanned:
        return "The notes are not indexed yet."
    total = f"{held.files:,} {'file' if held.files == 1 else 'files'}"
    if held.of_words:
        return f"Indexed so far: {held.by_meaning:,} of {total} can be found by meaning."
    return f"Indexed so far: {held.by_words:,} of {total} by keywords, {held.by_meaning:,} by meaning."


def json_schema(*shapes: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return each shape's JSON Schema, and their shared definitions by name."""
    roots, definitions = msgspec.json.schema_components(
        shapes, schema_hook=lambda _: {"type": "string"}, ref_template="#/$defs/{name}"
    )
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
    inlined = [definitions[root["$ref"].rpartition("/")[2]] if "$ref" in root else root for root in roots]
    return inlined, definitions


def object_schema(shape: Any) -> Mapping[str, Any]:
    """Return an answer's JSON Schema, with definitions."""
    (schema,), definitions = json_schema(shape)
    others = {name: each for name, each in definitions.items() if each is not schema}
    return {**schema, "$defs": others} if others else schema
