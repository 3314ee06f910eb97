// Venues with their values; one that is there keeps what its values do not name.
// @param rows: list<map>    id, values
UNWIND $rows AS row
MERGE (entity:Venue {id: row.id})
ON CREATE SET entity.paperCount = 0
SET entity += row.values, entity:Stale
