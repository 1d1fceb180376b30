"""The endpoint of a language model: its address, whose consent it needs, and what can be wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from vaultsearch.core.errors import ModelUnavailableError, SettingsError
from vaultsearch.core.messages import Message

_VERSION = re.compile(r"/v\d")
_OPERATION = re.compile(r"/(?:chat/completions|completions|models|embeddings)/?$")


class EndpointError(ModelUnavailableError):
    """A model's endpoint cannot be used, or failed."""


class EndpointDownError(EndpointError):
    """The endpoint does not answer, or not in time."""


class ModelNotSetError(EndpointError):
    """No language model is set."""

    @classmethod
    def missing(cls) -> ModelNotSetError:
        """Return the error for a question while none is set."""
        return cls(
            "No language model is set.",
            "Set its address and name: Settings > Language model, or ask.base_url and ask.model in the "
            "settings file.",
        )


class ConsentNeededError(EndpointError):
    """The endpoint is on another computer, and the user has not agreed that notes are sent there.

    Attributes:
        host: The host that is not agreed to.
    """

    host: str = ""

    @classmethod
    def of(cls, host: str) -> ConsentNeededError:
        """Return the error for a host."""
        error = cls(
            Message(
                "{} is not this computer: your question and the passages found for it would be sent there.",
                host,
            ),
            Message("Nothing was sent. To allow it: vaultsearch ask --allow {}", host),
        )
        error.host = host
        return error


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible server and a model of it.

    Attributes:
        base_url: The address with its version, such as http://127.0.0.1:11434/v1.
        model: The model's name there.
        key: Sent as a bearer token; "" for none.
        allowed_hosts: Other computers that notes may be sent to.
        timeout: Seconds until the first token, and between two.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    allowed_hosts: frozenset[str] = frozenset()
    timeout: float = 60.0

    @classmethod
    def from_address(cls, address: str, model: str, **others: object) -> Endpoint:
        """Return the endpoint at an address as a person writes it, with or without the version.

        Raises:
            ModelNotSetError: Address or model is empty.
            SettingsError: It is no address of a server.
        """
        if not address.strip() or not model.strip():
            raise ModelNotSetError.missing()
        return cls(normalized(address), model.strip(), **others)  # type: ignore[arg-type]

    @property
    def host(self) -> str:
        """The host's name, without the port."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether it is this computer: a loopback address, or the name localhost."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def may_be_asked(self) -> bool:
        """Whether notes may be sent there: it is this computer, or the user agreed to the host."""
        return self.is_local or self.host in self.allowed_hosts

    def require_consent(self) -> None:
        """Raise ConsentNeededError unless notes may be sent there."""
        if not self.may_be_asked:
            raise ConsentNeededError.of(self.host)


def normalized(address: str) -> str:
    """Return an address with scheme and version, and without an operation behind it; raise SettingsError."""
    written = address.strip()
    whole = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(whole)
        is_server = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_server = False
    if not is_server or parts.query or parts.fragment or parts.username:
        raise SettingsError(
            Message("{} is not the address of a server.", written),
            "Use an address such as http://127.0.0.1:11434/v1.",
        )
    path = _OPERATION.sub("", parts.path).rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path if _VERSION.search(path) else f'{path}/v1'}"
