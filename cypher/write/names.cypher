// The folded names under which institutions are known.
// @param rows: list<map>    id, names
UNWIND $rows AS row
MATCH (institution:Institution {id: row.id})
UNWIND row.names AS folded
MERGE (name:InstitutionName {folded: folded})
CREATE (name)-[:NAMES]->(institution)
