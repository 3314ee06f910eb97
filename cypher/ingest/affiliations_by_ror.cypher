// Write the affiliations of records that state a ROR ID.
// @param rows: list<map>    source, key, loader, places (ror, values)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.places AS place
MERGE (identifier:Identifier {scheme: 'ror', value: place.ror})
CREATE (record)-[from:HAS_AFFILIATION]->(identifier)
SET from = place.values
