// Loads of a loader that were broken off are not gone on with: what they have read was taken out.
// @param loader: string    the loader
// @scan because there are as many loads as somebody has started
MATCH (load:Load)
WHERE load.loader = $loader AND load.finishedAt IS NULL
REMOVE load.file
