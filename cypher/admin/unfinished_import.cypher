// Return whether the graph is an unfinished bulk import: it has a load, but no migration was applied.
// @returns unfinished: bool
// @scan because one load and one migration are enough
RETURN EXISTS { MATCH (:Load) } AND NOT EXISTS { MATCH (:Migration) } AS unfinished
