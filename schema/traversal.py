"""Collaboration paths, distances and co-author networks."""

import strawberry

from schema.enums import PathSource
from schema.field_mapping import ColumnNode, ColumnNodes, ColumnRow, ColumnRows, PropertyMapping, QueryResult
from schema.fields import mapped_field, prop
from schema.paper import Paper
from schema.researcher import Researcher


@strawberry.type(description="A step of a path: two researchers with their joint papers.")
class CollaborationHop:
    """A step of a path: two researchers with their joint papers."""

    from_: Researcher = mapped_field(ColumnNode("from"), "Researcher at the start of the step.", name="from")
    to: Researcher = mapped_field(ColumnNode("to"), "Researcher at the end of the step.")
    paper_count: int = prop("papers", "Number of joint papers, of all years and topics.")
    first_year: int | None = prop(
        "firstYear", "Year of the earliest joint paper with a date. Null if no joint paper has one."
    )
    last_year: int | None = prop(
        "lastYear", "Year of the latest joint paper with a date. Null if no joint paper has one."
    )
    year: int | None = prop(
        "year",
        "With `timeOrdered`, year of the joint papers that the step uses: the earliest one that is not before the year "
        "of the previous step. Null otherwise.",
    )
    papers: list[Paper] = mapped_field(
        QueryResult(
            "graphql/field/collaboration_papers",
            row_parameters=("fromId", "toId", "since", "until", "topics", "venues", "excludePapers"),
        ),
        "Joint papers that satisfy the conditions, at most ten: the five most cited, then the newest of the others. "
        "With `timeOrdered`, those of `year`.",
    )


@strawberry.type(description="A path of co-authors between two researchers.")
class CollaborationPath:
    """A path of co-authors between two researchers."""

    length: int = prop("length", "Number of steps.")
    people: list[Researcher] = mapped_field(ColumnNodes("people"), "Researchers on the path, with both ends.")
    hops: list[CollaborationHop] = mapped_field(ColumnRows("hops"), "Steps in order.")


@strawberry.type(description="Number of researchers that the search reached from each side, both ends excluded.")
class CollaborationSearch:
    """Number of researchers that the search reached from each side, both ends excluded."""

    from_count: int | None = prop("fromCount", "Number reached from the side `from`. Null if Neo4j searched.")
    to_count: int | None = prop("toCount", "Number reached from the side `to`. Null if Neo4j searched.")


@strawberry.type(description="The researchers of one side of a search for paths.")
class CollaborationPathSide:
    """The researchers of one side of a search for paths."""

    researcher_count: int = prop("count", "Number of researchers at which the search starts, at most 1,000.")
    total_count: int = prop(
        "total",
        "Number of researchers that the IDs stand for, before the limit and without excluded ones. Of a topic, authors "
        "of the papers that Byline read.",
    )
    truncated: bool = prop("truncated", "True if a limit left out researchers: there may be other or better paths.")


@strawberry.type(description="Paths of co-authors between two sides, best first.")
class CollaborationPaths:
    """Paths of co-authors between two sides."""

    paths: list[CollaborationPath] = mapped_field(
        ColumnRows("paths"), "The best paths, at most two steps longer than the shortest. Empty without a path."
    )
    degrees_of_separation: int | None = prop(
        "degreesOfSeparation",
        "Number of steps of the shortest path; 0 if a researcher is on both sides. Null if there is no path of at "
        "most `maxLength` steps.",
    )
    from_: CollaborationPathSide = mapped_field(
        ColumnRow("fromSide"), "The researchers that `from` stands for.", name="from"
    )
    to: CollaborationPathSide = mapped_field(ColumnRow("toSide"), "The researchers that `to` stands for.")
    searched: CollaborationSearch = mapped_field(ColumnRow("searched"), "How far each side was searched.")
    truncated: bool = prop(
        "truncated",
        "True if the search stopped at its limit of work, or if a side was truncated: there may be other or better "
        "paths.",
    )
    reason: str | None = prop(
        "reason", "Reason why there is no path, why the search stopped, or why a side was truncated. Null otherwise."
    )
    computed_by: PathSource = prop("computedBy", "Where Byline searched for the paths.")


