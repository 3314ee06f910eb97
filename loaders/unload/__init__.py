"""Remove the records of a loader from the graph: all of them, or those that the current release of a source lacks.

`key_set` keeps sorted lists of record keys, `stale_records` lists the keys in the files of a release, and
`remove_records` compares them with the graph, removes records, and recomputes derived facts.
"""
