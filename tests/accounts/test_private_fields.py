"""No private value reaches other clients: generated documents select every field of the schema, from each root."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from graphql import GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType

from accounts import tokens, users
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.types import named_type
from resolvers.execute import Limits
from resolvers.schema import graphql_schema
from tests.accounts.act_clients import Client, client

pytestmark = pytest.mark.graph

PERSON = "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"
VICTIM = "user3"
SECRETS = ("zq-", "user3")
"""Text in all private values, and the name of the author of an anonymous review, who did nothing public."""
SEED = """MATCH (user:User {name: 'user3'}), (paper:Paper {title: 'Paper 1'}), (person:Researcher {id: $person})
CREATE (user)-[:SIGNS_IN_WITH]->(:ExternalAccount {key: 'zq-subject', issuer: 'https://zq-issuer.example'})
CREATE (user)-[:MADE]->(:Claim {id: 'q_01J9ZX5T3NQ4W8E6R7Y2K0M1AB', method: 'email', status: 'awaiting_code',
  note: 'zq-claim', domain: 'zq-domain.example', codeHash: 'zq-code', createdAt: $now})-[:CONCERNS]->(person)
CREATE (user)-[:OWNS]->(:Collection {id: 'c_01J9ZX5T3NQ4W8E6R7Y2K0M1AB', title: 'zq-title', description: 'zq-text',
  visibility: 'private', version: 1, createdAt: $now, updatedAt: $now})
  -[:CONTAINS {position: 1, note: 'zq-note', since: $now}]->(paper)
CREATE (user)-[:WROTE_ANONYMOUSLY]->(:Review {id: 'w_01J9ZX5T3NQ4W8E6R7Y2K0M1AA', summary: 'public',
  summaryHtml: 'public', rating: 5, confidence: 3, anonymous: true, visibility: 'public', version: 1, createdAt: $now})
  -[:REVIEWS]->(paper)
CREATE (user)-[:WROTE]->(:Review {id: 'w_01J9ZX5T3NQ4W8E6R7Y2K0M1AB', summary: 'zq-review', summaryHtml: 'zq-review',
  rating: 5, confidence: 3, anonymous: false, visibility: 'private', version: 1, createdAt: $now})
  -[:REVIEWS_PRIVATELY]->(paper)
CREATE (user)-[:FOLLOWS {since: $now}]->(paper), (user)-[:SAVED {since: $now}]->(paper),
  (user)-[:LIKES {since: $now}]->(paper)
