"""The relation of a viewer to an object, by which the policy decides: own, conflict of interest, or other."""

from collections.abc import Sequence
from typing import NamedTuple

from accounts.policy import Relation
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.queries import accounts, graphql

OWN_PAPER = "own_paper"
"""Kind of the conflict of an author."""


class ObjectRelation(NamedTuple):
    """Relation of a viewer to an object.

    Attributes:
        relation: the relation; OTHER if the viewer cannot read the object, or no object has the ID.
        readable: whether there is such an object and the viewer can read it.
    """

    relation: Relation
    readable: bool


async def relation_to(graph: Graph, viewer: Viewer | None, object_key: Sequence[str]) -> ObjectRelation:
    """Return the relation of a viewer to an object. A paper of the viewer's claimed researcher is the viewer's own.

    Args:
        graph: the graph.
        viewer: the client; None if it is not signed in.
        object_key: scheme and value of an ID.

    Raises:
        GraphError: The graph cannot be read.
    """
    user_id = None if viewer is None else viewer.user_id
    scheme, value = object_key
    rows = await graph.fetch(accounts.RELATION, {"userId": user_id or "", "scheme": scheme, "value": value})
    if not rows or not rows[0].readable:
        return ObjectRelation(Relation.OTHER, readable=False)
    if rows[0].own:
        return ObjectRelation(Relation.OWN, readable=True)
    if rows[0].paper is None or user_id is None:
        return ObjectRelation(Relation.OTHER, readable=True)
    kinds = await conflict_kinds(graph, user_id, rows[0].paper)
    if OWN_PAPER in kinds:
        return ObjectRelation(Relation.OWN, readable=True)
    return ObjectRelation(Relation.CONFLICT if kinds else Relation.OTHER, readable=True)


async def conflict_kinds(graph: Graph, user_id: str, object_id: str) -> set[str]:
    """Return the kinds of conflicts of interest of a user with a paper, or of the author of a review with its paper.

    Raises a GraphError.
    """
    conflicts = await graph.fetch(graphql.CONFLICTS_OF_INTEREST, {"id": object_id, "viewer": user_id})
    return {conflict.kind for conflict in conflicts}
