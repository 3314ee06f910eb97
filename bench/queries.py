"""The queries of the benchmarks, for Byline and for @neo4j/graphql; both return the same JSON."""

from typing import NamedTuple

from loaders.generate.rows import fake_id


class QuerySubjects(NamedTuple):
    """Entities that the queries read: a DOI, and Byline IDs."""

    doi: str
    person: str
    paper: str
    hub: str


GENERATED = QuerySubjects("10.5555/generated.100", fake_id("r", 100), fake_id("p", 100), fake_id("r", 0))
"""Entities of every generated graph."""


class BenchmarkQuery(NamedTuple):
    """A query for Byline and the Strawberry peer, the same for @neo4j/graphql, and their variables."""

    byline: str
    neo4j_graphql: str
    variables: dict[str, object]
    bare_list: bool = False
    """Whether @neo4j/graphql returns a list instead of a connection: its connection over all papers takes minutes."""


POINT = "{ id title year publishedOn }"
PERSON = (
    "id name paperCount topicCount collaboratorCount "
    "{people} {{ totalCount edges {{ node {{ id name }} }} }} "
    "{papers} {{ totalCount edges {{ node {{ id title year publishedOn "
    "{authors} {{ edges {{ node {{ id name }} }} }} }} }} }}"
)
PAPER = (
    "id title year publishedOn citationCount "
    "{authors} {{ totalCount edges {{ node {{ id name }} }} }} "
    "{topics} {{ edges {{ node {{ code {label} }} }} }} "
    "{references} {{ totalCount edges {{ node {{ id title }} }} }} "
    "{cited} {{ totalCount edges {{ node {{ id title }} }} }}"
)
LIST = "{ id title year publishedOn doi citationCount }"
HUB = "edges {{ node {{ id title year }} }}"

AUTHORS = "authors: authorsConnection(first: 100, sort: [{edge: {position: ASC}}])"
NEWEST = "papers: papersConnection(first: 20, sort: [{node: {ord: ASC}}])"
PEOPLE = "collaborators: collaboratorsConnection(first: 10, sort: [{edge: {papers: DESC}}, {node: {ord: ASC}}])"
BY_ORD = "(first: 20, sort: [{node: {ord: ASC}}])"


def point(doi: str) -> BenchmarkQuery:
    """Return the query for a paper by its DOI."""
    return BenchmarkQuery(
        f"query Point($doi: String!) {{ paper(by: {{doi: $doi}}) {POINT} }}",
        f"query Point($doi: String!) {{ paper: paperByDoi(doi: $doi) {POINT} }}",
        {"doi": doi},
    )


def person(identifier: str) -> BenchmarkQuery:
    """Ask for a researcher's page."""
    byline = PERSON.format(people="collaborators(first: 10)", papers="papers(first: 20)", authors="authors(first: 100)")
    theirs = PERSON.format(people=PEOPLE, papers=NEWEST, authors=AUTHORS)
    return BenchmarkQuery(
        f"query Person($id: ID!) {{ researcher(by: {{id: $id}}) {{ {byline} }} }}",
        f"query Person($id: ID!) {{ researcher(id: $id) {{ {theirs} }} }}",
        {"id": identifier},
    )


def paper(identifier: str) -> BenchmarkQuery:
    """Ask for a paper's page."""
    byline = PAPER.format(
        authors="authors(first: 100)",
        topics="topics(first: 20)",
        label="label",
        references="references(first: 20)",
        cited="citedBy(first: 20)",
    )
    theirs = PAPER.format(
        authors=AUTHORS,
        topics="topics: topicsConnection(first: 20, sort: [{edge: {position: ASC}}])",
        label="label: name",
        references=f"references: referencesConnection{BY_ORD}",
        cited=f"citedBy: citedByConnection{BY_ORD}",
    )
    return BenchmarkQuery(
        f"query Paper($id: ID!) {{ paper(by: {{id: $id}}) {{ {byline} }} }}",
        f"query Paper($id: ID!) {{ paper: paperById(id: $id) {{ {theirs} }} }}",
        {"id": identifier},
    )


def newest(first: int = 1_000) -> BenchmarkQuery:
    """Return the query for the newest papers, six fields each."""
    return BenchmarkQuery(
        f"query Newest($first: Int!) {{ papers(first: $first) {{ nodes {LIST} }} }}",
        f"query Newest($first: Int!) {{ papers(limit: $first, sort: [{{ord: ASC}}]) {LIST} }}",
        {"first": first},
        bare_list=True,
    )


def hub(identifier: str, *, counted: bool = False) -> BenchmarkQuery:
    """Return the query for the newest 20 papers of a researcher, with their number if `counted`."""
    inner = ("totalCount " if counted else "") + HUB.format()
    return BenchmarkQuery(
        f"query Hub($id: ID!) {{ researcher(by: {{id: $id}}) {{ id name papers(first: 20) {{ {inner} }} }} }}",
        f"query Hub($id: ID!) {{ researcher(id: $id) {{ id name {NEWEST} {{ {inner} }} }} }}",
        {"id": identifier},
    )


def benchmark_queries(subjects: QuerySubjects) -> dict[str, BenchmarkQuery]:
    """Return the queries by their names."""
    return {
        "point": point(subjects.doi),
        "researcher's page": person(subjects.person),
        "paper's page": paper(subjects.paper),
        "list of 1,000": newest(),
        "hub page": hub(subjects.hub),
        "hub page, counted": hub(subjects.hub, counted=True),
    }
