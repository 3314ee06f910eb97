"""Export the whole graph: `canonical_export` writes it as sorted lines that are independent of generated IDs."""
