"""Remove the records of a loader from the graph: all of them, or those that the current release of a source lacks.

`release_keys` lists the record keys in the files of a release and in the graph, and compares the two lists;
`remove_records` removes the records that the files lack, and recomputes derived facts.
"""
