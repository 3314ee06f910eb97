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

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from msgspec import structs

from cypher.folding import fold, sort_name
from loaders.records import dates
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

LONGEST = 4_000
"""Bytes of a title, a name, a link: a key that stands alone or beside a Byline id."""
LONGEST_PART = 1_000
"""Bytes of an id, a record's key, a subject's code: two or three of them make one key."""
SHORT = 50
"""Characters that no spelling out (of Chinese, of signs) can bring near the limit."""
LAST_YEAR = 9_999
MOST_NAMES = 20_000
"""Names of a by-line; the longest that is known of had 15,025 (COVIDSurg, 2021)."""
MOST_REFERENCES = 100_000


def place_key(text: str) -> str:
    """Return the folded name by which a place is known; empty where it has no letter or is too long for a name."""
    folded = fold(text)
    return folded if len(folded) <= LONGEST else ""


def _outgrown(text: str) -> bool:
    return len(text) > SHORT and len(fold(text)) > LONGEST


def bounded(record: R) -> tuple[R, list[str]]:
    """Return a cleaned record as the graph can hold it, and in words what that left aside.

    Raises RecordError where the record cannot be without it.
    """
    _fit("source", record.source, LONGEST_PART)
    _fit("key", record.key, LONGEST_PART)
    told: list[str] = []
    match record:
        case PaperRecord():
            changes = _paper(record, told)
        case PersonRecord():
            changes = _person(record, told)
        case InstitutionRecord():
            changes = _institution(record, told)
        case VenueRecord() | FunderRecord():
            _name("name", record.name)
            changes = {"ids": _short("id", record.ids, told)}
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
    _fit("title", paper.title, LONGEST)
    kept = _short("id", paper.ids, told)
    names, references = paper.authors or (), paper.references or ()
    return {
        "ids": kept,
        "same_work": _short("id", paper.same_work, told),
        "odd_ids": _odd(paper.odd_ids, paper.ids, kept),
        "dates": _dates(paper.dates, told),
        "authors": None if paper.authors is None else _people(_first("names", names, MOST_NAMES, told), told),
        "authors_complete": paper.authors_complete and len(names) <= MOST_NAMES,
        "topics": paper.topics and _kept("subject", paper.topics, lambda use: (use.scheme, use.code), told),
        "appeared_in": next(
            iter(_kept("volume", [*filter(None, [paper.appeared_in])], lambda use: (use.volume,), told)), None
        ),
        "references": paper.references
        and _short("reference", _first("references", references, MOST_REFERENCES, told), told),
        "funding": paper.funding and _kept("funder", paper.funding, lambda one: (one.funder,), told),
        "relations": _kept("relation", paper.relations, lambda one: (one.target,), told),
        "resources": _kept("link", paper.resources, lambda one: (one.url,), told, LONGEST),
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
        _name("name", name, person.family)
    kept = _short("person id", person.ids, told)
    if not kept:
        raise RecordError(f"its person id is longer than {LONGEST_PART:,} bytes: {clipped(person.ids[0])}")
    _places(person.affiliations, told)
    return {"ids": kept}


def _institution(institution: InstitutionRecord, told: list[str]) -> dict[str, object]:
    _name("name", institution.name)
    told += [
        _aside("alias", one, "is kept as an alias, but finds no affiliation")
        for one in institution.aliases
        if _outgrown(one)
    ]
    return {
        "established": _established(institution.established, told),
        "ids": _short("id", institution.ids, told),
        "relations": _kept("relation", institution.relations, lambda one: (one.target,), told),
    }


def _volume(volume: VolumeRecord, told: list[str]) -> dict[str, object]:
    _fit("title", volume.title, LONGEST)
    _year("year", volume.year)
    return {"venues": _short("venue", volume.venues, told), "editors": _people(volume.editors, told)}


def _topic(topic: TopicRecord) -> dict[str, object]:
    _fit("scheme", topic.scheme, LONGEST_PART)
    _fit("code", topic.code, LONGEST_PART)
    _fit("code of the wider subject", topic.parent or "", LONGEST_PART)
    _fit("name", topic.name, LONGEST)
    return {}


def _citation(citation: CitationRecord) -> dict[str, object]:
    _fit("id of the citing paper", citation.citing, LONGEST_PART)
    _fit("id of the cited paper", citation.cited, LONGEST_PART)
    return {}


def _decision(decision: DecisionRecord) -> dict[str, object]:
    for anchor in (*decision.one, *decision.other, *(each.of for each in decision.others)):
        _fit("id, source or key", max(anchor.id or "", f"{anchor.source}:{anchor.key}", key=len), LONGEST_PART)
        _name("name", anchor.name or "")
    return {}


def _people(authors: Iterable[Author], told: list[str]) -> tuple[Author, ...]:
    found: list[Author] = []
    for author in authors:
        _name("name of an author or editor", author.name, author.family)
        _places(author.affiliations, told)
        kept = _short("person id", author.ids, told)
        whole = len(kept) == len(author.ids)
        found.append(
            author if whole else structs.replace(author, ids=kept, odd_ids=_odd(author.odd_ids, author.ids, kept))
        )
    return tuple(found)


def _places(affiliations: Iterable[Affiliation] | None, told: list[str]) -> None:
    for one in affiliations or ():
        _year("year of an affiliation", one.since)
        _year("year of an affiliation", one.until)
        if not one.ror and _outgrown(one.text):
            told.append(_aside("affiliation", one.text, "is kept as text, but names no institution"))


def _odd(odd: tuple[str, ...], ids: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids that identify nothing, those among them that are too long."""
    return odd if len(kept) == len(ids) else (*odd, *(one for one in ids if one not in kept))


def _short(what: str, ids: Iterable[str], told: list[str]) -> tuple[str, ...]:
    return _kept(what, ids, lambda one: (one,), told)


def _kept(
    what: str, values: Iterable[T], texts: Callable[[T], tuple[str, ...]], told: list[str], limit: int = LONGEST_PART
) -> tuple[T, ...]:
    """Return the values whose texts fit, and tell of the others."""
    kept: list[T] = []
    for value in values:
        over = next((text for text in texts(value) if _over(text, limit)), None)
        if over is None:
            kept.append(value)
        else:
            told.append(_aside(what, over, "is left out"))
    return tuple(kept)


def _aside(what: str, text: str, outcome: str) -> str:
    return f"a value of {len(text.encode()):,} bytes {outcome} ({what}): {clipped(text)}"


def _name(what: str, name: str, family: str | None = None) -> None:
    """Check a name as written, and as it is folded and sorted by."""
    if len(name) + len(family or "") > SHORT:
        _fit(what, name, LONGEST)
        _fit(f"family {what}", family or "", LONGEST)
        for spelt in (fold(name), sort_name(name, family)):
            _fit(f"{what}, spelt out,", spelt, LONGEST)


def _fit(what: str, text: str, limit: int) -> None:
    if _over(text, limit):
        raise RecordError(f"the {what} is longer than {limit:,} bytes ({len(text.encode()):,}): {clipped(text)}")


def _over(text: str, limit: int) -> bool:
    return len(text) * 4 > limit and len(text.encode()) > limit


def _established(year: int | None, told: list[str]) -> int | None:
    """Return the year; None, and told of, where nothing can have been founded in it."""
    last = datetime.now(UTC).year + 1
    if year is None or 1 <= year <= last:
        return year
    told.append(f"a year outside 1 to {last} is left out (year of establishment): {clipped(repr(year))}")
    return None


def _year(what: str, year: int | None) -> None:
    if year is not None and abs(year) > LAST_YEAR:
        raise RecordError(f"the {what} is none: {clipped(repr(year))}")
