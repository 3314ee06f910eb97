// Outside ids, and ids retired by a merge, each joined to the one volume that it names.
// @param rows: list<map>    scheme, value, id (of what it names)
UNWIND $rows AS row
MATCH (entity:Volume {id: row.id})
USING INDEX entity:Volume(id)
MERGE (identifier:Identifier {scheme: row.scheme, value: row.value})
WITH identifier, entity
CALL (identifier) {
  MATCH (identifier)-[before:IDENTIFIES]->()
  DELETE before
}
CREATE (identifier)-[:IDENTIFIES]->(entity)
