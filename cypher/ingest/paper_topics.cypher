// The topics that papers are filed under.
// @param rows: list<map>    paper (its id), scheme, code, values
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX paper:Paper(id)
MATCH (topic:Topic {scheme: row.scheme, code: row.code})
CREATE (paper)-[about:ABOUT]->(topic)
SET about = row.values, about.tid = topic.id, about.ord = paper.ord, topic:Stale
