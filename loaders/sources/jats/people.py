"""Authors of a JATS article, with affiliations and the corresponding author."""

from collections.abc import Iterator

from loaders.bibliographic.jats_text import child, text
from loaders.formats.markup import Element
from loaders.records.parts import Affiliation, Author
from normalization.identifiers import normalize_or_none

EXCLUDED_ELEMENTS = (
    "label",
    "institution-id",
    "email",
    "sup",
    "xref",
    "fn",
    "target",
    "ext-link",
    "uri",
    "phone",
    "fax",
)
"""Children of an affiliation that are not part of its text."""
AUTHOR_TYPES = frozenset({"author", "collab", "group", "contributor"})
"""Types of contributors that are authors."""


class AffiliationIndex:
    """The affiliations of an article by ID."""

    def __init__(self, meta: Element) -> None:
        self._by_id: dict[str, Affiliation] = {}
        for element in (*meta.iter("aff"), *meta.iter("aff-alternatives")):
            affiliation_element = element.find("aff") if element.tag == "aff-alternatives" else element
            parsed = affiliation(affiliation_element) if affiliation_element is not None else None
            if parsed and element.get("id"):
                self._by_id[element.get("id") or ""] = parsed

    def affiliations_of(self, contrib: Element, group: Element) -> tuple[Affiliation, ...] | None:
        """Return the affiliations of a contributor, if known.

        If a contributor has no affiliation, the affiliations of the group that have no ID apply to all of its members.
        """
        references = [
            element
            for element in contrib.iterfind("xref")
            if element.get("ref-type") == "aff" or element.get("rid") in self._by_id
        ]
        affiliations = [self._by_id.get(rid) for xref in references for rid in (xref.get("rid") or "").split()]
        affiliations += [affiliation(element) for element in contrib.iterfind("aff")]
        if not any(affiliations):
            affiliations = [affiliation(element) for element in group.iterfind("aff") if not element.get("id")]
        return tuple(dict.fromkeys(filter(None, affiliations))) or None


def affiliation(affiliation_element: Element) -> Affiliation | None:
    """Return an affiliation as printed; parts without punctuation between them are joined by commas."""
    rors = (
        normalize_or_none(f"ror:{''.join(map(str, element.itertext())).strip()}")
        for element in affiliation_element.iter("institution-id")
    )
    ror = next(filter(None, rors), None)
    parts = [" ".join(part.split()) for part in _text_parts(affiliation_element)]
    has_punctuated_text = any(
        character.isalnum() or character in ",;"
        for between in _text_between_elements(affiliation_element)
        for character in between
    )
    parts = [part for part in parts if part]
    printed = " ".join("".join(_text_parts(affiliation_element)).split()) if has_punctuated_text else ", ".join(parts)
    printed = printed.replace(" ,", ",").replace(" .", ".").replace(" ;", ";").strip(" ,;")
    return Affiliation(text=printed, ror=ror) if printed or ror else None


def _text_between_elements(element: Element) -> Iterator[str]:
    """Yield the texts of an affiliation that are outside its children."""
    yield element.text or ""
    for subelement in element:
        yield subelement.tail or ""
        if subelement.tag == "institution-wrap":
            yield from _text_between_elements(subelement)


def _text_parts(element: Element) -> Iterator[str]:
    """Yield the printed texts of an affiliation in order: its own, and those of its children."""
    yield element.text or ""
    for subelement in element:
        if not callable(subelement.tag) and subelement.tag not in EXCLUDED_ELEMENTS:
            yield from _text_parts(subelement) if subelement.tag == "institution-wrap" else (text(subelement) or "",)
        yield subelement.tail or " "


def people(meta: Element) -> tuple[Author, ...] | None:
    """Return the authors, if any."""
    affiliations = AffiliationIndex(meta)
    authors = (
        _author(element, group, affiliations)
        for group in meta.iterfind("contrib-group")
        for element in group.iterfind("contrib")
        if _is_author(element, group)
    )
    return tuple(filter(None, authors)) or None


def is_author_list_complete(meta: Element) -> bool:
    """Return False if the byline is truncated (`<etal/>`)."""
    return meta.find("contrib-group/etal") is None and meta.find("contrib-group/contrib/etal") is None


def _is_author(contrib: Element, group: Element) -> bool:
    """Return True if a contributor is an author: by its type, by the type of its group, or if neither has a type."""
    role = contrib.get("contrib-type") or (group.get("content-type") or "author").removesuffix("s")
    return role.lower() in AUTHOR_TYPES


def _author(contrib: Element, group: Element, affiliations: AffiliationIndex) -> Author | None:
    names = [*contrib.iterfind("name"), *contrib.iterfind("name-alternatives/name")]
    collective = contrib.find("collab")
    if collective is None:
        collective = contrib.find("collab-alternatives/collab")
    string = contrib.find("string-name")
    if string is None:
        string = contrib.find("name-alternatives/string-name")
    family: str | None = None
    if names:
        name, family = _full_name(names[0]), child(names[0], "surname")
    elif string is not None:
        family = child(string, "surname")
        name = _full_name(string) if family else text(string)
    else:
        name = family = _group_name(collective)
    if not name:
        return None
    orcids = (
        f"orcid:{orcid}"
        for element in contrib.iterfind("contrib-id")
        if _is_orcid(element) and (orcid := text(element))
    )
    corresponds = contrib.get("corresp") == "yes" or any(
        element.get("ref-type") == "corresp" for element in contrib.iterfind("xref")
    )
    return Author(
        name=name,
        family=family,
        ids=tuple(dict.fromkeys(orcids)),
        affiliations=affiliations.affiliations_of(contrib, group),
        corresponding=True if corresponds else None,
        variants=tuple(filter(None, map(_full_name, names[1:]))),
    )


def _is_orcid(element: Element) -> bool:
    return (element.get("contrib-id-type") or "").lower() == "orcid" or "orcid.org/" in (element.text or "")


def _full_name(name: Element) -> str | None:
    parts = (child(name, "given-names"), child(name, "surname"), child(name, "suffix"))
    return " ".join(filter(None, parts)) or None


def _group_name(element: Element | None) -> str | None:
    """Return the name of a group, without the members inside the element."""
    if element is None:
        return None
    texts = [element.text or ""]
    for subelement in element:
        if not callable(subelement.tag) and subelement.tag not in ("contrib-group", "xref", "aff", "email", "fn"):
            texts.append(text(subelement) or "")
        texts.append(subelement.tail or "")
    return " ".join(" ".join(texts).split()) or None
