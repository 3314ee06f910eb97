"""Parameters of searches for paths, distances and recommendations, made from the arguments of their fields."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.timestamps import utc_text
from resolvers.compile.byline_ids import checked_id, checked_key
from resolvers.compile.name_allocator import Convert
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


def _keys(name: str, label: str, most: int, least: int = 1, others: tuple[str, ...] = ()) -> Convert:
    def convert(raw: list[Any] | None) -> list[list[str]]:
        ids = raw or []
        if not least <= len(ids) <= most:
            raise RequestError(
                Code.BAD_USER_INPUT,
                f"{name} has {_ids_text(len(ids))}. Give {least} to {most:,} IDs."
                + (" Send several requests." if len(ids) > most else ""),
            )
        return [checked_key(str(one), label, *others) for one in ids]

    return convert


def _ids_text(count: int) -> str:
    return "1 ID" if count == 1 else f"{count:,} IDs"


def _ends(name: str) -> Convert:
    label, *others = END_LABELS
    return _keys(name, label, MAX_ENDS, others=tuple(others))


def _ids(name: str, label: str) -> Convert:
    def convert(raw: list[Any] | None) -> list[str]:
        if raw is not None and len(raw) > MAX_FILTER_IDS:
            raise RequestError(
                Code.BAD_USER_INPUT, f"{name} has {len(raw):,} IDs. Give at most {MAX_FILTER_IDS:,} IDs."
            )
        return [checked_id(str(one), label) for one in raw or ()]

    return convert


def _number(name: str, least: int, most: int) -> Callable[[int | None], int | None]:
    def convert(value: int | None) -> int | None:
        if value is not None and not least <= value <= most:
            raise RequestError(Code.BAD_USER_INPUT, f"{name} is {value}; it can be {least} to {most}.")
        return value

    return convert


def _year(end: str) -> Convert:
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

PARAMETERS: dict[str, tuple[str, Convert, Any]] = {
    "from": ("from", _ends("from"), None),
    "to": ("to", _ends("to"), None),
    "rankBy": ("rankBy", lambda ranking: "LENGTH" if ranking is None else stored(ranking), None),
    "year": ("", lambda _: datetime.now(UTC).year, None),
    "minSharedPapers": ("where.minSharedPapers", lambda number: _min_papers(number) or 1, None),
    "since": ("where.years", _year("from"), None),
    "until": ("where.years", _year("to"), None),
    "topics": ("where.topics", _ids("topics", "Topic"), None),
    "venues": ("where.venues", _ids("venues", "Venue"), None),
    "excludePeople": ("where.excludePeople", _ids("excludePeople", "Researcher"), None),
    "excludePapers": ("where.excludePapers", _ids("excludePapers", "Paper"), None),
    "timeOrdered": ("where.timeOrdered", bool, None),
}
"""Parameter of `graphql/search_paths` -> (argument, conversion, default)."""
MAP_KINDS = ("Institution", "Paper", "Researcher", "Topic")
"""Labels on a research map."""
_min_citations = _number("minCitations", 0, MAX_CITATIONS)
MAP: dict[str, tuple[str, Convert, Any]] = {
    **{name: PARAMETERS[name] for name in ("minSharedPapers", "since", "until")},
    "around": ("around", _keys("around", "", MAX_CENTERS), None),
    "kinds": ("kinds", lambda kinds: list(MAP_KINDS) if kinds is None else [stored(kind) for kind in kinds], None),
    "exclude": ("exclude", _ids("exclude", ""), None),
    "minCitations": ("where.minCitations", lambda number: _min_citations(number) or 0, None),
    "layout": ("layout", lambda layout: None if layout is None else stored(layout), None),
}
"""Parameter of `graphql/search_map` -> (argument, conversion, default)."""
DISTANCE_PARAMETERS: dict[str, tuple[str, Convert, Any]] = {
    side: (side, _keys(side, "Researcher", MAX_DISTANCES), None) for side in ("from", "to")
}
"""Parameter of `graphql/search_distances` -> (argument, conversion, default)."""


def _optional_key(label: str) -> Convert:
    return lambda raw: None if raw is None else checked_key(str(raw), label)


REVIEWED: dict[str, tuple[str, Convert, Any]] = {
    "paper": ("paper", _optional_key("Paper"), None),
    "topic": ("topic", _optional_key("Topic"), None),
}
"""Parameter that is the key of a paper or topic to review -> (argument, conversion, default)."""
RESEARCHER: dict[str, tuple[str, Convert, Any]] = {
    name: (name, lambda raw: checked_key(str(raw), "Researcher"), None) for name in ("from", "to", "researcher")
}
"""Parameter that is the key of one researcher -> (argument, conversion, default)."""


def _topic_key(name: str) -> Convert:
    """Return the conversion of the keys of a topic to this one; several keys, or none, are an error."""

    def convert(groups: Sequence[dict[str, str | None]]) -> str | list[str] | None:
        keys = {key: value for key, value in groups[0].items() if value is not None}
        if len(keys) != 1:
            raise RequestError(Code.BAD_USER_INPUT, f"by has {len(keys)} keys; give exactly one: id or code.")
        value = keys.get(name)
        return checked_key(str(value), "Topic") if name == "id" and value is not None else value

    return convert


TOPIC: dict[str, tuple[str, Convert, Any]] = {
    "topic": ("by", _topic_key("id"), None),
    "code": ("by", _topic_key("code"), None),
}
"""Parameters of the key of a topic, an ID or a code -> (argument, conversion, default)."""
_overview_keys = _keys("papers", "Paper", MAX_GIVEN_PAPERS, 2)
PAPER: dict[str, tuple[str, Convert, Any]] = {
    "to": ("to", lambda raw: checked_key(str(raw), "Paper"), None),
    "papers": ("papers", lambda raw: _overview_keys(list(dict.fromkeys(raw or ()))), None),
    "liked": ("liked", _keys("liked", "Paper", MAX_GIVEN_PAPERS), None),
    "disliked": ("disliked", _keys("disliked", "Paper", MAX_GIVEN_PAPERS, 0), None),
}
"""Parameter that is the key of one paper, or the keys of several -> (argument, conversion, default)."""
MIN_ACCOUNT_AGE = timedelta(days=1)
"""Age of an account from which its acts make entities trending."""
TRENDING: dict[str, tuple[str, Convert, Any]] = {
    "label": ("kind", stored, None),
    "since": ("period", lambda period: utc_text(-timedelta(days=7 if period is None else int(stored(period)))), None),
    "registered": ("", lambda _: utc_text(-MIN_ACCOUNT_AGE), None),
}
"""Parameter of `graphql/trending` -> (argument, conversion, default)."""
