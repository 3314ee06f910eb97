"""An oversized value never ends a load: it is rejected or dropped, and everything else is loaded."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import anyio
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.pipeline.run import LoadOptions, load
from loaders.pipeline.summary import Summary
from loaders.records.errors import InvalidRecordError
from loaders.records.limits import MAX_BYLINE_NAMES, MAX_KEY_PART_BYTES, MAX_REFERENCES, MAX_TEXT_BYTES, enforce_limits
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Manifestation, Relation, Resource, TopicUse, TypedDate, VolumeUse
from loaders.records.record import (
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.sources.base import sources
from normalization.text import fold
from tests.conftest import emptied

PAPER = PaperRecord(
    source="acl",
    key="one",
    url="https://example.org/one",
    title="One",
    ids=("doi:10.1000/one",),
    odd_ids=("doi:none",),
    abstract="About one.",
    language="eng",
    dates=(TypedDate(value="2001-05"),),
    authors=(
        Author(
            name="Ana Ruiz",
            family="Ruiz",
            ids=("acl-person:ana-ruiz",),
            affiliations=(Affiliation(text="University of Examples", role="reader"),),
            variants=("安娜",),
        ),
        Author(name="Li Wei"),
    ),
    topics=(TopicUse(scheme="arxiv", code="cs.CL"),),
    appeared_in=VolumeUse(volume="acl:v1", pages="1-2", issue="3"),
    pages="1-2",
    references=("doi:10.1000/two",),
    resources=(Resource(url="https://example.org/code", kind="code", name="code"),),
    forms=(Manifestation(url="https://example.org/one.pdf", kind="article", version="1", license="MIT", note="first"),),
    license="MIT",
    notices=("none",),
    awards=("best",),
    comment="8 pages",
    journal_ref="J 1",
)
WHOLE: list[Record] = [
    PAPER,
    PersonRecord(
        source="acl",
        key="person/ana-ruiz",
        ids=("acl-person:ana-ruiz",),
        names=("Ana Ruiz", "A. Ruiz"),
        family="Ruiz",
        affiliations=(Affiliation(text="Alpha Lab", since=1999, until=2001, role="reader"),),
        role="reader",
        headline="reads",
    ),
    InstitutionRecord(
        source="ror",
        key="u",
        name="University of Examples",
        ids=("ror:03jdj4y14", "grid:1"),
        aliases=("Examples",),
        acronyms=("UE",),
        types=("education",),
        established=1900,
        country="Nowhere",
        country_code="NO",
        city="Town",
        website="https://example.org",
        relations=(Relation(kind="parent", target="grid:2"),),
    ),
    VenueRecord(source="acl", key="venue/acl", name="Meeting", ids=("acl-venue:acl",), acronym="M", website="x"),
    VolumeRecord(
        source="acl",
        key="v1",
        title="Proceedings",
        year=2001,
        number="1",
        issue="2",
        publisher="P",
        address="A",
        venues=("acl-venue:acl",),
        editors=(Author(name="Li Wei"),),
    ),
    TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language", parent="cs"),
]
FILLERS = ("x", "ż", "漢", "\U0001d538", "ﷺ", "word ")
Steps: TypeAlias = tuple[str | int, ...]
GOOD = PaperRecord(source="arxiv", key="good", title="Good", authors=(Author(name="Ana Ruiz"), Author(name="Li Wei")))


def as_json(record: Record) -> Value:
    """Return a record as a JSON value."""
    said: Value = json.loads(msgspec.json.encode(record))
    return said


def places(value: Value, path: Steps = ()) -> list[Steps]:
    """Return the path of every text and number in a record as JSON."""
    if isinstance(value, Mapping):
        return [one for key, inner in value.items() for one in places(inner, (*path, key))]
    if isinstance(value, list):
        return [one for number, inner in enumerate(value) for one in places(inner, (*path, number))]
    is_free = isinstance(value, (str, int)) and not isinstance(value, bool) and path[-1] not in {"record", "kind"}
    return [path] if is_free else []


def with_huge(value: Value, path: Steps, filler: str, size: int) -> Value:
    """Return a JSON record in which the value at a path is padded with the filler to a size in bytes."""
    if not path:
        huge = filler * (size // len(filler.encode()) + 1)
        return f"{value}{huge}" if isinstance(value, str) else int("9" * 4_000)
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {key: with_huge(one, rest, filler, size) if key == step else one for key, one in value.items()}
    assert isinstance(value, list)
    return [with_huge(one, rest, filler, size) if number == step else one for number, one in enumerate(value)]


def oversized_record(number: int, path: Steps) -> Record:
    """Return a normalized record with one value of 9,000 bytes or one number of 4,000 digits."""
    return normalize_record(msgspec.convert(with_huge(as_json(WHOLE[number]), path, "x", 9_000), type(WHOLE[number])))


EVERY = [(number, path) for number, record in enumerate(WHOLE) for path in places(as_json(record))]


async def load_oversized(address: Address, folder: Path, odd: Value, rest: list[Record]) -> tuple[Summary, list[str]]:
    """Load an oversized record among others and return the summary and the loaded records."""
    (folder / "odd.json").write_bytes(json.dumps([as_json(rest[0]), odd, *map(as_json, rest[1:])]).encode())
    async with Graph(address) as graph:
        await emptied(graph)
        summary = await load(graph, sources()["sample"], [folder / "odd.json"], LoadOptions())
        rows = (await graph.read("MATCH (r:Record) RETURN r.source + ':' + r.key AS key ORDER BY key")).rows
    return summary, [str(row[0]) for row in rows]


SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
ANY_VALUE: dict[str, st.SearchStrategy[object]] = {
    "place": st.sampled_from(EVERY),
    "filler": st.sampled_from(FILLERS),
    "size": st.sampled_from((7_000, 9_000, 30_000)),
}


def check(address: Address, folder: Path, place: tuple[int, Steps], filler: str, size: int) -> None:
    """Load a record with one huge value and check the counts, the rejects and the other records."""
    number, path = place
    odd = with_huge(as_json(WHOLE[number]), path, filler, size)
    rest: list[Record] = [GOOD, *WHOLE[:number], *WHOLE[number + 1 :]]
    summary, there = anyio.run(load_oversized, address, folder, odd, rest)
    assert summary.read == len(WHOLE) + 1 == summary.new + summary.rejected
    assert {f"{one.source}:{one.key}" for one in rest} <= set(there)
    assert len(there) == summary.new
    assert len(summary.rejects) == summary.rejected
    assert all(len(one.place) < 300 and len(one.reason) < 600 for one in summary.rejects)


@pytest.mark.full
@pytest.mark.graph
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=SLOW)
@given(**ANY_VALUE)
def test_load_survives_any_huge_value(
    address: Address, tmp_path_factory: pytest.TempPathFactory, place: tuple[int, Steps], filler: str, size: int
) -> None:
    """With any huge value of any record the load ends, loads all other records, and its counts add up.
    A record that is missing is among the rejects.
    """
    check(address, tmp_path_factory.mktemp("odd"), place, filler, size)


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.timeout(1800)
@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(**ANY_VALUE)
def test_load_survives_many_huge_values(
    address: Address, tmp_path_factory: pytest.TempPathFactory, place: tuple[int, Steps], filler: str, size: int
) -> None:
    """The same property holds over hundreds of values."""
    check(address, tmp_path_factory.mktemp("odds"), place, filler, size)


INDEXED = [
    (0, ("ids", 0), "id"),
    (0, ("dates", 0, "value"), "published"),
    (0, ("authors", 0, "ids", 0), "person id"),
    (0, ("authors", 0, "affiliations", 0, "text"), "affiliation"),
    (0, ("topics", 0, "code"), "subject"),
    (0, ("appeared_in", "volume"), "volume"),
    (0, ("references", 0), "reference"),
    (0, ("resources", 0, "url"), "link"),
    (2, ("ids", 1), "id"),
    (2, ("aliases", 0), "alias"),
    (2, ("established",), "year of establishment"),
    (2, ("relations", 0, "target"), "relation"),
    (3, ("ids", 0), "id"),
    (4, ("venues", 0), "venue"),
]
"""What a record points to: the record, the value's place, and how it is told of."""


