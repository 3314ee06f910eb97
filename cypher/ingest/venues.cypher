// Create or update venues; properties without a new value stay.
// @param rows: list<map>    id, values
UNWIND $rows AS row
MERGE (entity:Venue {id: row.id})
ON CREATE SET entity.paperCount = 0
SET entity += row.values, entity:Stale
