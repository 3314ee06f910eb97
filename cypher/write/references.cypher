// What records point to by outside id: what they cite, who paid, a volume's venues, relations of works and institutions.
// @param rows: list<map>    source, key, loader, references ([kind, scheme, value, what else is said] each)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX record:Record(source, key, loader)
UNWIND row.references AS reference
MERGE (identifier:Identifier {scheme: reference[1], value: reference[2]})
CREATE (record)-[refers:REFERS_TO {kind: reference[0]}]->(identifier)
SET refers += reference[3]
