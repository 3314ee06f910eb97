"""Records: the statements of a source, in normal form, and as the graph stores them.

Data meets the modules in this order:

- `record`, `parts`: the structs that a source's reader yields; `errors`: rejected items and errors.
- `normalize`: normalize every record, with `dates`, `urls`, `licenses` and `decision_validation`.
- `limits`: reject records and drop values that the graph cannot store.
- `serialization`: JSON, content hash and keys of a record; `match_features`: the values that match rules compare.
- `partial`, `grouping`: deduplicate and merge partial records.
- `versions`: choose the current version of each record.
"""
