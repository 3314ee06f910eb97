"""People of DataCite works: authors, and editors of containers."""

from loaders.formats.markup import strip_markup
from loaders.records.parts import Affiliation, Author
from loaders.sources.datacite.schema import UNKNOWN, Creator, each
from loaders.sources.datacite.schema import Affiliation as Said
from normalization.identifiers import normalize_or_none


def author(creator: Creator) -> Author | None:
    """Return an author with ORCID iDs and affiliations, if the name is known."""
    given_name, family = strip_markup(creator.given_name or ""), strip_markup(creator.family_name or "")
    personal = creator.name_type != "Organizational" and bool(family)
    name = " ".join(filter(None, (given_name, family))) if personal else strip_markup(creator.name or "")
    if not name or UNKNOWN.match(name):
        return None
    orcids = (
        normalize_or_none(f"orcid:{identifier.name_identifier}")
        for identifier in each(creator.name_identifiers)
        if (identifier.name_identifier_scheme or "").upper() == "ORCID" and identifier.name_identifier
    )
    return Author(
        name=name,
        family=family if personal else name if creator.name_type == "Organizational" else None,
        ids=tuple(dict.fromkeys(filter(None, orcids))),
        affiliations=tuple(filter(None, map(_affiliation, each(creator.affiliation)))) or None,
    )


def _affiliation(affiliation: str | Said) -> Affiliation | None:
    if isinstance(affiliation, str):
        return Affiliation(text=strip_markup(affiliation)) if affiliation.strip() else None
    ror = (
        normalize_or_none(f"ror:{affiliation.affiliation_identifier}")
        if affiliation.affiliation_identifier_scheme == "ROR"
        else None
    )
    return Affiliation(text=strip_markup(affiliation.name or ""), ror=ror) if affiliation.name or ror else None
