"""Runs first in the frozen program: restore LD_LIBRARY_PATH, which its start has set for its own libraries.

They are loaded by then. An editor or a browser that is opened from the window would load them, too, and KDE's
programs crash with another Qt than their own.
"""

import os

if "LD_LIBRARY_PATH" in os.environ:
    former = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if former:
        os.environ["LD_LIBRARY_PATH"] = former
    else:
        del os.environ["LD_LIBRARY_PATH"]
