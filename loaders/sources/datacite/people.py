"""People of DataCite's works: who wrote a work, and who edited what it is in."""

from cypher.identifiers import known
from loaders.files.markup import plain
from loaders.records.parts import Affiliation, Author
from loaders.sources.datacite.parts import UNKNOWN
from loaders.sources.datacite.schema import Affiliation as Said
from loaders.sources.datacite.schema import Creator, each


def author(said: Creator) -> Author | None:
    """Return one of a by-line, with ORCID iDs and affiliations; None where the name is not known."""
    given, family = plain(said.given_name or ""), plain(said.family_name or "")
    personal = said.name_type != "Organizational" and bool(family)
    name = " ".join(filter(None, (given, family))) if personal else plain(said.name or "")
    if not name or UNKNOWN.match(name):
        return None
    orcids = (
        known(f"orcid:{one.name_identifier}")
        for one in each(said.name_identifiers)
        if (one.name_identifier_scheme or "").upper() == "ORCID" and one.name_identifier
    )
    return Author(
        name=name,
        family=family if personal else name if said.name_type == "Organizational" else None,
        ids=tuple(dict.fromkeys(filter(None, orcids))),
        affiliations=tuple(filter(None, map(_affiliation, each(said.affiliation)))) or None,
    )


def _affiliation(said: str | Said) -> Affiliation | None:
    if isinstance(said, str):
        return Affiliation(text=plain(said)) if said.strip() else None
    ror = known(f"ror:{said.affiliation_identifier}") if said.affiliation_identifier_scheme == "ROR" else None
    return Affiliation(text=plain(said.name or ""), ror=ror) if said.name or ror else None
