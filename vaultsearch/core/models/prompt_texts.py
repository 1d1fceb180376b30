"""The texts that language models are asked with, and what their answers have in common."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROMPTS = tomllib.loads(Path(__file__).with_name("prompts.toml").read_text("utf-8"))
"""Texts sent to models, by name, and lists of words in their answers."""
LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s*")
