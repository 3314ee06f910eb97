// Return the Byline IDs that redirect to the same entities as these retired IDs, each with the ID into which it
// was merged first.
// @param ids: list<string>    retired Byline IDs
// @returns id: string, other: string, into: string
UNWIND $ids AS id
MATCH (known:Identifier {scheme: 'byline', value: id})-[:IDENTIFIES]->(kept)
USING INDEX SEEK known:Identifier(scheme, value)
MATCH (kept)<-[:IDENTIFIES]-(identifier:Identifier)
WHERE identifier.scheme = 'byline' AND identifier.value <> id
MATCH (gone:Tombstone {id: identifier.value})
USING INDEX SEEK gone:Tombstone(id)
WHERE gone.mergedInto IS NOT NULL
RETURN id, gone.id AS other, gone.mergedInto AS into
