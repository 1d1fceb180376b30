"""A plain JSON interface beside the MCP server, for programs without MCP: the same tools, read only.

Each operation takes arguments as JSON by POST, or in the query by GET; `/openapi.json` describes them.
Specification: https://spec.openapis.org/oas/v3.1.0.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent
from starlette.responses import JSONResponse
from starlette.routing import Route

from vaultsearch.mcp_server.arguments import CODE
from vaultsearch.mcp_server.http_transport import refusal_response
from vaultsearch.mcp_server.server import package_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from vaultsearch.mcp_server.server import VaultServer

_log = logging.getLogger(__name__)

OPERATIONS = {
    "/search": "search",
    "/suggest": "suggest",
    "/read": "read_document",
    "/related": "related",
    "/links": "links",
    "/topics": "topics",
    "/status": "status",
}
"""The tools by their paths."""
DESCRIPTION = "/openapi.json"
_MAX_BODY_BYTES = 1 << 20
_ERROR_DESCRIPTIONS = {
    "400": "The request can't be answered: an unknown argument, an unfit value, no such note.",
    "401": "The token is missing or unknown.",
    "404": "There is no such path.",
    "405": "The method is neither GET nor POST.",
    "413": "The request is too large.",
    "500": "An error of the program; its log says more.",
}
_ERROR_SCHEMA = {
    "type": "object",
    "description": "A trouble: a sentence to a person, and a code to a program.",
    "properties": {"error": {"type": "string"}, "code": {"type": "string"}},
    "required": ["error", "code"],
}


class _NoClient:
    """Stands in for a protocol client's session."""

    client_params = None


class _PlainContext(Context[None, Any]):
    """A call without a protocol client: no session, no progress reports."""

    @property
    def headers(self) -> Mapping[str, str]:
        """No headers, so note numbers belong to this answer alone."""
        return {}

    @property
    def session(self) -> Any:
        """Nobody."""
        return _NoClient

    async def report_progress(self, *_: Any, **__: Any) -> None:
        """Do nothing: nobody waits for it."""


def make_routes(server: VaultServer) -> list[Route]:
    """Return routes to a server's tools."""

    def answering(tool: str) -> Any:
        async def answer(request: Request) -> JSONResponse:
            try:
                return await _answer_request(server, tool, request)
            except Exception:
                # The text of an error may quote a note: it goes to the log alone.
                _log.exception("not answered tool=%s", tool)
                return refusal_response("Something went wrong; the program's log says more.", 500)

        return answer

    async def describe(_request: Request) -> JSONResponse:
        return JSONResponse(await describe_api(server))

    operations = [Route(path, answering(tool), methods=["GET", "POST"]) for path, tool in OPERATIONS.items()]
    return [*operations, Route(DESCRIPTION, describe, methods=["GET"])]


async def _answer_request(server: VaultServer, tool: str, request: Request) -> JSONResponse:
    try:
        schema = next(each.input_schema for each in await server.every_tool() if each.name == tool)
        arguments = await _read_arguments(request, schema)
    except ValueError as error:
        return refusal_response(f"The request is no JSON object: {error}.", 400, "no_json_object")
    if arguments is None:
        return refusal_response("The request is too large.", 413, "too_large")
    result = await server.call_tool(tool, arguments, _PlainContext())  # type: ignore[call-arg]  # private ones
    if not isinstance(result, CallToolResult) or result.is_error:
        return refusal_response(
            _text_of_result(result), 400, (getattr(result, "meta", None) or {}).get(CODE, "")
        )
    return JSONResponse(result.structured_content or {"text": _text_of_result(result)})


