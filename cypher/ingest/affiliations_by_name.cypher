// Write the affiliations of records that state a text but no ROR ID.
// @param rows: list<map>    source, key, loader, places (folded, values)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.places AS place
MERGE (name:InstitutionName {folded: place.folded})
CREATE (record)-[from:HAS_AFFILIATION]->(name)
SET from = place.values
