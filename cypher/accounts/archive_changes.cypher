// Return the changes by a user, and those of the operator that concern the account, from the audit log.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:CHANGED]->(entry)
RETURN entry {.id, .createdAt, .actorKind, .action, .object, .reason, .before, .after} AS item
UNION
MATCH (entry:AuditEntry {object: $id})
RETURN entry {.id, .createdAt, .actorKind, .action, .object, .reason, .before, .after} AS item
