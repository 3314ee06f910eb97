// Whether the graph holds a record or an outside id: what a batch could meet.
// @returns holds: bool
// @scan because both are counts that Neo4j keeps
RETURN COUNT { (:Record) } + COUNT { (:Identifier) } > 0 AS holds
