"""An index for the tests of a module that only read it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.core.search.indexed_notes import indexed
from vaultsearch.core.index.corpus import LanceCorpus


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def corpus(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[LanceCorpus]:
    """Index the module's ``NOTES`` once; its tests run in the loop of the module."""
    async with indexed(tmp_path_factory.mktemp("module") / "index", request.module.NOTES) as opened:
        yield opened
