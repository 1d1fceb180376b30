"""Access language model servers: keys, hosts allowed by the user, and a client each."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError, SettingsError
from vaultsearch.core.files import restrict_file, write_atomically
from vaultsearch.core.installation import describe_how_to_add, has_extra
from vaultsearch.core.messages import Message
from vaultsearch.core.models.chat_client import ChatClient, ConsentNeededError, Endpoint, EndpointError
from vaultsearch.core.threads import in_thread
from vaultsearch.core.values.context import EndpointReport
from vaultsearch.settings import settings

_SERVICE = "vaultsearch"
_REMEMBERED_S = 60.0
"""Seconds for which a key is not read again."""
_read: dict[str, tuple[str, float]] = {}
"""The keys that were read, by address, each with the time of that."""
_log = logging.getLogger(__name__)


def keys_file() -> Path:
    """Return the file for keys the system's store does not take."""
    return settings.settings_file().with_name("model-keys.json")


def load_key(address: str) -> str:
    """Return the key for an endpoint's address, or "".

    A key read lately is not read again: the system's store may take a while, or ask.
    """
    key, read = _read.get(address, ("", -_REMEMBERED_S))
    if time.monotonic() - read >= _REMEMBERED_S:
        # Without a store of passwords, or before one was installed, keys went to the file.
        key = _in_system(address) or _in_file().get(address, "")
        _read[address] = key, time.monotonic()
    return key


def store_key(address: str, key: str) -> None:
    """Store an endpoint's key by address; "" deletes it. Raises OSError, or SettingsError for no key."""
    if not re.fullmatch("[!-~]*", key):
        raise SettingsError("A key has no spaces, and no other letters than a to z.", "Copy it once more.")
    _read.pop(address, None)
    in_file = {other: own for other, own in _in_file().items() if other != address}
    if not _stored_in_system(address, key) and key:
        in_file[address] = key
    if in_file:
        write_atomically(keys_file(), json.dumps(in_file), make_folder=True)
        restrict_file(keys_file())
    else:
        keys_file().unlink(missing_ok=True)


def _in_file() -> dict[str, str]:
    # A file that holds anything else holds no keys.
    with suppress(OSError, ValueError, AttributeError, RecursionError):
        stored = json.loads(keys_file().read_text("utf-8"))
        return {str(address): str(key) for address, key in stored.items()}
    return {}


def _in_system(address: str) -> str:
    try:
        import keyring

        return keyring.get_password(_SERVICE, address) or ""
    except Exception as error:
        # Each system's store has errors of its own, and some have no common base.
        _log.debug("no store of passwords because=%r", error)
        return ""


def _stored_in_system(address: str, key: str) -> bool:
    """Store a key, or delete it; return False if the system's store does not hold it afterwards."""
    try:
        import keyring

        if key:
            keyring.set_password(_SERVICE, address, key)
        elif keyring.get_password(_SERVICE, address) is not None:
            keyring.delete_password(_SERVICE, address)
    except Exception as error:
        # As above; the key then goes to the file.
        _log.debug("no store of passwords because=%r", error)
        return False
    return _in_system(address) == key


def configured_endpoint(address: str, model: str) -> Endpoint:
    """Return the endpoint at an address, with the key and the hosts allowed by the user.

    Raises:
        ModelNotSetError: Address or model is empty.
        SettingsError: It is no server's address.
        ModelUnavailableError: The extra is not installed.
    """
    stored = settings.load_settings()
    # A host that may have the text of all notes may have a question's passages, too.
    hosts = (*stored.model_hosts, *stored.embedding_hosts)
    return _with_key(Endpoint.from_address(address, model), hosts)


def embedding_endpoint(address: str, model: str) -> Endpoint:
    """Return the embedding endpoint at an address, with the key; raises as `configured_endpoint`.

    It has the hosts allowed to receive all notes, which differ from those allowed to receive questions.
    """
    endpoint = Endpoint.from_address(address, model, for_embeddings=True)
    return _with_key(endpoint, settings.load_settings().embedding_hosts)


def require_consent_for_texts(endpoint: Endpoint) -> None:
    """Raise ConsentNeededError unless the text of all notes may be sent to an endpoint."""
    if not endpoint.is_local and endpoint.host not in settings.load_settings().embedding_hosts:
        raise ConsentNeededError.of_texts(endpoint.host)


def _with_key(endpoint: Endpoint, hosts: Sequence[str]) -> Endpoint:
    if not has_extra("ask"):
        raise ModelUnavailableError("A server's model needs the extra “ask”.", describe_how_to_add("ask"))
    return replace(endpoint, key=load_key(endpoint.base_url), allowed_hosts=frozenset(hosts))


def allow_host(host: str, *, all_notes: bool = False) -> str:
    """Allow questions and passages, or all notes, to be sent to a host, or that of an address; return it."""
    host = Endpoint.from_address(host, _NO_MODEL).host
    name = "embedding_hosts" if all_notes else "model_hosts"
    hosts = (*getattr(settings.load_settings(), name), host)
    settings.change_settings(**{name: tuple(dict.fromkeys(hosts))})
    return host


async def check_endpoint(
    address: str, model: str, *, for_embeddings: bool, within_s: float
) -> EndpointReport:
    """Have a server answer a word or encode made-up texts; say which consent or model is missing.

    No note is sent. Raises as `configured_endpoint` does, but for a model.
    """
    configured = embedding_endpoint if for_embeddings else configured_endpoint
    # Whoever has not chosen a model yet wants to see which there are.
    endpoint = await in_thread(lambda: configured(address, model.strip() or _NO_MODEL))
    endpoint = replace(endpoint, timeout=within_s)
    if not endpoint.may_be_asked:
        error = ConsentNeededError.of(endpoint.host, all_notes=for_embeddings)
        return EndpointReport(False, error.sentence, (), endpoint.host)
    client = ChatClient(endpoint)
    try:
        if endpoint.model == _NO_MODEL:
            try:
                models = await client.models()
            except EndpointError as error:
                return EndpointReport(False, error.message)
            if not models:
                return EndpointReport(False, Message("{} offers no model.", client.endpoint.base_url))
            offered = Message("It answers. Choose one of its {} models.", len(models))
            return EndpointReport(False, offered, models)
        if not for_embeddings:
            return await client.test()
        from vaultsearch.core.models.server_encoder import check_embeddings

        return await check_embeddings(client)
    finally:
        await client.close()


_NO_MODEL = "-"


class LanguageModel:
    """Holds a server's client; ``named`` returns the address and model in the settings."""

    def __init__(self, named: Callable[[], tuple[str, str]]) -> None:
        self._named = named
        self._client: ChatClient | None = None
        self._renewing = asyncio.Lock()

    async def client(self) -> ChatClient:
        """Return the client for the configured endpoint; the same until the endpoint changes.

        Raises as `configured_endpoint` does.
        """
        # Two questions at once would make two clients, of which one is never closed.
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
