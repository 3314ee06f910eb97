"""Trust of claimed researchers, papers and reviews: points, examples, changes, and what attacks gain."""

from collections.abc import AsyncGenerator
from math import log2
from typing import Any

import pytest
from msgspec import structs

from accounts.consistency import check_consistency
from accounts.users import set_disabled
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.records.parts import Affiliation, Author, TypedDate
from loaders.records.record import InstitutionRecord, PaperRecord, Record
from normalization.trust_rules import LOGARITHMIC, TrustRule, trust_rules
from tests.accounts.trust_attacks import ATTACKS, REVIEW, Attack, Person, Scene, played, restore
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph
STRANGERS = 12
TRUST = "trust { score label version evidence { kind points count example { __typename id name } } }"
UPDATE = """mutation M($input: UpdateReviewInput!) { updateReview(input: $input) { userErrors { message } } }"""
REVOKE = """mutation M($input: RevokeClaimInput!) { revokeClaim(input: $input) { userErrors { message } } }"""
WITHDRAW = "mutation M($id: ID!) { withdrawClaim(input: {claimId: $id}) { userErrors { message } } }"


def paper(key: str, year: int, *authors: str) -> PaperRecord:
    """Return a paper with a DOI; Ada and Cole are at the same institution."""
    listed = tuple(
        Author(
            name=f"{name} Person",
            ids=(f"sample-person:{name}",),
            affiliations=(Affiliation(ror="ror:03jdj4y14"),) if name in {"Ada", "Cole"} else None,
        )
        for name in authors
    )
    return PaperRecord(
        source="acl",
        key=key,
        title=f"Paper {key}",
        ids=(f"doi:10.1000/{key}",),
        dates=(TypedDate(value=str(year)),),
        authors=listed,
    )


@pytest.fixture(scope="module")
async def scene(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Scene]:
    """Yield a graph in which Ada, claimed by `attacker`, has a paper alone and one with each of two co-authors."""
    folder = tmp_path_factory.mktemp("records")
    async with Graph(address) as graph:
        await emptied(graph)
        strangers = [f"Stranger{chr(65 + number)}" for number in range(STRANGERS)]
        records: list[Record] = [
            InstitutionRecord(source="ror", key="1", name="North", ids=("ror:03jdj4y14",)),
            paper("cole", 2019, "Cole"),
            paper("ada", 2010, "Ada"),
            paper("rita", 2022, "Ada", "Rita"),
            paper("earl", 2023, "Ada", "Earl"),
            *(paper(name.lower(), 2020, name) for name in strangers),
        ]
        await load_records(graph, folder, records)
        rows = (
            await graph.read(
                "MATCH (r:Researcher)-[:AUTHORED]->(p:Paper) RETURN p.doi, r.name, r.id, p.id ORDER BY p.ord"
            )
        ).rows
        people = {str(row[1]): Person(str(row[2]), str(row[3]), f"doi:{row[0]}") for row in rows}
        alone = next(Person(str(r[2]), str(r[3]), f"doi:{r[0]}") for r in rows if r[0] == "10.1000/ada")
        opened = Scene(
            graph,
            folder,
            alone,
            [people[f"{name} Person"] for name in strangers],
            [people["Rita Person"], people["Earl Person"], people["Cole Person"]],
        )
        await opened.claimed("attacker", alone)
        yield opened
        await emptied(graph)


async def trust_of(scene: Scene, field: str, entity_id: str) -> Any:  # noqa: ANN401 JSON
    """Return the trust of an entity as an anonymous client sees it."""
    root = f"{field}(id: $id)" if field == "review" else f"{field}(by: {{id: $id}})"
    return (await (await scene.client("reader")).send(f"query Q($id: ID!) {{ {root} {{ {TRUST} }} }}", id=entity_id))[
        "trust"
    ]


def points(trust: Any) -> dict[str, tuple[int, int]]:  # noqa: ANN401 JSON
    """Return the count and the points of each kind of evidence."""
    return {part["kind"]: (part["count"], part["points"]) for part in trust["evidence"]}


def expected(rule: TrustRule, count: int) -> int:
    """Return the points of a rule by its definition."""
    units = log2(1 + count) if rule.scale == LOGARITHMIC else count
    return min(rule.maximum, int(rule.points * units + 1e-6))


