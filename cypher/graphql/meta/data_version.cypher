// Return the latest finished load, which identifies the version of the data.
// @returns version: string
// @scan because there are few loads
MATCH (load:Load)
WHERE load.finishedAt IS NOT NULL
RETURN load.id AS version
ORDER BY load.finishedAt DESC, load.id DESC
LIMIT 1
