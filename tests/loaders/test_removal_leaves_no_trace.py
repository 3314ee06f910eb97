"""Earlier versions and unloaded records leave no trace in the graph."""

from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.records.parts import Author
from loaders.records.record import InstitutionRecord, Record, VolumeRecord
from tests.loaders.load_helpers import change_differences, release_differences
from tests.loaders.strategies import SLOW, decided_record_sets, record_sets

pytestmark = pytest.mark.graph


def check_changes(
    address: Address, folder: Path, before: list[Record], passing: list[Record], final: list[Record]
) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await change_differences(graph, folder, before, passing, final) == []

    anyio.run(both)


def check_release(address: Address, folder: Path, before: list[Record], final: list[Record]) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await release_differences(graph, folder, before, final) == []

    anyio.run(both)


def test_ids_of_a_person_without_mentions_leave_no_trace(address: Address, tmp_path: Path) -> None:
    """A volume loses its editors, and a later batch states one of their IDs: the person has no other ID."""
    orcid = "orcid:0000-0002-1825-0097"
    other = [InstitutionRecord(source="ror", key=key, name=f"University {key}") for key in ("i1", "i2")]
    before = VolumeRecord(
        source="acl", key="v1", title="One", editors=(Author(name="Jane Smith", ids=("acl-person:jane-smith", orcid)),)
    )
    final = VolumeRecord(source="acl", key="v2", title="Two", editors=(Author(name="Jane Smith", ids=(orcid,)),))
    emptied_volume = VolumeRecord(source="acl", key="v1", title="One", editors=())
    check_release(address, tmp_path, [before], [emptied_volume, *other, final])


@pytest.mark.full
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(before=record_sets(6), passing=record_sets(6), final=record_sets(10))
def test_changed_and_unloaded_records_leave_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """Changed records and an unloaded loader leave the graph that the remaining records alone give."""
    check_changes(address, tmp_path_factory.mktemp("changes"), before, passing, final)


@pytest.mark.full
@settings(max_examples=5, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(before=record_sets(8), final=record_sets(8).filter(bool))
def test_removed_stale_records_leave_no_trace(
    address: Address, tmp_path_factory: pytest.TempPathFactory, before: list[Record], final: list[Record]
) -> None:
    """After the removal of stale records, the graph equals that of the newer release alone."""
    check_release(address, tmp_path_factory.mktemp("release"), before, final)


@pytest.mark.full
@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(before=record_sets(8) | decided_record_sets(10), final=(record_sets(8) | decided_record_sets(10)).filter(bool))
@pytest.mark.timeout(3000)
def test_many_releases_leave_no_trace(
    address: Address, tmp_path_factory: pytest.TempPathFactory, before: list[Record], final: list[Record]
) -> None:
    """The same property holds for hundreds of generated releases."""
    check_release(address, tmp_path_factory.mktemp("releases"), before, final)


@pytest.mark.full
@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(
    before=record_sets(6) | decided_record_sets(8),
    passing=record_sets(6) | decided_record_sets(8),
    final=record_sets(10) | decided_record_sets(12),
)
@pytest.mark.timeout(3000)
def test_many_histories_leave_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """The same property holds for hundreds of generated histories."""
    check_changes(address, tmp_path_factory.mktemp("histories"), before, passing, final)
