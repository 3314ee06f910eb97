"""Authors and editors in Crossref XML."""

from collections.abc import Iterable, Iterator

from loaders.bibliographic.jats_text import child, text
from loaders.formats.markup import Element
from loaders.records.parts import Affiliation, Author
from normalization.identifiers import normalize_or_none

AUTHORS = frozenset({"author"})
REVIEWERS = AUTHORS | {"reviewer", "review-assistant", "stats-reviewer", "reviewer-external", "reader"}
EDITORS = frozenset({"editor", "chair"})


def people(work: Element | None, roles: frozenset[str]) -> tuple[Author, ...] | None:
    """Return the contributors with these roles, if any, in order. Contributors without a name are left out."""
    if work is None:
        return None
    contributors = work if work.tag == "contributors" else work.find("contributors")
    listed: Iterable[Element] = contributors if contributors is not None else work.iterfind("person_name")
    authors = (_person(contributor) for contributor in listed if contributor.get("contributor_role") in roles)
    return tuple(filter(None, authors)) or None


def _person(contributor: Element) -> Author | None:
    affiliations = tuple(_affiliations(contributor)) or None
    if contributor.tag == "organization":
        name = " ".join("".join(_own_text(contributor)).split())
        return Author(name=name, family=name, affiliations=affiliations) if name else None
    if contributor.tag != "person_name":
        return None
    family = child(contributor, "surname")
    name = _full_name(contributor)
    if not name:
        return None
    orcid = child(contributor, "ORCID")
    variants = (
        _full_name(alternative) if alternative.find("surname") is not None else text(alternative)
        for alternatives in contributor.iterfind("alt-name")
        for alternative in alternatives
        if not callable(alternative.tag)
    )
    return Author(
        name=name,
        family=family,
        ids=(f"orcid:{orcid}",) if orcid else (),
        affiliations=affiliations,
        variants=tuple(filter(None, variants)),
    )


def _full_name(element: Element) -> str | None:
    return " ".join(filter(None, (child(element, part) for part in ("given_name", "surname", "suffix")))) or None


def _own_text(element: Element) -> Iterator[str]:
    yield element.text or ""
    for subelement in element:
        if subelement.tag not in ("affiliations", "affiliation", "institution"):
            yield text(subelement) or ""
        yield subelement.tail or ""


def _affiliations(contributor: Element) -> Iterator[Affiliation]:
    """Yield the affiliations of a contributor: texts (schemas before 5), and institutions (since schema 5)."""
    for element in contributor.iterfind("affiliation"):
        if printed := text(element):
            yield Affiliation(text=printed)
    for element in contributor.iterfind("affiliations/institution"):
        if affiliation := institution(element):
            yield affiliation


def institution(institution_element: Element | None) -> Affiliation | None:
    """Return an institution as an affiliation; its text is the department, the name and the place."""
    if institution_element is None:
        return None
    rors = (normalize_or_none(f"ror:{text(element)}") for element in institution_element.iterfind("institution_id"))
    ror = next(filter(None, rors), None)
    parts = (
        child(institution_element, part) for part in ("institution_department", "institution_name", "institution_place")
    )
    printed = ", ".join(filter(None, parts))
    return Affiliation(text=printed, ror=ror) if printed or ror else None
