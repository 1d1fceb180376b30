"""Another program that takes drops: `python -m tests.dragging.drop_target X Y WIDTH HEIGHT`."""

import json
import sys

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel


class DropTarget(QLabel):
    """Takes every drop, and prints the formats that came with it as a line of JSON."""

    def __init__(self) -> None:
        super().__init__("Drop here")
        self.setWindowTitle("drop target")
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        mime = event.mimeData()
        arrived = {
            "offered": event.possibleActions().value, "action": event.proposedAction().name,
            "formats": mime.formats(), "text": mime.text(), "html": mime.html(),
            "urls": [url.toString() for url in mime.urls()],
        }  # fmt: skip
        event.acceptProposedAction()
        print(json.dumps(arrived), flush=True)


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    target = DropTarget()
    left, top, width, height = map(int, sys.argv[1:5])
    target.setGeometry(left, top, width, height)
    target.show()
    sys.exit(application.exec())
