// Write the topics of papers.
// @param rows: list<map>    paper (its ID), scheme, code, values
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX SEEK paper:Paper(id)
MATCH (topic:Topic {scheme: row.scheme, code: row.code})
USING INDEX SEEK topic:Topic(scheme, code)
CREATE (paper)-[about:ABOUT]->(topic)
SET about = row.values, about.tid = topic.id, about.ord = paper.ord, topic:Stale
