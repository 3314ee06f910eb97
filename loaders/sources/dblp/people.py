"""People of dblp: places in by-lines, and the records that tell a person's names, ORCID iD and affiliations."""

import re
from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element, folded_text
from loaders.records import dates
from loaders.records.parts import Affiliation, Author
from loaders.records.record import PersonRecord
from loaders.sources.dblp.names import Names, printed

HOMEPAGES = "homepages/"
NO_PERSON = frozenset({"disambiguation", "noshow"})
"""Several people of one name; somebody who does not want to be shown."""
YEARS = re.compile(r"^(?:since\s+)?(\d{4})?\s*(?:(-|\u2013)\s*(\d{4})?)?$", re.IGNORECASE)


def authors(record: Element, tag: str, names: Names, school: str | None = None) -> tuple[Author, ...] | None:
    """Return a by-line or the editors; None where nobody is named. `school` is where a thesis was written."""
    places = (Affiliation(text=school),) if school else None
    return tuple(filter(None, (_author(one, names, places) for one in record.iterfind(tag)))) or None


def _author(said: Element, names: Names, places: tuple[Affiliation, ...] | None) -> Author | None:
    name = folded_text(said)
    if not name:
        return None
    pid, orcid = said.get("pid"), said.get("orcid")
    identifier = f"dblp-person:{pid}" if pid else names.id_of(name)
    ids = (identifier, f"orcid:{orcid}" if orcid else None)
    return Author(name=printed(name), ids=tuple(filter(None, ids)), affiliations=places)


def person(record: Element) -> Iterator[PersonRecord]:
    """Yield what a record says of a person; nothing where it is of none, or leads to another record."""
    key = record.get("key") or ""
    names = tuple(printed(name) for one in record.iterfind("author") if (name := folded_text(one)))
    if not key.startswith(HOMEPAGES) or not names or record.get("publtype") in NO_PERSON:
        return
    pid = key.removeprefix(HOMEPAGES)
    orcids = (known(f"orcid:{one.text}") for one in record.iterfind("url") if "orcid.org/" in (one.text or ""))
    notes = {kind: list(record.iterfind(f"note[@type='{kind}']")) for kind in ("affiliation", "uname")}
    further = (name for one in notes["uname"] if (name := folded_text(one)))
    yield PersonRecord(
        source="dblp",
        key=key,
        url=f"https://dblp.org/pid/{pid}",
        revised=dates.known(record.get("mdate")),
        ids=(f"dblp-person:{pid}", *dict.fromkeys(filter(None, orcids))),
        names=tuple(dict.fromkeys((*names, *further))),
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
