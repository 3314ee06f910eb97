// Create synthetic topics. Each is below the topic that it names, which precedes it.
// @param rows: list<map>    values, parent (a code, or null)
UNWIND $rows AS row
CREATE (topic:Topic:Stale {paperCount: 0})
SET topic += row.values
WITH topic, row
WHERE row.parent IS NOT NULL
MATCH (wider:Topic {scheme: topic.scheme, code: row.parent})
CREATE (topic)-[:PART_OF]->(wider)
