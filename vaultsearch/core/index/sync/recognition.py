"""Recognise the text in a picture or page, in a separate process, and keep the result."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultsearch.core.errors import VaultSearchError
from vaultsearch.core.index.sync.file_limits import limit_process
from vaultsearch.core.messages import Message
from vaultsearch.core.pictures import TextRecognizer, recognize_picture
from vaultsearch.core.recognized_texts import RecognizedTexts, page_key
from vaultsearch.core.values.note import FileKind, Revision
from vaultsearch.core.values.pictures import RecognisedText
from vaultsearch.core.vault.pdf_pages import open_pdf, render_for_ocr
from vaultsearch.core.vault.reading import kind_of

if TYPE_CHECKING:
    from vaultsearch.core.vault.source import ObsidianVault

_log = logging.getLogger(__name__)

_LOADING_S = 60.0
"""Additional seconds for loading the models."""
_MAX_PICTURE_GROWTH = 3 * 2**29
"""Bytes by which a picture may grow the process, including the models.

With `MOST_GROWTH`, the first picture in each process ended it. A small screenshot takes 0.6 GB with the
models, a page scanned at 300 dpi 0.95 GB. When raising this, also raise `_LIMITS` in the recognised texts, so
pictures beyond the old limit are tried again.
"""


@dataclass(frozen=True, slots=True)
class PictureRecognition:
    """Recognises pictures in ``source`` and keeps their text in ``texts``. Picklable.

    Attributes:
        texts: The texts recognised so far, which are not recognised again.
        seconds: Processor seconds per picture: this process goes after all others.
    """

    source: ObsidianVault
    texts: RecognizedTexts
    seconds: float
    recogniser: TextRecognizer = recognize_picture

    def __call__(self, revision: Revision, page: int) -> None:
        """Recognise the text on a page, 1-based; for a picture, 1. The process ends if it takes too long."""
        try:
            raw = self.source.content(revision)
        except (OSError, VaultSearchError):
            # Gone or changed: the next sync finds out.
            return
        key = page_key(raw, page)
        # By the content: a copy of a picture, or a renamed one, is known already.
        if self.texts.get(key) is None:
            with limit_process(self.seconds + _LOADING_S, _MAX_PICTURE_GROWTH):
                try:
                    # Whatever the file holds, only decoders of pictures see it: PostScript under such a name
                    # is never run.
                    if kind_of(revision.path) is FileKind.IMAGE:
                        text = self.recogniser(raw)
                    else:
                        with open_pdf(raw) as document:
                            picture = render_for_ocr(document, page - 1)
                        text = RecognisedText() if picture is None else self.recogniser(picture)
                # A picture that breaks a library costs itself alone.
                except Exception as error:
                    if isinstance(error, OSError) and error.errno is not None:
                        # A disk error is not the picture's fault: the models were read from a full disk.
                        raise
                    _log.exception("recognition failed path=%s page=%d", revision.path, page)
                    reason = Message("Its text can't be recognized ({}).", type(error).__name__)
                    text = RecognisedText(reason=reason)
                self.texts.put(key, text)

    def give_up(self, revision: Revision, page: int) -> None:
        """Note that reading this picture ended the process twice."""
        reason = Message(
            "Recognizing its text crashed, needed too much memory or took longer than {} s; it was skipped.",
            f"{self.seconds:g}",
        )
        self.texts.give_up(page_key(self.source.content(revision), page), reason)
