"""Nodes, relationships and paths of a result as JSON objects."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from cypher.driver.errors import GraphRejectedError


def decode_entity(structure: object) -> Mapping[str, Any]:
    """Convert a structure of Bolt: a node, a relationship or a path.

    Raises GraphRejectedError for another structure, such as a date.
    """
    fields = cast("Sequence[Any]", getattr(structure, "fields", ()))
    match getattr(structure, "tag", b""):
        case b"N":
            return {"labels": fields[1], "properties": fields[2]}
        case b"R":
            return {"type": fields[3], "properties": fields[4]}
        case b"r":
            return {"type": fields[1], "properties": fields[2]}
        case b"P":
            return {"nodes": fields[0], "relationships": fields[1]}
        case _:
            raise GraphRejectedError("The result has a value that is not a JSON value. Convert it with toString().", "")
