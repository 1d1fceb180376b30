"""Conditions that name notes and passages: decided in memory as the index decides them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.filters import AllOf, AnyOf, AtPaths, Filter, HasTag, Not, WithIds
from vaultsearch.core.index.tables.predicates import split_places

_NOTES = {
    "a.md": "---\ndate: 2024-01-01\n---\n# One\n\nfirst #x\n\n# Two\n\nsecond\n",
    "b.md": "---\ndate: 2025-01-01\n---\nthird #x\n",
    "it's/c.md": "---\ndate: 2023-01-01\n---\n# Three\n\nfourth\n\n# Four\n\nfifth #y\n",
}
_A, _C, _NONE = (
    AtPaths(frozenset({"a.md"})),
    AtPaths(frozenset({"it's/c.md", "gone.md"})),
    AtPaths(frozenset()),
)
_FIRST = WithIds(frozenset({"a.md:0", "it's/c.md:1"}))
_TAGGED = HasTag("x")


async def test_the_newest_are_those_that_the_index_finds(tmp_path: Path) -> None:
    filters: list[Filter] = [_A, _NONE, _FIRST, Not(_FIRST), AllOf(()), AnyOf(()), AnyOf((_A, _FIRST))]
    filters += [AllOf((Not(_A), _FIRST)), AllOf((AllOf((_TAGGED,)), AnyOf((_A, _C))))]
    filters += [AnyOf((_TAGGED, _C)), Not(AnyOf((_TAGGED, _A)))]
    async with indexed(tmp_path, _NOTES) as corpus:
        for where in filters:
            expected = await corpus.get_chunks(where)
            listed = await corpus.notes.newest(where, 10)
            assert sorted(one.id for some in listed for one in some) == sorted(one.id for one in expected), (
                where
            )
            paths = {chunk.path for chunk in expected}
            newest_first = [path for path in ("b.md", "a.md", "it's/c.md") if path in paths]
            assert [some[0].path for some in listed] == newest_first, where
            assert await corpus.notes.newest(where, 1) == listed[:1], where


_FILTERS = st.recursive(
    st.sampled_from([_A, _C, _NONE, _FIRST, _TAGGED]),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


@given(_FILTERS)
def test_what_asks_for_more_than_a_place_is_left_to_the_index(where: Filter) -> None:
    decided, naming = split_places(where)
    assert "HasTag" not in repr(naming)
    whole = where.parts if isinstance(where, AllOf) else (where,)
    assert isinstance(decided, AllOf)
    assert isinstance(naming, AllOf)
    assert sorted(map(repr, (*decided.parts, *naming.parts))) == sorted(map(repr, whole))
