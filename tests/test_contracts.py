"""The import contracts hold: an import planted against each of them in a copy of the package is reported."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

ROOT = Path(__file__).parents[1]
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS: list[dict[str, Any]] = LINTER["contracts"]
EXHAUSTIVE = {box: one["layers"] for one in CONTRACTS if one.get("exhaustive") for box in one["containers"]}
NEW_ROOM = "planted_room"


def _lowest(box: str, layers: list[str]) -> str:
    """Return the lowest layer that is a package."""
    names = (name.strip("()") for layer in reversed(layers) for name in re.split(r" *[|:] *", layer))
    return next(name for name in names if ROOT.joinpath(*box.split("."), name).is_dir())


def _room_for_a_plant(module: str) -> str:
    """Return a package below ``module`` in which a new file breaks no exhaustive contract."""
    while module in EXHAUSTIVE:
        module = f"{module}.{_lowest(module, EXHAUSTIVE[module])}"
    return module


def _forbidden_imports(contract: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the package to plant in, and the imports that the contract forbids there."""
    match contract["type"]:
        case "layers":
            box, layers = contract["containers"][0], contract["layers"]
            highest = re.split(r" *[|:] *", layers[0])[0]
            return _room_for_a_plant(f"{box}.{_lowest(box, layers)}"), [f"{box}.{highest}"]
        case "forbidden":
            return _room_for_a_plant(contract["source_modules"][0]), contract["forbidden_modules"]
        case "independence":
            return contract["modules"][0], contract["modules"][1:2]
        case "acyclic_siblings":
            box = contract["ancestors"][0]
            highest = re.split(r" *[|:] *", EXHAUSTIVE[box][0])[0]
            return f"{box}.{_lowest(box, EXHAUSTIVE[box])}", [f"{box}.{highest}"]
    pytest.fail(f"There is no plant for a contract of type {contract['type']}.")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Lint a copy of the package with all plants in it, and map each broken contract to its report."""
    copy = tmp_path_factory.mktemp("planted")
    only_code = shutil.ignore_patterns("__pycache__", "_resources")
    shutil.copytree(ROOT / "vaultsearch", copy / "vaultsearch", ignore=only_code)
    (copy / "pyproject.toml").write_text(tomli_w.dumps({"tool": {"importlinter": LINTER}}), encoding="utf-8")
    for number, contract in enumerate(CONTRACTS):
        room, imports = _forbidden_imports(contract)
        plant = copy.joinpath(*room.split("."), f"planted_{number}.py")
        plant.write_text("".join(f"import {one}\n" for one in imports), encoding="utf-8")
    for box in EXHAUSTIVE:
        copy.joinpath(*box.split("."), f"{NEW_ROOM}.py").touch()
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    words = [sys.executable, "-c", program, "--no-cache", "--no-logo"]
    environment = os.environ | {"COLUMNS": "1000"}  # reports are wrapped at the terminal's width
    done = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    _, _, broken = done.stdout.partition("Broken contracts")
    assert done.returncode == 1, done.stdout + done.stderr
    names = "|".join(re.escape(one["name"]) for one in CONTRACTS)
    parts = re.split(f"^({names})$", broken, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("number", range(len(CONTRACTS)), ids=[one["name"] for one in CONTRACTS])
def test_an_import_against_a_contract_is_reported(number: int, reports: dict[str, str]) -> None:
    room, imports = _forbidden_imports(CONTRACTS[number])
    report = reports[CONTRACTS[number]["name"]]
    if CONTRACTS[number]["type"] == "acyclic_siblings":
        # It names imports that could go, which need not be the planted one.
        assert f"No cycles are allowed in {CONTRACTS[number]['ancestors'][0]}" in report
        return
    assert [one for one in imports if f"{room}.planted_{number} -> {one}" not in report] == []


@pytest.mark.parametrize("box", EXHAUSTIVE)
def test_a_new_file_outside_of_the_layers_is_refused(box: str, reports: dict[str, str]) -> None:
    name = next(one["name"] for one in CONTRACTS if box in one.get("containers", ()))
    assert f"{box}.{NEW_ROOM}" in reports[name]