@pytest.mark.parametrize(("number", "path", "what"), INDEXED, ids=[f"{one[2]} of {one[0]}" for one in INDEXED])
def test_oversized_reference_is_dropped(number: int, path: Steps, what: str) -> None:
    """An oversized ID, link, topic, volume or affiliation is dropped and reported without repeating its value."""
    record, told = enforce_limits(oversized_record(number, path))
    assert len(told) == 1
    assert f"({what})" in told[0]
    assert len(told[0]) < 200
    assert record.key == WHOLE[number].key


def test_oversized_lists_are_truncated() -> None:
    """Excess authors and references are cut, the byline is marked as incomplete, and both are reported."""
    paper = PaperRecord(
        source="s",
        key="k",
        title="T",
        authors=tuple(Author(name=f"A B{number}") for number in range(MAX_BYLINE_NAMES + 1)),
        references=tuple(f"doi:10.1/{number}" for number in range(MAX_REFERENCES + 1)),
    )
    kept, told = enforce_limits(paper)
    assert (len(kept.authors or ()), kept.authors_complete) == (MAX_BYLINE_NAMES, False)
    assert len(kept.references or ()) == MAX_REFERENCES
    assert told == [
        "only the first 20,000 of 20,001 names are kept",
        "only the first 100,000 of 100,001 references are kept",
    ]


