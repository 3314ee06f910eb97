"""Relationship patterns."""

from collections.abc import Sequence

from schema.field_mapping import Pattern


def pattern(mapping: Pattern, start: str, edge: str, end: str, properties: str = "") -> str:
    """Return the Cypher pattern from `start` over `edge` to `end`, without labels that the type implies."""
    if mapping.label:
        end = f"{end}:{mapping.label}"
    times = f"*1..{mapping.max_length}" if mapping.max_length > 1 else ""
    middle = f"[{edge}:{mapping.type}{times}{properties}]"
    match mapping.direction:
        case "out":
            return f"({start})-{middle}->({end})"
        case "in":
            return f"({start})<-{middle}-({end})"
        case _:
            return f"({start})-{middle}-({end})"


def walk(steps: Sequence[Pattern], start: str, edge: str, end: str) -> str:
    """Return the pattern of several relationships in a row; `edge` names the first."""
    path = f"({start})"
    for place, step in enumerate(steps):
        node = end if place == len(steps) - 1 else ""
        path += pattern(step, "", edge if place == 0 else "", node).removeprefix("()")
    return path
