"""Validate the output of commands against the schemas that the program publishes, to the last key."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import jsonschema

from vaultsearch.service.shapes import OUTPUTS, output_schema


def validate(words: Sequence[str], output: str) -> None:
    """Validate the output of a command if it was asked for JSON; raise if a key is unknown or lacks."""
    if not output or not {"--json", "json", "jsonl"} & set(words):
        return
    name = next(name for name in OUTPUTS if tuple(words[: len(name.split())]) == tuple(name.split()))
    outputs = output.splitlines() if "jsonl" in words or name == "watch" else [output]
    for one in outputs:
        jsonschema.Draft202012Validator(_exact(name)).validate(json.loads(one))


@cache
def _exact(name: str) -> Any:
    return _closed(output_schema(name))


def _closed(part: Any) -> Any:
    """Forbid what a schema does not name: programs that read it may meet more in a later version."""
    if isinstance(part, list):
        return [_closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _closed(one) for key, one in part.items()}
    is_shape = isinstance(part.get("properties"), dict) and part.get("type") == "object"
    return {"additionalProperties": False, **closed} if is_shape else closed
