// Return the records of a user's claimed profile: the present statement, and earlier ones.
// @param id: string  ID of the user
// @returns item: map
MATCH (:User {id: $id})-[:MADE]->(claim)
MATCH (record:Record {source: 'profile', key: claim.id, loader: 'profile'})
RETURN {
  claim: claim.id, statement: record.statement,
  earlier: COLLECT { MATCH (record)-[seen:SEEN_IN]->() WHERE seen.statement IS NOT NULL RETURN seen.statement }
} AS item
