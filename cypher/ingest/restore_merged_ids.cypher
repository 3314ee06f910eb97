// Restore Byline IDs that a merge retired: they redirect to no other entity any more.
// @param ids: list<string>    Byline IDs
UNWIND $ids AS id
MATCH (identifier:Identifier {scheme: 'byline', value: id})-[leads:IDENTIFIES]->(kept)
SET kept:Stale
DELETE leads, identifier
WITH id
MATCH (gone:Tombstone {id: id})
DELETE gone
