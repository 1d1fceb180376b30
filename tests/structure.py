"""Print how the package is built, in the figures that its house is judged by: `python -m tests.structure`."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from vaultsearch.core.parameters import PARAMETERS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "vaultsearch"
_DIALECT = "one found at wanted kept told said stood evened laid placed raised taken asked spare"
_OPERATIONS = ("vaultsearch.service.areas", "vaultsearch.service.vault", "vaultsearch.service.sync.indexing")
_OF_EVERY_RESOURCE = frozenset({"close"})
"""Names that Python gives a meaning of its own (`contextlib.closing`): whatever is opened has them."""
DIALECT = frozenset(_DIALECT.split())
"""Names that a reader who knows the field could not guess."""
RIDDLE_WORDS = {"that": 8, "one": 3, "its": 2, "of": 30}
"""Words of docstrings that stand for sentences nobody says aloud, and the most in 1,000 words."""
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """A file of the package, parsed."""

    path: Path
    name: str
    text: str = field(repr=False)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes, walked once for all figures."""
        return list(ast.walk(self.tree))

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def lines_before_definitions(self) -> int:
        """The lines before the first function, class or assignment."""
        for node in self.tree.body:
            if isinstance(node, (*_FUNCTION, ast.ClassDef, ast.Assign, ast.AnnAssign)):
                parts: list[ast.stmt | ast.expr] = [node, *getattr(node, "decorator_list", ())]
                return min(part.lineno for part in parts) - 1
        return len(self.lines)

    @cached_property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions and methods but those that Python gives their names."""
        return [n for n in self.nodes if isinstance(n, _FUNCTION) and not n.name.startswith("__")]

    @cached_property
    def module_functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        return [node for node in self.functions if node in self.tree.body]

    @cached_property
    def private_used_once(self) -> list[str]:
        """Private functions that the file names at one place."""
        uses = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in self.nodes
            if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
            or isinstance(node, ast.Attribute)
        )
        return [node.name for node in self.functions if node.name.startswith("_") and uses[node.name] == 1]

    @cached_property
    def docstring_words(self) -> Counter[str]:
        documented = (*_FUNCTION, ast.ClassDef, ast.Module)
        texts = (ast.get_docstring(node) or "" for node in self.nodes if isinstance(node, documented))
        return Counter(word for text in texts for word in re.findall(r"[a-z']+", text.lower()))

    @cached_property
    def unrelated_parts(self) -> list[int]:
        """The lines of each part of 50 lines or more, where no part names another one."""
        nodes = {name: node for node in self.tree.body for name in _top_level_names(node)}
        arrows = {name: _names_in(node) & nodes.keys() for name, node in nodes.items()}
        both_ways: dict[str, set[str]] = defaultdict(set)
        for name, named in arrows.items():
            both_ways[name] |= named | {name}
            for other in named:
                both_ways[other].add(name)
        parts = circles(both_ways)
        parts += [[name] for name in nodes.keys() - {name for part in parts for name in part}]
        statements = [{nodes[name] for name in part} for part in parts]
        sizes = [sum((node.end_lineno or 0) - node.lineno + 1 for node in part) for part in statements]
        return [size for size in sizes if size >= _LEAST_PART]

    def own_line_comments(self) -> int:
        in_texts = {
            number
            for node in self.nodes
            if isinstance(node, ast.Constant | ast.JoinedStr)
            for number in range(node.lineno, node.end_lineno or 0)
        }
        written = (line.lstrip() for number, line in enumerate(self.lines) if number not in in_texts)
        return sum(line.startswith("#") and "# ---" not in line for line in written)

    def imports(self, modules: frozenset[str]) -> Iterator[tuple[str, bool]]:
        """Yield the modules that this one imports, and whether for type checking alone."""
        typing_only = {
            id(inner)
            for node in self.nodes
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            for name in names:
                imported = name if name in modules else name.rpartition(".")[0]
                if imported in modules and imported != self.name:
                    yield imported, id(node) in typing_only

    def bound_names(self) -> Iterator[str]:
        """Yield parameters, functions, classes, and names that are assigned or iterated over."""
        for node in self.nodes:
            match node:
                case ast.arg(arg=name):
                    yield name
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.Name(id=name, ctx=ast.Store()):
                    yield name
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    yield name


_LEAST_PART = 50


def _top_level_names(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (
                inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)
            )
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def _names_in(node: ast.AST) -> set[str]:
    names = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            names.add(inner.id)
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            names.add(inner.value)
    return names


def is_one_word(name: str) -> bool:
    """Return whether a name has no second word, so that a search for it finds everything else."""
    return len(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip("_")).split("_")) == 1


def shared_class_names(parsed: list[Module]) -> Counter[str]:
    """Count the classes of each public name that several have."""
    names = Counter(
        node.name
        for module in parsed
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return Counter({name: count for name, count in names.items() if count > 1})


def room_of(module: Module) -> str:
    """Return the folder of a module below the package; a folder of the core stands for itself."""
    parts = module.path.relative_to(PACKAGE).parts[:-1]
    return "/".join(parts[: 2 if parts[:1] == ("core",) else 1]) or "."


def lines_by_room(parsed: list[Module]) -> Counter[str]:
    """Count the lines of each room."""
    rooms: Counter[str] = Counter()
    for module in parsed:
        rooms[room_of(module)] += len(module.lines)
    return rooms


def language(parsed: list[Module]) -> list[tuple[str, float, float]]:
    """Return how the house is written: each figure, its value, and its limit."""
    functions = [node.name for module in parsed for node in module.functions]
    of_modules = [node.name for module in parsed for node in module.module_functions]
    words: Counter[str] = sum((module.docstring_words for module in parsed), Counter())
    used_once = sum(len(module.private_used_once) for module in parsed)
    glued = [module.name for module in parsed if len(module.lines) > 100 and len(module.unrelated_parts) > 1]
    return [
        ("functions of one word, %", 100 * sum(map(is_one_word, functions)) / len(functions), 35),
        ("  of modules, %", 100 * sum(map(is_one_word, of_modules)) / len(of_modules), 10),
        *(
            (f"“{word}” in 1,000 words of docstrings", 1000 * words[word] / words.total(), limit)
            for word, limit in RIDDLE_WORDS.items()
        ),
        ("private functions used once, %", 100 * used_once / len(functions), 15),
        ("modules of unrelated parts", len(glued), 15),
        ("public names of several classes", len(shared_class_names(parsed)), 10),
    ]


@cache
def modules() -> list[Module]:
    """Parse every file of the package, once for all figures."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if "_resources" not in path.parts)
    return [Module(path, _dotted(path), path.read_text(encoding="utf-8")) for path in paths]


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_arrows(parsed: list[Module], *, by_types: bool) -> dict[str, set[str]]:
    """Map each module to those it imports; ``by_types`` includes imports for type checking alone."""
    names = frozenset(module.name for module in parsed)
    return {
        module.name: {name for name, typing_only in module.imports(names) if by_types or not typing_only}
        for module in parsed
    }


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of two files or more (Tarjan 1972)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    components: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for after in arrows.get(name, ()):
            if after not in order:
                visit(after)
                low[name] = min(low[name], low[after])
            elif after in stack:
                low[name] = min(low[name], order[after])
        if low[name] == order[name]:
            component = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(component) > 1:
                components.append(sorted(component))

    # Set back after it: the limit is the process's, and other tests reach it on purpose.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    for name in list(arrows):
        if name not in order:
            visit(name)
    sys.setrecursionlimit(limit)
    return components


