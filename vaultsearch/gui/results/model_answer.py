"""A language model's answer, below list and note: it grows; sentences not found in the notes are struck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby
from urllib.parse import quote

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QTextBrowser,
    QWidget,
)

from vaultsearch.core.values.context import AnswerState, CitedSentence, ModelAnswer, StepKind, Verdict
from vaultsearch.gui import phrases
from vaultsearch.gui.results.answer_card import paint_card
from vaultsearch.gui.rows.glimpse import Glimpse
from vaultsearch.gui.rows.row_texts import link_target
from vaultsearch.gui.theme import ACCENT_ROLE, GRID, SECONDARY_ROLE, Icons
from vaultsearch.gui.translations import keep_translated, tr, translate_message
from vaultsearch.gui.widgets import (
    Dialog,
    DialogButtons,
    NarrowLabel,
    column_of,
    ignore_drops,
    name_button,
    name_field,
    plain_label,
    quiet_button,
    row_of,
    text_field,
)

_SHARE_OF_WINDOW = 0.35
"""The text's greatest share of the window's height; the rest is scrolled to."""
_LONGEST_NAME = 80
_ICON = 16
_SIDE = 4 * GRID
_WRITTEN = (AnswerState.REVIEWING, AnswerState.DONE)
_ANSWERED = (AnswerState.WRITING, *_WRITTEN, AnswerState.DECLINED)
"""States after the model has answered, and so was surely asked."""
_STRUCK = "<span style='color:{}'><s>{}</s> <i>({})</i></span>"
_LINK = " <a href='{0}.{1}.{2}' style='color:{3}; text-decoration:none'>{4}</a>"
_NEWEST = "newest"
"""The anchor at a conversation's last question."""
_NOT_IN_NAMES = re.compile(r'[*"\\/<>:|?#^\[\]]+')
"""Characters that Obsidian allows in no note's name."""


