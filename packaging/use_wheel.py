"""Try a folder's wheel in a new environment: `python packaging/use_wheel.py FOLDER PICTURE.png`.

On any system; smoke.py makes the trials. Prints the time and the disk space that the installation takes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from build import megabytes


def main(folder: Path, picture: Path) -> int:
    """Install the one wheel in ``folder``, and return the exit code of smoke.py in its environment."""
    (wheel,) = folder.glob("*.whl")
    with tempfile.TemporaryDirectory(prefix="use-wheel", ignore_cleanup_errors=True) as temporary:
        venv.create(temporary, with_pip=True)
        python = Path(temporary, "Scripts" if sys.platform == "win32" else "bin", "python")
        begun = time.monotonic()
        subprocess.run([python, "-m", "pip", "install", "--quiet", wheel.resolve()], check=True)
        print(
            f"{megabytes(Path(temporary)):>6.0f} MB  installed in {time.monotonic() - begun:.0f} s",
            flush=True,
        )
        smoke = Path(__file__).with_name("smoke.py")
        return subprocess.run([python, smoke, picture.resolve()], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