async def test_claimed_researcher_has_points_for_identity_and_years(scene: Scene) -> None:
    """An unclaimed researcher has 10 points and those of works and topics; a claim adds its evidence."""
    trust = await trust_of(scene, "researcher", scene.strangers[0].id)
    assert (trust["score"], trust["label"], trust["version"]) == (11, "UNVERIFIED", trust_rules().version)
    assert points(trust) == {"PUBLIC_AUTHOR_RECORD": (1, 10), "WORKS": (1, 1), "TOPICS": (0, 0)}
    trust = await trust_of(scene, "researcher", scene.attacker.id)
    assert trust["score"] == 21
    assert points(trust) == {
        "PUBLIC_AUTHOR_RECORD": (1, 10),
        "WORKS": (3, 3),
        "TOPICS": (0, 0),
        "VERIFIED_IDENTITY": (1, 5),
        "INDEPENDENT_CITATIONS": (0, 0),
        "YEARS_OF_PUBLICATION": (13, 3),
        "REVIEWS_RECEIVED": (0, 0),
        "REVIEWS_GIVEN": (0, 0),
    }


async def test_independent_citations_and_reviews_count_with_examples(scene: Scene) -> None:
    """Points follow the rules, examples are entities, and the order by score sees the stored score."""
    await scene.cite(scene.strangers[:7])
    reviewer = await scene.claimed("reviewer", scene.strangers[8])
    review = (await reviewer.send(REVIEW, paper=scene.attacker.paper))["review"]["id"]
    trust = await trust_of(scene, "researcher", scene.attacker.id)
    found = points(trust)
    rules = {rule.kind: rule for rule in trust_rules().researcher + trust_rules().claimed_researcher}
    assert found["INDEPENDENT_CITATIONS"][0] == 7
    assert found["REVIEWS_RECEIVED"] == (1, 1)
    assert {kind: earned for kind, (_, earned) in found.items()} == {
        kind: expected(rules[kind], count) for kind, (count, _) in found.items()
    }
    examples = {part["kind"]: part["example"] and part["example"]["id"] for part in trust["evidence"]}
    assert examples["REVIEWS_RECEIVED"] == scene.attacker.paper
    assert examples["INDEPENDENT_CITATIONS"] in {person.paper for person in scene.strangers[:7]}
    works = next(part["example"] for part in trust["evidence"] if part["kind"] == "WORKS")
    assert works == {"__typename": "Paper", "id": scene.attacker.paper, "name": "Paper ada"}
    assert examples["VERIFIED_IDENTITY"] is None
    ordered = await reviewer.send(
        "{ researchers(first: 1, orderBy: [{field: TRUST_SCORE, direction: DESC}]) { nodes { id trust { score } } } }"
    )
    assert ordered["nodes"] == [{"id": scene.attacker.id, "trust": {"score": trust["score"]}}]
    given = points(await trust_of(scene, "researcher", scene.strangers[8].id))
    assert given["REVIEWS_GIVEN"] == (1, 1)
    of_paper = await trust_of(scene, "paper", scene.attacker.paper)
    paper_rules = {rule.kind: rule for rule in trust_rules().paper}
    assert points(of_paper)["INDEPENDENT_CITATIONS"] == (7, 12)
    assert points(of_paper)["REVIEWS_RECEIVED"] == (1, 1)
    assert points(of_paper)["VERIFIED_AUTHORS"] == (1, 5)
    assert of_paper["score"] == sum(expected(paper_rules[kind], count) for kind, (count, _) in points(of_paper).items())
    of_review = await trust_of(scene, "review", review)
    assert points(of_review) == {
        "VERIFIED_IDENTITY": (1, 25),
        "INDEPENDENT_REVIEWER": (1, 25),
        "WORKS_ON_TOPICS": (0, 0),
        "WORKS": (1, 4),
        "REVIEWS_GIVEN": (1, 1),
    }
    await restore(scene)


async def test_scores_follow_reviews_accounts_and_claims(scene: Scene) -> None:
    """An anonymous or hidden review, a disabled account and an ended claim give no points; they return afterwards."""
    base = await scene.score()
    reviewer = await scene.claimed("changing", scene.strangers[3])
    claim = (await scene.graph.read("MATCH (:User {name: 'changing'})-[:MADE]->(c) RETURN c.id")).rows[0][0]
    review = (await reviewer.send(REVIEW, paper=scene.attacker.paper))["review"]["id"]
    assert await scene.score() == base + 1

    async def update(version: int, **values: object) -> None:
        given = {"reviewId": review, "version": version, **values}
        assert (await reviewer.send(UPDATE, input=given))["userErrors"] == []

    await update(1, anonymous=True)
    assert await scene.score() == base
    hidden = await trust_of(scene, "review", review)
    assert (hidden["score"], hidden["evidence"]) == (0, [])
    await update(2, anonymous=False)
    await update(3, visibility="PRIVATE")
    assert await scene.score() == base
    await update(4, visibility="PUBLIC")
    assert await scene.score() == base + 1
    await set_disabled(scene.graph, "changing", disabled=True)
    assert await scene.score() == base
    await set_disabled(scene.graph, "changing", disabled=False)
    assert await scene.score() == base + 1
    assert (await reviewer.send(WITHDRAW, id=claim))["userErrors"] == []
    assert await scene.score() == base
    assert points(await trust_of(scene, "researcher", scene.strangers[3].id)).keys() == {
        "PUBLIC_AUTHOR_RECORD",
        "WORKS",
        "TOPICS",
    }
    await restore(scene)


