"""Where links lead out of the vault: searched for, though a reader does not see it."""

from __future__ import annotations

import pytest

from vaultsearch.core.vault.links import link_addresses, link_definitions


@pytest.mark.parametrize(
    ("content", "addresses"),
    [
        ("see [the shop](https://shop.example/till) today", ("https://shop.example/till",)),
        ('an ![image](https://pictures.example/a.png "with a title")', ("https://pictures.example/a.png",)),
        ("<https://auto.example> and <me@post.example>", ("https://auto.example", "me@post.example")),
        ('<a href="https://anchor.example">here</a>', ("https://anchor.example",)),
        ("[write](mailto:letters@post.example)", ("mailto:letters@post.example",)),
        ("[spaces](https://x.example/a%20b)", ("https://x.example/a b",)),
        ("[a note](Other note.md) and [[Another]]", ()),
        ("[the guide][g] and [g]", ("https://guide.example",)),
        ("[unknown][h]", ()),
    ],
)
def test_the_addresses_of_a_passage_are_found(content: str, addresses: tuple[str, ...]) -> None:
    definitions = link_definitions("text\n\n[G]: https://guide.example\n")
    assert link_addresses(content, definitions) == addresses
