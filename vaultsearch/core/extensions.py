"""Parts of the search that other packages install, listed by their entry points; none of them is imported."""

from __future__ import annotations

from functools import cache

from vaultsearch.core.values.components import KINDS, Extension, ExtensionKind


@cache
def extensions() -> tuple[Extension, ...]:
    """List what is installed; reads the metadata of packages once."""
    from importlib.metadata import entry_points

    installed = entry_points()  # all at once: each call reads the metadata of every package
    return tuple(
        Extension(
            kind,
            entry_point.name,
            f"{entry_point.dist.name} {entry_point.dist.version}" if entry_point.dist else entry_point.value,
        )
        for kind in KINDS
        for entry_point in installed.select(group=f"vaultsearch.{kind}")
    )


def extension_names(kind: ExtensionKind) -> tuple[str, ...]:
    """Return the names of the installed extensions of a kind."""
    return tuple(dict.fromkeys(extension.name for extension in extensions() if extension.kind == kind))
