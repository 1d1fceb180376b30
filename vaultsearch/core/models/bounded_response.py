"""Bound server responses: not compressed, and limited in length; imported late, like httpx2."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

MAX_BYTES = 10_000_000
"""Maximum bytes in an answer: 64 texts' vectors of 4,096 numbers take 7 MB."""


async def bound_response(response: httpx2.Response) -> None:
    """Limit reading from a response; raise httpx2.DecodingError if compressed: 1 KB unpacks to 1 MB."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise httpx2.DecodingError("a packed answer", request=response.request)
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _BoundedStream(response.stream)


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        received = 0
        async for part in self._stream:
            received += len(part)
            if received > MAX_BYTES:
                raise httpx2.DecodingError("an answer that is too long")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
