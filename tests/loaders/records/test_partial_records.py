"""Partial records of one entity give the same merged record in any reading order."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from loaders.records.grouping import RecentKeys
from loaders.records.match_features import RecordRef
from loaders.records.partial import MOST, deduplicate_partials, merge
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PaperRecord, VenueRecord, VolumeRecord
from loaders.records.serialization import content_hash, decoded, encoded
from loaders.records.versions import IncomingRecord, VersionInfo, classify_changes
from tests.loaders.strategies import venues_in_passing, volumes_in_passing

BOOK = VolumeRecord(source="crossref", key="isbn:9783161484100", title="A Book", in_passing=True)
REF = RecordRef("crossref", "isbn:9783161484100", "crossref")


def entry(record: VolumeRecord) -> IncomingRecord:
    """Return an incoming record for the test book."""
    said = encoded(record)
    return IncomingRecord(REF, said, content_hash(said), record.revised or "", record.in_passing)


def book(*editors: str, ids: tuple[str, ...] = (), publisher: str | None = None) -> VolumeRecord:
    """Return a partial record of the test book."""
    listed = tuple(Author(name=name) for name in editors)
    return VolumeRecord(
        source="crossref",
        key=BOOK.key,
        title="A Book",
        in_passing=True,
        ids=ids,
        editors=listed,
        publisher=publisher,
    )


@given(st.tuples(*[venues_in_passing] * 3) | st.tuples(*[volumes_in_passing] * 3))
def test_partial_merge_does_not_depend_on_order(said: tuple[VenueRecord | VolumeRecord, ...]) -> None:
    """Three partial records give the same merged record in every order and grouping."""
    one, two, _ = said
    found = {encoded(merge(merge(a, b), c)) for a, b, c in permutations(said)}
    found |= {encoded(merge(a, merge(b, c))) for a, b, c in permutations(said)}
    assert len(found) == 1
    (together,) = map(decoded, found)
    assert merge(together, one) == together == merge(two, together)


def test_partial_merge_loses_no_value() -> None:
    """Editors, IDs and the publisher of several partial records all reach the merged record, without repeats."""
    found = merge(
        merge(book("Rita Roe", "Ann Lee"), book("Rita Roe", ids=("volume:isbn:9783161484100",))),
        book("Bob Lee", ids=("volume:isbn:9780306406157",), publisher="Press"),
    )
    assert isinstance(found, VolumeRecord)
    assert [one.name for one in found.editors] == ["Ann Lee", "Bob Lee", "Rita Roe"]
    assert found.ids == ("volume:isbn:9780306406157", "volume:isbn:9783161484100")
    assert found.publisher == "Press"


def test_complete_editor_list_preserves_its_order() -> None:
    """Editors stand in the order of a list that names all of them, each with the most detailed values."""
    fuller = VolumeRecord(
        source="crossref",
        key=BOOK.key,
        title="A Book",
        in_passing=True,
        editors=(Author(name="Ann Lee", ids=("orcid:0000-0002-1825-0097",)),),
    )
    found = merge(book("Rita Roe", "Ann Lee"), fuller)
    assert isinstance(found, VolumeRecord)
    assert [(one.name, len(one.ids)) for one in found.editors] == [("Rita Roe", 0), ("Ann Lee", 1)]


def test_namesake_editors_stay_distinct() -> None:
    """Equal names with different IDs stay two editors, and a name without an ID matches one of them."""

    def listed(*authors: Author) -> VolumeRecord:
        return VolumeRecord(source="crossref", key=BOOK.key, title="A Book", in_passing=True, editors=authors)

    one, two = (Author(name="Wei Wang", ids=(f"orcid:{each}",)) for each in ("0000-0001", "0000-0002"))
    longer = Author(name="Wei Wang", affiliations=(Affiliation(text="A university with a very long name"),))
    for said in permutations((listed(two, one), listed(longer), listed(Author(name="Ann Lee")))):
        found = merge(merge(said[0], said[1]), said[2])
        assert isinstance(found, VolumeRecord)
        assert [(each.name, each.ids) for each in found.editors] == [
            ("Ann Lee", ()),
            ("Wei Wang", ("orcid:0000-0001",)),
            ("Wei Wang", ("orcid:0000-0002",)),
        ]


def test_merged_list_has_maximum_length() -> None:
    """A merged list is limited to the first editors by name, in any order of the records."""
    names = [f"Editor {number:04}" for number in range(MOST + 50)]
    one, other = book(*names[:600]), book(*names[500:])
    found = {encoded(merge(one, other)), encoded(merge(other, one))}
    (record,) = map(decoded, found)
    assert isinstance(record, VolumeRecord)
    assert [each.name for each in record.editors] == names[:MOST]
    full, late = book(*reversed(names[:MOST])), book("Zed Zett")
    assert merge(merge(full, late), full) == merge(merge(late, full), late)


def test_reader_deduplicates_partial_records() -> None:
    """A partial record is yielded once per distinct statement; works and dated records are yielded unchanged."""
    lately = RecentKeys()
    paper = PaperRecord(source="crossref", key="a", title="On Ones")
    dated = VenueRecord(source="crossref", key="v", name="Ones", revised="2020")
    plain, other = (VenueRecord(source="crossref", key="v", name=name) for name in ("Ones", "O"))
    found = list(deduplicate_partials([plain, paper, plain, other, dated, paper, dated], lately))
    assert [(one.key, one.in_passing) for one in found] == [
        ("v", True),
        ("a", False),
        ("v", True),
        ("v", False),
        ("a", False),
        ("v", False),
    ]


def test_incoming_partial_merges_with_stored_record() -> None:
    """A batch changes a stored record only by added values; known values change nothing."""
    before = entry(combined_book := book("Rita Roe", publisher="Press"))
    there = {REF: VersionInfo(before.hash, "", before.statement)}
    found = classify_changes([entry(book("Rita Roe", "Ann Lee")), entry(book("Bob Lee"))], there)
    assert (found.new, found.changed, found.unchanged) == (0, 1, 1)
    (record,) = found.new_or_changed.values()
    assert isinstance(record, VolumeRecord)
    assert [one.name for one in record.editors] == ["Ann Lee", "Bob Lee", "Rita Roe"]
    assert record.publisher == combined_book.publisher
    again = classify_changes([entry(book("Rita Roe")), entry(combined_book)], there)
    assert (again.new_or_changed, again.changed, again.unchanged, again.older) == ({}, 0, 2, 0)


def test_full_record_replaces_partial_records() -> None:
    """A source's full record wins over partial records, whether they come before, with or after it."""
    own = entry(VolumeRecord(source="crossref", key=BOOK.key, title="A Book, corrected"))
    for entries, there in (
        ([own, entry(book("Ann Lee"))], {}),
        ([entry(book("Ann Lee")), own], {}),
        ([own], {REF: entry(book("Ann Lee")).version}),
    ):
        found = classify_changes(entries, there)
        assert list(found.new_or_changed.values()) == [own.record]
    later = classify_changes([entry(book("Ann Lee"))], {REF: own.version})
    assert (later.new_or_changed, later.unchanged) == ({}, 1)
