"""How this program was installed, and the extras that can be added."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.messages import Message

EXTRAS = {
    "models": ("sentence_transformers", "torch"),
    "chinese": ("opencc",),
    "shortcut": ("xcffib", "jeepney"),
    "ocr": ("rapidocr",),
    "ask": ("openai", "keyring"),
    "store": ("obstore",),
}
"""Each extra's modules; `shortcut` is for Linux alone."""
_INSTALL_COMMANDS = {"pipx": "pipx install --force", "uv": "uv tool install", "pip": "pip install"}


def installation_kind() -> str:
    """Return a frozen program's "package", "AppImage" or "application"; otherwise "pipx", "uv" or "pip"."""
    if getattr(sys, "frozen", False):
        # The launcher of an AppImage sets it to its own path.
        if os.environ.get("APPIMAGE"):
            return "AppImage"
        is_package = sys.platform == "linux" and sys.executable.startswith(("/usr/", "/opt/"))
        return "package" if is_package else "application"
    parts = Path(sys.prefix).parts
    if "pipx" in parts:
        return "pipx"
    return "uv" if "uv" in parts and "tools" in parts else "pip"


def has_extra(extra: str) -> bool:
    """Return whether all of an extra's modules exist, without importing them."""
    return all(find_spec(module) is not None for module in EXTRAS[extra])


def describe_how_to_add(extra: str) -> str:
    """Return a sentence on adding an extra to this program, or saying it is impossible."""
    command = _INSTALL_COMMANDS.get(installation_kind())
    if command is None:
        return "This application can't be extended; vaultsearch installed with pip can."
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit
    from urllib.request import url2pathname

    try:
        origin = json.loads(distribution("vaultsearch").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    url = urlsplit(str(origin.get("url", "")))
    # The folder the program was installed from, else the package name.
    is_folder = url.scheme == "file" and "dir_info" in origin
    source = url2pathname(unquote(url.path)) if is_folder else "vaultsearch"
    quote = '"' if sys.platform == "win32" else "'"
    command += f" {quote}{source}[{extra}]{quote}"
    return Message("Add it: run {} in a terminal.", command)


def require_models_extra() -> None:
    """Raise ModelUnavailableError without the libraries for other than the default models."""
    if not has_extra("models"):
        raise ModelUnavailableError("Other models need the extra “models”.", describe_how_to_add("models"))
