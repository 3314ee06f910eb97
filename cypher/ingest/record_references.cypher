// Write the references of records to external IDs: citations, funders, venues of a volume, relations of papers and
// institutions.
// @param rows: list<map>    source, key, loader, references (kind, scheme, value, values: further properties)
UNWIND $rows AS row
MATCH (record:Record {source: row.source, key: row.key, loader: row.loader})
USING INDEX SEEK record:Record(source, key, loader)
UNWIND row.references AS reference
MERGE (identifier:Identifier {scheme: reference.scheme, value: reference.value})
CREATE (record)-[refers:REFERS_TO {kind: reference.kind}]->(identifier)
SET refers += reference.values
