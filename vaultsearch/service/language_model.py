"""The language model that the settings name: one client of its server, for all that asks it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.installation import has_extra, how_to_add
from vaultsearch.core.models.chat_client import ChatClient, Endpoint
from vaultsearch.core.worker import in_thread
from vaultsearch.settings import model_keys, settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultsearch.core.parameters import Parameters


def configured_endpoint(address: str, model: str) -> Endpoint:
    """Return the endpoint at an address, with its key and the hosts that the user agreed to.

    Raises:
        ModelNotSetError: Address or model is empty.
        SettingsError: It is no address of a server.
        ModelUnavailableError: The extra is not installed.
    """
    endpoint = Endpoint.from_address(address, model)
    if not has_extra("ask"):
        raise ModelUnavailableError("A language model needs the extra “ask”.", how_to_add("ask"))
    return replace(
        endpoint,
        key=model_keys.load_key(endpoint.base_url),
        allowed_hosts=frozenset(settings.load().model_hosts),
    )


def allow_host(host: str) -> None:
    """Allow questions and passages to be sent to a host, from now on."""
    hosts = (*settings.load().model_hosts, host.strip().lower())
    settings.change(model_hosts=tuple(dict.fromkeys(hosts)))


class LanguageModel:
    """Holds the client of a server; ``named`` returns the address and the model that the settings name."""

    def __init__(self, named: Callable[[], tuple[str, str]]) -> None:
        self._named = named
        self._client: ChatClient | None = None
        self._renewing = asyncio.Lock()

    @classmethod
    def for_chat(cls, parameters: Parameters) -> LanguageModel:
        """Return the model that answers."""
        return cls(lambda: (parameters.ask.base_url, parameters.ask.model))

    @classmethod
    def for_reranking(cls, parameters: Parameters) -> LanguageModel:
        """Return the model that scores passages, at an address of its own."""
        return cls(lambda: (parameters.ask.rerank_url, parameters.ask.rerank_model))

    async def client(self) -> ChatClient:
        """Return the client of the endpoint as it is set now; the same one as long as that is the same.

        Raises as `configured_endpoint` does.
        """
        async with self._renewing:
            endpoint = await in_thread(lambda: configured_endpoint(*self._named()))
            if self._client is None or self._client.endpoint != endpoint:
                await self.close()
                self._client = ChatClient(endpoint)
            return self._client

    async def close(self) -> None:
        """Close the connections to the server."""
        if self._client is not None:
            await self._client.close()