async def describe_api(server: VaultServer) -> dict[str, Any]:
    """Return the OpenAPI 3.1 description."""
    tools = {tool.name: tool for tool in await server.every_tool()}
    schemas: dict[str, Any] = {"Error": _ERROR_SCHEMA}
    paths: dict[str, Any] = {}
    for path, name in OPERATIONS.items():
        tool = tools[name]
        given, answer = (
            _share_definitions(name, schema or {}, schemas)
            for schema in (tool.input_schema, tool.output_schema)
        )
        both = {
            "summary": tool.title,
            "description": tool.description,
            "responses": _describe_responses(answer),
        }
        paths[path] = {
            "get": {**both, "operationId": f"get_{name}", "parameters": _describe_parameters(given)},
            "post": {**both, "operationId": name, "requestBody": {"content": _json_content(given)}},
        }
    itself = {
        "operationId": "describe",
        "summary": "This description",
        "responses": _describe_responses({"type": "object"}),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "vaultsearch", "version": package_version() or "0"},
        "paths": {**paths, DESCRIPTION: {"get": itself}},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _describe_responses(answer: Mapping[str, Any]) -> dict[str, Any]:
    error = _json_content({"$ref": "#/components/schemas/Error"})
    errors = {
        status: {"description": told_by, "content": error} for status, told_by in _ERROR_DESCRIPTIONS.items()
    }
    return {"200": {"description": "The answer.", "content": _json_content(answer)}, **errors}


def _json_content(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _describe_parameters(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe query parameters; repeat a list's parameter for each value."""
    return [
        {
            "name": name,
            "in": "query",
            "required": name in given.get("required", ()),
            "description": schema.get("description", ""),
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in given["properties"].items()
    ]


def _share_definitions(tool: str, schema: Mapping[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Move a schema's definitions to the shared ones, under the tool's name if they conflict."""
    definitions: Mapping[str, Any] = schema.get("$defs", {})
    names = {
        name: name if schemas.get(name, definition) == definition else f"{tool}.{name}"
        for name, definition in ((name, _point_references(each, {})) for name, each in definitions.items())
    }
    schemas |= {names[name]: _point_references(definition, names) for name, definition in definitions.items()}
    shared: dict[str, Any] = _point_references(
        {k: value for k, value in schema.items() if k != "$defs"}, names
    )
    return shared


def _point_references(schema: Any, names: Mapping[str, str]) -> Any:
    """Point a schema's references to the shared definitions."""
    if isinstance(schema, list):
        return [_point_references(element, names) for element in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _point_references(value, names) for key, value in schema.items()}
    if isinstance(reference := schema.get("$ref"), str):
        name = reference.rpartition("/")[2]
        changed["$ref"] = f"#/components/schemas/{names.get(name, name)}"
    return changed


async def _read_arguments(request: Request, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a request's arguments, None if it is too large. Raise ValueError for anything else."""
    if request.method == "GET":
        properties: Mapping[str, Any] = schema["properties"]
        return {
            name: _read_query_value(values, properties.get(name, {}))
            for name in request.query_params
            if (values := request.query_params.getlist(name))
        }
    body = b""
    async for part in request.stream():
        body += part
        # While it arrives, as its announced length may be a lie.
        if len(body) > _MAX_BODY_BYTES:
            return None
    arguments = _parse_json(body or b"{}")
    if not isinstance(arguments, dict):
        raise ValueError(type(arguments).__name__)
    return arguments


def _read_query_value(values: list[str], schema: Mapping[str, Any]) -> Any:
    """Return a query parameter as the schema expects: several values, a text, or JSON."""
    types = [each.get("type", ()) for each in (schema, *schema.get("anyOf", ()))]
    kinds = {kind for each in types for kind in ([each] if isinstance(each, str) else each)}
    if "array" in kinds and (len(values) > 1 or not ("string" in kinds or values[0].startswith("["))):
        return values
    if "string" in kinds:
        return values[-1]
    try:
        return _parse_json(values[-1])
    except ValueError:
        return values[-1]


def _parse_json(written: str | bytes) -> Any:
    """Return what is written as JSON. Raise ValueError for what is none, or too deep to be read."""
    try:
        return json.loads(written)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _text_of_result(result: Any) -> str:
    return " ".join(part.text for part in getattr(result, "content", ()) if isinstance(part, TextContent))
