// Write the code repositories to which papers link.
// @param rows: list<map>    paper (its ID), url, name, source
UNWIND $rows AS row
MATCH (paper:Paper {id: row.paper})
USING INDEX SEEK paper:Paper(id)
MERGE (resource:Resource {url: row.url})
SET resource.name = CASE WHEN resource.name < row.name THEN resource.name ELSE coalesce(row.name, resource.name) END
CREATE (paper)-[:HAS_CODE {source: row.source}]->(resource)
