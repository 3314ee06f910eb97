"""Filters: one module for each type, named after it.

`enums` has the filters on enums, `links` those on related entities.
"""
