"""Institutions: affiliations whose ROR ids people noted, taken apart and decided as the graph does, beside these ids.

The truth is a CSV with the columns `original_affiliation` and `labels` (a set of ROR ids as Python writes it), as
https://github.com/allenai/S2AFF has it (data/gold_affiliation_annotations.csv, Apache-2.0).
"""

import ast
import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from cypher.folding import fold
from loaders import archive
from loaders.affiliation import Name, TakenApart, acronym_key, country_key, name_key, taken_apart
from loaders.bounds import place_key
from loaders.components import grouped
from loaders.record import InstitutionRecord
from loaders.source import Source


class Known(NamedTuple):
    """An institution under one name: its key, whether it is shown under that, and where it is."""

    key: str
    shown: bool
    country: str | None
    city: str | None


@dataclass(slots=True)
class Outcome:
    """Pairs of affiliation and institution: noted, found, both; the others in words."""

    texts: int
    noted: int
    found: int
    right: int
    wrong: list[str]
    missed: list[str]
    unknown: int
    """Noted ids that the registry at hand does not have: they count nowhere but here."""


class Registry:
    """Institutions by their names, and the rule of cypher/write/written_at.cypher over them."""

    def __init__(self, records: Iterable[InstitutionRecord]) -> None:
        living = [one for one in records if (one.status or "active") != "withdrawn"]
        self.names = {one.key: one.name for one in living}
        self.by_text = grouped((place_key(name), one.key) for one in living for name in {one.name, *one.aliases})
        self.by_key = {
            key: sorted(set(known)) for key, known in grouped(pair for one in living for pair in _known(one)).items()
        }

    def meant(self, text: str) -> list[str]:
        """Return the keys of the institutions that an affiliation names."""
        whole = sorted(set(self.by_text.get(place_key(text), ())))
        if len(whole) == 1:
            return whole
        apart = taken_apart(text)
        decided = [(name, found) for name in apart.names if (found := self._decided(name, apart))]
        left: list[str] = []
        for name, found in decided:
            better = takewhile(lambda other, name=name: other[0] is not name, decided)
            if not any(other.first <= name.last and name.first <= other.last for other, _ in better):
                left.append(found)
        return list(dict.fromkeys(left))

    def _decided(self, name: Name, apart: TakenApart) -> str | None:
        countries = apart.countries
        known = self.by_key.get(name.key, ())
        living = [one for one in known if not countries or one.country is None or one.country in countries]
        near = [one for one in living if one.city in apart.places]
        left = _left(living, near)
        if len(left) != 1:
            return None
        placed = left[0].country in countries or left[0].city in apart.places
        return left[0].key if placed or not name.common else None


def _left(living: Sequence[Known], near: Sequence[Known]) -> Sequence[Known]:
    if len(living) == 1:
        return living
    if len(near) == 1:
        return near
    return [one for one in near or living if one.shown]


def _known(one: InstitutionRecord) -> Iterator[tuple[str, Known]]:
    shown = name_key(one.name)
    country, city = (country_key(one.country) if one.country else None), (fold(one.city) if one.city else None)
    for name in (one.name, *one.aliases):
        for key in (place_key(name), name_key(name)):
            if key:
                yield key, Known(one.key, key == shown, country, city)
    for name in one.acronyms:
        if key := acronym_key(name):
            yield key, Known(one.key, shown=False, country=country, city=city)


def registry(source: Source, path: Path) -> Registry:
    """Read the institutions of a source's files. Raises ArchiveError and SourceError where they cannot be read."""
    kept: dict[str, InstitutionRecord] = {}
    with archive.opened([path], source.wants) as files:
        read = source.start(files)
        kept.update((one.key, one) for file in files for one in read(file) if isinstance(one, InstitutionRecord))
    return Registry(kept.values())


def measured(known: Registry, path: Path) -> Outcome:
    """Compare the institutions that affiliations are found to name with those that people noted. Raises OSError."""
    outcome = Outcome(0, 0, 0, 0, [], [], 0)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            text = row["original_affiliation"]
            noted = {str(one).rpartition("/")[2] for one in ast.literal_eval(row["labels"])}
            there, found = noted & known.names.keys(), set(known.meant(text))
            outcome.texts += 1
            outcome.noted += len(there)
            outcome.found += len(found)
            outcome.right += len(there & found)
            outcome.unknown += len(noted - there)
            outcome.wrong += [f"{text} is no {known.names[one]}" for one in sorted(found - noted)]
            outcome.missed += [f"{text} is {known.names[one]} too" for one in sorted(there - found)]
    return outcome
