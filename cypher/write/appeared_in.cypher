// The volumes that papers appeared in; a volume that nobody has described yet is there by its key alone.
// @param rows: list<map>    paper (its id), volume (its key), id (where the volume is new), values
MATCH (feed:Feed {name: 'changes'})
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX paper:Paper(id)
MERGE (volume:Volume {key: row.volume})
ON CREATE SET volume.id = row.id, volume.addedIn = feed.seq, volume.changedIn = feed.seq
CREATE (paper)-[appeared:APPEARED_IN]->(volume)
SET appeared = row.values, volume:Stale
