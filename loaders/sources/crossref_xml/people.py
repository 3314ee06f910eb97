"""By-lines and editors in Crossref's XML."""

from collections.abc import Iterable, Iterator

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.parts import Affiliation, Author
from loaders.works.running_text import child, text

AUTHORS = frozenset({"author"})
REVIEWERS = AUTHORS | {"reviewer", "review-assistant", "stats-reviewer", "reviewer-external", "reader"}
EDITORS = frozenset({"editor", "chair"})


def people(work: Element | None, roles: frozenset[str]) -> tuple[Author, ...] | None:
    """Return who took part in these roles, in order; None where nobody is named. Who has no name is left out."""
    if work is None:
        return None
    inside = work if work.tag == "contributors" else work.find("contributors")
    listed: Iterable[Element] = inside if inside is not None else work.iterfind("person_name")
    found = (_person(one) for one in listed if one.get("contributor_role") in roles)
    return tuple(filter(None, found)) or None


def _person(said: Element) -> Author | None:
    places = tuple(_affiliations(said)) or None
    if said.tag == "organization":
        name = " ".join("".join(_own_text(said)).split())
        return Author(name=name, family=name, affiliations=places) if name else None
    if said.tag != "person_name":
        return None
    family = child(said, "surname")
    name = _whole(said)
    if not name:
        return None
    orcid = child(said, "ORCID")
    variants = (
        _whole(one) if one.find("surname") is not None else text(one)
        for alternatives in said.iterfind("alt-name")
        for one in alternatives
        if not callable(one.tag)
    )
    return Author(
        name=name,
        family=family,
        ids=(f"orcid:{orcid}",) if orcid else (),
        affiliations=places,
        variants=tuple(filter(None, variants)),
    )


def _whole(said: Element) -> str | None:
    return " ".join(filter(None, (child(said, part) for part in ("given_name", "surname", "suffix")))) or None


def _own_text(said: Element) -> Iterator[str]:
    yield said.text or ""
    for one in said:
        if one.tag not in ("affiliations", "affiliation", "institution"):
            yield text(one) or ""
        yield one.tail or ""


def _affiliations(said: Element) -> Iterator[Affiliation]:
    """Yield affiliations as they were deposited until schema 4, in words, and since, as institutions."""
    for one in said.iterfind("affiliation"):
        if printed := text(one):
            yield Affiliation(text=printed)
    for one in said.iterfind("affiliations/institution"):
        if place := institution(one):
            yield place


def institution(said: Element | None) -> Affiliation | None:
    """Return an institution, its department before it and its place after it."""
    if said is None:
        return None
    rors = (known(f"ror:{text(one)}") for one in said.iterfind("institution_id"))
    ror = next(filter(None, rors), None)
    parts = (child(said, part) for part in ("institution_department", "institution_name", "institution_place"))
    printed = ", ".join(filter(None, parts))
    return Affiliation(text=printed, ror=ror) if printed or ror else None
