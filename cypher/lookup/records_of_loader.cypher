// Every record that a loader brought, of all sources or of one.
// @param loader: string    the loader
// @param only: string      the source, such as the name of a mapping; null for all
// @returns source: string, key: string
MATCH (record:Record {loader: $loader})
WHERE $only IS NULL OR record.source = $only
RETURN record.source AS source, record.key AS key
