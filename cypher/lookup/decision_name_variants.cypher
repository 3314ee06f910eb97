// Return the folded names in records to which decisions about people refer, by role.
// @param records: list<any>    [source, key] of each record
// @returns source: string, key: string, role: string, names: list<string>
UNWIND $records AS reference
MATCH (record:Record)-[mention:MENTIONS]->()
WHERE record.source = reference[0] AND record.key = reference[1] AND record.loader IS NOT NULL
RETURN record.source AS source, record.key AS key, mention.role AS role, collect(DISTINCT mention.foldedName) AS names
