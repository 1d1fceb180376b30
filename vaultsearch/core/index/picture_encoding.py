"""Encoding of one picture by what it shows, in its own process."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import ModelUnavailableError, VaultSearchError
from vaultsearch.core.index.file_limits import limited
from vaultsearch.core.index.picture_table import EncodedPicture
from vaultsearch.core.models.picture_decoding import TooManyPixelsError
from vaultsearch.core.vault.recognised_texts import key_of

if TYPE_CHECKING:
    from vaultsearch.core.models.picture_encoder import PictureEncoder
    from vaultsearch.core.values.note import Revision
    from vaultsearch.core.vault.source import ObsidianVault

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PictureEncoding:
    """Encodes pictures of ``source``. Picklable; ``seconds`` is how long one may take."""

    source: ObsidianVault
    encoder: PictureEncoder
    seconds: float

    def key(self, revision: Revision) -> str | None:
        """Name a picture by its content, None if it is gone or changed: the next sync finds out."""
        try:
            return key_of(self.source.content(revision), 1)
        except (OSError, VaultSearchError):
            return None

    def __call__(self, revision: Revision) -> EncodedPicture | None:
        """Encode a picture; None if it is gone or changed. The process ends if it takes too long.

        Raise ModelUnavailableError if the model cannot be loaded.
        """
        try:
            raw = self.source.content(revision)
        except (OSError, VaultSearchError):
            return None
        key = key_of(raw, 1)
        self.encoder.warm_up()  # may take longer than a picture
        try:
            with limited(self.seconds):
                return EncodedPicture(revision, key, self.encoder.encode_picture(raw))
        except ModelUnavailableError:
            raise
        except TooManyPixelsError as size:
            return EncodedPicture(revision, key, reason=f"Too large to look at: {size} pixels.")
        except Exception as error:  # a picture that breaks a library costs itself alone
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the disk, which the model is read from
            _log.info("picture not encoded path=%s because=%s", revision.path, error)
            reason = f"The picture can't be read ({type(error).__name__})."
            return EncodedPicture(revision, key, reason=reason)

    def given_up(self, revision: Revision, key: str) -> EncodedPicture:
        """Return the picture that has ended the process, twice."""
        reason = f"Looking at it crashed or took longer than {self.seconds:g} s; it was skipped."
        return EncodedPicture(revision, key, reason=reason)
