"""Run a `.cypher` file as a subquery of a statement: its parameters become expressions; its variables stay local."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from typing import Any, TypeAlias, cast

from cypher.catalog import Cypher, group_parameters, statement
from normalization.source_priority import source_ranks
from normalization.trust_rules import TrustRule, rule_parameters, trust_rules
from resolvers.compile import path_arguments, search
from resolvers.compile.arguments import ArgumentGroup, ArgumentValue, Given, ViewerId, read_given
from resolvers.compile.byline_ids import checked_load, latest_load_id, names_load, parse_time
from resolvers.compile.cypher_format import cypher_literal
from resolvers.compile.expression_builder import ExpressionBuilder, Scope
from resolvers.compile.name_allocator import Convert
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError
from resolvers.version import __version__
from schema.arguments import MAX_PATH_LENGTH
from schema.enums import ReactionContent, SimilarityReasonKind
from schema.feed import FeedItemKind
from schema.field_mapping import QueryConnection, QueryResult

CURSOR = re.compile(r"(?:[0-9]{1,15}:)?([0-9]{1,15}):([a-z]_[0-9A-HJKMNP-TV-Z]{26})")
"""Change number and entity ID; the first number of cursors of earlier versions has no meaning."""
NUMBER = re.compile(r"[0-9]{1,15}")
ClientValue: TypeAlias = Any
"""A value from the client: a string or null."""


def load(since: ClientValue) -> str | None:
    """Return the ID of the load, or None if the text is not an ID of a load."""
    return checked_load(since) if isinstance(since, str) and since.startswith("l_") else None


def number(since: ClientValue) -> int | None:
    """Return the change number: 0 (the beginning) by default, None for a load or a time."""
    if since is None:
        return 0
    return int(since) if NUMBER.fullmatch(since) else None


def time(since: ClientValue) -> str | None:
    """Return the time in the format of loads.

    Raises RequestError if the text is neither a time nor a load nor a number.
    """
    if since is None or since.startswith("l_") or NUMBER.fullmatch(since):
        return None
    timestamp = parse_time(since)
    if timestamp is None:
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"since is {since[:60]!r}. Expected the ID of a load, a time such as "
            f"2026-01-31T12:00:00Z, or the number of "
            "a change.",
        )
    return timestamp.strftime("%Y-%m-%dT%H:%M:%SZ")


def _part(place: int) -> Convert:
    def convert(after: ClientValue) -> int | str | None:
        if after is None:
            return None
        match = CURSOR.fullmatch(after)
        if not match:
            raise RequestError(Code.BAD_CURSOR, f"{after[:60]!r} is not a cursor of `changes`.")
        return match[place] if place == 2 else int(match[place])  # noqa: PLR2004 the second part is the id

    return convert


def _all_by_default(kinds: type[Enum]) -> Convert:
    """Return the conversion of a list of enum members to their stored values; null becomes all members."""

    def convert(chosen: Any) -> list[Any]:  # noqa: ANN401 value from the client
        return [stored(kind) for kind in (kinds if chosen is None else chosen)]

    return convert


def _trust_constants(file: str, rules: tuple[TrustRule, ...]) -> dict[tuple[str, str], str]:
    """Return the constants of the statement of trust in a researcher, a paper or a review."""
    labels = sorted(trust_rules().labels.items(), key=itemgetter(1), reverse=True)
    constants = {
        "rules": rule_parameters(rules),
        "labels": [{"label": label, "minimum": minimum} for label, minimum in labels],
        "version": trust_rules().version,
    }
    return {(file, name): cypher_literal(value) for name, value in constants.items()}


CONSTANTS = {
    **_trust_constants("graphql/trust/researcher", trust_rules().researcher + trust_rules().claimed_researcher),
    **_trust_constants("graphql/trust/paper", trust_rules().paper),
    **_trust_constants("graphql/trust/review", trust_rules().review),
    ("graphql/meta/version", "version"): cypher_literal(__version__),
}
"""Parameters that are constants: (file, parameter) -> Cypher literal."""
CHANGE_FEED_PARAMETERS: dict[str, tuple[str, Convert, Any]] = {
    "load": ("since", load, None),
    "time": ("since", time, None),
    "number": ("since", number, None),
    "seq": ("after", _part(1), None),
    "id": ("after", _part(2), None),
}
"""The origin of each parameter of the file."""


@dataclass(frozen=True, slots=True)
class BoundedIntParameter:
    """An integer parameter of a file: its default and its bounds."""

    default: int
    least: int
    most: int


BOUNDS: dict[str, dict[str, BoundedIntParameter]] = {
    "graphql/search_changes": {"first": BoundedIntParameter(100, 1, 1_000)},
    "graphql/suggest": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/similar_papers": {"first": BoundedIntParameter(10, 0, 100)},
    "graphql/similar_researchers": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/paper_overview": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/recommended_papers": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/citation_paths_to": {
        "first": BoundedIntParameter(3, 1, 20),
        "maxLength": BoundedIntParameter(6, 1, MAX_PATH_LENGTH),
    },
    "graphql/search_paths": {
        "first": BoundedIntParameter(3, 1, 20),
        "maxLength": BoundedIntParameter(6, 1, MAX_PATH_LENGTH),
    },
    "graphql/paths_to": {
        "first": BoundedIntParameter(3, 1, 20),
        "maxLength": BoundedIntParameter(6, 1, MAX_PATH_LENGTH),
    },
    "graphql/ego_network": {
        "first": BoundedIntParameter(50, 1, 200),
        "minPaperCount": BoundedIntParameter(1, 1, 10_000),
    },
    **{f"graphql/{name}": {"first": BoundedIntParameter(5, 1, 50)} for name in ("introducers", "search_introducers")},
    "graphql/suggested_collaborators": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/suggested_reviewers": {
        "first": BoundedIntParameter(10, 1, 50),
        "conflictYears": BoundedIntParameter(3, 0, 100),
    },
    "graphql/trending": {"first": BoundedIntParameter(10, 1, 50)},
    "graphql/search_map": {
        "first": BoundedIntParameter(10, 1, 50),
        "depth": BoundedIntParameter(1, 1, 2),
    },
    "graphql/topic_ancestors": {"maxDepth": BoundedIntParameter(20, 1, 20)},
    "graphql/topic_descendants": {"maxDepth": BoundedIntParameter(20, 1, 20)},
    "graphql/institution_ancestors": {"maxDepth": BoundedIntParameter(20, 1, 20)},
    "graphql/institution_descendants": {"maxDepth": BoundedIntParameter(20, 1, 20)},
    "graphql/transitive_references": {"maxDepth": BoundedIntParameter(2, 1, 5)},
    "graphql/transitive_cited_by": {"maxDepth": BoundedIntParameter(2, 1, 5)},
}
YEAR_PARAMETERS: dict[str, tuple[str, Convert, Any]] = {
    "since": ("from", lambda year: 0 if year is None else year, None),
    "until": ("to", lambda year: 9_999 if year is None else year, None),
    "by": ("orderBy.field", lambda field: "year" if field is None else stored(field), None),
    "way": ("orderBy.direction", lambda direction: 1 if stored(direction) == "ASC" else -1, None),
}
"""Parameters of a range and an order of years."""
PROVENANCE_PARAMETERS: dict[str, tuple[str, Convert, Any]] = {
    "member": ("field", lambda field: stored(field).member, None),
    "ranks": ("field", lambda field: source_ranks(stored(field).value_kind), None),
    "asOf": ("asOf", lambda as_of: None if as_of is None else latest_load_id(str(as_of)), None),
    "asOfLoad": ("asOf", lambda as_of: str(as_of) if as_of is not None and names_load(str(as_of)) else None, None),
}
"""The selected member of records, and the source priority for it."""
SEARCH_LIMIT = 1_000
"""Maximum number of results of a search per type of entity."""
TEXT_LIMIT, FILTERED_TEXT_LIMIT = 100, 1_000
"""Maximum number of papers about a text, by words and by meaning each; the second if the client filters them."""
DERIVED: dict[tuple[str, str], tuple[str, Convert, Any]] = {
    ("graphql/search", "typed"): ("query", search.normalize_query, None),
    ("graphql/search", "words"): ("query", search.words, None),
    ("graphql/search", "similar"): ("query", search.similar_words, None),
    ("graphql/search", "similarNames"): ("query", search.similar_names, None),
    ("graphql/search", "limit"): ("limit", lambda limit: SEARCH_LIMIT if limit is None else limit, None),
    ("graphql/papers_about", "words"): ("text", search.any_word, None),
    ("graphql/papers_about", "limit"): ("where", lambda where: FILTERED_TEXT_LIMIT if where else TEXT_LIMIT, None),
    ("graphql/papers_about", "vector"): ("text", search.normalize_query, None),
    ("graphql/suggest", "words"): ("prefix", search.words, None),
    ("graphql/suggest", "folded"): ("prefix", search.fold_query, None),
    ("graphql/suggest", "folds"): ("", search.folds, None),
    ("graphql/suggest", "kinds"): ("kinds", search.kinds, None),
    ("graphql/search", "folded"): ("query", search.fold_query, None),
    ("graphql/search", "folds"): ("", search.folds, None),
    ("graphql/search", "identifiers"): ("query", search.identifiers, None),
    ("graphql/search", "kinds"): ("kinds", search.kinds, None),
    ("graphql/paths_to", "to"): path_arguments.RESEARCHER["to"],
    ("graphql/coauthor_distance", "to"): path_arguments.RESEARCHER["to"],
    **{
        (file, side): path_arguments.RESEARCHER[side]
        for file in ("graphql/search_introducers", "graphql/check/two_researchers")
        for side in ("from", "to")
    },
    **{
        (file, name): source
        for file in ("graphql/suggested_reviewers", "graphql/check/reviewed_paper")
        for name, source in path_arguments.REVIEWED.items()
    },
    **{
        (f"graphql/{name}", "year"): path_arguments.PARAMETERS["year"]
        for name in ("search_introducers", "suggested_reviewers")
    },
    ("graphql/citation_paths_to", "to"): path_arguments.PAPER["to"],
    **{("graphql/search_map", name): source for name, source in path_arguments.MAP.items()},
    ("graphql/check/map_centers", "around"): path_arguments.MAP["around"],
    ("graphql/similar_papers", "by"): ("by", _all_by_default(SimilarityReasonKind), None),
    ("graphql/paper_overview", "papers"): path_arguments.PAPER["papers"],
    ("graphql/check/papers", "papers"): path_arguments.PAPER["papers"],
    **{
        (file, name): path_arguments.PAPER[name]
        for file in ("graphql/recommended_papers", "graphql/check/liked_papers")
        for name in ("liked", "disliked")
    },
    **{
        (f"graphql/{name}", parameter): source
        for name in ("topic_citations", "check/topic")
        for parameter, source in path_arguments.TOPIC.items()
    },
    ("graphql/search_coauthor_network", "researcher"): path_arguments.RESEARCHER["researcher"],
    ("graphql/check/researcher", "researcher"): path_arguments.RESEARCHER["researcher"],
    **{("graphql/search_distances", name): source for name, source in path_arguments.DISTANCE_PARAMETERS.items()},
    **{("graphql/search_paths", name): source for name, source in path_arguments.PARAMETERS.items()},
    **{("graphql/paper_years", name): source for name, source in YEAR_PARAMETERS.items()},
    **{("graphql/researcher_years", name): source for name, source in YEAR_PARAMETERS.items()},
    **{
        (file, name): source
        for file in (
            "provenance/paper",
            "provenance/researcher",
            "provenance/institution",
            "provenance/venue",
            "provenance/volume",
            "provenance/funder",
        )
        for name, source in PROVENANCE_PARAMETERS.items()
    },
    **{("graphql/trending", name): source for name, source in path_arguments.TRENDING.items()},
    **{("graphql/search_changes", name): source for name, source in CHANGE_FEED_PARAMETERS.items()},
    ("graphql/viewer_reactions", "contents"): ("contents", _all_by_default(ReactionContent), None),
    ("graphql/viewer_feed", "kinds"): ("kinds", _all_by_default(FeedItemKind), None),
}
"""Parameters made from an argument of another name: (argument, convert, default)."""
FURTHER_INPUTS = {"graphql/search_paths": ("timeOrdered",), "graphql/search_map": ("layout",)}
"""File of a computed parameter -> inputs besides its parameters, which the service alone applies."""
OWN_SCHEME = "byline"
"""Scheme of Byline IDs in an ID's [scheme, value]."""
OWNER = "id"
"""The parameter with the ID of the current node."""
VIEWER_ID = "viewer"
"""The parameter that is the ID of the viewer's account, empty without one."""
TYPICAL_ROWS = 10


