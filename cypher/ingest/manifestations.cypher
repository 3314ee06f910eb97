// Write the manifestations in which papers are available, such as a PDF.
// @param rows: list<map>    paper (its ID), values
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX SEEK paper:Paper(id)
CREATE (paper)-[:AVAILABLE_AS]->(form:Manifestation)
SET form = row.values
