"""Word lists for affiliations, loaded from affiliation.toml."""

import tomllib
from pathlib import Path

from msgspec import Struct, convert


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    silent: str
    within: str
    bodies: str
    ordinary: str
    telling: str
    forms: str
    research_units: str
    states: str
    university_systems: str
    countries: str
    stems: dict[str, str]
    other_countries: dict[str, str]


_table = convert(tomllib.loads(Path(__file__).with_name("affiliation.toml").read_text("utf-8")), _Table)

STEMS = {word: stem for stem, forms in _table.stems.items() for word in forms.split()}
"""Word -> the stem that it shares with its variants."""
SILENT = frozenset(_table.silent.split())
"""Stop words, which do not distinguish institutions."""
WITHIN = frozenset(_table.within.split())
"""Stems with which the name of a subunit begins."""
ORDINARY = frozenset(STEMS.values()) | {STEMS.get(word, word) for word in _table.ordinary.split()}
"""Stems that occur in the names of many institutions."""
BODIES = frozenset(_table.bodies.split())
"""Stems that state the kind of institution."""
TELLING = frozenset(_table.telling.split())
"""Ordinary stems that distinguish universities."""
FORMS = frozenset(_table.forms.split())
"""Stems of the legal forms of companies."""
RESEARCH_UNITS = frozenset(_table.research_units.split())
"""Stems with which companies name their research: Microsoft Research."""
STATES = frozenset(_table.states.split())
"""Abbreviations of states and provinces."""
UNIVERSITY_SYSTEMS = frozenset(_table.university_systems.split("; "))
"""Names of systems of universities that lack the word "System"."""
COUNTRIES = frozenset(" ".join(part.split()) for part in _table.countries.split(";"))
"""Names of countries, folded."""
OTHER_COUNTRIES = {part: country for country, others in _table.other_countries.items() for part in others.split("; ")}
"""Folded variant name of a country -> its name in `COUNTRIES`."""
