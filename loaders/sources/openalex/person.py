"""Convert OpenAlex authors: to authors of a byline, and to person records."""

import re
from collections.abc import Callable, Iterator

from loaders.records.parts import Affiliation
from loaders.records.parts import Author as ByLineAuthor
from loaders.records.record import PersonRecord
from loaders.sources.openalex.entities import SITE, SOURCE_NAME, key_of
from loaders.sources.openalex.schema import Author, Authorship, Institution
from normalization.identifiers import normalize_or_none

NOBODY = frozenset({"A9999999999", "A5317838346"})
"""Placeholders for unknown authors, and for deleted authors."""
SCOPUS = re.compile(r"authorI[dD]=(\d+)")


def author(authorship: Authorship, canonical_key: Callable[[str], str]) -> ByLineAuthor | None:
    """Return the author of a byline, if there is a name. `canonical_key` maps a merged key to the surviving key."""
    entity = authorship.author
    display_name = (entity.display_name if entity else None) or ""
    printed = authorship.raw_author_name or display_name
    if not printed.strip():
        return None
    key = canonical_key(key_of(entity.id)) if entity and entity.id else None
    orcid = normalize_or_none(f"orcid:{entity.orcid}") if entity and entity.orcid else None
    openalex_id = f"openalex-person:{key}" if key and key not in NOBODY else None
    return ByLineAuthor(
        name=printed,
        ids=tuple(filter(None, (openalex_id, orcid))),
        affiliations=tuple(dict.fromkeys(_affiliations(authorship))) or None,
        corresponding=authorship.is_corresponding,
        variants=(display_name,) if display_name and display_name != printed else (),
    )


def _affiliations(authorship: Authorship) -> Iterator[Affiliation]:
    """Yield each affiliation as printed with the matched institutions, then institutions without a printed
    affiliation.
    """
    unmatched = {key_of(institution.id): institution for institution in authorship.institutions or () if institution.id}
    known_as = dict(unmatched)
    institutions_by_text = {
        affiliation.raw_affiliation_string: affiliation.institution_ids or []
        for affiliation in authorship.affiliations or ()
    }
    printed = [
        raw_text
        for raw_text in dict.fromkeys((*(authorship.raw_affiliation_strings or ()), *institutions_by_text))
        if raw_text and raw_text.strip()
    ]
    if len(printed) == len(unmatched) == 1 and not institutions_by_text:  # works from before 2024
        institutions_by_text = {printed[0]: [*unmatched]}
    for text in printed:
        keys = [key_of(institution_id) for institution_id in institutions_by_text.get(text, ())]
        rors = [ror for key in keys if (known_institution := known_as.get(key)) and (ror := ror_of(known_institution))]
        for key in keys:
            unmatched.pop(key, None)
        yield from (Affiliation(text=text, ror=ror) for ror in rors or [None])
    for known_institution in unmatched.values():
        yield from _institution(known_institution)


def _institution(institution: Institution) -> Iterator[Affiliation]:
    ror = ror_of(institution)
    if ror or institution.display_name:
        yield Affiliation(text=institution.display_name or "", ror=ror)


def ror_of(institution: Institution) -> str | None:
    """Return the ROR ID of an institution."""
    return normalize_or_none(f"ror:{institution.ror}") if institution.ror else None


def person(entity: Author) -> PersonRecord:
    """Return the person record of an author. Raises ValueError if there is no ID or no name."""
    key, ids = key_of(entity.id), entity.ids or {}
    if not (entity.display_name or "").strip():
        raise ValueError("it has no display_name.")
    orcid = normalize_or_none(f"orcid:{entity.orcid or ids.get('orcid')}")
    scopus = SCOPUS.search(str(ids.get("scopus") or ""))
    return PersonRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=entity.updated_date,
        ids=tuple(filter(None, (f"openalex-person:{key}", orcid, scopus and f"scopus-person:{scopus[1]}"))),
        names=(entity.display_name or "", *(entity.display_name_alternatives or ())),
        affiliations=tuple(
            Affiliation(
                text=affiliation.institution.display_name or "",
                ror=ror_of(affiliation.institution),
                since=min(affiliation.years, default=None),
                until=max(affiliation.years, default=None),
            )
            for affiliation in entity.affiliations or ()
            if affiliation.institution and (affiliation.institution.display_name or affiliation.institution.ror)
        )
        or None,
    )
