// Return the stored versions of these records, of any loader: content hash, date of revision, and content of
// partial records.
// @param keys: list<any>    [source, key] of each record
// @returns source: string, key: string, loader: string, hash: string, revised: string?, inPassing: string?
UNWIND $keys AS wanted
MATCH (record:Record)
USING INDEX SEEK record:Record(source, key, loader)
WHERE record.source = wanted[0] AND record.key = wanted[1] AND record.loader IS NOT NULL
RETURN record.source AS source, record.key AS key, record.loader AS loader, record.contentHash AS hash,
       record.revised AS revised, CASE WHEN record.inPassing THEN record.statement END AS inPassing
