"""The GraphQL schema: types, inputs, enums and scalars. No behavior, no database.

- `scalars`, `fields`, `field_mapping`, `viewer_mapping`: declare a field with its mapping to the graph.
- `enums`: all closed sets of values. `arguments`: arguments that several fields share.
- `node`, `paging`, `years`, `transitive`: parts that several types share.
- `paper`, `paper_parts`, `researcher`, `institution`, `topic`, `venue`, `funder`: the entities.
- `filters`, `where`, `order`, `groups`: filters, sort keys and group keys.
- `query`, `traversal`, `match`, `provenance`, `research_map`, `recommendation`, `related`: types of other root fields
  and of related entities.
- `mutation`: conventions of mutations. `identity`, `decision`, `audit`: queries and mutations of curators.
- `viewer`, `account`, `user`: the client, its account, and other users. `follow`, `reaction`, `saved_paper`, `feed`,
  `notification`: acts of users on entities, and news about them.
- `comment`, `review`, `conflict`, `collection`, `claim`, `invitation`, `moderation`, `trust`: content of users, and
  its trust.
"""
