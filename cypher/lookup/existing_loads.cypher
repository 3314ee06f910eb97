// Return which of these loads are in the graph.
// @param ids: list<string>    IDs of loads
// @returns id: string
UNWIND $ids AS wanted
MATCH (load:Load {id: wanted})
USING INDEX SEEK load:Load(id)
RETURN load.id AS id
