// What records point to by outside id: what they cite, a volume's venues, an institution's relations.
// @param rows: list<map>    source, key, loader, references ([kind, scheme, value] each)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
UNWIND row.references AS reference
MERGE (identifier:Identifier {scheme: reference[1], value: reference[2]})
CREATE (record)-[:REFERS_TO {kind: reference[0]}]->(identifier)
