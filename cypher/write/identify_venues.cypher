// Outside ids, and ids retired by a merge, each joined to the one venue that it names.
// @param rows: list<map>    scheme, value, id (of what it names)
UNWIND $rows AS row
MATCH (entity:Venue {id: row.id})
USING INDEX entity:Venue(id)
MERGE (identifier:Identifier {scheme: row.scheme, value: row.value})
WITH identifier, entity
CALL (identifier) {
  MATCH (identifier)-[before:IDENTIFIES]->()
  DELETE before
}
CREATE (identifier)-[:IDENTIFIES]->(entity)
