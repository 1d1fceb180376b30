"""The real program, except that its window reports its events on stdout, a line of JSON each.

`python -m tests.bench.window TASK [VAULT]` does what `vaultsearch open [VAULT]` does. Imports nothing at the
top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch with the window that reports its events."""
    import json
    import sys

    from vaultsearch.desktop.before_qt import disable_source_scan

    task, vault = json.loads(sys.argv[1]), sys.argv[2:]
    disable_source_scan()
    from tests.bench.filmed_window import FilmedWindow
    from tests.bench.observed_window import ObservedWindow
    from tests.bench.still_window import StillWindow
    from vaultsearch.cli import program as cli
    from vaultsearch.desktop import app

    window = StillWindow if "still" in task else FilmedWindow if "drop" in task else ObservedWindow
    window.task = task
    vars(app)["MainWindow"] = window
    sys.argv = ["vaultsearch", "open", *vault]
    cli.main()


if __name__ == "__main__":
    main()
