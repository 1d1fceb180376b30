"""Brings the translations up to date with the texts of the window: `python packaging/update_translations.py`.

New texts come in as unfinished, texts that are gone go out; Qt Linguist opens the files. The texts are
what is said through `tr`, `_tr` and `translate`, and what stands in the tables of `actions.py`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

_ROOT = Path(__file__).parents[1]
WINDOW = _ROOT / "vaultsearch" / "gui"
TRANSLATIONS = _ROOT / "resources" / "translations"
_SAYING = {"tr": 0, "_tr": 0, "translated": 0, "translate": 1}
"""Functions, and which of their arguments is a text."""
_TABLES = ("actions.py",)


def texts(folder: Path = WINDOW) -> dict[str, list[str]]:
    """Give the texts of each module, in the order in which they stand."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        said = _table(tree) if file.name in _TABLES else _said(tree)
        if said:
            found[file.stem] = list(dict.fromkeys(said))
    return found


def _said(tree: ast.AST) -> list[str]:
    said = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            at = _SAYING.get(name)
            if at is not None and len(node.args) > at:
                said += _constants(node.args[at])
    return _in_order(said)


def _table(tree: ast.AST) -> list[str]:
    """Give what a table says: all that is more than a name or a key."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = [node for node in _constants(tree) if id(node) not in told]
    return [text for text in _in_order(said) if text[:1] in _BEGINNINGS and not _KEYS.fullmatch(text)]


_BEGINNINGS = "&ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMED_KEYS = "Esc|Return|Enter|Space|Up|Down|Left|Right|Tab|Del|Delete|Backspace"
_KEYS = re.compile(rf"((Ctrl|Alt|Shift|Meta)\+)*(\w|F\d+|{_NAMED_KEYS}|\W)")


def _constants(node: ast.AST) -> list[ast.Constant]:
    parts = (part for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [part for part in parts if isinstance(part.value, str)]


def _in_order(said: list[ast.Constant]) -> list[str]:
    return [str(part.value) for part in sorted(said, key=lambda part: (part.lineno, part.col_offset))]


def update(file: Path) -> int:
    """Write a file anew with the texts of today; gives how many are unfinished."""
    former = {}
    language = file.stem.rpartition("_")[2]
    if file.exists():
        for message in ElementTree.parse(file).getroot().iter("message"):  # noqa: S314 - our own
            former[message.findtext("source", "")] = message.find("translation")
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    unfinished = 0
    for module, said in texts().items():
        context = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(context, "name").text = module
        for text in said:
            message = ElementTree.SubElement(context, "message")
            ElementTree.SubElement(message, "source").text = text
            known = former.get(text)
            if known is not None and known.text and known.get("type") != "unfinished":
                ElementTree.SubElement(message, "translation").text = known.text
            else:
                ElementTree.SubElement(message, "translation", type="unfinished")
                unfinished += 1
    ElementTree.indent(root, " ")
    body = ElementTree.tostring(root, encoding="unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")
    return unfinished


def main() -> None:
    """Bring all files up to date."""
    for file in sorted(TRANSLATIONS.glob("*.ts")):
        print(f"{file.name}: {update(file)} unfinished")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
