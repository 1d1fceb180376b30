"""Update the translation files from the texts of the window: `python packaging/update_translations.py`.

New texts are added as unfinished, texts no longer in the program are removed; Qt Linguist opens the files.
Collected are the arguments of `tr`, `_tr` and `translate` (given directly or by a table of the module), the
tables of actions, and the core's texts about parameters, languages, questions and queries. Qt's
lupdate sees neither these tables nor the core, which knows no Qt, and would list a text once for each class.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TypeGuard
from xml.etree import ElementTree

from vaultsearch.core.languages.names import LANGUAGE_NAMES

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "vaultsearch"
TRANSLATIONS = _ROOT / "resources" / "translations"
_SAYING = {"tr": 0, "_tr": 0, "translated": 0, "translate": 1}
"""Functions, and the position of their argument that is a text."""
CONTEXT = "vaultsearch"
_FORMS = {"de": 2, "en": 2, "zh": 1}
"""How many forms a text with a number has, as Qt counts them."""


def texts() -> dict[str, list[str]]:
    """Map each module that has texts, by its dotted path in the package, to them in their order."""
    found = {}
    window = dict.fromkeys(sorted((_PACKAGE / "gui").rglob("*.py")), _said)
    for file, collect in (window | {_PACKAGE / table: collect for table, collect in _TABLES.items()}).items():
        said = collect(ast.parse(file.read_text(encoding="utf-8")))
        if said:
            module = file.relative_to(_PACKAGE).with_suffix("")
            found[".".join(module.parts)] = list(dict.fromkeys(said))
    for module, said in templates().items():
        found[module] = list(dict.fromkeys([*found.get(module, ()), *said]))
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
    declared = [node for node in calls if getattr(node.func, "id", "") == "_parameter_field"]
    return _in_order([part for node in declared for part in _constants(node.args[1])])


def _names(_tree: ast.Module) -> list[str]:
    """Return the names of the languages."""
    return list(LANGUAGE_NAMES.values())


def _kinds(tree: ast.Module) -> list[str]:
    """Return the names, explanations and limits of the kinds of generated questions."""
    assigned = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    tables = [value for value in assigned if isinstance(value, ast.Tuple | ast.Dict)]
    return _in_order([part for table in tables for part in _constants(table)])


def _templates(tree: ast.Module, wanted: re.Pattern[str]) -> list[str]:
    """Return the sentences that a person is told, with {} for each value."""
    nodes = list(ast.walk(tree))
    others: list[ast.AST] = [node.value for node in nodes if isinstance(node, ast.Expr)]
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            others += [part for part in ast.walk(node) if part is not node]
        elif _is_logging(node):
            others += ast.walk(node)
    passed = {id(part) for part in others}
    written = (node for node in nodes if isinstance(node, ast.Constant | ast.JoinedStr))
    in_order = sorted(written, key=lambda node: (node.lineno, node.col_offset))
    texts = ((node, _written(node)) for node in in_order if id(node) not in passed)
    kinds = {id(arg) for node in nodes if _is_reader(node) for arg in node.args}
    said = [
        (node, text)
        for node, text in texts
        if id(node) in kinds or (wanted.match(text) and _LETTERS.search(text))
    ]
    for node, text in said:
        if isinstance(node, ast.JoinedStr):
            raise ValueError(f"line {node.lineno}: to be translated, this must be a Message: {text}")
    return [text for _, text in said]


def _written(node: ast.Constant | ast.JoinedStr) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


def _is_reader(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether a document's reader names the kind of document here."""
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return name == "guard_reader"


