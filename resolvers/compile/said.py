"""What records say, read from their JSON: a member of one, and whether several contradict one another."""

from collections.abc import Sequence
from typing import Any

import orjson

from resolvers.compile.compose import Part, Scope
from resolvers.compile.contradiction import contradict
from resolvers.compile.readers import Reading
from schema.graph import Contradicted, Said


def compose(home: Said | Contradicted, scope: Scope) -> Part:
    """Return what the record of a row says, or whether the records inside it say different things."""
    if isinstance(home, Said):
        asked = (home.statement, home.member, home.plain, home.otherwise)
        return Part(f"[{', '.join(f'{scope.var}.{one}' for one in asked)}]", _said)
    return Part(f"[s IN {scope.var}.{home.rows} | [s.statement, s.member, s.stated, s.otherwise, s.leads]]", _differ)


def _said(row: Sequence[Any], _reading: Reading) -> Any:  # noqa: ANN401 any JSON
    statement, name, plain, otherwise = row
    if plain is not None:
        return plain
    return orjson.loads(statement).get(name, otherwise) if statement is not None else None


def _differ(rows: Sequence[Sequence[Any]], reading: Reading) -> bool:
    """Compare what records say, and of what they call by a name of their own what that leads to."""
    said = [(one, leads) for *row, leads in rows if (one := _said(row, reading)) is not None]
    if said and str(rows[0][1]) == "appeared_in":  # who knows the journal alone does not speak of its volumes
        return contradict("volume", [leads or one["volume"] for one, leads in said if not one.get("unnumbered")])
    return len(said) > 1 and contradict(str(rows[0][1]), [one for one, _ in said])
