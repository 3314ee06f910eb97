// Change title, description or visibility of a collection of a user, or delete the collection.
// A repetition with the same idempotency key changes nothing. Returns no row if the user does not exist; `problem`
// names the input at fault: key, collection, or version with the current version.
// @param userId: string  ID of the user
// @param id: string  ID of the collection
// @param values: map  properties to change
// @param version: int?  version that the client read; null: any
// @param deletes: bool  true to delete the collection
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (collection:Collection {id: $id})<-[:OWNS]-(user) RETURN collection }) AS collection
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, collection, sent.request AS request
WITH user, collection, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN collection IS NULL THEN 'collection'
  WHEN collection.version <> $version THEN 'version ' + collection.version
END AS problem
CALL (collection, repeated, problem) {
  WITH collection
  WHERE NOT repeated AND problem IS NULL
  SET collection += $values, collection.version = collection.version + 1, collection.updatedAt = $now
  FOREACH (deleted IN CASE WHEN $deletes THEN [collection] ELSE [] END | DETACH DELETE deleted)
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN $id AS id, problem
