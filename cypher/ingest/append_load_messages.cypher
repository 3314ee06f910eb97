// Append messages about a batch to the load's node, for a resumed load.
// @param id: string                  the load's ID
// @param conflicts: list<string>     messages about IDs that records of different entities state
// @param rejects: list<string>       rejected records, each as JSON: file, place, reason
// @param droppedValues: list<string>      values too long for an index, likewise
// @param unreadable: list<string>    files that could not be read, likewise
MATCH (load:Load {id: $id})
SET load.conflicts = coalesce(load.conflicts, []) + $conflicts,
    load.rejects = coalesce(load.rejects, []) + $rejects,
    load.droppedValues = coalesce(load.droppedValues, []) + $droppedValues,
    load.unreadable = coalesce(load.unreadable, []) + $unreadable
