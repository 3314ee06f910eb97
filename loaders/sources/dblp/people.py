"""People in dblp: authors and editors of publications, and person records with names, ORCID iD and affiliations."""

import re
from collections.abc import Iterator

from loaders.formats.markup import Element, folded_text
from loaders.records import dates
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PersonRecord
from loaders.sources.dblp.names import Names, printed
from normalization.identifiers import normalize_or_none

HOMEPAGES = "homepages/"
NOT_PERSON_TYPES = frozenset({"disambiguation", "noshow"})
"""Types of records without a person: several people with one name, and people who do not want to be listed."""
YEARS = re.compile(r"^(?:since\s+)?(\d{4})?\s*(?:(-|\u2013)\s*(\d{4})?)?$", re.IGNORECASE)


def authors(record: Element, tag: str, names: Names, school: str | None = None) -> tuple[Author, ...] | None:
    """Return the authors or editors, if any.

    Args:
        tag: `author` or `editor`.
        school: Institution of a thesis; it becomes the affiliation of the authors.
    """
    places = (Affiliation(text=school),) if school else None
    return tuple(filter(None, (_author(element, names, places) for element in record.iterfind(tag)))) or None


def _author(element: Element, names: Names, places: tuple[Affiliation, ...] | None) -> Author | None:
    name = folded_text(element)
    if not name:
        return None
    pid, orcid = element.get("pid"), element.get("orcid")
    identifier = f"dblp-person:{pid}" if pid else names.id_of(name)
    ids = (identifier, f"orcid:{orcid}" if orcid else None)
    return Author(name=printed(name), ids=tuple(filter(None, ids)), affiliations=places)


def person(record: Element) -> Iterator[PersonRecord]:
    """Yield the person record; nothing if the record describes no person or redirects to another record."""
    key = record.get("key") or ""
    names = tuple(printed(name) for element in record.iterfind("author") if (name := folded_text(element)))
    if not key.startswith(HOMEPAGES) or not names or record.get("publtype") in NOT_PERSON_TYPES:
        return
    pid = key.removeprefix(HOMEPAGES)
    orcids = (
        normalize_or_none(f"orcid:{element.text}")
        for element in record.iterfind("url")
        if "orcid.org/" in (element.text or "")
    )
    notes = {kind: list(record.iterfind(f"note[@type='{kind}']")) for kind in ("affiliation", "uname")}
    other_names = (name for note in notes["uname"] if (name := folded_text(note)))
    yield PersonRecord(
        source="dblp",
        key=key,
        url=f"https://dblp.org/pid/{pid}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        ids=(f"dblp-person:{pid}", *dict.fromkeys(filter(None, orcids))),
        names=tuple(dict.fromkeys((*names, *other_names))),
        affiliations=tuple(filter(None, map(_affiliation, notes["affiliation"]))) or None,
    )


def _affiliation(note: Element) -> Affiliation | None:
    text = folded_text(note)
    if not text:
        return None
    years = YEARS.match((note.get("label") or "").strip())
    since, until = (
        (years[1], years[3] if years[2] or "since" in years[0].lower() else years[1]) if years else (None,) * 2
    )
    return Affiliation(text=text, since=int(since) if since else None, until=int(until) if until else None)
