"""Limits on every record: maximum lengths of values, and valid years and dates.

Lengths are bytes of UTF-8. Neo4j refuses an index key of more than about 8,000 bytes, and with it the whole batch.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

from msgspec import structs

from loaders.records import dates
from loaders.records.errors import InvalidRecordError, truncate
from loaders.records.parts import Affiliation, Author, TypedDate, VolumeUse
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
from normalization.text import fold, sort_name

T = TypeVar("T")

MAX_TEXT_BYTES = 4_000
"""Maximum bytes of a title, name or link: an index key of its own or with a Byline ID."""
MAX_KEY_PART_BYTES = 1_000
"""Maximum bytes of an ID, a record's key, or a topic's code; two or three of them form one index key."""
UNCHECKED_LENGTH = 50
"""Length in characters up to which no check is needed: folding never expands such a text near the limit."""
LAST_YEAR = 9_999


def place_key(text: str) -> str:
    """Return the folded name of an institution; "" if it has no letters or is too long for a name."""
    folded = fold(text)
    return folded if len(folded) <= MAX_TEXT_BYTES else ""


def exceeds_name_limit(text: str) -> bool:
    """Return True if a text is too long for a name once it is folded."""
    return len(text) > UNCHECKED_LENGTH and len(fold(text)) > MAX_TEXT_BYTES


def drop_long_ids(label: str, ids: Iterable[str], messages: list[str]) -> tuple[str, ...]:
    """Return the IDs within the limit, and append a message for each dropped ID."""
    return drop_long_values(label, ids, lambda identifier: (identifier,), messages)


def drop_long_values(
    label: str,
    values: Iterable[T],
    texts: Callable[[T], tuple[str, ...]],
    messages: list[str],
    limit: int = MAX_KEY_PART_BYTES,
) -> tuple[T, ...]:
    """Return the values with texts within the limit, and append a message for each dropped value."""
    kept_values: list[T] = []
    for value in values:
        over = next((text for text in texts(value) if _over(text, limit)), None)
        if over is None:
            kept_values.append(value)
        else:
            messages.append(dropped_value_message(label, over, "is dropped"))
    return tuple(kept_values)


def dropped_value_message(label: str, text: str, outcome: str) -> str:
    """Return the message about a value that is too long."""
    return f"a value of {len(text.encode()):,} bytes {outcome} ({label}): {truncate(text)}"


def fit_name(label: str, name: str, family: str | None = None) -> None:
    """Check a name as written, folded, and as a sort key.

    Raises:
        InvalidRecordError: it is too long.
    """
    if len(name) + len(family or "") > UNCHECKED_LENGTH:
        require_within_limit(label, name, MAX_TEXT_BYTES)
        require_within_limit(f"family {label}", family or "", MAX_TEXT_BYTES)
        folded_name = fold(name)
        require_within_limit(f"{label}, normalized,", folded_name, MAX_TEXT_BYTES)
        # the sort key has the family name, a space, and the words of the folded name: parsing most names is not needed
        if 2 * len(folded_name) + len(fold(family or "")) >= MAX_TEXT_BYTES:
            require_within_limit(f"{label}, normalized,", sort_name(name, family), MAX_TEXT_BYTES)


def require_within_limit(label: str, text: str, limit: int) -> None:
    """Check the length of a text.

    Raises:
        InvalidRecordError: it has more bytes than the limit.
    """
    if _over(text, limit):
        raise InvalidRecordError(
            f"the {label} is longer than {limit:,} bytes ({len(text.encode()):,}): {truncate(text)}"
        )


def _over(text: str, limit: int) -> bool:
    return len(text) * 4 > limit and len(text.encode()) > limit


def valid_founding_year(year: int | None, messages: list[str]) -> int | None:
    """Return the year; None, with a message, if it is before year 1 or after the next year."""
    last = datetime.now(UTC).year + 1
    if year is None or 1 <= year <= last:
        return year
    messages.append(f"a year outside 1 to {last} is dropped (year of establishment): {truncate(repr(year))}")
    return None


def check_year(label: str, year: int | None) -> None:
    """Check a year.

    Raises:
        InvalidRecordError: the year is outside -9999 to 9999.
    """
    if year is not None and abs(year) > LAST_YEAR:
        raise InvalidRecordError(f"the {label} is not a valid year: {truncate(repr(year))}")


RecordT = TypeVar("RecordT", bound=Record)
ValueT = TypeVar("ValueT")

MAX_BYLINE_NAMES = 20_000
"""Maximum number of names in a byline; the longest known has 15,025 (COVIDSurg, 2021)."""
MAX_REFERENCES = 100_000


def enforce_limits(record: RecordT) -> tuple[RecordT, list[str]]:
    """Return a cleaned record without the values that the graph cannot store, and a message for each dropped value.

    Raises:
        InvalidRecordError: a value is invalid without which the record cannot exist.
    """
    require_within_limit("source", record.source, MAX_KEY_PART_BYTES)
    require_within_limit("key", record.key, MAX_KEY_PART_BYTES)
    messages: list[str] = []
    match record:
        case PaperRecord():
            changes = _paper(record, messages)
        case PersonRecord():
            changes = _person(record, messages)
        case InstitutionRecord():
            changes = _institution(record, messages)
        case VenueRecord() | FunderRecord():
            fit_name("name", record.name)
            changes = {"ids": drop_long_ids("id", record.ids, messages)}
        case VolumeRecord():
            changes = _volume(record, messages)
        case TopicRecord():
            changes = _topic(record)
        case DecisionRecord():
            changes = _decision(record)
        case CitationRecord():
            changes = _citation(record)
    return (structs.replace(record, **changes) if messages else record), messages


def _paper(paper: PaperRecord, messages: list[str]) -> dict[str, object]:
    require_within_limit("title", paper.title, MAX_TEXT_BYTES)
    kept_ids = drop_long_ids("id", paper.ids, messages)
    names, references = paper.authors or (), paper.references or ()
    return {
        "ids": kept_ids,
        "same_work": drop_long_ids("id", paper.same_work, messages),
        "odd_ids": _drop_invalid_ids(paper.odd_ids, paper.ids, kept_ids),
        "dates": _dates(paper.dates, messages),
        "authors": None
        if paper.authors is None
        else _people(_first("names", names, MAX_BYLINE_NAMES, messages), messages),
        "authors_complete": paper.authors_complete and len(names) <= MAX_BYLINE_NAMES,
        "topics": paper.topics
        and drop_long_values("subject", paper.topics, lambda use: (use.scheme, use.code), messages),
        "appeared_in": _volume_use(paper.appeared_in, messages),
        "references": paper.references
        and drop_long_ids("reference", _first("references", references, MAX_REFERENCES, messages), messages),
        "funding": paper.funding and drop_long_values("funder", paper.funding, lambda grant: (grant.funder,), messages),
        "relations": drop_long_values("relation", paper.relations, lambda relation: (relation.target,), messages),
        "resources": drop_long_values(
            "link", paper.resources, lambda resource: (resource.url,), messages, MAX_TEXT_BYTES
        ),
    }


def _dates(entries: Iterable[TypedDate], messages: list[str]) -> tuple[TypedDate, ...]:
    """Return the valid dates, and append a message for each dropped date."""
    known_dates: list[TypedDate] = []
    for entry in entries:
        if dates.parse_date_or_none(entry.value):
            known_dates.append(entry)
        else:
            messages.append(f"an invalid date is dropped ({entry.kind}): {truncate(repr(entry.value))}")
    return tuple(known_dates)


def _first(label: str, every: tuple[ValueT, ...], most: int, messages: list[str]) -> tuple[ValueT, ...]:
    """Return the first entries of a list, and append a message if it has more."""
    if len(every) > most:
        messages.append(f"only the first {most:,} of {len(every):,} {label} are kept")
    return every[:most]


def _person(person: PersonRecord, messages: list[str]) -> dict[str, object]:
    for name in person.names:
        fit_name("name", name, person.family)
    kept_ids = drop_long_ids("person id", person.ids, messages)
    if not kept_ids:
        raise InvalidRecordError(
            f"its person ID is longer than {MAX_KEY_PART_BYTES:,} bytes: {truncate(person.ids[0])}"
        )
    _places(person.affiliations, messages)
    return {"ids": kept_ids}


def _institution(institution: InstitutionRecord, messages: list[str]) -> dict[str, object]:
    fit_name("name", institution.name)
    messages += [
        dropped_value_message("alias", alias, "is kept as an alias, but is not matched with affiliations")
        for alias in institution.aliases
        if exceeds_name_limit(alias)
    ]
    return {
        "established": valid_founding_year(institution.established, messages),
        "ids": drop_long_ids("id", institution.ids, messages),
        "relations": drop_long_values("relation", institution.relations, lambda relation: (relation.target,), messages),
    }


def _volume_use(use: VolumeUse | None, messages: list[str]) -> VolumeUse | None:
    """Return the use without venue IDs beyond the limit, which the volume's own record reports."""
    kept = next(iter(drop_long_values("volume", [use] if use else [], lambda kept: (kept.volume,), messages)), None)
    return kept and structs.replace(kept, venues=drop_long_ids("venue", kept.venues, []))


