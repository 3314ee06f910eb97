"""Related papers, topics, institutions, venues and researchers, compared with naive computations over the papers."""

from collections import Counter
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from resolvers.errors import Code
from tests.resolvers.graphql_client import Asker
from tests.resolvers.scholarly_network import SCHOLARLY_NETWORK as NETWORK
from tests.resolvers.scholarly_network import Work, entity_id

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# networkx has no types.
pytestmark = pytest.mark.graph
WORKS = {work.number: work for work in NETWORK.works}
PAPERS = """query P($ids: [ID!]!) { nodes(ids: $ids) { ... on Paper {
  coCitedPapers(first: 50) { totalCount edges { citingPaperCount node { title } citingPapers { title } } }
  coupledPapers(first: 50) { totalCount edges {
    sharedReferenceCount sharedReferenceShare node { title } sharedReferences { title } } }
} } }"""
SIMILAR = """query S($ids: [ID!]!, $by: [SimilarityReasonKind!]) { nodes(ids: $ids) { ... on Paper {
  similarPapers(first: 20, by: $by) { score paper { title }
    reasons { kind count score papers { title } researchers { name } topics { name } } }
} } }"""
CITATION_PATHS = """query C($ids: [ID!]!, $to: ID!) { nodes(ids: $ids) { ... on Paper {
  citationPathsTo(to: $to, first: 20, maxLength: 4) { distance truncated reason paths { length papers { title } } }
} } }"""
GROUPS = """{
  topics { nodes { name relatedTopics { edges { paperCount share node { name } } } } }
  institutions { nodes { name partners { edges { paperCount firstYear lastYear node { name } } } } }
  venues { nodes { name relatedVenues { edges { citationCount citedCount citingCount node { name } } } } }
}"""
RESEARCHERS = """query R($ids: [ID!]!) { nodes(ids: $ids) { ... on Researcher {
  similarResearchers(first: 50) { score researcher { name } reasons { kind count papers { title } topics { name } } }
} } }"""
OVERVIEW = """query O($papers: [ID!]!) { paperOverview(papers: $papers, first: 50) {
  mostCited { count paper { title } } priorWorks { count paper { title } } derivativeWorks { count paper { title } }
} }"""
RECOMMENDED = """query M($liked: [ID!]!, $disliked: [ID!]) {
  recommendedPapers(liked: $liked, disliked: $disliked, first: 50) {
    score paper { title } because { score paper { title } } }
}"""


def paper_ids() -> list[str]:
    """Return the IDs of all papers."""
    return [entity_id("p", number) for number in WORKS]


async def ask_nodes(ask: Asker, query: str, ids: list[str], **variables: object) -> list[dict[str, Any]]:
    """Return the nodes of a query for many IDs, five per request because of the cost limit."""
    answers: list[Any] = [await ask(query, ids=ids[start : start + 5], **variables) for start in range(0, len(ids), 5)]
    return [node for answer in answers for node in answer["nodes"]]


def ranked(counts: dict[int, Any]) -> list[int]:
    """Return the numbers with the highest values first, then the lowest numbers."""
    return sorted(counts, key=lambda number: (-counts[number], number))


def co_cited(number: int) -> Counter[int]:
    """Return how many papers cite a paper together with each other paper."""
    return Counter(other for citing in NETWORK.citing(number) for other in citing.cites if other != number)


def coupled(number: int) -> Counter[int]:
    """Return how many references a paper shares with each other paper."""
    return Counter(
        other.number for cited in WORKS[number].cites for other in NETWORK.citing(cited) if other.number != number
    )


def titles(items: list[dict[str, Any]]) -> list[str]:
    """Return the titles of papers."""
    return [item["title"] for item in items]


async def test_co_citation_and_coupling_match_naive_counts(ask_scholarly: Asker) -> None:
    """For every paper: the other papers, their order and counts, and the papers that prove them."""
    nodes = await ask_nodes(ask_scholarly, PAPERS, paper_ids())
    for number, node in zip(WORKS, nodes, strict=True):
        together, shared = co_cited(number), coupled(number)
        assert node["coCitedPapers"]["totalCount"] == len(together)
        for edge, other in zip(node["coCitedPapers"]["edges"], ranked(together), strict=True):
            both = [work for work in NETWORK.citing(number) if other in work.cites]
            assert (edge["node"]["title"], edge["citingPaperCount"]) == (f"P{other}", len(both))
            assert titles(edge["citingPapers"]) == [f"P{work.number}" for work in both[:5]]
        assert node["coupledPapers"]["totalCount"] == len(shared)
        for edge, other in zip(node["coupledPapers"]["edges"], ranked(shared), strict=True):
            own, others = set(WORKS[number].cites), set(WORKS[other].cites)
            assert (edge["node"]["title"], edge["sharedReferenceCount"]) == (f"P{other}", len(own & others))
            assert edge["sharedReferenceShare"] == len(own & others) / len(own | others)
            assert titles(edge["sharedReferences"]) == [f"P{cited}" for cited in sorted(own & others)]


