"""Entry point of the command line. Imports nothing at the top: worker processes enter here, too."""


def main() -> None:
    """Run vaultsearch."""
    import faulthandler
    import gc
    import sys

    if sys.stderr is not None:  # a process that stays has it written to a file of the log folder, too
        faulthandler.enable()

    # A start makes half a million objects that stay; to look through them every 700 took a sixth of it.
    gc.set_threshold(50_000)
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    # Scripts ask for it before each use; the parser of the command line took three quarters of the time.
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        from contextlib import suppress
        from importlib.metadata import version

        with suppress(OSError):  # a closed pipe or a full disk, which the command line reports
            sys.stdout.write(f"{version('vaultsearch')}\n")
            sys.stdout.flush()
            return
    from vaultsearch.core.files import restrict_umask

    restrict_umask()
    from vaultsearch.cli.program import main as run

    run()


if __name__ == "__main__":
    main()