def _volume(volume: VolumeRecord, messages: list[str]) -> dict[str, object]:
    require_within_limit("title", volume.title, MAX_TEXT_BYTES)
    check_year("year", volume.year)
    return {"venues": drop_long_ids("venue", volume.venues, messages), "editors": _people(volume.editors, messages)}


def _topic(topic: TopicRecord) -> dict[str, object]:
    require_within_limit("scheme", topic.scheme, MAX_KEY_PART_BYTES)
    require_within_limit("code", topic.code, MAX_KEY_PART_BYTES)
    require_within_limit("code of the wider subject", topic.parent or "", MAX_KEY_PART_BYTES)
    require_within_limit("name", topic.name, MAX_TEXT_BYTES)
    return {}


def _citation(citation: CitationRecord) -> dict[str, object]:
    require_within_limit("id of the citing paper", citation.citing, MAX_KEY_PART_BYTES)
    require_within_limit("id of the cited paper", citation.cited, MAX_KEY_PART_BYTES)
    return {}


def _decision(decision: DecisionRecord) -> dict[str, object]:
    others = (*decision.others, *(decision.undone.others if decision.undone else ()))
    for anchor in (*decision.left, *decision.right, *(followed.anchor for followed in others)):
        require_within_limit(
            "id, source or key", max(anchor.id or "", f"{anchor.source}:{anchor.key}", key=len), MAX_KEY_PART_BYTES
        )
        fit_name("name", anchor.name or "")
    return {}


def _people(authors: Iterable[Author], messages: list[str]) -> tuple[Author, ...]:
    people: list[Author] = []
    for author in authors:
        fit_name("name of an author or editor", author.name, author.family)
        _places(author.affiliations, messages)
        kept_ids = drop_long_ids("person id", author.ids, messages)
        complete = len(kept_ids) == len(author.ids)
        people.append(
            author
            if complete
            else structs.replace(author, ids=kept_ids, odd_ids=_drop_invalid_ids(author.odd_ids, author.ids, kept_ids))
        )
    return tuple(people)


def _places(affiliations: Iterable[Affiliation] | None, messages: list[str]) -> None:
    for affiliation in affiliations or ():
        check_year("year of an affiliation", affiliation.since)
        check_year("year of an affiliation", affiliation.until)
        if not affiliation.ror and exceeds_name_limit(affiliation.text):
            messages.append(
                dropped_value_message(
                    "affiliation", affiliation.text, "is kept as text, but is not matched with institutions"
                )
            )


def _drop_invalid_ids(odd: tuple[str, ...], ids: tuple[str, ...], kept_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the odd IDs with the dropped IDs added."""
    return odd if len(kept_ids) == len(ids) else (*odd, *(id_ for id_ in ids if id_ not in kept_ids))
