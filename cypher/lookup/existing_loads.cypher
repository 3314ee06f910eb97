// Which of these loads the graph holds.
// @param ids: list<string>    ids of loads
// @returns id: string
UNWIND $ids AS wanted
MATCH (load:Load {id: wanted})
RETURN load.id AS id
