// Return whether the graph has, or once had, a record or an external ID that a batch can match.
// @returns isNonempty: bool
// @scan because Neo4j keeps these counts
RETURN COUNT { (:Record) } + COUNT { (:Identifier) } + COUNT { (:FormerIdentifier) } > 0 AS isNonempty
