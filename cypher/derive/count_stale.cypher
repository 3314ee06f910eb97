// How many nodes have derived facts that are due.
// @returns due: int
// @scan because only what a load touched carries the mark
MATCH (node:Stale|StaleCollaborations)
RETURN count(node) AS due
