"""What was said before, and what was taken back, leaves no trace."""

from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings

from cypher.driver.client import Address, Graph
from loaders.records.record import (
    Record,
)
from tests.loaders.drawn import SLOW, argued_sets, sets
from tests.loaders.loading import differing_after_changes, differing_after_release

pytestmark = pytest.mark.graph


def check_changes(
    address: Address, folder: Path, before: list[Record], passing: list[Record], final: list[Record]
) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing_after_changes(graph, folder, before, passing, final) == []

    anyio.run(both)


def check_release(address: Address, folder: Path, before: list[Record], final: list[Record]) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing_after_release(graph, folder, before, final) == []

    anyio.run(both)


@pytest.mark.full
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(before=sets(6), passing=sets(6), final=sets(10))
def test_what_was_said_before_and_taken_back_leaves_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """Records that changed, and records of a loader that was unloaded, leave the graph that the rest alone gives."""
    check_changes(address, tmp_path_factory.mktemp("changes"), before, passing, final)


@pytest.mark.full
@settings(max_examples=5, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(before=sets(8), final=sets(8).filter(bool))
def test_what_a_release_has_no_more_leaves_no_trace(
    address: Address, tmp_path_factory: pytest.TempPathFactory, before: list[Record], final: list[Record]
) -> None:
    """Once what the next release has no more is taken out, the graph is the one that this release alone gives."""
    check_release(address, tmp_path_factory.mktemp("release"), before, final)


@pytest.mark.full
@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(before=sets(8) | argued_sets(10), final=(sets(8) | argued_sets(10)).filter(bool))
@pytest.mark.timeout(3000)
def test_many_releases_leave_no_trace(
    address: Address, tmp_path_factory: pytest.TempPathFactory, before: list[Record], final: list[Record]
) -> None:
    """The same over hundreds of generated releases."""
    check_release(address, tmp_path_factory.mktemp("releases"), before, final)


@pytest.mark.full
@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(before=sets(6) | argued_sets(8), passing=sets(6) | argued_sets(8), final=sets(10) | argued_sets(12))
@pytest.mark.timeout(3000)
def test_many_histories_leave_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """The same over hundreds of generated histories."""
    check_changes(address, tmp_path_factory.mktemp("histories"), before, passing, final)
