// Some of the records that a loader brought.
// @param loader: string    the loader
// @param limit: int        how many at most
// @returns source: string, key: string
MATCH (record:Record {loader: $loader})
RETURN record.source AS source, record.key AS key
LIMIT $limit
