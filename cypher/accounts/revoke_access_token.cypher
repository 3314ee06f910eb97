// Revoke an access token of a user. A repetition changes nothing. Returns no row if the user does not exist; `problem` names the
// input at fault: key or token.
// @param userId: string  ID of the user
// @param id: string  ID of the token
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (user)-[:HAS_TOKEN]->(token:AccessToken {id: $id}) RETURN token }) AS token
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, token, sent.request AS request
WITH user, token, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN token IS NULL THEN 'token'
END AS problem
CALL (token, repeated, problem) {
  WITH token
  WHERE NOT repeated AND problem IS NULL
  SET token.revokedAt = coalesce(token.revokedAt, $now)
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
