// The newest load of these paths by this loader that was broken off, with its checkpoint and counts.
// @param loader: string         the loader
// @param paths: list<string>    the paths that were given
// @returns id: string, values: map
// @scan because there are as many loads as somebody has started
MATCH (load:Load)
WHERE load.loader = $loader AND load.paths = $paths AND load.finishedAt IS NULL AND load.file IS NOT NULL
RETURN load.id AS id, load {.*} AS values
ORDER BY load.startedAt DESC
LIMIT 1
