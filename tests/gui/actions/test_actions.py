"""The table of actions: what holds for all of them."""

from __future__ import annotations

from collections import Counter

from tests.gui.conftest import Desk
from vaultsearch.gui.actions import ACTION_SPECS


def test_no_keys_belong_to_two_actions() -> None:
    keys = Counter(keys for spec in ACTION_SPECS for keys in spec.shortcuts)
    assert [shared for shared, count in keys.items() if count > 1] == []


def test_what_is_neither_a_choice_nor_a_check_mark_has_a_deed(desk: Desk) -> None:
    marks = {spec for spec in ACTION_SPECS if spec.checkable or spec.mode or spec.order is not None}
    deeds = desk.window.menu_actions.deeds
    assert [spec.id for spec in ACTION_SPECS if spec not in deeds and spec not in marks] == []


def test_no_icon_stands_for_two_things() -> None:
    """Related notes wore the sign of sharing, and a refresh meant three things."""
    deeds: dict[str, set[str]] = {}
    for spec in ACTION_SPECS:
        deeds.setdefault(spec.icon, set()).add(spec.text.split()[0].rstrip("s…"))
    assert {icon: words for icon, words in deeds.items() if len(words) > 1} == {}
