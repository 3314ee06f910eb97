// Return the researcher whom a user claimed, with the record that the user wrote for the profile. Returns no row if the user
// does not exist; a null ID if the user has no accepted claim of the researcher. `sentRequest` is the earlier request with the
// idempotency key.
// @param userId: string  ID of the user
// @param scheme: string  scheme of the researcher's ID
// @param value: string  ID of the researcher: a Byline ID, current or retired, or an external ID
// @param key: string  idempotency key; empty without one
// @returns id: string?, name: string?, claimId: string?, isOnlyClaim: bool?, statement: string?, sentRequest: string?
MATCH (user:User {id: $userId})
OPTIONAL MATCH (user)-[held:CLAIMED]->(person)
WHERE person.id = $value OR EXISTS { (person)<-[:IDENTIFIES]-(:Identifier {scheme: $scheme, value: $value}) }
OPTIONAL MATCH (record:Record {source: 'profile', key: held.claimId, loader: 'profile'})
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
RETURN person.id AS id, person.name AS name, held.claimId AS claimId, COUNT { (person)<-[:CLAIMED]-() } = 1 AS isOnlyClaim,
  record.statement AS statement, sent.request AS sentRequest
