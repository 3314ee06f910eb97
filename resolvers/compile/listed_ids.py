"""Lists of ids: `where: {doi: {in: [...]}}` is answered in the order asked, and says which ids nothing has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from resolvers.compile.arguments import Given, Leaf, Listed
from resolvers.compile.byline_ids import checked_id
from resolvers.compile.compose import Composer
from resolvers.compile.text import Convert, Text
from resolvers.compile.values import id_pattern, outside_key
from resolvers.errors import Code, RequestError
from schema.graph import AnyId, Prop
from schema.paging import MAX_PAGE

OWN_ID = "byline"
"""The scheme of Byline's own ids, as the Identifier of a retired one has it."""


@dataclass(frozen=True, slots=True)
class ListedIds:
    """One list of ids that a filter asks for at its top."""

    text: Text
    name: str
    """The filter's field, which names the order in cursors."""
    label: str
    scheme: str
    ids: Leaf | Listed
    parameter: str
    """The list in normal form, as `outside_key` gives them."""
    rest: dict[str, Given]
    """What else the filter demands."""

    def matched(self, far: str) -> tuple[str, str]:
        """Return the clauses that bind `far` to each thing that has one of the ids, and the variable of its place."""
        at, place = self.text.name("i"), self.text.name("k")
        match = (
            f"UNWIND range(0, size({self.parameter}) - 1) AS {at} {self._found(at, far)} "
            f"WITH {far}, min({at}) AS {place}"
        )
        return match, place

    def missing(self) -> tuple[str, str]:
        """Return a variable that holds the ids that nothing has, as asked for, and the clause that binds it."""
        at, far, found = self.text.name("i"), self.text.name("n"), self.text.name("x")
        asked = self.text.parameter(self.ids)
        absent = f"NOT EXISTS {{ {self._found(at, far)} RETURN {far} }}"
        clause = (
            f"CALL () {{ UNWIND range(0, size({self.parameter}) - 1) AS {at} WITH {at} WHERE {absent} "
            f"RETURN collect({asked}[{at}]) AS {found} }}"
        )
        return found, clause

    def _found(self, at: str, far: str) -> str:
        value = f"{self.parameter}[{at}]"
        identified = f"MATCH {id_pattern(self.scheme, value)}-[:IDENTIFIES]->({far}:{self.label})"
        if self.scheme != OWN_ID:
            return identified
        kept = f"MATCH ({far}:{self.label} {{id: {value}}})"
        return f"CALL ({at}) {{ {kept} RETURN {far} UNION ALL {identified} RETURN {far} }}"


def listed_ids(
    composer: Composer, type_name: str, label: str, where: Mapping[str, Given], *, told: bool
) -> ListedIds | None:
    """Return the list of ids that a filter asks for; None where there is none, or several. Raises RequestError.

    Where the answer tells which are missing (`told`), what is no id is one of these; elsewhere it is refused.
    """
    found: list[tuple[str, str]] = []
    for name, operations in where.items():
        if not isinstance(operations, dict) or "in" not in operations:
            continue
        match composer.registry.homes.get((type_name, name)):
            case AnyId(scheme=scheme):
                found.append((name, scheme))
            case Prop(name="id"):
                found.append((name, OWN_ID))
            case _:
                pass
    if len(found) != 1:
        return None
    name, scheme = found[0]
    operations = cast("dict[str, Given]", where[name])
    ids = cast("Leaf | Listed", operations["in"])
    if isinstance(ids, Leaf) and ids.value is None:
        return None
    others = {operation: operand for operation, operand in operations.items() if operation != "in"}
    rest: dict[str, Given] = {key: value for key, value in where.items() if key != name}
    if others:
        rest[name] = others
    parameter = composer.text.parameter(ids, _normal(scheme, label, told=told))
    return ListedIds(composer.text, name, label, scheme, ids, parameter, rest)


def _normal(scheme: str, label: str, *, told: bool) -> Convert:
    def one(value: str) -> str | list[str] | None:
        try:
            return checked_id(value, label) if scheme == OWN_ID else outside_key(scheme, value)
        except RequestError as error:
            if told:
                return None  # which nothing has
            hint = "To have ids that nothing has named instead, ask for `missing` too."
            raise RequestError(error.code, f"{error.message} {hint}") from None

    def convert(values: list[str]) -> list[str | list[str] | None]:
        if len(values) > MAX_PAGE:
            raise RequestError(Code.PAGE_TOO_LARGE, f"{len(values):,} ids at once; at most {MAX_PAGE:,}.")
        return [one(value) for value in values]

    return convert
