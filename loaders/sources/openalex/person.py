"""People of OpenAlex: in by-lines, and by themselves."""

import re
from collections.abc import Callable, Iterator

from cypher.identifiers import known
from loaders.records.parts import Affiliation
from loaders.records.parts import Author as ByLineAuthor
from loaders.records.record import PersonRecord
from loaders.sources.openalex.schema import Author, Authorship, Institution
from loaders.sources.openalex.things import SITE, SOURCE_NAME, key_of

NOBODY = frozenset({"A9999999999", "A5317838346"})
"""Who stands for authors that are not known, and for those that were deleted."""
SCOPUS = re.compile(r"authorI[dD]=(\d+)")


def author(said: Authorship, kept: Callable[[str], str]) -> ByLineAuthor | None:
    """Return one of a by-line, None for who has no name; `kept` leads from a merged person to the one that is kept."""
    named = said.author
    shown = (named.display_name if named else None) or ""
    printed = said.raw_author_name or shown
    if not printed.strip():
        return None
    key = kept(key_of(named.id)) if named and named.id else None
    orcid = known(f"orcid:{named.orcid}") if named and named.orcid else None
    own = f"openalex-person:{key}" if key and key not in NOBODY else None
    return ByLineAuthor(
        name=printed,
        ids=tuple(filter(None, (own, orcid))),
        affiliations=tuple(dict.fromkeys(_affiliations(said))) or None,
        corresponding=said.is_corresponding,
        variants=(shown,) if shown and shown != printed else (),
    )


def _affiliations(said: Authorship) -> Iterator[Affiliation]:
    """Yield each affiliation as printed with what it was taken for, then institutions that no affiliation was."""
    left = {key_of(one.id): one for one in said.institutions or () if one.id}
    known_as = dict(left)
    placed = {one.raw_affiliation_string: one.institution_ids or [] for one in said.affiliations or ()}
    printed = [one for one in dict.fromkeys((*(said.raw_affiliation_strings or ()), *placed)) if one and one.strip()]
    if len(printed) == len(left) == 1 and not placed:  # before 2024 it was not told which belongs to which
        placed = {printed[0]: [*left]}
    for text in printed:
        keys = [key_of(one) for one in placed.get(text, ())]
        rors = [ror for key in keys if (one := known_as.get(key)) and (ror := ror_of(one))]
        for key in keys:
            left.pop(key, None)
        yield from (Affiliation(text=text, ror=ror) for ror in rors or [None])
    for one in left.values():
        yield from _institution(one)


def _institution(said: Institution) -> Iterator[Affiliation]:
    ror = ror_of(said)
    if ror or said.display_name:
        yield Affiliation(text=said.display_name or "", ror=ror)


def ror_of(said: Institution) -> str | None:
    """Return the ROR id of an institution."""
    return known(f"ror:{said.ror}") if said.ror else None


def person(said: Author) -> PersonRecord:
    """Return what is said of a person. Raises ValueError where there is no id or no name."""
    key, ids = key_of(said.id), said.ids or {}
    if not (said.display_name or "").strip():
        raise ValueError("it has no display_name.")
    orcid = known(f"orcid:{said.orcid or ids.get('orcid')}")
    scopus = SCOPUS.search(str(ids.get("scopus") or ""))
    return PersonRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=said.updated_date,
        ids=tuple(filter(None, (f"openalex-person:{key}", orcid, scopus and f"scopus-person:{scopus[1]}"))),
        names=(said.display_name or "", *(said.display_name_alternatives or ())),
        affiliations=tuple(
            Affiliation(
                text=one.institution.display_name or "",
                ror=ror_of(one.institution),
                since=min(one.years, default=None),
                until=max(one.years, default=None),
            )
            for one in said.affiliations or ()
            if one.institution and (one.institution.display_name or one.institution.ror)
        )
        or None,
    )
