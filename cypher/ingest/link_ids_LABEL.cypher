// Link external IDs, and the IDs of merged entities, to the one entity that each identifies.
// @labels Funder, Institution, Paper, Researcher, Venue, Volume
// @param rows: list<map>    scheme, value, id (of the entity)
UNWIND $rows AS row
MATCH (entity:LABEL {id: row.id})
USING INDEX SEEK entity:LABEL(id)
MERGE (identifier:Identifier {scheme: row.scheme, value: row.value})
WITH identifier, entity
CALL (identifier) {
  MATCH (identifier)-[before:IDENTIFIES]->()
  DELETE before
}
CREATE (identifier)-[:IDENTIFIES]->(entity)
