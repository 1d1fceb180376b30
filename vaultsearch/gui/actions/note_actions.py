"""The actions on passages and notes: the menus Passage and Note."""

from __future__ import annotations

from vaultsearch.gui.actions.action_spec import ActionSpec, DeclaredActions

_NO_TEXT = "No text selected in the note"
_NO_LINK = "No link selected in the note"


class PassageActions(DeclaredActions):
    """On the selected passages."""

    open_obsidian = ActionSpec(
        "Open in Obsidian",
        # Enter is Qt's name of the key on the number pad.
        ("Return", "Enter"),
        "open",
        "Open the note at this heading in Obsidian",
        local=True,
        run=lambda w: w.passages.targets.with_one(w.passages.opening.open),
    )
    open_editor = ActionSpec(
        "Open in the default editor",
        ("Ctrl+Return", "Ctrl+Enter"),
        "edit",
        "Open the file in its default app, a PDF at the page if the app can",
        run=lambda w: w.passages.targets.with_one(w.passages.opening.open_otherwise),
    )
    passage_actions = ActionSpec(
        "Actions for the passage…",
        ("Ctrl+Shift+P",),
        "palette",
        "Everything that can be done with the passage and its note",
        run=lambda w: w.offer_passage_actions(),
    )
    reveal = ActionSpec(
        "Show in file manager",
        ("Ctrl+Shift+R",),
        "folder",
        "Show the note's file in the file manager",
        run=lambda w: w.passages.targets.with_all(w.passages.opening.reveal),
    )
    copy_passage = ActionSpec(
        "Copy passage",
        ("Ctrl+C",),
        "copy",
        "Copy the passage with its source",
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_passages),
    )
    copy_context = ActionSpec(
        "Copy as context",
        ("Ctrl+Shift+C",),
        "context",
        "Copy the basket, or the top results, as cited context for an AI chat",
        run=lambda w: w.passages.copying.copy_context(),
    )
    copy_answer = ActionSpec(
        "Copy answer",
        ("Ctrl+Shift+A",),
        "copy",
        "Copy the sentences of the answer, each with a link to its note",
        run=lambda w: w.passages.copying.copy_answer(w.page.answer_card.citations),
    )
    answer_in_note = ActionSpec(
        "Answer in the whole note",
        (),
        "quotes",
        "Show the note of the answer, and all its sentences that answer",
        run=lambda w: w.page.read_note_of_answer(),
    )
    more_like_answer = ActionSpec(
        "More like this answer",
        (),
        "search",
        "Search with the sentences of the answer",
        run=lambda w: w.page.search_with_answer(),
    )
    copy_code = ActionSpec(
        "Copy code block",
        (),
        "copy",
        "Copy the block of code under the pointer, or the first one in sight",
        run=lambda w: w.passages.copying.copy_code(w.page.preview.code.text()),
    )
    copy_link = ActionSpec(
        "Copy link to passage",
        ("Ctrl+Shift+L",),
        "link",
        "Copy a link to the heading, as Obsidian writes it: [[Note#Heading]]",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_wikilinks),
    )
    copy_uri = ActionSpec(
        "Copy obsidian:// link",
        (),
        "link",
        "Copy a link that opens the note in Obsidian from any app",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_uris),
    )
    copy_path = ActionSpec(
        "Copy file path",
        (),
        "copy",
        "Copy the path of the note's file",
        run=lambda w: w.passages.targets.with_all(w.passages.copying.copy_paths),
    )
    keep = ActionSpec(
        "Add to or remove from basket",
        ("Space",),
        "keep",
        "Add the selected passage to the basket, or remove it",
        in_list=True,
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.passages.opening.toggle_kept),
    )
    look = ActionSpec(
        "Look closer",
        ("Shift+Space",),
        "zoom-in",
        "Show the picture large, or more of the passage; among pictures, Space does it, too",
        in_list=True,
        run=lambda w: w.page.looking.toggle(),
    )
    basket = ActionSpec(
        "Show or hide the basket",
        ("Ctrl+K",),
        "basket",
        "Show or hide the basket",
        run=lambda w: w.basket_sheet.toggle(),
    )
    more_like = ActionSpec(
        "More like this passage",
        ("Ctrl+M",),
        "passage",
        "Search with the whole text of the passage",
        begins=True,
        run=lambda w: w.passages.targets.with_all(w.page.search_like),
    )
    compare = ActionSpec(
        "Compare two passages",
        ("Ctrl+Shift+D",),
        "duplicates",
        "Show two selected passages side by side, with what differs marked",
        run=lambda w: w.passages.targets.with_all(w.dialogs.compare),
    )
    hide_folder = ActionSpec(
        "Hide this folder from results",
        ("Ctrl+Shift+H",),
        "hide",
        "Add a filter that excludes the note's folder; remove it to see the folder again",
        run=lambda w: w.passages.targets.with_one(w.page.hide_folder),
    )
    select_all = ActionSpec(
        "Select all results",
        ("Ctrl+A",),
        "select",
        "Select all results, to copy them, drag them or add them to the basket",
        in_list=True,
        begins=True,
        run=lambda w: w.page.results.list.selectAll(),
    )
    context_menu = ActionSpec(
        "Context menu",
        ("Shift+F10",),
        "palette",
        "Open the menu of the selected results, or of the note",
        run=lambda w: w.passages.menus.open_at_focus(),
    )
    forget_note = ActionSpec(
        "Forget that I opened this",
        (),
        "forget",
        "Stop ranking this note higher because you opened it for this or a similar question",
        begins=True,
        run=lambda w: w.passages.targets.with_one(w.usage.forget_note),
    )


class NoteActions(DeclaredActions):
    """On the note that is read."""

    copy_selection = ActionSpec(
        "Copy selected text",
        (),
        "copy",
        "Copy the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.preview.view.copy(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    search_selection = ActionSpec(
        "Search for selected text",
        (),
        "search",
        "Search with the text selected in the note",
        unavailable=_NO_TEXT,
        run=lambda w: w.page.search_selection(),
        can_run=lambda w: w.page.preview.view.textCursor().hasSelection(),
    )
    select_note = ActionSpec(
        "Select all text",
        (),
        "select",
        "Select all text of the note",
        run=lambda w: w.page.preview.view.selectAll(),
    )
    open_link = ActionSpec(
        "Open link",
        (),
        "open",
        "Open this link",
        unavailable=_NO_LINK,
        begins=True,
        run=lambda w: w.passages.menus.open_link(),
        can_run=lambda w: w.passages.menus.link != "",
    )
    copy_address = ActionSpec(
        "Copy link address",
        (),
        "link",
        "Copy the address of this link",
        unavailable=_NO_LINK,
        run=lambda w: w.passages.menus.copy_address(),
        can_run=lambda w: w.passages.menus.address != "",
    )
