// Return the unload that was interrupted while it deleted the whole graph.
// @returns id: string
// @scan because there are few loads
MATCH (load:Load)
WHERE load.emptying
RETURN load.id AS id
