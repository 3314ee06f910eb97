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
        return Part(f"[{scope.var}.{home.statement}, {scope.var}.{home.member}, {scope.var}.{home.plain}]", _said)
    return Part(f"[s IN {scope.var}.{home.rows} | [s.statement, s.member, s.stated]]", _differ)


def _said(row: Sequence[Any], _reading: Reading) -> Any:  # noqa: ANN401 any JSON
    statement, name, plain = row
    if plain is not None:
        return plain
    return orjson.loads(statement).get(name) if statement is not None else None


def _differ(rows: Sequence[Sequence[Any]], reading: Reading) -> bool:
    said = [one for row in rows if (one := _said(row, reading)) is not None]
    return len(said) > 1 and contradict(str(rows[0][1]), said)