def operations(parsed: list[Module]) -> Counter[str]:
    """Count for each operation of an open vault the files of the service that define its name."""
    defined: dict[str, set[str]] = defaultdict(set)
    for module in parsed:
        if not module.name.startswith("vaultsearch.service"):
            continue
        # A protocol types what others define.
        typed = {id(method) for node in module.nodes if _is_protocol(node) for method in ast.walk(node)}
        for node in module.functions:
            if not node.name.startswith("_") and id(node) not in typed:
                defined[node.name].add(module.name)
    declared = {
        name for name, files in defined.items() if any(file.startswith(_OPERATIONS) for file in files)
    } - _OF_EVERY_RESOURCE
    return Counter({name: len(defined[name]) for name in declared})


def _is_protocol(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef) and any(
        isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases
    )


def unnamed_parameters() -> tuple[int, int]:
    """Count the tunables, and those that no test, page of the settings or chapter of the manual names."""
    code = (
        path for folder in (ROOT / "tests", PACKAGE / "gui" / "settings") for path in folder.rglob("*.py")
    )
    texts = (
        path.read_text("utf-8") for path in (ROOT / "README.md", *code, *(ROOT / "resources").rglob("*.md"))
    )
    named = {word for text in texts for word in re.findall(r"[a-z_]+\.[a-z_]+", text)}
    return len(PARAMETERS), sum(parameter.name not in named for parameter in PARAMETERS)


