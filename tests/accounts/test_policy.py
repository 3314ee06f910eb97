"""The policy table: every mutation, role and relation, and the rights that requests get."""

import tomllib
from itertools import product
from typing import Any

import pytest
from graphql import GraphQLBoolean, GraphQLEnumType, GraphQLInputObjectType, GraphQLInt, GraphQLList

from accounts.policy import FILE, FORBIDDEN, Relation, check_permission, rules
from accounts.roles import Role, Scope
from accounts.viewer import Viewer, local_operator
from byline.server.service import GraphCurationService
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.compile.types import item, strip_non_null
from resolvers.execute import Request, Service
from resolvers.schema import graphql_schema
from schema.viewer import UserRole, ViewerAction

TABLE: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))
ROLES = list(Role)


def member(role: Role, *scopes: Scope) -> Viewer:
    return Viewer("ada", role, "u_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", frozenset(scopes or Scope))


def test_every_mutation_has_a_rule() -> None:
    """The mutations of the schema, the rows of the table and the values of ViewerAction are the same."""
    mutation = graphql_schema().mutation_type
    assert mutation is not None
    assert set(mutation.fields) == set(TABLE) == {str(action.value) for action in ViewerAction}
    assert [str(role.value) for role in UserRole] == ROLES


@pytest.mark.parametrize(("action", "role", "relation"), list(product(TABLE, ROLES, Relation)))
def test_rights_equal_table(action: str, role: Role, relation: Relation) -> None:
    """A role may do an action if the table names this role or an earlier one for the relation."""
    least = TABLE[action][relation]
    allowed = least != FORBIDDEN and ROLES.index(role) >= [str(role) for role in ROLES].index(least)
    permission = check_permission(action, member(role), relation)
    assert permission.allowed == allowed
    assert bool(permission.reason) != allowed


@pytest.mark.parametrize(("action", "role"), list(product(TABLE, ROLES)))
def test_unknown_relation_gets_mildest_rule(action: str, role: Role) -> None:
    """If the relation is unknown, an action is allowed if any relation allows it."""
    each = [check_permission(action, member(role), relation).allowed for relation in Relation]
    assert check_permission(action, member(role)).allowed == any(each)


@pytest.mark.parametrize("relation", Relation)
def test_role_is_the_first_reason(relation: Relation) -> None:
    """A member learns that an action of curators needs their role, also for an object of the member's own."""
    permission = check_permission("decideClaim", member(Role.MEMBER), relation)
    assert permission.reason == "ada has the role member. decideClaim needs the role curator."


@pytest.mark.parametrize("action", TABLE)
def test_scope_and_account_limit_rights(action: str) -> None:
    """A token without the scope has no right; a viewer without an account has none to what is stored in an account."""
    needed = Scope(TABLE[action]["scope"])
    others = [scope for scope in Scope if scope is not needed]
    assert f"no scope {needed}" in check_permission(action, member(Role.ADMIN, *others)).reason
    assert check_permission(action, member(Role.ADMIN, needed)).allowed
    assert check_permission(action, local_operator("ada")).allowed != TABLE[action]["account"]
    assert not check_permission(action, None).signed_in


def test_rules_are_complete() -> None:
    """Each row states a meaning, a scope, whether it needs an account, and a role for each relation."""
    keys = {"meaning", "scope", "account", *Relation}
    assert {action: set(row) - {"object", "own_reason"} for action, row in TABLE.items()} == dict.fromkeys(TABLE, keys)
    for action, row in TABLE.items():  # the executor looks up the relation if it matters for other objects
        decides = len({row[relation] for relation in Relation}) > 1 and row[Relation.OTHER] != FORBIDDEN
        assert ("object" in row) == decides, action
        assert ("own_reason" in row) == (decides and row[Relation.OWN] == FORBIDDEN), action
    assert list(rules()) == list(TABLE)


def valid_value(type_: Any) -> object:  # noqa: ANN401 a type of graphql-core
    """Return a value that an input field of this type accepts."""
    plain = strip_non_null(type_)
    if isinstance(plain, GraphQLList):
        return [valid_value(item(plain))]
    if isinstance(plain, GraphQLEnumType):
        return next(iter(plain.values))
    if isinstance(plain, GraphQLInputObjectType):
        return {name: valid_value(field.type) for name, field in plain.fields.items()}
    return True if plain is GraphQLBoolean else 1 if plain is GraphQLInt else "x"


@pytest.mark.graph
@pytest.mark.parametrize(("action", "role"), list(product(TABLE, [None, *ROLES])))
async def test_executor_checks_every_mutation(address: Address, action: str, role: Role | None) -> None:
    """A mutation that the policy does not allow is refused with its code before it has an effect."""
    mutation = graphql_schema().mutation_type
    assert mutation is not None
    type_: Any = mutation.fields[action].args["input"].type
    given = {
        name: valid_value(field.type) for name, field in type_.of_type.fields.items() if name != "clientMutationId"
    }
    fragment = f"fragment F on Mutation {{ m: {action}(input: $given) {{ __typename }} }}"
    query = f"mutation M($given: {type_}) {{ ...F }} {fragment}"
    viewer = None if role is None else member(role)
    async with Graph(address) as graph:
        service = Service(graph, identity=GraphCurationService(graph))
        reply = await service.answer(Request(query, {"given": given}, viewer=viewer))
    relation = Relation.OTHER if "object" in TABLE[action] else None  # "x" is the ID of no object
    permission = check_permission(action, viewer, relation)
    if permission.allowed:
        assert reply.ran
    else:
        code = "FORBIDDEN" if permission.signed_in else "UNAUTHENTICATED"
        (error,) = reply.errors
        assert (reply.ran, error["extensions"]["code"], error["path"]) == (False, code, ["m"])
        assert error["locations"] == [{"line": 1, "column": query.index("m: ") + 1}]
