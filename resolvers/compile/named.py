"""Named `.cypher` files joined to a selection: their parameters become expressions, their names stay their own."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cypher.catalog import Cypher
from cypher.trust import ranks
from resolvers.compile import feed, search
from resolvers.compile.arguments import Given, Leaf
from resolvers.compile.byline_ids import checked_id, checked_load
from resolvers.compile.compose import Composer, Scope
from resolvers.compile.registry import stored
from resolvers.compile.text import Convert
from resolvers.errors import Code, RequestError
from resolvers.version import __version__


@dataclass(frozen=True, slots=True)
class Bounded:
    """A whole number that a file takes: what it is when left out, and its bounds."""

    default: int
    least: int
    most: int


BOUNDS: dict[str, dict[str, Bounded]] = {
    "read/changes": {"first": Bounded(100, 1, 1_000)},
    "read/related": {"first": Bounded(10, 0, 100)},
    "read/collaboration_paths": {"k": Bounded(3, 1, 20), "maxLength": Bounded(4, 1, 6)},
    "read/research_map": {"perKind": Bounded(10, 1, 50)},
    "read/topic_ancestors": {"maxDepth": Bounded(20, 1, 20)},
    "read/topic_descendants": {"maxDepth": Bounded(20, 1, 20)},
    "read/institution_ancestors": {"maxDepth": Bounded(20, 1, 20)},
    "read/institution_descendants": {"maxDepth": Bounded(20, 1, 20)},
    "read/transitive_references": {"maxDepth": Bounded(2, 1, 5)},
    "read/transitive_cited_by": {"maxDepth": Bounded(2, 1, 5)},
}
IDS = {"from": "Researcher", "to": "Researcher", "around": ""}
"""Parameters that are Byline ids, and of which label."""
YEARS: dict[str, tuple[str, Convert, Any]] = {
    "since": ("from", lambda year: 0 if year is None else year, None),
    "until": ("to", lambda year: 9_999 if year is None else year, None),
    "by": ("by", stored, None),
    "way": ("direction", lambda way: 1 if stored(way) == "ASC" else -1, None),
}
"""Which years are counted, in which order."""
FACTS: dict[str, tuple[str, Convert, Any]] = {
    "member": ("field", lambda fact: stored(fact).member, None),
    "ranks": ("field", lambda fact: ranks(stored(fact).trust), None),
    "asOf": ("asOf", lambda load: None if load is None else checked_load(str(load)), None),
}
"""Which member of records is asked for, and whom Byline believes about it."""
DERIVED: dict[tuple[str, str], tuple[str, Convert, Any]] = {
    ("read/search", "typed"): ("query", search.typed, None),
    ("read/search", "words"): ("query", search.words, None),
    ("read/search", "folded"): ("query", search.folded, None),
    ("read/search", "folds"): ("", search.folds, None),
    ("read/search", "identifiers"): ("query", search.identifiers, None),
    ("read/search", "kinds"): ("kinds", search.kinds, None),
    **{("read/paper_years", name): source for name, source in YEARS.items()},
    **{("read/researcher_years", name): source for name, source in YEARS.items()},
    **{
        (file, name): source
        for file in (
            "read/provenance/paper",
            "read/provenance/researcher",
            "read/provenance/institution",
            "read/provenance/venue",
            "read/provenance/volume",
            "read/provenance/funder",
        )
        for name, source in FACTS.items()
    },
    **{("read/changes", name): source for name, source in feed.PARTS.items()},
    ("read/meta/version", "version"): ("", lambda _: __version__, None),
}
"""Parameters made from an argument of another name: (argument, convert, default)."""
OWNER = "id"
"""The parameter that is the id of the node at hand."""
TYPICAL_ROWS = 10


def call(composer: Composer, file: Cypher, scope: Scope, given: dict[str, Given], row: tuple[str, ...] = ()) -> str:
    """Return the opening of a subquery that runs a file; the caller adds RETURN and the closing brace.

    The parameters in `row` are values of the row at hand. The file runs in a scope of its own, so that its variable
    names meet no other's.
    """
    replaced: dict[str, str] = {}
    for parameter in file.params:
        if (parameter.name == OWNER and scope.var) or parameter.name in row:
            replaced[parameter.name] = f"{scope.var}.{parameter.name}"
        else:
            argument, convert, default = _source(file.name, parameter.name)
            replaced[parameter.name] = composer.text.parameter(given.get(argument), convert, default)
    return inlined(file, replaced, scope.var if (OWNER in replaced or row) and scope.var else "")


def inlined(file: Cypher, replaced: Mapping[str, str], outer: str) -> str:
    """Return the same opening with these expressions for the file's parameters."""
    body = re.sub(r"\$([A-Za-z_]\w*)", lambda found: replaced[found[1]], file.text)
    body = re.sub(r"//[^\n]*", "", body)
    return f"CALL ({outer}) {{ CALL ({outer}) {{ {body} }}"


def _source(file: str, parameter: str) -> tuple[str, Convert | None, Any]:
    """Return which argument a file's parameter comes from, how it is made fit, and what it is when left out."""
    if (file, parameter) in DERIVED:
        return DERIVED[file, parameter]
    if parameter in IDS:
        return parameter, (lambda value: checked_id(str(value), IDS[parameter])), None
    bound = BOUNDS.get(file, {}).get(parameter)
    return (parameter, within(parameter, bound), bound.default) if bound else (parameter, None, None)


def within(name: str, bound: Bounded) -> Convert:
    """Return what makes an argument fit: the default where it is null. It raises RequestError out of bounds."""

    def convert(value: Any) -> int:  # noqa: ANN401 what a client sent
        number = bound.default if value is None else cast("int", value)
        if not bound.least <= number <= bound.most:
            raise RequestError(Code.BAD_USER_INPUT, f"{name} is {number}; it can be {bound.least} to {bound.most}.")
        return number

    return convert


def limits(file: str, given: dict[str, Given]) -> Callable[[Any], int] | int:
    """Return how many rows a file is taken to give, for the cost."""
    bounds = BOUNDS.get(file)
    if not bounds:
        return TYPICAL_ROWS
    name, bound = next(iter(bounds.items()))
    leaf = given.get(name)
    if not isinstance(leaf, Leaf):
        return bound.default
    return lambda variables: _number(leaf.read(variables), bound)


def _number(value: object, bound: Bounded) -> int:
    return value if isinstance(value, int) else bound.default
