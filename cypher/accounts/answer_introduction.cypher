// Agree or decline to introduce the sender of an invitation to a co-author, who then receives the invitation. A repetition with
// the same idempotency key changes nothing. Returns no row if the user does not exist; `problem` names the input at fault:
// key, invitation, answered, expired or unavailable.
// @param userId: string  ID of the introducer
// @param id: string  ID of the invitation
// @param to: string  new status: pending or introduction_declined
// @param expiresAt: string  time until which the recipient can accept it
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT { MATCH (user)-[:INTRODUCES]->(invitation:Invitation {id: $id}) RETURN invitation }) AS invitation
FOREACH (locked IN [node IN [invitation] WHERE node IS NOT NULL] | SET locked.createdAt = locked.createdAt)
WITH user, invitation, head(COLLECT { MATCH (sender:User)-[:SENT]->(invitation) RETURN sender }) AS sender, head(COLLECT {
  MATCH (person:Researcher {id: invitation.researcherId})
  RETURN person
  UNION
  MATCH (:Identifier {scheme: 'byline', value: invitation.researcherId})-[:IDENTIFIES]->(person:Researcher)
  RETURN person
}) AS person
WITH user, invitation, sender, person, COLLECT { MATCH (claimant:User)-[:CLAIMED]->(person) RETURN claimant } AS claimants
WITH user, invitation, sender, person, claimants, head(claimants) AS recipient
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, invitation, sender, person, claimants, recipient, sent.request AS request
WITH user, invitation, recipient, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN invitation IS NULL THEN 'invitation'
  WHEN invitation.status <> 'awaiting_introduction' THEN 'answered'
  WHEN $to = 'introduction_declined' THEN null
  WHEN invitation.expiresAt <= $now THEN 'expired'
  WHEN size(claimants) <> 1 OR recipient IN [sender, user] OR NOT coalesce(person.openToCollaborate, false)
    OR recipient.disabledAt IS NOT NULL OR EXISTS { (recipient)-[:BLOCKS]->(sender) } THEN 'unavailable'
END AS problem
CALL (invitation, recipient, repeated, problem) {
  WITH invitation, recipient
  WHERE NOT repeated AND problem IS NULL
  SET invitation.status = $to
  FOREACH (receiver IN CASE WHEN $to = 'pending' THEN [recipient] ELSE [] END |
    CREATE (receiver)-[:RECEIVED]->(invitation)
    SET invitation.expiresAt = $expiresAt
  )
  FOREACH (_ IN CASE WHEN $to = 'pending' THEN [] ELSE [1] END | SET invitation.decidedAt = $now)
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
