"""Matching in bulk: a named `.cypher` file finds candidates with their facts and the answer's nodes, the rule decides.

The graph gives for each description a pool of the nearest, a few more than are shown, so that the rule chooses among
them and sees whether the best is alone. Nothing else is asked for the decision: one request stays one Cypher.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from cypher.catalog import statement
from resolvers.compile.arguments import Leaf, Whole
from resolvers.compile.compose import Composer, Part, Spot
from resolvers.compile.match_reader import LIMIT, POOL, Asking, CandidateField, matches
from resolvers.compile.named import inlined, within
from resolvers.compile.readers import Reader, one_of
from resolvers.compile.selection import Asked
from resolvers.compile.types import field_object, named_object
from resolvers.errors import Code, RequestError
from resolvers.match import institutions, papers, researchers
from resolvers.match.verdict import Judged
from schema.graph import Matched
from schema.match import MOST_FACTS

WEIGHT = 2
"""What finding one candidate costs besides the selection on it, in values read."""
RULES: dict[str, tuple[Callable[[Any], Any], Callable[[Any, int, Any], Judged]]] = {
    "Paper": (papers.row, papers.judge),
    "Researcher": (researchers.row, researchers.judge),
    "Institution": (institutions.row, institutions.judge),
}
"""How a description of each kind becomes a row, and how a candidate is judged."""


def compose(composer: Composer, home: Matched, spot: Spot) -> Part:
    """Return the expression of a list of matches, and its reader. Raises RequestError."""
    name, source = _chosen(home, spot)
    label, file = home.files[name]
    row, judge = RULES[label]
    composer.heavy = True

    def rows(given: Any) -> list[Any]:  # noqa: ANN401 what a client sent
        if len(given) > MOST_FACTS:
            raise RequestError(Code.PAGE_TOO_LARGE, f"{name} has {len(given):,} descriptions; at most {MOST_FACTS:,}.")
        return [row(one) for one in given]

    asked = composer.text.parameter(source, rows)
    limit = spot.given.get("limit")
    bounded = within("limit", LIMIT)
    pool = composer.text.parameter(limit, lambda value: bounded(value) + POOL, LIMIT.default)
    called = inlined(statement(file), {"asked": asked, "pool": pool}, "")
    var, place, facts = (composer.text.name(stem) for stem in ("n", "i", "f"))

    def looked_at(variables: Any) -> int:  # noqa: ANN401 as above
        shown = limit.read(variables) if isinstance(limit, Leaf) else None
        return (shown if isinstance(shown, int) else LIMIT.default) + POOL

    level = spot.level.below(lambda variables: len(source.read(variables))).below(looked_at)
    level.cost.own += WEIGHT
    match = named_object(spot.type)
    candidate = field_object(match, "candidates")
    nodes: list[Part] = []

    def field(one: Asked) -> CandidateField:
        if one.name == "reasons":
            reason = field_object(candidate, "reasons")
            return CandidateField(one.key, one.name, composer.document.asked(reason, one.inside))
        if one.name == "node":
            concrete = cast("Any", composer.registry.schema.type_map[label])
            nodes.append(composer.entity(concrete, var, one.inside, level.below()))
            kinds = one_of([(label, cast("Reader", nodes[-1].reader))])
            return CandidateField(one.key, one.name, reader=kinds, place=len(nodes) + 1)
        return CandidateField(one.key, one.name)

    fields = [
        (each, [field(one) for one in composer.document.asked(candidate, each.inside)])
        for each in composer.document.asked(match, spot.asked.inside)
    ]
    expressions = ", ".join([place, facts, *(f"[0, {node.expression}]" for node in nodes)])
    clauses = " ".join(node.clauses for node in nodes if node.clauses)
    body = f"{called} RETURN place AS {place}, node AS {var}, facts AS {facts} }}"
    found, clause = composer.gathered("", body, Part(f"[{expressions}]", None, clauses))
    asking = Asking(asked.removeprefix("$"), pool.removeprefix("$"), judge)
    return Part(found, matches(asking, fields), clause)


def _chosen(home: Matched, spot: Spot) -> tuple[str, Leaf | Whole]:
    given = {
        name: source
        for name in home.files
        if isinstance(source := spot.given.get(name), Leaf | Whole) and not _null(source)
    }
    if len(given) != 1:
        said = f"{' and '.join(given)} stand together" if given else "no list is given"
        raise RequestError(Code.BAD_USER_INPUT, f"match: {said}. Give exactly one of {_listed(tuple(home.files))}.")
    return next(iter(given.items()))


def _null(source: Leaf | Whole) -> bool:
    return isinstance(source, Leaf) and source.value is None


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
