// Append messages about a batch to the load's node, for a resumed load.
// @param id: string                  the load's id
// @param conflicts: list<string>     ids that several records state which are not one, in words
// @param rejects: list<string>       refused records, each as JSON: file, place, reason
// @param droppedValues: list<string>      values that no index can hold, likewise
// @param unreadable: list<string>    files that could not be read, likewise
MATCH (load:Load {id: $id})
SET load.conflicts = coalesce(load.conflicts, []) + $conflicts,
    load.rejects = coalesce(load.rejects, []) + $rejects,
    load.droppedValues = coalesce(load.droppedValues, []) + $droppedValues,
    load.unreadable = coalesce(load.unreadable, []) + $unreadable
