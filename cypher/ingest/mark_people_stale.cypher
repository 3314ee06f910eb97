// Mark researchers for recomputation of their derived facts.
// @param ids: list<string>    the researchers' IDs
UNWIND $ids AS id
MATCH (person:Researcher {id: id})
USING INDEX SEEK person:Researcher(id)
SET person:Stale
