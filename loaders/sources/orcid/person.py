"""A person of ORCID as a record."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from cypher.folding import display_name, fold
from cypher.identifiers import known
from loaders.records import dates
from loaders.records.parts import Affiliation
from loaders.records.record import PersonRecord
from loaders.refused import RecordError
from loaders.sources.orcid.node import Node

SOURCE_NAME = "orcid"
BRIEF = "orcid-summary"
"""Who says what a record's summary says: less than the record, which it must not replace."""
SITE = "https://orcid.org"
SCHEMES = {
    "scopus author id": "scopus-person",
    "scopus": "scopus-person",
    "researcherid": "researcherid",
    "web of science researcherid": "researcherid",
}
"""What each kind of id is here, in lower case: those that other sources state too.

People also enter ISNIs of their university and the like. Of two ids that cannot be one person's a place keeps the one
that sorts first, so no id is taken that would come before the iD.
"""
PLACES = (
    ("employments", "employment", ""),
    ("educations", "education", "education"),
    ("qualifications", "qualification", "qualification"),
    ("invited-positions", "invited-position", "invited position"),
)
"""Which activities are affiliations, and by what word of their role they are told from employments."""
LONGEST_HEADLINE = 200
"""Characters of a biography that is one line about the person."""


class Owner(NamedTuple):
    """Whose record it is."""

    orcid: str
    names: tuple[str, ...]
    family: str | None


def owner_of(record: Node) -> Owner:
    """Return who a record is about. Raises ValueError where it has no iD, or no name that everybody may see."""
    said = record.said("orcid-identifier", "path") or record.said("path").strip("/")
    orcid = known(f"orcid:{said}")
    if orcid is None:
        raise ValueError(f"{said!r} is no ORCID iD.")
    name = record.first("person", "name")
    given, family, credit = (
        name.said(part) if name.public() else "" for part in ("given-names", "family-name", "credit-name")
    )
    credit = display_name(credit or record.said("credit-name"))
    whole = " ".join(filter(None, (given, family)))
    others = [one.said("content") for one in record.each("person", "other-names", "other-name") if one.public()]
    told = tuple(one for one in dict.fromkeys((credit, whole, *(display_name(one) for one in others))) if one)
    if not told:
        raise ValueError("it has no name that everybody may see.")
    # a family name is told apart where it stands in the name that is shown
    known_family = family if family and told[0] in (whole, credit) and fold(family) in fold(told[0]) else None
    return Owner(orcid, told, known_family)


def person(record: Node, owner: Owner, source: str = SOURCE_NAME) -> PersonRecord:
    """Return what a record says of its owner."""
    orcid = owner.orcid.partition(":")[2]
    stays = tuple(_affiliations(record))
    return PersonRecord(
        source=source,
        key=orcid,
        url=f"{SITE}/{orcid}",
        revised=revised(record.first("history")) or revised(record),
        ids=tuple(dict.fromkeys((owner.orcid, *_ids(record)))),
        names=owner.names,
        family=owner.family,
        affiliations=tuple(one for one, _ in stays) or None,
        role=next((one.role for one, current in stays if current and one.role), None),
        headline=_headline(record.first("person", "biography")),
    )


def revised(said: Node) -> str | None:
    """Return when something was changed last: ISO 8601 in XML, milliseconds in JSON."""
    value = said.said("last-modified-date")
    try:
        if value.isdigit() and len(value) > len("20000101"):
            return datetime.fromtimestamp(int(value) / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return dates.normal(value) if value else None
    except (RecordError, ValueError, OverflowError, OSError):
        return None


def _ids(record: Node) -> Iterator[str]:
    for one in (
        *record.each("person", "external-identifiers", "external-identifier"),
        *record.each("external-identifiers", "external-identifier"),
    ):
        scheme = SCHEMES.get(one.said("external-id-type").lower())
        value = one.said("external-id-value")
        if scheme and value and one.public() and one.said("external-id-relationship") in ("", "self"):
            found = known(f"{scheme}:{value}")
            if found:
                yield found


def _affiliations(record: Node) -> Iterator[tuple[Affiliation, bool]]:
    """Yield each place with whether it is an employment that goes on, in the order in which the owner shows them."""
    for section, kind, word in PLACES:
        groups = record.each("activities-summary", section, "affiliation-group", f"{kind}-summary")
        for one in groups or record.each("activities-summary", section, f"{kind}-summary"):
            if one.public():
                yield from _affiliation(one, one.said("organization", "name"), one.said("role-title"), word)
    for one in record.each("employments", "employment"):  # of a summary
        yield from _affiliation(one, one.said("organization-name"), one.said("role"), "")


def _affiliation(said: Node, name: str, title: str, word: str) -> Iterator[tuple[Affiliation, bool]]:
    told = said.first("organization", "disambiguated-organization")
    identifier = told.said("disambiguated-organization-identifier")
    is_ror = told.said("disambiguation-source").upper() == "ROR" or "ror.org/" in identifier
    ror = known(f"ror:{identifier}") if is_ror and identifier else None
    if name or ror:
        until = _year(said.said("end-date", "year"))
        role = ": ".join(filter(None, (word, title))) or None
        yield (
            Affiliation(text=name, ror=ror, since=_year(said.said("start-date", "year")), until=until, role=role),
            (not word and until is None),
        )


def _year(said: str) -> int | None:
    return int(said) if said.isdecimal() and len(said) == len("2000") else None


def _headline(said: Node) -> str | None:
    """Return a biography that is short enough to be one line about the person."""
    text = said.said("content")
    return text if text and said.public() and len(text) <= LONGEST_HEADLINE else None
