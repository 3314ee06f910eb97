"""The queries of the benchmarks, in the dialect of each peer; all ask for the same content."""

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
    """A query for Byline and the Strawberry peer, the same for the other peers, and the variables of all."""

    byline: str
    neo4j_graphql: str
    postgraphile: str
    graphjin: str
    variables: dict[str, object]


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
    "{topics} {{ edges {{ node {{ code name }} }} }} "
    "{references} {{ totalCount edges {{ node {{ id title }} }} }} "
    "{cited} {{ totalCount edges {{ node {{ id title }} }} }}"
)
LIST = "{ id title year publishedOn doi citationCount }"
HUB = "edges {{ node {{ id title year }} }}"

# @neo4j/graphql
AUTHORS = "authors: authorsConnection(first: 100, sort: [{edge: {position: ASC}}])"
NEWEST = "papers: papersConnection(first: 20, sort: [{node: {ord: ASC}}])"
PEOPLE = "collaborators: collaboratorsConnection(first: 10, sort: [{edge: {papers: DESC}}, {node: {ord: ASC}}])"
BY_ORD = "(first: 20, sort: [{node: {ord: ASC}}])"

# PostGraphile, on the tables of peers/tables.sql
BYLINE_ROWS = (
    "authorshipsByPaperKey(first: 100, orderBy: POSITION_ASC) "
    "{ %s edges { node { researcherByResearcherKey { id: rowId name } } } }"
)
STRONGEST_ROWS = (
    "collaborationsByResearcherKey(first: 10, orderBy: [PAPERS_DESC, COLLABORATOR_ORD_ASC]) "
    "{ totalCount edges { node { researcherByCollaboratorKey { id: rowId name } } } }"
)
NEWEST_ROWS = (
    "authorshipsByResearcherKey(first: 20, orderBy: PAPER_ORD_ASC) { %s edges { node { paperByPaperKey { %s } } } }"
)
TOPIC_ROWS = (
    "paperTopicsByPaperKey(first: 20, orderBy: [SCORE_DESC, POSITION_ASC]) "
    "{ edges { node { topicByTopicKey { code name } } } }"
)
CITATION_ROWS = (
    "references: citationsByCitingKey(first: 20, orderBy: CITED_ORD_ASC) "
    "{ totalCount edges { node { paperByCitedKey { id: rowId title } } } } "
    "citedBy: citationsByCitedKey(first: 20, orderBy: CITING_ORD_ASC) "
    "{ totalCount edges { node { paperByCitingKey { id: rowId title } } } }"
)

# graphjin, on the tables and the views of peers/indexes.sql
BYLINE_VIEW = "authors(limit: 100, order_by: { position: asc }) { id name }"
WRITTEN = "authorships(limit: 20, order_by: { paper_ord: asc })"


def point(doi: str) -> BenchmarkQuery:
    """Return the query for a paper by its DOI."""
    return BenchmarkQuery(
        byline=f"query Point($doi: String!) {{ paper(by: {{doi: $doi}}) {POINT} }}",
        neo4j_graphql=f"query Point($doi: String!) {{ paper: paperByDoi(doi: $doi) {POINT} }}",
        postgraphile="query Point($doi: String!) { paperByDoi(doi: $doi) { id: rowId title year publishedOn } }",
        graphjin="query Point { papers(where: { doi: { eq: $doi } }) { id title year published_on } }",
        variables={"doi": doi},
    )


def person(identifier: str) -> BenchmarkQuery:
    """Return the query for a researcher's page."""
    byline = PERSON.format(people="collaborators(first: 10)", papers="papers(first: 20)", authors="authors(first: 100)")
    neo4j_graphql = PERSON.format(people=PEOPLE, papers=NEWEST, authors=AUTHORS)
    paper_row = f"id: rowId title year publishedOn {BYLINE_ROWS % ''}"
    return BenchmarkQuery(
        byline=f"query Person($id: ID!) {{ researcher(by: {{id: $id}}) {{ {byline} }} }}",
        neo4j_graphql=f"query Person($id: ID!) {{ researcher(id: $id) {{ {neo4j_graphql} }} }}",
        postgraphile=(
            "query Person($id: String!) { researcherByRowId(rowId: $id) { id: rowId name paperCount topicCount "
            f"collaboratorCount {STRONGEST_ROWS} {NEWEST_ROWS % ('totalCount', paper_row)} }} }}"
        ),
        graphjin=(
            "query Person { researchers(where: { id: { eq: $id } }) { id name paper_count topic_count "
            "collaborator_count coauthor_count: coauthors { count_researcher_key } "
            "coauthors(limit: 10, order_by: { papers: desc, ord: asc }) { id name } "
            "written_count: authorships { count_paper_key } "
            f"{WRITTEN} {{ papers {{ id title year published_on {BYLINE_VIEW} }} }} }} }}"
        ),
        variables={"id": identifier},
    )


