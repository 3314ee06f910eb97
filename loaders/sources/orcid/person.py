"""Convert the owner of an ORCID record to a person record."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Affiliation
from loaders.records.record import PersonRecord
from loaders.sources.orcid.node import Node
from normalization.identifiers import normalize_or_none
from normalization.text import display_name, fold

SOURCE_NAME = "orcid"
BRIEF = "orcid-summary"
"""Name of the source of record summaries. They have less data than the full record and must not replace it."""
SITE = "https://orcid.org"
SCHEMES = {
    "scopus author id": "scopus-person",
    "scopus": "scopus-person",
    "researcherid": "researcherid",
    "web of science researcherid": "researcherid",
}
"""Supported schemes of external IDs, by ORCID's name in lower case: schemes that other sources use, too.

Owners also enter ISNIs of their university and the like. If a position has two IDs that cannot belong to one person,
the ID that sorts first is kept; therefore no scheme may sort before `orcid`.
"""
PLACES = (
    ("employments", "employment", ""),
    ("educations", "education", "education"),
    ("qualifications", "qualification", "qualification"),
    ("invited-positions", "invited-position", "invited position"),
)
"""Activities that are affiliations, and the word in the role that distinguishes them from employments."""
LONGEST_HEADLINE = 200
"""Maximum length in characters of a biography that is used as headline."""


class Owner(NamedTuple):
    """The owner of a record."""

    orcid: str
    names: tuple[str, ...]
    family: str | None


def owner_of(record: Node) -> Owner:
    """Return the owner of a record. Raises ValueError if it has no valid ORCID iD or no public name."""
    raw_orcid = record.text_at("orcid-identifier", "path") or record.text_at("path").strip("/")
    orcid = normalize_or_none(f"orcid:{raw_orcid}")
    if orcid is None:
        raise ValueError(f"{raw_orcid!r} is not a valid ORCID iD.")
    name = record.first("person", "name")
    given_name, family, credit = (
        name.text_at(part) if name.public() else "" for part in ("given-names", "family-name", "credit-name")
    )
    credit = display_name(credit or record.text_at("credit-name"))
    full_name = " ".join(filter(None, (given_name, family)))
    other_names = [
        node.text_at("content") for node in record.each("person", "other-names", "other-name") if node.public()
    ]
    names = tuple(
        candidate
        for candidate in dict.fromkeys((credit, full_name, *(display_name(other_name) for other_name in other_names)))
        if candidate
    )
    if not names:
        raise ValueError("it has no public name.")
    # use the family name only if the displayed name contains it
    known_family = family if family and names[0] in (full_name, credit) and fold(family) in fold(names[0]) else None
    return Owner(orcid, names, known_family)


def person(record: Node, owner: Owner, source: str = SOURCE_NAME) -> PersonRecord:
    """Return the person record of the owner."""
    orcid = owner.orcid.partition(":")[2]
    affiliations = tuple(_affiliations(record))
    return PersonRecord(
        source=source,
        key=orcid,
        url=f"{SITE}/{orcid}",
        revised=revised(record.first("history")) or revised(record),
        ids=tuple(dict.fromkeys((owner.orcid, *_ids(record)))),
        names=owner.names,
        family=owner.family,
        affiliations=tuple(affiliation for affiliation, _ in affiliations) or None,
        role=next((affiliation.role for affiliation, current in affiliations if current and affiliation.role), None),
        headline=_headline(record.first("person", "biography")),
    )


def revised(node: Node) -> str | None:
    """Return the time of the last change: ISO 8601 in XML, milliseconds since 1970 in JSON."""
    value = node.text_at("last-modified-date")
    try:
        if value.isdigit() and len(value) > len("20000101"):
            return datetime.fromtimestamp(int(value) / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return dates.normalize_date(value) if value else None
    except (InvalidRecordError, ValueError, OverflowError, OSError):
        return None


def _ids(record: Node) -> Iterator[str]:
    for identifier in (
        *record.each("person", "external-identifiers", "external-identifier"),
        *record.each("external-identifiers", "external-identifier"),
    ):
        scheme = SCHEMES.get(identifier.text_at("external-id-type").lower())
        value = identifier.text_at("external-id-value")
        if scheme and value and identifier.public() and identifier.text_at("external-id-relationship") in ("", "self"):
            known_id = normalize_or_none(f"{scheme}:{value}")
            if known_id:
                yield known_id


def _affiliations(record: Node) -> Iterator[tuple[Affiliation, bool]]:
    """Yield each affiliation and whether it is a current employment, in the owner's display order."""
    for section, kind, word in PLACES:
        groups = record.each("activities-summary", section, "affiliation-group", f"{kind}-summary")
        for group in groups or record.each("activities-summary", section, f"{kind}-summary"):
            if group.public():
                yield from _affiliation(group, group.text_at("organization", "name"), group.text_at("role-title"), word)
    for group in record.each("employments", "employment"):  # in a record summary
        yield from _affiliation(group, group.text_at("organization-name"), group.text_at("role"), "")


def _affiliation(node: Node, name: str, title: str, word: str) -> Iterator[tuple[Affiliation, bool]]:
    organization = node.first("organization", "disambiguated-organization")
    identifier = organization.text_at("disambiguated-organization-identifier")
    is_ror = organization.text_at("disambiguation-source").upper() == "ROR" or "ror.org/" in identifier
    ror = normalize_or_none(f"ror:{identifier}") if is_ror and identifier else None
    if name or ror:
        until = _year(node.text_at("end-date", "year"))
        role = ": ".join(filter(None, (word, title))) or None
        yield (
            Affiliation(text=name, ror=ror, since=_year(node.text_at("start-date", "year")), until=until, role=role),
            (not word and until is None),
        )


def _year(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) == len("2000") else None


def _headline(node: Node) -> str | None:
    """Return the biography if it is public and short enough for a headline."""
    text = node.text_at("content")
    return text if text and node.public() and len(text) <= LONGEST_HEADLINE else None
