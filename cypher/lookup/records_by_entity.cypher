// Return all records of the entities that these records describe.
// @param keys: list<any>    [source, key] of one record of each entity
// @returns source: string, key: string, loader: string, statement: string, entity: string
// @returns conflicts: list<string>
// @row StoredRecordRow
UNWIND $keys AS wanted
MATCH (known:Record)
USING INDEX SEEK known:Record(source, key, loader)
WHERE known.source = wanted[0] AND known.key = wanted[1] AND known.loader IS NOT NULL
MATCH (known)-[:DESCRIBES]->(entity)
MATCH (record)-[:DESCRIBES]->(entity)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity, coalesce(record.conflicts, []) AS conflicts
