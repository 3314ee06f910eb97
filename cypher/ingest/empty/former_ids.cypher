// Store the IDs of all entities, so that an entity that returns gets its Byline ID back.
// @scan because the whole graph is emptied
MATCH (identifier:Identifier)-[:IDENTIFIES]->(entity)
CALL (identifier, entity) {
  MERGE (former:FormerIdentifier {key: identifier.scheme + ':' + identifier.value})
  SET former.id = entity.id
} IN TRANSACTIONS OF 10000 ROWS
