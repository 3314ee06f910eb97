"""The words of affiliations that affiliation.toml lists, as `affiliation.py` and its like look them up."""

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
    states: str
    countries: str
    stems: dict[str, str]
    other_countries: dict[str, str]


_table = convert(tomllib.loads(Path(__file__).with_name("affiliation.toml").read_text("utf-8")), _Table)

STEMS = {word: stem for stem, words in _table.stems.items() for word in words.split()}
"""Words and the stem under which they are one."""
SILENT = frozenset(_table.silent.split())
"""Words that do not tell places apart."""
WITHIN = frozenset(_table.within.split())
"""Stems with which the name of a part of an institution begins."""
ORDINARY = frozenset(STEMS.values()) | {STEMS.get(word, word) for word in _table.ordinary.split()}
"""Stems that many institutions' names have."""
BODIES = frozenset(_table.bodies.split())
"""Stems that say what kind of institution a name is of."""
TELLING = frozenset(_table.telling.split())
"""Ordinary stems that tell one university from another."""
FORMS = frozenset(_table.forms.split())
"""Stems of companies' legal forms."""
STATES = frozenset(_table.states.split())
"""Letters for states and provinces."""
COUNTRIES = frozenset(" ".join(one.split()) for one in _table.countries.split(";"))
"""Countries, folded."""
OTHER_COUNTRIES = {other: country for country, others in _table.other_countries.items() for other in others.split("; ")}
"""Other names of countries, folded."""
