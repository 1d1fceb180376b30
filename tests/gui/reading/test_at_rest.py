"""At rest, the right half shows the note last read, or the vault's most linked note."""

import pytest

from tests.builders import present
from tests.gui.conftest import VAULT, Desk
from vaultsearch.core.values.query import Beginnings
from vaultsearch.core.values.search import Completeness

GIFTS, WORKSHOPS = "People/Gift ideas.md", "Workshops.md"


def shown(desk: Desk) -> str:
    preview = desk.page.preview.shown
    return preview.path if preview is not None else ""


@pytest.mark.parametrize(("last_read", "most_linked", "path"), [
    (None, GIFTS, GIFTS), ((WORKSHOPS, 3), GIFTS, WORKSHOPS), ((WORKSHOPS, 3), "", WORKSHOPS),
    (("Gone.md", 3), GIFTS, GIFTS), (None, "", ""),
])  # fmt: skip
def test_an_opened_vault_shows_the_note_last_read_or_most_linked(
    desk: Desk, last_read: tuple[str, int] | None, most_linked: str, path: str
) -> None:
    desk.script.most_linked = most_linked
    if last_read is not None:
        desk.settings.set_last_vault(VAULT)
        desk.settings.set_last_read(*last_read)
    desk.open(until="preview" if path else "beginnings")
    assert shown(desk) == path


@pytest.mark.parametrize("completeness", [Completeness(), Completeness(791, 320, 12)])
def test_an_empty_field_keeps_the_note_until_nothing_is_found(desk: Desk, completeness: Completeness) -> None:
    desk.script.most_linked, desk.script.completeness = GIFTS, completeness
    desk.ask("bread")
    desk.bot.waitUntil(lambda: shown(desk) == WORKSHOPS)
    with desk.answering("beginnings"):
        desk.field.clear()
    assert shown(desk) == WORKSHOPS
    # Without results, no note is shown beside the sentence that says so.
    desk.ask("zymurgy")
    assert shown(desk) == ""


def test_the_note_last_read_does_not_replace_that_of_a_row_which_is_on_its_way(ready: Desk) -> None:
    ready.settings.set_last_read(GIFTS, 0)
    # Behind a whole text's answer the field is empty, so that the page is asked for what to begin with.
    ready.page.results.list.selected.connect(lambda _: ready.page.rest(Beginnings()))
    ready.ask("bread", until="preview")
    assert shown(ready) == WORKSHOPS


@pytest.mark.parametrize("is_private", [False, True])
def test_another_vault_and_the_end_remember_the_note_unless_in_private(ready: Desk, is_private: bool) -> None:
    ready.ask("bread", until="preview")
    if is_private:
        ready.trigger("private")
    other = VAULT.with_name("Other")
    ready.open(other)
    ready.ask("pottery", until="preview")
    last = shown(ready)
    ready.window.close()
    read = present(ready.settings.window_state).last_read
    assert read == ({} if is_private else {str(VAULT): (WORKSHOPS, 0), str(other): (last, 0)})
