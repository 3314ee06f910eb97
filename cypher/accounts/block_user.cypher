// Block a user: the blocking user receives no invitation, message or notification from this user. `id` is null if nothing
// changed. Returns no row if the user does not exist; `problem` names the input at fault: key, user or self.
// @param userId: string  ID of the user
// @param id: string  ID of the user to block
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (blocked:User {id: $id}) RETURN blocked }) AS blocked
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, blocked, sent.request AS request
WITH user, blocked, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN blocked IS NULL THEN 'user'
  WHEN blocked = user THEN 'self'
END AS problem
WITH user, blocked, repeated, problem, NOT EXISTS { (user)-[:BLOCKS]->(blocked) } AS changes
CALL (user, blocked, repeated, problem) {
  WITH user, blocked
  WHERE NOT repeated AND problem IS NULL
  FOREACH (key IN [key IN [$key] WHERE key <> ''] |
    CREATE (:SentMutation {userId: $userId, key: key, request: $request, sentAt: $now, result: $id})
  )
  MERGE (user)-[block:BLOCKS]->(blocked)
  ON CREATE SET block.since = $now
}
CALL (user) {
  MATCH (old:SentMutation)
  WHERE old.userId = user.id AND old.sentAt < $expired
  DELETE old
}
RETURN CASE WHEN changes AND NOT repeated THEN $id END AS id, problem
