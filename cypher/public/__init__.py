"""Statements of clients over the public part of the graph.

Neo4j Community has no rights per label. Whether a statement may run therefore follows from two checks, each an allow
list. `allowed.toml` has the lists.

- `public_graph`: the public labels and relationship types, and the conversion of nodes, relationships and paths.
- `statement_tokens`: split a statement into tokens, more strictly than Neo4j.
- `statement_text`: check the tokens of a statement before Neo4j sees it: first clause, functions, loops and text
  searches.
- `planning_cost`: limit the constructs that Neo4j plans slowly, such as alternatives of labels.
- `value_size`: bound the sizes of values, and the lists that one expression walks.
- `statement_plan`: check the plan of EXPLAIN: each operator is known, each node is found by a public label, and each
  relationship has a public type. Public types connect only public labels, so no plan reaches another node.

Names that a client chooses cannot imitate a pattern in the plan, because the check of the text refuses backticks.

Neo4j counts the memory of aggregations, sorting and joins, and stops a statement between two rows. It does neither
inside an expression, nor while it plans. The check of the text therefore limits the lists and texts that one expression
can build or walk, and the size of the statement.
docs/decisions/0061-read-public-data-with-checked-cypher.md has the measurements.
"""
