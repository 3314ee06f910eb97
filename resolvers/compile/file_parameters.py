"""The values of the parameters of `.cypher` files: constants, and arguments of a field with their conversions."""

import re
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from typing import Any, TypeAlias, cast

from normalization.source_priority import source_ranks
from normalization.trust_rules import TrustRule, rule_parameters, trust_rules
from resolvers.compile import path_arguments, search
from resolvers.compile.byline_ids import checked_load, latest_load_id, names_load, parse_time
from resolvers.compile.cypher_format import cypher_literal
from resolvers.compile.name_allocator import ArgumentSource, Converter
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError
from resolvers.version import __version__
from schema.arguments import MAX_PATH_LENGTH
from schema.enums import ReactionContent, SimilarityReasonKind
from schema.feed import FeedItemKind

CURSOR = re.compile(r"(?:[0-9]{1,15}:)?([0-9]{1,15}):([a-z]_[0-9A-HJKMNP-TV-Z]{26})")
"""Change number and entity ID; the first number of cursors of earlier versions has no meaning."""
NUMBER = re.compile(r"[0-9]{1,15}")
ClientValue: TypeAlias = Any
"""A value from the client: a string or null."""


def parse_load_id(since: ClientValue) -> str | None:
    """Return the ID of the load, or None if the text is not an ID of a load."""
    return checked_load(since) if isinstance(since, str) and since.startswith("l_") else None


def parse_change_number(since: ClientValue) -> int | None:
    """Return the change number: 0 (the beginning) by default, None for a load or a time."""
    if since is None:
        return 0
    return int(since) if NUMBER.fullmatch(since) else None


def parse_change_time(since: ClientValue) -> str | None:
    """Return the time in the format of loads.

    Raises RequestError if the text is neither a time nor a load nor a number.
    """
    if since is None or since.startswith("l_") or NUMBER.fullmatch(since):
        return None
    timestamp = parse_time(since)
    if timestamp is None:
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"since is {since[:60]!r}. Expected the ID of a load, a time such as 2026-01-31T12:00:00Z, or the number "
            "of a change.",
        )
    return timestamp.strftime("%Y-%m-%dT%H:%M:%SZ")


def _cursor_part(group: int) -> Converter:
    def convert(after: ClientValue) -> int | str | None:
        if after is None:
            return None
        match = CURSOR.fullmatch(after)
        if not match:
            raise RequestError(Code.BAD_CURSOR, f"{after[:60]!r} is not a cursor of `changes`.")
        return match[group] if group == 2 else int(match[group])  # noqa: PLR2004 the second part is the ID

    return convert


def _all_by_default(kinds: type[Enum]) -> Converter:
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
CHANGE_FEED_PARAMETERS: dict[str, ArgumentSource] = {
    "load": ArgumentSource("since", parse_load_id),
    "time": ArgumentSource("since", parse_change_time),
    "number": ArgumentSource("since", parse_change_number),
    "seq": ArgumentSource("after", _cursor_part(1)),
    "id": ArgumentSource("after", _cursor_part(2)),
}
"""Source of each parameter of `graphql/search_changes`."""


@dataclass(frozen=True, slots=True)
class BoundedIntParameter:
    """An integer parameter of a file: its default and its bounds."""

    default: int
    minimum: int
    maximum: int


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
YEAR_PARAMETERS: dict[str, ArgumentSource] = {
    "since": ArgumentSource("from", lambda year: 0 if year is None else year),
    "until": ArgumentSource("to", lambda year: 9_999 if year is None else year),
    "sortField": ArgumentSource("orderBy.field", lambda field: "year" if field is None else stored(field)),
    "direction": ArgumentSource("orderBy.direction", lambda direction: 1 if stored(direction) == "ASC" else -1),
}
"""Parameters of a range and an order of years."""


def _named_load(as_of: ClientValue) -> str | None:
    """Return the ID of the load, or None for a time."""
    return str(as_of) if as_of is not None and names_load(str(as_of)) else None


