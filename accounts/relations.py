"""The relation of a viewer to an object, by which the policy decides: own, conflict of interest, or other."""

from collections.abc import Sequence

from accounts.policy import Relation
from accounts.viewer import Viewer
from cypher.catalog import PARAMETER_MAP, grouped_text
from cypher.driver.client import Graph
from cypher.queries import accounts

CONFLICTS = "graphql/conflicts_of_interest"
"""Name of the statement that finds conflicts of interest."""
OWN_PAPER = "own_paper"
"""Kind of the conflict of an author."""


async def relation_to(graph: Graph, viewer: Viewer | None, object_key: Sequence[str]) -> Relation:
    """Return the relation of a viewer to an object. A paper of the viewer's claimed researcher is the viewer's own.

    Args:
        graph: the graph.
        viewer: the client; None if it is not signed in.
        object_key: scheme and value of an ID; an unknown object is OTHER.

    Raises:
        GraphError: The graph cannot be read.
    """
    if viewer is None or viewer.user_id is None:
        return Relation.OTHER
    scheme, value = object_key
    rows = await graph.fetch(accounts.RELATION, {"userId": viewer.user_id, "scheme": scheme, "value": value})
    if not rows:
        return Relation.OTHER
    if rows[0].own or rows[0].paper is None:
        return Relation.OWN if rows[0].own else Relation.OTHER
    kinds = await conflict_kinds(graph, viewer.user_id, rows[0].paper)
    if OWN_PAPER in kinds:
        return Relation.OWN
    return Relation.CONFLICT if kinds else Relation.OTHER


async def conflict_kinds(graph: Graph, user_id: str, object_id: str) -> set[str]:
    """Return the kinds of conflicts of interest of a user with a paper, or of the author of a review with its paper.

    Raises a GraphError.
    """
    parameters = {PARAMETER_MAP: {"id": object_id, "viewer": user_id}}
    return {str(row[0]) for row in (await graph.read(grouped_text(CONFLICTS), parameters)).rows}
