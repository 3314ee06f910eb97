"""Containers that sources of articles state."""

from loaders.bibliographic.containers import ContainerInfo, book_container
from loaders.records.parts import VolumeUse
from loaders.records.record import VenueRecord, VolumeRecord


def test_proceedings_without_isbn_are_identified_by_title() -> None:
    """Proceedings belong to their workshop, and have their folded title as key if the source states no ISBN."""
    workshop = VenueRecord(
        source="s", key="woc", name="Workshop on Counting", ids=("s-venue:woc",), kind="workshop", in_passing=True
    )
    info = ContainerInfo(source="s", name="Counting: Proceedings 2022", pages="1-4", year=2022)
    container = book_container(info, (), workshop)
    proceedings = VolumeRecord(
        source="s",
        key="book/counting proceedings 2022",
        title="Counting: Proceedings 2022",
        year=2022,
        venues=("s-venue:woc",),
    )
    assert container.records == (workshop, proceedings)
    assert container.use == VolumeUse(volume="s:book/counting proceedings 2022", venues=("s-venue:woc",), pages="1-4")
