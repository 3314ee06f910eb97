// Whether the graph has or had a record or external ID that a batch could match.
// @returns holds: bool
// @scan because these are counts that Neo4j keeps
RETURN COUNT { (:Record) } + COUNT { (:Identifier) } + COUNT { (:FormerIdentifier) } > 0 AS holds
