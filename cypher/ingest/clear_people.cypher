// Take back the outside ids of these researchers, before they are dealt out again.
// @param ids: list<string>    the researchers' ids
UNWIND $ids AS id
MATCH (person:Researcher {id: id})<-[identifies:IDENTIFIES]-(identifier)
WHERE identifier.scheme <> 'byline'
SET identifier:Stale
DELETE identifies
