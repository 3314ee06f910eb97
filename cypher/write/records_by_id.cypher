// Every record that states one of these outside ids: those of the thing that owns it, and those in conflict over it.
// @param ids: list<any>    [scheme, value] of each id
// @returns source: string, key: string, loader: string, statement: string, entity: string
// @returns conflicts: list<string>
UNWIND $ids AS wanted
MATCH (identifier:Identifier {scheme: wanted[0], value: wanted[1]})
USING INDEX identifier:Identifier(scheme, value)
CALL (identifier) {
  MATCH (identifier)-[:IDENTIFIES]->()<-[:DESCRIBES]-(record)
  RETURN record
  UNION
  MATCH (identifier)<-[:STATES]-(record)
  RETURN record
}
MATCH (record)-[:DESCRIBES]->(entity)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity, coalesce(record.conflicts, []) AS conflicts
