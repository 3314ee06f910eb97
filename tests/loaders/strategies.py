"""Hypothesis strategies for records and decisions from small pools of names, IDs and keys,
so that the records match and conflict.
"""

from typing import Any

from hypothesis import HealthCheck
from hypothesis import strategies as st

from loaders.records.parts import (
    Affiliation,
    Anchor,
    Author,
    Funding,
    Relation,
    Revocation,
    TopicUse,
    TypedDate,
    VolumeUse,
    WorkRelation,
)
from loaders.records.record import (
    CitationRecord,
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.records.serialization import encoded

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

SOURCES = ("acl", "arxiv", "openalex")
NAMES = (
    *(
        "Jane Smith",
        "J. Smith",
        "John Smith",
        "Wei Wang",
        "Li Wei",
        "Ana Beispiel",
        "A. Beispiel",
        "Ana M. Beispiel",
        "Ana Maria Beispiel",
    ),
    *("Andres Beispiel", "Xiao Ming Wang", "Xiaoming Wang"),
)
PEOPLE = ("orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700", "acl-person:jane-smith", "acl-person:wei-wang-1")
PLACES = (Affiliation(text="University of Examples"), Affiliation(text="Alpha Lab"), Affiliation(ror="ror:03jdj4y14"))
PAPER_IDS = ("doi:10.1000/a", "doi:10.1000/b", "arxiv:2001.00001", "arxiv:2001.00002", "acl:P01-1001", "acl:P01-1002")
FUNDER_IDS = ("funder:10.13039/1", "funder:10.13039/2", "openalex:F1")
VOLUMES = (
    VolumeUse(volume="acl:v1", pages="1-2", venues=("acl-venue:a",)),
    VolumeUse(volume="acl:v2", venues=("acl-venue:a", "acl-venue:b")),
    VolumeUse(volume="issn:0098-0331/48", issue="2", venues=("issn:0098-0331", "acl-venue:b")),
    VolumeUse(volume="aan:isbn:9783161484100"),
    VolumeUse(volume="isbn:9780306406157", pages="3"),
)

authors = st.builds(
    Author,
    name=st.sampled_from(NAMES),
    ids=st.lists(st.sampled_from(PEOPLE), max_size=2, unique=True).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=2).map(tuple),
)
revised: dict[str, Any] = {"revised": st.sampled_from((None, "2019", "2020-01-02", "2020-01-02T03:04:05Z"))}
sourced: dict[str, Any] = {"source": st.sampled_from(SOURCES), "key": st.sampled_from("abcd"), **revised}
papers = st.builds(
    PaperRecord,
    **sourced,
    title=st.sampled_from(("On the Graphs of Who Is Who", "On the graphs of who is who.", "Another")),
    ids=st.lists(st.sampled_from(PAPER_IDS), max_size=2, unique=True).map(tuple),
    same_work=st.lists(st.sampled_from(PAPER_IDS), max_size=1).map(tuple),
    kind=st.sampled_from(("article", "preprint")),
    dates=st.lists(
        st.sampled_from(("2001", "2001-03", "2002-05-06")).map(lambda value: TypedDate(value=value)), max_size=2
    ).map(tuple),
    authors=st.none() | st.lists(authors, max_size=3).map(tuple),
    authors_complete=st.booleans(),
    topics=st.none()
    | st.lists(st.sampled_from(("cs.CL", "cs.LG")), unique=True).map(
        lambda codes: tuple(TopicUse(scheme="arxiv", code=code) for code in codes)
    ),
    appeared_in=st.none() | st.sampled_from(VOLUMES),
    references=st.none() | st.lists(st.sampled_from(PAPER_IDS), max_size=2).map(tuple),
    funding=st.none()
    | st.lists(
        st.builds(
            Funding,
            funder=st.sampled_from(FUNDER_IDS),
            awards=st.lists(st.sampled_from(("A1", "A2")), max_size=2).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    relations=st.lists(
        st.builds(
            WorkRelation,
            kind=st.sampled_from(("corrects", "supplements")),
            target=st.sampled_from(PAPER_IDS),
            inverse=st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
)
funders = st.builds(
    FunderRecord,
    **revised,
    source=st.sampled_from(("crossref", "openalex")),
    key=st.sampled_from(("f1", "f2")),
    name=st.sampled_from(("Science Foundation", "Trust")),
    ids=st.lists(st.sampled_from(FUNDER_IDS), max_size=2, unique=True).map(tuple),
)
institutions = st.builds(
    InstitutionRecord,
    **revised,
    source=st.sampled_from(("ror", "openalex")),
    key=st.sampled_from(("i1", "i2", "i3")),
    name=st.sampled_from(("University of Examples", "Alpha Lab", "Beta")),
    ids=st.lists(st.sampled_from(("ror:03jdj4y14", "ror:042nb2s44")), max_size=1).map(tuple),
    status=st.none() | st.sampled_from(("active", "withdrawn")),
    relations=st.lists(
        st.builds(
            Relation,
            kind=st.sampled_from(("parent", "child", "successor", "related")),
            target=st.sampled_from(("ror:03jdj4y14", "ror:042nb2s44")),
        ),
        max_size=1,
    ).map(tuple),
)
people = st.builds(
    PersonRecord,
    **revised,
    source=st.sampled_from(("orcid", "acl")),
    key=st.sampled_from(("p1", "p2")),
    ids=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=2, unique=True).map(tuple),
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=1).map(tuple),
    headline=st.none() | st.sampled_from(("reads", "writes")),
)
volumes = st.builds(
    VolumeRecord,
    **revised,
    source=st.sampled_from(("acl", "aan")),
    key=st.sampled_from(("v1", "v2", "issn:0098-0331/48", "isbn:9783161484100")),
    title=st.sampled_from(("Proceedings", "Volume 48")),
    year=st.none() | st.just(2020),
    venues=st.sampled_from(((), ("acl-venue:acl",))),
    editors=st.lists(authors, max_size=2).map(tuple),
)
ISSNS = ("issn:0098-0331", "issn:1573-1561")
BOOKS = ("volume:isbn:9783161484100", "volume:isbn:9780306406157", "volume:issn:0098-0331/48")
passing: dict[str, Any] = {"source": st.sampled_from(("crossref", "bibtex")), "in_passing": st.just(value=True)}
venues_in_passing = st.builds(
    VenueRecord,
    **passing,
    key=st.sampled_from(ISSNS),
    name=st.sampled_from(("Journal of Ones", "J. Ones", "journal of ones")),
    ids=st.lists(st.sampled_from(ISSNS), max_size=2, unique=True).map(tuple),
)
volumes_in_passing = st.builds(
    VolumeRecord,
    **passing,
    key=st.sampled_from(("isbn:9783161484100", "isbn:9780306406157", "issn:0098-0331/48")),
    ids=st.lists(st.sampled_from(BOOKS), max_size=3, unique=True).map(tuple),
    title=st.sampled_from(("A Book", "Volume 48")),
    number=st.none() | st.just("48"),
    year=st.sampled_from((None, 2020, 2021)),
    venues=st.lists(st.sampled_from(ISSNS), max_size=2, unique=True).map(tuple),
    editors=st.lists(authors, max_size=2).map(tuple),
)
named_in_passing = venues_in_passing | volumes_in_passing
citations = st.builds(
    CitationRecord,
    **revised,
    source=st.sampled_from(("aan", "acl")),
    key=st.sampled_from(("c1", "c2", "c3")),
    citing=st.sampled_from(PAPER_IDS),
    cited=st.sampled_from(PAPER_IDS),
    intents=st.lists(st.sampled_from(("background", "result")), max_size=2, unique=True).map(tuple),
    influential=st.none() | st.booleans(),
)
decided: dict[str, Any] = {
    "source": st.just("curator"),
    "verdict": st.sampled_from(("same", "apart")),
    "by": st.just("A curator"),
    "timestamp": st.just("2026-01-02T03:04:05Z"),
    "undone": st.none() | st.none() | st.just(Revocation(by="A curator", timestamp="2026-02-03")),
}
works = st.builds(Anchor, source=st.sampled_from(SOURCES), key=st.sampled_from("abcd"))
persons = st.builds(Anchor, id=st.sampled_from(PEOPLE)) | st.builds(
    Anchor,
    source=st.sampled_from(SOURCES),
    key=st.sampled_from("abcd"),
    role=st.just("author"),
    name=st.sampled_from(NAMES),
    nth=st.sampled_from((1, 1, 2)),
)


def sides(anchors: st.SearchStrategy[Anchor]) -> st.SearchStrategy[tuple[tuple[Anchor, ...], tuple[Anchor, ...]]]:
    """Draw the two sides of a decision: both empty or both nonempty."""
    return st.lists(anchors, min_size=2, max_size=4, unique=True).map(lambda all_: (tuple(all_[:1]), tuple(all_[1:])))


def decision_records(about: str, key: str, anchors: st.SearchStrategy[Anchor]) -> st.SearchStrategy[DecisionRecord]:
    """Draw decisions about one kind of entity."""
    keys = st.sampled_from(tuple(f"{key}{number}" for number in range(3)))
    return sides(anchors).flatmap(
        lambda both: st.builds(
            DecisionRecord,
            **revised,
            **decided,
            key=keys,
            about=st.just(about),
            left=st.just(both[0]),
            right=st.just(both[1]),
        )
    )


decisions = decision_records("paper", "d", works) | decision_records("researcher", "e", persons)
others = st.sampled_from(
    (
        VenueRecord(source="acl", key="venue/acl", name="Annual Meeting", ids=("acl-venue:acl",)),
        TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language", parent="cs"),
        TopicRecord(source="openalex", key="topic/cs.LG", scheme="arxiv", code="cs.LG", name="Learning"),
    )
)
records: st.SearchStrategy[Record] = st.one_of(
    *(
        papers,
        papers,
        papers,
        papers,
        institutions,
        people,
        volumes,
        citations,
        citations,
        funders,
        decisions,
        decisions,
        others,
        named_in_passing,
        named_in_passing,
    )
)


argued: st.SearchStrategy[Record] = st.one_of(papers, papers, people, volumes, decisions, decisions, decisions)
"""Records about which people decided much."""


def decided_record_sets(size: int) -> st.SearchStrategy[list[Record]]:
    """Draw lists of records with decisions about them, which agree or conflict."""
    return st.lists(argued, min_size=4, max_size=size, unique_by=lambda one: (one.source, one.key, one.revised))


def record_sets(size: int) -> st.SearchStrategy[list[Record]]:
    """Draw lists of records; records of one source and key differ in revision or are partial records."""
    return st.lists(records, min_size=2, max_size=size, unique_by=_distinct_key)


def _distinct_key(one: Record) -> tuple[str, str, str | bytes | None]:
    """Return the key that makes a drawn record distinct."""
    return (one.source, one.key, encoded(one) if one.in_passing else one.revised)
