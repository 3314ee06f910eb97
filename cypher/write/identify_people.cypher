// Outside ids, and ids retired by a merge, each joined to the one researcher that it names.
// @param rows: list<map>    scheme, value, id (of what it names)
UNWIND $rows AS row
MATCH (entity:Researcher {id: row.id})
USING INDEX entity:Researcher(id)
MERGE (identifier:Identifier {scheme: row.scheme, value: row.value})
WITH identifier, entity
CALL (identifier) {
  MATCH (identifier)-[before:IDENTIFIES]->()
  DELETE before
}
CREATE (identifier)-[:IDENTIFIES]->(entity)
