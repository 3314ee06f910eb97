// Project nodes and relationships into the memory of the plugin Graph Data Science.
// @param name: string  name of the projection
// @param nodes: map  configuration of each node label
// @param relationships: map  configuration of each relationship type
// @returns nodes: int, relationships: int, milliseconds: int
CALL gds.graph.project($name, $nodes, $relationships) YIELD nodeCount, relationshipCount, projectMillis
RETURN nodeCount AS nodes, relationshipCount AS relationships, projectMillis AS milliseconds
