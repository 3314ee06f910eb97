// Record a mutation of a user by its idempotency key, and delete the keys that expired.
// @param userId: string  ID of the user
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input
// @param result: string  ID of the changed object
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
MATCH (user:User {id: $userId})
SET user.lastActAt = $now
FOREACH (key IN [key IN [$key] WHERE key <> ''] |
  MERGE (sent:SentMutation {userId: $userId, key: key})
  ON CREATE SET sent.request = $request, sent.sentAt = $now, sent.result = $result
)
WITH user
MATCH (old:SentMutation)
WHERE old.userId = user.id AND old.sentAt < $expired
DELETE old