async def test_load_that_makes_a_reviewer_a_coauthor_ends_the_points(scene: Scene) -> None:
    """A review stops to be independent when a load brings a joint paper, and is again when the paper goes."""
    base = await scene.score()
    reviewer = await scene.claimed("later", scene.strangers[4])
    await reviewer.send(REVIEW, paper=scene.attacker.paper)
    assert await scene.score() == base + 1
    await load_records(scene.graph, scene.folder, [paper("joint", 2015, "Ada", "StrangerE")], loader="references")
    assert await scene.score() == base + 1  # a fourth work, and no review
    assert points(await trust_of(scene, "researcher", scene.attacker.id))["REVIEWS_RECEIVED"] == (0, 0)
    await restore(scene)
    assert await scene.score() == base


async def test_load_that_makes_an_author_a_colleague_ends_the_points(scene: Scene) -> None:
    """A review stops to be independent when a load brings an unclaimed author to the institution of the reviewer."""
    north = (Affiliation(ror="ror:03jdj4y14"),)

    def at_north(key: str, name: str) -> PaperRecord:
        author = Author(name=f"{name} Person", ids=(f"sample-person:{name}",), affiliations=north)
        return structs.replace(paper(key, 2016, name), authors=(author,))

    base = await scene.score()
    reviewer = await scene.claimed("colleague", scene.strangers[5])
    await reviewer.send(REVIEW, paper=scene.strangers[6].paper)
    assert points(await trust_of(scene, "paper", scene.strangers[6].paper))["REVIEWS_RECEIVED"] == (1, 1)
    await load_records(scene.graph, scene.folder, [at_north("f2", "StrangerF")], loader="references")
    assert points(await trust_of(scene, "paper", scene.strangers[6].paper))["REVIEWS_RECEIVED"] == (1, 1)
    records = [at_north("f2", "StrangerF"), at_north("g2", "StrangerG")]
    await load_records(scene.graph, scene.folder, records, loader="references")
    assert points(await trust_of(scene, "paper", scene.strangers[6].paper))["REVIEWS_RECEIVED"] == (0, 0)
    await restore(scene)
    assert await scene.score() == base


async def test_retracted_paper_has_no_points(scene: Scene) -> None:
    """The score of a retracted paper is 0, and its evidence says why."""
    await scene.graph.administer("MATCH (p:Paper {id: $id}) SET p.retracted = true", {"id": scene.strangers[0].paper})
    trust = await trust_of(scene, "paper", scene.strangers[0].paper)
    assert (trust["score"], trust["label"]) == (0, "UNVERIFIED")
    assert sum(part["points"] for part in trust["evidence"]) == 0
    assert trust["evidence"][-1]["kind"] == "RETRACTION"
    await scene.graph.administer("MATCH (p:Paper {id: $id}) SET p.retracted = null", {"id": scene.strangers[0].paper})


@pytest.mark.parametrize("attack", sampled_cases(ATTACKS, 2, evenly_spaced=True), ids=lambda attack: attack.__name__)
async def test_attack_gains_at_most_its_maximum(scene: Scene, attack: Attack) -> None:
    """An attack gains no more than its maximum, and the score returns when it is undone."""
    gained = await played(scene, attack)
    print(f"{attack.__name__}: {gained} points")  # noqa: T201 a figure for the reader
    assert 0 <= gained <= ATTACKS[attack] <= 5


async def test_check_finds_and_repairs_wrong_trust(scene: Scene) -> None:
    """`byline doctor --deep` counts a claimed researcher with a wrong number of reviews, and a repair corrects it."""
    base = await scene.score()
    await scene.graph.administer(
        "MATCH (r:Researcher {id: $id}) SET r.reviewsGivenCount = 9, r.trustScore = 99", {"id": scene.attacker.id}
    )

    async def wrong(*, repair: bool) -> tuple[int, str | None]:
        found = [result async for result in check_consistency(scene.graph, repair=repair)]
        return next((result.wrong, result.example) for result in found if result.check.name == "Trust")

    assert await wrong(repair=False) == (1, scene.attacker.id)
    await wrong(repair=True)
    assert await wrong(repair=False) == (0, None)
    assert await scene.score() == base
