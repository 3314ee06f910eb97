"""Arguments that several fields share: IDs, texts and keys of entities, and the
conditions of collaboration paths and research maps.
"""

from typing import Annotated

import strawberry
from strawberry import ID, UNSET

from schema.enums import EntityKind, PathRanking, ResearchMapKind, ResearchMapLayout
from schema.fields import Arguments, ArgumentWithDefault, int_argument

ANY_ID = (
    "Byline ID, including the ID of a merged entity; external ID with its scheme, such as doi:10.1000/182 of a paper, "
    "orcid:0000-0002-1825-0097 of a researcher or ror:03yrm5c26 of an institution; or URL of a DOI, arXiv, ACL, ORCID, "
    "ROR or OpenAlex ID. Topics have only Byline IDs."
)
PAPER_ID = (
    "Byline ID, including the ID of a merged paper; external ID with its scheme, such as doi:10.1000/182; or URL of a "
    "DOI, arXiv, ACL or OpenAlex ID."
)
RESEARCHER_ID = (
    "Byline ID, including the ID of a merged researcher; external ID with its scheme, such as "
    "orcid:0000-0002-1825-0097; or URL of an ORCID, ACL or OpenAlex ID."
)
PATH_ENDS = "One to 100 researchers, institutions, topics or papers."
"""What each side of a search for paths consists of."""


def ids_argument(description: str, name: str | None = None) -> object:
    """Return a required argument with a list of IDs."""
    return Annotated[list[strawberry.ID], strawberry.argument(description=description, name=name)]


def id_argument(description: str, name: str | None = None) -> object:
    """Return a required argument with one ID."""
    return Annotated[strawberry.ID, strawberry.argument(description=description, name=name)]


def text_argument(description: str) -> object:
    """Return the annotation of a text."""
    return Annotated[str, strawberry.argument(description=description)]


def descriptions_argument(kind: type) -> object:
    """Return the annotation of descriptions to match, which are inputs of this type."""
    return Annotated[
        list[kind] | None,
        strawberry.argument(description="Descriptions, at most 1,000. Results are in the same order."),
    ]


def key_argument(kind: type) -> dict[str, object]:
    """Return the argument that has one of the keys of an entity, an input of this type."""
    return {"by": Annotated[kind, strawberry.argument(description="Key of the entity. Give exactly one.")]}


def kinds_argument(description: str) -> object:
    """Return the annotation of an optional list of types of entities."""
    return Annotated[list[EntityKind] | None, strawberry.argument(description=description)]


MAX_PATH_LENGTH = 10
"""Maximum number of steps of a path. Equals the bound in `cypher/graphql/search_paths.cypher`."""


@strawberry.input(description="A range of years. Both ends are optional and included.")
class YearRange:
    """A range of years."""

    from_: int | None = strawberry.field(name="from", default=UNSET, description="First year. Default: no limit.")
    to: int | None = strawberry.field(default=UNSET, description="Last year. Default: no limit.")


@strawberry.input(
    description="Conditions on collaboration paths. Each step needs a joint paper that satisfies `years`, `topics`, "
    "`venues` and `excludePapers` together. Neo4j searches if `topics`, `venues`, `excludePapers`, "
    "`timeOrdered`, or both `years.from` and `years.to` are given, which takes longer."
)
class CollaborationPathFilter:
    """Conditions on collaboration paths."""

    years: YearRange | None = strawberry.field(default=UNSET, description="Years of the paper.")
    topics: list[ID] | None = strawberry.field(
        default=UNSET, description="Byline IDs of topics (t_...); the paper has at least one of the topics."
    )
    venues: list[ID] | None = strawberry.field(default=UNSET, description="Venues; the paper appeared in one of them.")
    min_shared_papers: int | None = strawberry.field(
        default=1, description="Minimum number of joint papers per step, of all years and topics."
    )
    exclude_people: list[ID] | None = strawberry.field(
        default=UNSET, description="Researchers to exclude from the paths."
    )
    exclude_papers: list[ID] | None = strawberry.field(default=UNSET, description="Papers to ignore.")
    time_ordered: bool | None = strawberry.field(
        default=False,
        description="True: paths on which no step is older than the step before. Each step has a joint paper of the "
        "year of the step before, or of a later year.",
    )


OTHER_RESEARCHER: Arguments = {
    "to": Annotated[
        ID,
        strawberry.argument(
            description="The other researcher: Byline ID, external ID with its scheme, such as "
            "orcid:0000-0002-1825-0097, or URL."
        ),
    ]
}
SHORTEST_PATH_ARGUMENTS: Arguments = {
    "first": int_argument("Maximum number of paths, 1 to 20.", 3),
    "max_length": int_argument(f"Maximum number of steps, 1 to {MAX_PATH_LENGTH}.", 6),
}
PATH_ARGUMENTS: Arguments = {
    **SHORTEST_PATH_ARGUMENTS,
    "where": Annotated[
        CollaborationPathFilter | None, strawberry.argument(description="Conditions on the steps and researchers.")
    ],
    "rank_by": ArgumentWithDefault(
        Annotated[PathRanking | None, strawberry.argument(description="Order of the paths.")], PathRanking.LENGTH
    ),
}


@strawberry.input(description="Conditions on the entities of a research map. Centers are exempt.")
class ResearchMapFilter:
    """Conditions on the entities of a research map."""

    years: YearRange | None = strawberry.field(
        default=UNSET,
        description="Years of papers. Co-authors have a joint paper in or after the first year, and one in or before "
        "the last.",
    )
    min_shared_papers: int | None = strawberry.field(
        default=1,
        description="Minimum number of joint papers of co-authors, and of papers that connect a topic with a "
        "researcher or institution, 1 to 10,000.",
    )
    min_citations: int | None = strawberry.field(
        default=0, description="Minimum number of citations of a paper, 0 to 1,000,000."
    )


MAP_ARGUMENTS: Arguments = {
    "first": int_argument("Maximum number of entities of each type at each depth, 1 to 50.", 10),
    "depth": int_argument(
        "Maximum number of steps from the nearest center, 1 or 2. At depth 2, Byline reads the 20 newest papers and "
        "the 50 strongest co-authors of each entity at depth 1.",
        1,
    ),
    "kinds": Annotated[
        list[ResearchMapKind] | None,
        strawberry.argument(description="Types of the entities. Default: all. An empty list: only the centers."),
    ],
    "where": Annotated[ResearchMapFilter | None, strawberry.argument(description="Conditions on the entities.")],
    "exclude": Annotated[
        list[ID] | None,
        strawberry.argument(
            description="Entities that the client already shows, at most 1,000. They are in neither `nodes` "
            "nor `rankedNodes`, except centers; `edges` connects new nodes with them. Default: empty."
        ),
    ],
}
"""Arguments of the map of an entity."""
LAYOUT: Arguments = {
    "layout": Annotated[
        ResearchMapLayout | None,
        strawberry.argument(
            description="Compute positions for drawing, always the same for one map. Default: no layout."
        ),
    ]
}
"""Additional argument of the root field."""
