// Return the projections of this Neo4j user.
// @returns name: string, nodes: int, relationships: int, bytes: int, createdAt: string
CALL gds.graph.list() YIELD graphName, nodeCount, relationshipCount, sizeInBytes, creationTime
RETURN graphName AS name, nodeCount AS nodes, relationshipCount AS relationships, sizeInBytes AS bytes,
       toString(creationTime) AS createdAt
ORDER BY name
