"""The by-line of an article in JATS: who wrote it, where from, who answers letters."""

from collections.abc import Iterator

from cypher.identifiers import known
from loaders.files.markup import Element
from loaders.records.parts import Affiliation, Author
from loaders.works.running_text import child, text

NOT_PRINTED = ("label", "institution-id", "email", "sup", "xref", "fn", "target", "ext-link", "uri", "phone", "fax")
"""What stands in an affiliation and is no part of where somebody works."""


WRITERS = frozenset({"author", "collab", "group", "contributor"})
"""Types of contributors who stand in the by-line."""


class Places:
    """The affiliations of an article by their ids."""

    def __init__(self, meta: Element) -> None:
        self._by_id: dict[str, Affiliation] = {}
        for one in (*meta.iter("aff"), *meta.iter("aff-alternatives")):
            said = one.find("aff") if one.tag == "aff-alternatives" else one
            place = affiliation(said) if said is not None else None
            if place and one.get("id"):
                self._by_id[one.get("id") or ""] = place

    def of(self, contrib: Element, group: Element) -> tuple[Affiliation, ...] | None:
        """Return where somebody wrote from; None where that is not said.

        Without a reference to affiliations those that stand in the group count for all in it, where nothing refers to
        them.
        """
        pointed = [
            one for one in contrib.iterfind("xref") if one.get("ref-type") == "aff" or one.get("rid") in self._by_id
        ]
        found = [self._by_id.get(rid) for one in pointed for rid in (one.get("rid") or "").split()]
        found += [affiliation(one) for one in contrib.iterfind("aff")]
        if not any(found):
            found = [affiliation(one) for one in group.iterfind("aff") if not one.get("id")]
        return tuple(dict.fromkeys(filter(None, found))) or None


def affiliation(said: Element) -> Affiliation | None:
    """Return a place: its text as printed, pieces that stand beside each other without signs parted by commas."""
    rors = (known(f"ror:{''.join(map(str, one.itertext())).strip()}") for one in said.iter("institution-id"))
    ror = next(filter(None, rors), None)
    pieces = [" ".join(piece.split()) for piece in _pieces(said)]
    mixed = any(
        kind == "tail" and any(sign.isalnum() or sign in ",;" for sign in piece) for kind, piece in _kinds(said)
    )
    pieces = [piece for piece in pieces if piece]
    printed = " ".join("".join(_pieces(said)).split()) if mixed else ", ".join(pieces)
    printed = printed.replace(" ,", ",").replace(" .", ".").replace(" ;", ";").strip(" ,;")
    return Affiliation(text=printed, ror=ror) if printed or ror else None


def _kinds(said: Element) -> Iterator[tuple[str, str]]:
    yield "tail", said.text or ""
    for one in said:
        yield "tail", one.tail or ""
        if one.tag == "institution-wrap":
            yield from _kinds(one)


def _pieces(said: Element) -> Iterator[str]:
    yield said.text or ""
    for one in said:
        if not callable(one.tag) and one.tag not in NOT_PRINTED:
            yield from _pieces(one) if one.tag == "institution-wrap" else (text(one) or "",)
        yield one.tail or " "


def people(meta: Element) -> tuple[Author, ...] | None:
    """Return the by-line; None where nobody is named as author."""
    places = Places(meta)
    found = (
        _author(one, group, places)
        for group in meta.iterfind("contrib-group")
        for one in group.iterfind("contrib")
        if _writes(one, group)
    )
    return tuple(filter(None, found)) or None


def complete(meta: Element) -> bool:
    """Tell whether the by-line is not cut off (`<etal/>`)."""
    return meta.find("contrib-group/etal") is None and meta.find("contrib-group/contrib/etal") is None


def _writes(contrib: Element, group: Element) -> bool:
    """Tell whether somebody is an author: that is so where it is said, or nothing else is."""
    said = contrib.get("contrib-type") or (group.get("content-type") or "author").removesuffix("s")
    return said.lower() in WRITERS


def _author(contrib: Element, group: Element, places: Places) -> Author | None:
    names = [*contrib.iterfind("name"), *contrib.iterfind("name-alternatives/name")]
    collective = contrib.find("collab")
    if collective is None:
        collective = contrib.find("collab-alternatives/collab")
    string = contrib.find("string-name")
    if string is None:
        string = contrib.find("name-alternatives/string-name")
    family: str | None = None
    if names:
        name, family = _whole(names[0]), child(names[0], "surname")
    elif string is not None:
        family = child(string, "surname")
        name = _whole(string) if family else text(string)
    else:
        name = family = _group(collective)
    if not name:
        return None
    orcids = (f"orcid:{found}" for one in contrib.iterfind("contrib-id") if _is_orcid(one) and (found := text(one)))
    corresponds = contrib.get("corresp") == "yes" or any(
        one.get("ref-type") == "corresp" for one in contrib.iterfind("xref")
    )
    return Author(
        name=name,
        family=family,
        ids=tuple(dict.fromkeys(orcids)),
        affiliations=places.of(contrib, group),
        corresponding=True if corresponds else None,
        variants=tuple(filter(None, map(_whole, names[1:]))),
    )


def _is_orcid(said: Element) -> bool:
    return (said.get("contrib-id-type") or "").lower() == "orcid" or "orcid.org/" in (said.text or "")


def _whole(name: Element) -> str | None:
    parts = (child(name, "given-names"), child(name, "surname"), child(name, "suffix"))
    return " ".join(filter(None, parts)) or None


def _group(said: Element | None) -> str | None:
    """Return a group's name without its members, who stand in it."""
    if said is None:
        return None
    own = [said.text or ""]
    for one in said:
        if not callable(one.tag) and one.tag not in ("contrib-group", "xref", "aff", "email", "fn"):
            own.append(text(one) or "")
        own.append(one.tail or "")
    return " ".join(" ".join(own).split()) or None
