// Create or update papers; properties without a new value stay.
// @param rows: list<map>    id, values
UNWIND $rows AS row
MERGE (entity:Paper {id: row.id})
ON CREATE SET entity.citationCount = 0, entity.referenceCount = 0, entity.authorCount = 0
SET entity += row.values, entity:Stale
