// Whether Neo4j's own import made this graph and nobody finished it: it holds a load, and no migration was ever applied.
// @returns unfinished: bool
// @scan because one load and one migration are enough
RETURN EXISTS { MATCH (:Load) } AND NOT EXISTS { MATCH (:Migration) } AS unfinished
