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
    from multiprocessing import freeze_support

    freeze_support()
    from vaultsearch.core.files import restrict_umask

    restrict_umask()
    from vaultsearch.cli.program import main as run

    run()


if __name__ == "__main__":
    main()
