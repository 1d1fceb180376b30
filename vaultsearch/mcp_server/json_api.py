"""A plain JSON interface beside the MCP server, for programs that speak no MCP: the same tools, read only.

Each operation takes its arguments as JSON by POST, or in the query by GET; `/openapi.json` describes them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent
from starlette.responses import JSONResponse
from starlette.routing import Route

from vaultsearch.mcp_server.server import package_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from vaultsearch.mcp_server.server import VaultServer

OPERATIONS = {
    "/search": "search",
    "/read": "read_document",
    "/related": "related",
    "/links": "links",
    "/topics": "topics",
    "/status": "status",
}
"""The tools by their paths."""
DESCRIPTION = "/openapi.json"
_MOST_BYTES = 1 << 20
_BAD, _TOO_LARGE = 400, 413


class _NoClient:
    """Stands in for the session of a client of the protocol."""

    client_params = None


class _PlainContext(Context[None, Any]):
    """A call by no client of the protocol: it has no session, and nobody is told of its progress."""

    @property
    def headers(self) -> Mapping[str, str]:
        """No headers, so that the numbers of its notes are those of its answer alone."""
        return {}

    @property
    def session(self) -> Any:
        """Nobody."""
        return _NoClient

    async def report_progress(self, *_: Any, **__: Any) -> None:
        """Do nothing: nobody waits for it."""


def routes(server: VaultServer) -> list[Route]:
    """Return the routes of the interface to a server's tools."""

    def answering(tool: str) -> Any:
        async def answer(request: Request) -> JSONResponse:
            try:
                arguments = await _arguments(request, await _schema(server, tool))
            except ValueError as error:
                return JSONResponse({"error": f"The request is no JSON object: {error}."}, _BAD)
            if arguments is None:
                return JSONResponse({"error": "The request is too large."}, _TOO_LARGE)
            result = await server.call_tool(tool, arguments, _PlainContext())  # type: ignore[call-arg]  # private ones
            if not isinstance(result, CallToolResult) or result.is_error:
                return JSONResponse({"error": _text(result)}, _BAD)
            return JSONResponse(result.structured_content or {"text": _text(result)})

        return answer

    async def describe(_request: Request) -> JSONResponse:
        return JSONResponse(await described(server))

    operations = [Route(path, answering(tool), methods=["GET", "POST"]) for path, tool in OPERATIONS.items()]
    return [*operations, Route(DESCRIPTION, describe, methods=["GET"])]


async def described(server: VaultServer) -> dict[str, Any]:
    """Return the description of the interface by OpenAPI 3.1."""
    tools = {tool.name: tool for tool in await server.whole_tools()}
    paths = {
        path: {
            "post": {
                "operationId": name,
                "summary": tools[name].title,
                "description": tools[name].description,
                "requestBody": {"content": {"application/json": {"schema": tools[name].input_schema}}},
                "responses": {
                    "200": {
                        "description": "The answer.",
                        "content": {"application/json": {"schema": tools[name].output_schema or {}}},
                    },
                    "400": {"description": "A sentence on the trouble, as `error`."},
                    "401": {"description": "The token is missing or unknown."},
                },
            }
        }
        for path, name in OPERATIONS.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "vaultsearch", "version": package_version()},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
    }


async def _schema(server: VaultServer, tool: str) -> Mapping[str, Any]:
    listed = await server.list_tools()
    return next(each.input_schema for each in listed if each.name == tool)


async def _arguments(request: Request, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a request's arguments, None if it is too large. Raise ValueError for anything else."""
    if request.method == "GET":
        properties: Mapping[str, Any] = schema["properties"]
        return {
            name: _read(values, properties.get(name, {}))
            for name in request.query_params
            if (values := request.query_params.getlist(name))
        }
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BYTES:
            return None
    arguments = json.loads(body or b"{}")
    if not isinstance(arguments, dict):
        raise ValueError(type(arguments).__name__)
    return arguments


def _read(values: list[str], schema: Mapping[str, Any]) -> Any:
    """Return the arguments of a request, None if it is too large. Raise ValueError if they are none."""
    kinds = {schema.get("type"), *(each.get("type") for each in schema.get("anyOf", ()))}
    if "array" in kinds and len(values) > 1:
        return values
    if "string" in kinds:
        return values[-1]
    try:
        return json.loads(values[-1])
    except ValueError:
        return values[-1]


def _text(result: Any) -> str:
    return " ".join(part.text for part in getattr(result, "content", ()) if isinstance(part, TextContent))
