// Return the counts that Neo4j keeps: nodes per label, and relationships per type and label of one end.
// @returns nodes: list<map>, relationships: list<map>
CALL db.stats.retrieve('GRAPH COUNTS') YIELD data
RETURN data.nodes AS nodes, data.relationships AS relationships