@pytest.mark.parametrize("by", [None, ["SHARED_AUTHORS"]])
async def test_reasons_of_similar_papers_name_the_works(ask_scholarly: Asker, by: list[str] | None) -> None:
    """Each reason lists the shared authors, topics and citing papers; `by` restricts the reasons."""
    nodes = await ask_nodes(ask_scholarly, SIMILAR, paper_ids(), by=by)
    kinds: set[str] = set()
    for number, node in zip(WORKS, nodes, strict=True):
        for row in node["similarPapers"]:
            first, second = WORKS[number], WORKS[int(row["paper"]["title"][1:])]
            for reason in row["reasons"]:
                kinds.add(reason["kind"])
                expected = {
                    "SHARED_AUTHORS": [f"N{author}" for author in first.authors if author in second.authors],
                    "SHARED_TOPICS": [f"T{topic}" for topic in sorted({*first.topics} & {*second.topics})],
                    "CITED_TOGETHER": [f"P{w.number}" for w in NETWORK.citing(number) if second.number in w.cites][:5],
                }[reason["kind"]]
                listed = [item.get("name") or item["title"] for item in sum_of_lists(reason)]
                assert listed == expected
    # the fixture has no citation counts, so that no reference counts as shared
    assert kinds == set(by or ("SHARED_AUTHORS", "SHARED_TOPICS", "CITED_TOGETHER"))


POINTS = {"CITED_TOGETHER": 1, "SHARED_AUTHORS": 0.5, "SHARED_TOPICS": 0.25}


@pytest.mark.parametrize("by", [None, ["SHARED_AUTHORS"], ["CITED_TOGETHER", "SHARED_TOPICS"]])
async def test_score_is_the_share_of_an_identical_paper(ask_scholarly: Asker, by: list[str] | None) -> None:
    """The score is 0 to 100, the share of the points of an identical paper; most points come first."""
    nodes = await ask_nodes(ask_scholarly, SIMILAR, paper_ids(), by=by)
    for number, node in zip(WORKS, nodes, strict=True):
        work = WORKS[number]
        counts = {
            "CITED_TOGETHER": len(NETWORK.citing(number)),
            "SHARED_AUTHORS": len(work.authors),
            "SHARED_TOPICS": len(work.topics),
        }
        highest = sum(POINTS[kind] * count for kind, count in counts.items() if kind in (by or POINTS))
        points: list[tuple[float, int]] = []
        for row in node["similarPapers"]:
            total = sum(POINTS[reason["kind"]] * reason["count"] for reason in row["reasons"])
            points.append((-total, int(row["paper"]["title"][1:])))
            assert row["score"] == pytest.approx(100 * total / highest, abs=0.0051)
            assert 0 < row["score"] <= 100
            assert row["score"] == pytest.approx(sum(reason["score"] for reason in row["reasons"]), abs=0.02)
        assert points == sorted(points)


