// Mark interrupted loads of a loader as abandoned, because their records were deleted.
// @param loader: string    the loader
// @scan because there are few loads
MATCH (load:Load)
WHERE load.loader = $loader AND load.finishedAt IS NULL
REMOVE load.file
