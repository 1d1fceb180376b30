"""Search over a person's own notes: meaning and words at once, entirely on their machine.

Imported before any library is, in every process: so this is where they are kept from reporting home.
"""

import os

_NO_REPORTS = {
    # onnxruntime reports each model that it loads from 1.29 on, and keeps an id of the machine in ~/.cache.
    # It looks at this once, when it is first imported. Its first release with reports has the second name.
    "ORT_DISABLE_TELEMETRY": "1",
    "ORT_TELEMETRY_DISABLED": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "OTEL_SDK_DISABLED": "true",  # mcp traces what it serves where that is set up
    "DO_NOT_TRACK": "1",
}
os.environ.update(_NO_REPORTS)
