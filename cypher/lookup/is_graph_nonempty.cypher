// Whether the graph holds a record or an outside id, or did: what a batch could meet.
// @returns holds: bool
// @scan because these are counts that Neo4j keeps
RETURN COUNT { (:Record) } + COUNT { (:Identifier) } + COUNT { (:FormerIdentifier) } > 0 AS holds
