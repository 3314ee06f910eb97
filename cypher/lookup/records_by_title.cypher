// Return the records with one of these title keys, and the other records of their papers.
// @param titles: list<string>    title keys
// @returns source: string, key: string, loader: string, statement: string, entity: string
// @returns conflicts: list<string>
// @row StoredRecordRow
UNWIND $titles AS title
MATCH (titled:Record {titleKey: title})
USING INDEX SEEK titled:Record(titleKey)
MATCH (titled)-[:DESCRIBES]->(entity)
MATCH (record)-[:DESCRIBES]->(entity)
RETURN DISTINCT record.source AS source, record.key AS key, record.loader AS loader, record.statement AS statement,
       entity.id AS entity, coalesce(record.conflicts, []) AS conflicts
