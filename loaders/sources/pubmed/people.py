"""The by-line of a citation of PubMed."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element, child_text, folded_text
from loaders.records.parts import Affiliation, Author


def people(said: Element | None) -> tuple[Author, ...] | None:
    """Return a by-line; None where there is no list. A name that was corrected (`ValidYN="N"`) is left out."""
    if said is None:
        return None
    valid = (one for one in said.iterfind("Author") if one.get("ValidYN") != "N")
    return tuple(filter(None, map(_author, valid))) or None


def _author(said: Element) -> Author | None:
    family, collective = child_text(said, "LastName"), child_text(said, "CollectiveName")
    given = child_text(said, "ForeName") or child_text(said, "Initials")
    name = " ".join(filter(None, (given, family, child_text(said, "Suffix")))) if family else collective or given
    if not name:
        return None
    orcids = (
        f"orcid:{value}"
        for one in said.iterfind("Identifier")
        if (one.get("Source") or "").upper() == "ORCID" and (value := folded_text(one))
    )
    return Author(
        name=name,
        family=family or collective,  # a group's name is all of a piece
        ids=tuple(dict.fromkeys(orcids)),
        affiliations=tuple(_affiliations(said)) or None,
    )


def _affiliations(said: Element) -> Iterator[Affiliation]:
    for one in said.iterfind("AffiliationInfo"):
        rors = (
            known(f"ror:{folded_text(number)}")
            for number in one.iterfind("Identifier")
            if (number.get("Source") or "").upper() == "ROR"
        )
        text, ror = child_text(one, "Affiliation"), next(filter(None, rors), None)
        if text or ror:
            yield Affiliation(text=text or "", ror=ror)
