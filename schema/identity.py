"""Identity resolution explained: records and rules of an entity, comparisons of two entities, uncertain cases.

The curation service resolves these fields, not the compiled statement. The fields have the names of its results.
"""

from enum import Enum
from typing import Annotated

import strawberry

from schema.decision import Decision
from schema.enums import EntityKind
from schema.field_mapping import Key
from schema.fields import int_argument
from schema.paging import DEFAULT_PAGE, FORWARD_ONLY, PageInfo
from schema.scalars import URL

IDENTITY_ID = Annotated[
    strawberry.ID, strawberry.argument(description="Byline ID, current or retired, or an external ID with its scheme.")
]
PAGE = {
    "first": int_argument("Maximum number of items, 0 to 1,000.", DEFAULT_PAGE),
    "after": Annotated[
        str | None, strawberry.argument(description=f"Return the items after this cursor. {FORWARD_ONLY}")
    ],
}
PART = (Key("source"), Key("key"), Key("loader"), Key("role"), Key("position", number=True))
"""Order of records and names in an explanation."""


@strawberry.enum(description="Kind of uncertain case.")
class ReviewKind(Enum):
    """Kind of uncertain case."""

    PEOPLE = strawberry.enum_value(
        "people", description="People without an external ID who may be the same as one of several people with an ID."
    )
    NAMESAKES = strawberry.enum_value(
        "namesakes",
        description=(
            "People with the same name that no rule merges, with a match probability of at least 0.2. "
            "Names with the most papers come first."
        ),
    )
    PAPERS = strawberry.enum_value(
        "papers", description="Papers with the same title, year and first author that no rule merges."
    )
    VENUES = strawberry.enum_value(
        "venues", description="Venues with the same name that no single source lists as two."
    )
    VOLUMES = strawberry.enum_value(
        "volumes",
        description="Volumes with the same title and year, or venue and number, that no single source lists as two.",
    )
    INSTITUTIONS = strawberry.enum_value(
        "institutions",
        description="Institutions with the same name and country, or no country, that no single source lists as two.",
    )
    FUNDERS = strawberry.enum_value(
        "funders",
        description="Funders with the same name and country, or no country, that no single source lists as two.",
    )
    IDS = strawberry.enum_value("ids", description="Records that state an ID that belongs to another entity.")


@strawberry.type(
    description="The entity that an ID resolves to: a paper, researcher, institution, funder, venue or volume."
)
class IdentitySubject:
    """The entity that an ID resolves to."""

    id: strawberry.ID = strawberry.field(description="Byline ID of the entity.")
    kind: EntityKind = strawberry.field(description="Type of the entity.")
    name: str = strawberry.field(description="Name or title of the entity.")
    ids: list[str] = strawberry.field(description="External IDs of the entity, each with its scheme.")
    retired: list[strawberry.ID] = strawberry.field(description="Byline IDs that were merged into the entity.")


@strawberry.type(description="A record, or a name in a record, and the rule that assigned it to the entity.")
class IdentityEvidence:
    """A record, or a name in a record, and the rule that assigned it to the entity."""

    location: str = strawberry.field(
        description="Source and key of the record, and the position of the author or editor in it."
    )
    label: str = strawberry.field(description="Title, or name as written in the record.")
    rule: str = strawberry.field(
        description="Rule that assigned the record or name to the entity; `curator` if a curator did."
    )
    evidence: list[str] = strawberry.field(description="Evidence for the rule, as sentences; at most three.")
    conflicting_ids: list[str] = strawberry.field(
        description="IDs that the record states, but that belong to another entity."
    )
    url: URL | None = strawberry.field(description="URL of the record at its source. Null if unknown.")


@strawberry.type(description="Explanation of the records of an entity.")
class IdentityExplanation:
    """Explanation of the records of an entity."""

    subject: IdentitySubject = strawberry.field(description="The entity.")
    parts: list[IdentityEvidence] = strawberry.field(
        description="A page of the records of the entity, or of the names of the person in records, by key."
    )
    part_count: int = strawberry.field(description="Total number of parts.")
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

    id: strawberry.ID = strawberry.field(description="Byline ID of the entity.")
    name: str = strawberry.field(description="Name or title of the entity.")
    probability: float | None = strawberry.field(
        description="Probability of being the same person, 0 to 1, as in compareEntities. Null for other types."
    )
    evidence: list[str] = strawberry.field(description="Evidence for the match, as sentences.")


@strawberry.type(description="An uncertain case for a curator. The entities stay separate until a curator decides.")
class ReviewItem:
    """An uncertain case for a curator."""

    kind: ReviewKind = strawberry.field(description="Kind of the case.")
    id: strawberry.ID | None = strawberry.field(
        description="Byline ID of the entity. Null for a record that describes no entity in the graph."
    )
    name: str | None = strawberry.field(description="Name or title of the entity. Null if it has no ID.")
    reason: str = strawberry.field(description="Reason why the rules cannot decide.")
    candidates: list[ReviewCandidate] = strawberry.field(
        description="Entities that may be the same, most probable first."
    )


@strawberry.type(description="An uncertain case in a list.")
class ReviewItemEdge:
    """An uncertain case in a list."""

    cursor: str = strawberry.field(description="Position of this edge, for `after`.")
    node: ReviewItem = strawberry.field(description="The case.")


@strawberry.type(description="Uncertain cases of one kind, in the order of IDs, titles or records.")
class ReviewItemConnection:
    """Uncertain cases of one kind."""

    edges: list[ReviewItemEdge] = strawberry.field(description="The edges of this page, in order.")
    nodes: list[ReviewItem] = strawberry.field(description="The cases of this page, in order.")
    page_info: PageInfo = strawberry.field(description="Position of this page.")


@strawberry.type(description="A decision in the log.")
class DecisionEdge:
    """A decision in the log."""

    cursor: str = strawberry.field(description="Position of this edge, for `after`.")
    node: Decision = strawberry.field(description="The decision.")


@strawberry.type(description="Curators' decisions about identities, newest first, including revoked decisions.")
class DecisionConnection:
    """Decisions of curators, newest first."""

    edges: list[DecisionEdge] = strawberry.field(description="The edges of this page, in order.")
    nodes: list[Decision] = strawberry.field(description="The decisions of this page, in order.")
    page_info: PageInfo = strawberry.field(description="Position of this page.")
