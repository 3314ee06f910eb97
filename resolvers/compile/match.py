"""Match descriptions in bulk: a `.cypher` file finds candidates with their properties; the rule in Python decides.

For each description, the file returns the most similar entities, a few more than the client requests, so that the rule
can rank them and detect ties. The decision needs no further query, so a request remains one Cypher statement.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from cypher.catalog import statement
from resolvers.compile.arguments import ArgumentValue, JsonLiteral
from resolvers.compile.cypher_files import inline_statement
from resolvers.compile.expression_builder import TYPENAME, ExpressionBuilder, FieldContext, Fragment
from resolvers.compile.file_parameters import BoundedIntParameter, range_converter
from resolvers.compile.row_decoders import Decoder, DecodeState, interface_decoder
from resolvers.compile.selection import SelectedField
from resolvers.compile.types import field_object, named_object
from resolvers.errors import Code, RequestError
from resolvers.match import institutions, papers, researchers
from resolvers.match.scoring import Candidate, Reason, ScoredCandidate, rank_candidates
from schema.field_mapping import MatchResult
from schema.match import MOST_FACTS

LIMIT = BoundedIntParameter(3, 1, 10)
"""Default number of candidates per description."""
POOL = 5
"""Number of additional candidates that the rule compares."""
FIRST_NODE = 2
"""Index of the first node in a row, after the index of the description and the compared properties."""


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Parameters with the descriptions and the number of candidates, and the rule that scores a candidate."""

    rows: str
    pool: str
    score: Callable[[Any, int, Any], ScoredCandidate]


@dataclass(frozen=True, slots=True)
class CandidateField:
    """A field of a candidate: for reasons, the selected fields; for a node, its position in the row and its decoder."""

    key: str
    name: str
    inside: list[SelectedField] = field(default_factory=list[SelectedField])
    decoder: Decoder | None = None
    index: int = 0

    def value_of(self, candidate: Candidate, row: Sequence[Any], state: DecodeState) -> object:
        """Return the field's value."""
        match self.name:
            case "score":
                return candidate.score
            case "match":
                return candidate.match
            case "reasons":
                return [_reason(self.inside, reason) for reason in candidate.reasons]
            case "node":
                return cast("Decoder", self.decoder)(row[self.index], state)
            case _:
                return "MatchCandidate"


def matches(match_query: MatchQuery, fields: Sequence[tuple[SelectedField, list[CandidateField]]]) -> Decoder:
    """Return the decoder of a list of matches; `fields` are the selected fields of a match and of its candidates."""

    def decode_matches(results: Sequence[Sequence[Any]], state: DecodeState) -> list[dict[str, Any]]:
        limit = int(state.parameters[match_query.pool]) - POOL
        rows_by_description: dict[int, list[Sequence[Any]]] = defaultdict(list)
        for row in results:
            rows_by_description[row[0]].append(row)
        answers: list[dict[str, Any]] = []
        for index, description in enumerate(state.parameters[match_query.rows]):
            rows = rows_by_description[index]
            state.values += len(fields)
            best = rank_candidates([match_query.score(description, i, row[1]) for i, row in enumerate(rows)], limit)
            answers.append(
                {selection.key: _field(selection, inside, best, rows, state) for selection, inside in fields}
            )
        return answers

    return decode_matches


def _field(
    selection: SelectedField,
    inside: Sequence[CandidateField],
    best: Sequence[Candidate],
    rows: Sequence[Sequence[Any]],
    state: DecodeState,
) -> object:
    if selection.name == TYPENAME:
        return "Match"
    state.values += len(inside) * len(best)
    return [
        {member.key: member.value_of(candidate, rows[candidate.index], state) for member in inside}
        for candidate in best
    ]


def _reason(selections: Sequence[SelectedField], reason: Reason) -> dict[str, object]:
    values = cast("dict[str, object]", reason)
    return {
        selection.key: "MatchReason" if selection.name == TYPENAME else values[selection.name]
        for selection in selections
    }


