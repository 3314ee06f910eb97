// One run of a loader: begin it, set its checkpoint, close it.
// @param id: string     the load's id
// @param values: map    its properties
MERGE (load:Load {id: $id})
SET load += $values