def open_subquery(
    builder: ExpressionBuilder,
    file: Cypher,
    scope: Scope,
    arguments: dict[str, Given],
    mapping: QueryResult | QueryConnection | None = None,
) -> str:
    """Return the opening of a subquery that runs a file; the caller adds RETURN and the closing brace.

    The file runs in a scope of its own, so that its variables do not conflict with others.
    """
    replaced: dict[str, str] = {}
    row, key_of_node = (), ""
    computed = mapping.computed if mapping else None
    if isinstance(mapping, QueryResult):
        row, key_of_node = mapping.row_parameters, mapping.node_key_parameter
    for parameter in file.params:
        if (file.name, parameter.name) in CONSTANTS:
            replaced[parameter.name] = CONSTANTS[file.name, parameter.name]
        elif (parameter.name == OWNER and scope.var) or parameter.name in row:
            replaced[parameter.name] = f"{scope.var}.{parameter.name}"
        elif parameter.name == VIEWER_ID:
            replaced[parameter.name] = builder.names.parameter(ViewerId())
        elif parameter.name == key_of_node:
            replaced[parameter.name] = f"[['{OWN_SCHEME}', {scope.var}.id]]"
        elif computed and parameter.name == computed[0]:
            replaced[parameter.name] = computed_parameter(builder, statement(computed[1]), arguments)
        else:
            argument, convert, default = _source(file.name, parameter.name)
            replaced[parameter.name] = builder.names.parameter(_argument(arguments, argument), convert, default)
    correlated = OWNER in replaced or row or key_of_node
    return inline_statement(file, replaced, scope.var if correlated and scope.var else "")


