// Return the migrations that were applied to this database, in order.
// @returns name: string, checksum: string
// @scan because there are few migrations
MATCH (m:Migration)
RETURN m.name AS name, m.checksum AS checksum
ORDER BY name
