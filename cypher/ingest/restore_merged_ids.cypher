// Byline ids that a merge retired and that are given back: they lead to no other any more, and are not gone.
// @param ids: list<string>    Byline ids
UNWIND $ids AS id
MATCH (identifier:Identifier {scheme: 'byline', value: id})-[leads:IDENTIFIES]->(kept)
SET kept:Stale
DELETE leads, identifier
WITH id
MATCH (gone:Tombstone {id: id})
DELETE gone
