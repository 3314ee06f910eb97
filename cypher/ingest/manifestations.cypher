// The forms in which papers can be had.
// @param rows: list<map>    paper (its id), values
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX paper:Paper(id)
CREATE (paper)-[:AVAILABLE_AS]->(form:Manifestation)
SET form = row.values