def computed_parameter(builder: ExpressionBuilder, file: Cypher, arguments: dict[str, Given]) -> str:
    """Return a parameter that a service computes from the parameters of a file."""
    inputs: dict[str, str] = {}
    for name in (*(parameter.name for parameter in file.params), *FURTHER_INPUTS.get(file.name, ())):
        argument, convert, default = _source(file.name, name)
        inputs[name] = builder.names.parameter(_argument(arguments, argument), convert, default)
    return builder.names.computed_parameter(file.name, inputs)


def _argument(arguments: Mapping[str, Given], path: str) -> Given | ArgumentGroup | None:
    """Return an argument, or the member of an input object (`orderBy.field`); None if it is absent.

    An input object is a group with one item.
    """
    name, *members = path.split(".")
    value = arguments.get(name)
    for member in members:
        value = value.get(member) if isinstance(value, dict) else None
    return ArgumentGroup((value,)) if isinstance(value, dict) else value


def inline_statement(file: Cypher, replaced: Mapping[str, str], outer: str) -> str:
    """Return the opening of the subquery with these expressions for the file's parameters."""
    body = re.sub(r"\$([A-Za-z_]\w*)", lambda match: replaced[match[1]], file.text)
    body = re.sub(r"//[^\n]*", "", body)
    return f"CALL ({outer}) {{ CALL ({outer}) {{ {body} }}"


