// Volumes by key with their values; one that a paper named first has none yet.
// @param rows: list<map>    key, id (where it is new), values
UNWIND $rows AS row
MERGE (volume:Volume {key: row.key})
ON CREATE SET volume.id = row.id
SET volume += row.values, volume:Stale
