// The Byline ids that lead where these retired ones do, each with what it was merged into at first.
// @param ids: list<string>    retired Byline ids
// @returns id: string, other: string, into: string
UNWIND $ids AS id
MATCH (:Identifier {scheme: 'byline', value: id})-[:IDENTIFIES]->(kept)
MATCH (kept)<-[:IDENTIFIES]-(identifier:Identifier)
WHERE identifier.scheme = 'byline' AND identifier.value <> id
MATCH (gone:Tombstone {id: identifier.value})
WHERE gone.mergedInto IS NOT NULL
RETURN id, gone.id AS other, gone.mergedInto AS into
