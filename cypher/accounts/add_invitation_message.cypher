// Add a message to the thread of an accepted invitation; its sender and its recipient can. A repetition with the same
// idempotency key changes nothing. Returns no row if the user does not exist; `problem` names the input at fault: key,
// invitation, closed, blocked or limit.
// @param userId: string  ID of the user
// @param id: string  ID of the invitation
// @param messageId: string  ID of the new message
// @param values: map  text and its HTML
// @param most: int  maximum number of messages in a thread
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (user)-[:SENT|RECEIVED]->(invitation:Invitation {id: $id}) RETURN invitation
}) AS invitation
WITH user, invitation, head(COLLECT {
  MATCH (partner:User)-[:SENT|RECEIVED]->(invitation) WHERE partner <> user RETURN partner
}) AS partner
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, invitation, partner, sent.request AS request
WITH user, invitation, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN invitation IS NULL THEN 'invitation'
  WHEN invitation.status <> 'accepted' THEN 'not accepted'
  WHEN EXISTS { (partner)-[:BLOCKS]->(user) } THEN 'blocked'
  WHEN COUNT { (invitation)<-[:IN_THREAD_OF]-() } >= $most THEN 'limit'
END AS problem
CALL (user, invitation, repeated, problem) {
  WITH user, invitation
  WHERE NOT repeated AND problem IS NULL
  CREATE (user)-[:WROTE]->(message:InvitationMessage {id: $messageId, createdAt: $now})-[:IN_THREAD_OF]->(invitation)
  SET message += $values
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
