// Store that a migration was applied.
// @param name: string  file name without suffix
// @param checksum: string  SHA-256 of the file
// @scan because there are few migrations
MERGE (m:Migration {name: $name})
SET m.checksum = $checksum, m.appliedAt = toString(datetime())
