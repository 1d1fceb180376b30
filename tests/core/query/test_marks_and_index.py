"""Marks agree with the full-text index: a word is marked if and only if the index matches it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.query.words import find_terms, query_terms

_STEMS = "not plan win car skat generat organis happ univers emerg naïv café über сад κηπ"
_ENDINGS = ["", "s", "es", "e", "ed", "ing", "ings", "er", "y", "ies", "ity", "ation", "ional", "'s", "’s"]
_IRREGULAR = """
sky skies die dying lie lying tie idly ideal news new evening even inning in outing cannot proceed proceeds
added adding add ad archaeologist archaeological organization organ international internal lateral later
Straße STRASSE strassen løv lov Æther aether naive naïve Häuser Haus Bäume Baum caring wines planes NOTES
трамваи трамвай бренdes ｆｕｌｌ full ﬁne fine snake_case snake_cases e-mail don't dont 2026 2026s 1st
"""
WORDS = list(
    dict.fromkeys([stem + ending for stem, ending in product(_STEMS.split(), _ENDINGS)] + _IRREGULAR.split())
)
"""Forms with a common beginning, with the same stem or not."""


async def test_a_word_is_marked_where_the_index_finds_it(tmp_path: Path) -> None:
    """ "not" was marked as "notes": endings were cut off blindly, and any beginning counted as a prefix."""
    async with indexed(tmp_path / "index", {f"{at}.md": word for at, word in enumerate(WORDS)}) as corpus:
        await corpus.upkeep.tidy()
        found = {word: {c.text for c in await corpus.query_text(word, len(WORDS))} for word in WORDS}
        languages = {chunk.text: chunk.language async for chunk in corpus.get_all_text()}
    marked = {
        word: {form for form in WORDS if find_terms(form, query_terms(word), languages[form])}
        for word in WORDS
    }
    differing = {word: marked[word] ^ found[word] for word in WORDS if marked[word] != found[word]}
    # Of a word with digits, letters or digits alone are marked, though both are asked for.
    assert differing == {"2026s": {"2026"}}
    assert "notes" not in marked["not"]
    assert sum(map(len, marked.values())) > 2 * len(WORDS), "forms of a word find each other"
