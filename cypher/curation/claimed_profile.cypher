// Return the researcher that a user claimed, with the record of what the user states there. Returns no row if the user
// does not exist; a null ID if the user has no accepted claim of the researcher.
// @param userId: string  ID of the user
// @param scheme: string  scheme of the researcher's ID
// @param value: string  ID of the researcher: a Byline ID, current or retired, or an external ID
// @param key: string  idempotency key; empty without one
// @returns id: string?, name: string?, claim: string?, exclusive: bool?, statement: string?, request: string?
MATCH (user:User {id: $userId})
OPTIONAL MATCH (user)-[held:CLAIMED]->(person)
WHERE person.id = $value OR EXISTS { (person)<-[:IDENTIFIES]-(:Identifier {scheme: $scheme, value: $value}) }
OPTIONAL MATCH (record:Record {source: 'profile', key: held.claimId, loader: 'profile'})
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
RETURN person.id AS id, person.name AS name, held.claimId AS claim, COUNT { (person)<-[:CLAIMED]-() } = 1 AS exclusive,
  record.statement AS statement, sent.request AS request
