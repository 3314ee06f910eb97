// Create synthetic venues with a volume for each year.
// @param rows: list<map>    values, volumes (the properties of each)
UNWIND $rows AS row
CREATE (venue:Venue:Stale {paperCount: 0})
SET venue += row.values
WITH venue, row
UNWIND row.volumes AS values
CREATE (volume:Volume:Stale {paperCount: 0})-[:PART_OF]->(venue)
SET volume += values
