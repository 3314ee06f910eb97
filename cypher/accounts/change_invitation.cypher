// Change the status of an invitation: its recipient accepts or declines it, or its sender withdraws it. The recipient can
// also block the sender. A repetition with the same idempotency key changes nothing. Returns no row if the user does not
// exist; `problem` names the input at fault: key, invitation, closed or expired.
// @param userId: string  ID of the user who changes it
// @param id: string  ID of the invitation
// @param to: string  new status: accepted, declined or withdrawn
// @param blocks: bool  true to block the sender
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (user)-[link:SENT|RECEIVED]->(invitation:Invitation {id: $id})
  WHERE type(link) = CASE $to WHEN 'withdrawn' THEN 'SENT' ELSE 'RECEIVED' END
  RETURN invitation
}) AS invitation
FOREACH (locked IN [node IN [invitation] WHERE node IS NOT NULL] | SET locked.createdAt = locked.createdAt)
WITH user, invitation, head(COLLECT { MATCH (sender:User)-[:SENT]->(invitation) RETURN sender }) AS sender
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, invitation, sender, sent.request AS request
WITH user, invitation, sender, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN invitation IS NULL THEN 'invitation'
  WHEN $blocks AND invitation.status = 'declined' THEN null
  WHEN NOT invitation.status IN CASE $to WHEN 'withdrawn' THEN ['pending', 'awaiting_introduction'] ELSE ['pending'] END THEN 'closed'
  WHEN $to = 'accepted' AND invitation.expiresAt <= $now THEN 'expired'
END AS problem
CALL (user, invitation, sender, repeated, problem) {
  WITH user, invitation, sender
  WHERE NOT repeated AND problem IS NULL
  SET invitation.status = $to, invitation.decidedAt = $now
  FOREACH (blocked IN CASE WHEN $blocks THEN [sender] ELSE [] END |
    MERGE (user)-[block:BLOCKS]->(blocked)
    ON CREATE SET block.since = $now
  )
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
