"""Types that only root fields use: keys of entities, lists of all entities, the change feed, and meta information."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.field_mapping import QueryResult, RowIn, RowsIn, mapped_field, prop
from schema.funder import Funder
from schema.groups.named import GroupedFunders, GroupedInstitutions, GroupedTopics, GroupedVenues, GroupedVolumes
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.institution import Institution
from schema.paging import Edge, RootConnection
from schema.paper import Paper
from schema.researcher import Researcher
from schema.topic import Topic
from schema.venue import Venue, Volume


@strawberry.input(one_of=True, description="One key of a researcher.")
class ResearcherBy:
    """One key of a researcher."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    orcid: str | None = strawberry.field(default=strawberry.UNSET, description="ORCID iD, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Person id of the ACL Anthology.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex author id.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar author id.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP person id.")


@strawberry.input(one_of=True, description="One key of a paper.")
class PaperBy:
    """One key of a paper."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    doi: str | None = strawberry.field(default=strawberry.UNSET, description="DOI, in any form.")
    arxiv: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv id, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="ACL Anthology id.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex work id.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar paper id.")
    pmid: str | None = strawberry.field(default=strawberry.UNSET, description="PubMed id.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP key.")


@strawberry.input(one_of=True, description="One key of a topic.")
class TopicBy:
    """One key of a topic."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    code: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv category, such as cs.CL.")


@strawberry.input(one_of=True, description="One key of an institution.")
class InstitutionBy:
    """One key of an institution."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    ror: str | None = strawberry.field(default=strawberry.UNSET, description="ROR id, in any form.")


@strawberry.input(one_of=True, description="One key of a venue.")
class VenueBy:
    """One key of a venue."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Venue id of the ACL Anthology.")
    issn: str | None = strawberry.field(default=strawberry.UNSET, description="ISSN, any of those that it has.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex source id.")


