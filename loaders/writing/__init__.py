"""Write a resolved batch in one transaction, and derive facts from it.

Data meets the modules in this order:

- `process_identity`, `lease`: hold the writer lease.
- `empty_graph`: remove everything, if an unload leaves no record.
- `select_paper_values`, `select_entity_values`: choose the displayed values by source priority.
- `rows`: rows for the Cypher statements.
- `build_statements`: the statements of the transaction with their rows.
- `commit`: write everything in one transaction, including the changed entities for the change feed.
- `background_commit`: commit a batch while the next one is resolved.
- `batch_pipeline`: resolve and commit batch after batch, in parts if Neo4j lacks memory.
- `derive`: recompute stale derived facts.
"""