def figures() -> list[tuple[str, str, str]]:
    """Return each figure, its value, and its limit."""
    parsed = modules()
    lines = sum(len(module.lines) for module in parsed)
    arrows, by_types = (import_arrows(parsed, by_types=by_types) for by_types in (False, True))
    importers = Counter(name for imported in by_types.values() for name in imported)
    core = sum(count for room, count in lines_by_room(parsed).items() if room.startswith("core"))
    of_tests = sum(len(path.read_bytes().splitlines()) for path in (ROOT / "tests").rglob("*.py"))
    bound = [name for module in parsed for name in module.bound_names()]
    dialect = Counter(name for name in bound if name.strip("_") in DIALECT)
    with_code = [module for module in parsed if module.path.name != "__init__.py"]
    parameters, unnamed = unnamed_parameters()
    several = [name for name, files in operations(parsed).items() if files >= 3]
    if "--operations" in sys.argv:
        print(*sorted(several))
    share, before = 100 / lines, sum(module.lines_before_definitions for module in parsed)
    return [
        ("lines", f"{lines:,}", "93,000"), ("  of the core", f"{core:,}", "50,000"),
        ("  of the tests", f"{of_tests:,}", "64,000"), ("modules", str(len(parsed)), ""),
        ("  with one importer", str(sum(importers[module.name] == 1 for module in with_code)), ""),
        ("  under 40 lines", str(sum(len(module.lines) < 40 for module in with_code)), ""),
        ("lines before the first definition, %", f"{share * before:.1f}", "13"),
        ("dialect names per 1,000", f"{1000 * dialect.total() / len(bound):.1f}", "5"),
        ("own-line comments, %", f"{share * sum(map(Module.own_line_comments, parsed)):.1f}", "2 or more"),
        ("circles of files", str(len(circles(arrows))), "0"),
        ("  by types too", str(len(circles(by_types))), "0"),
        *((name, f"{value:.1f}".removesuffix(".0"), f"{limit:g}") for name, value, limit in language(parsed)),
        ("operations defined in three files or more", str(len(several)), "0"),
        ("parameters", str(parameters), "40"), ("  named nowhere", str(unnamed), ""),
        ("README, KB", f"{(ROOT / 'README.md').stat().st_size / 1000:.1f}", "10"),
    ]  # fmt: skip


def main() -> None:
    """Print the table and the lines by room.

    With ``--names``, also the dialect names by file; with ``--circles``, the circles, by types too; with
    ``--language``, where the limits of the language are missed.
    """
    for name, value, limit in figures():
        print(f"{name:<45}{value:>10}   {limit}")
    parsed = modules()
    for room, count in sorted(lines_by_room(parsed).items()):
        print(f"  {room:<43}{count:>10,}")
    if "--names" in sys.argv:
        for module in parsed:
            counts = Counter(name for name in module.bound_names() if name.strip("_") in DIALECT)
            if counts:
                print(f"{counts.total():4} {module.path.relative_to(ROOT)}  {dict(counts)}")
    if "--circles" in sys.argv:
        for circle in circles(import_arrows(parsed, by_types=True)):
            print(" <-> ".join(circle))
    if "--language" in sys.argv:
        print(*(f"{name} x{count}" for name, count in shared_class_names(parsed).items()), sep=", ")
        for module in parsed:
            short = [node.name for node in module.module_functions if is_one_word(node.name)]
            glued = (
                module.unrelated_parts if len(module.lines) > 100 and len(module.unrelated_parts) > 1 else []
            )
            print(f"{module.name}: one word {short}, used once {module.private_used_once}, parts {glued}")


if __name__ == "__main__":
    main()