@strawberry.type(description="A co-author in the ego network of a researcher.")
class EgoNetworkCoauthor:
    """A co-author in the ego network of a researcher."""

    researcher: Researcher = mapped_field(ColumnNode("node"), "The co-author.")
    paper_count: int = prop("papers", "Number of joint papers with the researcher.")
    first_year: int | None = prop(
        "firstYear", "Year of the earliest joint paper with a date. Null if no joint paper has one."
    )
    last_year: int | None = prop(
        "lastYear", "Year of the latest joint paper with a date. Null if no joint paper has one."
    )
    tie_count: int = prop("degree", "Number of `ties` of the co-author.")


@strawberry.type(description="Two co-authors of a researcher with joint papers.")
class EgoNetworkTie:
    """Two co-authors of a researcher with joint papers."""

    from_: Researcher = mapped_field(
        ColumnNode("from"), "The co-author with the first name in sort order.", name="from"
    )
    to: Researcher = mapped_field(ColumnNode("to"), "The other co-author.")
    paper_count: int = prop("papers", "Number of joint papers.")
    first_year: int | None = prop(
        "firstYear", "Year of the earliest joint paper with a date. Null if no joint paper has one."
    )
    last_year: int | None = prop(
        "lastYear", "Year of the latest joint paper with a date. Null if no joint paper has one."
    )


@strawberry.type(description="The ego network of a researcher: co-authors, and the pairs among them with joint papers.")
class EgoNetwork:
    """The ego network of a researcher."""

    coauthors: list[EgoNetworkCoauthor] = mapped_field(
        ColumnRows("coauthors"), "Co-authors, most joint papers with the researcher first, then by name."
    )
    ties: list[EgoNetworkTie] = mapped_field(
        ColumnRows("ties"), "Pairs of these co-authors with joint papers, most joint papers first."
    )
    coauthor_count: int = prop("known", "Number of co-authors with enough joint papers, before the limit `first`.")
    tie_count: int = prop("tieCount", "Number of `ties`.")
    clustering_coefficient: float | None = prop(
        "clustering",
        "Share of all pairs of these co-authors that are `ties`, 0 to 1: the density of the network without the "
        "researcher, and the local clustering coefficient. Null with fewer than two co-authors.",
    )
    effective_size: float | None = prop(
        "effectiveSize",
        "Effective size (Burt): number of these co-authors minus the mean number of their ties. High for a researcher "
        "that connects separate groups. Null without co-authors.",
    )
    truncated: bool = prop("truncated", "True if there are more co-authors than `first`.")


@strawberry.type(description="Degrees of separation between two researchers.")
class CoauthorDistance:
    """Degrees of separation between two researchers."""

    from_: strawberry.ID = mapped_field(
        PropertyMapping("fromId"), "ID of the first researcher: Byline ID, or scheme and value.", name="from"
    )
    to: strawberry.ID = prop("toId", "ID of the second researcher, likewise.")
    degrees_of_separation: int | None = prop(
        "degreesOfSeparation", "Number of steps of the shortest path. Null if there is no path of at most 10 steps."
    )
    reason: str | None = prop("reason", "Reason why `degreesOfSeparation` is null. Null otherwise.")
    computed_by: PathSource = prop("computedBy", "Where Byline searched for the path.")


@strawberry.type(description="Number of researchers at one distance.")
class DistanceCount:
    """Number of researchers at one distance."""

    distance: int = prop("distance", "Degrees of separation; 0 is the researcher.")
    count: int = prop("count", "Number of researchers at this distance.")


@strawberry.type(description="How far a researcher reaches in the co-author network.")
class CoauthorNetwork:
    """How far a researcher reaches in the co-author network."""

    researcher: Researcher = mapped_field(ColumnNode("node"), "The researcher.")
    component_size: int | None = prop(
        "componentSize",
        "Number of researchers who are connected to the researcher by a path, the researcher included. Null if Neo4j "
        "searched and the researcher has co-authors.",
    )
    component_rank: int | None = prop(
        "componentRank",
        "Rank of this number among all components: 1 if no component is larger. Null if Neo4j searched.",
    )
    distance_histogram: list[DistanceCount] = mapped_field(
        ColumnRows("distanceHistogram"), "Number of researchers at each distance, nearest first."
    )
    truncated: bool = prop(
        "truncated",
        "True if Neo4j counted two steps only: there may be researchers further away.",
    )
    reason: str | None = prop("reason", "Reason why values are missing. Null otherwise.")
    computed_by: PathSource = prop("computedBy", "Where Byline searched.")
