// Drop a projection and free its memory. No row if it does not exist.
// @param name: string  name of the projection
// @returns name: string
CALL gds.graph.drop($name, false) YIELD graphName
RETURN graphName AS name
