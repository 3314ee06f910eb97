"""Filters: `kinds` has enums and their filters, `links` filters on related entities; one module for each entity."""
