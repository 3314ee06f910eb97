"""Affiliations: match the text of an affiliation to institutions by name.

- `vocabulary`: the word lists of affiliation.toml.
- `name_keys`: keys under which the spellings of an institution's name are equal.
- `cities`: countries of well-known cities.
- `parse`: the names and places that an affiliation text may contain.
"""
