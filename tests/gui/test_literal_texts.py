"""Every text that the window shows can be translated: no wordy literal is written past `tr`."""

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WINDOW = ROOT / "vaultsearch" / "gui"
WORDY = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|^[A-Z][a-z]+$")
SHOWING = {
    *("setText", "setToolTip", "setWindowTitle", "setTitle", "setPlaceholderText", "setAccessibleName"),
    *("setAccessibleDescription", "addAction", "addMenu", "addItem", "setItemText", "setHeaderLabels"),
    *("addTab", "setTabText", "addRow", "showMessage", "setSuffix", "setPrefix", "drawText", "tooltip"),
    *("QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QAction", "QMenu", "QGroupBox"),
    *("QListWidgetItem", "QTreeWidgetItem", "QStandardItem", "say", "show_lasting", "show_message", "notify"),
}
"""Functions that put their argument before the user's eyes or ears."""

KEYS = {"Right", "Left", "Tab", "Backspace", "Return", "Enter", "Esc", "Space", "Del"}
ALLOWED = {
    **dict.fromkeys(KEYS, "Qt names the keys"),
    "Deutsch": "a language by its own name",
    "Obsidian": "the name of another program",
    **dict.fromkeys(
        ("No vault is open in the window.", "Open one there."), "told to another program, by the server"
    ),
    **dict.fromkeys(("This address opens nothing.", "Write it like "), "told in the shell"),
    **dict.fromkeys(("The vault in this address was never opened here.", "Open it first."), "likewise"),
    "command line": "the source of a setting, compared with",
    "making questions": "the name of a step of an evaluation, looked up",
    "nothing saved": "the kind of a row, compared with",
}
"""Literals that nobody reads, with the reason why."""
SHOWN = {
    "vaultsearch": "the name of the program", " - vaultsearch": "the name of the program, behind the vault's",
    "tag:": "an operator of the query language",
}  # fmt: skip
NO_TEXTS = {"theme.py", "reading/page_style.py"}
"""Modules of style sheets."""


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """List the string literals with their lines, without docstrings, log lines, contexts and job names."""
    passed = {id(part) for node in tree.body for part in constants(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            passed.add(id(node.value))
        elif isinstance(node, ast.Call) and called(node) in {"translate", "ask", "run", "submit"}:
            passed |= {id(first) for first in node.args[:1]}
        elif isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "_log":
            passed |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def constants(node: ast.stmt) -> Iterator[ast.Constant]:
    """List the names in lower case that a module gives to constants of its own, such as those of jobs."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Tuple):
        for part in ast.walk(node.value):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.islower():
                yield part


def called(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def shown(tree: ast.AST) -> Iterator[str]:
    """List the literals with letters that are arguments of a showing function, not of a call within."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in SHOWING):
        waiting: list[ast.AST] = [*call.args]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Constant) and re.search(r"[^\W\d_]", str(node.value)):
                if isinstance(node.value, str):
                    yield node.value
            elif not isinstance(node, ast.Call | ast.Compare | ast.Subscript):
                waiting += ast.iter_child_nodes(node)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(WINDOW.rglob("*.py")):
        name = file.relative_to(WINDOW).as_posix()
        if name not in NO_TEXTS:
            yield name, ast.parse(file.read_text(encoding="utf-8"))


def test_a_literal_of_words_is_translated_or_read_by_nobody() -> None:
    collected = runpy.run_path(str(ROOT / "packaging" / "update_translations.py"))["texts"]()
    known = {text for of_module in collected.values() for text in of_module} | ALLOWED.keys()
    found = [
        f"{name}:{line}: {literal!r}"
        for name, tree in modules()
        for line, literal in literals(tree)
        if WORDY.search(literal) and literal not in known
    ]
    assert not found, "pass these through `tr`, or say in ALLOWED why nobody reads them"


def test_nothing_is_shown_that_is_not_translated() -> None:
    found = [f"{name}: {text!r}" for name, tree in modules() for text in shown(tree) if text not in SHOWN]
    assert not found, "pass these through `tr`, or say in SHOWN why they are the same in every language"


def test_what_is_allowed_is_still_there() -> None:
    literal = {text for _, tree in modules() for _, text in literals(tree)}
    assert sorted((ALLOWED.keys() | SHOWN.keys()) - literal) == []


def test_a_text_that_is_written_past_tr_is_found() -> None:
    tree = ast.parse('label.setText("Hello there"); label.setToolTip(self.tr("Fine")); say(f"{n} notes")')
    assert list(shown(tree)) == ["Hello there", " notes"]