def sum_of_lists(reason: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the examples of a reason."""
    return [*reason["papers"], *reason["researchers"], *reason["topics"]]


async def test_citation_paths_are_all_shortest_paths(ask_scholarly: Asker) -> None:
    """From every paper to one paper: the shortest paths of networkx, or the reason why there is none."""
    graph = nx.DiGraph([(work.number, cited) for work in NETWORK.works for cited in work.cites])
    graph.add_nodes_from(WORKS)
    end = max(graph, key=lambda number: len(nx.ancestors(graph, number)))
    nodes = await ask_nodes(ask_scholarly, CITATION_PATHS, paper_ids(), to=entity_id("p", end))
    lengths: set[int | None] = set()
    for number, node in zip(WORKS, nodes, strict=True):
        found = node["citationPathsTo"]
        lengths.add(found["distance"])
        if number == end:
            assert (found["distance"], found["paths"]) == (0, [])
            continue
        distance = nx.shortest_path_length(graph, number, end) if nx.has_path(graph, number, end) else None
        if distance is None or distance > 4:
            assert (found["distance"], found["paths"]) == (None, [])
            assert found["reason"] == "The paper does not cite the other, directly or through at most 3 others."
            continue
        paths = sorted(nx.all_shortest_paths(graph, number, end))
        assert (found["distance"], found["reason"], found["truncated"]) == (distance, None, False)
        assert [titles(path["papers"]) for path in found["paths"]] == [
            [f"P{step}" for step in path] for path in paths[:20]
        ]
    assert {0, 1, 2, 3, None} <= lengths


async def test_related_groups_match_naive_counts(ask_scholarly: Asker) -> None:
    """Topics of the same papers, institutions with joint papers, and venues that citations connect."""
    answer: Any = await ask_scholarly(GROUPS)
    for topic in answer["topics"]["nodes"]:
        works = [work for work in NETWORK.works if int(topic["name"][1:]) in work.topics]
        counts = {other: n for other, n in NETWORK.topics_of(works).items() if f"T{other}" != topic["name"]}
        assert topic["relatedTopics"]["edges"] == [
            {"paperCount": counts[other], "share": counts[other] / len(works), "node": {"name": f"T{other}"}}
            for other in ranked(counts)
        ]
    for institution in answer["institutions"]["nodes"]:
        place = int(institution["name"][1:])
        joint: dict[int, list[int]] = {}
        for work in NETWORK.works:
            places = NETWORK.institutions_of(work)
            for other in places if place in places else []:
                joint.setdefault(other, []).append(work.year)
        joint.pop(place, None)
        assert institution["partners"]["edges"] == [
            {
                "paperCount": len(joint[other]),
                "firstYear": min(joint[other]),
                "lastYear": max(joint[other]),
                "node": {"name": f"I{other}"},
            }
            for other in ranked({other: len(years) for other, years in joint.items()})
        ]
    for venue in answer["venues"]["nodes"]:
        here = int(venue["name"][1:])
        pairs = [(work, WORKS[cited]) for work in NETWORK.works for cited in work.cites]
        cited = Counter(
            cited.venue for citing, cited in pairs if citing.venue == here and cited.venue not in (None, here)
        )
        citing = Counter(
            citing.venue for citing, cited in pairs if cited.venue == here and citing.venue not in (None, here)
        )
        both = {int(other or 0): cited[other] + citing[other] for other in cited.keys() | citing.keys()}
        assert venue["relatedVenues"]["edges"] == [
            {
                "citationCount": both[other],
                "citedCount": cited[other],
                "citingCount": citing[other],
                "node": {"name": f"V{other}"},
            }
            for other in ranked(both)
        ]


async def test_similar_researchers_match_naive_computation(ask_scholarly: Asker) -> None:
    """For every person: people who cite the same papers, with shared references and topics as reasons."""
    people = list(range(NETWORK.people))
    nodes = await ask_nodes(ask_scholarly, RESEARCHERS, [entity_id("r", person) for person in people])
    cited = {person: {number for work in NETWORK.works_of(person) for number in work.cites} for person in people}
    for person, node in zip(people, nodes, strict=True):
        own_topics = NETWORK.topics_of(NETWORK.works_of(person)).keys()
        scores: dict[int, float] = {}
        for other in people:
            shared = cited[person] & cited[other]
            topics = own_topics & NETWORK.topics_of(NETWORK.works_of(other)).keys()
            if other != person and shared:
                scores[other] = round(0.25 * len(shared) + 0.1 * len(topics), 6)
        assert [row["researcher"]["name"] for row in node["similarResearchers"]] == [f"N{n}" for n in ranked(scores)]
        for row, other in zip(node["similarResearchers"], ranked(scores), strict=True):
            assert round(row["score"], 6) == scores[other]
            examples = {reason["kind"]: titles(reason["papers"]) for reason in row["reasons"]}
            assert examples["SHARED_REFERENCES"] == [f"P{n}" for n in sorted(cited[person] & cited[other])[:5]]


async def test_overview_of_papers_matches_naive_counts(ask_scholarly: Asker) -> None:
    """Papers of a list that the others cite, papers that they cite together, and papers that cite several of them."""
    given = list(WORKS)[10:40:2]
    answer: Any = await ask_scholarly(OVERVIEW, papers=[entity_id("p", number) for number in given])
    references = Counter(cited for number in given for cited in WORKS[number].cites)
    inside = {number: count for number, count in references.items() if number in given}
    prior = {number: count for number, count in references.items() if number not in given and count > 1}
    citing = Counter(work.number for number in given for work in NETWORK.citing(number))
    derivative = {number: count for number, count in citing.items() if number not in given and count > 1}
    assert inside
    assert prior
    assert derivative
    for name, counts in (("mostCited", inside), ("priorWorks", prior), ("derivativeWorks", derivative)):
        assert answer["paperOverview"][name] == [
            {"count": counts[number], "paper": {"title": f"P{number}"}} for number in ranked(counts)
        ]


def similarity(first: Work, second: Work) -> float:
    """Return the similarity of two papers that recommendations use."""
    return (
        len({*first.cites} & {*second.cites})
        + co_cited(first.number)[second.number]
        + 0.5 * len({*first.authors} & {*second.authors})
        + 0.25 * len({*first.topics} & {*second.topics})
    )


@pytest.mark.parametrize("disliked", [[], [5, 9]])
async def test_recommended_papers_match_naive_computation(ask_scholarly: Asker, disliked: list[int]) -> None:
    """Papers like the liked ones and unlike the disliked ones, with the liked papers that lead to each."""
    liked = [2, 7, 20]
    answer: Any = await ask_scholarly(
        RECOMMENDED,
        liked=[entity_id("p", number) for number in liked],
        disliked=[entity_id("p", number) for number in disliked],
    )
    scores = {
        number: round(
            sum(similarity(WORKS[one], work) for one in liked) - sum(similarity(WORKS[one], work) for one in disliked),
            6,
        )
        for number, work in WORKS.items()
        if number not in (*liked, *disliked)
    }
    expected = ranked({number: score for number, score in scores.items() if score > 0})[:50]
    rows = answer["recommendedPapers"]
    assert [(row["paper"]["title"], row["score"]) for row in rows] == [(f"P{n}", scores[n]) for n in expected]
    for row, number in zip(rows, expected, strict=True):
        reasons = {one: similarity(WORKS[one], WORKS[number]) for one in liked}
        reasons = {one: score for one, score in reasons.items() if score}
        assert titles([source["paper"] for source in row["because"]]) == [f"P{one}" for one in ranked(reasons)]
        assert all(high["score"] >= low["score"] for high, low in pairwise(row["because"]))


async def test_paper_in_both_lists_counts_for_nothing(ask_scholarly: Asker) -> None:
    """A paper that is liked and disliked leads to no recommendation."""
    both: Any = await ask_scholarly(RECOMMENDED, liked=[entity_id("p", 1)], disliked=[entity_id("p", 1)])
    assert both["recommendedPapers"] == []


@pytest.mark.parametrize(
    ("query", "variables", "code", "message"),
    [
        (OVERVIEW, {"papers": [entity_id("p", 1)]}, Code.BAD_USER_INPUT, "papers has 1 ID. Give 2 to 100 IDs."),
        (
            OVERVIEW,
            {"papers": ["doi:10.1000/1", entity_id("p", 1)]},
            Code.NOT_FOUND,
            "No paper has the ID doi:10.1000/1.",
        ),
        (OVERVIEW, {"papers": [entity_id("p", 1)] * 2}, Code.BAD_USER_INPUT, "papers has 1 ID. Give 2 to 100 IDs."),
        (RECOMMENDED, {"liked": []}, Code.BAD_USER_INPUT, "liked has 0 IDs. Give 1 to 100 IDs."),
        (
            RECOMMENDED,
            {"liked": [entity_id("p", 1)], "disliked": [entity_id("p", 999)]},
            Code.NOT_FOUND,
            "No paper has",
        ),
        (RECOMMENDED, {"liked": [entity_id("r", 1)]}, Code.BAD_ID, "expected the ID of a paper"),
    ],
)
async def test_invalid_papers_are_errors(
    ask_scholarly: Asker, query: str, variables: dict[str, object], code: Code, message: str
) -> None:
    """Too few or too many papers, unknown IDs and IDs of other types are errors with a code."""
    reply = await ask_scholarly.reply(query, **variables)
    [error] = reply.errors
    assert error["extensions"]["code"] == code.name
    assert message in error["message"]
