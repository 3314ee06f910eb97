"""Relationship patterns."""

from schema.graph import Pattern


def pattern(home: Pattern, near: str, edge: str, far: str, properties: str = "") -> str:
    """Return the Cypher pattern from `near` over `edge` to `far`; the far label is implied by the type, so left out."""
    middle = f"[{edge}:{home.type}{properties}]"
    match home.direction:
        case "out":
            return f"({near})-{middle}->({far})"
        case "in":
            return f"({near})<-{middle}-({far})"
        case _:
            return f"({near})-{middle}-({far})"