REFUSED = [
    (0, ("key",)),
    (0, ("title",)),
    (0, ("authors", 1, "name")),
    (0, ("authors", 0, "family")),
    (1, ("ids", 0)),
    (1, ("names", 1)),
    (1, ("affiliations", 0, "since")),
    (2, ("name",)),
    (3, ("name",)),
    (4, ("editors", 0, "name")),
    (4, ("year",)),
    (5, ("code",)),
    (5, ("parent",)),
]
"""What names a record or its people, and numbers: the record and the value's place."""


@pytest.mark.parametrize(("number", "path"), REFUSED, ids=[f"{one[1][-1]} of {one[0]}" for one in REFUSED])
def test_oversized_naming_value_rejects_record(number: int, path: Steps) -> None:
    """An oversized key, title, name, code or year rejects the record with a reason that does not repeat it."""
    record = oversized_record(number, path)
    with pytest.raises(InvalidRecordError, match=r"longer than [\d,]+ bytes|not a valid year: ") as told:
        enforce_limits(record)
    assert len(str(told.value)) < 200


def test_limits_count_bytes_of_indexed_value() -> None:
    """A title of 1,334 Chinese characters exceeds the limit, 1,333 do not; a normalized name counts too."""
    for title, fits in (
        ("漢" * 1_333, True),
        ("漢" * 1_334, False),
        ("x" * MAX_TEXT_BYTES, True),
        ("x" * (MAX_TEXT_BYTES + 1), False),
    ):
        paper = msgspec.structs.replace(PAPER, title=title)
        if fits:
            assert enforce_limits(paper) == (paper, [])
        else:
            with pytest.raises(InvalidRecordError, match="the title is longer than 4,000 bytes"):
                enforce_limits(paper)
    name = "ﷺ" * 300
    assert len(name.encode()) < MAX_TEXT_BYTES < len(fold(name))
    with pytest.raises(InvalidRecordError, match="normalized, is longer"):
        enforce_limits(msgspec.structs.replace(PAPER, authors=(Author(name=name),)))


def test_unindexed_values_are_stored_whole() -> None:
    """A huge abstract, comment or affiliation is stored unchanged; overlong IDs become odd IDs."""
    long = "word " * 4_000
    place = Affiliation(text=long)
    paper = msgspec.structs.replace(
        PAPER,
        abstract=long,
        comment=long,
        ids=("acl:x", "doi:10.1000/" + "x" * MAX_KEY_PART_BYTES),
        authors=(Author(name="Ana Ruiz", affiliations=(place,)),),
    )
    kept, told = enforce_limits(paper)
    assert (kept.abstract, kept.comment, kept.authors) == (
        long,
        long,
        (Author(name="Ana Ruiz", affiliations=(place,)),),
    )
    assert (kept.ids, kept.odd_ids) == (("acl:x",), ("doi:none", "doi:10.1000/" + "x" * MAX_KEY_PART_BYTES))
    assert len(told) == 2


@pytest.mark.parametrize(("year", "kept"), [(-5, False), (0, False), (1, True), (1088, True), (2999, False)])
def test_invalid_founding_year_is_dropped(year: int, *, kept: bool) -> None:
    """An institution accepts a founding year from 1 to next year; any other is dropped and reported."""
    record, told = enforce_limits(msgspec.structs.replace(WHOLE[2], established=year))
    assert msgspec.to_builtins(record).get("established") == (year if kept else None)
    assert bool(told) is not kept


def test_invalid_date_is_dropped() -> None:
    """A paper with an invalid date keeps its other dates, and each dropped date is reported with its kind."""
    dates = (TypedDate(value="99999"), TypedDate(value=" 2020-05 "), TypedDate(value="2021-02-30", kind="updated"))
    record, told = enforce_limits(normalize_record(msgspec.structs.replace(PAPER, dates=dates)))
    assert isinstance(record, PaperRecord)
    assert record.dates == (TypedDate(value="2020-05"),)
    assert told == [
        "an invalid date is dropped (published): '99999'",
        "an invalid date is dropped (updated): '2021-02-30'",
    ]
