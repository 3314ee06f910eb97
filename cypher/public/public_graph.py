"""The public part of the graph: its labels and relationship types, and its entities as JSON objects."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from cypher.driver.entities import decode_entity
from cypher.driver.errors import GraphError

ALLOWED: Mapping[str, Any] = tomllib.loads((Path(__file__).parent / "allowed.toml").read_text("utf-8"))
"""The allow lists by name."""


def allowed(name: str) -> frozenset[str]:
    """Return a list of `allowed.toml`."""
    return frozenset(ALLOWED[name])


PUBLIC_LABELS = allowed("labels")
PUBLIC_TYPES = allowed("relationship_types")
ADDITIONAL_LABELS = allowed("additional_labels")
"""Additional labels of public nodes, without data of their own."""


class StatementRefusedError(GraphError):
    """The statement may not run; the message says why and what to do."""


def check_types(types: str | None) -> None:
    """Check the alternatives of a relationship type, such as `CITES|ABOUT`; None: there is no type."""
    for name in types.split("|") if types else [None]:
        if name not in PUBLIC_TYPES:
            reason = f"The relationship type {name} is not public" if name else "A relationship has no type"
            raise StatementRefusedError(
                f"{reason}. Give each relationship one of the types {', '.join(sorted(PUBLIC_TYPES))}."
            )


def check_labels(labels: str | None) -> None:
    """Check labels such as `Paper|Topic`; None: there is no label."""
    for name in re.split(r"[|&]", labels) if labels else [None]:
        if name not in PUBLIC_LABELS:
            reason = f"The label {name} is not public" if name else "A node has no label"
            raise StatementRefusedError(
                f"{reason}. Give the nodes one of the labels {', '.join(sorted(PUBLIC_LABELS))}."
            )


def decode_public_entity(structure: object) -> Mapping[str, Any] | str:
    """Convert a structure of Bolt as `decode_entity` does; the last check of what leaves the database.

    Raises StatementRefusedError for an entity that is not public, and GraphRejectedError for a value of another type,
    such as a point.
    """
    entity = decode_entity(structure)
    if isinstance(entity, str):
        return entity
    if "labels" in entity:
        labels = frozenset(cast("list[str]", entity["labels"]))
        if not PUBLIC_LABELS & labels or not labels <= PUBLIC_LABELS | ADDITIONAL_LABELS:
            check_labels(" ".join(sorted(labels)))
    elif "type" in entity:
        check_types(str(entity["type"]))
    return entity
