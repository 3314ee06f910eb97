// Write the candidate names of institutions in the affiliations of these records, in addition to the whole text.
// @param rows: list<map>    source, key, loader, names (name, values)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.names AS one
MERGE (name:InstitutionName {folded: one.name})
CREATE (record)-[may:CANDIDATE_NAME]->(name)
SET may = one.values
