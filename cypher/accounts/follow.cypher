// Follow an entity. A second follow changes nothing, nor does a repetition with the same idempotency key.
// Returns no row if the user does not exist, and a null ID if the entity does not.
// @param userId: string  ID of the user
// @param scheme: string  scheme of the entity's ID
// @param value: string  ID of the entity: a Byline ID, current or retired, or an external ID
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param attempt: string  a new random text
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row ActRow
// @returns id: string?, followable: bool?, repeated: bool, same: bool
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder {id: $value})
  RETURN entity
  UNION
  MATCH (:Identifier {scheme: $scheme, value: $value})-[:IDENTIFIES]->
    (entity:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
  RETURN entity
}) AS entity
WITH user, entity, entity:Paper|Researcher|Topic|Institution|Venue AS followable
CALL (user, followable) {
  WITH user, followable
  WHERE followable AND $key <> ''
  MERGE (sent:SentMutation {userId: user.id, key: $key})
  ON CREATE SET sent.request = $request, sent.attempt = $attempt, sent.sentAt = $now
  RETURN head(collect({repeated: sent.attempt <> $attempt, same: sent.request = $request})) AS sent
}
WITH user, entity, followable, coalesce(sent.repeated, false) AS repeated, coalesce(sent.same, true) AS same
CALL (user, entity, followable, repeated) {
  WITH user, entity
  WHERE followable AND NOT repeated
  MERGE (user)-[follow:FOLLOWS]->(entity)
  ON CREATE SET follow.since = $now, follow.ids = [entity.id]
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN entity.id AS id, followable, repeated, same
