// Return the access tokens of a user, without their hashes.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:HAS_TOKEN]->(token)
RETURN token {.id, .label, .scopes, .createdAt, .expiresAt, .revokedAt} AS item
ORDER BY item.id
