"""What the benchmarks ask, in Byline's words and in @neo4j/graphql's: the answers are the same JSON."""

from typing import NamedTuple

from loaders.generate.rows import fake_id


class Chosen(NamedTuple):
    """Whom and what the questions are about: a DOI, and Byline ids."""

    doi: str
    person: str
    paper: str
    hub: str


MADE = Chosen("10.5555/generated.100", fake_id("r", 100), fake_id("p", 100), fake_id("r", 0))
"""Such as every made-up graph has."""


class Asked(NamedTuple):
    """One question: for Byline and the Strawberry peer alike, for @neo4j/graphql, and its variables."""

    ours: str
    library: str
    variables: dict[str, object]
    bare_list: bool = False
    """Whether @neo4j/graphql answers with the list itself: its connection over all papers takes minutes."""


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


def point(doi: str) -> Asked:
    """Ask for one paper by an outside id."""
    return Asked(
        f"query Point($doi: String!) {{ paper(by: {{doi: $doi}}) {POINT} }}",
        f"query Point($doi: String!) {{ paper: paperByDoi(doi: $doi) {POINT} }}",
        {"doi": doi},
    )


def person(identifier: str) -> Asked:
    """Ask for a researcher's page."""
    ours = PERSON.format(people="collaborators(first: 10)", papers="papers(first: 20)", authors="authors(first: 100)")
    theirs = PERSON.format(people=PEOPLE, papers=NEWEST, authors=AUTHORS)
    return Asked(
        f"query Person($id: ID!) {{ researcher(by: {{id: $id}}) {{ {ours} }} }}",
        f"query Person($id: ID!) {{ researcher(id: $id) {{ {theirs} }} }}",
        {"id": identifier},
    )


def paper(identifier: str) -> Asked:
    """Ask for a paper's page."""
    ours = PAPER.format(
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
    return Asked(
        f"query Paper($id: ID!) {{ paper(by: {{id: $id}}) {{ {ours} }} }}",
        f"query Paper($id: ID!) {{ paper: paperById(id: $id) {{ {theirs} }} }}",
        {"id": identifier},
    )


def newest(first: int = 1_000) -> Asked:
    """Ask for the newest papers, six fields each."""
    return Asked(
        f"query Newest($first: Int!) {{ papers(first: $first) {{ nodes {LIST} }} }}",
        f"query Newest($first: Int!) {{ papers(limit: $first, sort: [{{ord: ASC}}]) {LIST} }}",
        {"first": first},
        bare_list=True,
    )


def hub(identifier: str, *, counted: bool = False) -> Asked:
    """Ask for the newest 20 papers of one person, and how many there are."""
    inner = ("totalCount " if counted else "") + HUB.format()
    return Asked(
        f"query Hub($id: ID!) {{ researcher(by: {{id: $id}}) {{ id name papers(first: 20) {{ {inner} }} }} }}",
        f"query Hub($id: ID!) {{ researcher(id: $id) {{ id name {NEWEST} {{ {inner} }} }} }}",
        {"id": identifier},
    )


def every(chosen: Chosen) -> dict[str, Asked]:
    """Return every question by its name."""
    return {
        "point": point(chosen.doi),
        "researcher's page": person(chosen.person),
        "paper's page": paper(chosen.paper),
        "list of 1,000": newest(),
        "hub page": hub(chosen.hub),
        "hub page, counted": hub(chosen.hub, counted=True),
    }
