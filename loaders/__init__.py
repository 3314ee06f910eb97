"""How the graph is filled: files, sources, records, matching, writing, deriving.

A record's way: `files` opens what a person gives, `sources` reads it, `records` says what it says and in which form,
`streaming` hands it over in portions, `matching` finds whom and what it speaks of, `writing` writes what that comes to.
`run` does all this for a load.
"""
