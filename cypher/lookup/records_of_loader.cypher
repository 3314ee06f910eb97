// Return all records of a loader, or only those that state one source.
// @param loader: string    the loader
// @param only: string      the source, such as the name of a mapping; null for all
// @returns source: string, key: string
MATCH (record:Record {loader: $loader})
WHERE $only IS NULL OR record.source = $only
RETURN record.source AS source, record.key AS key
