"""The schemas of the commands' JSON, derived from the shapes; `vaultsearch schema` prints them."""

from __future__ import annotations

from typing import Any

from vaultsearch.service.shapes import (
    Asked,
    AssembledContext,
    Change,
    Config,
    DuplicateGroup,
    Duplicates,
    Entities,
    Evaluations,
    ExportedPassage,
    FileList,
    Found,
    History,
    Indexed,
    KnownVault,
    KnownVaults,
    Linked,
    Links,
    ListedFile,
    ListedNote,
    Model,
    Models,
    NoteChanges,
    NoteList,
    NoteRead,
    NotesRead,
    Orphan,
    Orphans,
    OwnEvaluation,
    Published,
    Related,
    RelatedListed,
    Search,
    Statistics,
    Status,
    Suggested,
    SuggestedLink,
    Summarized,
    Summary,
    Target,
    Timeline,
    Topics,
    Unresolved,
)

VERSION = 2
"""The version that each output names; a change that a program could notice raises it."""

OUTPUTS: dict[str, Any] = {
    "search": Search | Found,
    "context": AssembledContext,
    "read": NoteRead | NotesRead,
    "ask": Asked,
    "recent": NoteList | ListedNote,
    "random": NoteList | ListedNote,
    "files": FileList | ListedFile,
    "stats": Statistics,
    "timeline": Timeline,
    "vaults": KnownVaults | KnownVault,
    "index": Indexed,
    "publish": Published,
    "status": Status,
    "config": Config,
    "related": Related | RelatedListed,
    "links": Links | Linked | Suggested | SuggestedLink,
    "topics": Topics,
    "entities": Entities,
    "orphans": Orphans | Orphan,
    "unresolved": Unresolved | Target,
    "history": History,
    "diff": NoteChanges,
    "duplicates": Duplicates | DuplicateGroup,
    "summaries": Summary | Summarized,
    "evaluate": Evaluations | OwnEvaluation,
    "models list": Models | Model,
    "export": ExportedPassage,
    "watch": Change,
}
"""The shape of each command's output; of several, either."""

_UNVERSIONED = frozenset({"export"})
"""Outputs whose keys are the columns of a table."""


def schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's output, which names the version, too."""
    from pydantic import TypeAdapter

    # pydantic takes longer to import than most commands run: only the schemas need it.
    made = TypeAdapter(OUTPUTS[command]).json_schema(mode="serialization")
    # One of several shapes: each of them names the version.
    if "anyOf" in made:
        named = (made["$defs"][definition["$ref"].rpartition("/")[2]] for definition in made["anyOf"])
        made["anyOf"] = list(map(_versioned, named))
    elif command not in _UNVERSIONED:
        made = _versioned(made)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"vaultsearch {command}"}
    return head | made | head


def _versioned(shape: dict[str, Any]) -> dict[str, Any]:
    properties = {"version": {"const": VERSION}, **shape["properties"]}
    return {**shape, "properties": properties, "required": ["version", *shape["required"]]}
