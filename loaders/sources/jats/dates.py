"""Dates in JATS: of publication and of what was done about an article later."""

from collections.abc import Iterator

from loaders.files.markup import Element
from loaders.records.dates import in_words, month_of, of_parts, or_said
from loaders.records.parts import Dated, DateKind
from loaders.works.running_text import child

NOT_PUBLISHED = frozenset({"retracted", "corrected", "preprint", "pmc-release", "release", "received", "accepted"})
PRINTED = frozenset({"print", "ppub", "collection"})
"""What a date of print, or of the issue, has for its kind or format."""
DATES: dict[str, DateKind] = {"retracted": "retracted", "corrected": "corrected"}


def published(meta: Element) -> Iterator[Dated]:
    """Yield when an article was published, and when it was corrected or retracted."""
    for one in meta.iterfind("pub-date"):
        if (one.get("date-type") or one.get("pub-type") or "") not in NOT_PUBLISHED and (day := _day(one)):
            yield Dated(value=day)
    for one in (*meta.iterfind("pub-date"), *meta.iterfind("history/date")):
        kind = DATES.get(one.get("date-type") or one.get("pub-type") or "")
        if kind and (day := _day(one)):
            yield Dated(value=day, kind=kind)


def came_out(meta: Element) -> list[str | None]:
    """Return the dates of publication, those in print and of the issue first, for articles are online before."""
    printed = sorted(meta.iterfind("pub-date"), key=lambda one: not PRINTED & {*one.attrib.values()})
    return [_day(one) for one in printed if (one.get("date-type") or one.get("pub-type") or "") not in NOT_PUBLISHED]


def _day(said: Element) -> str | None:
    """Return a date of its parts, else the one of its attribute or text; what is none as it is said."""
    year, words = child(said, "year"), child(said, "string-date")
    if year:
        return or_said(of_parts(year, month_of(child(said, "month") or ""), child(said, "day")), year)
    iso = (said.get("iso-8601-date") or "").partition("T")[0]
    return or_said(of_parts(*(iso.split("-") + [None] * 2)[:3]) or in_words(words or ""), iso, words)
