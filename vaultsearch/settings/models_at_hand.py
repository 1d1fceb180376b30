"""List the models on this machine: each source, and whether the weights match their digest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.files import folder_bytes
from vaultsearch.core.models.model_files import file_sha256
from vaultsearch.core.models.multilingual_e5_encoder import MultilingualE5Encoder, e5_onnx_model
from vaultsearch.core.models.onnx_encoding import OnnxEncoder, default_onnx_model
from vaultsearch.core.models.universal_sentence_encoder import UniversalSentenceEncoder
from vaultsearch.core.search.cross_encoder import OnnxCrossEncoder
from vaultsearch.settings.protocol import CROSS_ENCODER, EMBEDDING_MODEL, InstalledModel

_SHA256_DIGITS = 64


def models_at_hand(models: Path) -> list[InstalledModel]:
    """List the models usable without a download, reading all weights; ``models`` has those laid out here."""
    models_found = list(_installed_models(models))
    for place in (default_onnx_model(models), e5_onnx_model(models)):
        folder = place.folder
        if folder is not None and folder.is_dir():
            state = folder_bytes(folder), place.is_intact()
            models_found.append(InstalledModel(place.graph, EMBEDDING_MODEL, "converted", folder, *state))
    models_found += _from_the_hub()
    return sorted(models_found, key=lambda model: (model.kind, model.name, model.source))


def _installed_models(models: Path) -> Iterator[InstalledModel]:
    for kind, locate in (
        (EMBEDDING_MODEL, lambda: OnnxEncoder.installed(models)),
        (EMBEDDING_MODEL, UniversalSentenceEncoder.installed),
        (EMBEDDING_MODEL, lambda: MultilingualE5Encoder.at_hand(models)),
        (CROSS_ENCODER, lambda: OnnxCrossEncoder.installed(models)),
    ):
        try:
            model = locate()
        except ModelUnavailableError:
            continue
        try:
            model.verify()
            verified = True
        except ModelUnavailableError:
            verified = False
        yield InstalledModel(model.name, kind, "installed", model.path, folder_bytes(model.path), verified)


def _from_the_hub() -> Iterator[InstalledModel]:
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    try:
        repos = scan_cache_dir().repos
    except CacheNotFound:
        return
    for repo in repos:
        for revision in repo.revisions if repo.repo_type == "model" else ():
            folder = revision.snapshot_path
            weights = sorted(folder.glob("*.safetensors"))
            kind = _model_kind(folder)
            if kind and weights:
                # The cache stores large files under their digest.
                digests = {file: file.resolve().name for file in weights}
                verified = None
                if all(len(digest) == _SHA256_DIGITS for digest in digests.values()):
                    verified = all(file_sha256(file) == digest for file, digest in digests.items())
                size = revision.size_on_disk
                yield InstalledModel(repo.repo_id, kind, "downloaded", folder, size, verified)


def _model_kind(folder: Path) -> str | None:
    """Return a model's kind; None if it is useless here."""
    if (folder / "modules.json").is_file():
        return EMBEDDING_MODEL
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    architectures = config.get("architectures") if isinstance(config, dict) else None
    is_classifier = any(str(name).endswith("ForSequenceClassification") for name in architectures or ())
    return CROSS_ENCODER if is_classifier else None
