"""The words of affiliations that loaders/affiliation.toml lists, as `loaders.affiliation` looks them up."""

import tomllib
from pathlib import Path

from msgspec import Struct, convert


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    silent: str
    within: str
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
COUNTRIES = frozenset(" ".join(one.split()) for one in _table.countries.split(";"))
"""Countries, folded."""
OTHER_COUNTRIES = {other: country for country, others in _table.other_countries.items() for other in others.split("; ")}
"""Other names of countries, folded."""
