// Return the other retired IDs of the entities to which these retired IDs redirect, each with the ID into which it
// was merged first.
// @param ids: list<string>    retired Byline IDs
// @returns id: string, retiredId: string, mergedInto: string
UNWIND $ids AS id
MATCH (known:Identifier {scheme: 'byline', value: id})-[:IDENTIFIES]->(kept)
USING INDEX SEEK known:Identifier(scheme, value)
MATCH (kept)<-[:IDENTIFIES]-(identifier:Identifier)
WHERE identifier.scheme = 'byline' AND identifier.value <> id
MATCH (gone:Tombstone {id: identifier.value})
USING INDEX SEEK gone:Tombstone(id)
WHERE gone.mergedInto IS NOT NULL
RETURN id, gone.id AS retiredId, gone.mergedInto AS mergedInto
