"""Build the source distribution and the wheel: `python packaging/distributions.py FOLDER [--tag v1.2.3]`.

Checks what an index will show of them and, with a tag, whether it names the version in pyproject.toml. Needs
Linux; the exit code is 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from check_environments import Environment, build
from check_frozen import ROOT, Results


def main() -> int:
    """Build both into the folder; return 1 if a check failed."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python packaging/distributions.py")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", default="", help="the tag that is released")
    arguments = parser.parse_args()
    results = Results()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if arguments.tag:
        results.check("the tag is the version's", arguments.tag == f"v{version}", arguments.tag)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="distributions") as temporary:
        for built in build(Environment.made(Path(temporary, "build"), sys.executable), results):
            shutil.copy2(built, arguments.folder)
            print(f"{built.stat().st_size / 1e6:>6.1f} MB  {built.name}", flush=True)
    return int(bool(results.failed))


if __name__ == "__main__":
    sys.exit(main())
