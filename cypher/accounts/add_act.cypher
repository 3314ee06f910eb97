// Add an act of a user, such as a follow, and end the acts that it replaces. A second act changes nothing, nor does a
// repetition with the same idempotency key. Returns no row if the user does not exist, and a null ID if the entity does not.
// @param userId: string  ID of the user
// @param act: string  relationship type of the act
// @param ends: list<string>  relationship types of the acts that this act replaces
// @param labels: list<string>  labels of entities that the act can concern
// @param scheme: string  scheme of the entity's ID
// @param value: string  ID of the entity: a Byline ID, current or retired, or an external ID
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param attempt: string  a new random text
// @param public: bool?  whether other users see the act; null: as before, and a new act is private
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row ActRow
// @returns id: string?, possible: bool?, repeated: bool, same: bool
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
WITH user, entity, any(label IN labels(entity) WHERE label IN $labels) AS possible
CALL (user, possible) {
  WITH user, possible
  WHERE possible AND $key <> ''
  MERGE (sent:SentMutation {userId: user.id, key: $key})
  ON CREATE SET sent.request = $request, sent.attempt = $attempt, sent.sentAt = $now
  RETURN head(collect({repeated: sent.attempt <> $attempt, same: sent.request = $request})) AS sent
}
WITH user, entity, possible, coalesce(sent.repeated, false) AS repeated, coalesce(sent.same, true) AS same
CALL (user, entity, possible, repeated) {
  WITH user, entity
  WHERE possible AND NOT repeated
  MERGE (user)-[act:$($act)]->(entity)
  ON CREATE SET act.since = $now, act.ids = [entity.id]
  SET act.public = CASE $public WHEN true THEN true WHEN false THEN null ELSE act.public END
}
CALL (user, entity, possible, repeated) {
  WITH user, entity
  WHERE possible AND NOT repeated
  MATCH (user)-[ended]->(entity)
  WHERE type(ended) IN $ends
  DELETE ended
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN entity.id AS id, possible, repeated, same
