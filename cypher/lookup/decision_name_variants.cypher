// Return the folded names in the records to which decisions about people refer.
// @param records: list<any>    [source, key] of each record
// @returns source: string, key: string, role: string, names: list<string>
UNWIND $records AS spoken
MATCH (record:Record)-[mention:MENTIONS]->()
WHERE record.source = spoken[0] AND record.key = spoken[1] AND record.loader IS NOT NULL
RETURN record.source AS source, record.key AS key, mention.role AS role, collect(DISTINCT mention.foldedName) AS names
