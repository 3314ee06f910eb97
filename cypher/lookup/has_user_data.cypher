// Return whether the graph contains any node that a load or a user wrote.
// @returns holds: bool
// @scan because the first node ends the scan
RETURN EXISTS { MATCH (node) WHERE NOT node:Migration AND NOT node:Lease } AS holds