CREATE (user)-[:CHANGED]->(:AuditEntry {id: 'a_1', action: 'zq-action', actorKind: 'user', createdAt: $now})
CREATE (user)-[:REPORTED {reason: 'spam', createdAt: $now}]->(:ModerationCase {
  id: 'w_01J9ZX5T3NQ4W8E6R7Y2K0M1AA', kind: 'review', openReports: 1, createdAt: $now})"""
DEPTH, NEAR_DEPTH = 6, 1


def leaves(type_: Any) -> list[str]:  # noqa: ANN401 a type of graphql-core
    """Return the fields of a type without required arguments and selections."""
    fields: dict[str, Any] = type_.fields
    return [
        name
        for name, field in fields.items()
        if not isinstance(named_type(field.type), GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType)
        and not has_required_argument(field)
    ]


def values(type_: Any) -> list[str]:  # noqa: ANN401 as above
    """Return the selections of plain values, and of objects that have plain values only, such as a text."""
    found = leaves(type_)
    for name, field in type_.fields.items():
        inner = named_type(field.type)
        if name not in found and isinstance(inner, GraphQLObjectType) and not has_required_argument(field):
            inside = leaves(inner)
            if len(inside) == len(inner.fields):
                found.append(f"{name} {{ {' '.join(inside)} }}")
    return found


def has_required_argument(field: Any) -> bool:  # noqa: ANN401 as above
    return any(str(argument.type).endswith("!") for argument in field.args.values())


ROOTS = {
    "viewer": "viewer",
    "paper": 'node(id: "doi:10.1000/1")',
    "researcher": f'node(id: "{PERSON}")',
    "papers": "papers(first: 3)",
    "changes": "changes(first: 100)",
    "decisionLog": "decisionLog(first: 5)",
    "auditLog": "auditLog(first: 5)",
    "meta": "meta",
    "collection": 'collection(id: "c_01J9ZX5T3NQ4W8E6R7Y2K0M1AB")',
    "anonymous review": 'review(id: "w_01J9ZX5T3NQ4W8E6R7Y2K0M1AA")',
    "private review": 'review(id: "w_01J9ZX5T3NQ4W8E6R7Y2K0M1AB")',
}
"""Root fields from which the other types are reachable, and those of users."""
NEAR_ROOTS = [ROOTS[name] for name in ("viewer", "collection", "anonymous review", "private review")]
CLAIM = 'claim(id: "q_01J9ZX5T3NQ4W8E6R7Y2K0M1AB")'


def documents(roots: list[str], depth: int) -> Iterator[str]:
    """Yield documents that together have every field within a number of fields below the roots, each field once."""
    query = graphql_schema().query_type
    assert query is not None
    waiting: deque[tuple[str, Any, int]] = deque((root, query.fields[root.partition("(")[0]].type, 0) for root in roots)
    seen: set[tuple[str, str]] = set()
    while waiting:
        path, type_, below = waiting.popleft()
        inner = named_type(type_)
        if isinstance(inner, GraphQLInterfaceType | GraphQLUnionType):
            possible = graphql_schema().get_possible_types(inner)
            waiting.extend((f"{path} {{ ... on {each.name}", each, below) for each in possible)
            continue
        if not isinstance(inner, GraphQLObjectType):
            continue
        yield f"{{ {path} {{ {' '.join(['__typename', *values(inner)])} }} }}" + " }" * path.count("{")
        for name, field in inner.fields.items():
            nested = name not in leaves(inner) and not has_required_argument(field)
            if nested and below < depth and (inner.name, name) not in seen:
                seen.add((inner.name, name))
                waiting.append((f"{path} {{ {name}", field.type, below + 1))


@pytest.fixture
async def clients(graph: Graph, ids: dict[str, str]) -> dict[str, Client]:
    """Seed the private values and return a client of each kind."""
    await graph.administer("MATCH (n:ExternalAccount) DETACH DELETE n")
    await graph.administer(SEED, {"person": PERSON, "now": "2026-01-01T00:00:00Z"})
    await tokens.create_token(graph, VICTIM, list(Scope), 1, "zq-label")
    for name, role in (("user5", Role.READER), ("user6", Role.CURATOR)):
        await users.set_role(graph, name, role)
    service = replace(client(graph, ids).service, limits=Limits(timeout_s=120))  # each document must be answered
    return {
        "anonymous": Client(service, None),
        "reader": Client(service, Viewer("user5", Role.READER, ids["user5"])),
        "member": Client(service, Viewer("user4", Role.MEMBER, ids["user4"])),
        "curator": Client(service, Viewer("user6", Role.CURATOR, ids["user6"])),
        "owner": Client(service, Viewer(VICTIM, Role.MEMBER, ids[VICTIM])),
    }


async def answers(user: Client, roots: list[str], depth: int) -> str:
    """Return the text of all answers; each document must be valid."""
    texts: list[str] = []
    for document in documents(roots, depth):
        reply = await user.reply(document)
        codes = {error["extensions"]["code"] for error in reply.errors}
        assert codes <= {"FORBIDDEN", "UNAUTHENTICATED", "TOO_COSTLY"}, (document, reply.errors)
        texts.append(str(reply.data))
    return "\n".join(texts)


KINDS = ("anonymous", "reader", "member", "curator")


async def check(clients: dict[str, Client], depth: int, roots: list[str], kinds: Sequence[str] = KINDS) -> None:
    """Read every field as each client, and look for private values. The owner finds them, so the search works."""
    own = await answers(clients["owner"], [*roots, CLAIM], depth)
    for secret in ("zq-title", "zq-review", "zq-claim", "zq-domain", "zq-label", "user3"):
        assert secret in own, secret
    for hidden in ("zq-subject", "zq-code", "zq-issuer"):
        assert hidden not in own
    for kind in kinds:
        text = await answers(clients[kind], roots if kind == "curator" else [*roots, CLAIM], depth)
        assert [secret for secret in SECRETS if secret in text] == [], kind


@pytest.mark.full
async def test_private_values_reach_no_other_client(clients: dict[str, Client]) -> None:
    """Every field near a root, as a client without an account and as another member."""
    await check(clients, NEAR_DEPTH, NEAR_ROOTS, ("anonymous", "member"))


@pytest.mark.full
async def test_private_values_reach_no_other_client_at_any_depth(clients: dict[str, Client]) -> None:
    """Every field within six fields of a root, as each kind of client."""
    await check(clients, DEPTH, list(ROOTS.values()))
