"""The GraphQL schema: types, inputs, enums and scalars. No behavior, no database.

- `scalars`, `fields`, `field_mapping`: declare a field with its mapping to the graph.
- `enums`: all closed sets of values.
- `node`, `paging`, `years`, `transitive`: parts that several types share.
- `paper`, `paper_parts`, `researcher`, `institution`, `topic`, `venue`, `funder`: the entities.
- `filters`, `where`, `order`, `groups`: filters, sort keys and group keys.
- `query`, `traversal`, `match`, `provenance`: types of other root fields.
- `identity`, `decision`: queries and mutations of curators.
"""
