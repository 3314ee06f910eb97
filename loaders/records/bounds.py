"""What an index can hold: one overlong value must never end a load.

Neo4j refuses an index key of more than about 8,000 bytes, and the whole batch with it. So before anything is written:
- What names the record itself (its source and key, title, code, the names of its people) rejects it, with the reason.
- What it points to (an id, a link, a subject, a volume, a reference) is left out, and told of.
- What is only read (abstract, comment, affiliation, alias) is kept whole; an affiliation or alias of that length is
  the name of no place (`place_key`), which is told of.
- Of names in a by-line and of references only so many are kept, which is told of: one record is one transaction.
- A date of a paper that is none is left out, and told of.
Lengths are bytes of UTF-8. Years are bounded too, for Neo4j's whole numbers have 64 bits; one in which no institution
can have been founded is left out.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from loaders.records import dates
from loaders.records.limits import (
    LONGEST,
    LONGEST_PART,
    aside,
    check_year,
    fit,
    fit_name,
    fitting,
    fitting_ids,
    founded,
    outgrown,
)
from loaders.records.parts import Affiliation, Author, Dated
from loaders.records.record import (
    CitationRecord,
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.refused import RecordError, clipped

R = TypeVar("R", bound=Record)
T = TypeVar("T")

MOST_NAMES = 20_000
"""Names of a by-line; the longest that is known of had 15,025 (COVIDSurg, 2021)."""
MOST_REFERENCES = 100_000


def bounded(record: R) -> tuple[R, list[str]]:
    """Return a cleaned record as the graph can hold it, and in words what that left aside.

    Raises RecordError where the record cannot be without it.
    """
    fit("source", record.source, LONGEST_PART)
    fit("key", record.key, LONGEST_PART)
    told: list[str] = []
    match record:
        case PaperRecord():
            changes = _paper(record, told)
        case PersonRecord():
            changes = _person(record, told)
        case InstitutionRecord():
            changes = _institution(record, told)
        case VenueRecord() | FunderRecord():
            fit_name("name", record.name)
            changes = {"ids": fitting_ids("id", record.ids, told)}
        case VolumeRecord():
            changes = _volume(record, told)
        case TopicRecord():
            changes = _topic(record)
        case DecisionRecord():
            changes = _decision(record)
        case CitationRecord():
            changes = _citation(record)
    return (structs.replace(record, **changes) if told else record), told


def _paper(paper: PaperRecord, told: list[str]) -> dict[str, object]:
    fit("title", paper.title, LONGEST)
    kept = fitting_ids("id", paper.ids, told)
    names, references = paper.authors or (), paper.references or ()
    return {
        "ids": kept,
        "same_work": fitting_ids("id", paper.same_work, told),
        "odd_ids": _odd(paper.odd_ids, paper.ids, kept),
        "dates": _dates(paper.dates, told),
        "authors": None if paper.authors is None else _people(_first("names", names, MOST_NAMES, told), told),
        "authors_complete": paper.authors_complete and len(names) <= MOST_NAMES,
        "topics": paper.topics and fitting("subject", paper.topics, lambda use: (use.scheme, use.code), told),
        "appeared_in": next(
            iter(fitting("volume", [*filter(None, [paper.appeared_in])], lambda use: (use.volume,), told)), None
        ),
        "references": paper.references
        and fitting_ids("reference", _first("references", references, MOST_REFERENCES, told), told),
        "funding": paper.funding and fitting("funder", paper.funding, lambda one: (one.funder,), told),
        "relations": fitting("relation", paper.relations, lambda one: (one.target,), told),
        "resources": fitting("link", paper.resources, lambda one: (one.url,), told, LONGEST),
    }


def _dates(said: Iterable[Dated], told: list[str]) -> tuple[Dated, ...]:
    """Return the dates that are some, and tell of the others."""
    found: list[Dated] = []
    for one in said:
        if dates.known(one.value):
            found.append(one)
        else:
            told.append(f"what is no date is left out ({one.kind}): {clipped(repr(one.value))}")
    return tuple(found)


def _first(what: str, every: tuple[T, ...], most: int, told: list[str]) -> tuple[T, ...]:
    """Return the first of what a record lists, and tell where it lists more."""
    if len(every) > most:
        told.append(f"of its {len(every):,} {what} the first {most:,} are kept")
    return every[:most]


def _person(person: PersonRecord, told: list[str]) -> dict[str, object]:
    for name in person.names:
        fit_name("name", name, person.family)
    kept = fitting_ids("person id", person.ids, told)
    if not kept:
        raise RecordError(f"its person id is longer than {LONGEST_PART:,} bytes: {clipped(person.ids[0])}")
    _places(person.affiliations, told)
    return {"ids": kept}


def _institution(institution: InstitutionRecord, told: list[str]) -> dict[str, object]:
    fit_name("name", institution.name)
    told += [
        aside("alias", one, "is kept as an alias, but finds no affiliation")
        for one in institution.aliases
        if outgrown(one)
    ]
    return {
        "established": founded(institution.established, told),
        "ids": fitting_ids("id", institution.ids, told),
        "relations": fitting("relation", institution.relations, lambda one: (one.target,), told),
    }


def _volume(volume: VolumeRecord, told: list[str]) -> dict[str, object]:
    fit("title", volume.title, LONGEST)
    check_year("year", volume.year)
    return {"venues": fitting_ids("venue", volume.venues, told), "editors": _people(volume.editors, told)}


def _topic(topic: TopicRecord) -> dict[str, object]:
    fit("scheme", topic.scheme, LONGEST_PART)
    fit("code", topic.code, LONGEST_PART)
    fit("code of the wider subject", topic.parent or "", LONGEST_PART)
    fit("name", topic.name, LONGEST)
    return {}


def _citation(citation: CitationRecord) -> dict[str, object]:
    fit("id of the citing paper", citation.citing, LONGEST_PART)
    fit("id of the cited paper", citation.cited, LONGEST_PART)
    return {}


def _decision(decision: DecisionRecord) -> dict[str, object]:
    for anchor in (*decision.one, *decision.other, *(each.of for each in decision.others)):
        fit("id, source or key", max(anchor.id or "", f"{anchor.source}:{anchor.key}", key=len), LONGEST_PART)
        fit_name("name", anchor.name or "")
    return {}


def _people(authors: Iterable[Author], told: list[str]) -> tuple[Author, ...]:
    found: list[Author] = []
    for author in authors:
        fit_name("name of an author or editor", author.name, author.family)
        _places(author.affiliations, told)
        kept = fitting_ids("person id", author.ids, told)
        whole = len(kept) == len(author.ids)
        found.append(
            author if whole else structs.replace(author, ids=kept, odd_ids=_odd(author.odd_ids, author.ids, kept))
        )
    return tuple(found)


def _places(affiliations: Iterable[Affiliation] | None, told: list[str]) -> None:
    for one in affiliations or ():
        check_year("year of an affiliation", one.since)
        check_year("year of an affiliation", one.until)
        if not one.ror and outgrown(one.text):
            told.append(aside("affiliation", one.text, "is kept as text, but names no institution"))


def _odd(odd: tuple[str, ...], ids: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids that identify nothing, those among them that are too long."""
    return odd if len(kept) == len(ids) else (*odd, *(one for one in ids if one not in kept))
