"""A plain JSON interface beside the MCP server, for programs without MCP: the same tools, read only.

Each operation takes arguments as JSON by POST, or in the query by GET; `/openapi.json` describes them. Those
that get better as they go are streamed to who accepts events.
Specifications: https://spec.openapis.org/oas/v3.1.0; https://html.spec.whatwg.org/#server-sent-events.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from mcp.types import CallToolResult, TextContent
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from vaultsearch.mcp_server.arguments import CODE, parse_json
from vaultsearch.mcp_server.http_transport import refusal_response
from vaultsearch.mcp_server.search_tools import ProgramContext
from vaultsearch.mcp_server.server import VaultServer, package_version
from vaultsearch.mcp_server.shapes import ChangedNotes
from vaultsearch.service.wire import Answer, object_schema, plain_json

_log = logging.getLogger(__name__)

OPERATIONS = {
    "/search": "search",
    "/search_passage": "search_passage",
    "/suggest": "suggest",
    "/ask": "ask",
    "/read": "read_document",
    "/related": "related",
    "/links": "links",
    "/topics": "topics",
    "/status": "status",
}
"""The tools by their paths."""
_IN_WINDOW = {"/open": "open_in_window"}
"""Those of a window that serves its vault."""
_STREAMED = ("search", "ask")
DESCRIPTION, EVENTS = "/openapi.json", "/events"
_EVENT_STREAM = "text/event-stream"
_STREAM_DESCRIPTION = "Events: `better` with an answer so far, `answer` with the last, or `error`."
_EVENTS_DESCRIPTION = "Events: `ready` once, then `changed` with notes whose new text can be searched."
_MAX_BODY_BYTES = 1 << 20
_ERROR_DESCRIPTIONS = {
    "400": "The request can't be answered: an unknown argument, an unfit value, no such note.",
    "401": "The token is missing or unknown.",
    "403": "A page of this origin may not ask.",
    "404": "There is no such path.",
    "405": "The method is neither GET nor POST.",
    "413": "The request is too large.",
    "421": "The host has another name.",
    "500": "An error of the program; its log says more.",
}
_ERROR_SCHEMA = {
    "type": "object",
    "description": "A trouble: a sentence to a person, and a code to a program.",
    "properties": {"error": {"type": "string"}, "code": {"type": "string"}},
    "required": ["error", "code"],
}


def make_routes(server: VaultServer, *, window: bool = False) -> list[Route]:
    """Return routes to a server's tools; ``window`` tells whether one serves."""
    tools = OPERATIONS | (_IN_WINDOW if window else {})

    def guarded(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            try:
                return await answer(request)
            except ClientDisconnect:
                return Response()
            except Exception:
                # The text of an error may quote a note: it goes to the log alone.
                _log.exception("not answered path=%s", request.url.path)
                return refusal_response(_BUG, 500)

        return respond

    async def answer(request: Request) -> Response:
        return await _answer_request(server, tools[request.url.path], request)

    async def describe(_request: Request) -> Response:
        return JSONResponse(await describe_api(server, tools))

    async def changed_notes() -> AsyncGenerator[bytes]:
        async with server.changes.changed_paths() as changes:
            yield _event("ready", b"{}")
            while True:
                paths = ChangedNotes(await changes.get())
                yield _event("changed", json.dumps(plain_json(paths), ensure_ascii=False).encode())

    async def follow(_request: Request) -> Response:
        return _event_response(changed_notes())

    return [
        *(Route(path, guarded(answer), methods=["GET", "POST"]) for path in tools),
        Route(EVENTS, guarded(follow), methods=["GET"]),
        Route(DESCRIPTION, guarded(describe), methods=["GET"]),
    ]


_BUG = "Something went wrong; the program's log says more."


async def _answer_request(server: VaultServer, tool: str, request: Request) -> Response:
    try:
        schema = next(each.input_schema for each in await server.every_tool() if each.name == tool)
        arguments = await _read_arguments(request, schema)
    except ValueError as error:
        return refusal_response(
            f"The request is no JSON object: {error}. See /openapi.json.", 400, "no_json_object"
        )
    if arguments is None:
        return refusal_response("The request is too large; send less than a megabyte.", 413, "too_large")
    if tool in _STREAMED and _EVENT_STREAM in request.headers.get("accept", ""):
        return _event_response(_answers(server, tool, arguments))

    async def wait_until_left() -> None:
        # The body was read.
        while (await request.receive())["type"] != "http.disconnect":
            pass

    calling = asyncio.create_task(_call(server, tool, arguments))
    leaving = asyncio.create_task(wait_until_left())
    try:
        await asyncio.wait((calling, leaving), return_when=asyncio.FIRST_COMPLETED)
        return calling.result() if calling.done() else Response()
    finally:
        # Whoever has gone wants no answer: the language model's connection is closed, too.
        calling.cancel()
        leaving.cancel()


async def _call(
    server: VaultServer,
    tool: str,
    arguments: dict[str, Any],
    send: Callable[[Answer], Awaitable[None]] | None = None,
) -> JSONResponse:
    """Call a tool, whose preliminary answers go to ``send``."""
    result = await server.call_tool(tool, arguments, ProgramContext(send=send))  # type: ignore[call-arg]  # private ones
    if not isinstance(result, CallToolResult) or result.is_error:
        return refusal_response(
            _text_of_result(result), 400, (getattr(result, "meta", None) or {}).get(CODE, "bad_request")
        )
    return JSONResponse(result.structured_content or {"text": _text_of_result(result)})


async def _answers(server: VaultServer, tool: str, arguments: dict[str, Any]) -> AsyncGenerator[bytes]:
    """Yield a tool's preliminary answers and the last, as events."""
    better: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(answer: Answer) -> None:
        better.put_nowait(_event("better", json.dumps(plain_json(answer), ensure_ascii=False).encode()))

    async def last() -> bytes:
        try:
            answer = await _call(server, tool, arguments, send)
        except Exception:
            _log.exception("not answered tool=%s", tool)
            answer = refusal_response(_BUG, 500)
        return _event("answer" if answer.status_code < 400 else "error", bytes(answer.body))

    calling = asyncio.create_task(last())
    calling.add_done_callback(lambda done: None if done.cancelled() else better.put_nowait(done.result()))
    try:
        while not (calling.done() and better.empty()):
            yield await better.get()
    finally:
        calling.cancel()


def _event(name: str, data: bytes) -> bytes:
    """Write an event; JSON has no line breaks, which would end the data."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


def _event_response(events: AsyncGenerator[bytes]) -> StreamingResponse:
    async def closing() -> AsyncIterable[bytes]:
        # Closed at once when a client has gone, not when somebody collects the garbage.
        async with aclosing(events):
            async for event in events:
                yield event

    return StreamingResponse(closing(), media_type=_EVENT_STREAM, headers={"cache-control": "no-store"})


async def describe_api(server: VaultServer, operations: Mapping[str, str]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 description."""
    tools = {tool.name: tool for tool in await server.every_tool()}
    schemas: dict[str, Any] = {"Error": _ERROR_SCHEMA}
    paths: dict[str, Any] = {}
    for path, name in operations.items():
        tool = tools[name]
        given, answer = (
            _share_definitions(schema or {}, schemas) for schema in (tool.input_schema, tool.output_schema)
        )
        both = {
            "summary": tool.title,
            "description": tool.description,
            "responses": _describe_responses(
                _json_content(answer)
                | (_event_content(answer, _STREAM_DESCRIPTION) if name in _STREAMED else {})
            ),
        }
        paths[path] = {
            "get": {**both, "operationId": f"get_{name}", "parameters": _describe_parameters(given)},
            "post": {**both, "operationId": name, "requestBody": {"content": _json_content(given)}},
        }
    events = _event_content(object_schema(ChangedNotes), _EVENTS_DESCRIPTION)
    itself = _json_content({"type": "object"})
    for path, name, summary, content in (
        (EVENTS, "events", "What changes", events),
        (DESCRIPTION, "describe", "This description", itself),
    ):
        get = {"operationId": name, "summary": summary, "responses": _describe_responses(content)}
        paths[path] = {"get": get}
    return {
        "openapi": "3.1.0",
        "info": {"title": "vaultsearch", "version": package_version() or "0"},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _describe_responses(content: Mapping[str, Any]) -> dict[str, Any]:
    error = _json_content({"$ref": "#/components/schemas/Error"})
    errors = {code: {"description": text, "content": error} for code, text in _ERROR_DESCRIPTIONS.items()}
    return {"200": {"description": "The answer.", "content": content}, **errors}


def _event_content(data: Mapping[str, Any], description: str) -> dict[str, Any]:
    # OpenAPI 3.1 has no schema for the events of a stream: the data of each is described beside it.
    return {_EVENT_STREAM: {"schema": {"type": "string", "description": description, "x-data": data}}}


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


def _share_definitions(schema: Mapping[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Move a schema's definitions to the shared ones; their names are those of classes, each of its own."""
    pointed = json.dumps(schema).replace('"#/$defs/', '"#/components/schemas/')
    shared: dict[str, Any] = json.loads(pointed)
    schemas |= shared.pop("$defs", {})
    return shared


async def _read_arguments(request: Request, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a request's arguments, None if it is too large. Raise ValueError for anything else."""
    if request.method != "POST":  # HEAD as well
        properties: Mapping[str, Any] = schema["properties"]

        def read_value(name: str) -> Any:
            # A list's values, or the last value: tools read numbers, truth values and JSON from texts.
            values, own = request.query_params.getlist(name), properties.get(name, {})
            is_list = any("array" in each.get("type", ()) for each in (own, *own.get("anyOf", ())))
            return values if is_list and len(values) > 1 else values[-1]

        return {name: read_value(name) for name in request.query_params}
    body = b""
    async for part in request.stream():
        body += part
        # While it arrives, as its announced length may be a lie.
        if len(body) > _MAX_BODY_BYTES:
            return None
    arguments = parse_json(body or b"{}")
    if not isinstance(arguments, dict):
        raise ValueError(type(arguments).__name__)
    return arguments


def _text_of_result(result: Any) -> str:
    return " ".join(part.text for part in getattr(result, "content", ()) if isinstance(part, TextContent))
