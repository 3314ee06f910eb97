"""Resolve a batch, write it in one transaction, and derive facts from it.

Data meets the modules in this order:

- `process_identity`, `lease`: hold the writer lease.
- `resolve_batch`: cluster the records of a batch; `resolved_batch` is the result.
- `select_paper_values`, `select_entity_values`: choose the displayed values by source priority.
- `rows`, `affiliation_rows`: rows for the Cypher statements.
- `statement_batch`, `build_statements`: collect the statements of the transaction.
- `commit`: write everything in one transaction, including the changed entities for the change feed.
- `derive`: recompute stale derived facts.
"""