@strawberry.input(one_of=True, description="One key of a volume.")
class VolumeBy:
    """One key of a volume."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    isbn: str | None = strawberry.field(default=strawberry.UNSET, description="ISBN, any of those that it has.")
    key: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="A source's key of it, such as acl:2022.acl-long; or an ISSN and the number, such as "
        "issn:0098-0331/48.",
    )


@strawberry.input(one_of=True, description="One key of a funder.")
class FunderBy:
    """One key of a funder."""

    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Byline id, retired ones too.")
    registry: str | None = strawberry.field(
        default=strawberry.UNSET, description="Id in the Open Funder Registry, such as 10.13039/100000001."
    )
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex funder id.")


@strawberry.type(description="A researcher in a list.")
class ResearcherEdge(Edge[Researcher]):
    """A researcher in a list."""


@strawberry.type(description="Researchers.")
class ResearcherConnection(RootConnection[ResearcherEdge, Researcher], GroupedResearchers):
    """Researchers."""


@strawberry.type(description="A paper in a list.")
class PaperEdge(Edge[Paper]):
    """A paper in a list."""


@strawberry.type(description="Papers.")
class PaperConnection(RootConnection[PaperEdge, Paper], GroupedPapers):
    """Papers."""


@strawberry.type(description="A topic in a list.")
class TopicEdge(Edge[Topic]):
    """A topic in a list."""


@strawberry.type(description="Topics.")
class TopicConnection(RootConnection[TopicEdge, Topic], GroupedTopics):
    """Topics."""


@strawberry.type(description="An institution in a list.")
class InstitutionEdge(Edge[Institution]):
    """An institution in a list."""


@strawberry.type(description="Institutions.")
class InstitutionConnection(RootConnection[InstitutionEdge, Institution], GroupedInstitutions):
    """Institutions."""


@strawberry.type(description="A venue in a list.")
class VenueEdge(Edge[Venue]):
    """A venue in a list."""


@strawberry.type(description="Venues.")
class VenueConnection(RootConnection[VenueEdge, Venue], GroupedVenues):
    """Venues."""


@strawberry.type(description="A volume in a list.")
class VolumeEdge(Edge[Volume]):
    """A volume in a list."""


@strawberry.type(description="Volumes.")
class VolumeConnection(RootConnection[VolumeEdge, Volume], GroupedVolumes):
    """Volumes."""


@strawberry.type(description="A funder in a list.")
class FunderEdge(Edge[Funder]):
    """A funder in a list."""


@strawberry.type(description="Funders.")
class FunderConnection(RootConnection[FunderEdge, Funder], GroupedFunders):
    """Funders."""


@strawberry.type(description="How many nodes or relationships of one kind there are.")
class MetaCount:
    """How many nodes or relationships of one kind there are."""

    name: str = prop("name", "Label or relationship type.")
    count: int = prop("count", "How many.")


@strawberry.type(description="One run of a loader.")
class Load:
    """One run of a loader."""

    id: strawberry.ID = prop("id", "Its id.")
    loader: str = prop("loader", "Which loader.")
    version: str | None = prop("version", "Byline's version.")
    started_at: str | None = prop("startedAt", "ISO 8601, UTC.")
    finished_at: str | None = prop("finishedAt", "ISO 8601, UTC; null while it runs or when it was broken off.")
    read: int | None = prop("read", "Records read.")
    written: int | None = prop("written", "Records new or changed.")
    unchanged: int | None = prop("unchanged", "Records known already.")
    rejected: int | None = prop("rejected", "Records refused.")
    unreadable: int = prop("unreadable", "Files that could not be read.")


@strawberry.type(description="How many papers are under one licence.")
class LicenceCount:
    """How many papers are under one licence."""

    licence: str | None = prop("licence", "SPDX name or URL of the license. Null if no source states it.")
    papers: int = prop("papers", "How many papers.")


@strawberry.type(description="Contents of the graph and their origin.")
class Meta:
    """Contents of the graph and their origin."""

    version: str = mapped_field(QueryResult("graphql/meta/version", single=True), "Byline's version.")
    data_version: str | None = mapped_field(
        QueryResult("graphql/meta/data_version", single=True),
        "Id of the latest finished load; null: nothing was loaded.",
    )
    counts: list[MetaCount] = mapped_field(QueryResult("graphql/meta/counts"), "How much there is of each kind.")
    loads: list[Load] = mapped_field(QueryResult("graphql/meta/loads"), "The latest hundred loads, newest first.")
    licences: list[LicenceCount] = mapped_field(
        QueryResult("graphql/meta/licences"), "Papers by stated licence, most first."
    )


@strawberry.enum(description="Kind of change of an entity.")
class ChangeKind(Enum):
    """Kind of change of an entity."""

    ADDED = strawberry.enum_value("added", description="The entity is new: the feed did not report it earlier.")
    CHANGED = strawberry.enum_value("changed", description="A source says something else of it, or another speaks.")
    MERGED = strawberry.enum_value("merged", description="It turned out to be another: `into` is that one's id.")
    REMOVED = strawberry.enum_value("removed", description="No record speaks of it any more.")


@strawberry.type(description="One thing that changed, as it is now.")
class Change:
    """One thing that changed, as it is now."""

    kind: ChangeKind = prop("kind", "Kind of change.")
    type: str = prop("type", "Paper, Researcher, Institution, Venue, Volume, Topic or Funder.")
    id: strawberry.ID = prop("id", "Byline ID of the entity. `nodes(ids: ...)` returns its present state.")
    merged_into: strawberry.ID | None = prop("into", "For a merged entity: ID of the entity into which it was merged.")
    sequence: int = prop("number", "The number of the transaction that did it; they count up.")


@strawberry.type(description="A change in the feed.")
class ChangeEdge:
    """A change in the feed."""

    cursor: str = prop("cursor", "Goes on behind this change, today and later.")
    node: Change = mapped_field(RowIn("node"), "The change.")


@strawberry.type(description="Whether the feed goes on.")
class ChangePageInfo:
    """Whether the feed goes on."""

    has_next_page: bool = prop("hasNextPage", "Whether more changes follow.")
    end_cursor: str | None = prop("endCursor", "Cursor of the last change of the page. Null if the page is empty.")


@strawberry.type(description="Changes, oldest first; each thing where it was added, and where it changed last.")
class ChangeConnection:
    """Changes, oldest first."""

    edges: list[ChangeEdge] = mapped_field(RowsIn("edges"), "The changes, each with its cursor.")
    page_info: ChangePageInfo = mapped_field(RowIn("pageInfo"), "Whether the feed goes on.")


SINCE = {
    "since": Annotated[
        str | None,
        strawberry.argument(
            description="A load's id: since that load began; a time in ISO 8601, UTC; or a change's number. "
            "Unless said: since the beginning."
        ),
    ],
    "first": Annotated[
        int | None, strawberry.argument(description="Maximum number of items, 1 to 1,000. Default: 100.")
    ],
    "after": Annotated[
        str | None, strawberry.argument(description="A change's cursor: go on behind it; `since` then says nothing.")
    ],
}
