"""Convert Semantic Scholar authors: to authors of a byline, and to person records."""

import re

from loaders.records.parts import Affiliation
from loaders.records.parts import Author as ByLineAuthor
from loaders.records.record import PersonRecord
from loaders.sources.semanticscholar.schema import Author
from normalization.identifiers import normalize_or_none

HOMONYM = re.compile(r"\s+\d{4}$")
"""Number that dblp appends to the names of homonyms; it does not belong to the name."""


def author(profile: Author) -> ByLineAuthor | None:
    """Return the author of a byline, if there is a name. Affiliations are omitted, because they do not refer to the
    paper.
    """
    return ByLineAuthor(name=profile.name, ids=ids(profile)) if profile.name and profile.name.strip() else None


def person(profile: Author, source: str) -> PersonRecord:
    """Return the person record of an author. Raises ValueError if there is no authorId or no name."""
    if not profile.authorid or not (profile.name or "").strip():
        raise ValueError("the author has no authorId or no name.")
    listed = (profile.externalids or {}).get("dblp")
    dblp_names: list[object] = listed if isinstance(listed, list) else []  # pyright: ignore[reportUnknownVariableType]
    names = (profile.name or "", *(profile.aliases or ()), *(HOMONYM.sub("", str(alias)) for alias in dblp_names))
    places = tuple(Affiliation(text=affiliation) for affiliation in profile.affiliations or () if affiliation.strip())
    return PersonRecord(
        source=source,
        key=f"author/{profile.authorid}",
        url=profile.url or f"https://www.semanticscholar.org/author/{profile.authorid}",
        ids=ids(profile),
        names=tuple(dict.fromkeys(names)),
        affiliations=places or None,
    )


def has_profile_fields(profile: Author) -> bool:
    """Return True if the author of a byline has more values than a name and an authorId."""
    return bool(profile.authorid and (profile.affiliations or profile.aliases or profile.externalids))


def ids(profile: Author) -> tuple[str, ...]:
    """Return the authorId and, if present, the ORCID iD."""
    orcid = (profile.externalids or {}).get("orcid")
    orcid_id = normalize_or_none(f"orcid:{orcid}") if orcid else None
    return tuple(filter(None, (f"s2-person:{profile.authorid}" if profile.authorid else None, orcid_id)))