def query_of_file(name: str, columns: Mapping[str, str]) -> str:
    """Return the text of a query that runs a file and returns expressions over its columns, by their names.

    Its parameters are in one map.
    """
    file = statement(name)
    opening = inline_statement(file, {parameter.name: f"${parameter.name}" for parameter in file.params}, "")
    returned = ", ".join(f"{expression} AS {column}" for column, expression in columns.items())
    return group_parameters(f"{opening} RETURN {returned} }} RETURN {', '.join(columns)}")


def _source(file: str, parameter: str) -> tuple[str, Convert | None, Any]:
    """Return the argument of a file's parameter, its conversion, and its default."""
    if (file, parameter) in DERIVED:
        return DERIVED[file, parameter]
    bound = BOUNDS.get(file, {}).get(parameter)
    return (parameter, range_converter(parameter, bound), bound.default) if bound else (parameter, None, None)


def range_converter(name: str, bound: BoundedIntParameter) -> Convert:
    """Return the conversion of an argument: null becomes the default.

    The conversion raises RequestError for a value out of bounds.
    """

    def convert(value: Any) -> int:  # noqa: ANN401 value from the client
        number = bound.default if value is None else cast("int", value)
        if not bound.least <= number <= bound.most:
            raise RequestError(
                Code.BAD_USER_INPUT, f"{name} is {number:,}; it can be {bound.least:,} to {bound.most:,}."
            )
        return number

    return convert


def estimated_rows(file: str, arguments: dict[str, Given]) -> Callable[[Any], int] | int:
    """Return the estimated number of rows of a file, for the cost."""
    bounds = BOUNDS.get(file)
    if not bounds:
        return TYPICAL_ROWS
    name, bound = next(iter(bounds.items()))
    leaf = arguments.get(name)
    if not isinstance(leaf, ArgumentValue):
        return bound.default
    return lambda variables: _number(leaf.evaluate(variables), bound)


def list_length(argument: Given) -> Callable[[Any], int]:
    """Return a function of the variables that counts the items of a list in an argument, for the cost."""

    def count(variables: Any) -> int:  # noqa: ANN401 variables of the request
        value = read_given(argument, variables)
        return len(cast("list[object]", value)) if isinstance(value, list) else 1

    return count


def _number(value: object, bound: BoundedIntParameter) -> int:
    return value if isinstance(value, int) else bound.default
