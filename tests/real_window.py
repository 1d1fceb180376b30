"""The real program with a window of the tests: `python -m tests.real_window MODULE:CLASS TASK [WORDS ...]`.

Does what `vaultsearch WORDS` does; the class of the window has TASK, in JSON, as its ``task``. Imports
nothing at the top: the program's worker processes enter through here, too.
"""


def main() -> None:
    """Run vaultsearch with that window."""
    import json
    import sys
    from importlib import import_module

    from vaultsearch.desktop.before_qt import disable_source_scan

    (module, _, name), task = sys.argv[1].partition(":"), json.loads(sys.argv[2])
    disable_source_scan()
    window = getattr(import_module(module), name)
    from vaultsearch.cli import program as cli
    from vaultsearch.desktop import app

    window.task = task
    vars(app)["MainWindow"] = window
    sys.argv = ["vaultsearch", *sys.argv[3:]]
    cli.main()


if __name__ == "__main__":
    main()
