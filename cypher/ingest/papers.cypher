// Papers with their values; one that is there keeps what its values do not name.
// @param rows: list<map>    id, values
UNWIND $rows AS row
MERGE (entity:Paper {id: row.id})
ON CREATE SET entity.citationCount = 0, entity.referenceCount = 0, entity.authorCount = 0
SET entity += row.values, entity:Stale
