"""Who is who in the ACL Anthology, by its own rule.

An explicit id says it; else the name as `name_variants.yaml` has it, canonical or variant; else the name alone: people
of one name are one person there until somebody tells them apart. Ids made from names are slugs, as the Anthology makes
them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import TypedDict

import yaml
from anyascii import anyascii

from loaders.files.archive import SourceFile
from loaders.records.record import PersonRecord
from loaders.refused import Rejected, SourceError
from loaders.source import Item

NOT_SLUG = re.compile(r"[^a-z0-9]+")


class Name(TypedDict, total=False):
    """A name in the file: both parts, or the last alone."""

    first: str
    last: str


class Variants(TypedDict, total=False):
    """One person of the file."""

    canonical: Name
    id: str
    variants: list[Name]


class People:
    """The ids of everybody whom the file knows, by name."""

    def __init__(self, file: SourceFile | None) -> None:
        self._people = _read(file) if file else []
        known: dict[str, set[str]] = defaultdict(set)
        for person in self._people:
            for name in _names(person):
                known[name].add(_identifier(person))
        self._known = {name: min(ids) for name, ids in known.items()}

    def id_of(self, name: str, explicit: str | None) -> str | None:
        """Return the id of whoever signs so, None where the name has no letter to make one of."""
        return explicit or self._known.get(name) or slug(name) or None

    def records(self) -> Iterator[Item]:
        """Yield a record of each person of the file: the canonical name first, then the variants."""
        for number, person in enumerate(self._people, 1):
            names, identifier = tuple(_names(person)), _identifier(person)
            if not names or not identifier:
                yield Rejected(f"person {number}", "a person needs a canonical name.")
                continue
            yield PersonRecord(
                source="acl",
                key=f"person/{identifier}",
                url=f"https://aclanthology.org/people/{identifier[0]}/{identifier}/",
                ids=(f"acl-person:{identifier}",),
                names=names,
                family=person.get("canonical", {}).get("last") or None,
            )


@lru_cache(maxsize=400_000)
def slug(name: str) -> str:
    """Return a name as the Anthology writes it in addresses: "Léon Dostert" -> "leon-dostert"."""
    return NOT_SLUG.sub("-", anyascii(name).lower()).strip("-")


def whole(first: str, last: str) -> str:
    """Join the parts of a name as printed."""
    return " ".join(f"{first} {last}".split())


def _names(person: Variants) -> list[str]:
    written = [person.get("canonical", {}), *person.get("variants", [])]
    return [name for one in written if (name := whole(one.get("first") or "", one.get("last") or ""))]


def _identifier(person: Variants) -> str:
    return person.get("id") or slug("".join(_names(person)[:1]))


def _read(file: SourceFile) -> list[Variants]:
    with file.open() as stream:
        try:
            return yaml.load(stream, Loader=yaml.CSafeLoader) or []
        except yaml.YAMLError as error:
            raise SourceError(f"{file.shown}: expected the Anthology's list of names: {error}") from error