def paper(identifier: str) -> BenchmarkQuery:
    """Return the query for a paper's page."""
    byline = PAPER.format(
        authors="authors(first: 100)",
        topics="topics(first: 20)",
        references="references(first: 20)",
        cited="citedBy(first: 20)",
    )
    neo4j_graphql = PAPER.format(
        authors=AUTHORS,
        topics="topics: topicsConnection(first: 20, sort: [{edge: {position: ASC}}])",
        references=f"references: referencesConnection{BY_ORD}",
        cited=f"citedBy: citedByConnection{BY_ORD}",
    )
    return BenchmarkQuery(
        byline=f"query Paper($id: ID!) {{ paper(by: {{id: $id}}) {{ {byline} }} }}",
        neo4j_graphql=f"query Paper($id: ID!) {{ paper: paperById(id: $id) {{ {neo4j_graphql} }} }}",
        postgraphile=(
            "query Paper($id: String!) { paperByRowId(rowId: $id) { id: rowId title year publishedOn citationCount "
            f"{BYLINE_ROWS % 'totalCount'} {TOPIC_ROWS} {CITATION_ROWS} }} }}"
        ),
        graphjin=(
            "query Paper { papers(where: { id: { eq: $id } }) { id title year published_on citation_count "
            f"author_count: authors {{ count_paper_key }} {BYLINE_VIEW} "
            "topics_of_papers(limit: 20, order_by: { score: desc, position: asc }) { code name } "
            "reference_count: cited_papers { count_citing_key } "
            "cited_papers(limit: 20, order_by: { ord: asc }) { id title } "
            "cited_by_count: citing_papers { count_cited_key } "
            "citing_papers(limit: 20, order_by: { ord: asc }) { id title } } }"
        ),
        variables={"id": identifier},
    )


def newest(first: int = 1_000) -> BenchmarkQuery:
    """Return the query for the newest papers, six fields each."""
    return BenchmarkQuery(
        byline=f"query Newest($first: Int!) {{ papers(first: $first) {{ nodes {LIST} }} }}",
        # a plain list, because its connection over all papers takes minutes
        neo4j_graphql=f"query Newest($first: Int!) {{ papers(limit: $first, sort: [{{ord: ASC}}]) {LIST} }}",
        postgraphile=(
            "query Newest($first: Int!) { allPapers(first: $first, orderBy: ORD_ASC) "
            "{ nodes { id: rowId title year publishedOn doi citationCount } } }"
        ),
        graphjin=(
            # its limit must be a literal
            f"query Newest {{ papers(limit: {first}, order_by: {{ ord: asc }}) "
            "{ id title year published_on doi citation_count } }"
        ),
        variables={"first": first},
    )


def hub(identifier: str, *, counted: bool = False) -> BenchmarkQuery:
    """Return the query for the newest 20 papers of a researcher, with their number if `counted`."""
    total = "totalCount" if counted else ""
    inner = f"{total} {HUB.format()}"
    name = "CountedHub" if counted else "Hub"
    count = "written_count: authorships { count_paper_key } " if counted else ""
    papers = f"papers(first: 20) {{ {inner} }}"
    return BenchmarkQuery(
        byline=f"query {name}($id: ID!) {{ researcher(by: {{id: $id}}) {{ id name {papers} }} }}",
        neo4j_graphql=f"query {name}($id: ID!) {{ researcher(id: $id) {{ id name {NEWEST} {{ {inner} }} }} }}",
        postgraphile=(
            f"query {name}($id: String!) {{ researcherByRowId(rowId: $id) {{ id: rowId name "
            f"{NEWEST_ROWS % (total, 'id: rowId title year')} }} }}"
        ),
        graphjin=(
            f"query {name} {{ researchers(where: {{ id: {{ eq: $id }} }}) {{ id name {count}"
            f"{WRITTEN} {{ papers {{ id title year }} }} }} }}"
        ),
        variables={"id": identifier},
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
