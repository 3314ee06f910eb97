"""The authors of a PubMed citation."""

from collections.abc import Iterator

from loaders.formats.markup import Element, child_text, folded_text
from loaders.records.parts import Affiliation, Author
from normalization.identifiers import normalize_or_none


def people(author_list: Element | None) -> tuple[Author, ...] | None:
    """Return the authors; None if there is no list. Names that PubMed corrected (`ValidYN="N"`) are left out."""
    if author_list is None:
        return None
    valid = (element for element in author_list.iterfind("Author") if element.get("ValidYN") != "N")
    return tuple(filter(None, map(_author, valid))) or None


def _author(author: Element) -> Author | None:
    family, collective = child_text(author, "LastName"), child_text(author, "CollectiveName")
    given_name = child_text(author, "ForeName") or child_text(author, "Initials")
    name = (
        " ".join(filter(None, (given_name, family, child_text(author, "Suffix"))))
        if family
        else collective or given_name
    )
    if not name:
        return None
    orcids = (
        f"orcid:{value}"
        for element in author.iterfind("Identifier")
        if (element.get("Source") or "").upper() == "ORCID" and (value := folded_text(element))
    )
    return Author(
        name=name,
        family=family or collective,  # the name of a group is not split
        ids=tuple(dict.fromkeys(orcids)),
        affiliations=tuple(_affiliations(author)) or None,
    )


def _affiliations(author: Element) -> Iterator[Affiliation]:
    for element in author.iterfind("AffiliationInfo"):
        rors = (
            normalize_or_none(f"ror:{folded_text(number)}")
            for number in element.iterfind("Identifier")
            if (number.get("Source") or "").upper() == "ROR"
        )
        text, ror = child_text(element, "Affiliation"), next(filter(None, rors), None)
        if text or ror:
            yield Affiliation(text=text or "", ror=ror)
