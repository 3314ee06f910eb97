"""Relationship patterns."""

from collections.abc import Sequence

from schema.field_mapping import Pattern


def pattern(mapping: Pattern, near: str, edge: str, far: str, properties: str = "") -> str:
    """Return the Cypher pattern from `near` over `edge` to `far`; the far label is implied by the type, so left out."""
    times = f"*1..{mapping.deep}" if mapping.deep > 1 else ""
    middle = f"[{edge}:{mapping.type}{times}{properties}]"
    match mapping.direction:
        case "out":
            return f"({near})-{middle}->({far})"
        case "in":
            return f"({near})<-{middle}-({far})"
        case _:
            return f"({near})-{middle}-({far})"


def walk(steps: Sequence[Pattern], near: str, edge: str, far: str) -> str:
    """Return the pattern of several relationships in a row; `edge` names the first."""
    path = f"({near})"
    for place, step in enumerate(steps):
        end = far if place == len(steps) - 1 else ""
        path += pattern(step, "", edge if place == 0 else "", end).removeprefix("()")
    return path
