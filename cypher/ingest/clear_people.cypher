// Remove the external IDs of these researchers before they are assigned again.
// @param ids: list<string>    the researchers' IDs
UNWIND $ids AS id
MATCH (person:Researcher {id: id})<-[identifies:IDENTIFIES]-(identifier)
USING INDEX SEEK person:Researcher(id)
WHERE identifier.scheme <> 'byline'
SET identifier:Stale
DELETE identifies
