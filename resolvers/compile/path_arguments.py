"""Parameters of searches for paths, distances and recommendations, made from the arguments of their fields."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.timestamps import utc_text
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.name_allocator import ArgumentSource, Converter
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError

MAX_ENDS = 100
"""Maximum number of IDs on each side."""
END_LABELS = ("Researcher", "Institution", "Topic", "Paper")
"""Labels of the entities that can be an end of paths; all but researchers stand for their researchers."""
MAX_DISTANCES = 1_000
"""Maximum number of pairs of a field that returns distances."""
MAX_CENTERS = 10
"""Maximum number of centers of a research map."""
MAX_GIVEN_PAPERS = 100
"""Maximum number of papers of an overview, and of liked and of disliked papers."""
MAX_FILTER_IDS = 1_000
"""Maximum number of IDs in a list of a filter."""
MAX_YEAR = 9_999
MAX_SHARED_PAPERS = 10_000
MAX_CITATIONS = 1_000_000


def _keys(name: str, label: str, maximum: int, minimum: int = 1, others: tuple[str, ...] = ()) -> Converter:
    def convert(raw: list[Any] | None) -> list[list[str]]:
        ids = raw or []
        if not minimum <= len(ids) <= maximum:
            raise RequestError(
                Code.BAD_USER_INPUT,
                f"{name} has {_ids_text(len(ids))}. Give {minimum} to {maximum:,} IDs."
                + (" Send several requests." if len(ids) > maximum else ""),
            )
        return [checked_key(str(one), label, *others) for one in ids]

    return convert


def _ids_text(count: int) -> str:
    return "1 ID" if count == 1 else f"{count:,} IDs"


def _ends(name: str) -> Converter:
    label, *others = END_LABELS
    return _keys(name, label, MAX_ENDS, others=tuple(others))


def _ids(name: str, label: str) -> Converter:
    def convert(raw: list[Any] | None) -> list[list[str]]:
        if raw is not None and len(raw) > MAX_FILTER_IDS:
            raise RequestError(
                Code.BAD_USER_INPUT, f"{name} has {len(raw):,} IDs. Give at most {MAX_FILTER_IDS:,} IDs."
            )
        return [checked_key(str(one), label) for one in raw or ()]

    return convert


def _number(name: str, minimum: int, maximum: int) -> Callable[[int | None], int | None]:
    def convert(value: int | None) -> int | None:
        if value is not None and not minimum <= value <= maximum:
            raise RequestError(Code.BAD_USER_INPUT, f"{name} is {value}. Use {minimum} to {maximum}.")
        return value

    return convert


def _year(end: str) -> Converter:
    """Return the conversion of a range of years to one of its ends; an end before the start is an error."""

    def convert(given: Sequence[dict[str, int | None]] | None) -> int | None:
        years = given[0] if given else {}
        first, last = (_number(f"years.{name}", 0, MAX_YEAR)(years.get(name)) for name in ("from", "to"))
        if first is not None and last is not None and first > last:
            raise RequestError(
                Code.BAD_USER_INPUT, f"years.from is {first}, and years.to is {last}; `from` can be at most `to`."
            )
        return first if end == "from" else last

    return convert


_min_papers = _number("minSharedPapers", 1, MAX_SHARED_PAPERS)

PARAMETERS: dict[str, ArgumentSource] = {
    "from": ArgumentSource("from", _ends("from")),
    "to": ArgumentSource("to", _ends("to")),
    "rankBy": ArgumentSource("rankBy", lambda ranking: "LENGTH" if ranking is None else stored(ranking)),
    "year": ArgumentSource(None, lambda _: datetime.now(UTC).year),
    "minSharedPapers": ArgumentSource("where.minSharedPapers", lambda number: _min_papers(number) or 1),
    "since": ArgumentSource("where.years", _year("from")),
    "until": ArgumentSource("where.years", _year("to")),
    "topics": ArgumentSource("where.topics", _ids("topics", "Topic"), is_id_list=True),
    "venues": ArgumentSource("where.venues", _ids("venues", "Venue"), is_id_list=True),
    "excludePeople": ArgumentSource("where.excludePeople", _ids("excludePeople", "Researcher"), is_id_list=True),
    "excludePapers": ArgumentSource("where.excludePapers", _ids("excludePapers", "Paper"), is_id_list=True),
    "timeOrdered": ArgumentSource("where.timeOrdered", bool),
}
"""Parameter of `graphql/search_paths` -> source of its value."""
MAP_KINDS = ("Institution", "Paper", "Researcher", "Topic")
"""Labels on a research map."""
_min_citations = _number("minCitations", 0, MAX_CITATIONS)
MAP: dict[str, ArgumentSource] = {
    **{name: PARAMETERS[name] for name in ("minSharedPapers", "since", "until")},
    "around": ArgumentSource("around", _keys("around", "", MAX_CENTERS)),
    "kinds": ArgumentSource(
        "kinds", lambda kinds: list(MAP_KINDS) if kinds is None else [stored(kind) for kind in kinds]
    ),
    "exclude": ArgumentSource("exclude", _ids("exclude", ""), is_id_list=True),
    "minCitations": ArgumentSource("where.minCitations", lambda number: _min_citations(number) or 0),
    "layout": ArgumentSource("layout", lambda layout: None if layout is None else stored(layout)),
}
"""Parameter of `graphql/search_map` -> source of its value."""
DISTANCE_PARAMETERS: dict[str, ArgumentSource] = {
    side: ArgumentSource(side, _keys(side, "Researcher", MAX_DISTANCES)) for side in ("from", "to")
}
"""Parameter of `graphql/search_distances` -> source of its value."""


def _optional_key(label: str) -> Converter:
    return lambda raw: None if raw is None else checked_key(str(raw), label)


REVIEWED: dict[str, ArgumentSource] = {
    "paper": ArgumentSource("paper", _optional_key("Paper")),
    "topic": ArgumentSource("topic", _optional_key("Topic")),
}
"""Parameter that is the key of a paper or topic to review -> source of its value."""
RESEARCHER: dict[str, ArgumentSource] = {
    name: ArgumentSource(name, lambda raw: checked_key(str(raw), "Researcher")) for name in ("from", "to", "researcher")
}
"""Parameter that is the key of one researcher -> source of its value."""


def _topic_key(name: str) -> Converter:
    """Return the conversion of the keys of a topic to this one; several keys, or none, are an error."""

    def convert(groups: Sequence[dict[str, str | None]]) -> str | list[str] | None:
        keys = {key: value for key, value in groups[0].items() if value is not None}
        if len(keys) != 1:
            raise RequestError(Code.BAD_USER_INPUT, f"by has {len(keys)} keys; give exactly one: id or code.")
        value = keys.get(name)
        return checked_key(str(value), "Topic") if name == "id" and value is not None else value

    return convert


TOPIC: dict[str, ArgumentSource] = {
    "topic": ArgumentSource("by", _topic_key("id")),
    "code": ArgumentSource("by", _topic_key("code")),
}
"""Parameters of the key of a topic, an ID or a code -> source of its value."""
_overview_keys = _keys("papers", "Paper", MAX_GIVEN_PAPERS, 2)
PAPER: dict[str, ArgumentSource] = {
    "to": ArgumentSource("to", lambda raw: checked_key(str(raw), "Paper")),
    "papers": ArgumentSource("papers", lambda raw: _overview_keys(list(dict.fromkeys(raw or ())))),
    "liked": ArgumentSource("liked", _keys("liked", "Paper", MAX_GIVEN_PAPERS)),
    "disliked": ArgumentSource("disliked", _keys("disliked", "Paper", MAX_GIVEN_PAPERS, 0)),
}
"""Parameter that is the key of one paper, or the keys of several -> source of its value."""
MIN_ACCOUNT_AGE = timedelta(days=1)
"""Age of an account from which its acts make entities trending."""
TRENDING: dict[str, ArgumentSource] = {
    "label": ArgumentSource("kind", stored),
    "since": ArgumentSource(
        "period", lambda period: utc_text(-timedelta(days=7 if period is None else int(stored(period))))
    ),
    "registered": ArgumentSource(None, lambda _: utc_text(-MIN_ACCOUNT_AGE)),
}
"""Parameter of `graphql/trending` -> source of its value."""
