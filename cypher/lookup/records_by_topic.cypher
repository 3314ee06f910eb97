// Return all records of these topics.
// @param codes: list<any>    [scheme, code] of each topic
// @returns source: string, key: string, loader: string, statement: string, entity: string
// @returns conflicts: list<string>
// @row StoredRecordRow
UNWIND $codes AS wanted
MATCH (entity:Topic {scheme: wanted[0], code: wanted[1]})<-[:DESCRIBES]-(record)
USING INDEX SEEK entity:Topic(scheme, code)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity, coalesce(record.conflicts, []) AS conflicts
