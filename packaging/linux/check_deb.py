"""Install the Debian package in a clean system, use it, and purge it.

`python packaging/linux/check_deb.py PACKAGE [PICTURE]`. The system is a minimal one of Debian, made
by mmdebstrap in a folder of its own. Needs root, mmdebstrap, Xvfb, xdotool, and ImageMagick for a picture.
Prints a line for each trial; the exit code is 1 if one fails.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
from check_frozen import ANSWER, QUESTION, VAULT, Results, screen, tool, until, windows  # noqa: E402

SUITE = "bookworm"
USER = 1000
HOME = "home/someone"
OWN = ("proc", "sys", "dev", "run", "tmp", "var/lib/apt", "var/lib/dpkg", "var/cache", "var/log", HOME)
"""Folders that apt and the user write: not compared."""
CACHES = ("ld.so.cache", ".cache")
_ENTER = f"""
root=$1; shift
mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev/shm"
mkdir -p "$root/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
exec chroot --userspec={USER}:{USER} "$root" "$@"
"""


@dataclass(frozen=True)
class System:
    """A clean system in a folder."""

    root: Path
    results: Results

    def apt(self, *arguments: str) -> None:
        """Run apt-get in the system."""
        quiet = {"DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        options = ("-q", "-y", "--no-install-recommends", "-oDpkg::Use-Pty=0")
        command = [tool("chroot"), str(self.root), "apt-get", *options, *arguments]
        subprocess.run(command, env=quiet, check=True, stdout=subprocess.DEVNULL)

    def inside(self, *command: str, display: str = "") -> list[str]:
        """Return the command line that runs ``command`` there as a user, whose network has nothing."""
        apart = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", _ENTER, "sh")
        own = ("env", "-i", f"HOME=/{HOME}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", f"DISPLAY={display}")
        return [*apart, str(self.root), *own, *command]

    def json(self, *arguments: str) -> Any:
        """Run a command of the installed program, and return what it prints as JSON."""
        command = self.inside("vaultsearch", *arguments, "--json")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(arguments)}\n{done.stderr}")
        return json.loads(done.stdout)

    def files(self) -> set[str]:
        """Return the paths in the system, without those that apt and the user write."""
        found: set[str] = set()
        for folder, folders, files in os.walk(self.root):
            within = Path(folder).relative_to(self.root)
            folders[:] = [name for name in folders if (within / name).as_posix() not in OWN]
            found.update((within / name).as_posix() for name in (*folders, *files))
        return {path for path in found if not any(cache in path for cache in CACHES)}


def main(package: Path, picture: Path | None) -> int:
    """Run all trials; return 1 if one fails."""
    if os.geteuid() != 0:
        sys.exit("needs root")
    with tempfile.TemporaryDirectory(dir=package.parent, prefix="system") as folder, ExitStack() as stack:
        system = System(Path(folder, "root"), Results())
        make(system)
        before = system.files()
        shutil.copyfile(package, system.root / "vaultsearch.deb")
        system.apt("install", "/vaultsearch.deb")
        (system.root / "vaultsearch.deb").unlink()
        is_pure = not any(Path(system.root, "usr", "bin").glob("python*"))
        system.results.check(
            "apt installs it, and no Python", is_pure and (system.root / "usr/bin/vaultsearch").exists()
        )
        system.results.check(
            "all its libraries are found", not (missing := missing_libraries(system)), " ".join(missing)
        )
        finds(system)
        stack.enter_context(screen())
        shows(system, picture)
        system.apt("purge", "vaultsearch")
        system.apt("autoremove", "--purge")
        left = sorted(system.files() - before)
        system.results.check("purged, it leaves nothing", not left, " ".join(left[:5]))
        kept = Path(system.root, HOME, ".local", "share", "vaultsearch")
        system.results.check("but the user's data", kept.is_dir())
    return int(bool(system.results.failed))


def make(system: System) -> None:
    """Make the system, a user, and the user's notes."""
    command = [
        "mmdebstrap",
        "--quiet",
        "--variant=apt",
        "--skip=cleanup/apt",
        SUITE,
        str(system.root),
    ]
    subprocess.run([tool(command[0]), *command[1:]], check=True)
    system.root.parent.chmod(0o755)
    shutil.copyfile("/etc/resolv.conf", system.root / "etc" / "resolv.conf")
    notes = system.root / HOME / "notes"
    shutil.copytree(VAULT, notes)
    for place in (notes.parent, *notes.parent.rglob("*")):
        os.chown(place, USER, USER)


def missing_libraries(system: System) -> list[str]:
    """Return the libraries that files of the program ask for, and that are not there."""
    home = "/usr/lib/vaultsearch/_internal"
    ask = f"find {home} -name '*.so*' -type f -exec env LD_LIBRARY_PATH={home} ldd {{}} + 2>/dev/null"
    done = subprocess.run(system.inside("sh", "-c", ask), capture_output=True, text=True, check=False)
    return sorted({line.split()[0] for line in done.stdout.splitlines() if line.endswith("not found")})


def finds(system: System) -> None:
    """Index, and find a paraphrase."""
    report = system.json("index", f"/{HOME}/notes")
    indexed = f"{report['added']} notes, {report['embedded']} of {report['chunks']} passages"
    system.results.check("it indexes", report["embedded"] == report["chunks"] > 0, indexed)
    found = system.json("search", "--vault", f"/{HOME}/notes", QUESTION)["results"]
    system.results.check("a paraphrase is first", found[0]["path"] == ANSWER, found[0]["path"])


def shows(system: System, picture: Path | None) -> None:
    """Open the window, and save a picture of an answer in it."""
    display = os.environ["DISPLAY"]
    program = subprocess.Popen(system.inside("vaultsearch", f"/{HOME}/notes", display=display))
    found = until(windows, "the window", 0.1)
    system.results.check("it shows its window", len(found) == 1)
    if picture is not None:
        subprocess.run([tool("xdotool"), "type", "--delay", "30", QUESTION], check=True)
        time.sleep(20)
        subprocess.run([tool("import"), "-window", "root", str(picture)], check=True)
    psutil.Process(program.pid).children()[0].terminate()  # unshare itself ignores it
    program.wait(60)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]) if sys.argv[2:] else None))
