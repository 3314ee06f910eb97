// Return whether the graph has or had a record or external ID that a batch could match.
// @returns holds: bool
// @scan because Neo4j keeps these counts
RETURN COUNT { (:Record) } + COUNT { (:Identifier) } + COUNT { (:FormerIdentifier) } > 0 AS holds
