"""The compiler: from a GraphQL selection to one Cypher text and the decoder of its row.

Data meets the modules in this order:

- `plan`: compile an operation. `selection`, `arguments`: the selected fields with their arguments.
- `registry`, `types`: the mapping of each field, and its GraphQL type.
- `expression_builder`, `fields`: the expression of each field, by its mapping. `name_allocator`: names and
  parameters.
- `id_lookups`, `match`, `record_values`, `cypher_files`, `search`, `search_matches`: fields with a lookup or a query
  of their own. `file_parameters`, `path_arguments`: parameters of `.cypher` files. `extractive_summary`: the summary
  of a paper.
- `viewer`: fields that depend on the viewer. `introspection`: fields about the schema.
- `connection`, `row_source`, `page`, `cursor`, `groups`: lists. `pattern`: patterns of relationships.
- `where`, `values`, `regex`, `byline_ids`: filters. `order`: sort keys.
- `service_root`: root fields that a service resolves.
- `cost`, `scan_cost`: the estimated cost. `row_decoders`: the decoders. `cypher_format`: the text for people.
"""
