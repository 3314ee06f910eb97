"""Who is who, asked over GraphQL: the words of `byline identity`, in pages, within limits."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from byline.server.service import GraphCurationService
from cypher.driver.client import Address, Graph
from loaders.curation.decisions import Curator, merge, revoke, split
from resolvers.errors import Code, RequestError
from resolvers.execute import Limits, Request, Service
from resolvers.export import paged
from resolvers.reply import Reply
from tests.byline.doubts import ADA, EVE, RECORDS
from tests.conftest import emptied
from tests.loaders.loading import loaded

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
        await loaded(graph, folder, RECORDS)
        yield Service(graph, identity=GraphCurationService(graph))


async def asked(service: Service, query: str, **variables: object) -> Any:  # noqa: ANN401 JSON
    reply = await service.answer(Request(query, variables))
    assert not reply.errors, reply.errors
    assert reply.data is not None
    (found,) = reply.data.values()
    return found


def code(reply: Reply) -> str:
    return str(reply.errors[0]["extensions"]["code"])


@pytest.mark.full
async def test_explain_has_the_words_of_the_command(service: Service) -> None:
    """A person is told by the places at which they are named, with the rule for each and what it rests on."""
    found = await asked(service, EXPLAIN, id=ADA)
    assert (found["subject"]["kind"], found["subject"]["name"], found["subject"]["ids"]) == (
        "researcher",
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


async def test_the_parts_of_an_explanation_come_in_pages(service: Service) -> None:
    """Pages of one part, each behind the last one's cursor, have all parts in order, each once."""
    bob = (await asked(service, '{ researchers(where: {name: {eq: "Bob Ng"}}) { nodes { id } } }'))["nodes"][0]["id"]
    whole = await asked(service, EXPLAIN, id=bob)
    assert whole["partCount"] == len(whole["parts"]) == 3
    met: list[str] = []
    after: str | None = None
    while True:
        page = await asked(service, EXPLAIN, id=bob, first=1, after=after)
        met += [one["location"] for one in page["parts"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert met == [one["location"] for one in whole["parts"]]


async def test_two_ids_are_compared(service: Service) -> None:
    """What speaks for two being one and what against is told of two people; one id beside itself is one."""
    found = await asked(service, COMPARE, one=ADA, other=EVE)
    assert not found["isSame"]
    assert found["evidenceFor"] == ["same name: li wei", "shared co-author: bob ng"]
    assert found["evidenceAgainst"] == [f"different IDs: {ADA} and {EVE}", "no shared title words"]
    same = await asked(service, COMPARE, one=ADA, other=ADA)
    assert (same["isSame"], same["evidenceAgainst"], same["probability"]) == (True, [], None)
    assert 0 < found["probability"] < 1


@pytest.mark.parametrize(("kind", "candidates"), [("PEOPLE", 2), ("PAPERS", 1), ("IDS", 1)])
async def test_open_questions_are_listed(service: Service, kind: str, candidates: int) -> None:
    """Each kind of doubt has its question, with what it may be one with; the page behind its cursor is empty."""
    found = await asked(service, REVIEW, kind=kind, first=1)
    (edge,) = found["edges"]
    assert (edge["node"]["kind"], len(edge["node"]["candidates"])) == (kind, candidates)
    likely = [one["probability"] for one in edge["node"]["candidates"]]
    assert all(0 < one < 1 for one in likely) if kind == "PEOPLE" else set(likely) == {None}
    more = found["pageInfo"]["hasNextPage"]
    behind = await asked(service, REVIEW, kind=kind, after=edge["cursor"])
    assert bool(behind["edges"]) is more
    assert edge["cursor"] not in [one["cursor"] for one in behind["edges"]]
    assert behind["pageInfo"]["hasPreviousPage"]


async def test_the_log_has_who_and_why_the_latest_first(service: Service) -> None:
    """Two decisions come latest first, a page each, with who took which back and why."""
    first = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one work"))
    await revoke(service.graph, first.key, Curator("Ben", "two"))
    second = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one after all"))
    await revoke(service.graph, second.key, Curator("Ann", "no"))
    page = await asked(service, LOG, first=1)
    assert [one["id"] for one in page["nodes"]] == [second.key]
    rest = await asked(service, LOG, after=page["pageInfo"]["endCursor"])
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
    told = await asked(service, EXPLAIN, id="doi:10.1000/d")
    assert [one["id"] for one in told["decisions"]] == [second.key, first.key]


async def test_an_unknown_id_is_told_as_the_command_tells_it(service: Service) -> None:
    """Null stands for what has no such id, with code, path and words; the other roots of the request are answered."""
    query = (
        '{ a: explainEntity(id: "r_nobody") { partCount } b: compareEntities(leftId: "doi:x", rightId: "y") { isSame }'
    )
    reply = await service.answer(Request(query + " papers(first: 1) { nodes { id } } }"))
    assert reply.data is not None
    assert [*reply.data] == ["a", "b", "papers"]
    assert (reply.data["a"], reply.data["b"], len(reply.data["papers"]["nodes"])) == (None, None, 1)
    told = [(one["path"], one["extensions"]["code"], one["message"]) for one in reply.errors]
    assert told[0][:2] == (["a"], "BAD_USER_INPUT")
    assert "No entity in the graph has the ID r_nobody" in told[0][2]
    assert told[1][:2] == (["b"], "BAD_USER_INPUT")
    assert "is not a valid doi ID" in told[1][2]


@pytest.mark.full
async def test_decisions_that_do_not_count_now_are_told(service: Service) -> None:
    """Of a merge and a later split of the same two the split counts until it is taken back, as log and explain say."""
    merged = await merge(service.graph, "arxiv:2001.00002", "doi:10.1000/d", Curator("Ann", "one work"))
    parted = await split(service.graph, "arxiv:2001.00002", ["crossref:d"], Curator("Ben", "two works"))
    stands = "nodes { id inEffect pending supersededBy }"
    log = (await asked(service, f"{{ decisionLog(first: 2) {{ {stands} }} }}"))["nodes"]
    assert log == [
        {"id": parted.key, "inEffect": True, "pending": False, "supersededBy": []},
        {"id": merged.key, "inEffect": False, "pending": False, "supersededBy": [parted.key]},
    ]
    query = '{ explainEntity(id: "doi:10.1000/d") { decisions { id inEffect pending supersededBy } } }'
    assert (await asked(service, query))["decisions"][:2] == log
    await revoke(service.graph, parted.key, Curator("Ann", "one after all"))
    log = (await asked(service, f"{{ decisionLog(first: 2) {{ {stands} }} }}"))["nodes"]
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
async def test_limits_hold_for_identities_too(service: Service, query: str, wrong: Code) -> None:
    """Pages, cursors and the cost of many questions in one request are checked before anything is asked."""
    reply = await service.answer(Request(query))
    assert (reply.ran, code(reply)) == (False, wrong.name)


async def test_a_cursor_is_for_its_own_list(service: Service) -> None:
    """A cursor among people is refused among papers."""
    cursor = (await asked(service, REVIEW, kind="PEOPLE", first=1))["edges"][0]["cursor"]
    reply = await service.answer(Request(REVIEW, {"kind": "PAPERS", "after": cursor}))
    assert code(reply) == "BAD_CURSOR"


async def test_depth_is_limited_for_identities_too(service: Service) -> None:
    """A selection below the greatest depth is refused, one at it is answered."""
    query = "{ reviewQueue(kind: PEOPLE) { edges { node { candidates { name } } } } }"
    deep = Service(service.graph, Limits(max_depth=5), identity=service.identity)
    assert not (await deep.answer(Request(query))).errors
    shallow = Service(service.graph, Limits(max_depth=4), identity=service.identity)
    assert code(await shallow.answer(Request(query))) == "TOO_DEEP"


async def test_time_is_limited_for_identities_too(service: Service) -> None:
    """What takes longer than a request may is a TIMEOUT, and the graph answers the next one."""
    hasty = Service(service.graph, Limits(timeout_s=0.0001), identity=service.identity)
    for _ in range(3):
        assert code(await hasty.answer(Request(REVIEW, {"kind": "PEOPLE"}))) == "TIMEOUT"
    assert (await asked(service, REVIEW, kind="PEOPLE"))["edges"]


async def test_what_is_asked_is_charged(service: Service) -> None:
    """A client pays for an explanation before it is made: at least 2,000."""
    spent: list[int] = []
    await service.answer(Request(EXPLAIN, {"id": ADA}, spend=spent.append))
    assert len(spent) == 1
    assert spent[0] >= 2_000


@pytest.mark.parametrize(
    ("query", "variables"),
    [(EXPLAIN, {"id": ADA}), (COMPARE, {"one": ADA, "other": EVE}), (REVIEW, {"kind": "IDS"}), (LOG, {})],
)
async def test_strawberrys_executor_answers_alike(service: Service, query: str, variables: dict[str, object]) -> None:
    """Through Strawberry's own executor each answer is the same, fragments, aliases and type names among it."""
    named = query.replace("(", "($d: Boolean! = true, ", 1).replace("{ ", "{ typed: __typename @include(if: $d) ", 1)
    other = Service(service.graph, executor="strawberry", identity=service.identity)
    assert await asked(service, named, **variables) == await asked(other, named, **variables)


def test_no_lines_are_made_of_questions(service: Service) -> None:
    """An export of a list that the graph does not page is refused in words."""
    prepared = service.preparer.document("{ decisionLog { nodes { id } } }")
    chosen, variables = prepared.select_operation(None, {})
    with pytest.raises(RequestError, match="decisionLog has no lines"):
        paged(chosen, prepared.fragments, variables)
