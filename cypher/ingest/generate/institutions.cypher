// Create synthetic institutions with their folded names. Each is part of the institution that it names, which
// precedes it.
// @param rows: list<map>    values, folded, parent (an ID, or null)
UNWIND $rows AS row
CREATE (institution:Institution:Stale {paperCount: 0})
SET institution += row.values
MERGE (name:InstitutionName {folded: row.folded})
CREATE (name)-[:NAME_OF {isUnambiguous: true}]->(institution)
WITH institution, row
WHERE row.parent IS NOT NULL
MATCH (whole:Institution {id: row.parent})
CREATE (institution)-[:PART_OF]->(whole)
