// Return the newest interrupted load of these paths by this loader, with its checkpoint and counts.
// @param loader: string         the loader
// @param paths: list<string>    the paths that were given
// @returns id: string, values: map
// @scan because there are few loads
MATCH (load:Load)
WHERE load.loader = $loader AND load.paths = $paths AND load.finishedAt IS NULL AND load.file IS NOT NULL
RETURN load.id AS id, load {.*} AS values
ORDER BY load.startedAt DESC
LIMIT 1
