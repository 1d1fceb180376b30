"""Update the translation files from the texts of the window: `python packaging/update_translations.py`.

New texts are added as unfinished, texts no longer in the program are removed; Qt Linguist opens the files.
Collected are the arguments of `tr`, `_tr` and `translate` (given directly or by a table of the module), the
tables of `actions.py`, and the core's texts about parameters, languages, questions and queries.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "vaultsearch"
TRANSLATIONS = _ROOT / "resources" / "translations"
_SAYING = {"tr": 0, "_tr": 0, "translated": 0, "translate": 1}
"""Functions, and the position of their argument that is a text."""


def texts() -> dict[str, list[str]]:
    """Map each module that has texts, by its dotted path in the package, to them in their order."""
    found = {}
    window = dict.fromkeys(sorted((_PACKAGE / "gui").rglob("*.py")), _said)
    for file, collect in (window | {_PACKAGE / table: collect for table, collect in _TABLES.items()}).items():
        said = collect(ast.parse(file.read_text(encoding="utf-8")))
        if said:
            module = file.relative_to(_PACKAGE).with_suffix("")
            found[".".join(module.parts)] = list(dict.fromkeys(said))
    return found


def _said(tree: ast.Module) -> list[str]:
    said = []
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            at = _SAYING.get(name)
            if at is not None and len(node.args) > at:
                said += _constants(node.args[at])
                named = {part.id for part in ast.walk(node.args[at]) if isinstance(part, ast.Name)}
                for table in named & tables.keys():
                    said += [part for value in tables[table].values for part in _constants(value)]
    return _in_order(said)


def _helps(tree: ast.Module) -> list[str]:
    """Return the documentation of the parameters."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    declared = [node for node in calls if getattr(node.func, "id", "") == "Parameter"]
    helps = [one.value for node in declared for one in node.keywords if one.arg == "help"]
    return _in_order([part for value in helps for part in _constants(value)])


def _names(tree: ast.Module) -> list[str]:
    """Return the names of the languages, the values of tables by code."""
    tables = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    values = [value for table in tables for value in table.values]
    return _in_order([value for value in values if isinstance(value, ast.Constant)])


def _kinds(tree: ast.Module) -> list[str]:
    """Return the names, explanations and limits of the kinds of generated questions."""
    assigned = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    tables = [value for value in assigned if isinstance(value, ast.Tuple | ast.Dict)]
    return _in_order([part for table in tables for part in _constants(table)])


def _sentences(tree: ast.Module) -> list[str]:
    """Return the sentences that are shown as they are written, without a value in them."""
    nodes = list(ast.walk(tree))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    told |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    said = [node for node in _constants(tree) if id(node) not in told]
    return [text for text in _in_order(said) if " " in text and text.endswith(".")]


def _table(tree: ast.Module) -> list[str]:
    """Return the texts of a table: all strings except names and keys."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = [node for node in _constants(tree) if id(node) not in told]
    return [text for text in _in_order(said) if text[:1] in _BEGINNINGS and not _KEYS.fullmatch(text)]


_BEGINNINGS = "&ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMED_KEYS = "Esc|Return|Enter|Space|Up|Down|Left|Right|Tab|Del|Delete|Backspace"
_KEY = rf"((Ctrl|Alt|Shift|Meta)\+)*(\w|F\d+|{_NAMED_KEYS}|\W)"
_KEYS = re.compile(rf"{_KEY}(, {_KEY})*")


def _constants(node: ast.AST) -> list[ast.Constant]:
    parts = (part for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [part for part in parts if isinstance(part.value, str)]


def _in_order(said: list[ast.Constant]) -> list[str]:
    return [str(part.value) for part in sorted(said, key=lambda part: (part.lineno, part.col_offset))]


_TABLES = {
    "gui/actions/actions.py": _table,
    "core/parameters.py": _helps,
    "core/values/rerankers.py": _table,
    "core/languages/names.py": _names,
    "core/evaluation/generated_questions.py": _kinds,
    "core/search/engine.py": _sentences,
    "core/query/grammar.py": _sentences,
    "core/query/reading.py": _sentences,
    "core/search/retrieval.py": _sentences,
}
"""Modules whose texts stand in tables, or are sentences, and the function that collects them."""


def update(file: Path) -> int:
    """Rewrite a file with the texts of today and return the number of unfinished ones."""
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
    """Update all files."""
    for file in sorted(TRANSLATIONS.glob("*.ts")):
        print(f"{file.name}: {update(file)} unfinished")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
