// Return the number of nodes with stale derived facts.
// @returns stale: int
// @scan because only stale nodes have the label Stale
MATCH (node:Stale|StaleCollaborations)
RETURN count(node) AS stale
