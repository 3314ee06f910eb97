// Return the records of the entities that own one of these external IDs, and of entities with a conflict over it.
// @param ids: list<any>    [scheme, value] of each ID
// @returns source: string, key: string, loader: string, statement: string, entity: string
// @returns conflicts: list<string>
// @row StoredRecordRow
UNWIND $ids AS wanted
MATCH (identifier:Identifier {scheme: wanted[0], value: wanted[1]})
USING INDEX SEEK identifier:Identifier(scheme, value)
CALL (identifier) {
  MATCH (identifier)-[:IDENTIFIES]->(entity)
  RETURN entity
  UNION
  MATCH (identifier)<-[:CLAIMS_CONFLICTING_ID]-()-[:DESCRIBES]->(entity)
  RETURN entity
}
MATCH (record)-[:DESCRIBES]->(entity)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity, coalesce(record.conflicts, []) AS conflicts
