// The Byline ids that lead where these retired ones do, each with what it was merged into at first.
// @param ids: list<string>    retired Byline ids
// @returns id: string, other: string, into: string
UNWIND $ids AS id
MATCH (:Identifier {scheme: 'byline', value: id})-[:IDENTIFIES]->(kept)
MATCH (kept)<-[:IDENTIFIES]-(identifier:Identifier)
WHERE identifier.scheme = 'byline' AND identifier.value <> id
MATCH (gone:Gone {id: identifier.value})
WHERE gone.into IS NOT NULL
RETURN id, gone.id AS other, gone.into AS into
