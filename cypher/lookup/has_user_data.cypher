// Whether the graph holds anything that a load, or a person, brought.
// @returns holds: bool
// @scan because the first node that it finds ends it
RETURN EXISTS { MATCH (node) WHERE NOT node:Migration AND NOT node:Lease } AS holds
