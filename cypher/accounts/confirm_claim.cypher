// Confirm a claim of a user with the code sent by e-mail: it is accepted, or awaits a curator if another user also claims
// the researcher. A wrong code counts as an attempt. A repetition with the same idempotency key changes nothing.
// Returns no row if the user does not exist; `problem` names the input at fault: key, claim, expired, attempts or code.
// @param userId: string  ID of the user
// @param id: string  ID of the claim
// @param codeHash: string  hash of the code that the user sends
// @param most: int  maximum number of attempts
// @param key: string  idempotency key; empty without one
// @param request: string  hash of the input, which a repetition with this key must have too
// @param now: string  current time
// @param expired: string  time before which idempotency keys are deleted
// @row WrittenRow
// @returns id: string?, problem: string?
MATCH (user:User {id: $userId})
SET user.lastActAt = $now // locks the user, so that acts of one user run one after the other
WITH user, head(COLLECT {
  MATCH (claim:Claim {id: $id, status: 'awaiting_code'})<-[:MADE]-(user)
  RETURN claim
}) AS claim
WITH user, claim, head(COLLECT { MATCH (claim)-[:CONCERNS]->(person) RETURN person }) AS person
OPTIONAL MATCH (sent:SentMutation {userId: $userId, key: $key})
WITH user, claim, person, sent.request AS request
WITH user, claim, person, request IS NOT NULL AS repeated, CASE
  WHEN request <> $request THEN 'key'
  WHEN request IS NOT NULL THEN null
  WHEN person IS NULL THEN 'claim'
  WHEN claim.codeExpiresAt <= $now THEN 'expired'
  WHEN claim.attempts >= $most THEN 'attempts'
  WHEN claim.codeHash <> $codeHash THEN 'code'
END AS problem
FOREACH (tried IN CASE WHEN problem = 'code' THEN [claim] ELSE [] END | SET tried.attempts = tried.attempts + 1)
WITH user, claim, person, repeated, problem
CALL (user, claim, person, repeated, problem) {
  WITH user, claim, person
  WHERE NOT repeated AND problem IS NULL
  SET person.claimed = coalesce(person.claimed, false) // locks the researcher, so that one of two users is first
  WITH user, claim, person, EXISTS { (person)<-[:CLAIMED]-() } OR
    EXISTS { (person)<-[:CONCERNS]-(:Claim {status: 'pending'}) } AS contested
  SET claim.codeHash = null, claim.status = CASE WHEN contested THEN 'pending' ELSE 'accepted' END
  FOREACH (accepted IN CASE WHEN contested THEN [] ELSE [claim] END |
    CREATE (user)-[:CLAIMED {claimId: $id, since: $now, level: 'L3', ids: [person.id]}]->(person)
    SET accepted.level = 'L3', accepted.decidedAt = $now, person.claimed = true, person.verificationLevel = 'L3'
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