PROVENANCE_PARAMETERS: dict[str, ArgumentSource] = {
    "member": ArgumentSource("field", lambda field: stored(field).member),
    "ranks": ArgumentSource("field", lambda field: source_ranks(stored(field).value_kind)),
    "asOf": ArgumentSource("asOf", lambda as_of: None if as_of is None else latest_load_id(str(as_of))),
    "asOfLoad": ArgumentSource("asOf", _named_load),
}
"""Parameters of `provenance/*`: member, source ranks, and load as of which to read."""
SEARCH_LIMIT = 1_000
"""Maximum number of results of a search per type of entity."""
TEXT_LIMIT = 100
"""Maximum number of papers about a text, by words and by meaning each."""
FILTERED_TEXT_LIMIT = 1_000
"""The same maximum if the client filters the papers."""
ARGUMENT_SOURCES: dict[tuple[str, str], ArgumentSource] = {
    ("graphql/search", "typed"): ArgumentSource("query", search.normalize_query),
    ("graphql/search", "words"): ArgumentSource("query", search.words),
    ("graphql/search", "similar"): ArgumentSource("query", search.similar_words),
    ("graphql/search", "similarNames"): ArgumentSource("query", search.similar_names),
    ("graphql/search", "authorsAndTitles"): ArgumentSource("query", search.author_or_title_query),
    ("graphql/search", "patterns"): ArgumentSource("query", search.word_patterns),
    ("graphql/search", "limit"): ArgumentSource("limit", lambda limit: SEARCH_LIMIT if limit is None else limit),
    ("graphql/papers_about", "words"): ArgumentSource("text", search.any_word),
    ("graphql/papers_about", "limit"): ArgumentSource(
        "where", lambda where: FILTERED_TEXT_LIMIT if where else TEXT_LIMIT
    ),
    ("graphql/papers_about", "vector"): ArgumentSource("text", search.normalize_query),
    ("graphql/suggest", "words"): ArgumentSource("prefix", search.words),
    ("graphql/suggest", "typed"): ArgumentSource("prefix", search.normalize_query),
    ("graphql/suggest", "identifiers"): ArgumentSource("prefix", search.identifiers_of_prefix),
    ("graphql/suggest", "similar"): ArgumentSource("prefix", search.similar_words),
    ("graphql/suggest", "similarNames"): ArgumentSource("prefix", search.similar_names),
    ("graphql/suggest", "folded"): ArgumentSource("prefix", search.fold_query),
    ("graphql/suggest", "folds"): ArgumentSource(None, search.folds),
    ("graphql/suggest", "kinds"): ArgumentSource("kinds", search.kinds),
    ("graphql/search", "folded"): ArgumentSource("query", search.fold_query),
    ("graphql/search", "folds"): ArgumentSource(None, search.folds),
    ("graphql/search", "identifiers"): ArgumentSource("query", search.identifiers),
    ("graphql/search", "kinds"): ArgumentSource("kinds", search.kinds),
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
    ("graphql/similar_papers", "by"): ArgumentSource("by", _all_by_default(SimilarityReasonKind)),
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
    ("graphql/viewer_reactions", "contents"): ArgumentSource("contents", _all_by_default(ReactionContent)),
    ("graphql/viewer_feed", "kinds"): ArgumentSource("kinds", _all_by_default(FeedItemKind)),
}
"""(file, parameter) -> source of its value, if it is not the argument of the same name."""
EXTRA_INPUTS = {"graphql/search_paths": ("timeOrdered",), "graphql/search_map": ("layout",)}
"""Additional inputs of computed parameters; only the service uses them, not the Cypher file."""


def argument_source(file: str, parameter: str) -> ArgumentSource:
    """Return the source of a file's parameter."""
    if (file, parameter) in ARGUMENT_SOURCES:
        return ARGUMENT_SOURCES[file, parameter]
    bound = BOUNDS.get(file, {}).get(parameter)
    return (
        ArgumentSource(parameter, range_converter(parameter, bound), bound.default)
        if bound
        else ArgumentSource(parameter)
    )


def range_converter(name: str, bound: BoundedIntParameter) -> Converter:
    """Return the conversion of an argument: null becomes the default.

    The conversion raises RequestError for a value out of bounds.
    """

    def convert(value: Any) -> int:  # noqa: ANN401 value from the client
        number = bound.default if value is None else cast("int", value)
        if not bound.minimum <= number <= bound.maximum:
            is_large_page = name == "first" and number > bound.maximum
            code = Code.PAGE_TOO_LARGE if is_large_page else Code.BAD_USER_INPUT
            raise RequestError(code, f"{name} is {number:,}. Use {bound.minimum:,} to {bound.maximum:,}.")
        return number

    return convert