class AnswerText(QTextBrowser):
    """The sentences, with links to the cited passages; loads nothing."""

    passage_asked = Signal(str)
    """A citation's link: the answer's place in the conversation, the passage's number, and the line."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setFrameStyle(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.glimpse = Glimpse(self)
        self.anchorClicked.connect(lambda url: self.passage_asked.emit(url.toString()))
        self.highlighted.connect(lambda url: self.glimpse.come_to(url.toString() or None))
        ignore_drops(self)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load nothing: an answer has no pictures."""
        return None

    def sizeHint(self) -> QSize:
        """Return the text's height, as far as there is room."""
        self.document().setTextWidth(max(1, self.viewport().width()))
        height = round(self.document().size().height()) + 2
        return QSize(0, min(height, round(_SHARE_OF_WINDOW * self.window().height())))

    def minimumSizeHint(self) -> QSize:
        """Return the same: by default, there would be room for scroll bars."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class ModelAnswerCard(QWidget):
    """Shows a `ModelAnswer` and how far it is, below former ones, with a field for follow-up questions."""

    followed_up = Signal(str)
    copy_asked = Signal(str)
    note_asked = Signal(str)
    """A link by which Obsidian makes a note of the conversation."""
    place_asked = Signal(str, int)
    """A passage's note path and line: show it."""
    rested = Signal(str, int)
    """A cited passage's note path and line: the pointer has rested on the citation."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("model_answer")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.answer: ModelAnswer | None = None
        self._former: tuple[ModelAnswer, ...] = ()
        self._trouble = ""
        self.plug = QLabel()
        self.state = NarrowLabel()
        self.question = plain_label(scale="small", wraps=True)
        self.text = AnswerText()
        self.follow_up = text_field()
        buttons = [quiet_button() for _ in range(7)]
        self.stop, self.anyway, self.settings, self.copy, self.save, self.sent, self.close_button = buttons
        for each in buttons:
            each.setAutoDefault(False)
        head = row_of(self.plug, (self.state, 1), *buttons, spacing=2 * GRID)
        rows, margins = (head, self.question, self.text, self.follow_up), (_SIDE, GRID, 3 * GRID, 2 * GRID)
        column_of(*rows, within=self, margins=margins, spacing=GRID)
        self.copy.clicked.connect(lambda: self.copy_asked.emit(self.citations))
        self.save.clicked.connect(lambda: self.note_asked.emit(self._new_note_link()))
        self.sent.clicked.connect(self._show_sent)
        self.follow_up.returnPressed.connect(self._ask_follow_up)
        self.text.passage_asked.connect(lambda link: self.place_asked.emit(*self._cited_place(link)))
        self.text.glimpse.rested.connect(
            lambda: self.rested.emit(*self._cited_place(str(self.text.glimpse.subject)))
        )
        keep_translated(self, self._set_texts)
        self.hide()

    def apply_theme(self, icons: Icons) -> None:
        """Draw the icon in the palette's colours."""
        colour = self.palette().color(SECONDARY_ROLE)
        self.plug.setPixmap(icons.pixmap("plug", _ICON, self.devicePixelRatioF(), colour))

    def show_answer(self, answer: ModelAnswer, former: tuple[ModelAnswer, ...] = ()) -> None:
        """Show an answer as far as it is written, below the conversation's former ones."""
        begins = len(former) != len(self._former)
        self.answer, self._former, self._trouble = answer, former, ""
        self._update()
        if begins:
            self.text.scrollToAnchor(_NEWEST)

    def show_trouble(self, sentence: str) -> None:
        """Show why there is no answer, below any text written before; a follow-up can be asked again."""
        self._trouble = sentence
        if self._former and self.answer is not None:
            self.follow_up.setText(self.follow_up.text() or self.answer.question)
        self._update()

    def dismiss(self) -> None:
        """Hide, and forget the answer."""
        self.answer, self._former, self._trouble = None, (), ""
        self.follow_up.clear()
        self.hide()

    @property
    def citations(self) -> str:
        """Sentences that are not struck as Markdown, with links to the notes; several under questions."""
        parts = [(answer.question, _cited_lines(answer)) for answer in self._conversation]
        cited = (f"**{question}**\n{text}" if parts[1:] else text for question, text in parts if text)
        return "\n\n".join(cited)

    @property
    def _conversation(self) -> tuple[ModelAnswer, ...]:
        return (*self._former, self.answer) if self.answer is not None else ()

    def _new_note_link(self) -> str:
        """Return the link by which Obsidian makes a note in the cited notes' vault."""
        first = self._conversation[0]
        vault = first.passages[0].uri.partition("&file=")[0].replace("://open?", "://new?", 1)
        name = " ".join(_NOT_IN_NAMES.sub(" ", first.question).split())[:_LONGEST_NAME].strip(" .")
        return f"{vault}&name={quote(name, safe='')}&content={quote(self.citations, safe='')}"

    @property
    def is_busy(self) -> bool:
        """Whether the answer is still being searched for or written."""
        states = (AnswerState.SEARCHING, AnswerState.WAITING, AnswerState.WRITING)
        return self.answer is not None and not self._trouble and self.answer.state in states

    def _update(self) -> None:
        answer, is_busy = self.answer, self.is_busy
        state = answer.state if answer is not None else None
        written = answer is not None and bool(answer.sentences)
        self.state.setText(self._trouble or (self._state_text(answer) if answer is not None else ""))
        self.state.setWordWrap(bool(self._trouble))
        # Not during the search: nothing was sent to a model yet.
        self.plug.setVisible(answer is not None and (state in _ANSWERED or bool(answer.steps)))
        is_rewritten = answer is not None and answer.standalone_question != answer.question
        asked = self.tr("Asked: {}").format(answer.standalone_question) if answer and is_rewritten else ""
        self.question.setText(asked)
        self.question.setVisible(is_rewritten)
        self._write()
        self.text.setVisible(written or bool(self._former))
        self.text.updateGeometry()
        self.stop.setVisible(is_busy)
        self.anyway.setVisible(state is AnswerState.NOT_IN_NOTES and not self._trouble)
        self.settings.setVisible(bool(self._trouble))
        is_citable = state in _WRITTEN and bool(self.citations)
        self.copy.setVisible(is_citable)
        self.save.setVisible(is_citable)
        self.sent.setVisible(answer is not None and bool(answer.sent))
        goes_on = state is AnswerState.DONE and not self._trouble
        is_left = bool(self._former) and not is_busy and state is not AnswerState.REVIEWING
        self.follow_up.setVisible(goes_on or is_left)
        self.show()

    def _state_text(self, answer: ModelAnswer) -> str:
        model = self.tr("{} on {}").format(answer.model, answer.sent_to or "")
        passages = phrases.count_passages(len(answer.passages))
        verdicts = [sentence.verdict for sentence in answer.sentences]
        struck, unsure = verdicts.count(Verdict.STRUCK), verdicts.count(Verdict.UNSURE)
        done = self.tr("%Ln sentence(s) not in your notes", None, struck) if struck else ""
        open_ = self.tr("%Ln sentence(s) to compare yourself", None, unsure) if unsure else ""
        match answer.state:
            case AnswerState.SEARCHING:
                step = answer.steps[-1] if answer.steps else None
                if step is None:
                    text = self.tr("Searching your notes…")
                elif step.kind is StepKind.SEARCH:
                    text = self.tr("{} searches for “{}”…").format(answer.model, step.argument)
                else:
                    text = self.tr("{} reads {}…").format(answer.model, step.argument)
                return text
            case AnswerState.WAITING:
                return self.tr("Sending {} to {}…").format(passages, model)
            case AnswerState.WRITING:
                return self.tr("{} is writing… {} sent").format(model, passages)
            case AnswerState.NOT_IN_NOTES:
                nothing = self.tr("Probably nothing in your notes answers this. Nothing was sent.")
                # To rewrite a follow-up, the conversation was.
                no_passage = self.tr("Probably nothing in your notes answers this. No passage was sent.")
                return no_passage if answer.sent else nothing
            case AnswerState.DECLINED:
                return self.tr("{} found no answer in {}.").format(model, passages)
            case _:
                again = self.tr("asking again…") if answer.state is AnswerState.REVIEWING else ""
                cut = translate_message(answer.notice or "")
                return " · ".join(filter(None, (cut, done, open_, again, model, passages)))

    def _write(self) -> None:
        """Write the conversation, scrolled as before."""
        bar = self.text.verticalScrollBar()
        value, turns = bar.value(), len(self._conversation)
        html = ""
        for turn, answer in enumerate(self._conversation):
            if turns > 1:
                anchor = f"<a name='{_NEWEST}'></a>" if turn == turns - 1 else ""
                html += f"<p>{anchor}<b>{escape(answer.question)}</b></p>"
            html += self._answer_html(turn, answer)
        self.text.setHtml(html)
        bar.setValue(value)

    def _answer_html(self, turn: int, answer: ModelAnswer) -> str:
        """Return an answer's lines, and items as lists."""
        lines: list[tuple[str, str]] = []
        for sentence in answer.sentences:
            html = self._sentence_html(sentence, turn, len(answer.passages))
            if sentence.lead is None and lines:
                lines[-1] = lines[-1][0], f"{lines[-1][1]} {html}"
            else:
                lines.append((sentence.lead or "", html))
        blocks = groupby(lines, lambda line: "ul" if line[0] == "-" else "ol" if line[0] else "")
        return "".join(_block_html(tag, list(items)) for tag, items in blocks)

    def _sentence_html(self, sentence: CitedSentence, turn: int, passages: int) -> str:
        accent = self.palette().color(ACCENT_ROLE).name()
        grey = self.palette().color(SECONDARY_ROLE).name()
        # As HTML; the marked phrases come in order.
        text, rest = "", sentence.text
        for tag, phrase in sentence.emphasis:
            before, at, behind = rest.partition(phrase)
            if at:
                text, rest = f"{text}{escape(before)}<{tag}>{escape(phrase)}</{tag}>", behind
        text += escape(rest)
        if sentence.verdict is Verdict.STRUCK:
            why = self.tr("not in your notes")
            why = self.tr("{}: {}").format(why, sentence.detail) if sentence.detail else why
            return _STRUCK.format(grey, text, escape(why))
        # A model may cite a passage it was not given. The line is known in the first one.
        cited = [number for number in sentence.citations if 0 < number <= passages]
        links = "".join(
            _LINK.format(turn, number, sentence.line * (number == cited[0]), accent, f"[{number}]")
            for number in cited
        )
        if sentence.miscited:
            wrong = "".join(f"[{number}]" for number in sentence.miscited)
            links += f" <i style='color:{grey}'>({escape(self.tr('not in {}').format(wrong))})</i>"
        if sentence.verdict is Verdict.CHECKED:
            links += f" <b style='color:{accent}'>✓</b>"
        elif sentence.verdict is Verdict.UNSURE and cited:
            links += _LINK.format(turn, cited[0], sentence.line, grey, f"<i>{escape(_doubt(sentence))}</i>")
        colour = f" style='color:{grey}'" if sentence.verdict is None else ""
        return f"<span{colour}>{text}</span>{links}"

    def _cited_place(self, link: str) -> tuple[str, int]:
        turn, number, line = map(int, link.split("."))
        piece = self._conversation[turn].passages[number - 1]
        return piece.path, line or piece.line_start or 0

    def _show_sent(self) -> None:
        if self.answer is not None:
            SentDialog(self.answer, self.window()).show()

    def _ask_follow_up(self) -> None:
        if question := self.follow_up.text().strip():
            self.follow_up.clear()
            self.followed_up.emit(question)

    def changeEvent(self, event: QEvent) -> None:
        """Take another theme's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.answer is not None:
            self._write()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop or close by Esc while the keyboard is here."""
        if event.key() == Qt.Key.Key_Escape:
            (self.stop if self.is_busy else self.close_button).click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a pale ground and a bar along the side."""
        paint_card(self)

    def _set_texts(self) -> None:
        for shown, text in (
            (self.stop, self.tr("Stop")),
            (self.anyway, self.tr("Ask anyway")),
            (self.settings, self.tr("Settings…")),
            (self.copy, self.tr("Copy answer")),
            (self.save, self.tr("Save as a note")),
            (self.sent, self.tr("What was sent")),
            (self.close_button, self.tr("Close")),
        ):
            name_button(shown, text)
        self.save.setToolTip(self.tr("Obsidian makes a new note of it"))
        self.plug.setToolTip(self.tr("A language model was asked: the question and passages were sent to it"))
        self.plug.setAccessibleName(self.plug.toolTip())
        self.text.setAccessibleName(self.tr("Answer of the language model"))
        name_field(self.follow_up, self.tr("Ask a follow-up question…"))
        if not self.isHidden():
            self._update()


def _cited_lines(answer: ModelAnswer) -> str:
    """Return sentences that are not struck, each in a line with links, items with their marks."""
    lines = []
    for sentence in (each for each in answer.sentences if each.is_kept):
        links = " ".join(f"[[{link_target(answer.passages[number - 1])}]]" for number in sentence.citations)
        lead = f"{sentence.lead} " if sentence.lead else ""
        compare = f"{_doubt(sentence)} " if sentence.verdict is Verdict.UNSURE else ""
        lines.append(f"{lead}{sentence.text} ({compare}{links})")
    return "\n".join(lines)


def _doubt(sentence: CitedSentence) -> str:
    """Return the mark of a sentence to compare."""
    return tr("compare") if sentence.objection is None else tr("compare: asked again, the model said no")


def _block_html(tag: str, lines: Sequence[tuple[str, str]]) -> str:
    """Return lines as a list, numbered as the model numbered it, or as paragraphs."""
    if not tag:
        return "".join(f"<p>{html}</p>" for _, html in lines)
    start = f" start='{lines[0][0].rstrip('.')}'" if tag == "ol" else ""
    return f"<{tag}{start}>{''.join(f'<li>{html}</li>' for _, html in lines)}</{tag}>"


class SentDialog(Dialog):
    """Shows the exact request for an answer."""

    def __init__(self, answer: ModelAnswer, parent: QWidget) -> None:
        super().__init__(tr("What was sent to {}").format(answer.sent_to), 760, 560, parent)
        self.text = QPlainTextEdit(answer.sent)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.windowTitle())
        buttons = DialogButtons(self)
        copy = buttons.action(self.tr("Copy"))
        copy.clicked.connect(lambda: QApplication.clipboard().setText(answer.sent))
        column_of(self.text, buttons, within=self)