def _is_logging(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "_log"


_SENTENCE = re.compile(r"""(?:[A-Z{“"/'`]|\[\{).* .*([.…:]|(?<=vaultsearch )\S.*)$""", re.DOTALL)
_PHRASE = re.compile(r"[a-z]+ ")
_LETTERS = re.compile(r"\w{3}.*\w{3}")


def _table(tree: ast.Module) -> list[str]:
    """Return the texts of a table: all strings except names and keys."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = [node for node in _constants(tree) if id(node) not in told]
    return [text for text in _in_order(said) if text[:1] in _BEGINNINGS and not _KEYS.fullmatch(text)]


def _phrases(tree: ast.Module) -> list[str]:
    """Return the descriptions of a query's operators and conditions."""
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    described = [value for table in tables if isinstance(table, ast.Dict) for value in table.values]
    members = (part for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body)
    named = (part.value for part in members if isinstance(part, ast.Assign))
    described += [phrase for value in named if isinstance(value, ast.Tuple) for phrase in value.elts[1:]]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    described += [node.args[0] for node in calls if getattr(node.func, "id", "") in ("Message", "_join")]
    texts = _in_order([part for node in described for part in _constants(node)])
    return [text for text in texts if re.search("[a-z]{2}", text)]


_BEGINNINGS = "&ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMED_KEYS = "Esc|Return|Enter|Space|Up|Down|Left|Right|Tab|Del|Delete|Backspace"
_KEY = rf"((Ctrl|Alt|Shift|Meta)\+)*(\w|F\d+|{_NAMED_KEYS}|\W)"
_KEYS = re.compile(rf"{_KEY}(, {_KEY})*")


def _constants(node: ast.AST) -> list[ast.Constant]:
    parts = (part for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [part for part in parts if isinstance(part.value, str) and part.value]


def _in_order(said: list[ast.Constant]) -> list[str]:
    return [str(part.value) for part in sorted(said, key=lambda part: (part.lineno, part.col_offset))]


_TABLES = {
    "gui/action_table.py": _table,
    "gui/window_actions.py": _table,
    "core/parameters.py": _helps,
    "core/query/completion.py": _phrases,
    "core/query/conditions.py": _phrases,
    "core/values/components.py": _table,
    "core/languages/names.py": _names,
    "core/evaluation/generated_questions.py": _kinds,
}
"""Modules whose texts stand in tables, and the function that collects them."""
_UNTOLD = (
    "core/evaluation",
    "core/query/question_language.py",
    "core/values/components.py",
    "desktop/app.py",
    "desktop/before_qt.py",
    "service/shapes.py",
    "service/wire.py",
    "settings/resources.py",
)
"""Modules whose sentences the window does not show: they come before it, or on the command line alone."""
_PHRASED = ("core/relations/related.py",)
"""Modules whose phrases are told, which are no sentences."""


def templates() -> dict[str, list[str]]:
    """Map each module below the window that tells a person something to its sentences."""
    found = {}
    for stage in ("core", "desktop", "service", "settings"):
        for file in sorted((_PACKAGE / stage).rglob("*.py")):
            path = file.relative_to(_PACKAGE)
            told = not path.as_posix().startswith(_UNTOLD)
            wanted = _PHRASE if path.as_posix() in _PHRASED else _SENTENCE
            if told and (said := _templates(ast.parse(file.read_text(encoding="utf-8")), wanted)):
                found[".".join(path.with_suffix("").parts)] = list(dict.fromkeys(said))
    return found


def update(file: Path) -> int:
    """Rewrite a file with the texts of today and return the number of unfinished ones.

    All are in one context, each once, however often the window shows it; beside it stand its modules. The
    English file has only those with a number in them, in their two forms.
    """
    former = {}
    language = file.stem.rpartition("_")[2]
    if file.exists():
        for message in ElementTree.parse(file).getroot().iter("message"):  # noqa: S314 - our own
            former[message.findtext("source", "")] = message.find("translation")
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    unfinished = 0
    for text, modules in _modules().items():
        if language != "en" or _has_number(text):
            forms = {"numerus": "yes"} if _has_number(text) else {}
            message = ElementTree.SubElement(context, "message", forms)
            for module in modules:
                place = f"../../vaultsearch/{module.replace('.', '/')}.py"
                ElementTree.SubElement(message, "location", filename=place)
            ElementTree.SubElement(message, "source").text = text
            unfinished += _translate(message, text, former.get(text), _FORMS[language])
    ElementTree.indent(root, " ")
    body = ElementTree.tostring(root, encoding="unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")
    return unfinished


def _modules() -> dict[str, list[str]]:
    modules: dict[str, list[str]] = {}
    for module, said in texts().items():
        for text in said:
            modules.setdefault(text, []).append(module)
    return modules


def _has_number(text: str) -> bool:
    return "%n" in text or "%Ln" in text


def _translate(
    message: ElementTree.Element, text: str, known: ElementTree.Element | None, forms: int
) -> bool:
    """Append the known translation, or an empty one, to a message; return whether it is unfinished."""
    former = [] if known is None or known.get("type") == "unfinished" else [known.text or ""]
    if _has_number(text):
        former = [] if known is None else [form.text or "" for form in known.iter("numerusform")]
    is_finished = bool(former) and all(former)
    translation = ElementTree.SubElement(message, "translation")
    if not is_finished:
        translation.set("type", "unfinished")
    if _has_number(text):
        for form in former or [""] * forms:
            ElementTree.SubElement(translation, "numerusform").text = form
    elif is_finished:
        translation.text = former[0]
    return not is_finished


def main() -> None:
    """Update all files."""
    for file in sorted(TRANSLATIONS.glob("*.ts")):
        print(f"{file.name}: {update(file)} unfinished")


if __name__ == "__main__":
    main()
