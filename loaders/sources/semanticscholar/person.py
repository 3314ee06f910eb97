"""People of Semantic Scholar: in by-lines, and by themselves."""

import re

from cypher.identifiers import known
from loaders.records.parts import Affiliation
from loaders.records.parts import Author as ByLineAuthor
from loaders.records.record import PersonRecord
from loaders.sources.semanticscholar.schema import Author

HOMONYM = re.compile(r"\s+\d{4}$")
"""The number by which DBLP tells namesakes apart: no part of the name."""


def author(said: Author) -> ByLineAuthor | None:
    """Return one of a by-line, None for who has no name. What stands there of affiliations is not of that paper."""
    return ByLineAuthor(name=said.name, ids=ids(said)) if said.name and said.name.strip() else None


def person(said: Author, source: str) -> PersonRecord:
    """Return what is said of a person. Raises ValueError where there is no authorId or no name."""
    if not said.authorid or not (said.name or "").strip():
        raise ValueError("the author has no authorId or no name.")
    listed = (said.externalids or {}).get("dblp")
    others: list[object] = listed if isinstance(listed, list) else []  # pyright: ignore[reportUnknownVariableType] texts
    names = (said.name or "", *(said.aliases or ()), *(HOMONYM.sub("", str(one)) for one in others))
    places = tuple(Affiliation(text=one) for one in said.affiliations or () if one.strip())
    return PersonRecord(
        source=source,
        key=f"author/{said.authorid}",
        url=said.url or f"https://www.semanticscholar.org/author/{said.authorid}",
        ids=ids(said),
        names=tuple(dict.fromkeys(names)),
        affiliations=places or None,
    )


def says_more(said: Author) -> bool:
    """Tell whether one of a by-line comes with more than a name and an authorId."""
    return bool(said.authorid and (said.affiliations or said.aliases or said.externalids))


def ids(said: Author) -> tuple[str, ...]:
    """Return the authorId, and the ORCID iD where there is one."""
    orcid = (said.externalids or {}).get("orcid")
    found = known(f"orcid:{orcid}") if orcid else None
    return tuple(filter(None, (f"s2-person:{said.authorid}" if said.authorid else None, found)))
