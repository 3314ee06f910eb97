// Create an access token of a user. A repetition with the same idempotency key returns the ID of the first one. Returns no
// row if the user does not exist; `problem` names the input at fault: key or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the new token
// @param hash: string  SHA-256 of the token
// @param values: map  label and scopes
// @param expiresAt: string  time after which the token is refused
// @param most: int  maximum number of valid tokens of a user
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, sent.request AS request, sent.result AS result
WITH user, result, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN COUNT {
    (user)-[:HAS_TOKEN]->(other:AccessToken) WHERE other.revokedAt IS NULL AND other.expiresAt > $now
  } >= $most THEN 'limit'
END AS problem
CALL (user, repeated, problem) {
  WITH user
  WHERE NOT repeated AND problem IS NULL
  CREATE (user)-[:HAS_TOKEN]->(token:AccessToken {id: $id, hash: $hash, createdAt: $now, expiresAt: $expiresAt})
  SET token += $values
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN coalesce(result, $id) AS id, problem
