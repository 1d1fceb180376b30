"""All vaults at once in the window: chosen, named, remembered, closed."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl

from tests.gui.conftest import VAULT, Desk
from tests.gui.fake_script import passage
from vaultsearch.core.messages import Message
from vaultsearch.core.values.sync import ALL_VAULTS, Failure, MemberVault

OTHER = Path("/vaults/Other")
AWAY = "/vaults/Other is not there. Connect the drive that it is on."
MEMBERS = (
    MemberVault("My vault", VAULT), MemberVault("Other", OTHER, is_open=False, trouble=AWAY),
    MemberVault("Shared", Path("/vaults/Shared"), read_only=True),
)  # fmt: skip


@pytest.fixture
def two(desk: Desk) -> Desk:
    """A window that knows two vaults; the first of these is open."""
    desk.open(OTHER)
    desk.open()
    return desk


def open_all(desk: Desk) -> None:
    desk.trigger("all_vaults", until=desk.engine.vault_opened)


def test_all_vaults_are_offered_as_soon_as_there_are_two(ready: Desk) -> None:
    action, chooser = ready.window.menu_actions.all_vaults, ready.page.search.vaults
    assert not action.isEnabled()
    assert action not in chooser.menu().actions()
    ready.open(OTHER)
    assert action.isEnabled()
    assert chooser.menu().actions()[0] is action
    assert action.shortcut().toString() == "Ctrl+Shift+F"
    palette = ready.window.command_palette
    palette.open()
    palette.field.setText("all vaults")
    assert palette.list.model().index(0, 0).data() == "Search all vaults"


def test_all_vaults_are_opened_named_and_remembered_and_left_for_the_last_one(two: Desk) -> None:
    chooser, action = two.page.search.vaults, two.window.menu_actions.all_vaults
    assert two.window.menu_actions.search_quality.isEnabled()
    open_all(two)
    assert two.service.folder == ALL_VAULTS
    assert (chooser.text(), two.window.windowTitle()) == ("All vaults", "All vaults - vaultsearch")
    assert action.isChecked()
    assert not [line for line in chooser.lines if line.isChecked()]
    assert two.settings.all_vaults_open
    actions = two.window.menu_actions
    assert (actions.search_quality.isEnabled(), actions.vault_report.isEnabled()) == (False, True)
    assert two.open_settings().vaults.open.isEnabled(), "each can be opened by itself"
    assert two.settings.vaults == (VAULT, OTHER), "no folder is called so"
    two.trigger("all_vaults", until=two.engine.vault_opened)
    assert two.service.folder == VAULT
    assert chooser.text() == "My vault"
    assert not action.isChecked()
    assert not two.settings.all_vaults_open
    open_all(two)
    with two.answering(two.engine.vault_opened):  # one is chosen out of all
        next(line for line in chooser.lines if line.data() == OTHER).trigger()
    assert (two.service.folder, two.settings.all_vaults_open) == (OTHER, False)


def test_the_mark_stays_with_what_is_open_until_the_other_is(two: Desk) -> None:
    two.script.not_folders = (ALL_VAULTS.name,)
    two.trigger("all_vaults", until=two.engine.failed)
    two.message_box().reject()
    assert not two.window.menu_actions.all_vaults.isChecked()
    assert two.page.search.vaults.text() == "My vault"


def test_a_vault_that_is_left_out_is_told_and_the_status_says_how_many_are_searched(two: Desk) -> None:
    two.script.members = MEMBERS
    open_all(two)
    two.says(f"Other: {AWAY}")
    assert two.page.search.vaults.toolTip().splitlines() == [
        f"My vault: {VAULT}", f"Other: {AWAY}", "Shared: another program is indexing changes",
    ]  # fmt: skip
    two.window.status.end_message()
    two.window.status.rest()
    assert two.window.status.text.text().startswith("2 of 3 vaults · ")


def test_one_that_is_taken_off_the_list_is_searched_no_more(two: Desk) -> None:
    two.open(ALL_VAULTS)
    page = two.open_settings().vaults
    page.list.setCurrentItem(page.list.findItems("Other", Qt.MatchFlag.MatchExactly)[0])
    two.click(page.forget, until=two.engine.vault_opened)
    assert (two.service.folder, two.settings.vaults) == (ALL_VAULTS, (VAULT,))


def test_one_that_was_renamed_is_followed_with_the_passages_kept_of_it(two: Desk) -> None:
    two.open(ALL_VAULTS)
    two.script.members = (replace(MEMBERS[0], trouble="Gone."),)
    two.script.baskets[ALL_VAULTS] = (kept := passage("Kept", "Kept."),)
    two.script.failed, two.script.moved = (Failure("Other", "Gone."),), {ALL_VAULTS: ALL_VAULTS}
    two.trigger("sync", until=two.engine.vault_opened)
    two.bot.waitUntil(lambda: two.window.basket.ids == {kept.id})
    two.bot.waitUntil(lambda: "not all up to date" in two.window.status._state)


@pytest.mark.usefixtures("german")
def test_why_a_vault_is_left_out_is_told_in_the_language_that_is_spoken(two: Desk) -> None:
    two.script.members = (replace(MEMBERS[1], trouble=Message("The folder {} doesn't exist.", OTHER)),)
    open_all(two)
    two.says(f"Other: Den Ordner {OTHER} gibt es nicht.")


def test_a_note_of_one_of_them_is_opened_in_the_editor_where_it_lies(two: Desk) -> None:
    two.script.members = MEMBERS
    two.script.passages = tuple(
        replace(one, id=f"My vault/{one.id}", path=f"My vault/{one.path}") for one in two.script.passages
    )
    open_all(two)
    two.ask("bookbinding")
    two.list.setCurrentIndex(two.list.model().index(0, 0))
    two.trigger("open_editor")
    assert two.opened_urls == [QUrl.fromLocalFile(str(VAULT / "Workshops.md"))]
