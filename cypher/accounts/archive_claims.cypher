// Return the claims of a user.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:MADE]->(claim)
RETURN claim {
  .id, .method, .status, .level, .note, .domain, .createdAt, .decidedAt, .reason,
  researcher: head(COLLECT { MATCH (claim)-[:CONCERNS]->(person) RETURN person.id })
} AS item
