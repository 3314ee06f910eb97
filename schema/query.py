"""Types that only root fields use: keys and lists of entities, search results, the change feed, meta information."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.enums import EntityKind
from schema.field_mapping import ColumnNode, ColumnRow, ColumnRows, QueryResult
from schema.fields import int_argument, mapped_field, prop
from schema.funder import Funder
from schema.groups.grouping import Group, Grouping, GroupOrder, by, grouped, kinds, measure, measured
from schema.groups.named import GroupedFunders, GroupedInstitutions, GroupedTopics, GroupedVenues, GroupedVolumes
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.institution import Institution
from schema.node import Node
from schema.paging import FORWARD_ONLY, Connection, RootConnection, SearchedConnectionFields, SearchedEdge
from schema.paper import Paper
from schema.researcher import Researcher
from schema.scalars import DateTime
from schema.topic import Topic
from schema.venue import Venue, Volume


@strawberry.input(one_of=True, description="One key of a researcher.")
class ResearcherBy:
    """One key of a researcher."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    orcid: str | None = strawberry.field(default=strawberry.UNSET, description="ORCID iD, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Person ID of the ACL Anthology.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex author ID.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar author ID.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP person ID.")


@strawberry.input(one_of=True, description="One key of a paper.")
class PaperBy:
    """One key of a paper."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    doi: str | None = strawberry.field(default=strawberry.UNSET, description="DOI, in any form.")
    arxiv: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv ID, in any form.")
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="ACL Anthology ID.")
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex work ID.")
    s2: str | None = strawberry.field(default=strawberry.UNSET, description="Semantic Scholar paper ID.")
    pmid: str | None = strawberry.field(default=strawberry.UNSET, description="PubMed ID.")
    dblp: str | None = strawberry.field(default=strawberry.UNSET, description="DBLP key.")


@strawberry.input(one_of=True, description="One key of a topic.")
class TopicBy:
    """One key of a topic."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    code: str | None = strawberry.field(default=strawberry.UNSET, description="arXiv category, such as cs.CL.")


@strawberry.input(one_of=True, description="One key of an institution.")
class InstitutionBy:
    """One key of an institution."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    ror: str | None = strawberry.field(default=strawberry.UNSET, description="ROR ID, in any form.")


@strawberry.input(one_of=True, description="One key of a venue.")
class VenueBy:
    """One key of a venue."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    acl: str | None = strawberry.field(default=strawberry.UNSET, description="Venue ID of the ACL Anthology.")
    issn: str | None = strawberry.field(
        default=strawberry.UNSET, description="ISSN of the venue, printed or electronic."
    )
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex source ID.")


