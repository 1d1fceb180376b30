"""Measure text recognition: `python -m tests.bench.recognition`, with the extra `ocr`.

Twenty screenshots are drawn, in six Latin languages; the limit is a word recall of 0.9. Scripts
that the models don't read give nothing but the reason.
"""

import os
import re
import sys
from collections import Counter
from statistics import mean, median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from vaultsearch.core.pictures import recognize_picture

_LEAST_RECALL = 0.9
TEXTS = {
    "English": "The committee met on Tuesday to review the yearly budget. Smith will send the report before "
    "Friday, and the next meeting takes place in the small hall at ten.",
    "German": "Der Ausschuss hat am Dienstag über den Haushalt beraten. Müller schickt den Bericht bis "
    "Freitag, die nächste Sitzung findet um zehn Uhr im großen Saal statt.",
    "French": "Le comité s'est réuni mardi pour étudier le budget annuel. Lefèvre enverra le rapport avant "
    "vendredi, la prochaine réunion aura lieu où elle a déjà été tenue.",
    "Spanish": "El comité se reunió el martes para revisar el presupuesto del año. Muñoz enviará el informe "
    "antes del viernes y la próxima reunión será mañana en el salón pequeño.",
    "Polish": "Komisja spotkała się we wtorek, żeby omówić roczny budżet. Wójcik wyśle sprawozdanie do "
    "piątku, a następne zebranie odbędzie się w małej sali o dziesiątej.",
    "Czech": "Výbor se sešel v úterý, aby projednal roční rozpočet. Dvořák pošle zprávu do pátku a příští "
    "schůze se koná v malém sále v deset hodin dopoledne.",
}
REFUSED = {
    "Russian": "Комитет собрался во вторник, чтобы обсудить бюджет. Иванов пришлёт отчёт до пятницы.",
    "Greek": "Η επιτροπή συνεδρίασε την Τρίτη για τον προϋπολογισμό. Ο Παπαδόπουλος θα στείλει την έκθεση.",
    "Vietnamese": "Ủy ban đã họp vào thứ Ba để xem xét ngân sách. Nguyễn sẽ gửi báo cáo trước thứ Sáu.",
}
_LOOKS = (("DejaVu Sans", 15, False), ("DejaVu Serif", 17, True), ("DejaVu Sans Mono", 14, False))
_WORD = re.compile(r"\w+")


def main() -> int:
    """Measure and print a line for each. Return 1 if a figure misses its limit."""
    app = QGuiApplication.instance() or QGuiApplication([])
    recalls, seconds = [], []
    for at in range(20):
        name = list(TEXTS)[at % len(TEXTS)]
        font, size, dark = _LOOKS[at % len(_LOOKS)]
        found = recognize_picture(screenshot(TEXTS[name], font, size + at // 6, dark=dark))
        recalls.append(recall(TEXTS[name], " ".join(line.text for line in found.lines)))
        seconds.append(found.seconds)
        print(f"{name:<12}{font:<18}{recalls[-1]:>6.2f}  {seconds[-1]:>5.1f} CPU s")
    wrong = [name for name, text in REFUSED.items() if not _is_refused(name, text)]
    print(f"recall {mean(recalls):.3f}, lowest {min(recalls):.2f}, limit {_LEAST_RECALL}")
    print(f"CPU seconds a picture: median {median(seconds):.2f}, most {max(seconds):.2f} (loads the models)")
    app.quit()
    return int(mean(recalls) < _LEAST_RECALL or bool(wrong))


def _is_refused(name: str, text: str) -> bool:
    found = recognize_picture(screenshot(text, "DejaVu Sans", 16))
    print(f"{name:<12}{found.reason or [line.text for line in found.lines]}")
    return bool(found.reason) and not found.lines


def recall(text: str, found: str) -> float:
    wanted, there = (Counter(_WORD.findall(one.casefold())) for one in (text, found))
    return (wanted & there).total() / wanted.total()


def screenshot(text: str, font: str, size: int, *, dark: bool = False) -> bytes:
    """Draw a window of a program with a text in it, as the content of a PNG."""
    image = QImage(900, 500, QImage.Format.Format_RGB32)
    image.fill(QColor("#202124" if dark else "#fdfdfd"))
    painter = QPainter(image)
    painter.fillRect(0, 0, 900, 40, QColor("#35363a" if dark else "#dee1e6"))
    painter.setPen(QColor("#e8eaed" if dark else "#202124"))
    written = QFont(font)
    written.setPixelSize(size)
    painter.setFont(written)
    painter.drawText(QRectF(40, 80, 820, 380), Qt.TextFlag.TextWordWrap, text)
    painter.end()
    content = QBuffer()
    content.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(content, "PNG")  # type: ignore[call-overload]  # bytes, as its types say, are refused
    return bytes(content.data().data())


if __name__ == "__main__":
    sys.exit(main())
