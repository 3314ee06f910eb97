"""Group keys and measures: `grouping` declares them; `paper`, `researcher` and `named` have those of the entities."""