@strawberry.input(one_of=True, description="One key of a volume.")
class VolumeBy:
    """One key of a volume."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    isbn: str | None = strawberry.field(default=strawberry.UNSET, description="ISBN of the volume, any of several.")
    key: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Key of a source, such as acl:2022.acl-long, or an ISSN and the number, such as issn:0098-0331/48.",
    )


@strawberry.input(one_of=True, description="One key of a funder.")
class FunderBy:
    """One key of a funder."""

    id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Byline ID. Former IDs resolve to the merged entity."
    )
    registry: str | None = strawberry.field(
        default=strawberry.UNSET, description="ID in the Open Funder Registry, such as 10.13039/100000001."
    )
    openalex: str | None = strawberry.field(default=strawberry.UNSET, description="OpenAlex funder ID.")


@strawberry.type(description="A researcher in a list.")
class ResearcherEdge(SearchedEdge[Researcher]):
    """A researcher in a list."""


@strawberry.type(description="Researchers.")
class ResearcherConnection(RootConnection[ResearcherEdge, Researcher], GroupedResearchers):
    """Researchers."""


@strawberry.type(description="A paper in a list.")
class PaperEdge(SearchedEdge[Paper]):
    """A paper in a list."""


@strawberry.type(description="Papers.")
class PaperConnection(RootConnection[PaperEdge, Paper], GroupedPapers):
    """Papers."""


@strawberry.type(description="A topic in a list.")
class TopicEdge(SearchedEdge[Topic]):
    """A topic in a list."""


@strawberry.type(description="Topics.")
class TopicConnection(RootConnection[TopicEdge, Topic], GroupedTopics):
    """Topics."""


@strawberry.type(description="An institution in a list.")
class InstitutionEdge(SearchedEdge[Institution]):
    """An institution in a list."""


@strawberry.type(description="Institutions.")
class InstitutionConnection(RootConnection[InstitutionEdge, Institution], GroupedInstitutions):
    """Institutions."""


@strawberry.type(description="A venue in a list.")
class VenueEdge(SearchedEdge[Venue]):
    """A venue in a list."""


@strawberry.type(description="Venues.")
class VenueConnection(RootConnection[VenueEdge, Venue], GroupedVenues):
    """Venues."""


@strawberry.type(description="A volume in a list.")
class VolumeEdge(SearchedEdge[Volume]):
    """A volume in a list."""


@strawberry.type(description="Volumes.")
class VolumeConnection(RootConnection[VolumeEdge, Volume], GroupedVolumes):
    """Volumes."""


@strawberry.type(description="A funder in a list.")
class FunderEdge(SearchedEdge[Funder]):
    """A funder in a list."""


@strawberry.type(description="Funders.")
class FunderConnection(RootConnection[FunderEdge, Funder], GroupedFunders):
    """Funders."""


@strawberry.type(description="Number of nodes or relationships of one type.")
class MetaCount:
    """Number of nodes or relationships of one type."""

    name: str = prop("name", "Label or relationship type.")
    count: int = prop("count", "Number of nodes or relationships.")


@strawberry.type(description="A run of a loader.")
class Load:
    """A run of a loader."""

    id: strawberry.ID = prop("id", "ID of the load.")
    loader: str = prop("loader", "Name of the loader.")
    version: str | None = prop("version", "Version of Byline.")
    started_at: DateTime | None = prop("startedAt", "Start, ISO 8601 in UTC.")
    finished_at: DateTime | None = prop("finishedAt", "End, ISO 8601 in UTC. Null if the load runs or was interrupted.")
    read: int | None = prop("read", "Number of records that were read.")
    written: int | None = prop("written", "Number of new or changed records.")
    unchanged: int | None = prop("unchanged", "Number of unchanged records.")
    rejected: int | None = prop("rejected", "Number of rejected records.")
    unreadable: int = prop("unreadable", "Number of files that could not be read.")


@strawberry.type(description="Number of papers with one license.")
class LicenseCount:
    """Number of papers with one license."""

    license: str | None = prop("license", "SPDX name or URL of the license. Null if no source states it.")
    paper_count: int = prop("papers", "Number of papers.")


@strawberry.type(description="Contents of the graph and their origin.")
class Meta:
    """Contents of the graph and their origin."""

    version: str = mapped_field(QueryResult("graphql/meta/version", single=True), "Version of Byline.")
    data_version: str | None = mapped_field(
        QueryResult("graphql/meta/data_version", single=True),
        "ID of the latest finished load. Null if the graph is empty.",
    )
    counts: list[MetaCount] = mapped_field(
        QueryResult("graphql/meta/counts"), "Number of nodes and relationships by type."
    )
    loads: list[Load] = mapped_field(QueryResult("graphql/meta/loads"), "The 100 latest loads, newest first.")
    licenses: list[LicenseCount] = mapped_field(
        QueryResult("graphql/meta/licenses"), "Papers by stated license, most first."
    )


@strawberry.enum(description="Kind of change of an entity.")
class ChangeKind(Enum):
    """Kind of change of an entity."""

    ADDED = strawberry.enum_value("added", description="The entity is new: the feed did not report it earlier.")
    CHANGED = strawberry.enum_value(
        "changed", description="A source changed its statements about the entity, or another source describes it."
    )
    MERGED = strawberry.enum_value(
        "merged", description="The entity was merged into another one: `mergedInto` is its ID."
    )
    REMOVED = strawberry.enum_value("removed", description="No record describes the entity.")


@strawberry.type(description="A change of an entity.")
class Change:
    """A change of an entity."""

    kind: ChangeKind = prop("kind", "Kind of change.")
    entity_kind: EntityKind = prop("type", "Type of the entity.")
    id: strawberry.ID = prop("id", "Byline ID of the entity. `nodes(ids: ...)` returns its present state.")
    merged_into: strawberry.ID | None = prop("into", "For a merged entity: ID of the entity into which it was merged.")
    sequence: int = prop("number", "Number of the transaction that made the change, increasing.")


@strawberry.type(description="A change in the feed.")
class ChangeEdge:
    """A change in the feed."""

    cursor: str = prop("cursor", "Position after this change. It stays valid.")
    node: Change = mapped_field(ColumnRow("node"), "The change.")


@strawberry.type(description="Position of the page in the feed.")
class ChangePageInfo:
    """Position of the page in the feed."""

    has_next_page: bool = prop("hasNextPage", "True if changes follow this page.")
    end_cursor: str | None = prop("endCursor", "Cursor of the last change of the page. Null if the page is empty.")


@strawberry.type(
    description="Changes, oldest first. An entity is listed at most twice: when it was added, and when it changed last."
)
class ChangeConnection:
    """Changes, oldest first."""

    edges: list[ChangeEdge] = mapped_field(ColumnRows("edges"), "The changes, each with its cursor.")
    page_info: ChangePageInfo = mapped_field(ColumnRow("pageInfo"), "Position of the page in the feed.")


SINCE = {
    "since": Annotated[
        str | None,
        strawberry.argument(
            description="ID of a load, for the changes since its start; a time, ISO 8601 in UTC; or the number of a "
            "change. Default: the beginning of the feed."
        ),
    ],
    "first": int_argument("Maximum number of items, 1 to 1,000.", 100),
    "after": Annotated[
        str | None,
        strawberry.argument(
            description=f"Cursor of a change: return the changes after it. `since` is then ignored. {FORWARD_ONLY}"
        ),
    ],
}


@strawberry.enum(description="Group keys for search results.")
class SearchGroupByKey(Enum):
    """Group keys for search results."""

    KIND = kinds("Type of the entity, as in EntityKind: PAPER, RESEARCHER, ...")
    YEAR = by("year", "Year of first publication, of papers.")
    COUNTRY = by("country", "Country, of institutions.")


@strawberry.enum(description="Measures of search results.")
class SearchGroupByMeasure(Enum):
    """Measures of search results."""

    CITATION_COUNT = measure("citationCount", "Citations from papers in this graph, of papers and researchers.")
    PAPER_COUNT = measure("paperCount", "Number of papers, of everything but papers.")


@strawberry.type(description="Results with the same keys.")
class SearchGroupByGroup(Group):
    """Results with the same keys."""

    sum: float = measured("sum", SearchGroupByMeasure, "The sum of a measure over the group.")
    avg: float | None = measured("avg", SearchGroupByMeasure, "Mean. Null if no item has a value.")
    min: float | None = measured("min", SearchGroupByMeasure, "Minimum. Null if no item has a value.")
    max: float | None = measured("max", SearchGroupByMeasure, "Maximum. Null if no item has a value.")


@strawberry.input(description="A sort key for groups of results.")
class SearchGroupByOrder(GroupOrder[SearchGroupByMeasure]):
    """A sort key for groups of results."""


@strawberry.type(description="Groups of results.")
class SearchGroupBy(Grouping[SearchGroupByGroup]):
    """Groups of results."""


@strawberry.type
class GroupedResults:
    """Results of a search that can be grouped."""

    group_by: SearchGroupBy = grouped(SearchGroupByKey, SearchGroupByOrder)


@strawberry.type(description="A search result.")
class SearchEdge(SearchedEdge[Node]):
    """A search result."""


@strawberry.type(description="Results, best first.")
class SearchConnection(Connection[SearchEdge, Node], SearchedConnectionFields, GroupedResults):
    """Results, best first."""

    total_count: int = prop("totalCount", "Number of results, at most 1,000; with a filter at most 10,000.")


@strawberry.type(description="A suggestion for a search box.")
class Suggestion:
    """A suggestion for a search box."""

    text: str = prop("text", "Title or name of the entity.")
    kind: EntityKind = prop("kind", "Type of the entity.")
    node: Node = mapped_field(ColumnNode("node"), "The entity.")