WEIGHT = 2
"""Cost of finding one candidate, in values read, in addition to its selection."""
RULES: dict[str, tuple[Callable[[Any], Any], Callable[[Any, int, Any], ScoredCandidate]]] = {
    "Paper": (papers.row, papers.score),
    "Researcher": (researchers.row, researchers.score),
    "Institution": (institutions.row, institutions.score),
}
"""For each kind of description: its conversion to a row, and the rule that scores a candidate."""


def compile_match(builder: ExpressionBuilder, mapping: MatchResult, context: FieldContext) -> Fragment:
    """Return the expression of a list of matches, and its decoder. Raises RequestError."""
    name, source = _chosen(mapping, context)
    label, file = mapping.files[name]
    row, score = RULES[label]
    builder.needs_thread = True

    def rows(descriptions: Any) -> list[Any]:  # noqa: ANN401 value from the client
        if len(descriptions) > MOST_FACTS:
            raise RequestError(
                Code.PAGE_TOO_LARGE, f"{name} has {len(descriptions):,} descriptions; at most {MOST_FACTS:,}."
            )
        return [row(description) for description in descriptions]

    parameter = builder.names.parameter(source, rows)
    limit = context.arguments.get("first")
    bounded = range_converter("first", LIMIT)
    pool = builder.names.parameter(limit, lambda value: bounded(value) + POOL, LIMIT.default)
    called = inline_statement(statement(file), {"descriptions": parameter, "pool": pool}, "")
    var, index, facts = (builder.names.variable(stem) for stem in ("n", "i", "f"))

    def looked_at(variables: Any) -> int:  # noqa: ANN401 as above
        shown = limit.evaluate(variables) if isinstance(limit, ArgumentValue) else None
        return (shown if isinstance(shown, int) else LIMIT.default) + POOL

    level = context.level.below(lambda variables: len(source.evaluate(variables))).below(looked_at)
    level.cost.own += WEIGHT
    match = named_object(context.type)
    candidate = field_object(match, "candidates")
    nodes: list[Fragment] = []

    def field(selection: SelectedField) -> CandidateField:
        if selection.name == "reasons":
            reason = field_object(candidate, "reasons")
            return CandidateField(
                selection.key, selection.name, builder.document.selected_fields(reason, selection.selection_sets)
            )
        if selection.name == "node":
            concrete = cast("Any", builder.registry.schema.type_map[label])
            nodes.append(builder.entity(concrete, var, selection.selection_sets, level.below()))
            kinds = interface_decoder([(label, cast("Decoder", nodes[-1].decoder))])
            return CandidateField(selection.key, selection.name, decoder=kinds, index=len(nodes) + 1)
        return CandidateField(selection.key, selection.name)

    fields = [
        (
            selection,
            [
                field(inner_selection)
                for inner_selection in builder.document.selected_fields(candidate, selection.selection_sets)
            ],
        )
        for selection in builder.document.selected_fields(match, context.selection.selection_sets)
    ]
    expressions = ", ".join([index, facts, *(f"[0, {node.expression}]" for node in nodes)])
    clauses = " ".join(node.clauses for node in nodes if node.clauses)
    body = f"{called} RETURN number AS {index}, node AS {var}, facts AS {facts} }}"
    variable, clause = builder.collect_rows("", body, Fragment(f"[{expressions}]", None, clauses))
    match_query = MatchQuery(parameter.removeprefix("$"), pool.removeprefix("$"), score)
    return Fragment(variable, matches(match_query, fields), clause)


def _chosen(mapping: MatchResult, context: FieldContext) -> tuple[str, ArgumentValue | JsonLiteral]:
    sources = {
        name: source
        for name in mapping.files
        if isinstance(source := context.arguments.get(name), ArgumentValue | JsonLiteral) and not _null(source)
    }
    if len(sources) != 1:
        problem = f"{' and '.join(sources)} are given" if sources else "no list is given"
        raise RequestError(
            Code.BAD_USER_INPUT, f"match: {problem}. Give exactly one of {_listed(tuple(mapping.files))}."
        )
    return next(iter(sources.items()))


def _null(source: ArgumentValue | JsonLiteral) -> bool:
    return isinstance(source, ArgumentValue) and source.value is None


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
