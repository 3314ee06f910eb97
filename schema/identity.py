"""Identity resolution explained: records and rules of an entity, comparisons of two entities, open questions.

The curation service answers these fields, not the compiled statement; the fields have the names of its results.
"""

from enum import Enum
from typing import Annotated

import strawberry

from schema.decision import Decision
from schema.enums import EntityKind
from schema.field_mapping import Key
from schema.paging import After, First, PageInfo
from schema.scalars import URL

ANY_ID = Annotated[
    strawberry.ID, strawberry.argument(description="A Byline id, also a retired one, or an outside id with its scheme.")
]
PAGE = {"first": First, "after": After}
PART = (Key("source"), Key("key"), Key("loader"), Key("role"), Key("position", number=True))
"""Order of records and names in an explanation."""


@strawberry.enum(description="Kind of uncertain case.")
class ReviewKind(Enum):
    """Kind of uncertain case."""

    PEOPLE = strawberry.enum_value(
        "people", description="People without an external ID who may be the same as one of several people with an ID."
    )
    PAPERS = strawberry.enum_value("papers", description="Papers of one title, year and first author that stay apart.")
    VENUES = strawberry.enum_value("venues", description="Venues of one name of which no source knows both.")
    VOLUMES = strawberry.enum_value(
        "volumes", description="Volumes of one title and year, or of one venue and number, of which no source has both."
    )
    INSTITUTIONS = strawberry.enum_value(
        "institutions",
        description="Institutions with the same name and country, or no country, that no single source lists as two.",
    )
    FUNDERS = strawberry.enum_value(
        "funders",
        description="Funders with the same name and country, or no country, that no single source lists as two.",
    )
    IDS = strawberry.enum_value(
        "ids", description="Records that state an id which another record holds that is not one with them."
    )


@strawberry.type(
    description="The entity that an ID resolves to: a paper, researcher, institution, funder, venue or volume."
)
class IdentitySubject:
    """The entity that an ID resolves to."""

    id: strawberry.ID = strawberry.field(description="Its Byline id.")
    kind: EntityKind = strawberry.field(description="Type of the entity.")
    name: str = strawberry.field(description="Its name or title.")
    ids: list[str] = strawberry.field(description="Its outside ids, each with its scheme.")
    retired: list[strawberry.ID] = strawberry.field(description="Byline ids that were merged into it.")


@strawberry.type(description="A record, or a name in a record, and the rule that assigned it to the entity.")
class IdentityEvidence:
    """A record, or a name in a record, and the rule that assigned it to the entity."""

    location: str = strawberry.field(description="source:key of the record, and which author or editor of it.")
    label: str = strawberry.field(description="The title, or the name as it is written there.")
    rule: str = strawberry.field(description="The rule that brought it here; `curator` where a person did.")
    evidence: list[str] = strawberry.field(description="Why the rule holds, in words; three reasons at most.")
    conflicting_ids: list[str] = strawberry.field(
        description="Ids that it states, and that another record holds which is not one with it."
    )
    url: URL | None = strawberry.field(description="URL of the record at its source. Null if unknown.")


@strawberry.type(description="Explanation of the records of an entity.")
class IdentityExplanation:
    """Explanation of the records of an entity."""

    subject: IdentitySubject = strawberry.field(description="The entity.")
    parts: list[IdentityEvidence] = strawberry.field(
        description="A page of its records, or of the places at which a person is named, in the order of their keys."
    )
    part_count: int = strawberry.field(description="Number of all parts.")
    page_info: PageInfo = strawberry.field(description="Position of this page of parts.")
    decisions: list[Decision] = strawberry.field(description="Decisions about the entity, newest first.")


@strawberry.type(description="Evidence for and against two IDs identifying the same entity.")
class IdentityComparison:
    """Evidence for and against two IDs identifying the same entity."""

    left: IdentitySubject = strawberry.field(description="Entity of the first ID.")
    right: IdentitySubject = strawberry.field(description="Entity of the second ID.")
    is_same: bool = strawberry.field(description="True if both IDs belong to one entity.")
    evidence_for: list[str] = strawberry.field(description="Evidence that they are the same, as sentences.")
    evidence_against: list[str] = strawberry.field(description="Evidence that they are distinct, as sentences.")
    probability: float | None = strawberry.field(
        description="Probability that two researchers are the same person, 0 to 1, from the context of their names; "
        "IDs are not considered. It does not affect the graph; docs/identity.md has its measured "
        "accuracy. Null for other entities, for a single researcher, and if no names are compatible."
    )
    decisions: list[Decision] = strawberry.field(description="Decisions about either entity, newest first.")


@strawberry.type(description="An entity that may be the same.")
class ReviewCandidate:
    """An entity that may be the same."""

    id: strawberry.ID = strawberry.field(description="Its Byline id.")
    name: str = strawberry.field(description="Its name or title.")
    probability: float | None = strawberry.field(
        description="Probability of being the same person, 0 to 1, as in compareEntities. Null for other types."
    )
    evidence: list[str] = strawberry.field(description="Evidence for the match, as sentences.")


@strawberry.type(description="Something that only a person can decide. Until then it is left apart.")
class ReviewItem:
    """Something that only a person can decide."""

    kind: ReviewKind = strawberry.field(description="The uncertainty.")
    id: strawberry.ID | None = strawberry.field(
        description="Byline ID of the entity. Null for a record that describes no entity in the graph."
    )
    name: str | None = strawberry.field(description="Name or title of the entity. Null if it has no ID.")
    reason: str = strawberry.field(description="Reason why the rules cannot decide.")
    candidates: list[ReviewCandidate] = strawberry.field(
        description="Entities that may be the same, most probable first."
    )


@strawberry.type(description="An open question.")
class ReviewItemEdge:
    """An open question."""

    cursor: str = strawberry.field(description="Position of this edge, for `after`.")
    node: ReviewItem = strawberry.field(description="The question.")


@strawberry.type(description="Open questions of one kind, in the order of ids, titles or records.")
class ReviewItemConnection:
    """Open questions of one kind."""

    edges: list[ReviewItemEdge] = strawberry.field(description="The edges of this page, in order.")
    nodes: list[ReviewItem] = strawberry.field(description="The questions of this page, in order.")
    page_info: PageInfo = strawberry.field(description="Position of this page.")


@strawberry.type(description="A decision in the log.")
class DecisionEdge:
    """A decision in the log."""

    cursor: str = strawberry.field(description="Position of this edge, for `after`.")
    node: Decision = strawberry.field(description="The decision.")


@strawberry.type(description="Curators' decisions about identities, newest first, including revoked decisions.")
class DecisionConnection:
    """Decisions of people, the latest first."""

    edges: list[DecisionEdge] = strawberry.field(description="The edges of this page, in order.")
    nodes: list[Decision] = strawberry.field(description="The decisions of this page, in order.")
    page_info: PageInfo = strawberry.field(description="Position of this page.")
