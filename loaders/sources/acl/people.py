"""Person IDs of the ACL Anthology, by the Anthology's own rule.

The ID is the explicit ID; else the ID of the canonical or variant name in `name_variants.yaml`; else the slug of the
name, as the Anthology builds it: people with the same name share an ID until an editor distinguishes them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import TypedDict

from anyascii import anyascii

from loaders.formats.archive import SourceFile
from loaders.formats.yaml_document import read_yaml
from loaders.records.errors import RejectedItem
from loaders.records.record import Item, PersonRecord
from normalization.text import CACHE_SIZE

NOT_SLUG = re.compile(r"[^a-z0-9]+")


class Name(TypedDict, total=False):
    """A name in the file: both components, or only the last name."""

    first: str
    last: str


class Variants(TypedDict, total=False):
    """A person in the file."""

    canonical: Name
    id: str
    variants: list[Name]


class People:
    """Person IDs by name, for all people in the file."""

    def __init__(self, file: SourceFile | None) -> None:
        self._people = _read_name_variants(file) if file else []
        known: dict[str, set[str]] = defaultdict(set)
        for person in self._people:
            for name in _names(person):
                known[name].add(_identifier(person))
        self._known = {name: min(ids) for name, ids in known.items()}

    def id_of(self, name: str, explicit: str | None) -> str | None:
        """Return the person ID of an author; None if the name has no character that a slug can contain."""
        return explicit or self._known.get(name) or slug(name) or None

    def records(self) -> Iterator[Item]:
        """Yield a record of each person in the file, with the canonical name first, then the variants."""
        for number, person in enumerate(self._people, 1):
            names, identifier = tuple(_names(person)), _identifier(person)
            if not names or not identifier:
                yield RejectedItem(f"person {number}", "the person has no canonical name.")
                continue
            yield PersonRecord(
                source="acl",
                key=f"person/{identifier}",
                url=f"https://aclanthology.org/people/{identifier[0]}/{identifier}/",
                ids=(f"acl-person:{identifier}",),
                names=names,
                family=person.get("canonical", {}).get("last") or None,
            )


@lru_cache(maxsize=CACHE_SIZE)
def slug(name: str) -> str:
    """Return a name as the Anthology writes it in URLs: "Léon Dostert" -> "leon-dostert"."""
    return NOT_SLUG.sub("-", anyascii(name).lower()).strip("-")


def full_name(first: str, last: str) -> str:
    """Join the components of a name as printed."""
    return " ".join(f"{first} {last}".split())


def _names(person: Variants) -> list[str]:
    elements = [person.get("canonical", {}), *person.get("variants", [])]
    return [name for element in elements if (name := full_name(element.get("first") or "", element.get("last") or ""))]


def _identifier(person: Variants) -> str:
    return person.get("id") or slug("".join(_names(person)[:1]))


def _read_name_variants(file: SourceFile) -> list[Variants]:
    """Return the people in the file. Raises SourceFileError if it is damaged or not a list of people."""
    return read_yaml(file, list[Variants], "the Anthology's list of names", empty=[])
