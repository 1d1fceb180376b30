"""A model for pictures is taken from the user's folder alone, and refused with a sentence if it cannot be."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.colour_encoder import COLOURS, draw
from tests.thoroughness import THOROUGH
from vaultsearch.core.errors import ModelUnavailableError
from vaultsearch.core.models import picture_encoder
from vaultsearch.core.models.picture_decoding import TooManyPixelsError, decoded
from vaultsearch.core.models.picture_encoder import PictureEncoder

if TYPE_CHECKING:
    from pathlib import Path

CLIP = {"config.json": '{"vision_config": {}}', "model.safetensors": ""}
OWN = json.dumps([{"type": "my_code.Model", "path": ""}])


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_encoder, "has_extra", lambda _: True)
    monkeypatch.setattr(picture_encoder, "find_spec", lambda _: True)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "doesn't contain a sentence-transformers model"),
        ({"modules.json": "{"}, "doesn't contain a sentence-transformers model"),
        ({"config.json": "{}", "model.safetensors": ""}, "doesn't read pictures"),
        ({"config.json": '{"vision_config": {}}', "pytorch_model.bin": ""}, "aren't safetensors"),
        ({**CLIP, "modules.json": OWN}, r"needs to run its own code \(my_code.Model\)"),
    ],
)
def test_a_folder_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, files: dict[str, str], sentence: str
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(ModelUnavailableError, match=sentence) as raised:
        PictureEncoder.in_folder(str(tmp_path))
    assert raised.value.remedy


def test_without_the_extra_it_says_how_to_add_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_encoder, "find_spec", lambda _: None)
    with pytest.raises(ModelUnavailableError, match="need the extra “models”"):
        PictureEncoder.in_folder(str(tmp_path))


@pytest.mark.usefixtures("installed")
def test_another_content_of_the_folder_is_another_model(tmp_path: Path) -> None:
    found = set()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        for name, content in CLIP.items():
            (tmp_path / folder / name).write_text(content or folder)
        found.add(PictureEncoder.in_folder(str(tmp_path / folder)).fingerprint)
    assert len(found) == 2


@pytest.mark.skipif(find_spec("PIL") is None, reason="needs Pillow")
def test_a_picture_of_too_many_pixels_is_not_decoded(tmp_path: Path) -> None:
    draw(tmp_path / "a.bmp", COLOURS["red"])
    raw = bytearray((tmp_path / "a.bmp").read_bytes())
    raw[18:26] = (100_000).to_bytes(4, "little") * 2
    with pytest.raises(TooManyPixelsError, match="100,000 x 100,000"):
        decoded(bytes(raw))


@pytest.mark.skipif(not THOROUGH or find_spec("PIL") is None, reason="trains a model, for seconds")
def test_a_real_model_of_that_kind_puts_colours_and_their_names_together(tmp_path: Path) -> None:
    train_colours(tmp_path / "clip")
    encoder = PictureEncoder.in_folder(str(tmp_path / "clip"))
    names = list(COLOURS)
    for name in names:
        draw(tmp_path / f"{name}.bmp", COLOURS[name], 40)
    pictures = np.stack([encoder.encode_picture((tmp_path / f"{one}.bmp").read_bytes()) for one in names])
    texts = np.stack([encoder.encode_text(one) for one in names])
    assert (texts @ pictures.T).argmax(axis=1).tolist() == list(range(len(names)))
    assert np.allclose(np.linalg.norm(pictures, axis=1), 1, atol=1e-5)
    encoder.encode_text("red " * 500)  # longer than it reads


def train_colours(folder: Path) -> None:
    """Train a tiny CLIP on four colours, and save it as sentence-transformers does."""
    import torch
    from PIL import Image
    from transformers import CLIPConfig, CLIPModel, CLIPProcessor, CLIPTokenizer
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    torch.manual_seed(0)
    letters = sorted(set("".join(COLOURS)))
    tokens = ["<|startoftext|>", "<|endoftext|>", *letters, *(f"{one}</w>" for one in letters)]
    tokenizer = CLIPTokenizer(vocab={token: at for at, token in enumerate(tokens)}, merges=[])
    layers = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {**layers, "vocab_size": len(tokens), "max_position_embeddings": 24}
    ends = {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 1}
    vision = {**layers, "image_size": 16, "patch_size": 8}
    model = CLIPModel(CLIPConfig(text_config=text | ends, vision_config=vision, projection_dim=16))
    side = {"height": 16, "width": 16}
    images = CLIPImageProcessorPil(size={"shortest_edge": 16}, crop_size=side)
    processor = CLIPProcessor(image_processor=images, tokenizer=tokenizer)
    drawn = [Image.new("RGB", (40, 40), colour) for colour in COLOURS.values()]
    batch = processor(text=list(COLOURS), images=drawn, return_tensors="pt", padding=True)
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(60):
        optimizer.zero_grad()
        model(**batch, return_loss=True).loss.backward()
        optimizer.step()
    model.save_pretrained(folder / "0_CLIPModel")
    processor.save_pretrained(folder / "0_CLIPModel")
    module = {"idx": 0, "name": "0", "path": "0_CLIPModel", "type": "sentence_transformers.models.CLIPModel"}
    (folder / "modules.json").write_text(json.dumps([module]))
