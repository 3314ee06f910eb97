"""Identity queries over GraphQL: the content of `byline identity`, in pages and within limits."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke, split
from resolvers.errors import Code, RequestError
from resolvers.execute import Limits, Request, Service
from resolvers.export import paged
from resolvers.reply import Reply
from tests.byline.proxy import Proxy
from tests.byline.review_queue_records import ADA, EVE, RECORDS
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

EXPLAIN = """query ($id: ID!, $first: Int, $after: String) {
  explainEntity(id: $id, first: $first, after: $after) {
    subject { id kind name ids } parts { location label rule evidence conflictingIds url }
    partCount pageInfo { hasNextPage endCursor }
    decisions { id reason }
  }
}"""
COMPARE = """query ($one: ID!, $other: ID!) {
  compareEntities(leftId: $one, rightId: $other) { left { name } isSame probability evidenceFor evidenceAgainst }
}"""
REVIEW = """query ($kind: ReviewKind!, $first: Int, $after: String) {
  reviewQueue(kind: $kind, first: $first, after: $after) {
    edges { cursor node { id kind reason candidates { id probability evidence } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}"""
LOG = """query ($first: Int, $after: String) {
  decisionLog(first: $first, after: $after) {
    nodes { id kind decidedBy reason revokedBy revocationReason } pageInfo { endCursor }
  }
}"""


@pytest.fixture(scope="module")
async def service(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Service]:
    folder: Path = tmp_path_factory.mktemp("doubts")
    async with Graph(address) as graph:
        await emptied(graph)
        await load_records(graph, folder, RECORDS)
        yield Service(graph, identity=GraphCurationService(graph))


async def query_value(service: Service, query: str, **variables: object) -> Any:  # noqa: ANN401 JSON
    reply = await service.answer(Request(query, variables))
    assert not reply.errors, reply.errors
    assert reply.data is not None
    (found,) = reply.data.values()
    return found


def code(reply: Reply) -> str:
    return str(reply.errors[0]["extensions"]["code"])


@pytest.mark.full
async def test_explain_entity_lists_mentions_with_rules(service: Service) -> None:
    """`explainEntity` lists a person's mentions, each with its match rule and evidence."""
    found = await query_value(service, EXPLAIN, id=ADA)
    assert (found["subject"]["kind"], found["subject"]["name"], found["subject"]["ids"]) == (
        "RESEARCHER",
        "Li Wei",
        [ADA],
    )
    (part,) = found["parts"]
    assert part == {
        "location": "arxiv:a, author 1",
        "label": "Li Wei, On Graphs",
        "rule": "orcid",
        "evidence": [f"states {ADA}"],
        "conflictingIds": [],
        "url": None,
    }


async def test_explanation_parts_are_paginated(service: Service) -> None:
    """Pages of one part, each after the previous cursor, return every part once and in order."""
    bob = (await query_value(service, '{ researchers(where: {name: {eq: "Bob Ng"}}) { nodes { id } } }'))["nodes"][0][
        "id"
    ]
    whole = await query_value(service, EXPLAIN, id=bob)
    assert whole["partCount"] == len(whole["parts"]) == 3
    met: list[str] = []
    after: str | None = None
    while True:
        page = await query_value(service, EXPLAIN, id=bob, first=1, after=after)
        met += [one["location"] for one in page["parts"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert met == [one["location"] for one in whole["parts"]]


async def test_compare_entities_gives_evidence(service: Service) -> None:
    """A comparison of two people has evidence for and against; an ID compared with itself is the same entity."""
    found = await query_value(service, COMPARE, one=ADA, other=EVE)
    assert not found["isSame"]
    assert found["evidenceFor"] == ["same name: li wei", "shared co-author: bob ng"]
    assert found["evidenceAgainst"] == [f"different IDs: {ADA} and {EVE}", "no shared title words"]
    same = await query_value(service, COMPARE, one=ADA, other=ADA)
    assert (same["isSame"], same["evidenceAgainst"], same["probability"]) == (True, [], None)
    assert 0 < found["probability"] < 1


@pytest.mark.parametrize(("kind", "candidates"), [("PEOPLE", 2), ("PAPERS", 1), ("IDS", 1)])
async def test_review_queue_lists_each_kind(service: Service, kind: str, candidates: int) -> None:
    """Each kind of review item appears with its candidates, and the page after its cursor does not repeat it."""
    found = await query_value(service, REVIEW, kind=kind, first=1)
    (edge,) = found["edges"]
    assert (edge["node"]["kind"], len(edge["node"]["candidates"])) == (kind, candidates)
    likely = [one["probability"] for one in edge["node"]["candidates"]]
    assert all(0 < one < 1 for one in likely) if kind == "PEOPLE" else set(likely) == {None}
    more = found["pageInfo"]["hasNextPage"]
    behind = await query_value(service, REVIEW, kind=kind, after=edge["cursor"])
    assert bool(behind["edges"]) is more
    assert edge["cursor"] not in [one["cursor"] for one in behind["edges"]]
    assert behind["pageInfo"]["hasPreviousPage"]


@pytest.mark.full
async def test_decision_log_is_newest_first(service: Service) -> None:
    """The log lists decisions newest first, one per page, with the curator and reason of each revocation."""
    first = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one work"))
    await revoke(service.graph, first.key, Curator("Ben", "two"))
    second = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one after all"))
    await revoke(service.graph, second.key, Curator("Ann", "no"))
    page = await query_value(service, LOG, first=1)
    assert [one["id"] for one in page["nodes"]] == [second.key]
    rest = await query_value(service, LOG, after=page["pageInfo"]["endCursor"])
    assert rest["nodes"] == [
        {
            "id": first.key,
            "kind": "SAME",
            "decidedBy": "Ann",
            "reason": "one work",
            "revokedBy": "Ben",
            "revocationReason": "two",
        }
    ]
    told = await query_value(service, EXPLAIN, id="doi:10.1000/d")
    assert [one["id"] for one in told["decisions"]] == [second.key, first.key]


async def test_unknown_id_fails_only_its_root(service: Service) -> None:
    """An unknown ID gives null and an error with code, path and message; the other root fields are answered."""
    query = (
        '{ a: explainEntity(id: "r_nobody") { partCount } b: compareEntities(leftId: "doi:x", rightId: "y") { isSame }'
    )
    reply = await service.answer(Request(query + " papers(first: 1) { nodes { id } } }"))
    assert reply.data is not None
    assert [*reply.data] == ["a", "b", "papers"]
    assert (reply.data["a"], reply.data["b"], len(reply.data["papers"]["nodes"])) == (None, None, 1)
    told = [(one["path"], one["extensions"]["code"], one["message"]) for one in reply.errors]
    assert told[0][:2] == (["a"], "NOT_FOUND")
    assert "No entity in the graph has the ID r_nobody" in told[0][2]
    assert told[1][:2] == (["b"], "BAD_ID")
    assert "is not a valid doi ID" in told[1][2]


@pytest.mark.full
async def test_superseded_decision_has_no_effect(service: Service) -> None:
    """A later split supersedes a merge of the same records until it is revoked; log and explanation say so."""
    merged = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one work"))
    parted = await split(service.graph, "arxiv:2001.00002", ["crossref:d"], Curator("Ben", "two works"))
    stands = "nodes { id inEffect pending supersededBy }"
    log = (await query_value(service, f"{{ decisionLog(first: 2) {{ {stands} }} }}"))["nodes"]
    assert log == [
        {"id": parted.key, "inEffect": True, "pending": False, "supersededBy": []},
        {"id": merged.key, "inEffect": False, "pending": False, "supersededBy": [parted.key]},
    ]
    query = '{ explainEntity(id: "doi:10.1000/d") { decisions { id inEffect pending supersededBy } } }'
    assert (await query_value(service, query))["decisions"][:2] == log
    await revoke(service.graph, parted.key, Curator("Ann", "one after all"))
    log = (await query_value(service, f"{{ decisionLog(first: 2) {{ {stands} }} }}"))["nodes"]
    assert [(one["inEffect"], one["supersededBy"]) for one in log] == [(None, []), (True, [])]
    await revoke(service.graph, merged.key, Curator("Ann", "as before"))


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("{ decisionLog(first: 1001) { nodes { id } } }", Code.PAGE_TOO_LARGE),
        ("{ decisionLog(first: -1) { nodes { id } } }", Code.BAD_USER_INPUT),
        ('{ decisionLog(after: "x") { nodes { id } } }', Code.BAD_CURSOR),
        ("{ reviewQueue(kind: PEOPLE, first: 1000) { nodes { id } } }", Code.TOO_COSTLY),
        (
            "{" + " ".join(f'a{n}: explainEntity(id: "{ADA}") {{ partCount }}' for n in range(50)) + "}",
            Code.TOO_COSTLY,
        ),
        (
            "{" + " ".join(f'a{n}: compareEntities(leftId: "x", rightId: "y") {{ isSame }}' for n in range(50)) + "}",
            Code.TOO_COSTLY,
        ),
    ],
)
async def test_limits_apply_to_identity_queries(service: Service, query: str, wrong: Code) -> None:
    """Page sizes, cursors and total cost are checked before an identity query runs."""
    reply = await service.answer(Request(query))
    assert (reply.ran, code(reply)) == (False, wrong.name)


async def test_review_cursor_is_bound_to_its_kind(service: Service) -> None:
    """The review queue of papers rejects a cursor of people."""
    cursor = (await query_value(service, REVIEW, kind="PEOPLE", first=1))["edges"][0]["cursor"]
    reply = await service.answer(Request(REVIEW, {"kind": "PAPERS", "after": cursor}))
    assert code(reply) == "BAD_CURSOR"


async def test_depth_limit_applies_to_identity_queries(service: Service) -> None:
    """A selection deeper than the limit is rejected, and one at the limit is answered."""
    query = "{ reviewQueue(kind: PEOPLE) { edges { node { candidates { name } } } } }"
    deep = Service(service.graph, Limits(max_depth=5), identity=service.identity)
    assert not (await deep.answer(Request(query))).errors
    shallow = Service(service.graph, Limits(max_depth=4), identity=service.identity)
    assert code(await shallow.answer(Request(query))) == "TOO_DEEP"


@pytest.mark.usefixtures("service")
async def test_timeout_applies_to_identity_queries(address: Address) -> None:
    """If Neo4j does not respond within the limit, a query returns TIMEOUT; later the graph answers the next query."""
    with Proxy(address) as proxy:
        async with Graph(proxy.address) as graph:
            hasty = Service(graph, Limits(timeout_s=0.1), identity=GraphCurationService(graph))
            proxy.stall()
            for _ in range(3):
                assert code(await hasty.answer(Request(REVIEW, {"kind": "PEOPLE"}))) == "TIMEOUT"
            proxy.mend()
            patient = Service(graph, identity=GraphCurationService(graph))
            assert (await query_value(patient, REVIEW, kind="PEOPLE"))["edges"]


async def test_explanation_is_charged_before_it_runs(service: Service) -> None:
    """An explanation charges its client once, at least 2,000 units."""
    spent: list[int] = []
    await service.answer(Request(EXPLAIN, {"id": ADA}, spend=spent.append))
    assert len(spent) == 1
    assert spent[0] >= 2_000


@pytest.mark.parametrize(
    ("query", "variables"),
    [(EXPLAIN, {"id": ADA}), (COMPARE, {"one": ADA, "other": EVE}), (REVIEW, {"kind": "IDS"}), (LOG, {})],
)
async def test_strawberry_executor_gives_same_answers(
    service: Service, query: str, variables: dict[str, object]
) -> None:
    """Strawberry's own executor gives the same answers, including directives, aliases and type names."""
    named = query.replace("(", "($d: Boolean! = true, ", 1).replace("{ ", "{ typed: __typename @include(if: $d) ", 1)
    other = Service(service.graph, executor="strawberry", identity=service.identity)
    assert await query_value(service, named, **variables) == await query_value(other, named, **variables)


def test_export_rejects_identity_lists(service: Service) -> None:
    """An export of a list that the graph does not paginate is rejected with a message."""
    prepared = service.plan_cache.document("{ decisionLog { nodes { id } } }")
    chosen, variables = prepared.select_operation(None, {})
    with pytest.raises(RequestError, match="decisionLog cannot be exported"):
        paged(chosen, prepared.fragments, variables)
