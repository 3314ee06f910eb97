"""A graph of made-up papers, shaped like real ones, straight into an empty graph: for measuring.

`chance` draws numbers, `words` makes names and titles, `shape` says who writes, cites and appears where, `rows` lays
that out as the loaders would, `run` writes it and has the derived facts counted. Everything follows from the seed and
the number of papers; a paper follows from its own number, so that nothing need be remembered.
"""
