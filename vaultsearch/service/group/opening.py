"""Opens the vaults that are known, as many as can be, to be searched together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultsearch.core.errors import NotIndexedError, VaultNotFoundError, VaultSearchError
from vaultsearch.core.values.sync import MemberVault
from vaultsearch.core.values.vault_names import vault_names
from vaultsearch.service.group.group import VaultGroup
from vaultsearch.service.group.member import Member

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from vaultsearch.service.factory import Parts
    from vaultsearch.service.vault import VaultSession
    from vaultsearch.service.workers import Runners


async def open_group(
    folders: Sequence[Path],
    open_one: Callable[[Path], Awaitable[VaultSession]],
    parts: Parts,
    runners: Runners,
) -> VaultGroup:
    """Open vaults with ``open_one``; raises NotIndexedError where there is none, or none can be.

    One with a known trouble is left out, and its status says why.
    """
    members: list[Member] = []
    known: list[MemberVault] = []
    try:
        for name, folder in zip(vault_names(folders), folders, strict=True):
            try:
                members.append(Member(name, await open_one(folder)))
            except (VaultSearchError, OSError) as error:
                known.append(MemberVault(name, folder, is_open=False, trouble=_told(error)))
            else:
                known.append(MemberVault(name, folder))
        if not members:
            raise _none_opened(known)
    except BaseException:
        for member in members:
            await member.session.close()
        runners.close()
        raise
    return VaultGroup(members, known, parts, runners)


def _told(error: VaultSearchError | OSError) -> str:
    if isinstance(error, VaultSearchError):
        return f"{error} {error.remedy}"
    return f"It cannot be opened ({error.strerror or error}). Look whether you may read it."


def _none_opened(known: Sequence[MemberVault]) -> VaultSearchError:
    if not known:
        return NotIndexedError("No vault has been indexed yet.", "Run: vaultsearch index FOLDER")
    return VaultNotFoundError(
        "None of the vaults can be opened.", " ".join(f"{one.name}: {one.trouble}" for one in known)
    )
