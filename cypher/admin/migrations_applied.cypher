// Which migrations this database has seen, in order.
// @returns name: string, checksum: string
// @scan because there are few migrations and no other key to find them all by
MATCH (m:Migration)
RETURN m.name AS name, m.checksum AS checksum
ORDER BY name
