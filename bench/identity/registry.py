"""The institutions of a registry, and the graph's rule for matching affiliations to them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec

from loaders.formats import archive
from loaders.formats.json_stream import RawElement, elements
from loaders.records.grouping import group_by_key
from loaders.records.limits import place_key
from loaders.records.normalize import normalize_record
from loaders.records.record import InstitutionRecord
from loaders.resolution.affiliations.name_keys import (
    acronym_key,
    country_key,
    is_educational,
    keys,
    name_key,
    ror_parents,
)
from loaders.resolution.affiliations.parse import Name, ParsedAffiliation, parse_affiliation
from loaders.sources.base import Source
from loaders.sources.ror import DUMP
from normalization.identifiers import split_id
from normalization.text import fold


class Known(NamedTuple):
    """An institution with one of its names: its key, whether the name is the displayed one, its place, its parents, and
    whether it is educational.
    """

    key: str
    shown: bool
    country: str | None
    city: str | None
    ror: str | None = None
    parents: tuple[str, ...] = ()
    is_educational: bool = False


class Registry:
    """Institutions by their names, with the rule of cypher/ingest/affiliations.cypher."""

    def __init__(self, records: Iterable[InstitutionRecord]) -> None:
        living = [one for one in records if (one.status or "active") != "withdrawn"]
        self.names = {one.key: one.name for one in living}
        self.kin = _kin(living)
        self.by_key = {
            key: sorted(set(known))
            for key, known in group_by_key(pair for one in living for pair in _known(one)).items()
        }

    def bearing(self, name: str) -> set[str]:
        """Return the institutions with a name or acronym."""
        return {one.key for key in (name_key(name), acronym_key(name)) for one in self.by_key.get(key, ())}

    def resolve(self, text: str) -> list[str]:
        """Return the keys of the institutions in an affiliation."""
        whole = {one.key for one in self.by_key.get(place_key(text), ())}
        if len(whole) == 1:
            return [*whole]
        apart = parse_affiliation(text)
        decided = [(name, found) for name in apart.names if (found := self._decided(name, apart))]
        left: list[str] = []
        for name, found in decided:
            better = takewhile(lambda other, name=name: other[0] is not name, decided)
            if not any(other.first <= name.last and name.first <= other.last for other, _ in better):
                left.append(found)
        return list(dict.fromkeys(left))

    def _decided(self, name: Name, apart: ParsedAffiliation) -> str | None:
        countries, places = name.countries, (*name.places, *apart.places)
        known = self.by_key.get(name.key, ())
        living = [one for one in known if not countries or one.country is None or one.country in countries]
        near = [one for one in living if one.city in places]
        left = _left(living, near)
        is_parent = len(left) != 1
        if is_parent:
            left = _parents_of_all(near or living)
        if len(left) != 1:
            return None
        one = left[0]
        enough = (
            name.needs is None
            or one.city in places
            or (name.needs != "city" and one.country in countries)
            or (name.needs == "place or parent" and is_parent)
            or (name.needs == "place or education" and one.is_educational)
        )
        return one.key if enough else None


def _left(living: Sequence[Known], near: Sequence[Known]) -> Sequence[Known]:
    if len(living) == 1:
        return living
    if len(near) == 1:
        return near
    return [one for one in near or living if one.shown]


def _parents_of_all(known: Sequence[Known]) -> Sequence[Known]:
    """Return the institutions, at most one, that are the parent of all others."""
    return [one for one in known if all(other is one or one.ror in other.parents for other in known)]


def _known(one: InstitutionRecord) -> Iterable[tuple[str, Known]]:
    shown = name_key(one.name)
    country, city = (country_key(one.country) if one.country else None), (fold(one.city) if one.city else None)
    ror = next((value for scheme, value in map(split_id, sorted(one.ids)) if scheme == "ror"), None)
    parents, educational = ror_parents([one], ror), is_educational([one])
    return ((key, Known(one.key, key == shown, country, city, ror, parents, educational)) for key in keys(one))


def _kin(living: Iterable[InstitutionRecord]) -> Mapping[str, set[str]]:
    """Return the parents, children, successors, predecessors and relatives of each institution."""
    kin: dict[str, set[str]] = {}
    for one in living:
        for relation in one.relations:
            other = relation.target.rpartition("/")[2].removeprefix("ror:")
            kin.setdefault(one.key, set()).add(other)
            kin.setdefault(other, set()).add(one.key)
    return kin


class _Day(msgspec.Struct):
    date: str = ""


class _Admin(msgspec.Struct):
    created: _Day = msgspec.field(default_factory=_Day)


class _Entered(msgspec.Struct):
    """An organization in the registry's format: its address and the date of its entry."""

    id: str
    admin: _Admin = msgspec.field(default_factory=_Admin)


class Dated(NamedTuple):
    """The institutions of a registry and, by key, the date of entry if the registry states it."""

    records: Sequence[InstitutionRecord]
    entered: Mapping[str, str]


def dated(source: Source, path: Path) -> Dated:
    """Read the institutions of a source's files. Raises ArchiveError or SourceError if they cannot be read."""
    kept: dict[str, InstitutionRecord] = {}
    entered: dict[str, str] = {}
    decoder = msgspec.json.Decoder(_Entered)
    with archive.open_files([path], source.accepts) as files:
        read = source.start(files)
        for file in files:
            kept.update((one.key, normalize_record(one)) for one in read(file) if isinstance(one, InstitutionRecord))
            with file.open() as stream:
                said = [
                    decoder.decode(one.text)
                    for one in elements(stream, file.display_name, DUMP)
                    if isinstance(one, RawElement)
                ]
            entered.update((one.id.rpartition("/")[2].lower(), one.admin.created.date) for one in said)
    return Dated(tuple(kept.values()), entered)
